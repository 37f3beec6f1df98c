//! Published exchange cases: `FEN; SAN; value; reason`.

use krog_chess::{
    Chess, Move, fen,
    notation::{self, MoveError},
    see,
};

use super::{Measure, Size};
use crate::{
    figure::{Bar, Figure},
    shared,
};

const ROWS: &str = "positions/see.epd";

/// Rows that contradict the definition of an exchange by legal captures: how
/// each begins, our value, and why. See docs/decisions/0003.
const DISPUTED: &[(&str, i32, &str)] = &[
    (
        "6r1/4kq2/b2p1p2/p1pPb3/p1P2B1Q/2P4P/2B1R1P1/6K1 w - -; Bxe5;",
        100,
        "the row lets the pinned pawn on f6 take back",
    ),
    (
        "8/8/8/1k6/6b1/4N3/2p3K1/3n4 w - -; Nxd1;",
        -800,
        "the row lets the bishop take back, though the pawn can and becomes a queen",
    ),
];

pub(super) const MEASURE: Measure = Measure {
    name: "see-rows",
    claim: "The published static exchange cases come out as published, two disputed ones aside.",
    bar: Bar::All,
    full: usize::MAX,
    quick: usize::MAX,
    run,
};

fn run(items: usize, _: Size) -> Figure {
    let text = match shared::text(ROWS) {
        Ok(text) => text,
        Err(reason) => return Figure::skipped(reason),
    };
    let mut figure = Figure::default();
    let rows = text.lines().map(str::trim).filter(|row| !row.is_empty());
    for row in rows.take(items) {
        let disputed = DISPUTED.iter().find(|(start, ..)| row.starts_with(start));
        for found in found(row) {
            match disputed {
                None => figure.compare(&found, &expected(row), || row.to_owned()),
                // No agreement with the row is claimed, only that ours is as told.
                Some((_, ours, why)) if found == Ok(*ours) => {
                    figure.remark(format!(
                        "disputed, not counted: {row}: ours is {ours}, for {why}"
                    ));
                }
                Some((_, ours, _)) => figure.compare(&found, &Ok(*ours), || row.to_owned()),
            }
        }
    }
    figure
}

/// The fields of a row, without the blanks around them.
fn fields(row: &str) -> Vec<&str> {
    row.split(';').map(str::trim).collect()
}

fn expected(row: &str) -> Result<i32, String> {
    let value = fields(row).get(2).copied().unwrap_or_default();
    value
        .parse()
        .map_err(|error| format!("found {value:?}, expected a number: {error}"))
}

/// The values of the moves that a row names: several where it leaves open
/// which man moves, as one row does.
fn found(row: &str) -> Vec<Result<i32, String>> {
    match moves(row) {
        Ok((position, moves)) => moves
            .into_iter()
            .map(|m| Ok(see::value(&position, m)))
            .collect(),
        Err(error) => vec![Err(error)],
    }
}

fn moves(row: &str) -> Result<(Chess, Vec<Move>), String> {
    let fields = fields(row);
    let [fen, san, ..] = fields[..] else {
        return Err("found fewer than two fields, expected four".to_owned());
    };
    let position = fen::parse(fen).map_err(|error| error.to_string())?;
    let texts = match notation::read(&position, san) {
        Err(MoveError::Ambiguous { candidates, .. }) => candidates,
        _ => vec![san.to_owned()],
    };
    let moves: Result<Vec<Move>, MoveError> = texts
        .iter()
        .map(|text| notation::read(&position, text))
        .collect();
    Ok((position, moves.map_err(|error| error.to_string())?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(row: &str, value: i32) {
        assert_eq!(expected(row), Ok(value), "{row}");
        assert_eq!(found(row), [Ok(value)], "{row}");
    }

    #[test]
    fn rows_are_read_whatever_their_blanks() {
        check("4k3/8/8/3p4/8/8/8/3RK3 w - -; Rxd5; 100; P", 100);
        check("4k3/8/8/3p4/8/8/8/3RK3 w - - ;\tRxd5 ;\t 100;", 100);
    }
}
