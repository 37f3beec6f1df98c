//! The chess operators, row by row: castling, pawns, repetition, movement,
//! notation and clocks.

use super::{ROOKS, START, check, check_at, game, line};

#[test]
fn castling_needs_right_path_and_safety() {
    check(ROOKS, "CR(kingside) ∧ CR(queenside)", true);
    check(ROOKS, "CR(kingside, black) ∧ CR(queenside, opponent)", true);
    let in_check = "4k3/8/8/8/4r3/3B4/8/R3K2R w KQ - 0 1";
    check(in_check, "CR(kingside) ∨ CR(queenside) ∨ P(castle)", false);
    check(in_check, "W(castle) ∧ W(self, castle(kingside))", true);
    check(in_check, "CR(kingside) after Be2", true);
    check(in_check, "CR(kingside) after Bxe4", true);
    check(
        in_check,
        "W(castle) after Kd2 ∨ CR(kingside) after Kd2",
        false,
    );
    let through = "4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    check(through, "CR(kingside) ∨ P(O-O)", false);
    check(through, "CR(queenside) ∧ P(O-O-O) ∧ P(castle)", true);
    let into = "4k1r1/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    check(into, "CR(kingside) ∨ P(e1g1)", false);
    check(into, "W(self, castle(kingside)) ∧ CR(queenside)", true);
    let rook_attacked = "1r2k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1";
    check(rook_attacked, "CR(queenside) ∧ CR(kingside)", true);
    let blocked = "4k3/8/8/8/8/8/8/RN2K1NR w KQ - 0 1";
    check(blocked, "CR(queenside) ∨ CR(kingside)", false);
    check(
        blocked,
        "CR(kingside) after Nf3 ∧ ¬CR(queenside) after Nf3",
        true,
    );
    let no_right = "4k3/8/8/8/8/8/8/R3K2R w Q - 0 1";
    check(no_right, "CR(queenside) ∧ ¬CR(kingside) ∧ F(O-O)", true);
    check(no_right, "I(self, castle(kingside)) ∧ ¬I(castle)", true);
    let taken = "4k3/8/8/8/8/8/6b1/R3K2R b KQ - 0 1";
    check(taken, "W(opponent, castle(kingside)) after Bxh1", false);
    check(taken, "W(opponent, castle(queenside)) after Bxh1", true);
    check(taken, "W(self, castle) ∨ W(white, en_passant)", false);
    // A side's powers are what the other suffers.
    check(taken, "D(self, castle) ∧ D(black, castle)", true);
    check(taken, "D(white, castle) ∨ B(black, castle)", false);
    check(taken, "B(white, castle) ∧ I(black, castle)", true);
    check(
        taken,
        "W(white, castle) after Kd7 ∧ D(self, castle) after Kd7",
        true,
    );
    let back = line(ROOKS, "Ra2 Ke7 Ra1 Ke8");
    check_at(&back, 4, "CR(kingside) ∧ ¬W(self, castle(queenside))", true);
    check_at(&back, 4, "I(black, castle) ∧ B(white, castle)", true);
}

#[test]
fn pawns_take_in_passing_and_promote() {
    let passing = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2";
    check(passing, "EP(d6) ∧ P(en_passant) ∧ P(exd6) ∧ P(e5d6)", true);
    check(passing, "EP(e6) ∨ EP(d5) ∨ O(en_passant)", false);
    check(passing, "L(self, en_passant) ∧ PM(pawn, e5, d6)", true);
    let late = "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 2";
    check(late, "EP(d6) ∨ W(en_passant) ∨ PM(pawn, e5, d6)", false);
    let nobody = "4k3/8/8/3p4/8/8/8/4K3 w - d6 0 2";
    check(nobody, "W(en_passant) ∧ W(white, en_passant)", true);
    check(nobody, "EP(d6) ∨ W(opponent, en_passant)", false);
    check(
        nobody,
        "D(opponent, en_passant) ∧ I(black, en_passant)",
        true,
    );
    let answers_check = "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1";
    check(answers_check, "CS ∧ EP(d3) ∧ P(en_passant)", true);
    check(answers_check, "CS(self) after exd3", false);
    let crown = "4k3/P6p/8/8/8/8/p6P/4K3 w - - 0 1";
    check(crown, "PO(a7) ∧ PO(a2)", true);
    check(crown, "PO(h2) ∨ PO(h7) ∨ PO(e1) ∨ PO(e4)", false);
    check(crown, "P(a8=Q) ∧ P(a8=N) ∧ P(a7a8r) ∧ P(a8=B)", true);
    check(crown, "P(a8) ∨ P(a7a8) ∨ P(a8=K) ∨ P(a7a8p)", false);
    check(crown, "P(promote) ∧ P(promote(rook)) ∧ ¬O(promote)", true);
    check(crown, "P(promote(king)) ∨ P(promote(pawn))", false);
    check(
        crown,
        "CS(opponent) after a8=Q ∧ ¬CS(opponent) after a8=N",
        true,
    );
    check(crown, "CS(opponent) after promote", true);
    check(crown, "role(a8) = knight after promote(knight)", true);
}

#[test]
fn positions_repeat_with_rights_and_legal_en_passant() {
    let shuttle = "Nf3 Nf6 Ng1 Ng8 ".repeat(4);
    let knights = line(START, &shuttle);
    check_at(&knights, 4, "PR(1) ∧ PR(2) ∧ ¬PR(3)", true);
    check_at(&knights, 7, "PR(3) ∨ GT(threefold_repetition)", false);
    check_at(&knights, 7, "PR(3) after Ng8", true);
    check_at(&knights, 7, "C(opponent, draw) after move", true);
    check_at(&knights, 8, "PR(3) ∧ GT(threefold_repetition) ∧ ¬GT", true);
    check_at(&knights, 8, "C(self, draw) ∧ C(white, draw)", true);
    check_at(&knights, 8, "C(opponent, draw) ∨ C(black, draw)", false);
    check_at(&knights, 8, "P(claim_draw) ∧ L(self, claim_draw)", true);
    check_at(&knights, 8, "W(white, draw) ∧ D(black, draw)", true);
    check_at(&knights, 15, "PR(5) ∨ GT", false);
    check_at(&knights, 16, "PR(5) ∧ GT(fivefold_repetition) ∧ GT", true);
    check_at(&knights, 16, "C(self, draw) ∨ P(claim_draw)", false);
    check_at(&knights, 16, "P(resign) ∨ P(offer_draw)", false);
    check_at(&knights, 16, "LMG(self) ≠ ∅ ∧ P(e4)", true);
    let kings = line(
        START,
        "e4 e5 Ke2 Ke7 Ke1 Ke8 Ke2 Ke7 Ke1 Ke8 Ke2 Ke7 Ke1 Ke8",
    );
    check_at(&kings, 6, "PR(2)", false);
    check_at(&kings, 10, "PR(2) ∧ ¬PR(3)", true);
    check_at(&kings, 14, "PR(3)", true);
    let shuttle = "Ng6 Ng3 Nh8 Nh1 ".repeat(3);
    // The capture in passing was legal at first, so the position was another.
    let legal = line(
        "4k2n/8/8/8/1p6/8/P7/4K2N w - - 0 1",
        &format!("a4 {shuttle}"),
    );
    check_at(&legal, 1, "EP(a3) ∧ P(en_passant)", true);
    check_at(&legal, 5, "PR(2)", false);
    check_at(&legal, 9, "PR(2) ∧ ¬PR(3)", true);
    check_at(&legal, 13, "PR(3) ∧ C(black, draw)", true);
    // Here the pawn is pinned and could only ever have looked at it.
    let pinned = line(
        "1k5n/8/8/8/1p6/8/P7/1R2K2N w - - 0 1",
        &format!("a4 {shuttle}"),
    );
    check_at(&pinned, 1, "EP(a3) ∧ F(en_passant)", true);
    check_at(&pinned, 5, "PR(2) ∧ ¬PR(3)", true);
    check_at(&pinned, 9, "PR(3) ∧ ¬PR(4)", true);
    check_at(&pinned, 13, "PR(4) ∧ ¬PR(5)", true);
}

#[test]
fn men_move_attack_and_develop() {
    check(START, "PM(pawn, e2, e4) ∧ PM(pawn, e2, e3)", true);
    check(START, "PM(pawn, e2, e5) ∨ PM(pawn, e2, d3)", false);
    check(START, "PM(knight, g1, f3) ∧ PM(pawn, e7, e5)", true);
    check(START, "PM(knight, g1, e2) ∨ PM(bishop, f1, c4)", false);
    check(START, "PM(queen, e2, e4) ∨ PM(rook, e4, e5)", false);
    check(ROOKS, "PM(king, e1, g1) ∨ PM(king, e1, e3)", false);
    check(ROOKS, "PM(king, e1, f2) ∧ PM(rook, a1, a8)", true);
    check(START, "PC(e2, e4) ∧ PC(a1, b3) ∧ PC(a1, a2)", true);
    check(START, "PC(a1, a8) ∨ PC(f1, a6) ∨ PC(e1, e3)", false);
    check(START, "PA(e2, d3) ∧ PA(g1, e2) ∧ PA(a1, b1)", true);
    check(START, "PA(e2, e3) ∨ PA(e2, e4) ∨ PA(d1, d8)", false);
    check(START, "PA(e4, e5)", false); // nobody there
    check(START, "PD(g1) ∨ PD(c8) ∨ PD(d1)", false);
    check(START, "PD(f3) after Nf3 ∧ ¬PD(b1) after Nf3", true);
    check(START, "PV ∧ CS(self) ∨ CS(white) ∨ CS(opponent)", false);
    check(START, "count(pieces) = 32 ∧ mobility = 20", true);
    let moved = line(START, "e4 e5 Bc4");
    check_at(&moved, 3, "PD(c4) ∧ MH(0) ∧ MH(3) ∧ ¬MH(4)", true);
    check_at(&moved, 3, "MH(4) after Nc6 ∧ ¬MH(5) after Nc6", true);
}

#[test]
fn moves_are_read_and_written() {
    check(START, "NV(\"Nf3\") ∧ NV(\"e4\") ∧ NV(\"e2e4\")", true);
    check(
        START,
        "NV(\"Nf6\") ∨ NV(\"O-O\") ∨ NV(\"xyz\") ∨ NV(\"\")",
        false,
    );
    check(START, "PSA(\"Nf3\") = PUCI(\"g1f3\")", true);
    check(START, "PLA(\"Ng1-f3\") = PSA(\"Nf3\")", true);
    check(START, "PSA(\"Nf6\") = PSA(\"Nf6\")", false); // no value
    check(START, "PVN(\"knight to f3\") = Nf3", true);
    check(START, "PVN(\"springer til f3\") = Nf3", true);
    check(START, "PVN(\"knight\") = Nf3 ∨ PVN(\"boo\") = Nf3", false);
    check(ROOKS, "PVN(\"kort rokade\") = O-O", true);
    check(ROOKS, "PUCI(\"e1g1\") = PUCI(\"e1h1\")", true);
    check(ROOKS, "GN(O-O, \"san\") = \"O-O\"", true);
    check(ROOKS, "GN(O-O, \"uci\") = \"e1g1\"", true);
    check(ROOKS, "NC(\"e1h1\", \"uci\") = \"e1g1\"", true);
    check(ROOKS, "GN(O-O-O, \"no\") = \"roker langt\"", true);
    check(START, "GN(Nf3, \"long\") = \"Ng1-f3\"", true);
    check(START, "GN(Nf3, \"en\") = \"knight to f3\"", true);
    check(START, "GN(e4, \"uci\") = \"e2e4\"", true);
    check(START, "GN(Nf3, \"latin\") ≠ \"Nf3\"", false); // no value
    check(START, "NC(\"Nf3\", \"uci\") = \"g1f3\"", true);
    check(
        START,
        "NC(\"g1f3\", \"san\") = NC(\"Ng1-f3\", \"san\")",
        true,
    );
    check(START, "from(Nf3) = g1 ∧ to(Nf3) = f3 ∧ to(e4) = e4", true);
    check(START, "P(PSA(\"Nf3\")) ∧ F(PSA(\"Ke2\"))", true);
    check(START, "GN(e5, \"san\") = \"e5\" after e4", true);
    let opera = game(include_str!(
        "../../../../data/samples/1858-morphy-duke-karl-opera-game.pgn"
    ));
    check_at(&opera, 32, "GN(move, \"san\") = \"Rd8#\"", true);
    check_at(
        &opera,
        22,
        "GN(move, \"san\") = \"O-O-O\" ∧ move = O-O-O",
        true,
    );
    check_at(&opera, 33, "GN(move, \"san\") = GN(move, \"san\")", false);
    let two = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1";
    check(two, "NV(\"Nd2\") ∨ PSA(\"Nd2\") = Nbd2", false);
    check(two, "NV(\"Nbd2\") ∧ NV(\"Nfd2\") ∧ NV(\"b1d2\")", true);
    check(two, "P(Nd2) ∧ ¬O(Nd2) ∧ GN(Nbd2, \"san\") = \"Nbd2\"", true);
}

#[test]
fn a_pinned_namesake_makes_no_move_ambiguous() {
    // The knight on f3 is pinned, so SAN calls the other one's move plain Nd2.
    let two = "4k3/8/8/7b/8/5N2/8/1N1K4 w - - 0 1";
    check(two, "GN(Nbd2, \"san\") = \"Nd2\" ∧ P(Nd2) ∧ F(Nfd2)", true);
    check(two, "NV(\"Nd2\")", true);
    check(two, "PSA(\"Nd2\") = Nbd2", true);
    check(two, "Nd2 ∈ moves ∧ from(Nd2) = b1", true);
}

#[test]
fn each_parser_reads_its_own_notation() {
    check(START, "PUCI(\"Nf3\") = Nf3", false);
    check(START, "PSA(\"g1f3\") = Nf3", false);
    check(START, "PLA(\"Nf3\") = Nf3", false);
}

#[test]
fn clocks_are_read_from_comments() {
    let timed = game(
        "1. e4 {[%clk 0:05:00]} e5 {[%clk 0:04:58]} 2. Nf3 {[%clk 0:04:50]} \
         Nc6 {[%clk 0:00:00]} 3. Bb5 {[%clk 0:04:49]} 1-0",
    );
    check_at(&timed, 0, "TC(white) ≥ 0 ∨ TC(black) ≠ 1 ∨ TC = TC", false);
    check_at(&timed, 1, "TC(white) = 300 ∧ TC(opponent) = 300", true);
    check_at(&timed, 1, "TC(black) ≥ 0 ∨ TC(self) ≥ 0", false);
    check_at(
        &timed,
        2,
        "TC(black) = 298 ∧ TC = 300 ∧ TC(self) = 300",
        true,
    );
    check_at(&timed, 3, "TC = 298 ∧ TC(opponent) = 290", true);
    check_at(
        &timed,
        3,
        "TC(self) = 298 after Nc6 ∧ TC(white) = 290 after Nc6",
        true,
    );
    check_at(&timed, 0, "X(TC(white) > 299) ∧ F(TC(black) = 0)", true);
    check_at(&timed, 3, "GT ∨ D(black, lose) ∨ GT(time_forfeit)", false);
    check_at(&timed, 5, "GT(time_forfeit) ∧ GT ∧ TC = 0", true);
    check_at(
        &timed,
        5,
        "D(black, lose) ∧ D(self, lose) ∧ W(white, lose)",
        true,
    );
    check_at(&timed, 5, "I(black, lose) ∧ B(white, lose)", true);
    check_at(
        &timed,
        5,
        "C(self, draw) ∨ P(resign) ∨ D(white, lose)",
        false,
    );
    check_at(&timed, 5, "P(a6) ∧ LMG(self) ≠ ∅", true);
}

#[test]
fn a_clock_with_time_left_has_not_run_out() {
    let blitz = game(
        "1. e4 {[%clk 0:00:00.4]} e5 {[%clk 0:00:01.9]} 2. Nf3 {[%clk 0:00:00.2]} \
         Nc6 {[%clk 0:00:01.8]} *",
    );
    check_at(&blitz, 2, "GT(time_forfeit) ∨ GT", false);
    check_at(&blitz, 2, "D(white, lose)", false);
}
