//! What a coach would say of a move by each principle of play, as rows: the
//! moves that follow it, those that break it, and those where a hasty eye would
//! see a case and there is none.

#![allow(clippy::unwrap_used)] // what cannot be unwrapped here has failed the test

#[path = "principles/endgame.rs"]
mod endgame;
#[path = "principles/middlegame.rs"]
mod middlegame;
#[path = "principles/opening.rs"]
mod opening;
#[path = "principles/tactical.rs"]
mod tactical;

use krog_chess::{Chess, Line, fen, notation};
use krog_insight::{PRINCIPLES, Principle, Scene};

use Verdict::{Breaks, Follows, Silent};

/// What a principle says of a move. A permission that is not used is broken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verdict {
    Follows,
    Breaks,
    Silent,
}

/// The verdict, a FEN or the moves from the start, the move, and why.
type Row = (Verdict, &'static str, &'static str, &'static str);

/// The rows of the principle with this code.
type Group = (&'static str, &'static [Row]);

/// Rows that follow, and rows that do not, asked of each principle; and how
/// many of the latter break it.
const FOLLOWING: usize = 10;
const OTHERS: usize = 10;
const BREAKING: usize = 4;

fn groups() -> impl Iterator<Item = &'static Group> {
    [
        opening::GROUPS,
        middlegame::GROUPS,
        endgame::GROUPS,
        tactical::GROUPS,
    ]
    .into_iter()
    .flatten()
}

/// The position of a FEN, or after moves from the start.
fn position(text: &str) -> Chess {
    if text == "startpos" || text.contains('/') {
        return fen::parse(text).unwrap();
    }
    Line::parse(Chess::default(), text).unwrap().end().clone()
}

/// What is wrong with a row, if anything is.
fn check(code: &str, at: &str, san: &str, expected: Verdict, why: &str) -> Option<String> {
    let position = position(at);
    let m = notation::read(&position, san).unwrap();
    let scene = Scene::new(&position, m).unwrap();
    let verdict = match Principle::get(code).unwrap().follows(&scene) {
        Some(true) => Follows,
        Some(false) => Breaks,
        None => Silent,
    };
    (verdict != expected)
        .then(|| format!("{code}: {san} in {at} ({why}): {verdict:?}, expected {expected:?}"))
}

#[test]
fn principles_judge_moves_as_a_coach_does() {
    let rows = groups().flat_map(|(code, rows)| rows.iter().map(move |row| (code, row)));
    let wrong: Vec<String> = rows
        .filter_map(|(code, (expected, at, san, why))| check(code, at, san, *expected, why))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_principle_has_rows_for_and_against_it() {
    for principle in PRINCIPLES {
        let rows = groups()
            .find(|(code, _)| *code == principle.code)
            .unwrap()
            .1;
        let count = |verdict| rows.iter().filter(|row| row.0 == verdict).count();
        let (follows, breaks, silent) = (count(Follows), count(Breaks), count(Silent));
        assert!(follows >= FOLLOWING, "{}: {follows}", principle.code);
        assert!(breaks >= BREAKING, "{}: {breaks}", principle.code);
        assert!(breaks + silent >= OTHERS, "{}", principle.code);
    }
}

#[test]
fn no_row_is_there_twice_and_both_sides_move() {
    for (code, rows) in groups() {
        let turns = rows
            .iter()
            .map(|row| position(row.1))
            .filter(|position| krog_chess::Position::turn(position).is_white());
        let white = turns.count();
        assert!(white >= 3 && rows.len() - white >= 3, "{code}: {white}");
        for (index, row) in rows.iter().enumerate() {
            let again = |other: &Row| (other.1, other.2) == (row.1, row.2);
            assert!(!rows[index + 1..].iter().any(again), "{code}: {row:?}");
        }
    }
}
