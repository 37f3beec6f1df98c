//! Only moves, sacrifices, and gifts let slip.

use krog_chess::{
    Bitboard, Board, Chess, Color, EngineLine, Move, Position as _, Role, Square, Value, see,
};

use super::{Moment, Values};
use crate::{
    danger::{captures, costs_as_much, is_trapped, mates_at_once},
    label::Label,
    profile::{Critical, Profile, Sacrifice},
    safety::{in_danger, is_safe},
};

/// From here on everything wins, in centipawns.
const WINS_ANYWAY: i32 = 700;

/// What a sacrifice by exchange gives up at least, in centipawns.
const REAL: i32 = 200;

/// Whether the opponent's gift is given back.
pub(super) fn slips(profile: &Profile, moment: &Moment<'_>, values: Values) -> bool {
    let (Some(miss), Some(previous)) = (profile.miss, moment.previous) else {
        return false;
    };
    let opponent = !moment.mover();
    let chance = |lines: &[EngineLine]| {
        let score = lines.first()?.score;
        Some(profile.chance(score.pov(opponent)))
    };
    let after = if previous.after.is_empty() {
        moment.before
    } else {
        previous.after
    };
    let (Some(had), Some(kept)) = (chance(previous.before), chance(after)) else {
        return false;
    };
    let gift = had - kept;
    let back = values.loss(profile);
    gift >= miss.gift && back >= miss.from * gift && back < miss.to * gift
}

/// Makes a best move critical or brilliant where it is.
pub(super) fn refine(
    profile: &Profile,
    moment: &Moment<'_>,
    values: Values,
    label: Label,
) -> Label {
    if label != Label::Best {
        return label;
    }
    let not_lost = values.played >= Value::Cp(0);
    let brilliant = profile
        .brilliant
        .is_some_and(|by| not_lost && is_weighty(moment, values, by) && sacrifices(moment, by));
    if brilliant {
        return Label::Brilliant;
    }
    let critical = profile.critical.is_some_and(|rule| {
        // The successor of source 001 tells only moves of the losing side too.
        let fair = not_lost || rule.free == Sacrifice::Exchange;
        fair && is_weighty(moment, values, rule.free) && is_only(profile, moment, values, rule)
    });
    if critical { Label::Critical } else { label }
}

/// What only moves and sacrifices have in common: the game is not won anyway;
/// there was no check to answer; nothing is taken back or promoted to a queen.
fn is_weighty(moment: &Moment<'_>, values: Values, by: Sacrifice) -> bool {
    let mover = moment.mover();
    let wins = |value: Value| value >= Value::Cp(WINS_ANYWAY);
    let second = moment.second().map(|line| wins(line.score.pov(mover)));
    let anyway = match by {
        Sacrifice::Safety => second.unwrap_or_else(|| wins(values.played)),
        Sacrifice::Exchange => second.unwrap_or(false) || wins(values.played),
    };
    !anyway
        && !moment.position.is_check()
        && moment.played.promotion() != Some(Role::Queen)
        && !takes_back(moment)
}

/// Whether the move takes where the opponent has just taken.
fn takes_back(moment: &Moment<'_>) -> bool {
    let last = moment.previous.and_then(|previous| previous.played);
    moment.played.is_capture()
        && last.is_some_and(|last| last.is_capture() && last.to() == moment.played.to())
}

/// Whether the engine's move was played and the next best one loses much. To
/// take what is there for the taking is no feat.
fn is_only(profile: &Profile, moment: &Moment<'_>, values: Values, rule: Critical) -> bool {
    let mover = moment.mover();
    let Some(second) = moment.second() else {
        return false;
    };
    if moment.top() != Some(moment.played) || values.played.is_mate() {
        return false;
    }
    let gap = profile.chance(values.best) - profile.chance(second.score.pov(mover));
    gap >= rule.second && !takes_free_man(moment, rule.free)
}

fn takes_free_man(moment: &Moment<'_>, by: Sacrifice) -> bool {
    let Some(square) = captured_on(moment.played) else {
        return false;
    };
    match by {
        Sacrifice::Safety => !is_safe(moment.position.board(), square, None),
        Sacrifice::Exchange => see::value(moment.position, moment.played) > 0,
    }
}

/// Where the man stands that is taken.
fn captured_on(m: Move) -> Option<Square> {
    match m {
        Move::EnPassant { from, to } => Some(Square::from_coords(to.file(), from.rank())),
        _ => m.is_capture().then(|| m.to()),
    }
}

/// Whether the move gives up a piece that can be taken.
fn sacrifices(moment: &Moment<'_>, by: Sacrifice) -> bool {
    let after = moment.after_position();
    if moment.played.is_promotion() || after.is_checkmate() {
        return false;
    }
    match by {
        Sacrifice::Safety => by_safety(moment, &after),
        Sacrifice::Exchange => by_exchange(moment, &after),
    }
}

/// Source 001's rule, on men in danger before and after.
fn by_safety(moment: &Moment<'_>, after: &Chess) -> bool {
    let (mover, captured) = (moment.mover(), moment.played.capture());
    let board = moment.position.board();
    let was = in_danger(board, mover, None);
    let now = in_danger(after.board(), mover, captured);
    if !after.is_check() && now.count() < was.count() {
        return false;
    }
    let can_be_had = now.into_iter().any(|target| {
        let mut takes = captures(after, target);
        takes.any(|capture| !costs_as_much(after, target, capture))
    });
    can_be_had && gives_up_freely(moment, after, was, now)
}

/// Whether the man moved was not lost already, nor all that is offered.
fn gives_up_freely(moment: &Moment<'_>, after: &Chess, was: Bitboard, now: Bitboard) -> bool {
    let trapped = |board: &Board, men: Bitboard| -> Bitboard {
        men.into_iter().filter(|s| is_trapped(board, *s)).collect()
    };
    let before = trapped(moment.position.board(), was);
    let then = trapped(after.board(), now);
    let from = moment.played.from();
    then.count() < now.count()
        && then.count() >= before.count()
        && !from.is_some_and(|from| before.contains(from))
}

/// The rule of source 001's successor, on static exchanges.
fn by_exchange(moment: &Moment<'_>, after: &Chess) -> bool {
    let mover = moment.mover();
    let paid = moment
        .played
        .capture()
        .and_then(krog_chess::worth::centipawns)
        .unwrap_or(0);
    let now = hanging(after, mover, paid);
    let was = moment.position.clone().swap_turn();
    let was = was.map_or_else(|_| Vec::new(), |turned| hanging(&turned, mover, 0));
    let sum = |men: &[(Square, i32)]| men.iter().map(|(_, loss)| loss).sum::<i32>();
    if now.is_empty() || sum(&now) < sum(&was) {
        return false;
    }
    let can_be_had = now.iter().any(|(target, loss)| {
        let mut takes = captures(after, *target);
        takes.any(|capture| !is_punished(after, capture, *loss))
    });
    let squares = |men: &[(Square, i32)]| men.iter().map(|(square, _)| *square).collect();
    can_be_had && gives_up_freely(moment, after, squares(&was), squares(&now))
}

/// The men of the side that is not to move that lose at least two pawns' worth
/// by exchange, beyond what was paid for them.
fn hanging(position: &Chess, side: Color, paid: i32) -> Vec<(Square, i32)> {
    let board = position.board();
    let men = board.by_color(side) & !board.kings();
    men.into_iter()
        .filter_map(|square| {
            let worst = captures(position, square)
                .map(|m| see::value(position, m))
                .max()?;
            Some((square, worst - paid)).filter(|(_, loss)| *loss >= REAL)
        })
        .collect()
}

/// Whether taking allows mate at once, or leaves something of the taker's that
/// can be taken for about as much.
fn is_punished(position: &Chess, capture: Move, loss: i32) -> bool {
    let mut next = position.clone();
    next.play_unchecked(capture);
    let least = REAL.max(loss - 100);
    let takes = |m: &Move| m.is_capture() && see::value(&next, *m) >= least;
    mates_at_once(&next) || next.legal_moves().iter().any(takes)
}
