//! The static exchange against a search over real positions.

use krog_chess::{Chess, Position as _, fen, notation, see};

use super::{Measure, Size};
use crate::{
    figure::{Bar, Figure},
    oracle::exchange,
    parallel,
};

pub(super) const MEASURE: Measure = Measure {
    name: "see",
    claim: "The static exchange of every legal move equals a search that plays the captures.",
    bar: Bar::All,
    full: 10_000,
    quick: 2_000,
    run,
};

fn run(positions: usize, _: Size) -> Figure {
    parallel::over_random_positions(11, positions, examine)
}

fn examine(figure: &mut Figure, position: &Chess) {
    for m in position.legal_moves() {
        let found = see::value(position, m);
        let expected = exchange::value(position, m);
        figure.compare(&found, &expected, || {
            let san = notation::write(position, m, notation::Form::San);
            format!("{san} in {}", fen::write(position))
        });
    }
}
