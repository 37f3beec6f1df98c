//! Tactics along short lines, as rows: for each theme the lines that show it
//! and its false friends, which look like it and are something else or nothing.

#![allow(clippy::unwrap_used)] // what cannot be unwrapped here has failed the test

#[path = "tactics/attacks.rs"]
mod attacks;
#[path = "tactics/length.rs"]
mod length;
#[path = "tactics/lines.rs"]
mod lines;
#[path = "tactics/lures.rs"]
mod lures;
#[path = "tactics/mates.rs"]
mod mates;
#[path = "tactics/spoils.rs"]
mod spoils;

use krog_chess::{Chess, Line, fen};
use krog_insight::{Solution, THEMES, Theme};

/// Whether the line has the theme, a FEN or the moves from the start, the line,
/// whose first move is the opponent's, and why.
type Row = (bool, &'static str, &'static str, &'static str);

/// The rows of the theme with this id.
type Group = (&'static str, &'static [Row]);

/// Rows asked of each tactic, both for and against it; fewer of those that only
/// count moves.
const ENOUGH: usize = 8;
const ENOUGH_OF_LENGTH: usize = 2;

fn groups() -> impl Iterator<Item = &'static Group> {
    [
        mates::GROUPS,
        lines::GROUPS,
        lures::GROUPS,
        spoils::GROUPS,
        attacks::GROUPS,
        length::GROUPS,
    ]
    .into_iter()
    .flatten()
}

/// The position of a FEN, or after moves from the start.
fn position(text: &str) -> Chess {
    if text.contains('/') {
        return fen::parse(text).unwrap();
    }
    Line::parse(Chess::default(), text).unwrap().end().clone()
}

#[track_caller]
fn check(theme: &str, at: &str, moves: &str, expected: bool, why: &str) {
    let line = Line::parse(position(at), moves).unwrap();
    let found = Theme::get(theme)
        .unwrap()
        .is_in(&Solution::new(&line).unwrap());
    assert_eq!(found, expected, "{theme}: {line} in {at} ({why})");
}

#[test]
fn tactics_are_told_from_their_false_friends() {
    for (theme, rows) in groups() {
        for (expected, at, moves, why) in *rows {
            check(theme, at, moves, *expected, why);
        }
    }
}

#[test]
fn every_tactic_has_rows_for_and_against_it() {
    for theme in THEMES {
        let rows = groups().find(|(id, _)| *id == theme.id).unwrap().1;
        let only_counts = length::GROUPS.iter().any(|(id, _)| *id == theme.id);
        let enough = if only_counts {
            ENOUGH_OF_LENGTH
        } else {
            ENOUGH
        };
        for side in [true, false] {
            let count = rows.iter().filter(|row| row.0 == side).count();
            assert!(count >= enough, "{} {side}: {count}", theme.id);
        }
    }
}

#[test]
fn no_row_is_there_twice() {
    for (theme, rows) in groups() {
        for (index, row) in rows.iter().enumerate() {
            let again = |other: &Row| (other.1, other.2) == (row.1, row.2);
            assert!(!rows[index + 1..].iter().any(again), "{theme}: {row:?}");
        }
    }
}
