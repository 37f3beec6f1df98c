//! What it costs to judge all moves of a position by the laws.

use std::{hint::black_box, time::Instant};

use krog_chess::Move;
use krog_logic::{
    State, rules,
    validate::{self, Attempt},
};

use super::{Bench, Cost, median, middlegame};

/// What a page that explains every move can wait for, in microseconds.
const BAR: f64 = 1_000.0;

pub(super) const BENCH: Bench = Bench {
    name: "validate",
    question: "How long does it take to judge all pseudo-legal moves of a middlegame position?",
    run,
};

#[expect(
    clippy::unnecessary_wraps,
    reason = "the registry holds benches that can be skipped"
)]
fn run() -> Result<Vec<Cost>, String> {
    let positions = middlegame::positions();
    let times = positions.iter().map(|position| {
        let state = State::of(position);
        let moves = rules::candidates(&state, state.turn);
        // Once to warm up, once to count.
        judge_all(&state, &moves);
        let start = Instant::now();
        judge_all(&state, &moves);
        start.elapsed().as_secs_f64() * 1e6
    });
    Ok(vec![Cost {
        of: None,
        figure: median(times.collect()),
        peer: None,
        bar: Some(BAR),
        unit: "µs per position",
    }])
}

fn judge_all(state: &State, moves: &[Move]) {
    for attempt in moves.iter().filter_map(|m| Attempt::of(*m)) {
        black_box(validate::judge(black_box(state), attempt).is_valid());
    }
}
