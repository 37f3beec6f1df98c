//! The positions on which the logic is timed: middlegames of the sample games
//! and of random play.

use krog_chess::{Chess, Phase, Position as _, pgn, random};

use crate::shared;

/// How many of them.
const POSITIONS: usize = 500;

/// Every so many plies of a sample game one is taken.
const EVERY: usize = 4;

/// Middlegame positions with a legal move, the same on every machine.
pub(super) fn positions() -> Vec<Chess> {
    let samples = shared::samples().into_iter().flat_map(|(_, bytes)| {
        let readings: Vec<_> = pgn::games(&bytes[..]).flatten().collect();
        readings.into_iter().flat_map(|reading| {
            let line = reading.game.line();
            let positions: Vec<Chess> = line.steps().map(|(p, _)| p).step_by(EVERY).collect();
            positions
        })
    });
    samples
        .chain(random::positions(23))
        .filter(|position| Phase::of(position.board()) == Phase::Middlegame)
        .filter(|position| !position.legal_moves().is_empty())
        .take(POSITIONS)
        .collect()
}
