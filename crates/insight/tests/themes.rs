//! Themes of short lines, with the classic false friends beside them.

#![allow(clippy::unwrap_used)] // what cannot be unwrapped here has failed the test

use krog_chess::{Line, fen, mirror, random};
use krog_insight::{Solution, THEMES, tag};

/// Whether a line has a theme. The first move is the opponent's.
#[track_caller]
fn check(theme: &str, fen: &str, moves: &str, expected: bool) {
    assert!(THEMES.iter().any(|known| known.id == theme), "{theme}");
    let line = Line::parse(fen::parse(fen).unwrap(), moves).unwrap();
    let found = tag(&Solution::new(&line).unwrap());
    let found = found.iter().any(|tag| tag.id == theme);
    assert_eq!(found, expected, "{theme}: {line}");
}

#[test]
fn a_fork_hits_two_and_is_not_simply_taken() {
    let knight = "r3k3/8/8/3N4/8/8/8/4K2R b - - 0 1";
    check("fork", knight, "e8f8 d5c7 f8g7 c7a8", false);
    check(
        "fork",
        "q3k3/7p/8/3N4/8/8/8/4K3 b - - 0 1",
        "h7h6 d5c7 e8d7 c7a8",
        true,
    );
    // The forker can be taken by a pawn.
    check(
        "fork",
        "q3k3/3p3p/8/3N4/8/2b5/8/6K1 b - - 0 1",
        "c3e5 d5c7 e5c7 g1f2",
        false,
    );
}

#[test]
fn mates_are_called_by_their_pattern() {
    let back_rank = "r5k1/5ppp/8/8/8/8/5PPP/3R2K1 b - - 0 1";
    check("backRankMate", back_rank, "a8a2 d1d8", true);
    // With luft it is no mate at all.
    check(
        "backRankMate",
        "r5k1/5pp1/7p/8/8/8/5PPP/3R2K1 b - - 0 1",
        "a8a2 d1d8",
        false,
    );
    let smothered = "r5rk/6pp/8/6N1/8/8/6PP/6K1 b - - 0 1";
    check("smotheredMate", smothered, "a8b8 g5f7", true);
    check("smotheredMate", back_rank, "a8a2 d1d8", false);
}

#[test]
fn taking_what_hangs_is_not_a_recapture() {
    check(
        "hangingPiece",
        "6k1/5ppp/8/8/8/8/r4PPP/3R2K1 b - - 0 1",
        "a2a1 d1a1",
        true,
    );
    // An even trade.
    check(
        "hangingPiece",
        "r5k1/5ppp/8/8/8/8/5PPP/R2R2K1 b - - 0 1",
        "a8a1 d1a1",
        false,
    );
}

#[test]
fn discoveries_and_double_checks_are_seen() {
    let battery = "4k3/7p/8/8/4N3/8/8/4R1K1 b - - 0 1";
    check("doubleCheck", battery, "h7h6 e4f6", true);
    check("discoveredAttack", battery, "h7h6 e4g5", true);
    check("doubleCheck", battery, "h7h6 e4g5", false);
}

#[test]
fn themes_are_the_same_in_the_mirror() {
    let mut dice = random::Dice::new(41);
    for position in random::positions(42).take(1_500) {
        let mut line = Line::at(position.clone());
        let mut mirrored = Line::at(mirror::position(&position));
        for _ in 0..2 + 2 * dice.below(3) {
            let moves = krog_chess::Position::legal_moves(line.end());
            let Some(m) = dice.pick(&moves).copied() else {
                break;
            };
            line.push(m).unwrap();
            mirrored.push(mirror::mv(m)).unwrap();
        }
        let ids = |line: &Line| -> Option<Vec<&str>> {
            Some(
                tag(&Solution::new(line)?)
                    .iter()
                    .map(|theme| theme.id)
                    .collect(),
            )
        };
        assert_eq!(ids(&line), ids(&mirrored), "{line}");
    }
}
