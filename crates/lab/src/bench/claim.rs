//! What it costs to check a claim whose formula has been read.

use std::{hint::black_box, time::Instant};

use krog_chess::{
    Chess, Position as _, Role, Square,
    attacks::AttackMap,
    notation::{self, Form},
};
use krog_logic::{Env, Formula, SyntaxError, Trace, Vocabulary};

use super::{Bench, Cost, median, middlegame};

/// What a claim may take, in nanoseconds; a review checks thousands.
const BAR: f64 = 20_000.0;

/// Evaluations that are timed together, for a single one is shorter than the
/// clock is exact.
const TIMES: u32 = 20;

/// Typical claims; `MOVE` stands for a legal move of the position, `TARGET`
/// for an enemy man that is attacked, `ATTACKER` for the man that does.
const CLAIMS: [&str; 4] = [
    "∃p ∈ pieces(self): fork(p)",
    "absolute_pin(TARGET)",
    "PA(ATTACKER, TARGET) ∧ ¬defended(TARGET)",
    "(∃q ∈ pieces(opponent): hanging(q)) after MOVE",
];

pub(super) const BENCH: Bench = Bench {
    name: "claim",
    question: "How long does it take to check a claim in a middlegame position?",
    run,
};

fn run() -> Result<Vec<Cost>, String> {
    let positions = middlegame::positions();
    CLAIMS
        .into_iter()
        .map(|claim| cost(claim, &positions).map_err(|error| error.to_string()))
        .collect()
}

fn cost(claim: &'static str, positions: &[Chess]) -> Result<Cost, SyntaxError> {
    let mut times = Vec::new();
    for position in positions {
        let Some(text) = instance(claim, position) else {
            continue;
        };
        let formula = Formula::parse(&text, Vocabulary::base())?;
        let trace = Trace::of_position(position);
        let Some(env) = Env::at(&trace, 0) else {
            continue;
        };
        let start = Instant::now();
        for _ in 0..TIMES {
            black_box(black_box(&formula).holds(&env));
        }
        times.push(start.elapsed().as_secs_f64() * 1e9 / f64::from(TIMES));
    }
    Ok(Cost {
        of: Some(claim),
        figure: median(times),
        peer: None,
        bar: Some(BAR),
        unit: "ns per check",
    })
}

/// The claim about a position; none where nobody is attacked.
fn instance(claim: &str, position: &Chess) -> Option<String> {
    let m = position.legal_moves().last().copied()?;
    let (attacker, target) = attack(position)?;
    let text = claim.replace("MOVE", &notation::write(position, m, Form::San));
    let text = text.replace("ATTACKER", &attacker.to_string());
    Some(text.replace("TARGET", &target.to_string()))
}

/// A man of the side to move and an enemy officer that it attacks.
fn attack(position: &Chess) -> Option<(Square, Square)> {
    let board = position.board();
    let map = AttackMap::of(board);
    let own = board.by_color(position.turn());
    let officers = board.by_color(!position.turn()) & !board.by_role(Role::Pawn);
    own.into_iter()
        .find_map(|from| (map.from(from) & officers).first().map(|to| (from, to)))
}
