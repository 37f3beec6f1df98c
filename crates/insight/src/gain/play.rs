//! What the engine's best play brings either side: material, mate, a draw by
//! perpetual check, or an asset that is no material.

use krog_chess::{Color, EngineLine, Line, Value, see};

use super::{Advice, line_of, reply_of};
use crate::{
    claim::{Court, Proposal, Source, Word},
    counsel::{Asset, Prospect, Wish},
    scene::Scene,
};

/// What a position is worth at most, in centipawns, that an engine finds drawn.
const LEVEL: i32 = 30;

/// What the engine must find a move worth over the one that was to be had instead,
/// in centipawns, for an asset to be looked for; every end must keep half of it.
const WORTH: i32 = 100;

/// Plies in which the other line may not bring the same.
const SOON: usize = 4;

/// A value from which on it makes no difference how large it is, in centipawns.
const DECIDED: i32 = 1_500;

/// What the engine's best play wins for a side, where it thinks that side
/// stands better by a pawn than the men on the board say.
pub(super) fn gains(scene: &Scene, advice: Advice<'_>, court: &mut Court, winner: Color) -> bool {
    let before = scene.balance(winner);
    let (Some(counsel), Some(line)) = (advice.counsel, line_of(scene)) else {
        return false;
    };
    if advice.gains(winner, before).is_empty() {
        return false;
    }
    let Some((prospect, lines)) = counsel.gain(&line, advice.trail(scene).as_ref(), winner, before)
    else {
        return false;
    };
    let won = winner == scene.mover();
    let (who, whom) = sides(won);
    let proposal = match prospect {
        Prospect::Gain(gain) => {
            let gain = advice.borne_out(winner, before, gain);
            if gain < 100 {
                return false;
            }
            let formula = format!(
                "balance({who}) = {before} ∧ (expects({who}, won({who}, {})) after move)",
                before + gain
            );
            let id = if won { "wins_by_play" } else { "loses_by_play" };
            Proposal::new(id, Source::Tactic("advantage"), formula)
                .weight(390 + gain / 4)
                .gain(if won { gain } else { -gain })
                .word("gain", Word::Worth(gain))
        }
        Prospect::Mate(moves) => {
            let number = i32::try_from(moves).unwrap_or(i32::MAX) + i32::from(won);
            let id = if won {
                "mates_by_play"
            } else {
                "allows_mate_by_play"
            };
            let formula = format!("expects({who}, checkmate({whom})) after move");
            Proposal::new(id, Source::Tactic("mate"), formula)
                .weight(900 - number)
                .word("count", Word::Number(number))
        }
    };
    let proposal = proposal
        .word("reply", Word::Moves(reply_of(&lines)))
        .lines(lines);
    court.hear(scene, if won { proposal } else { proposal.against() })
}

/// What the move wins by its exchange and the engine's best play takes back:
/// where the loss does not show against the balance before the move.
pub(super) fn gives_back(scene: &Scene, advice: Advice<'_>, court: &mut Court) -> bool {
    let enemy = !scene.mover();
    let before = scene.balance(enemy);
    let won = see::value(scene.before(), scene.m());
    let now = before - won;
    let (Some(counsel), Some(line), Some((_, square))) =
        (advice.counsel, line_of(scene), scene.victim())
    else {
        return false;
    };
    if won < 100 || advice.borne_out(enemy, now, 100) < 100 {
        return false;
    }
    let found = counsel.gain(&line, advice.trail(scene).as_ref(), enemy, now);
    let Some((Prospect::Gain(gain), lines)) = found else {
        return false;
    };
    let gain = advice.borne_out(enemy, now, gain);
    if gain < 100 {
        return false;
    }
    let formula = format!(
        "victim(move) = {square} ∧ exchange(move) = {won} ∧ balance(opponent) = {before} \
         ∧ (expects(opponent, won(opponent, {})) after move)",
        now + gain
    );
    let proposal = Proposal::new("gives_back", Source::Tactic("advantage"), formula)
        .against()
        .weight(370 + gain / 4)
        .man("man", scene.board(), square)
        .word("gain", Word::Worth(gain))
        .word("reply", Word::Moves(reply_of(&lines)))
        .lines(lines);
    court.hear(scene, proposal)
}

/// A draw by perpetual check that a side can hold, where the engine finds the
/// position drawn.
pub(super) fn draws(scene: &Scene, advice: Advice<'_>, court: &mut Court, side: Color) -> bool {
    let level = |value| matches!(value, Value::Cp(cp) if cp.abs() <= LEVEL);
    let (Some(counsel), Some(line)) = (advice.counsel, line_of(scene)) else {
        return false;
    };
    if !advice.value(side).is_some_and(level) {
        return false;
    }
    let ahead = scene.balance(side) + 100;
    let Some(lines) = counsel.perpetual(&line, advice.trail(scene).as_ref(), side, ahead) else {
        return false;
    };
    let own = side == scene.mover();
    let (who, _) = sides(own);
    let id = if own {
        "draws_by_play"
    } else {
        "allows_draw_by_play"
    };
    let formula = format!("expects({who}, perpetual({who}) ∨ won({who}, {ahead})) after move");
    let proposal = Proposal::new(id, Source::Tactic("equality"), formula)
        .weight(380)
        .word("reply", Word::Moves(reply_of(&lines)))
        .lines(lines);
    court.hear(scene, if own { proposal } else { proposal.against() })
}

/// What the engine's best play brings a side that is no material, and does not
/// bring it as soon on `other`, the line that was to be had instead and that the
/// engine finds a pawn worse for that side.
pub(super) fn assets(
    scene: &Scene,
    advice: Advice<'_>,
    (side, other): (Color, &EngineLine),
    court: &mut Court,
) -> bool {
    let before = scene.balance(side);
    let (Some(counsel), Some(line), Some(here)) =
        (advice.counsel, line_of(scene), advice.value(side))
    else {
        return false;
    };
    let (here, there) = (cents(here), cents(other.score.pov(side)));
    if here < there + WORTH {
        return false;
    }
    let elsewhere = |asset: Asset, plies: usize| {
        let mut steps = other.line.steps().take(plies);
        steps.any(|(position, _)| asset.is_held(&position, side))
    };
    // The mover may come to have it by the move itself.
    let own = side == scene.mover();
    let after = if own { scene.before() } else { scene.after() };
    let trail = advice.trail(scene);
    // The engine's own line must come to have it.
    let shown = |asset: Asset| {
        trail.as_ref().is_some_and(|trail| {
            let mut steps = trail.steps();
            steps.any(|(position, _)| asset.is_held(&position, side))
                || asset.is_held(trail.end(), side)
        })
    };
    Asset::open([scene.before(), after], side)
        .into_iter()
        .filter(|asset| shown(*asset) && !elsewhere(*asset, SOON))
        .any(|asset| {
            let wish = Wish {
                asset,
                won: before + 100,
                worth: i32::midpoint(here, there),
            };
            let lines = counsel.asset(&line, trail.as_ref(), side, wish);
            let longest = |lines: &Vec<Line>| lines.iter().map(|line| line.moves().len()).max();
            lines
                .filter(|lines| !elsewhere(asset, longest(lines).unwrap_or(0)))
                .is_some_and(|lines| court.hear(scene, held(scene, side, wish, lines)))
        })
}

/// A value in centipawns; a mate is worth more than any position.
fn cents(value: Value) -> i32 {
    match value {
        Value::Cp(cp) => cp.clamp(-DECIDED, DECIDED),
        Value::MateIn(_) => DECIDED,
        Value::MatedIn(_) => -DECIDED,
    }
}

/// The proposal that a side comes to have an asset, or else wins a pawn.
fn held(scene: &Scene, side: Color, wish: Wish, lines: Vec<Line>) -> Proposal {
    let Wish { asset, won, .. } = wish;
    let own = side == scene.mover();
    let (who, whom) = sides(own);
    let missing = asset.missing(who, whom);
    let still = if own {
        String::new()
    } else {
        format!(" ∧ ({missing} after move)")
    };
    let formula = format!(
        "balance({who}) = {} ∧ {missing}{still} ∧ (expects({who}, won({who}, {won}) \
         ∨ settled({who}) ∧ {}) after move)",
        scene.balance(side),
        asset.held(who),
    );
    let [gets, allows] = asset.ids();
    let mut proposal = Proposal::new(if own { gets } else { allows }, Source::Effect, formula)
        .weight(350)
        .word("reply", Word::Moves(reply_of(&lines)))
        .lines(lines);
    if let Some(number) = asset.number() {
        proposal = proposal.word("number", Word::Number(number));
    }
    if let (Asset::Stranded | Asset::Bared, Some(king)) =
        (asset, scene.board_after().king_of(!side))
    {
        proposal = proposal.man("king", scene.board_after(), king);
    }
    if own { proposal } else { proposal.against() }
}

/// The side in question and the other one, as a formula about a move names them.
fn sides(own: bool) -> (&'static str, &'static str) {
    if own {
        ("self", "opponent")
    } else {
        ("opponent", "self")
    }
}
