//! The network while it learns: the layers of `krog_engine::evaluate::network`
//! in floating point, their slopes, and the steps of Adam.

use std::thread;

use krog_chess::{Bitboard, Color, Curve, Role, Square, random::Dice};
use krog_engine::evaluate::network::{self, BUCKETS, CENTIPAWNS, FULL, HIDDEN, KINGS, MEN, UNIT};

/// Winning chance by centipawns.
#[expect(clippy::cast_possible_truncation, reason = "seven digits are enough")]
const CURVE: f32 = Curve::LICHESS.slope as f32;
/// Adam (Kingma and Ba 2015) with its usual figures.
const MOMENTUM: f32 = 0.9;
const SPREAD: f32 = 0.999;
/// Weights of outputs beyond this do not fit into whole numbers.
const MOST: f32 = 1.98;
/// Threads that share a batch.
const THREADS: usize = 2;

/// Where the layers begin in the row of all weights.
#[derive(Clone, Copy, Debug)]
struct Layout {
    biases: usize,
    outputs: usize,
    offsets: usize,
    end: usize,
}

impl Layout {
    fn of(kings: usize) -> Layout {
        let biases = kings * MEN * HIDDEN;
        let outputs = biases + HIDDEN;
        let offsets = outputs + BUCKETS * 2 * HIDDEN;
        Layout {
            biases,
            outputs,
            offsets,
            end: offsets + BUCKETS,
        }
    }

    /// What 1 is in whole numbers at a place of the row.
    fn scale(self, index: usize) -> f32 {
        let [full, unit] = [FULL, UNIT].map(f32::from);
        match index {
            _ if index < self.outputs => full,
            _ if index < self.offsets => unit,
            _ => full * unit,
        }
    }
}

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
    layout: Layout,
    /// How many places of the king are told apart.
    kings: usize,
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
    /// One that knows nothing and takes all places of a king alike.
    pub(super) fn new(dice: &mut Dice) -> Pupil {
        let layout = Layout::of(1);
        let mut weights: Vec<f32> = (0..layout.end)
            .map(|index| {
                let width: f32 = if index < layout.outputs { 0.06 } else { 0.05 };
                (unit(dice) - 0.5) * 2.0 * width
            })
            .collect();
        weights[layout.offsets..].fill(0.0);
        Pupil::with(weights, 1)
    }

    /// One that knows what the pupil of these bytes knew, and tells all places of a
    /// king apart: those that one took alike begin alike.
    pub(super) fn telling_apart(bytes: &[u8]) -> Result<Pupil, String> {
        let (pairs, _) = bytes.as_chunks();
        let known = (1..=KINGS).find(|kings| Layout::of(*kings).end == pairs.len());
        let kings = known
            .filter(|kings| KINGS.is_multiple_of(*kings))
            .ok_or_else(|| format!("found {} weights, expected a network", pairs.len()))?;
        let layout = Layout::of(kings);
        let known: Vec<f32> = pairs
            .iter()
            .enumerate()
            .map(|(index, pair)| f32::from(i16::from_le_bytes(*pair)) / layout.scale(index))
            .collect();
        let (men, rest) = known.split_at(layout.biases);
        let mut weights = Vec::with_capacity(Layout::of(KINGS).end);
        for place in men.chunks(MEN * HIDDEN) {
            weights.extend(place.repeat(KINGS / kings));
        }
        weights.extend(rest);
        Ok(Pupil::with(weights, KINGS))
    }

    fn with(weights: Vec<f32>, kings: usize) -> Pupil {
        Pupil {
            layout: Layout::of(kings),
            kings,
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
            #[expect(clippy::cast_possible_truncation, reason = "weights are bounded")]
            let whole = (weight * self.layout.scale(index)).round() as i16;
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
        thought.see(example, self.kings);
        for (cells, inputs) in thought.cells.iter_mut().zip(&thought.inputs) {
            cells.copy_from_slice(&self.weights[self.layout.biases..self.layout.outputs]);
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
        let outputs = &self.weights[self.layout.outputs + bucket * 2 * HIDDEN..][..2 * HIDDEN];
        let mut sum = self.weights[self.layout.offsets + bucket];
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
        slopes[self.layout.offsets + bucket] += slope;
        for (side, (cells, inputs)) in thought.cells.iter().zip(&thought.inputs).enumerate() {
            let first = self.layout.outputs + (2 * bucket + side) * HIDDEN;
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
            for begin in rows.chain([self.layout.biases]) {
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
    fn see(&mut self, example: &Example, places: usize) {
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
                let input = network::input(view, king, color, role, square) % (places * MEN);
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
