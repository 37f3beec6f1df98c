//! What is claimed when an engine can be asked: rows of moves that lose, miss or
//! give something back against best play, and of moves that only look so.
//!
//! The engine is a plain search of material, written here: slow and honest.

#![allow(clippy::unwrap_used)] // what cannot be unwrapped here has failed the test

use std::{num::NonZeroU8, ops::ControlFlow};

use krog_chess::{
    Chess, Color, EngineLine, Evaluate, EvaluateError, Limit, Line, Move, Position as _, Role,
    Score, Square, Value, fen, notation, worth,
};
use krog_insight::{Counsel, Explanation, Given, Polarity, explain};

/// Plies that are searched in full; captures go on.
const DEPTH: u8 = 2;

/// A side that is mated in so many plies is worth less than any material.
const MATE: i32 = 100_000;

/// An engine that counts men.
struct Counter;

impl Evaluate for Counter {
    fn name(&self) -> String {
        "a counter of men".to_owned()
    }

    fn evaluate(
        &self,
        game: &Line,
        _: Limit,
        count: NonZeroU8,
        _: &mut dyn FnMut(&[EngineLine]) -> ControlFlow<()>,
    ) -> Result<Vec<EngineLine>, EvaluateError> {
        let position = game.end();
        let mut lines: Vec<(i32, Vec<Move>)> = position
            .legal_moves()
            .into_iter()
            .map(|m| {
                let mut next = position.clone();
                next.play_unchecked(m);
                let (value, rest) = search(&next, -MATE * 2, MATE * 2, DEPTH - 1);
                (-value, std::iter::once(m).chain(rest).collect())
            })
            .collect();
        lines.sort_by_key(|(value, _)| -value);
        lines.truncate(usize::from(count.get()));
        let told = lines.into_iter().map(|(value, moves)| {
            let mut line = Line::at(position.clone());
            for m in moves {
                line.push(m).unwrap();
            }
            EngineLine {
                score: Score::seen_by(position.turn(), told(value)),
                depth: u32::from(DEPTH),
                nodes: None,
                line,
            }
        });
        Ok(told.collect())
    }
}

fn told(value: i32) -> Value {
    let moves = |plies: i32| u16::try_from((plies + 1) / 2).unwrap();
    match value {
        value if value > MATE / 2 => Value::MateIn(moves(MATE - value)),
        value if value < -MATE / 2 => Value::MatedIn(moves(MATE + value)),
        value => Value::Cp(value),
    }
}

fn balance(position: &Chess) -> i32 {
    let board = position.board();
    Role::ALL
        .into_iter()
        .filter_map(|role| {
            let count = |color| (board.by_role(role) & board.by_color(color)).count();
            let side = position.turn();
            let more = i32::try_from(count(side)).unwrap() - i32::try_from(count(!side)).unwrap();
            Some(worth::centipawns(role)? * more)
        })
        .sum()
}

/// The value for the side to move, and the moves that lead to it.
fn search(position: &Chess, mut best: i32, limit: i32, depth: u8) -> (i32, Vec<Move>) {
    let legal = position.legal_moves();
    if legal.is_empty() {
        return (if position.is_check() { -MATE } else { 0 }, Vec::new());
    }
    let calm = depth == 0 && !position.is_check();
    let mut line = Vec::new();
    if calm {
        best = best.max(balance(position));
    }
    let mut moves: Vec<Move> = legal
        .into_iter()
        .filter(|m| !calm || m.is_capture() || m.is_promotion())
        .collect();
    moves.sort_by_key(|m| !m.is_capture());
    for m in moves {
        if best >= limit {
            break;
        }
        let mut next = position.clone();
        next.play_unchecked(m);
        let (value, rest) = search(&next, -limit, -best, depth.saturating_sub(1));
        // A mate further away is worth a little less.
        let value = -value - (-value).signum() * i32::from(value.abs() > MATE / 2);
        if value > best {
            best = value;
            line = std::iter::once(m).chain(rest).collect();
        }
    }
    (best, line)
}

/// An engine that counts men and was stopped while it thought: it names its best
/// move twice.
struct Hasty;

impl Evaluate for Hasty {
    fn name(&self) -> String {
        "a counter of men in a hurry".to_owned()
    }

    fn evaluate(
        &self,
        game: &Line,
        limit: Limit,
        count: NonZeroU8,
        watch: &mut dyn FnMut(&[EngineLine]) -> ControlFlow<()>,
    ) -> Result<Vec<EngineLine>, EvaluateError> {
        let mut lines = Counter.evaluate(game, limit, count, watch)?;
        lines.insert(0, lines[0].clone());
        lines.truncate(usize::from(count.get()));
        Ok(lines)
    }
}

/// An engine to which everything looks level.
struct Level;

impl Evaluate for Level {
    fn name(&self) -> String {
        "all is level".to_owned()
    }

    fn evaluate(
        &self,
        game: &Line,
        limit: Limit,
        count: NonZeroU8,
        watch: &mut dyn FnMut(&[EngineLine]) -> ControlFlow<()>,
    ) -> Result<Vec<EngineLine>, EvaluateError> {
        let mut lines = Counter.evaluate(game, limit, count, watch)?;
        for line in &mut lines {
            line.score = Score::seen_by(game.end().turn(), Value::Cp(0));
        }
        Ok(lines)
    }
}

/// An engine that counts men, and likes passed pawns that are far, kings that are
/// near to those of the other side, and queens before kings that cannot castle.
struct Judge;

impl Evaluate for Judge {
    fn name(&self) -> String {
        "a judge of men and places".to_owned()
    }

    fn evaluate(
        &self,
        game: &Line,
        _: Limit,
        count: NonZeroU8,
        _: &mut dyn FnMut(&[EngineLine]) -> ControlFlow<()>,
    ) -> Result<Vec<EngineLine>, EvaluateError> {
        let position = game.end();
        let me = position.turn();
        let mut lines: Vec<(i32, Move)> = position
            .legal_moves()
            .into_iter()
            .map(|m| {
                let mut next = position.clone();
                next.play_unchecked(m);
                let (value, _) = search(&next, -MATE * 2, MATE * 2, DEPTH - 1);
                (places(&next, me) - places(&next, !me) - value, m)
            })
            .collect();
        lines.sort_by_key(|(value, _)| -value);
        lines.truncate(usize::from(count.get()));
        let told = lines.into_iter().map(|(value, m)| {
            let mut line = Line::at(position.clone());
            line.push(m).unwrap();
            EngineLine {
                score: Score::seen_by(me, told(value)),
                depth: u32::from(DEPTH),
                nodes: None,
                line,
            }
        });
        Ok(told.collect())
    }
}

/// What the places of a side's men are worth.
fn places(position: &Chess, side: Color) -> i32 {
    let board = position.board();
    let pawns = |color: Color| (board.pawns() & board.by_color(color)).into_iter();
    let rank = |square: Square| i32::from(u8::from(side.relative_rank(square.rank())));
    let king = board.king_of(!side).unwrap();
    let is_passed = |pawn: &Square| {
        pawns(!side)
            .all(|other| other.file().distance(pawn.file()) > 1 || rank(other) <= rank(*pawn))
    };
    let passers = pawns(side).filter(is_passed).map(|pawn| {
        let near = i32::try_from(king.distance(pawn)).unwrap();
        40 * rank(pawn) + 10 * near
    });
    let queens = board.queens() & board.by_color(side);
    let stranded = queens.any() && !position.castles().has_color(!side);
    passers.sum::<i32>() + 250 * i32::from(stranded)
}

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
    let given = Given {
        before: &[told(&position, before)],
        after: &[told(&next, after)],
        hint: None,
        counsel: engine.map(|engine| Counsel {
            engine,
            limit: Limit::depth(1),
        }),
    };
    explain(&position, m, given).unwrap()
}

/// Whether a claim is made of the move, or of the better one.
#[track_caller]
fn check(engine: Option<&dyn Evaluate>, id: &str, expected: bool, row: Row) {
    let explanation = explained(engine, row);
    let better = explanation.better.iter().flat_map(|better| &better.claims);
    let ids: Vec<&str> = explanation
        .claims
        .iter()
        .chain(better)
        .map(|claim| claim.id)
        .collect();
    assert_eq!(ids.contains(&id), expected, "{id}: {row:?}: {ids:?}");
}

#[test]
fn perpetual_check_is_claimed_where_the_checks_never_end() {
    // The queen checks on e1 and h4, and the king has but one square each time.
    let bare = "6k1/R4ppp/1R6/4q3/8/5P2/6P1/6K1 w - - 0 1";
    let allowed = (bare, "Rbb7", ("Rb1 h6", 300), ("Qe1+ Kh2 Qh4+", 0));
    check(Some(&Level), "allows_draw_by_play", true, allowed);
    // With a pawn on h2 the check on e1 is mate.
    let walled = "6k1/R4ppp/1R6/4q3/8/5P2/6PP/6K1 w - - 0 1";
    let mated = (walled, "Rbb7", ("Rb1 h6", 300), ("Qe1#", 0));
    check(Some(&Level), "allows_draw_by_play", false, mated);
    // An engine that does not find it level is believed.
    let doubted = (bare, "Rbb7", ("Rb1 h6", 300), ("Qe1+ Kh2 Qh4+", 120));
    check(Some(&Level), "allows_draw_by_play", false, doubted);
    let held = "N5k1/RR3ppp/8/4q3/8/5P2/6P1/6K1 b - - 0 1";
    let missed = (held, "h6", ("Qe1+ Kh2 Qh4+", 0), ("Kf1 h5", -120));
    check(Some(&Level), "draws_by_play", true, missed);
    let other = (held, "Qe1+", ("Qe1+ Kh2 Qh4+", 0), ("Kh2 Qh4+", 0));
    check(Some(&Level), "draws_by_play", false, other);
}

#[test]
fn what_a_capture_wins_may_be_taken_back() {
    // The queen takes on b7, and the rook gains time on her and takes on b2.
    let poisoned = "r5k1/1p2ppp1/3b3p/8/8/1Q4P1/1P3P1P/6K1 w - - 0 1";
    let row = (poisoned, "Qxb7", ("Kf1 b6", 200), ("Rb8 Qa7 Rxb2", -40));
    check(Some(&Counter), "gives_back", true, row);
    check(Some(&Hasty), "gives_back", true, row);
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
    check(Some(&Judge), "allows_passer_by_play", true, row);
    let explanation = explained(Some(&Judge), row);
    let claim = explanation.refutation().unwrap();
    assert_eq!(claim.gain, None);
    assert_eq!(
        claim.text().en,
        "lets a passed pawn through to the sixth rank or further, or loses at least a pawn, \
         against the best replies; it begins with d4"
    );
    // The preferred line lets it through as well: no reason.
    let same = (at, "h3", ("g3 d4 Kf1 d3 f3", -50), ("d4 Kd2 d3", -250));
    check(Some(&Judge), "allows_passer_by_play", false, same);
    // The engine finds it worth too little.
    let slight = (at, "h3", ("Kd2 d4 Kd3", 50), ("d4 Kd2 d3", -150));
    check(Some(&Judge), "allows_passer_by_play", false, slight);
    let own = "3r2k1/5ppp/8/8/3p4/8/R4PPP/4K3 b - - 0 1";
    let row = (own, "h6", ("d3 Kd2", 250), ("Kd2 g6", 0));
    check(Some(&Judge), "gets_passer_by_play", true, row);
}

#[test]
fn a_king_that_can_no_longer_castle_is_told() {
    let at = "3q2k1/5ppp/8/8/8/8/5PPP/R3K2R w KQ - 0 1";
    let row = (at, "h3", ("O-O h6", 150), ("Qe7+ Kf1 h6", -50));
    check(Some(&Judge), "loses_castling_by_play", true, row);
    // Without the right there is none to lose.
    let walked = "3q2k1/5ppp/8/8/8/8/5PPP/R3K2R w - - 0 1";
    let row = (walked, "h3", ("Kf1 h6", 150), ("Qe7+ Kf1 h6", -50));
    check(Some(&Judge), "loses_castling_by_play", false, row);
    let own = "r3k2r/5ppp/8/8/8/8/5PPP/3Q2K1 w kq - 0 1";
    let row = (own, "h3", ("Qe2+ Kf8 h3", 50), ("O-O g3", -150));
    check(Some(&Judge), "strands_king_by_play", true, row);
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
