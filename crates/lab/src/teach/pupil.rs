//! The network while it learns: the layers of `krog_engine::evaluate::network`
//! in floating point, their slopes, and the steps of Adam.

#![expect(
    clippy::inline_always,
    reason = "it belongs to the copy for processors with wide vectors"
)]

use std::thread;

use krog_chess::{Bitboard, Color, Curve, Role, Square, random::Dice};
use krog_engine::evaluate::network::{self, BUCKETS, CENTIPAWNS, FULL, HIDDEN, KINGS, MEN, UNIT};
use multiversion::multiversion;

/// Winning chance by centipawns.
#[expect(clippy::cast_possible_truncation, reason = "seven digits are enough")]
const CURVE: f32 = Curve::LICHESS.slope as f32;
/// Adam (Kingma and Ba 2015) with its usual figures.
const MOMENTUM: f32 = 0.9;
const SPREAD: f32 = 0.999;
/// Weights of outputs beyond this do not fit into whole numbers.
const MOST: f32 = 1.98;
/// Threads that share a batch; sums of slopes depend on their number.
const THREADS: usize = 2;
/// Sums that are kept apart, so that vectors can add.
const LANES: usize = 16;

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
    /// Slopes of the batch at hand, by thread; nothing between batches.
    slopes: [Vec<f32>; THREADS],
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
    /// king apart: they begin alike where it took them alike.
    pub(super) fn telling_apart(bytes: &[u8]) -> Result<Pupil, String> {
        let (pairs, _) = bytes.as_chunks();
        let known = [1, KINGS].into_iter();
        let kings = known
            .filter(|kings| Layout::of(*kings).end == pairs.len())
            .max()
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
            slopes: [(); THREADS].map(|()| vec![0.0; weights.len()]),
            weights,
            steps: 0,
        }
    }

    /// Learns from a batch at a rate.
    pub(super) fn learn(&mut self, batch: &[Example], rate: f32) {
        let share = batch.len().div_ceil(THREADS).max(1);
        let mut slopes = std::mem::take(&mut self.slopes);
        thread::scope(|scope| {
            for (part, slopes) in batch.chunks(share).zip(&mut slopes) {
                let pupil = &*self;
                scope.spawn(move || add_slopes(pupil, part, slopes));
            }
        });
        self.step(&mut slopes, 1.0 / number(batch.len()), rate);
        self.slopes = slopes;
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

    #[inline(always)]
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
    #[inline(always)]
    fn chance(&self, example: &Example, thought: &Thought) -> f32 {
        chance(f32::from(example.terms) + self.learned(thought))
    }

    /// What the network adds to the terms, in centipawns for the side to move.
    #[inline(always)]
    fn learned(&self, thought: &Thought) -> f32 {
        let bucket = network::bucket(thought.men);
        let outputs = &self.weights[self.layout.outputs + bucket * 2 * HIDDEN..][..2 * HIDDEN];
        let mut sums = [0.0; LANES];
        let cells = thought.cells.as_flattened().chunks_exact(LANES);
        for (cells, weights) in cells.zip(outputs.chunks_exact(LANES)) {
            for (sum, (cell, weight)) in sums.iter_mut().zip(cells.iter().zip(weights)) {
                let active = cell.clamp(0.0, 1.0);
                *sum += active * active * weight;
            }
        }
        let sum = self.weights[self.layout.offsets + bucket] + sums.iter().sum::<f32>();
        #[expect(clippy::cast_precision_loss, reason = "a small constant")]
        let centipawns = sum * CENTIPAWNS as f32;
        centipawns
    }

    /// Adds the slopes of an example's squared error.
    #[inline(always)]
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

    /// Takes a step down the slopes, which are nothing afterwards.
    fn step(&mut self, slopes: &mut [Vec<f32>; THREADS], share: f32, rate: f32) {
        self.steps += 1;
        let stride = Stride {
            share,
            rate,
            first: 1.0 - MOMENTUM.powi(self.steps),
            second: 1.0 - SPREAD.powi(self.steps),
        };
        let part = self.weights.len().div_ceil(THREADS);
        let [one, other] = slopes;
        let slopes = one.chunks_mut(part).zip(other.chunks_mut(part));
        let moved = self.momentum.chunks_mut(part);
        let moved = moved.zip(self.spread.chunks_mut(part));
        thread::scope(|scope| {
            for ((weights, slopes), moved) in self.weights.chunks_mut(part).zip(slopes).zip(moved) {
                scope.spawn(move || go(stride, weights, slopes, moved));
            }
        });
    }
}

/// Adds the slopes of the squared errors of some examples, in a copy for processors
/// with wide vectors.
#[multiversion(targets("x86_64+avx2"))]
fn add_slopes(pupil: &Pupil, examples: &[Example], slopes: &mut [f32]) {
    for example in examples {
        pupil.add_slopes(example, slopes);
    }
}

/// A step of Adam.
#[derive(Clone, Copy, Debug)]
struct Stride {
    /// What slopes are multiplied by, for they are sums.
    share: f32,
    rate: f32,
    /// What the means still lack after so few steps.
    first: f32,
    second: f32,
}

/// Two rows as long as the weights.
type Pair<'a> = (&'a mut [f32], &'a mut [f32]);

/// Goes such a step with some of the weights.
#[multiversion(targets("x86_64+avx2"))]
fn go(by: Stride, weights: &mut [f32], slopes: Pair<'_>, moved: Pair<'_>) {
    let slopes = slopes.0.iter_mut().zip(slopes.1);
    let moved = moved.0.iter_mut().zip(moved.1);
    for ((weight, (one, other)), (momentum, spread)) in weights.iter_mut().zip(slopes).zip(moved) {
        let slope = (std::mem::take(one) + std::mem::take(other)) * by.share;
        *momentum = MOMENTUM * *momentum + (1.0 - MOMENTUM) * slope;
        *spread = SPREAD * *spread + (1.0 - SPREAD) * slope * slope;
        *weight -= by.rate * (*momentum / by.first) / ((*spread / by.second).sqrt() + 1e-8);
        *weight = weight.clamp(-MOST, MOST);
    }
}

impl Thought {
    /// The inputs that are on, for the side to move and the other.
    #[inline(always)]
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

#[inline(always)]
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

#[cfg(test)]
mod tests {
    use krog_chess::{Position as _, random};
    use krog_engine::evaluate;

    use super::*;
    use crate::teach::{example, lesson::Lesson};

    const NETWORK: &[u8] = include_bytes!("../../../engine/src/evaluate/network.bin");

    #[test]
    fn pupil_and_engine_say_the_same_by_the_same_weights() {
        let pupil = Pupil::telling_apart(NETWORK).unwrap();
        let mut compared = 0;
        for position in random::positions(61).take(500) {
            let Some(position) = Lesson::bare(&position) else {
                continue;
            };
            let evaluation = evaluate::evaluate(&position);
            let row = evaluation
                .rows
                .iter()
                .find(|row| row.term.name == "network");
            let told = row.map_or(0, |row| row.tapered);
            let turn = position.turn();
            let score = 0;
            let Some(example) = example(&Lesson { position, score }.pack()) else {
                continue;
            };
            let learned = pupil.learned(&pupil.think(&example));
            // The engine is silent where it knows better, and counts in whole numbers.
            if told != 0 {
                let told = f32::from(i16::try_from(turn.fold_wb(told, -told)).unwrap());
                assert!((learned - told).abs() < 2.5, "{learned} {told}");
                compared += 1;
            }
        }
        assert!(compared > 300, "{compared}");
    }

    #[test]
    fn what_is_learned_survives_whole_numbers() {
        let dice = &mut Dice::new(3);
        let mut pupil = Pupil::telling_apart(NETWORK).unwrap();
        assert_eq!(pupil.bytes(), NETWORK);
        let examples: Vec<Example> = random::positions(62)
            .filter_map(|position| Lesson::bare(&position))
            .map(|position| Lesson {
                position,
                score: i16::try_from(dice.below(200)).unwrap_or(0),
            })
            .filter_map(|lesson| example(&lesson.pack()))
            .take(256)
            .collect();
        let before = pupil.loss(&examples);
        for _ in 0..20 {
            pupil.learn(&examples, 0.002);
        }
        let after = pupil.loss(&examples);
        assert!(after < before, "{before} {after}");
        let read = Pupil::telling_apart(&pupil.bytes()).unwrap();
        assert!((read.loss(&examples) - after).abs() < 0.002, "{after}");
    }
}
