//! What a static exchange costs.

use std::hint::black_box;

use krog_chess::{Chess, Move, Position as _, random, see};

use super::{Bench, Cost, nanos_each};

pub(super) const BENCH: Bench = Bench {
    name: "see",
    question: "How long does the static exchange of a capture take?",
    run,
};

#[expect(
    clippy::unnecessary_wraps,
    reason = "the registry holds benches that can be skipped"
)]
fn run() -> Result<Vec<Cost>, String> {
    let positions: Vec<Chess> = random::positions(21).take(2_000).collect();
    let captures: Vec<(&Chess, Move)> = positions
        .iter()
        .flat_map(|position| {
            let moves = position.capture_moves();
            moves.into_iter().map(move |m| (position, m))
        })
        .collect();
    let figure = nanos_each(captures.len(), || {
        for (position, m) in &captures {
            black_box(see::value(black_box(position), *m));
        }
    });
    Ok(vec![Cost {
        of: None,
        figure,
        peer: None,
        bar: None,
        unit: "ns per capture",
    }])
}
