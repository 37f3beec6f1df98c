//! Rows about moves without a choice, without an engine, and games that do not
//! begin at the beginning.

use krog_chess::fen;

use super::{
    tests::{QUIET, told},
    *,
};

#[test]
fn who_has_no_choice_or_no_engine_is_not_judged_by_loss() {
    // In check, one way out.
    let text = "k7/8/8/8/8/8/5PPP/r5K1 w - - 0 1";
    let found = told(
        "wintr",
        "k7/8/8/8/8/6P1/5P1P/r5K1 w - - 0 1",
        "Kg2",
        &[],
        &[],
    );
    assert_eq!(found, Some(Label::Forced));
    let mated = fen::parse(text).expect("legal");
    assert!(mated.is_checkmate());
    assert_eq!(told("wintr", QUIET, "a3", &[], &["0.00"]), None);
    assert_eq!(
        told("wintr", QUIET, "a3", &["0.00 a3"], &[]),
        Some(Label::Best)
    );
    // Mate on the board needs no engine.
    let text = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";
    for profile in crate::PROFILES.iter().filter(|p| p.id != "lichess") {
        assert_eq!(
            told(&profile.id, text, "Ra8#", &["#1 Ra8#"], &[]),
            Some(Label::Best)
        );
    }
}

#[test]
fn games_from_positions_and_black_first_are_judged_by_the_board() {
    // Black to move at the start: what is good for White is bad for Black.
    let text = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 0 1";
    let good = told("wintr", text, "a6", &["0.30 Nf6"], &["-0.30"]);
    assert_eq!(good, Some(Label::Best));
    let bad = told("wintr", text, "a6", &["0.30 Nf6"], &["3.30"]);
    assert_eq!(bad, Some(Label::Blunder));
    assert_eq!(fen::parse(text).map(|p| p.turn()), Ok(Color::Black));
    // Chess960: castling with the rook beside the king.
    let text = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";
    let found = told("wintr", text, "h3", &["0.20 e4"], &["-2.00"]);
    assert_eq!(found, Some(Label::Mistake));
}
