//! Texel's way of tuning: the weights under which the evaluation of quiet
//! positions best foretells what a strong engine says of them.
//!
//! Positions are those of [games with scores](games), of [krog's own games](own) and
//! [wild ones](wild) that random moves have thrown out of balance, the latter two
//! [judged](judged) by Stockfish. The evaluation is linear in its weights (but for
//! the scaling of endings, which is taken as it is), so the gradient is exact. Tuning
//! begins from weights of its own file, not from those in use. The games of a seed
//! are those of the engine that plays them; otherwise it gives the same weights again
//! and again.

pub(crate) mod games;
mod judged;
mod own;
mod wild;

use std::{fmt::Write as _, path::Path};

use krog_chess::{Chess, Curve, Position as _, random::Dice, see};
use krog_engine::{
    Tapered,
    evaluate::{Sample, tunable},
};

/// Where tuning begins, one line of term, middlegame and endgame for each
/// weight: source 004's figures, those of the first version, and for attacks on
/// kings Stockfish 15.1's formula.
const START: &str = include_str!("tune/start.txt");

/// Beyond this the game is decided and the score tells little.
const MOST: i32 = 1_500;
/// Winning chance by centipawns.
const CURVE: f64 = Curve::LICHESS.slope;
/// Adam (Kingma and Ba 2015) with its usual figures.
const RATE: f64 = 0.8;
const MOMENTUM: f64 = 0.9;
const SPREAD: f64 = 0.999;
const BATCH: usize = 8_192;
/// How strongly weights are held near where they began.
const HOLD: f64 = 5e-8;

/// What to tune.
#[derive(Clone, Copy, Debug)]
pub struct Plan<'a> {
    /// Decides the own games, the wild positions and the order of all.
    pub seed: u64,
    /// How often all positions are gone through.
    pub rounds: usize,
    /// The folder where judged positions are kept: read where they are there,
    /// written where they are not.
    pub kept: Option<&'a Path>,
}

/// A position and the winning chance that was told of it.
#[derive(Debug)]
struct Position {
    sample: Sample,
    target: f64,
}

/// Tunes and returns all weights in the order of the registry.
pub fn run(plan: Plan<'_>) -> Result<Vec<Tapered>, String> {
    let sources = [
        games::load(games::MASTERS, 3)?,
        games::load(games::LICHESS, 1)?,
        judged::load(plan.kept, &format!("own-{}", plan.seed), || {
            own::find(plan.seed)
        })?,
        judged::load(plan.kept, &format!("wild-{}", plan.seed), || {
            wild::find(plan.seed)
        })?,
    ];
    let mut used = Vec::new();
    let held_back = sources.map(|source| {
        let (held, taken): (Vec<_>, Vec<_>) = source
            .into_iter()
            .enumerate()
            .partition(|(index, _)| index % 20 == 0);
        used.extend(taken.into_iter().map(|(_, position)| position));
        held.into_iter().map(|(_, position)| position).collect()
    });
    let mut tuner = Tuner::new(start()?, plan.seed);
    let losses = |tuner: &Tuner| {
        let each = held_back
            .each_ref()
            .map(|held: &Vec<Position>| tuner.loss(held));
        format!(
            "masters {:.6}, lichess {:.6}, own {:.6}, wild {:.6}",
            each[0], each[1], each[2], each[3]
        )
    };
    eprintln!("{} positions, at first {}", used.len(), losses(&tuner));
    for round in 1..=plan.rounds {
        tuner.go_through(&used, round, plan.rounds);
        eprintln!("round {round}: {}", losses(&tuner));
    }
    Ok(tuner.rounded())
}

/// The weights tuning begins from, in the order of the registry.
fn start() -> Result<Vec<[f64; 2]>, String> {
    let names = tunable();
    let read = |(line, (name, _)): (&str, &(&str, Tapered))| {
        let mut words = line.split_whitespace();
        let number = |word: Option<&str>| word?.parse::<f64>().ok();
        match (words.next(), number(words.next()), number(words.next())) {
            (Some(word), Some(mg), Some(eg)) if word == *name => Ok([mg, eg]),
            _ => Err(format!("found {line:?}, expected a weight of {name}")),
        }
    };
    if START.lines().count() != names.len() {
        return Err(format!("expected {} weights to begin with", names.len()));
    }
    START.lines().zip(&names).map(read).collect()
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

impl Position {
    /// A position with White's score in centipawns; none if the game is decided.
    fn judged(position: &Chess, score: i32) -> Option<Position> {
        (score.abs() <= MOST).then(|| Position {
            sample: Sample::of(position),
            target: 1.0 / (1.0 + (-CURVE * f64::from(score)).exp()),
        })
    }
}

/// Not in check, and nothing to be won by a capture.
pub(crate) fn is_quiet(position: &Chess) -> bool {
    !position.is_check() && best_capture(position).is_none_or(|(gain, _)| gain <= 0)
}

/// The capture that gains most by exchange.
fn best_capture(position: &Chess) -> Option<(i32, krog_chess::Move)> {
    let moves = position.legal_moves();
    let captures = moves.iter().filter(|m| m.is_capture());
    captures
        .map(|m| (see::value(position, *m), *m))
        .max_by_key(|(gain, _)| *gain)
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

    fn go_through(&mut self, positions: &[Position], round: usize, rounds: usize) {
        let mut order: Vec<usize> = (0..positions.len()).collect();
        for index in (1..order.len()).rev() {
            order.swap(index, self.dice.below(index + 1));
        }
        // Smaller steps towards the end.
        let rate = RATE * 0.03f64.powf(fraction(round - 1, rounds));
        for batch in order.chunks(BATCH) {
            let mut gradient = vec![[0.0; 2]; self.weights.len()];
            for index in batch {
                self.add_gradient(&positions[*index], &mut gradient);
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

    fn loss(&self, positions: &[Position]) -> f64 {
        let squares = positions.iter().map(|position| {
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
    fn every_weight_has_a_start() {
        assert_eq!(start().map(|weights| weights.len()), Ok(tunable().len()));
    }

    #[test]
    fn weights_are_replaced_in_their_order() {
        let text = "const fn t(mg: i32) -> T { Tapered { mg, eg } }\n[t(1, 2), t(-3, 4)];";
        let weights = [Tapered { mg: 5, eg: -6 }, Tapered { mg: 0, eg: 9 }];
        let written = write_into(text, &weights).unwrap();
        assert!(written.ends_with("[t(5, -6), t(0, 9)];"), "{written}");
        assert!(write_into(text, &weights[..1]).is_err());
    }
}
