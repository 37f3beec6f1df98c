//! Published counts of the positions that lie a number of plies ahead.

use krog_chess::{Chess, Position as _, fen};

use super::{Measure, Size};
use crate::{
    figure::{Bar, Figure},
    parallel, shared,
};

const FILES: [&str; 2] = [
    "positions/perft-standard.epd",
    "positions/perft-chess960.epd",
];

/// In a quick run only every tenth position is followed to the full depth.
const QUICK_STRIDE: usize = 10;

pub(super) const MEASURE: Measure = Measure {
    name: "perft",
    claim: "The published perft counts of ordinary chess and Chess960 come out to depth 4.",
    bar: Bar::All,
    full: 4,
    quick: 3,
    run,
};

fn run(depth: usize, size: Size) -> Figure {
    let mut rows = Vec::new();
    for file in FILES {
        match shared::text(file) {
            Ok(text) => rows.extend(text.lines().map(str::to_owned)),
            Err(reason) => return Figure::skipped(reason),
        }
    }
    rows.retain(|row| !row.trim().is_empty());
    parallel::over(rows.into_iter().enumerate().collect(), |(index, row)| {
        let deeper = size == Size::Quick && index.is_multiple_of(QUICK_STRIDE);
        examine(&row, depth + usize::from(deeper))
    })
}

/// Counts one row, `FEN ;D1 20 ;D2 400 …`, down to a depth.
fn examine(row: &str, deepest: usize) -> Figure {
    let mut figure = Figure::default();
    let mut fields = row.split(';').map(str::trim);
    let text = fields.next().unwrap_or_default();
    let position = match fen::parse(text) {
        Ok(position) => position,
        Err(error) => {
            figure.judge(false, || format!("{text}: {error}"));
            return figure;
        }
    };
    for field in fields.filter(|field| !field.is_empty()) {
        match count(field) {
            Some((depth, expected)) if depth <= deepest => {
                let found = perft(&position, depth);
                figure.compare(&found, &expected, || format!("depth {depth} of {text}"));
            }
            Some(_) => {}
            None => figure.judge(false, || format!("{field:?}: expected D4 197281")),
        }
    }
    figure
}

fn count(field: &str) -> Option<(usize, u64)> {
    let (depth, count) = field.strip_prefix('D')?.split_once(char::is_whitespace)?;
    Some((depth.parse().ok()?, count.trim().parse().ok()?))
}

fn perft(position: &Chess, depth: usize) -> u64 {
    let moves = position.legal_moves();
    if depth <= 1 {
        return moves.len() as u64;
    }
    moves
        .into_iter()
        .map(|m| {
            let mut after = position.clone();
            after.play_unchecked(m);
            perft(&after, depth - 1)
        })
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_counted_to_the_depth_asked_for() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let right = examine(&format!("{start} ;D1 20 ;D2 400 ;D3 8902 ;D4 1"), 3);
        assert_eq!((right.cases, right.agreed), (3, 3));
        let wrong = examine(&format!("{start} ;D1 20 ;D2 401"), 3);
        assert_eq!((wrong.cases, wrong.agreed), (2, 1));
    }
}
