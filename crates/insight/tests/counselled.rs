//! What is claimed when an engine can be asked: rows of moves that lose, miss or
//! give something back against best play, and of moves that only look so.
//!
//! The engine is a plain search of material, written here: slow and honest.

#![allow(clippy::unwrap_used)] // what cannot be unwrapped here has failed the test

#[path = "counselled/engines.rs"]
mod engines;

use krog_chess::{
    Chess, EngineLine, Evaluate, Limit, Line, Move, Position as _, Score, Value, fen, mirror,
    notation,
};
use krog_insight::{Counsel, Explanation, Given, Polarity, explain};

use engines::{Counter, HASTY, KEEN, LEVEL, Mirrored, PLAIN, flipped};

/// A row: the position, the move played, what an engine said before it and after
/// it (a line, and the value for the mover in centipawns).
type Row = (
    &'static str,
    &'static str,
    (&'static str, i32),
    (&'static str, i32),
);

fn explained(engine: Option<&dyn Evaluate>, (at, san, before, after): Row) -> Explanation {
    let position = fen::parse(at).unwrap();
    let mover = position.turn();
    let m = notation::read(&position, san).unwrap();
    let mut next = position.clone();
    next.play_unchecked(m);
    let told = |position: &Chess, (moves, cp): (&str, i32)| EngineLine {
        score: Score::seen_by(mover, Value::Cp(cp)),
        depth: 20,
        nodes: None,
        line: Line::parse(position.clone(), moves).unwrap(),
    };
    let lines = [told(&position, before), told(&next, after)];
    counselled(engine, (&position, m), &lines)
}

fn counselled(
    engine: Option<&dyn Evaluate>,
    (position, m): (&Chess, Move),
    [before, after]: &[EngineLine; 2],
) -> Explanation {
    let given = Given {
        before: std::slice::from_ref(before),
        after: std::slice::from_ref(after),
        hint: None,
        counsel: engine.map(|engine| Counsel {
            engine,
            limit: Limit::depth(1),
        }),
    };
    explain(position, m, given).unwrap()
}

/// The ids of what is claimed of a move and of the better one.
fn ids(explanation: &Explanation) -> Vec<&'static str> {
    let better = explanation.better.iter().flat_map(|better| &better.claims);
    let claims = explanation.claims.iter().chain(better);
    claims.map(|claim| claim.id).collect()
}

/// Whether a claim is made of the move, or of the better one; and that the same is
/// claimed in the mirror.
#[track_caller]
fn check(engine: Option<&dyn Evaluate>, id: &str, expected: bool, row: Row) {
    let explanation = explained(engine, row);
    let found = ids(&explanation);
    assert_eq!(found.contains(&id), expected, "{id}: {row:?}: {found:?}");
    let mirrored = engine.map(Mirrored);
    let engine = mirrored.as_ref().map(|engine| engine as &dyn Evaluate);
    let scene = &explanation.scene;
    let (at, m) = (mirror::position(scene.before()), mirror::mv(scene.m()));
    let told = |position: &Chess, (moves, cp): (&str, i32)| {
        flipped(&EngineLine {
            score: Score::seen_by(scene.mover(), Value::Cp(cp)),
            depth: 20,
            nodes: None,
            line: Line::parse(position.clone(), moves).unwrap(),
        })
    };
    let lines = [told(scene.before(), row.2), told(scene.after(), row.3)];
    assert_eq!(ids(&counselled(engine, (&at, m), &lines)), found, "{row:?}");
}

#[test]
fn perpetual_check_is_claimed_where_the_checks_never_end() {
    // The queen checks on e1 and h4, and the king has but one square each time.
    let bare = "6k1/R4ppp/1R6/4q3/8/5P2/6P1/6K1 w - - 0 1";
    let allowed = (bare, "Rbb7", ("Rb1 h6", 300), ("Qe1+ Kh2 Qh4+", 0));
    check(Some(&LEVEL), "allows_draw_by_play", true, allowed);
    // With a pawn on h2 the check on e1 is mate.
    let walled = "6k1/R4ppp/1R6/4q3/8/5P2/6PP/6K1 w - - 0 1";
    let mated = (walled, "Rbb7", ("Rb1 h6", 300), ("Qe1#", 0));
    check(Some(&LEVEL), "allows_draw_by_play", false, mated);
    // An engine that does not find it level is believed.
    let doubted = (bare, "Rbb7", ("Rb1 h6", 300), ("Qe1+ Kh2 Qh4+", 120));
    check(Some(&LEVEL), "allows_draw_by_play", false, doubted);
    let held = "N5k1/RR3ppp/8/4q3/8/5P2/6P1/6K1 b - - 0 1";
    let missed = (held, "h6", ("Qe1+ Kh2 Qh4+", 0), ("Kf1 h5", -120));
    check(Some(&LEVEL), "draws_by_play", true, missed);
    let other = (held, "Qe1+", ("Qe1+ Kh2 Qh4+", 0), ("Kh2 Qh4+", 0));
    check(Some(&LEVEL), "draws_by_play", false, other);
}

#[test]
fn what_a_capture_wins_may_be_taken_back() {
    // The queen takes on b7, and the rook gains time on her and takes on b2.
    let poisoned = "r5k1/1p2ppp1/3b3p/8/8/1Q4P1/1P3P1P/6K1 w - - 0 1";
    let row = (poisoned, "Qxb7", ("Kf1 b6", 200), ("Rb8 Qa7 Rxb2", -40));
    check(Some(&Counter), "gives_back", true, row);
    check(Some(&HASTY), "gives_back", true, row);
    // Nobody guards b8: the pawn is won for good.
    let free = "r5k1/1p2ppp1/7p/8/8/1Q4P1/1P3P1P/6K1 w - - 0 1";
    let row = (free, "Qxb7", ("Kf1 b6", 700), ("Rf8 b4", 400));
    check(Some(&Counter), "gives_back", false, row);
    // An even trade wins nothing that could be given back.
    let trade = "6k1/5ppp/5n2/6B1/8/8/5PPP/6K1 w - - 0 1";
    let row = (trade, "Bxf6", ("Kf1 Kf8", 200), ("gxf6 Kf1", 0));
    check(Some(&Counter), "gives_back", false, row);
}

#[test]
fn a_threat_is_told_where_it_would_not_work_after_the_better_move() {
    let at = "3r2k1/4pp1p/p5p1/1bqP4/8/R3PB1P/PQ3PP1/6K1 b - - 0 32";
    let row = (at, "Qc4", ("Rc8 e4", -56), ("Rc3 Qa4", -227));
    check(None, "allows_threat", true, row);
    let explanation = explained(None, row);
    let claim = explanation.refutation().unwrap();
    assert_eq!(claim.polarity, Polarity::Against);
    assert_eq!(claim.gain, None);
    assert_eq!(
        claim.text().en,
        "allows Rc3, which threatens to win the queen on c4; after Rc8 that would not work"
    );
    // The same reply would be the best one to the better move as well.
    let same = (at, "Qc4", ("Rc8 Rc3", -56), ("Rc3 Qa4", -227));
    check(None, "allows_threat", false, same);
    // Hardly anything was lost: the threat is no reason.
    let slight = (at, "Qc4", ("Rc8 e4", -200), ("Rc3 Qa4", -227));
    check(None, "allows_threat", false, slight);
    // A reply that takes is in the middle of an exchange.
    let at = "2rqkb1r/6pp/p1p1bnn1/1p1p1p2/2PPp3/1PN1PP2/PBQNB1PP/3R1RK1 w k - 5 15";
    let takes = (at, "g4", ("fxe4 fxe4", 82), ("exf3 Nxf3", -198));
    check(None, "allows_threat", false, takes);
}

#[test]
fn a_passed_pawn_that_gets_through_is_told_where_the_better_move_stops_it() {
    // The king comes too late to hold the pawn on d4.
    let at = "3r2k1/5ppp/8/3p4/8/8/R4PPP/4K3 w - - 0 1";
    let row = (at, "h3", ("Kd2 d4 Kd3", -50), ("d4 Kd2 d3", -250));
    check(Some(&PLAIN), "allows_passer_by_play", true, row);
    let explanation = explained(Some(&PLAIN), row);
    let claim = explanation.refutation().unwrap();
    assert_eq!(claim.gain, None);
    assert_eq!(
        claim.text().en,
        "lets a passed pawn through to the sixth rank or further, or loses at least a pawn, \
         against the best replies; it begins with d4"
    );
    // The preferred line lets it through as well: no reason.
    let same = (at, "h3", ("g3 d4 Kf1 d3 f3", -50), ("d4 Kd2 d3", -250));
    check(Some(&PLAIN), "allows_passer_by_play", false, same);
    // The engine finds it worth too little.
    let slight = (at, "h3", ("Kd2 d4 Kd3", -180), ("d4 Kd2 d3", -250));
    check(Some(&PLAIN), "allows_passer_by_play", false, slight);
    let own = "3r2k1/5ppp/8/8/3p4/8/R4PPP/4K3 b - - 0 1";
    let row = (own, "h6", ("d3 Kd2", 250), ("Kd2 g6", 0));
    check(Some(&PLAIN), "gets_passer_by_play", true, row);
}

#[test]
fn a_king_that_can_no_longer_castle_is_told() {
    let at = "3q2k1/5ppp/8/8/8/8/5PPP/R3K2R w KQ - 0 1";
    let row = (at, "h3", ("O-O h6", 150), ("Qe7+ Kf1 h6", -50));
    check(Some(&PLAIN), "loses_castling_by_play", true, row);
    // Without the right there is none to lose.
    let walked = "3q2k1/5ppp/8/8/8/8/5PPP/R3K2R w - - 0 1";
    let row = (walked, "h3", ("Kf1 h6", 150), ("Qe7+ Kf1 h6", -50));
    check(Some(&PLAIN), "loses_castling_by_play", false, row);
    let own = "r3k2r/5ppp/8/8/8/8/5PPP/3Q2K1 w kq - 0 1";
    let row = (own, "h3", ("Qe2+ Kf8 h3", 50), ("O-O g3", -150));
    check(Some(&PLAIN), "strands_king_by_play", true, row);
}

#[test]
fn what_gets_through_is_told_where_the_better_move_stops_it() {
    // The rook comes to d7 unless the king covers it.
    let at = "1r4k1/1p3pp1/p6p/8/8/7P/PP3PP1/3R2K1 b - - 0 1";
    let row = (at, "a5", ("Kf8 Kf1 Ke8", 0), ("Rd7 b5 Kf1", -250));
    check(Some(&KEEN), "allows_seventh_by_play", true, row);
    let same = (at, "a5", ("h5 Rd7 b5 Kf1", 0), ("Rd7 b5 Kf1", -250));
    check(Some(&KEEN), "allows_seventh_by_play", false, same);
    let own = "1r4k1/1p3pp1/p6p/8/8/7P/PP3PP1/3R2K1 w - - 0 1";
    let row = (own, "Kf1", ("Rd7 b5 Kf1", 250), ("Kf8 Ke2 Ke8", 0));
    check(Some(&KEEN), "gets_seventh_by_play", true, row);
    // The king comes to e5 unless the other one takes the opposition.
    let at = "8/4k1p1/7p/8/4K3/7P/6P1/8 b - - 0 1";
    let row = (at, "Kf7", ("Ke6 Kd4 Kd6", 0), ("Ke5 Ke7 g3", -110));
    check(Some(&KEEN), "allows_king_in_by_play", true, row);
    let queen = "8/4k1p1/7p/8/4K3/7P/5qP1/8 b - - 0 1";
    let row = (queen, "Kf7", ("Qf6 Kd3 Kd6", 900), ("Ke5 Ke7 g3", 600));
    check(Some(&KEEN), "allows_king_in_by_play", false, row);
    // The pawn goes past the one on h5.
    let at = "8/8/6k1/7p/6PP/4K3/8/8 w - - 0 1";
    let row = (at, "Kf3", ("g5 Kf5 Kf3", 250), ("Kf6 Kf4 hxg4", 100));
    check(Some(&PLAIN), "makes_passer_by_play", true, row);
    let slight = (at, "Kf3", ("g5 Kf5 Kf3", 250), ("Kf6 Kf4 hxg4", 200));
    check(Some(&PLAIN), "makes_passer_by_play", false, slight);
}

#[test]
fn a_king_that_is_left_without_pawns_before_it_is_told() {
    // The check on h1 drives the king to e2; the bishop guards g2.
    let at = "6k1/5pp1/7p/8/7q/5B2/R4PP1/R4K2 w - - 0 1";
    let row = (at, "R2a3", ("Kg1 Qd4", 500), ("Qh1+ Ke2 g6", 350));
    check(Some(&Counter), "loses_shield_by_play", true, row);
    // Without a queen it is no trouble.
    let at = "6k1/5pp1/7p/8/7r/5B2/R4PP1/R4K2 w - - 0 1";
    let row = (at, "R2a3", ("Kg1 Rd4", 900), ("Rh1+ Ke2 g6", 700));
    check(Some(&Counter), "loses_shield_by_play", false, row);
}

#[test]
fn a_capture_that_was_passed_up_is_told_where_the_reply_saves_the_man() {
    let at = "6k1/5ppp/8/8/3r4/8/1B3PPP/6K1 w - - 0 1";
    let row = (at, "h3", ("Bxd4 f6", 300), ("Rd7 Kh2", -200));
    check(None, "passes_up", true, row);
    let explanation = explained(None, row);
    let claim = explanation.refutation().unwrap();
    assert_eq!(
        claim.text().en,
        "passes up Bxd4, which takes the rook on d4 with gain; after Rd7 nothing of that worth \
         can be taken"
    );
    // The reply leaves it where it can be taken.
    let still = (at, "h3", ("Bxd4 f6", 300), ("h6 Bxd4", 300));
    check(None, "passes_up", false, still);
    // A pawn is too little to be told.
    let pawn = "6k1/5ppp/8/8/3p4/8/1B3PPP/6K1 w - - 0 1";
    let row = (pawn, "h3", ("Bxd4 f6", 300), ("f6 Kh2", 0));
    check(None, "passes_up", false, row);
}

#[test]
fn a_mate_that_the_reply_threatens_is_told() {
    // With the knight gone from f3 the queen comes to h4.
    let at = "3q2k1/5ppp/3b4/8/8/5N2/5PP1/5RK1 w - - 0 1";
    let row = (at, "Nd4", ("Rd1 Qa5", 0), ("Qh4 f4", -300));
    check(None, "allows_mate_threat", true, row);
    // The move that is called better takes the knight away as well.
    let row = (at, "Nd4", ("Ne1 Qa5", 0), ("Qh4 f4", -300));
    check(None, "allows_mate_threat", false, row);
}
