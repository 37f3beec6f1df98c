//! What tuning needs to know: how often each weight is used in a position.

use krog_chess::{Chess, Color};

use super::{
    Gathered, alone, draws, gather_all, material, square_bonus,
    term::{FLAT, Gather, Id, TERMS, WEIGHTS, place},
};
use crate::{Tapered, board::Board};

/// A weight and how often White uses it more than Black.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Usage {
    /// Its place among [`tunable`].
    pub weight: u16,
    /// The count.
    pub count: i16,
}

/// A position as tuning sees it: linear in the weights. How lone kings are driven is
/// not in it, for scores of positions that are won anyway do not teach that.
#[derive(Clone, PartialEq, Debug)]
pub struct Sample {
    /// What is not tuned: material and piece squares.
    pub fixed: Tapered,
    /// The phase weight, 24 to 0.
    pub phase: u32,
    /// How much of an endgame advantage remains, of 64, for White and Black ahead.
    pub scale: [i32; 2],
    /// The weights in use.
    pub usages: Vec<Usage>,
}

struct Counts([i16; WEIGHTS]);

impl Gather for Counts {
    fn add(&mut self, id: Id, index: usize, color: Color, count: i32) {
        let count = i16::try_from(count).unwrap_or(i16::MAX);
        self.0[place(id, index)] += color.fold_wb(count, -count);
    }
}

impl Sample {
    /// Takes a position apart.
    pub fn of(position: &Chess) -> Sample {
        let board = Board::from(position);
        let mut counts = Counts([0; WEIGHTS]);
        gather_all(&board, &mut counts);
        let usages = (0u16..)
            .zip(counts.0)
            .filter(|(_, count)| *count != 0)
            .map(|(weight, count)| Usage { weight, count })
            .collect();
        Sample {
            fixed: published(&board),
            phase: board.phase().min(krog_chess::phase::FULL_WEIGHT),
            scale: [Color::White, Color::Black].map(|ahead| draws::scale(&board, ahead)),
            usages,
        }
    }
}

/// What the named terms count together, White's point of view: the evaluation
/// without its network.
pub fn counted_terms(position: &Chess) -> i32 {
    let board = Board::from(position);
    Gathered::of(&board).sum().at(board.phase()) + alone::driven(&board)
}

/// Material and squares as published, White's less Black's.
fn published(board: &Board) -> Tapered {
    let mut sum = Tapered::default();
    for square in board.occupied() {
        let Some(role) = board.role_at(square) else {
            continue;
        };
        let color = Color::from_white(board.of(Color::White).contains(square));
        let part = material(role) + square_bonus(color, role, square);
        sum = sum + color.fold_wb(part, -part);
    }
    sum
}

/// All tuned weights with the name of their term, in the order of [`Usage`].
pub fn tunable() -> Vec<(&'static str, Tapered)> {
    let names = TERMS
        .iter()
        .flat_map(|term| term.weights.iter().map(|_| term.name));
    names.zip(FLAT.iter().copied()).collect()
}

#[cfg(test)]
mod tests {
    use krog_chess::random;

    use super::*;

    #[test]
    fn usages_times_weights_are_the_evaluation() {
        let weights = tunable();
        for position in random::positions(23).take(500) {
            let sample = Sample::of(&position);
            let sum = sample.usages.iter().fold(sample.fixed, |sum, usage| {
                let weight = weights[usize::from(usage.weight)].1;
                let count = i32::from(usage.count);
                sum + Tapered {
                    mg: weight.mg * count,
                    eg: weight.eg * count,
                }
            });
            let board = Board::from(&position);
            let total = (sum + draws::correction(&board, sum)).at(sample.phase);
            let driven = alone::driven(&board);
            assert_eq!(total + driven, counted_terms(&position));
        }
    }
}
