//! Laws of the evaluation, tried on random positions, and a row for each term.

use krog_chess::{Position as _, fen, mirror, random};

use super::*;

#[test]
fn rows_add_up_and_search_sees_the_same_total() {
    let mut table = PawnTable::new();
    for position in random::positions(21).take(4_000) {
        let evaluation = evaluate(&position);
        let sum: i32 = evaluation.rows.iter().map(|row| row.tapered).sum();
        assert_eq!(sum, evaluation.total);
        let board = Board::from(&position);
        let found = counted(&board, &mut table) + Layers::new(1).value(&board, 0);
        assert_eq!(found, evaluation.total, "{}", fen::write(&position));
        assert_eq!(
            evaluation.phase,
            krog_chess::phase::weight(position.board())
        );
    }
}

#[test]
fn every_term_is_negated_in_the_mirror() {
    for position in random::positions(22).take(2_000) {
        let here = evaluate(&position);
        let there = evaluate(&mirror::position(&position));
        assert_eq!(here.total, -there.total);
        for (a, b) in here.rows.iter().zip(&there.rows) {
            let place = || format!("{} in {}", a.term.name, fen::write(&position));
            assert_eq!((a.white, a.black), (b.black, b.white), "{}", place());
            assert_eq!(a.tapered, -b.tapered, "{}", place());
        }
    }
}

#[test]
fn the_network_speaks_for_one_side_and_makes_up_the_rest() {
    for position in random::positions(24).take(500) {
        let evaluation = evaluate(&position);
        let row = &evaluation.rows[term::Id::Network as usize];
        let zero = Tapered::default();
        assert!(row.white == zero || row.black == zero, "{row:?}");
        assert_eq!(row.tapered, evaluation.total - counted_terms(&position));
    }
}

/// How often White and Black use a term's weights, told by the sides' figures:
/// a side without a part has a zero.
#[track_caller]
fn check(name: &str, fen: &str, white: bool, black: bool) {
    let position = fen::parse(fen).expect("test positions are legal");
    let evaluation = evaluate(&position);
    let row = evaluation.rows.iter().find(|row| row.term.name == name);
    let row = row.expect("a term of the registry");
    let zero = Tapered::default();
    let found = (row.white != zero, row.black != zero);
    assert_eq!(found, (white, black), "{name} in {fen}: {row:?}");
}

#[test]
fn terms_of_pawns_count_what_they_name() {
    check("material", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", true, false);
    check(
        "doubled_pawns",
        "4k3/3p4/8/8/8/4P3/4P3/4K3 w - - 0 1",
        true,
        false,
    );
    check(
        "isolated_pawns",
        "4k3/3pp3/8/8/8/8/4P3/4K3 w - - 0 1",
        true,
        false,
    );
    check(
        "backward_pawns",
        "4k3/8/8/2p5/4p3/3P4/8/4K3 w - - 0 1",
        false,
        false,
    );
    check(
        "backward_pawns",
        "4k3/8/8/4p3/2P5/3P4/8/4K3 w - - 0 1",
        true,
        false,
    );
    check(
        "backward_pawns",
        "4k3/8/8/4p3/2P1P3/3P4/8/4K3 w - - 0 1",
        true,
        false,
    );
    check(
        "connected_pawns",
        "4k3/p1p5/8/8/8/2P5/3P4/4K3 w - - 0 1",
        true,
        false,
    );
    check(
        "passed_pawns",
        "4k3/5p2/8/1P6/8/6P1/8/4K3 w - - 0 1",
        true,
        false,
    );
}

#[test]
fn terms_of_passed_pawns_count_what_they_name() {
    check(
        "passed_blocked",
        "4k3/8/1n6/1P6/8/8/8/4K3 w - - 0 1",
        true,
        false,
    );
    check(
        "passed_free",
        "4k3/8/1n6/1P6/p7/8/8/4K3 w - - 0 1",
        false,
        true,
    );
    check(
        "passed_kings",
        "4k3/8/8/1P6/8/8/8/4K3 w - - 0 1",
        true,
        false,
    );
}

#[test]
fn terms_of_pieces_count_what_they_name() {
    check("balance", "4k3/8/8/8/8/8/8/1N2K1N1 w - - 0 1", true, false);
    check(
        "bishop_pair",
        "2b1kb2/8/8/8/8/8/8/2B1K3 w - - 0 1",
        false,
        true,
    );
    check(
        "bishop_pawns",
        "2b1k3/3p4/8/8/8/3P4/8/2B1K3 w - - 0 1",
        false,
        true,
    );
    check(
        "rook_files",
        "r3k3/p7/8/8/8/8/P7/1R2K3 w - - 0 1",
        true,
        false,
    );
    check(
        "rook_seventh",
        "r3k3/p7/8/8/8/8/1r6/4K3 w - - 0 1",
        false,
        true,
    );
    check("outposts", "4k3/8/8/3N4/4P3/8/8/4K3 w - - 0 1", true, false);
}

#[test]
fn ways_of_passed_pawns_and_rooks_behind_them_count() {
    check(
        "passed_path",
        "4k3/8/8/1P6/8/8/8/4K3 w - - 0 1",
        true,
        false,
    );
    check(
        "passed_rooks",
        "4k3/8/8/1P6/8/8/1R6/4K3 w - - 0 1",
        true,
        false,
    );
    check(
        "passed_rooks",
        "4k3/8/8/8/R2p4/8/8/4K3 w - - 0 1",
        false,
        false,
    );
}

#[test]
fn terms_of_all_men_count_what_they_name() {
    check(
        "outposts",
        "4k3/2p5/8/3N4/4P3/8/8/4K3 w - - 0 1",
        false,
        false,
    );
    check(
        "shielded_minors",
        "4k3/8/8/8/4P3/4B3/8/4K3 w - - 0 1",
        true,
        false,
    );
    check("mobility", "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", true, false);
    check(
        "king_danger",
        "6k1/5ppp/8/5N2/8/6Q1/8/4K3 w - - 0 1",
        true,
        false,
    );
    check("threats", "4k3/8/8/3n4/4P3/8/8/4K3 w - - 0 1", true, false);
    check("loose_men", "4k3/8/8/n7/8/8/8/R3K3 w - - 0 1", true, false);
    check("pressure", "3qk3/8/8/8/8/8/8/3RK3 w - - 0 1", true, true);
    check("pressure", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", false, false);
    check("own_wing", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", true, true);
    check("enemy_wing", "4k3/8/8/8/8/8/8/N3K3 w - - 0 1", true, false);
    check("tempo", "4k3/8/8/8/8/8/8/4K3 b - - 0 1", false, true);
    check("drawish", "startpos", false, false);
    check(
        "drawish",
        "2b1k3/5p2/8/8/8/8/4PPP1/2B1K3 w - - 0 1",
        true,
        false,
    );
    // Pawns on one wing win less often than as many on both.
    let drawish = |fen: &str, white: bool| check("drawish", fen, white, false);
    drawish("r3k3/5ppp/8/8/8/8/4PPPP/R3K3 w - - 0 1", true);
    drawish("r3k3/p5pp/8/8/8/8/PP4PP/R3K3 w - - 0 1", false);
    check("rounding", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", false, false);
}
