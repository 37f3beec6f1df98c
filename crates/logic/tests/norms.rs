//! Norms, rights and chess operators: what is permitted, obliged, forbidden,
//! claimed or retained, row by row and against the rules library.

#![allow(clippy::unwrap_used)] // what cannot be unwrapped here has failed the test

use krog_chess::{Chess, Line, Move, Position as _, Role, Square, fen, pgn, random};
use krog_chess::{notation, notation::Form, random::Dice};
use krog_logic::{Env, Formula, State, Trace, Vocabulary, rules};

#[path = "common/operators.rs"]
mod operators;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const ONE_MOVE: &str = "4k3/8/8/8/8/8/4q3/4K3 w - - 0 1";
const MATED: &str = "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1";
const STUCK: &str = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
const ROOKS: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

#[track_caller]
fn holds(trace: &Trace, ply: usize, formula: &str) -> bool {
    let formula = Formula::parse(formula, Vocabulary::base()).unwrap_or_else(|e| panic!("{e}"));
    formula.holds(&Env::at(trace, ply).unwrap())
}

#[track_caller]
fn check(position: &str, formula: &str, expected: bool) {
    let trace = Trace::of_position(&fen::parse(position).unwrap());
    assert_eq!(holds(&trace, 0, formula), expected, "{formula}");
}

#[track_caller]
fn check_at(trace: &Trace, ply: usize, formula: &str, expected: bool) {
    let found = holds(trace, ply, formula);
    assert_eq!(found, expected, "at ply {ply}: {formula}");
}

fn line(start: &str, moves: &str) -> Trace {
    Trace::of_line(&Line::parse(fen::parse(start).unwrap(), moves).unwrap())
}

fn game(text: &str) -> Trace {
    let reading = pgn::games(text.as_bytes()).next().unwrap().unwrap();
    Trace::of_game(&reading.game)
}

#[test]
fn actions_are_permitted_obliged_or_forbidden() {
    check(START, "P(e4) ∧ P(Nf3) ∧ P(e2e4) ∧ P(Ng1-f3)", true);
    check(START, "P(e5) ∨ P(Ke2) ∨ P(O-O) ∨ P(exd3) ∨ P(Nd2)", false);
    check(START, "F(e5) ∧ F(Ke2) ∧ F(castle) ∧ F(promote)", true);
    check(START, "F(e4)", false);
    check(START, "P(¬e4) ∧ P(¬e5) ∧ P(¬castle)", true);
    check(START, "O(e4)", false);
    check(START, "O(¬e5) ∧ O(¬castle) ∧ O(¬promote(queen))", true);
    check(START, "O(¬e4)", false);
    check(START, "P(¬¬e4) ∧ ¬P(¬¬e5)", true);
    check(START, "P(resign) ∧ P(offer_draw) ∧ ¬P(claim_draw)", true);
    check(START, "F(resign) ∨ O(resign)", false);
    check(START, "∀m ∈ moves: P(m) ∧ ¬O(m)", true);
    check(START, "∃m ∈ LMG(opponent): P(m)", false);
    check(ONE_MOVE, "O(Kxe2) ∧ P(Kxe2) ∧ ¬P(¬Kxe2)", true);
    check(ONE_MOVE, "∀m ∈ moves: O(m)", true);
    check(ONE_MOVE, "L(self, Kxe2)", false);
    check(START, "L(self, e4) ∧ L(white, Nf3) ∧ L(self, ¬e4)", true);
    check(START, "L(self, e5) ∨ L(self, ¬e5)", false);
    check(START, "L(white, resign) ∧ L(black, resign)", true);
    check(
        START,
        "L(opponent, offer_draw) ∧ ¬L(self, claim_draw)",
        true,
    );
    check(ROOKS, "P(castle) ∧ P(castle(kingside)) ∧ P(e1h1)", true);
    check(ROOKS, "P(e1g1) ∧ P(e1c1) ∧ P(O-O-O) ∧ ¬O(castle)", true);
    check(ROOKS, "L(self, castle) ∧ P(¬castle)", true);
    // A bare square is a pawn's move wherever a move is meant.
    check(START, "Nf3 ∈ LMG(self) ∧ Nf6 ∉ moves", false); // Nf6 has no value
    check(START, "Nf3 ∈ LMG(self) ∧ ¬(Nf6 ∈ moves)", true);
}

#[test]
fn a_pawn_move_is_an_element_of_the_moves() {
    check(START, "e4 ∈ LMG(self)", true);
}

#[test]
fn states_are_permitted_or_obliged() {
    check(START, "O(turn(opponent)) ∧ O(turn(black))", true);
    check(START, "P(turn(self))", false);
    check(START, "P(CS(opponent)) ∨ P(GT)", false);
    check(START, "P(W(opponent, en_passant))", true);
    check(START, "O(¬CS(self)) ∧ O(¬GT) ∧ P(FMC = 1)", true);
    check(START, "O(FMC = 0) ∨ O(FMC = 1)", false);
    check(START, "P(P(GT(checkmate)))", false);
    check(ONE_MOVE, "O(GT(insufficient_material)) ∧ P(GT)", true);
    let scholar = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4";
    check(scholar, "P(GT(checkmate)) ∧ ¬O(GT(checkmate))", true);
    check(scholar, "GT(checkmate) after Qxf7", true);
    check(scholar, "CS(opponent) after Bxf7 ∧ ¬GT after Bxf7", true);
    check(scholar, "O(¬P(⊤) ∨ mobility(opponent) > 0)", true);
    check(scholar, "P(e3) ∨ P(O-O)", false);
}

#[test]
fn with_no_legal_move_every_obligation_holds_and_no_permission() {
    let actions = [
        "e4",
        "¬e4",
        "Nf3",
        "Kxf7",
        "O-O",
        "castle",
        "castle(queenside)",
        "¬castle",
        "en_passant",
        "promote",
        "promote(queen)",
        "move",
        "¬move",
        "resign",
        "¬resign",
        "offer_draw",
        "claim_draw",
        "¬¬e4",
        "PSA(\"e4\")",
    ];
    let states = [
        "⊤",
        "⊥",
        "CS(self)",
        "¬CS(self)",
        "GT",
        "turn(white)",
        "P(e4)",
    ];
    for position in [MATED, STUCK] {
        for x in actions.into_iter().chain(states) {
            check(position, &format!("O({x})"), true);
            check(position, &format!("P({x})"), false);
        }
        for x in actions {
            check(position, &format!("F({x})"), true);
            check(position, &format!("L(self, {x})"), false);
            check(position, &format!("L(opponent, {x})"), false);
        }
        check(position, "LMG(self) = ∅ ∧ moves = ∅ ∧ GT", true);
        check(position, "∃m ∈ moves: ⊤", false);
        check(position, "C(self, draw) ∨ C(opponent, draw)", false);
    }
    check(MATED, "GT(checkmate) ∧ ¬GT(stalemate)", true);
    check(STUCK, "GT(stalemate) ∧ ¬GT(checkmate)", true);
}

#[test]
fn after_looks_behind_illegal_moves_too() {
    let pinned = "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1";
    check(pinned, "CS(self) after Nc3", true);
    check(pinned, "¬CS(self) after Nc3", false);
    check(pinned, "F(Nc3) ∧ F(Ng3)", true);
    check(pinned, "PV", true);
    check(pinned, "PV after Nc3", false);
    check(pinned, "PV after Kd1", true);
    check(pinned, "absolute_pin(e2) ∧ PM(knight, e2, c3)", true);
    check(pinned, "turn(opponent) after Nc3", true);
    check(pinned, "role(c3) = knight after Nc3", true);
    check(pinned, "empty(e2) after Nc3 ∧ ¬empty(e2)", true);
    check(ONE_MOVE, "CS(self) after Kd1 ∧ F(Kd1)", true);
    check(ONE_MOVE, "CS(self) after Kxe2", false);
    // What no movement allows leads nowhere.
    check(pinned, "⊤ after Nh8 ∨ ⊤ after O-O ∨ ⊤ after e4", false);
    check(pinned, "⊤ after resign ∨ ⊤ after claim_draw", false);
    check(pinned, "¬⊤ after Nh8", false);
    check(pinned, "¬(⊤ after Nh8)", true);
    let passing = "4k3/8/8/K2pP2r/8/8/8/8 w - d6 0 1";
    check(passing, "EP(d6) ∧ W(self, en_passant)", true);
    check(passing, "F(en_passant) ∧ F(exd6) ∧ F(e5d6)", true);
    check(
        passing,
        "CS(self) after exd6 ∧ CS(self) after en_passant",
        true,
    );
    check(passing, "empty(d5) after exd6 ∧ empty(e5) after exd6", true);
    check(START, "turn(white) after e5 after e4", true);
    check(START, "⊤ after e4 after e5", false);
    check(START, "CS(self) after e4 ∨ turn(self) after e4", false);
    check(START, "P(e5) after e4 ∧ ¬P(e4) after e4", true);
    check(START, "EP(e3) after e4", false);
    check(START, "W(opponent, en_passant) after e4", true);
    check(START, "W(self, en_passant) after e4", false);
    check(START, "FMC = 1 after Nf3 ∧ FMC = 0 after e4", true);
}

#[test]
fn moves_are_counted_to_fifty_and_seventy_five() {
    let counted = |plies: u32| format!("4k3/8/8/8/8/8/8/R3K3 w Q - {plies} 90");
    check(
        &counted(99),
        "FMC = 99 ∧ ¬C(self, draw) ∧ ¬GT(fifty_move)",
        true,
    );
    check(&counted(99), "P(FMC ≥ 100) ∧ O(FMC = 100)", true);
    check(&counted(99), "C(opponent, draw) after Ra2", true);
    check(&counted(99), "C(self, draw) after Ra2", false);
    check(&counted(100), "C(self, draw) ∧ GT(fifty_move) ∧ ¬GT", true);
    check(&counted(100), "P(claim_draw) ∧ P(resign) ∧ P(Ra2)", true);
    check(
        &counted(100),
        "C(black, draw) ∨ GT(seventy_five_move)",
        false,
    );
    check(&counted(149), "GT ∨ GT(seventy_five_move)", false);
    check(&counted(149), "C(self, draw) ∧ O(GT)", true);
    check(&counted(150), "GT ∧ GT(seventy_five_move)", true);
    check(&counted(150), "C(self, draw) ∨ P(resign)", false);
    check(&counted(150), "P(Ra2) ∧ LMG(self) ≠ ∅", true);
    let mated = MATED.replace("0 1", "150 99");
    check(&mated, "GT(checkmate) ∧ ¬GT(seventy_five_move)", true);
}

#[test]
fn games_end_in_every_way_a_board_can_show() {
    check(START, "GT ∨ GT(checkmate) ∨ GT(stalemate)", false);
    check(START, "GT(resignation) ∨ GT(draw_agreement)", false);
    check(START, "GT(time_forfeit) ∨ GT(insufficient_material)", false);
    check(MATED, "checkmate(self) ∧ CS ∧ CS(black)", true);
    check(STUCK, "CS ∨ checkmate(self)", false);
    for (men, dead) in [
        ("8/8", true),
        ("8/5N2", true),
        ("b7/8", true),
        ("b7/3B4", true),  // both on light squares
        ("b7/4B3", false), // one on each
        ("8/N4N2", false),
        ("n7/5N2", false),
        ("8/5P2", false),
        ("8/5R2", false),
    ] {
        let position = format!("{men}/8/3k4/8/3K4/8/8 w - - 0 1");
        check(&position, "GT(insufficient_material)", dead);
        check(&position, "GT", dead);
        check(&position, "P(resign)", !dead);
    }
}

#[test]
fn counting_half_moves_never_overflows() {
    let position = format!("4k3/8/8/8/8/8/8/R3K3 w Q - {} 90", u32::MAX);
    if let Ok(position) = fen::parse(&position) {
        let trace = Trace::of_position(&position);
        check_at(&trace, 0, "P(FMC > 100) ∧ FMC > 100 after Ra2", true);
    }
}

#[test]
fn rights_are_what_they_are_defined_to_be() {
    let actions = [
        "move",
        "castle",
        "castle(kingside)",
        "en_passant",
        "promote",
        "promote(knight)",
        "e4",
        "Kd2",
        "O-O-O",
        "¬castle",
        "¬Ke7",
        "a7a8q",
    ];
    let mut laws: Vec<String> = Vec::new();
    for a in actions {
        laws.push(format!("O({a}) ↔ ¬P(¬{a})"));
        laws.push(format!("F({a}) ↔ ¬P({a})"));
        laws.push(format!("L(self, {a}) ↔ P({a}) ∧ P(¬{a})"));
    }
    for a in ["castle", "castle(queenside)", "en_passant", "draw", "lose"] {
        for (x, y) in [
            ("white", "black"),
            ("self", "opponent"),
            ("opponent", "self"),
        ] {
            laws.push(format!("I({x}, {a}) ↔ ¬W({x}, {a})"));
            laws.push(format!("B({x}, {a}) ↔ I({y}, {a})"));
            laws.push(format!("D({x}, {a}) ↔ W({y}, {a})"));
        }
    }
    for claim in ["self", "opponent", "white", "black"] {
        laws.push(format!(
            "C({claim}, draw) ↔ ¬GT ∧ turn({claim}) ∧ (PR(3) ∨ FMC ≥ 100)"
        ));
    }
    laws.extend(
        [
            "P(resign) ↔ ¬GT",
            "L(opponent, offer_draw) ↔ ¬GT",
            "P(castle) ↔ CR(kingside) ∨ CR(queenside)",
            "P(castle(queenside)) ↔ CR(queenside)",
            "CR(kingside) → W(castle(kingside)) ∧ ¬CS",
            "P(CS(opponent)) ↔ ∃m ∈ moves: CS(opponent) after m",
            "O(¬GT) ↔ ∀m ∈ moves: ¬GT after m",
            "O(CS(opponent)) ↔ ¬P(¬CS(opponent))",
            "P(en_passant) → ∃s ∈ squares: EP(s)",
            "O(¬CS(self)) ∧ (P(⊤) ↔ LMG(self) ≠ ∅)",
            "∀m ∈ moves: P(m) ∧ NV(GN(m, \"uci\")) ∧ PUCI(GN(m, \"uci\")) = m",
        ]
        .map(str::to_owned),
    );
    for position in random::positions(31).take(120) {
        let trace = Trace::of_position(&position);
        for law in &laws {
            assert!(holds(&trace, 0, law), "{law} in {}", fen::write(&position));
        }
    }
}

/// How the library's legal moves can be written in UCI.
fn spellings(position: &Chess, m: Move) -> Vec<String> {
    let mut texts: Vec<String> = [Form::Uci, Form::UciRook]
        .map(|form| notation::write(position, m, form))
        .into();
    if let (Move::Castle { king, .. }, Some(side)) = (m, m.castling_side()) {
        let to = Square::from_coords(side.king_to_file(), king.rank());
        if king.distance(to) >= 2 {
            texts.push(format!("{king}{to}"));
        }
    }
    texts
}

#[test]
fn a_move_is_permitted_iff_the_rules_library_calls_it_legal() {
    let mut dice = Dice::new(41);
    let roles = ["", "", "", "", "q", "n", "k", "p"];
    let any = |dice: &mut Dice| Square::ALL[dice.below(64)];
    for position in random::positions(42).take(300) {
        let legal = position.legal_moves();
        let trace = Trace::of_position(&position);
        let texts: Vec<String> = legal
            .iter()
            .flat_map(|m| spellings(&position, *m))
            .collect();
        let mut tried = texts.clone();
        for m in rules::candidates(&State::of(&position), position.turn()) {
            let role = m.promotion().map(Role::char).map(String::from);
            tried.push(format!(
                "{}{}{}",
                m.from().unwrap(),
                m.to(),
                role.unwrap_or_default()
            ));
        }
        for _ in 0..50 {
            let role = roles[dice.below(roles.len())];
            tried.push(format!("{}{}{role}", any(&mut dice), any(&mut dice)));
        }
        for text in tried {
            let expected = texts.contains(&text);
            let found = holds(&trace, 0, &format!("P({text})"));
            assert_eq!(found, expected, "P({text}) in {}", fen::write(&position));
            assert_ne!(holds(&trace, 0, &format!("F({text})")), expected);
        }
    }
}
