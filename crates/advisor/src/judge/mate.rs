//! The label of a move where a mate plays a part.
//!
//! The holes that the sources leave are closed here once, for every profile but
//! Lichess's: who is being mated and mates instead, or escapes, has played best;
//! a mate that is kept is no loss, however long it takes; a mate that is let go
//! while the game is still won is a miss at worst.

use krog_chess::Value::{self, Cp, MateIn, MatedIn};

use super::{
    Values,
    loss::{self, rung},
};
use crate::{
    label::Label,
    profile::{Counts, Mates, Profile},
};

/// From here on a game counts as won (source 003's three pawns).
const STILL_WINS: i32 = 300;

/// Down to here a game counts as lost, mate or no mate (source 003's nine pawns).
const LOST_ANYWAY: i32 = -900;

/// The label of a step from, to or between mates; none between centipawns.
pub(super) fn label(profile: &Profile, values: Values) -> Option<Label> {
    Some(match (values.best, values.played) {
        (Cp(_), Cp(_)) => return None,
        // Escaped, or turned around.
        (MatedIn(_), Cp(_) | MateIn(_)) | (Cp(_), MateIn(_)) => Label::Best,
        // Kept: the move itself is one of the moves to mate.
        (MateIn(before), MateIn(after)) if after < before => Label::Best,
        (MateIn(_), MateIn(_)) => Label::Excellent,
        (MatedIn(before), MatedIn(after)) => hastened(profile, before.saturating_sub(after)),
        (MateIn(_), MatedIn(after)) => match profile.mates {
            Mates::Steps if after > 3 => Label::Mistake,
            _ => Label::Blunder,
        },
        (MateIn(_), Cp(cp)) => let_go(profile, values, cp),
        (Cp(cp), MatedIn(after)) => allowed(profile, values, cp, after),
    })
}

/// A mate that comes so many moves sooner than it must.
fn hastened(profile: &Profile, moves: u16) -> Label {
    match (profile.mates, moves) {
        (_, 0) => Label::Best,
        (Mates::Steps, 2..=6) => Label::Good,
        (Mates::Steps, 7..) => Label::Inaccuracy,
        _ => Label::Excellent,
    }
}

/// A mate that was there and is not any more.
fn let_go(profile: &Profile, values: Values, cp: i32) -> Label {
    let label = match profile.mates {
        Mates::Steps => match cp {
            800.. => Label::Excellent,
            400.. => Label::Good,
            200.. => Label::Inaccuracy,
            0.. => Label::Mistake,
            _ => Label::Blunder,
        },
        Mates::Decisive if cp < 0 => Label::Blunder,
        Mates::Decisive if cp < STILL_WINS => Label::Miss,
        _ => profile.by_loss(values.loss(profile)),
    };
    let harsh = rung(label) > rung(Label::Inaccuracy);
    if cp >= STILL_WINS && harsh {
        Label::Miss
    } else {
        label
    }
}

/// A mate that was not there and is now, against the mover.
fn allowed(profile: &Profile, values: Values, cp: i32, moves: u16) -> Label {
    let by_chance = profile.by_loss(values.loss(profile));
    match profile.mates {
        Mates::Steps => match moves {
            0..=2 => Label::Blunder,
            3..=5 => Label::Mistake,
            _ => Label::Inaccuracy,
        },
        // In centipawns a mate is more than any edge.
        Mates::Decisive if cp > LOST_ANYWAY => {
            let harsher = profile
                .centipawns
                .is_none_or(|both| both.counts == Counts::Harsher);
            if harsher {
                loss::worse(by_chance, Label::Blunder)
            } else {
                by_chance
            }
        }
        _ => by_chance,
    }
}

/// Lichess's judgement, to the letter; what it does not judge is good.
pub(super) fn lichess(profile: &Profile, values: Values) -> Label {
    let centipawns = |value: Value| match value {
        Cp(cp) => cp,
        MateIn(_) | MatedIn(_) => 0,
    };
    match (values.best, values.played) {
        (Cp(_), Cp(_)) => profile.by_loss(values.loss(profile)),
        (Cp(before), MatedIn(_)) => match before {
            ..-999 => Label::Inaccuracy,
            -999..-700 => Label::Mistake,
            _ => Label::Blunder,
        },
        (MateIn(_), after @ (Cp(_) | MatedIn(_))) => match centipawns(after) {
            1000.. => Label::Inaccuracy,
            701.. => Label::Mistake,
            _ => Label::Blunder,
        },
        _ => Label::Good,
    }
}
