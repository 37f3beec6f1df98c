//! The network while it learns: the layers of `krog_engine::evaluate::network`
//! in floating point, their slopes, and the steps of Adam.

use std::thread;

use krog_chess::{Bitboard, Color, Role, Square, random::Dice};
use krog_engine::evaluate::network::{
    self, BUCKETS, CENTIPAWNS, FULL, HIDDEN, INPUTS, Network, UNIT,
};

/// Lichess's curve (source 001): winning chance by centipawns.
const CURVE: f32 = 0.003_682_08;
/// Adam (Kingma and Ba 2015) with its usual figures.
const MOMENTUM: f32 = 0.9;
const SPREAD: f32 = 0.999;
/// Weights of outputs beyond this do not fit into whole numbers.
const MOST: f32 = 1.98;
/// Threads that share a batch.
const THREADS: usize = 2;

/// Where the layers begin in the row of all weights.
const BIASES: usize = INPUTS * HIDDEN;
const OUTPUTS: usize = BIASES + HIDDEN;
const OFFSETS: usize = OUTPUTS + BUCKETS * 2 * HIDDEN;

/// A lesson as the network sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Example {
    pub(super) occupied: u64,
    pub(super) men: [u8; 16],
    pub(super) turn: Color,
    /// What the named terms say, in centipawns for the side to move.
    pub(super) terms: i16,
    /// The score that was told, in centipawns for the side to move.
    pub(super) score: i16,
}

/// The weights and how they have moved.
pub(super) struct Pupil {
    weights: Vec<f32>,
    momentum: Vec<f32>,
    spread: Vec<f32>,
    steps: i32,
}

/// What one example makes of the hidden layer.
struct Thought {
    inputs: [[u16; 32]; 2],
    men: usize,
    cells: [[f32; HIDDEN]; 2],
}

impl Pupil {
    pub(super) fn new(dice: &mut Dice) -> Pupil {
        let mut weights: Vec<f32> = (0..Network::LENGTH)
            .map(|index| {
                let width: f32 = if index < OUTPUTS { 0.06 } else { 0.05 };
                (unit(dice) - 0.5) * 2.0 * width
            })
            .collect();
        weights[OFFSETS..].fill(0.0);
        Pupil {
            momentum: vec![0.0; weights.len()],
            spread: vec![0.0; weights.len()],
            weights,
            steps: 0,
        }
    }

    /// Learns from a batch at a rate.
    pub(super) fn learn(&mut self, batch: &[Example], rate: f32) {
        let share = batch.len().div_ceil(THREADS).max(1);
        let slopes = thread::scope(|scope| {
            let parts: Vec<_> = batch
                .chunks(share)
                .map(|part| {
                    let pupil = &*self;
                    scope.spawn(move || pupil.slopes(part))
                })
                .collect();
            let mut parts = parts
                .into_iter()
                .map(|part| part.join().expect("slopes are reckoned without a panic"));
            let mut sum = parts.next().unwrap_or_default();
            for part in parts {
                for (all, one) in sum.iter_mut().zip(part) {
                    *all += one;
                }
            }
            sum
        });
        self.step(&slopes, 1.0 / number(batch.len()), rate);
    }

    /// The mean squared error of the winning chance.
    pub(super) fn loss(&self, examples: &[Example]) -> f32 {
        let errors = examples.iter().map(|example| {
            let thought = self.think(example);
            let error = self.chance(example, &thought) - chance(f32::from(example.score));
            f64::from(error * error)
        });
        let sum: f64 = errors.sum();
        #[expect(clippy::cast_possible_truncation, reason = "an error below 1")]
        let mean = (sum / f64::from(number(examples.len()))) as f32;
        mean
    }

    /// The weights in whole numbers, as the engine reads them.
    pub(super) fn bytes(&self) -> Vec<u8> {
        let whole = |(index, weight): (usize, &f32)| {
            let [full, unit] = [FULL, UNIT].map(f32::from);
            let scale = match index {
                _ if index < OUTPUTS => full,
                _ if index < OFFSETS => unit,
                _ => full * unit,
            };
            #[expect(clippy::cast_possible_truncation, reason = "weights are bounded")]
            let whole = (weight * scale).round() as i16;
            whole.to_le_bytes()
        };
        self.weights.iter().enumerate().flat_map(whole).collect()
    }

    fn think(&self, example: &Example) -> Thought {
        let mut thought = Thought {
            inputs: [[0; 32]; 2],
            men: 0,
            cells: [[0.0; HIDDEN]; 2],
        };
        thought.see(example);
        for (cells, inputs) in thought.cells.iter_mut().zip(&thought.inputs) {
            cells.copy_from_slice(&self.weights[BIASES..OUTPUTS]);
            for input in &inputs[..thought.men] {
                let begin = usize::from(*input) * HIDDEN;
                let row = &self.weights[begin..begin + HIDDEN];
                for (cell, weight) in cells.iter_mut().zip(row) {
                    *cell += weight;
                }
            }
        }
        thought
    }

    /// The winning chance that terms and network tell together.
    fn chance(&self, example: &Example, thought: &Thought) -> f32 {
        let bucket = network::bucket(thought.men);
        let outputs = &self.weights[OUTPUTS + bucket * 2 * HIDDEN..][..2 * HIDDEN];
        let mut sum = self.weights[OFFSETS + bucket];
        for (cell, weight) in thought.cells.as_flattened().iter().zip(outputs) {
            let active = cell.clamp(0.0, 1.0);
            sum += active * active * weight;
        }
        #[expect(clippy::cast_precision_loss, reason = "a small constant")]
        let learned = sum * CENTIPAWNS as f32;
        chance(f32::from(example.terms) + learned)
    }

    /// The slopes of the squared error over some examples, added up.
    fn slopes(&self, examples: &[Example]) -> Vec<f32> {
        let mut slopes = vec![0.0; self.weights.len()];
        for example in examples {
            self.add_slopes(example, &mut slopes);
        }
        slopes
    }

    fn add_slopes(&self, example: &Example, slopes: &mut [f32]) {
        let thought = self.think(example);
        let told = self.chance(example, &thought);
        let error = told - chance(f32::from(example.score));
        #[expect(clippy::cast_precision_loss, reason = "a small constant")]
        let slope = 2.0 * error * told * (1.0 - told) * CURVE * CENTIPAWNS as f32;
        let bucket = network::bucket(thought.men);
        slopes[OFFSETS + bucket] += slope;
        for (side, (cells, inputs)) in thought.cells.iter().zip(&thought.inputs).enumerate() {
            let first = OUTPUTS + (2 * bucket + side) * HIDDEN;
            let outputs = &self.weights[first..first + HIDDEN];
            let mut back = [0.0; HIDDEN];
            for (index, cell) in cells.iter().enumerate() {
                let active = cell.clamp(0.0, 1.0);
                slopes[first + index] += slope * active * active;
                let open = if *cell > 0.0 && *cell < 1.0 { 2.0 } else { 0.0 };
                back[index] = slope * outputs[index] * active * open;
            }
            let rows = inputs[..thought.men]
                .iter()
                .map(|input| usize::from(*input) * HIDDEN);
            for begin in rows.chain([BIASES]) {
                let row = &mut slopes[begin..begin + HIDDEN];
                for (all, one) in row.iter_mut().zip(&back) {
                    *all += one;
                }
            }
        }
    }

    fn step(&mut self, slopes: &[f32], share: f32, rate: f32) {
        self.steps += 1;
        let first = 1.0 - MOMENTUM.powi(self.steps);
        let second = 1.0 - SPREAD.powi(self.steps);
        let moved = self.momentum.iter_mut().zip(&mut self.spread);
        for ((weight, slope), (momentum, spread)) in self.weights.iter_mut().zip(slopes).zip(moved)
        {
            let slope = slope * share;
            *momentum = MOMENTUM * *momentum + (1.0 - MOMENTUM) * slope;
            *spread = SPREAD * *spread + (1.0 - SPREAD) * slope * slope;
            *weight -= rate * (*momentum / first) / ((*spread / second).sqrt() + 1e-8);
            *weight = weight.clamp(-MOST, MOST);
        }
    }
}

impl Thought {
    /// The inputs that are on, for the side to move and the other.
    fn see(&mut self, example: &Example) {
        let man = |index: usize| example.men[index / 2] >> (4 * (index % 2)) & 0xf;
        let squares = Bitboard(example.occupied);
        let mut kings = [Square::A1; 2];
        for (index, square) in squares.into_iter().enumerate() {
            match man(index) {
                6 => kings[0] = square,
                14 => kings[1] = square,
                _ => {}
            }
        }
        for (index, square) in squares.into_iter().enumerate() {
            let code = man(index);
            let color = Color::from_black(code & 8 != 0);
            let Ok(role) = Role::try_from(u32::from(code & 7)) else {
                continue;
            };
            for (side, view) in [example.turn, !example.turn].into_iter().enumerate() {
                let king = kings[usize::from(view.is_black())];
                let input = network::input(view, king, color, role, square);
                self.inputs[side][self.men] = u16::try_from(input).unwrap_or(0);
            }
            self.men += 1;
        }
    }
}

fn chance(centipawns: f32) -> f32 {
    1.0 / (1.0 + (-CURVE * centipawns).exp())
}

/// A number from 0 to 1.
#[expect(clippy::cast_precision_loss, reason = "24 bits are enough of chance")]
fn unit(dice: &mut Dice) -> f32 {
    (dice.roll() >> 40) as f32 / 16_777_216.0
}

#[expect(clippy::cast_precision_loss, reason = "a count of examples")]
fn number(count: usize) -> f32 {
    count as f32
}
