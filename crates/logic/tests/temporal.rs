//! Time in formulas: what holds later, earlier, until and since, on famous
//! games and short lines, and the laws that bind those operators together.

#![allow(clippy::unwrap_used)] // what cannot be unwrapped here has failed the test

use krog_chess::{Chess, Line, Position as _, pgn, random, random::Dice};
use krog_logic::{Env, Formula, Trace, Vocabulary};
use time_laws::{LAWS, formula};

#[path = "common/time_laws.rs"]
mod time_laws;

macro_rules! sample {
    ($name:literal) => {
        game(include_str!(concat!(
            "../../../data/samples/",
            $name,
            ".pgn"
        )))
    };
}

fn game(text: &str) -> Trace {
    let reading = pgn::games(text.as_bytes()).next().unwrap().unwrap();
    Trace::of_game(&reading.game)
}

fn line(moves: &str) -> Trace {
    Trace::of_line(&Line::parse(Chess::default(), moves).unwrap())
}

#[track_caller]
fn holds(trace: &Trace, ply: usize, formula: &str) -> bool {
    let formula = Formula::parse(formula, Vocabulary::base()).unwrap_or_else(|e| panic!("{e}"));
    formula.holds(&Env::at(trace, ply).unwrap())
}

#[track_caller]
fn check(trace: &Trace, ply: usize, formula: &str, expected: bool) {
    let found = holds(trace, ply, formula);
    assert_eq!(found, expected, "at ply {ply}: {formula}");
}

#[test]
fn the_opera_game_is_always_and_finally() {
    let opera = sample!("1858-morphy-duke-karl-opera-game");
    // Black is checked after plies 21, 29, 31 and mated at 33; White never is.
    check(&opera, 0, "F(GT(checkmate))", true);
    check(&opera, 0, "F[≤32](GT)", false);
    check(&opera, 0, "F[≤33](GT)", true);
    check(&opera, 0, "F[≤34](GT)", true);
    check(&opera, 1, "F[≤32](GT)", true);
    check(&opera, 1, "F[≤31](GT)", false);
    check(&opera, 0, "G(¬CS(white))", true);
    check(&opera, 0, "G(¬CS(black))", false);
    check(&opera, 0, "G(¬CS(self))", false);
    check(&opera, 0, "G(¬CS(opponent))", true);
    check(&opera, 0, "G[≤19](¬CS(black))", true);
    check(&opera, 0, "G[≤20](¬CS(black))", true);
    check(&opera, 0, "G[≤21](¬CS(black))", false);
    check(&opera, 0, "F[≤20](CS(black))", false);
    check(&opera, 0, "F[≤21](CS(black))", true);
    check(&opera, 21, "F[≤0](CS(black))", true);
    check(&opera, 20, "F[≤0](CS(black))", false);
    check(&opera, 20, "F[≤1](CS(black))", true);
    check(&opera, 20, "G[≤0](¬CS(black))", true);
    check(&opera, 20, "G[≤1](¬CS(black))", false);
    check(&opera, 22, "G[≤6](¬CS(black))", true);
    check(&opera, 22, "G[≤7](¬CS(black))", false);
    check(&opera, 31, "O(Nxb8) ∧ X(¬CS(opponent))", true);
    check(&opera, 0, "F(Ke2)", true); // forbidden, not "finally"
    check(&opera, 0, "F(move)", false);
    check(&opera, 0, "F(turn(black))", true);
}

#[test]
fn the_opera_game_is_until_and_release() {
    let opera = sample!("1858-morphy-duke-karl-opera-game");
    check(&opera, 0, "¬GT U GT(checkmate)", true);
    check(&opera, 0, "¬GT U GT(stalemate)", false);
    check(&opera, 0, "¬CS(black) U[≤20] CS(black)", false);
    check(&opera, 0, "¬CS(black) U[≤21] CS(black)", true);
    check(&opera, 0, "¬CS(black) U[≤22] CS(black)", true);
    check(&opera, 0, "turn(white) U CS(black)", false);
    check(&opera, 20, "turn(white) U CS(black)", true);
    check(&opera, 20, "turn(white) U[≤0] CS(black)", false);
    check(&opera, 21, "⊥ U[≤0] CS(black)", true);
    // White keeps the right to castle until he does, at ply 23, and never gets it back.
    check(&opera, 0, "W(white, castle) U ¬W(white, castle)", true);
    check(&opera, 0, "F[≤22](¬W(white, castle))", false);
    check(&opera, 0, "F[≤23](¬W(white, castle))", true);
    check(&opera, 0, "G(¬W(white,castle) → G(¬W(white,castle)))", true);
    check(&opera, 0, "W(white, castle) U king(white) = c1", true);
    check(&opera, 0, "CS(black) R ¬GT", true);
    check(&opera, 0, "GT R ¬GT", false);
    check(&opera, 0, "GT R[≤32] ¬GT", true);
    check(&opera, 0, "GT R[≤33] ¬GT", false);
    check(&opera, 0, "GT R ⊤", true);
    check(&opera, 0, "⊥ R ¬CS(white)", true);
    check(&opera, 0, "⊥ R ¬CS(black)", false);
    check(&opera, 0, "⊤ R turn(white)", true);
    check(&opera, 0, "⊤ R turn(black)", false);
}

#[test]
fn the_opera_game_has_a_past() {
    let opera = sample!("1858-morphy-duke-karl-opera-game");
    check(&opera, 33, "once(CS(white))", false);
    check(&opera, 33, "hist(¬CS(white))", true);
    check(&opera, 33, "once[≤1](CS(black) ∧ ¬GT)", false);
    check(&opera, 33, "once[≤2](CS(black) ∧ ¬GT)", true);
    check(&opera, 33, "once(P(O-O-O))", true);
    check(&opera, 33, "hist(W(black, castle))", true);
    check(&opera, 33, "hist(W(black, castle(queenside)))", false);
    check(&opera, 23, "hist(W(black, castle(queenside)))", true);
    check(&opera, 33, "hist[≤9](¬W(black, castle(queenside)))", true);
    check(&opera, 33, "hist[≤10](¬W(black, castle(queenside)))", false);
    check(&opera, 33, "¬W(white, castle) S W(white, castle)", true);
    check(&opera, 33, "¬W(white,castle) S[≤11] W(white,castle)", true);
    check(&opera, 33, "¬W(white,castle) S[≤10] W(white,castle)", false);
    check(&opera, 33, "⊥ S CS(black)", true);
    check(&opera, 32, "turn(white) S CS(black)", true);
    check(&opera, 32, "turn(white) S[≤0] CS(black)", false);
    check(&opera, 32, "turn(white) S[≤1] CS(black)", true);
    check(&opera, 32, "turn(black) S CS(black)", false);
    check(&opera, 33, "Y(CS(self))", false);
    check(&opera, 33, "Y(Y(CS(self)))", true);
    check(&opera, 33, "MH(33) ∧ ¬MH(34)", true);
}

#[test]
fn tenses_nest() {
    let opera = sample!("1858-morphy-duke-karl-opera-game");
    check(&opera, 0, "G(F(GT))", true);
    check(&opera, 0, "F(G(CS(black)))", true);
    check(&opera, 0, "F(G(turn(white)))", false);
    check(&opera, 0, "F(G(turn(black)))", true);
    check(&opera, 0, "G(F(turn(white)))", false);
    check(&opera, 0, "X(X(FMC = 0))", true);
    check(&opera, 0, "X(X(X(FMC = 1)))", true);
    check(&opera, 0, "X(Y(turn(white)))", true);
    check(&opera, 0, "Y(X(⊤))", false);
    check(&opera, 21, "Y(X(CS(self)))", true);
    check(&opera, 33, "X(Y(⊤))", false);
    check(&opera, 0, "G(once(turn(white)))", true);
    check(&opera, 0, "G(once(turn(black)))", false);
    check(&opera, 0, "X(G(once(turn(black))))", true);
    check(&opera, 0, "G(X(⊤) ∨ GT)", true);
    check(&opera, 0, "G(CS(self) → Y(¬CS(self)))", true);
    check(&opera, 0, "G(CS(self) → X(¬CS(opponent)))", false);
    check(&opera, 0, "G(CS(self) → X(¬CS(opponent)) ∨ GT)", true);
    check(&opera, 0, "G(CS(black) → X(X(turn(black))) ∨ GT)", true);
    check(&opera, 0, "F(hist(¬GT) ∧ X(GT))", true);
    check(&opera, 0, "F(CS(black) ∧ F[≤2](CS(black) ∧ GT))", true);
    check(
        &opera,
        0,
        "F(CS(black) ∧ ¬GT ∧ F[≤1](CS(black) ∧ GT))",
        false,
    );
    check(&opera, 0, "(¬CS(black) U CS(black)) U GT", true);
    check(&opera, 0, "hist(F(GT)) ∧ F(hist(F(GT)))", true);
}

#[test]
fn first_and_last_states_have_no_neighbours() {
    let opera = sample!("1858-morphy-duke-karl-opera-game");
    check(&opera, 33, "X(⊤)", false);
    check(&opera, 33, "X(⊥)", false);
    check(&opera, 33, "¬X(GT)", true);
    check(&opera, 33, "G(GT) ∧ F(GT) ∧ G[≤5](GT) ∧ F[≤0](GT)", true);
    check(&opera, 33, "F(¬GT)", false);
    check(&opera, 33, "⊤ U GT", true);
    check(&opera, 33, "⊤ U ¬GT", false);
    check(&opera, 33, "⊥ R GT", true);
    check(&opera, 33, "GT R ⊥", false);
    // Of a move that is not played, anything may be said (and nothing meant).
    check(&opera, 33, "⊤ after move ∨ P(move)", false);
    // A tense over what is said of moves looks only where a move is made.
    check(&opera, 33, "F(⊤ after move)", false);
    check(&opera, 33, "G(⊥ after move)", true);
    check(&opera, 0, "F(GT(checkmate) after move)", true);
    check(&opera, 0, "F(CS(self) after move)", false);
    check(&opera, 33, "⊤ after e4 ∨ P(move)", false);
    check(&opera, 33, "P(move)", false);
    check(&opera, 0, "Y(⊤)", false);
    check(&opera, 0, "Y(⊥) ∨ ¬¬Y(turn(black))", false);
    check(&opera, 0, "hist(turn(white)) ∧ once(turn(white))", true);
    check(&opera, 0, "once(turn(black))", false);
    check(&opera, 0, "⊥ S turn(white)", true);
    check(&opera, 0, "⊤ S turn(black)", false);
    check(&opera, 0, "MH(0) ∧ ¬MH(1)", true);
    let alone = line("");
    check(&alone, 0, "X(⊤) ∨ Y(⊤)", false);
    check(&alone, 0, "G(turn(white)) ∧ hist(turn(white))", true);
    check(&alone, 0, "⊤ after e4", true);
    check(&alone, 0, "X(⊤) after e4", false);
}

#[test]
fn tenses_rebind_self_and_after_does_not() {
    let opera = sample!("1858-morphy-duke-karl-opera-game");
    check(&opera, 20, "X(CS(self))", true);
    check(&opera, 20, "X(CS(opponent))", false);
    check(&opera, 20, "CS(opponent) after move", true);
    check(&opera, 20, "CS(self) after move", false);
    check(&opera, 20, "CS(black) after move ∧ X(CS(black))", true);
    check(&opera, 20, "F[≤1](CS(self))", true);
    check(&opera, 20, "F[≤1](CS(opponent))", false);
    check(&opera, 19, "X(CS(opponent) after move)", true);
    check(&opera, 19, "X(CS(self) after move)", false);
    check(&opera, 22, "Y(CS(self)) ∧ ¬Y(CS(opponent))", true);
    check(&opera, 22, "once[≤1](CS(self))", true);
    check(&opera, 22, "once[≤1](CS(opponent))", false);
    check(&opera, 0, "G(turn(self)) ∧ X(hist(turn(self)))", true);
    check(&opera, 0, "turn(opponent) after move", true);
    check(&opera, 0, "turn(self) after move", false);
    check(&opera, 0, "Y(turn(white) ∧ turn(self)) after move", true);
    check(&opera, 0, "once(turn(white)) after e4", true);
    check(&opera, 0, "once[≤0](turn(white)) after e4", false);
    let fools = line("f3 e5 g4 Qh4#");
    check(&fools, 0, "X(X(X(P(GT(checkmate)))))", true);
    check(&fools, 0, "X(X(P(GT(checkmate))))", false);
    check(&fools, 3, "CS(opponent) after move ∧ X(CS(self))", true);
    check(&fools, 3, "GT(checkmate) after Qh4", true);
    check(&fools, 0, "F[≤3](P(GT)) ∧ ¬F[≤2](P(GT))", true);
    check(&fools, 4, "Y(¬CS(white)) ∧ CS(white) ∧ CS(self)", true);
}

#[test]
fn tenses_rebind_self_behind_after_too() {
    let opera = sample!("1858-morphy-duke-karl-opera-game");
    // "Temporal operators rebind them at each state", the one they begin at included.
    check(&opera, 0, "G(turn(self)) after e4", true);
    check(&opera, 0, "F(turn(opponent)) after e4", false);
    check(&opera, 0, "hist(turn(self)) after e4", true);
    check(&opera, 0, "O(G(turn(self)))", true);
}

#[test]
fn the_immortal_and_legals_mate() {
    let immortal = sample!("1851-anderssen-kieseritzky-immortal-game");
    // White is checked at 6 and 38, Black at 41 and 43 and mated at 45.
    check(&immortal, 0, "F[≤5](CS(white))", false);
    check(&immortal, 0, "F[≤6](CS(white))", true);
    check(&immortal, 0, "W(white, castle) U CS(white)", true);
    check(&immortal, 7, "Y(CS(self)) ∧ ¬W(white, castle)", true);
    check(&immortal, 45, "once[≤6](CS(white))", false);
    check(&immortal, 45, "once[≤7](CS(white))", true);
    check(&immortal, 45, "¬CS(white) S CS(white)", true);
    check(&immortal, 45, "CS(black) S ¬CS(black)", true);
    check(&immortal, 0, "F[≤43](pieces(white, queen) = ∅)", false);
    check(&immortal, 0, "F[≤44](pieces(white, queen) = ∅)", true);
    check(&immortal, 43, "hist(count(pieces(white, queen)) = 1)", true);
    check(&immortal, 44, "hist(count(pieces(white,queen)) = 1)", false);
    check(
        &immortal,
        45,
        "pieces(white,rook) = ∅ ∧ once(count(pieces(white,rook)) = 2)",
        true,
    );
    let legal = sample!("1750-legal-saint-brie-legals-mate");
    check(
        &legal,
        0,
        "pieces(white,queen) ≠ ∅ U pieces(white,queen) = ∅",
        true,
    );
    check(&legal, 10, "X(CS(self)) ∧ X(X(X(GT(checkmate))))", true);
    check(&legal, 10, "X(X(GT))", false);
}

#[test]
fn kings_walk_and_checks_repeat() {
    let draw = sample!("1872-hamppe-meitner-immortal-draw");
    check(&draw, 36, "PR(2)", true);
    check(&draw, 36, "PR(3) ∨ C(self, draw) ∨ GT", false);
    check(&draw, 0, "F[≤35](PR(2))", false);
    check(&draw, 30, "G(turn(white) → CS(self))", false);
    check(&draw, 31, "G(turn(white) → CS(self))", true);
    check(&draw, 0, "F[≤30](rank(king(white)) = 6)", false);
    check(&draw, 0, "F[≤31](rank(king(white)) = 6)", true);
    check(&draw, 0, "F(king(white) = c6) ∧ G(¬GT)", true);
    check(&draw, 0, "¬CS(black) U[≤24] CS(black)", false);
    check(&draw, 0, "¬CS(black) U[≤25] CS(black)", true);
    check(&draw, 36, "Y(Y(Y(Y(CS(self) ∧ ¬PR(2)))))", true);
    let topalov = sample!("1999-kasparov-topalov-kasparovs-immortal");
    check(&topalov, 0, "G(¬CS(white) ∧ rank(king(white)) = 1)", true);
    check(&topalov, 0, "F[≤38](CS(black))", false);
    check(&topalov, 0, "F[≤39](CS(black))", true);
    check(&topalov, 0, "F[≤69](king(black) = d1)", false);
    check(&topalov, 0, "F[≤70](king(black) = d1)", true);
    check(&topalov, 0, "W(black, castle) U king(black) = c8", true);
    check(&topalov, 0, "F[≤20](king(white) = c1)", false);
    check(&topalov, 0, "F[≤21](king(white) = c1)", true);
    check(&topalov, 0, "F(G(king(white) = c1))", true);
    check(&topalov, 87, "once[≤5](CS(black))", false);
    check(&topalov, 87, "once[≤6](CS(black))", true);
    check(&topalov, 87, "GT ∨ hist(GT) ∨ once(GT)", false);
}

#[test]
fn counters_and_endings_come_when_they_come() {
    let stalemate = sample!("1978-korchnoi-karpov-game-5-stalemate");
    check(&stalemate, 0, "F[≤246](GT)", false);
    check(&stalemate, 0, "F[≤247](GT(stalemate))", true);
    check(&stalemate, 0, "G(¬GT(checkmate))", true);
    check(&stalemate, 247, "FMC = 34 ∧ O(⊥) ∧ ¬P(⊤)", true);
    check(&stalemate, 247, "once[≤33](FMC = 0)", false);
    check(&stalemate, 247, "once[≤34](FMC = 0)", true);
    check(&stalemate, 247, "FMC > 0 S FMC = 0", true);
    check(&stalemate, 0, "F(G(FMC > 0)) ∧ G(F(FMC = 34))", true);
    let quiet = sample!("1966-filipowicz-smederevac-no-captures");
    check(&quiet, 0, "G(count(pieces) = 32)", true);
    check(&quiet, 0, "F[≤139](FMC ≥ 100)", false);
    check(&quiet, 0, "F[≤140](FMC ≥ 100)", true);
    check(&quiet, 0, "¬C(self, draw) U FMC = 100", true);
    check(&quiet, 139, "C(self, draw) ∨ GT(fifty_move)", false);
    check(&quiet, 140, "C(self, draw) ∧ GT(fifty_move) ∧ ¬GT", true);
    check(&quiet, 140, "Y(FMC = 99) ∧ once[≤100](FMC = 0)", true);
    check(&quiet, 140, "once[≤99](FMC = 0)", false);
    check(&quiet, 136, "X(PR(2)) ∧ G(¬PR(3))", true);
}

#[test]
fn special_moves_have_their_moment() {
    let passing = sample!("1928-gundersen-faul-en-passant-mate");
    check(&passing, 28, "EP(g6) ∧ W(self, en_passant)", true);
    check(&passing, 28, "GT(checkmate) after en_passant", true);
    check(&passing, 29, "GT(checkmate) ∧ Y(P(en_passant))", true);
    check(&passing, 29, "once[≤0](EP(g6))", false);
    check(&passing, 29, "once[≤1](EP(g6))", true);
    check(&passing, 27, "X(EP(g6)) ∧ ¬EP(g6)", true);
    check(&passing, 0, "F[≤27](EP(g6))", false);
    check(&passing, 0, "F[≤28](EP(g6))", true);
    check(
        &passing,
        24,
        "P(en_passant) ∧ X(G[≤2](F(en_passant)))",
        true,
    );
    let knight = sample!("1949-sandrin-le-cornu-knight-promotion-mate");
    check(&knight, 41, "G(¬GT → PO(f7))", true);
    check(&knight, 40, "G(¬GT → PO(f7))", false);
    check(&knight, 54, "GT(checkmate) after promote(knight)", true);
    check(&knight, 54, "GT(checkmate) after f8=Q", false);
    check(&knight, 54, "X(role(f8) = knight ∧ CS(self))", true);
    let double = sample!("1910-reti-tartakower-double-check-mate");
    let twice = "F[≤18](count(attackers(king(black), white)) = 2)";
    check(&double, 0, twice, false);
    check(&double, 1, twice, true);
    let hunt = sample!("1912-edward-lasker-thomas-king-hunt");
    check(&hunt, 34, "GT(checkmate) after O-O-O", true);
    check(&hunt, 35, "Y(P(castle(queenside))) ∧ GT(checkmate)", true);
    let queens = sample!("1922-bogoljubov-alekhine-three-queens");
    let crowned = "role(c1) = queen ∧ color(c1) = black";
    check(&queens, 0, &format!("F[≤65]({crowned})"), false);
    check(&queens, 0, &format!("F[≤66]({crowned})"), true);
}

#[test]
fn what_is_true_of_every_game() {
    let always = [
        "¬CS(opponent)",
        "PV",
        "turn(self)",
        "MH(1) ↔ Y(⊤)",
        "X(⊤) → P(move)",
        "X(⊤) → ¬CS(self) after move",
        "X(⊤) → (turn(white) ↔ X(turn(black)))",
        "X(⊤) → (CS(opponent) after move ↔ X(CS(self)))",
        "X(⊤) → (X(FMC = 0) ↔ FMC = 0 after move)",
        "CS → O(¬CS(self)) ∧ F(castle)",
        "GT → ¬X(⊤)",
        "GT(checkmate) ↔ CS(self) ∧ LMG(self) = ∅",
        "GT(checkmate) ↔ checkmate(self)",
        "GT(stalemate) ↔ ¬CS(self) ∧ LMG(self) = ∅",
        "W(en_passant) → FMC = 0 ∧ Y(⊤)",
        "P(en_passant) → W(en_passant)",
        "P(castle) → W(castle)",
        "P(promote) → ∃p ∈ pieces(self, pawn): PO(p)",
        "Y(count(pieces) = 32) ∧ count(pieces) = 31 → FMC = 0",
        "¬W(black, castle) → X(⊤) → X(¬W(black, castle))",
    ];
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/samples");
    let mut games = 0;
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        if path.extension().is_some_and(|end| end == "pgn") {
            let trace = game(&std::fs::read_to_string(&path).unwrap());
            for formula in always {
                let holds = holds(&trace, 0, &format!("G({formula})"));
                assert!(holds, "{}: G({formula})", path.display());
            }
            games += 1;
        }
    }
    assert!(games >= 40, "{games} games");
}

#[test]
fn the_example_of_the_manual_holds_on_a_legal_game() {
    let opera = sample!("1858-morphy-duke-karl-opera-game");
    check(&opera, 0, "G(¬CS(self) after move)", true);
}

fn play(dice: &mut Dice, start: Chess) -> Trace {
    let mut line = Line::at(start);
    for _ in 0..dice.below(9) {
        match dice.pick(&line.end().legal_moves()) {
            Some(m) => line.push(*m).unwrap(),
            None => break,
        }
    }
    Trace::of_line(&line)
}

#[test]
fn the_laws_of_time_hold() {
    let mut dice = Dice::new(17);
    for position in random::positions(18).take(150) {
        let trace = play(&mut dice, position);
        for (left, right) in LAWS {
            let parts = [formula(&mut dice, 2), formula(&mut dice, 2)];
            let k = dice.below(4);
            let fill = |law| time_laws::fill(law, &parts, k);
            let law = format!("({}) ↔ ({})", fill(left), fill(right));
            for ply in 0..trace.states().len() {
                check(&trace, ply, &law, true);
            }
        }
    }
}

#[test]
fn operators_mean_what_their_definitions_say() {
    let mut dice = Dice::new(19);
    for position in random::positions(20).take(150) {
        let trace = play(&mut dice, position);
        let (a, b) = (formula(&mut dice, 1), formula(&mut dice, 1));
        let at = |text: &str| -> Vec<bool> {
            (0..trace.states().len())
                .map(|ply| holds(&trace, ply, text))
                .collect()
        };
        let (left, right) = (at(&a), at(&b));
        let last = left.len() - 1;
        for k in [0, 1, last.saturating_sub(1), last, last + 1, 99] {
            for here in 0..=last {
                let (low, high) = (here.saturating_sub(k), last.min(here + k));
                let until = (here..=high).any(|j| right[j] && left[here..j].iter().all(|x| *x));
                let release = (here..=high).all(|j| right[j] || left[here..j].iter().any(|x| *x));
                let since = (low..=here).any(|j| right[j] && left[j + 1..=here].iter().all(|x| *x));
                check(&trace, here, &format!("({a}) U[≤{k}] ({b})"), until);
                check(&trace, here, &format!("({a}) R[≤{k}] ({b})"), release);
                check(&trace, here, &format!("({a}) S[≤{k}] ({b})"), since);
                let ahead = &left[here..=high];
                let behind = &left[low..=here];
                check(
                    &trace,
                    here,
                    &format!("G[≤{k}]({a})"),
                    !ahead.contains(&false),
                );
                check(
                    &trace,
                    here,
                    &format!("F[≤{k}]({a} ∧ ⊤)"),
                    ahead.contains(&true),
                );
                check(
                    &trace,
                    here,
                    &format!("hist[≤{k}]({a})"),
                    !behind.contains(&false),
                );
                check(
                    &trace,
                    here,
                    &format!("once[≤{k}]({a})"),
                    behind.contains(&true),
                );
            }
        }
        for here in 0..=last {
            let next = left.get(here + 1).copied().unwrap_or(false);
            let previous = here > 0 && left[here - 1];
            check(&trace, here, &format!("X({a})"), next);
            check(&trace, here, &format!("Y({a})"), previous);
        }
    }
}
