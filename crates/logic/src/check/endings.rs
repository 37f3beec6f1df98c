//! How games end, as far as a trace can show it.

use std::time::Duration;

use super::Env;
use crate::{rules, sort::Ending, state::State};

/// Half-moves after which a draw can be claimed, and after which it is one.
const CLAIMABLE_PLIES: u32 = 100;
const AUTOMATIC_PLIES: u32 = 150;

/// GT: the game is over: by mate, stalemate, a dead position, the fifth
/// repetition, seventy-five moves, a fallen flag, or as its record says. A draw
/// that may be claimed does not end the game by itself.
pub(crate) fn is_over(env: &Env<'_>) -> bool {
    [
        Ending::Checkmate,
        Ending::Stalemate,
        Ending::InsufficientMaterial,
        Ending::Fivefold,
        Ending::SeventyFiveMoves,
        Ending::TimeForfeit,
        Ending::Resignation,
        Ending::Agreement,
    ]
    .into_iter()
    .any(|ending| has_ended(env, ending))
}

/// GT(r): this ending stands on the board, or can be claimed.
pub(crate) fn has_ended(env: &Env<'_>, ending: Ending) -> bool {
    let state = env.state();
    let stuck = || rules::legal(state, state.turn).is_empty();
    let in_check = || rules::in_check(state, state.turn);
    let on_board = match ending {
        Ending::Checkmate => in_check() && stuck(),
        Ending::Stalemate => !in_check() && stuck(),
        Ending::InsufficientMaterial => rules::dead_position(state),
        Ending::Threefold => repetitions(env) >= 3,
        Ending::Fivefold => repetitions(env) >= 5,
        Ending::FiftyMoves => state.quiet_plies >= CLAIMABLE_PLIES,
        // Checkmate comes before the count of moves.
        Ending::SeventyFiveMoves => {
            state.quiet_plies >= AUTOMATIC_PLIES && !(in_check() && stuck())
        }
        Ending::TimeForfeit => *state.clocks.get(state.turn) == Some(Duration::ZERO),
        Ending::Resignation | Ending::Agreement => false,
    };
    on_board || env.recorded_ending() == Some(ending)
}

/// PR: how often the position here has stood in the trace, this time included.
pub(crate) fn repetitions(env: &Env<'_>) -> usize {
    let here = env.state();
    let mut count = 1;
    let mut earlier = env.clone();
    // What a capture or a pawn move has changed cannot come back.
    for _ in 0..here.quiet_plies {
        let Some((before, _)) = earlier.before() else {
            break;
        };
        earlier = before;
        count += usize::from(is_same(here, earlier.state()));
    }
    count
}

/// Whether the position has stood before on the lines beside the game, and each
/// move of `checker` since then has given check.
pub(crate) fn is_perpetual(env: &Env<'_>, checker: krog_chess::Color) -> bool {
    let here = env.state();
    if here.turn == checker {
        return false;
    }
    let mut earlier = env.clone();
    while let Some((before, _)) = earlier
        .before()
        .filter(|(before, _)| before.is_hypothetical())
    {
        let state = earlier.state();
        if state.turn != checker && !rules::in_check(state, !checker) {
            return false;
        }
        earlier = before;
        if is_same(here, earlier.state()) {
            return true;
        }
    }
    false
}

/// Equal by placement, turn, castling rights and legal en passant.
fn is_same(a: &State, b: &State) -> bool {
    a.turn == b.turn && a.rights == b.rights && a.board == b.board && can_pass(a) == can_pass(b)
}

/// The square on which a capture in passing is legal.
fn can_pass(state: &State) -> Option<krog_chess::Square> {
    let square = state.passed?;
    rules::legal(state, state.turn)
        .iter()
        .any(|m| m.is_en_passant())
        .then_some(square)
}
