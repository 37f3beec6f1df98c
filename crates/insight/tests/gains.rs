//! What may be claimed of a move and what may not, as rows: a fork is a fork
//! only where it wins something, and so on for every gain that has a name.

#![allow(clippy::unwrap_used)] // what cannot be unwrapped here has failed the test

#[path = "gains/named.rs"]
mod named;
#[path = "gains/others.rs"]
mod others;

use krog_chess::{Chess, Line, fen, notation};
use krog_insight::{Given, explain};

/// Whether the claim is made, a FEN or the moves from the start, the move, and
/// why.
type Row = (bool, &'static str, &'static str, &'static str);

/// The rows of the claim with this id.
type Group = (&'static str, &'static [Row]);

/// Rows asked of each gain that has a name, both for and against it.
const ENOUGH: usize = 8;

/// The position of a FEN, or after moves from the start.
fn position(text: &str) -> Chess {
    if text.contains('/') {
        return fen::parse(text).unwrap();
    }
    Line::parse(Chess::default(), text).unwrap().end().clone()
}

/// What is wrong with a row, if anything is.
fn check(id: &str, at: &str, san: &str, expected: bool, why: &str) -> Option<String> {
    let position = position(at);
    let m = notation::read(&position, san).unwrap();
    let explanation = explain(&position, m, Given::default()).unwrap();
    let ids: Vec<&str> = explanation.claims.iter().map(|claim| claim.id).collect();
    let fits = ids.contains(&id) == expected;
    (!fits).then(|| format!("{id}: {san} in {at} ({why}), expected {expected}: {ids:?}"))
}

#[test]
fn gains_are_claimed_where_they_are_proved_and_not_elsewhere() {
    let groups = named::GROUPS.iter().chain(others::GROUPS);
    let rows = groups.flat_map(|(id, rows)| rows.iter().map(move |row| (id, row)));
    let wrong: Vec<String> = rows
        .filter_map(|(id, (expected, at, san, why))| check(id, at, san, *expected, why))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_named_gain_has_rows_for_and_against_it() {
    for (id, rows) in named::GROUPS {
        for side in [true, false] {
            let count = rows.iter().filter(|row| row.0 == side).count();
            assert!(count >= ENOUGH, "{id} {side}: {count}");
        }
    }
}

#[test]
fn no_row_is_there_twice() {
    for (id, rows) in named::GROUPS.iter().chain(others::GROUPS) {
        for (index, row) in rows.iter().enumerate() {
            let again = |other: &Row| (other.1, other.2) == (row.1, row.2);
            assert!(!rows[index + 1..].iter().any(again), "{id}: {row:?}");
        }
    }
}
