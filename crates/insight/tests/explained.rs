//! Moves of well-known games, explained in both languages without an engine.

#![allow(clippy::unwrap_used)] // what cannot be unwrapped here has failed the test

use std::fmt::Write as _;

use krog_chess::{Chess, Line, Position as _};
use krog_insight::{Given, explain};
use krog_text::Language;

/// Paul Morphy against two consultants, Paris 1858.
const OPERA: &str = "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 \
    Nxb5 cxb5 Bxb5+ Nbd7 O-O-O Rd8 Rxd7 Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#";

/// Richard Réti against Savielly Tartakower, Vienna 1910.
const VIENNA: &str = "e4 c6 d4 d5 Nc3 dxe4 Nxe4 Nf6 Qd3 e5 dxe5 Qa5+ Bd2 Qxe5 O-O-O Nxe4 Qd8+ \
    Kxd8 Bg5+ Kc7 Bd8#";

/// Légal's mate, Paris about 1750, in the form that is taught.
const LEGAL: &str = "e4 e5 Nf3 d6 Bc4 Bg4 Nc3 g6 Nxe5 Bxd1 Bxf7+ Ke7 Nd5#";

fn explained(moves: &str, language: Language) -> String {
    let line = Line::parse(Chess::default(), moves).unwrap();
    let mut text = String::new();
    for (position, m) in line.steps() {
        let explanation = explain(&position, m, Given::default()).unwrap();
        let dots = if position.turn().is_white() {
            "."
        } else {
            "..."
        };
        let sentences = explanation.text();
        let sentences = sentences.get(language);
        writeln!(text, "{}{dots} {sentences}", position.fullmoves()).unwrap();
    }
    text
}

#[test]
fn games_are_explained_in_english() {
    for (name, moves) in [("opera", OPERA), ("vienna", VIENNA), ("legal", LEGAL)] {
        insta::assert_snapshot!(format!("{name}-en"), explained(moves, Language::English));
    }
}

#[test]
fn games_are_explained_in_norwegian() {
    for (name, moves) in [("opera", OPERA), ("vienna", VIENNA), ("legal", LEGAL)] {
        insta::assert_snapshot!(format!("{name}-no"), explained(moves, Language::Norwegian));
    }
}
