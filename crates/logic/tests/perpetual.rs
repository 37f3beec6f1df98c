//! Perpetual check along lines: the position comes again, and every move of the
//! checker in between has given check.

#![allow(clippy::unwrap_used)] // what cannot be unwrapped here has failed the test

use krog_chess::{Line, fen};
use krog_logic::{Env, Formula, Trace, Vocabulary};

/// The king has but one square after each check on e1 and h4.
const BARE: &str = "6k1/RR3ppp/8/4q3/8/5P2/6P1/6K1 b - - 0 1";

#[track_caller]
fn check(lines: &[&str], formula: &str, expected: bool) {
    let start = fen::parse(BARE).unwrap();
    let lines: Vec<Line> = lines
        .iter()
        .map(|line| Line::parse(start.clone(), line).unwrap())
        .collect();
    let trace = Trace::of_line(&lines[0]).with_lines(&lines);
    let formula = Formula::parse(formula, Vocabulary::base()).unwrap();
    let holds = formula.holds(&Env::at(&trace, 0).unwrap());
    assert_eq!(holds, expected, "{lines:?}");
}

#[test]
fn checks_that_come_back_are_perpetual() {
    let forced = "forces(self, perpetual(self)) after move";
    check(&["Qe1+ Kh2 Qh4+ Kg1 Qe1+"], forced, true);
    // It has not come back yet.
    check(&["Qe1+ Kh2 Qh4+ Kg1"], forced, false);
    check(&["Qe1+ Kh2 Qh4+"], forced, false);
    // The other side checks nobody.
    let other = "forces(self, perpetual(opponent)) after move";
    check(&["Qe1+ Kh2 Qh4+ Kg1 Qe1+"], other, false);
    // A quiet move in between breaks the row of checks.
    let expected = "expects(self, perpetual(self)) after move";
    let calm = "Qe1+ Kh2 Qd2 Kg1 Qe1+";
    check(&[calm, "Qe1+ Kh2 Qd2 Kh1 Qe1+"], expected, false);
}

#[test]
fn what_stood_before_the_judged_move_does_not_count() {
    // The first state is not one whose replies the lines answer.
    let start = fen::parse("6k1/RR3ppp/8/8/8/5P2/6P1/4q1K1 w - - 0 1").unwrap();
    let line = Line::parse(start, "Kh2 Qh4+ Kg1 Qe1+").unwrap();
    let lines = [line];
    let trace = Trace::of_line(&lines[0]).with_lines(&lines);
    let text = "forces(opponent, perpetual(opponent)) after move";
    let formula = Formula::parse(text, Vocabulary::base()).unwrap();
    assert!(!formula.holds(&Env::at(&trace, 0).unwrap()));
}
