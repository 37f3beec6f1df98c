//! What an attack map costs.

use std::hint::black_box;

use krog_chess::{Chess, Position as _, attacks::AttackMap, random};

use super::{Bench, Cost, nanos_each};

pub(super) const BENCH: Bench = Bench {
    name: "attacks",
    question: "How long does the attack map of a position take?",
    run,
};

#[expect(
    clippy::unnecessary_wraps,
    reason = "the registry holds benches that can be skipped"
)]
fn run() -> Result<Vec<Cost>, String> {
    let positions: Vec<Chess> = random::positions(22).take(2_000).collect();
    let figure = nanos_each(positions.len(), || {
        for position in &positions {
            black_box(AttackMap::of(black_box(position.board())));
        }
    });
    Ok(vec![Cost {
        of: None,
        figure,
        peer: None,
        bar: None,
        unit: "ns per map",
    }])
}
