//! Claims as a whole: every one is documented, mirrors, and says only what it
//! has evidence for.

#![allow(clippy::unwrap_used)] // what cannot be unwrapped here has failed the test

use std::collections::BTreeSet;

use krog_chess::{Position as _, mirror, random};
use krog_insight::{Claim, Given, PRINCIPLES, Scene, explain};

#[test]
fn every_claim_is_documented_and_every_documented_claim_has_a_text() {
    let docs = include_str!("../../../docs/claims.md");
    let documented: BTreeSet<&str> = docs
        .lines()
        .filter(|line| line.starts_with("| `"))
        .filter_map(|line| line.split('|').nth(1))
        .flat_map(|cell| cell.split(','))
        .map(|id| id.trim().trim_matches('`'))
        .collect();
    let messages = include_str!("../messages/en.ftl");
    let texts: BTreeSet<&str> = messages
        .lines()
        .filter_map(|line| line.strip_prefix("claim-")?.split(' ').next())
        .collect();
    assert_eq!(documented, texts);
}

#[test]
fn principles_hold_in_their_own_examples() {
    for principle in PRINCIPLES {
        for example in principle.examples {
            let position = krog_chess::fen::parse(example.fen).unwrap();
            let m = krog_chess::notation::read(&position, example.san).unwrap();
            let scene = Scene::new(&position, m).unwrap();
            assert_eq!(
                principle.follows(&scene),
                Some(example.follows),
                "{}: {} in {}",
                principle.code,
                example.san,
                example.fen
            );
        }
    }
}

/// A claim without its colours: the id, polarity, weight, gain and the squares
/// of its witnesses and lines, seen from one side.
fn seen(claim: &Claim, mirrored: bool) -> String {
    let flip = |square: krog_chess::Square| {
        if mirrored {
            square.flip_vertical()
        } else {
            square
        }
    };
    let mut squares: Vec<String> = claim
        .witnesses
        .iter()
        .map(|w| format!("{}:{}", w.role, flip(w.square)))
        .collect();
    squares.sort();
    format!(
        "{} {:?} {} {:?} {squares:?}",
        claim.id, claim.polarity, claim.weight, claim.gain
    )
}

#[test]
fn claims_are_the_same_in_the_mirror() {
    let mut dice = random::Dice::new(7);
    for position in random::positions(8).take(400) {
        let mirrored = mirror::position(&position);
        let moves = position.legal_moves();
        let Some(m) = dice.pick(&moves).copied() else {
            continue;
        };
        let here = explain(&position, m, Given::default()).unwrap();
        let there = explain(&mirrored, mirror::mv(m), Given::default()).unwrap();
        let sorted = |claims: &[Claim], mirrored| {
            let mut all: Vec<String> = claims.iter().map(|claim| seen(claim, mirrored)).collect();
            all.sort();
            all
        };
        assert_eq!(
            sorted(&here.claims, false),
            sorted(&there.claims, true),
            "{} in {}",
            here.scene.san(),
            krog_chess::fen::write(&position)
        );
        let scores = |e: &krog_insight::Explanation| -> Vec<(&str, bool, i32)> {
            let of = |f: &krog_insight::Finding| (f.principle.code, f.satisfied, f.score);
            e.principles.iter().map(of).collect()
        };
        assert_eq!(scores(&here), scores(&there));
    }
}

#[test]
fn a_text_names_only_what_the_claim_shows() {
    for position in random::positions(9).take(40) {
        for m in position.legal_moves() {
            let explanation = explain(&position, m, Given::default()).unwrap();
            for claim in &explanation.claims {
                let shown: BTreeSet<String> = claim
                    .witnesses
                    .iter()
                    .map(|witness| witness.square.to_string())
                    .collect();
                let text = claim.text();
                for words in [&text.en, &text.no] {
                    // What stands after a colon or in a move is a line, not a square.
                    for word in words.split(|ch: char| !ch.is_alphanumeric()) {
                        let is_square = word.parse::<krog_chess::Square>().is_ok();
                        let in_line = claim.id.contains("mate") || claim.id.starts_with("loses");
                        assert!(
                            !is_square || in_line || shown.contains(word),
                            "{}: {words}",
                            claim.id
                        );
                    }
                }
            }
        }
    }
}
