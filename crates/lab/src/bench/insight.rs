//! What it costs to explain: one move as it was played, every legal move of a
//! position, and the tagging of a puzzle's line.

use std::{hint::black_box, time::Instant};

use krog_chess::{Chess, Move, Phase, Position as _, pgn};
use krog_insight::{Given, explain};

use super::{Bench, Cost, median, middlegame};
use crate::shared;

/// What the claims of one move may take, in microseconds.
const ONE: f64 = 1_000.0;

/// What the claims of every legal move of a position may take, in microseconds.
const ALL: f64 = 30_000.0;

/// Positions whose moves are all explained.
const POSITIONS: usize = 101;

/// Played moves that are explained.
const MOVES: usize = 2_001;

pub(super) const BENCH: Bench = Bench {
    name: "insight",
    question: "How long does it take to explain a played move, and all moves of a middlegame position?",
    run,
};

#[expect(
    clippy::unnecessary_wraps,
    reason = "the registry holds benches that can be skipped"
)]
fn run() -> Result<Vec<Cost>, String> {
    let one = played().into_iter().map(|(position, m)| {
        black_box(explain(&position, m, Given::default()).is_ok());
        micros(|| explain(&position, m, Given::default()).is_ok())
    });
    let positions = middlegame::positions();
    let all = positions.iter().take(POSITIONS).map(|position| {
        micros(|| {
            let moves = position.legal_moves().into_iter();
            moves
                .filter(|m| explain(position, *m, Given::default()).is_ok())
                .count()
        })
    });
    let cost = |of, times: Vec<f64>, bar| Cost {
        of: Some(of),
        figure: median(times),
        peer: None,
        bar: Some(bar),
        unit: "µs",
    };
    Ok(vec![
        cost("one played move of a middlegame", one.collect(), ONE),
        cost(
            "every legal move of a middlegame position",
            all.collect(),
            ALL,
        ),
    ])
}

/// Time on the wall: the system counts processor time in ticks longer than this.
fn micros<T>(work: impl FnOnce() -> T) -> f64 {
    let start = Instant::now();
    black_box(work());
    start.elapsed().as_secs_f64() * 1e6
}

/// Moves of sample games, each in a middlegame position.
fn played() -> Vec<(Chess, Move)> {
    let games = shared::samples().into_iter().flat_map(|(_, bytes)| {
        let readings: Vec<_> = pgn::games(&bytes[..]).flatten().collect();
        readings
    });
    let steps = games.flat_map(|reading| reading.game.line().steps().collect::<Vec<_>>());
    steps
        .filter(|(position, _)| Phase::of(position.board()) == Phase::Middlegame)
        .take(MOVES)
        .collect()
}
