//! The language as text: what is read, how it is printed, what is refused.

#![allow(clippy::unwrap_used)] // what cannot be unwrapped here has failed the test

use krog_logic::{Formula, Vocabulary};

#[track_caller]
fn check(text: &str, expected: &str) {
    let found = match Formula::parse(text, Vocabulary::base()) {
        Ok(formula) => formula.to_string(),
        Err(error) => error.to_string(),
    };
    assert_eq!(found, expected, "{text:?}");
    if let Ok(formula) = Formula::parse(text, Vocabulary::base()) {
        assert_eq!(Formula::parse(&found, Vocabulary::base()), Ok(formula));
    }
}

#[test]
fn ascii_and_unicode_are_the_same_language() {
    check(
        "~CS(self) & (turn(white) | FMC >= 100)",
        "¬CS(self) ∧ (turn(white) ∨ FMC ≥ 100)",
    );
    check(
        "CS(self) -> turn(white) -> true",
        "CS(self) → turn(white) → ⊤",
    );
    check("(CS -> GT) -> PV", "(CS → GT) → PV");
    check("CS <-> GT <-> PV", "CS ↔ GT ↔ PV");
    check("CS <-> (GT <-> PV)", "CS ↔ (GT ↔ PV)");
    check(
        "forall p in pieces(white): defended(p)",
        "∀p ∈ pieces(white): defended(p)",
    );
    check("exists s in {e4, d5}: empty(s)", "∃s ∈ {e4, d5}: empty(s)");
    check("LMG(self) = {}", "LMG(self) = ∅");
    check("e4 notin pieces(black)", "e4 ∉ pieces(black)");
    check("role(e1) != king", "role(e1) ≠ king");
}

#[test]
fn precedence_is_unary_after_until_and_or() {
    check("¬CS(self) after move", "¬CS(self) after move");
    check("¬(CS(self) after move)", "¬(CS(self) after move)");
    check("CS U GT ∧ PV ∨ PV", "CS U GT ∧ PV ∨ PV");
    check("CS U GT U PV", "CS U GT U PV");
    check("(CS U GT) U PV", "(CS U GT) U PV");
    check("CS U (GT ∧ PV)", "CS U (GT ∧ PV)");
    check(
        "CS ∧ (∃m ∈ moves: GT after m) ∧ PV",
        "CS ∧ (∃m ∈ moves: GT after m) ∧ PV",
    );
    check("O(¬CS(self)) when CS(self)", "CS(self) → O(¬CS(self))");
    check("CS unless GT", "¬GT → CS");
    check("CS S[≤3] GT", "CS S[≤3] GT");
}

#[test]
fn actions_and_states_are_kept_apart() {
    check("F(Nf3)", "F(Nf3)");
    check("F(CS(white))", "F(CS(white))");
    check("F[<=2](CS(white))", "F[≤2](CS(white))");
    check(
        "P(e4) & P(O-O) & P(exd5) & P(e8=Q+) & P(g1f3)",
        "P(e4) ∧ P(O-O) ∧ P(exd5) ∧ P(e8=Q+) ∧ P(g1f3)",
    );
    check(
        "O(~castle) | P(castle(kingside))",
        "O(¬castle) ∨ P(castle(kingside))",
    );
    check(
        "P(promote(knight)) & L(white, resign)",
        "P(promote(knight)) ∧ L(white, resign)",
    );
    check(
        "W(castle) & D(opponent, lose) & C(self, draw)",
        "W(self, castle) ∧ D(opponent, lose) ∧ C(self, draw)",
    );
    check("forall m in moves: P(m)", "∀m ∈ moves: P(m)");
    check(
        "PSA(\"Nf3\") = PUCI(\"g1f3\")",
        "PSA(\"Nf3\") = PUCI(\"g1f3\")",
    );
    check("GN(move, \"san\") = \"Nf3\"", "GN(move, \"san\") = \"Nf3\"");
}

#[test]
fn errors_point_at_the_token() {
    check(
        "P(Nf3 &",
        "found the end, expected a formula\n  P(Nf3 &\n         ^",
    );
    check(
        "CS(self) CS",
        "found \"CS\", expected an operator or the end\n  CS(self) CS\n           ^^",
    );
    check(
        "P(Nf3 & CS)",
        "found the move Nf3, expected a statement\n  P(Nf3 & CS)\n    ^^^",
    );
    check(
        "CS(e4)",
        "found a square, expected a side (self, opponent, white, black)\n  CS(e4)\n     ^^",
    );
    check(
        "PA(e4)",
        "found PA with 1 arguments, expected PA(p, s)\n  PA(e4)\n  ^^^^^^",
    );
    check(
        "fok(e4)",
        "found the unknown name \"fok\", expected a known name such as fork, forks\n  fok(e4)\n  ^^^",
    );
    check(
        "G CS after CS",
        "found \"CS\", expected an action\n  G CS after CS\n             ^^",
    );
    check(
        "forall p: CS",
        "found :, expected ∈ and a set\n  forall p: CS\n          ^",
    );
    check(
        "∀p ∈ white: CS",
        "found \"white\", expected a set such as pieces(white), squares or moves\n  ∀p ∈ white: CS\n       ^^^^^",
    );
    check(
        "FMC > CS",
        "found the statement CS, expected a term\n  FMC > CS\n        ^^",
    );
    check(
        "F[2](CS)",
        "found 2, expected ≤ in a bound such as [≤2]\n  F[2](CS)\n    ^",
    );
    check(
        "X[≤2](CS)",
        "found a bound on X or Y, expected no bound: they look one ply away\n  X[≤2](CS)\n  ^^^^^^^^^",
    );
    check(
        "CS ? GT",
        "found '?', expected a formula's symbol, a name, a number or a square\n  CS ? GT\n     ^",
    );
    check(
        "NV(\"Nf3)",
        "found the end, expected a closing quotation mark\n  NV(\"Nf3)\n     ^^^^^",
    );
    check("", "found the end, expected a formula\n  \n  ^");
}

#[test]
fn the_examples_of_the_documentation_are_formulas() {
    let page = include_str!("../../../docs/logic.md");
    let block = page.split("```").nth(1).unwrap();
    let formulas: Vec<&str> = block
        .lines()
        .filter_map(|line| line.split("   ").next())
        .filter(|line| !line.trim().is_empty())
        .collect();
    assert!(formulas.len() >= 8, "{formulas:?}");
    for text in formulas {
        if let Err(error) = Formula::parse(text.trim(), Vocabulary::base()) {
            panic!("{error}");
        }
    }
}
