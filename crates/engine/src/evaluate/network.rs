//! A small network: what the named terms leave out, learned from a strong
//! engine's judgement of millions of positions.
//!
//! Its answer is a row of the evaluation like any other, added to the terms. It
//! has one hidden layer, seen once from each side, so that swapping the colours
//! negates the row exactly; all arithmetic is in whole numbers. How it was
//! taught is told in `docs/engine.md`; `cargo xtask teach` does it again.

mod layers;
mod sum;
mod view;

use std::sync::LazyLock;

use krog_chess::{Color, Role, Square};

pub(crate) use layers::Layers;
use view::View;

/// Men of two colours and six roles on 64 squares, seen from a side.
pub const MEN: usize = 2 * 6 * 64;
/// Places of the own king that are told apart.
pub const KINGS: usize = 16;
/// All men for each of the king's places.
pub const INPUTS: usize = KINGS * MEN;
/// Cells of the hidden layer, for each side.
pub const HIDDEN: usize = 256;
/// Outputs, chosen by how many men are left.
pub const BUCKETS: usize = 8;
/// What a cell's full activation of 1 is in whole numbers.
pub const FULL: i16 = 255;
/// What 1 is in the weights of the outputs.
pub const UNIT: i16 = 64;
/// Centipawns of an output of 1.
pub const CENTIPAWNS: i32 = 400;

/// One row of weights, or the hidden layer of a side: it begins where a line of
/// the processor's cache does, so that no vector lies across two of them.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
struct Cells([i16; HIDDEN]);

/// The weights.
#[derive(Debug)]
pub struct Network {
    inputs: Vec<Cells>,
    biases: Cells,
    outputs: Vec<[Cells; 2]>,
    offsets: Vec<i32>,
}

static NETWORK: LazyLock<Network> = LazyLock::new(|| {
    Network::read(include_bytes!("network.bin")).expect("the network has the length of its layers")
});

impl Network {
    /// How many whole numbers make a network.
    pub const LENGTH: usize = INPUTS * HIDDEN + HIDDEN + BUCKETS * (2 * HIDDEN + 1);

    /// The network of these bytes: two for each number, the lower first; weights
    /// of the inputs, the cells' biases, weights of the outputs for the side to
    /// move and the other, and the outputs' offsets in units of both scales.
    pub fn read(bytes: &[u8]) -> Option<Network> {
        if bytes.len() != 2 * Network::LENGTH {
            return None;
        }
        let mut numbers = bytes
            .as_chunks::<2>()
            .0
            .iter()
            .map(|two| i16::from_le_bytes(*two));
        let mut cells = || {
            let mut cells = [0; HIDDEN];
            cells.fill_with(|| numbers.next().unwrap_or(0));
            Cells(cells)
        };
        let inputs = (0..INPUTS).map(|_| cells()).collect();
        let biases = cells();
        let outputs = (0..BUCKETS).map(|_| [cells(), cells()]).collect();
        let offsets = numbers.map(i32::from).collect();
        Some(Network {
            inputs,
            biases,
            outputs,
            offsets,
        })
    }
}

/// The input of a man as one side sees it: White's view of a board is Black's
/// of its mirror, and a king on the right half is seen as on the left.
#[inline]
pub fn input(view: Color, king: Square, color: Color, role: Role, square: Square) -> usize {
    View::of(view, king).input(view::number(color, role, square))
}

/// The output that is asked, by the number of men.
#[inline]
pub fn bucket(men: usize) -> usize {
    (men.saturating_sub(1) / 4).min(BUCKETS - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_has_its_length() {
        let bytes = vec![0; 2 * Network::LENGTH];
        assert!(Network::read(&bytes).is_some());
        assert!(Network::read(&bytes[2..]).is_none());
    }
}
