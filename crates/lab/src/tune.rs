//! Texel's way of tuning: the weights under which the evaluation of quiet
//! positions best foretells what a strong engine and the result say of them.
//!
//! Positions are those of master games with engine scores; the evaluation is
//! linear in its weights (but for the scaling of endings, which is taken as it
//! is), so the gradient is exact. The same seed gives the same weights.

use std::fmt::Write as _;

use krog_chess::{
    Chess, Color, KnownOutcome, Outcome, Position as _, Value, pgn, random::Dice, see,
};
use krog_engine::{
    Tapered,
    evaluate::{Sample, tunable},
};

use crate::shared;

const GAMES: &str = "games/masters-with-evals.pgn.zst";

/// One position of this many is taken.
const STRIDE: usize = 2;
/// The opening is book, not judgement.
const FIRST_PLY: usize = 10;
/// Beyond this the game is decided and the score tells little.
const MOST: i32 = 1_000;
/// Lichess's curve (source 001): winning chance by centipawns.
const CURVE: f64 = 0.003_682_08;
/// How much the engine's score counts beside the result.
const TRUST: f64 = 0.8;
/// Adam (Kingma and Ba 2015) with its usual figures.
const RATE: f64 = 0.8;
const MOMENTUM: f64 = 0.9;
const SPREAD: f64 = 0.999;
const BATCH: usize = 8_192;
/// How strongly weights are held near where they began.
const HOLD: f64 = 2e-8;

/// What to tune.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Decides the order of positions.
    pub seed: u64,
    /// How often all positions are gone through.
    pub rounds: usize,
}

struct Position {
    sample: Sample,
    target: f64,
}

/// Tunes and returns all weights in the order of the registry.
pub fn run(plan: Plan) -> Result<Vec<Tapered>, String> {
    let positions = load()?;
    let (held_back, used): (Vec<_>, Vec<_>) = positions
        .into_iter()
        .enumerate()
        .partition(|(index, _)| index % 20 == 0);
    let names = tunable();
    let start: Vec<[f64; 2]> = names
        .iter()
        .map(|(_, weight)| [f64::from(weight.mg), f64::from(weight.eg)])
        .collect();
    let mut tuner = Tuner::new(start, plan.seed);
    eprintln!(
        "{} positions, {} weights, loss {:.6} at first",
        used.len(),
        names.len(),
        tuner.loss(&held_back)
    );
    for round in 1..=plan.rounds {
        tuner.go_through(&used, round, plan.rounds);
        eprintln!("round {round}: loss {:.6}", tuner.loss(&held_back));
    }
    Ok(tuner.rounded())
}

/// The text of the table of weights with these in the place of the old ones.
pub fn write_into(text: &str, weights: &[Tapered]) -> Result<String, String> {
    let (head, mut rest) = text
        .split_once("Tapered { mg, eg }")
        .ok_or("no table of weights")?;
    let mut out = format!("{head}Tapered {{ mg, eg }}");
    let mut weights = weights.iter();
    while let Some(at) = rest.find("t(") {
        let is_weight = rest[at + 2..].starts_with(|c: char| c == '-' || c.is_ascii_digit());
        let end = at + rest[at..].find(')').ok_or("an open bracket")? + 1;
        if is_weight {
            let weight = weights.next().ok_or("more weights in the text")?;
            out.push_str(&rest[..at]);
            // Writing into a string cannot fail.
            let _ = write!(out, "t({}, {})", weight.mg, weight.eg);
        } else {
            out.push_str(&rest[..end]);
        }
        rest = &rest[end..];
    }
    out.push_str(rest);
    match weights.next() {
        None => Ok(out),
        Some(_) => Err("fewer weights in the text".to_owned()),
    }
}

fn load() -> Result<Vec<Position>, String> {
    let mut positions = Vec::new();
    let mut number = 0;
    for reading in pgn::games(shared::unpacked(GAMES)?) {
        let Ok(reading) = reading else { continue };
        let game = reading.game;
        let Outcome::Known(outcome) = game.outcome else {
            continue;
        };
        let result = match outcome {
            KnownOutcome::Decisive { winner } => f64::from(u8::from(winner == Color::White)),
            KnownOutcome::Draw => 0.5,
        };
        let mut position = game.start().clone();
        for (ply, id) in game.main_line().enumerate() {
            let Some(next) = game.step(id).and_then(|step| step.play(&position)) else {
                break;
            };
            position = next;
            number += 1;
            if ply < FIRST_PLY || number % STRIDE != 0 {
                continue;
            }
            let score = game.notes(id).and_then(eval);
            if let Some(cp) = score.filter(|cp| cp.abs() <= MOST && is_quiet(&position)) {
                let told = 1.0 / (1.0 + (-CURVE * f64::from(cp)).exp());
                positions.push(Position {
                    sample: Sample::of(&position),
                    target: TRUST * told + (1.0 - TRUST) * result,
                });
            }
        }
    }
    if positions.is_empty() {
        return Err(format!("{GAMES}: no position with a score"));
    }
    Ok(positions)
}

fn eval(notes: &krog_chess::game::Notes) -> Option<i32> {
    match notes.eval()?.0.pov(Color::White) {
        Value::Cp(cp) => Some(cp),
        _ => None,
    }
}

/// Not in check, and nothing to be won by a capture.
fn is_quiet(position: &Chess) -> bool {
    let wins = |m: &krog_chess::Move| see::value(position, *m) > 0;
    !position.is_check()
        && !position
            .legal_moves()
            .iter()
            .filter(|m| m.is_capture())
            .any(wins)
}

struct Tuner {
    start: Vec<[f64; 2]>,
    weights: Vec<[f64; 2]>,
    momentum: Vec<[f64; 2]>,
    spread: Vec<[f64; 2]>,
    steps: i32,
    dice: Dice,
}

impl Tuner {
    fn new(start: Vec<[f64; 2]>, seed: u64) -> Tuner {
        let zero = vec![[0.0; 2]; start.len()];
        Tuner {
            weights: start.clone(),
            start,
            momentum: zero.clone(),
            spread: zero,
            steps: 0,
            dice: Dice::new(seed),
        }
    }

    fn go_through(&mut self, positions: &[(usize, Position)], round: usize, rounds: usize) {
        let mut order: Vec<usize> = (0..positions.len()).collect();
        for index in (1..order.len()).rev() {
            order.swap(index, self.dice.below(index + 1));
        }
        // Smaller steps towards the end.
        let rate = RATE * 0.03f64.powf(fraction(round - 1, rounds));
        for batch in order.chunks(BATCH) {
            let mut gradient = vec![[0.0; 2]; self.weights.len()];
            for index in batch {
                self.add_gradient(&positions[*index].1, &mut gradient);
            }
            self.step(&gradient, fraction(1, batch.len()), rate);
        }
    }

    /// The evaluation in centipawns, and how much of each phase's figure it takes.
    fn value(&self, sample: &Sample) -> (f64, [f64; 2]) {
        let mut sums = [f64::from(sample.fixed.mg), f64::from(sample.fixed.eg)];
        for usage in &sample.usages {
            let weight = self.weights[usize::from(usage.weight)];
            let count = f64::from(usage.count);
            sums[0] += weight[0] * count;
            sums[1] += weight[1] * count;
        }
        let middle = f64::from(sample.phase) / 24.0;
        let scale = sample.scale[usize::from(sums[1] < 0.0)];
        let shares = [middle, (1.0 - middle) * f64::from(scale) / 64.0];
        (sums[0] * shares[0] + sums[1] * shares[1], shares)
    }

    fn add_gradient(&self, position: &Position, gradient: &mut [[f64; 2]]) {
        let (value, shares) = self.value(&position.sample);
        let chance = 1.0 / (1.0 + (-CURVE * value).exp());
        let slope = (chance - position.target) * chance * (1.0 - chance);
        for usage in &position.sample.usages {
            let part = &mut gradient[usize::from(usage.weight)];
            let count = f64::from(usage.count) * slope;
            part[0] += count * shares[0];
            part[1] += count * shares[1];
        }
    }

    fn step(&mut self, gradient: &[[f64; 2]], share: f64, rate: f64) {
        self.steps += 1;
        let first = 1.0 - MOMENTUM.powi(self.steps);
        let second = 1.0 - SPREAD.powi(self.steps);
        for (index, part) in gradient.iter().enumerate() {
            for (phase, slope) in part.iter().enumerate() {
                let weight = &mut self.weights[index][phase];
                let held = HOLD * (*weight - self.start[index][phase]);
                let slope = slope * share + held;
                let momentum = &mut self.momentum[index][phase];
                *momentum = MOMENTUM * *momentum + (1.0 - MOMENTUM) * slope;
                let spread = &mut self.spread[index][phase];
                *spread = SPREAD * *spread + (1.0 - SPREAD) * slope * slope;
                let move_by = (*momentum / first) / ((*spread / second).sqrt() + 1e-12);
                *weight -= rate * move_by;
            }
        }
    }

    fn loss(&self, positions: &[(usize, Position)]) -> f64 {
        let squares = positions.iter().map(|(_, position)| {
            let (value, _) = self.value(&position.sample);
            let chance = 1.0 / (1.0 + (-CURVE * value).exp());
            (chance - position.target).powi(2)
        });
        squares.sum::<f64>() * fraction(1, positions.len())
    }

    fn rounded(&self) -> Vec<Tapered> {
        let whole = |[mg, eg]: &[f64; 2]| Tapered {
            mg: round(*mg),
            eg: round(*eg),
        };
        self.weights.iter().map(whole).collect()
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts stay far below 2^52")]
fn fraction(part: usize, whole: usize) -> f64 {
    part as f64 / whole.max(1) as f64
}

#[expect(clippy::cast_possible_truncation, reason = "weights are small")]
fn round(number: f64) -> i32 {
    number.round() as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_replaced_in_their_order() {
        let text = "const fn t(mg: i32) -> T { Tapered { mg, eg } }\n[t(1, 2), t(-3, 4)];";
        let weights = [Tapered { mg: 5, eg: -6 }, Tapered { mg: 0, eg: 9 }];
        let written = write_into(text, &weights).unwrap();
        assert!(written.ends_with("[t(5, -6), t(0, 9)];"), "{written}");
        assert!(write_into(text, &weights[..1]).is_err());
    }
}
