//! A small network: what the named terms leave out, learned from a strong
//! engine's judgement of millions of positions.
//!
//! Its answer is a row of the evaluation like any other, added to the terms. It
//! has one hidden layer, seen once from each side, so that swapping the colours
//! negates the row exactly; all arithmetic is in whole numbers. How it was
//! taught is told in `docs/engine.md`; `cargo xtask teach` does it again.

use std::sync::LazyLock;

use krog_chess::{Color, Role, Square};

use crate::board::{Board, Men};

/// Men of two colours and six roles on 64 squares, seen from a side.
pub const INPUTS: usize = 2 * 6 * 64;
/// Cells of the hidden layer, for each side.
pub const HIDDEN: usize = 64;
/// Outputs, chosen by how many men are left.
pub const BUCKETS: usize = 8;
/// What a cell's full activation of 1 is in whole numbers.
pub const FULL: i16 = 255;
/// What 1 is in the weights of the outputs.
pub const UNIT: i16 = 64;
/// Centipawns of an output of 1.
pub const CENTIPAWNS: i32 = 400;

/// One row of weights.
type Cells = [i16; HIDDEN];

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
            cells
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
    let whose = usize::from(color != view);
    let turned = view.fold_wb(0, 0b11_1000) ^ flipped(king);
    (whose * 6 + role as usize - 1) * 64 + (square.to_usize() ^ turned)
}

/// What turns the files around where the king stands on the right half.
#[inline]
fn flipped(king: Square) -> usize {
    if king.to_usize() & 0b100 == 0 {
        0
    } else {
        0b111
    }
}

/// The output that is asked, by the number of men.
#[inline]
pub fn bucket(men: usize) -> usize {
    (men.saturating_sub(1) / 4).min(BUCKETS - 1)
}

/// The hidden layer at one ply of search, and the men it belongs to.
#[derive(Clone, Debug)]
struct Layer {
    men: Men,
    sides: [Side; 2],
}

/// The hidden layer as one side sees it.
#[derive(Clone, Debug)]
#[repr(align(64))]
struct Side {
    cells: Cells,
    turned: usize,
}

/// The hidden layers along the line being searched. A layer is made from that of
/// the ply before, by the men that came and went, whatever it belonged to.
#[derive(Clone, Debug)]
pub(crate) struct Layers(Vec<Layer>);

impl Layers {
    /// Layers for so many plies.
    pub(crate) fn new(plies: usize) -> Layers {
        let side = Side {
            cells: NETWORK.biases,
            turned: 0,
        };
        let empty = Layer {
            men: Men::default(),
            sides: [side.clone(), side],
        };
        Layers(vec![empty; plies + 1])
    }

    /// What the network adds at a ply, for White.
    pub(crate) fn value(&mut self, board: &Board, ply: usize) -> i32 {
        let (before, here) = self.0.split_at_mut(ply + 1);
        let (before, here) = (&before[ply], &mut here[0]);
        here.men = *board.everyone();
        let changes = Changes::between(&before.men, &here.men);
        for view in Color::ALL {
            let side = view as usize & 1;
            let view = View::of(view, board.king(view));
            let (old, new) = (&before.sides[side], &mut here.sides[side]);
            new.turned = view.turned;
            if old.turned == new.turned {
                new.follow(&old.cells, &changes, view);
            } else {
                let all = Changes::between(&Men::default(), &here.men);
                new.follow(&NETWORK.biases, &all, view);
            }
        }
        here.answer(board)
    }
}

/// Men that came and went.
struct Changes {
    came: List,
    went: List,
}

/// A short list of men, as the inputs they are to White with a king on the left.
struct List {
    inputs: [u16; 32],
    count: usize,
}

impl List {
    fn new() -> List {
        List {
            inputs: [0; 32],
            count: 0,
        }
    }

    #[inline]
    fn add(&mut self, man: Option<(Color, Role)>, square: Square) {
        if let (Some((color, role)), Some(place)) = (man, self.inputs.get_mut(self.count)) {
            let input = input(Color::White, Square::A1, color, role, square);
            *place = u16::try_from(input).unwrap_or(0);
            self.count += 1;
        }
    }

    fn as_slice(&self) -> &[u16] {
        &self.inputs[..self.count]
    }
}

impl Changes {
    /// What leads from some men to others.
    #[inline]
    fn between(before: &Men, after: &Men) -> Changes {
        let mut changes = Changes {
            came: List::new(),
            went: List::new(),
        };
        for square in before.differences(after) {
            changes.went.add(before.at(square), square);
            changes.came.add(after.at(square), square);
        }
        changes
    }
}

/// How a side sees the board.
#[derive(Clone, Copy)]
struct View {
    swapped: bool,
    turned: usize,
}

impl View {
    fn of(view: Color, king: Square) -> View {
        View {
            swapped: view.is_black(),
            turned: view.fold_wb(0, 0b11_1000) ^ flipped(king),
        }
    }

    /// The weights of a man told by White's input.
    #[inline]
    fn weights(self, input: u16) -> &'static Cells {
        let input = usize::from(input) ^ self.turned;
        let other = match input.checked_sub(INPUTS / 2) {
            Some(own) => own,
            None => input + INPUTS / 2,
        };
        &NETWORK.inputs[if self.swapped { other } else { input }]
    }
}

impl Side {
    /// Becomes what these cells are after the changes.
    fn follow(&mut self, cells: &Cells, changes: &Changes, view: View) {
        let (came, went) = (changes.came.as_slice(), changes.went.as_slice());
        // Moves and captures, the usual changes, in one go.
        match (came, went) {
            ([man], [gone]) => {
                let (plus, minus) = (view.weights(*man), view.weights(*gone));
                for index in 0..HIDDEN {
                    self.cells[index] = cells[index]
                        .wrapping_add(plus[index])
                        .wrapping_sub(minus[index]);
                }
            }
            ([man], [gone, taken]) => {
                let plus = view.weights(*man);
                let (minus, less) = (view.weights(*gone), view.weights(*taken));
                for index in 0..HIDDEN {
                    self.cells[index] = cells[index]
                        .wrapping_add(plus[index])
                        .wrapping_sub(minus[index])
                        .wrapping_sub(less[index]);
                }
            }
            _ => {
                self.cells = *cells;
                for man in came {
                    self.add(view.weights(*man));
                }
                for gone in went {
                    self.take(view.weights(*gone));
                }
            }
        }
    }

    fn add(&mut self, weights: &Cells) {
        for (cell, weight) in self.cells.iter_mut().zip(weights) {
            *cell = cell.wrapping_add(*weight);
        }
    }

    fn take(&mut self, weights: &Cells) {
        for (cell, weight) in self.cells.iter_mut().zip(weights) {
            *cell = cell.wrapping_sub(*weight);
        }
    }

    /// The weighted sum of the squared activations.
    #[inline]
    fn sum(&self, weights: &Cells) -> i32 {
        // Two loops: the compiler joins products of neighbours only where both
        // factors lie in memory.
        let mut active = self.cells;
        let mut parts = [0; HIDDEN];
        for ((cell, part), weight) in active.iter_mut().zip(&mut parts).zip(weights) {
            *cell = (*cell).clamp(0, FULL);
            *part = cell.wrapping_mul(*weight);
        }
        let products = active
            .iter()
            .zip(&parts)
            .map(|(cell, part)| i32::from(*cell) * i32::from(*part));
        products.sum()
    }
}

impl Layer {
    /// Centipawns for White.
    fn answer(&self, board: &Board) -> i32 {
        let bucket = bucket(board.occupied().count());
        let [own, other] = &NETWORK.outputs[bucket];
        let turn = board.turn();
        let [full, unit] = [FULL, UNIT].map(i32::from);
        let squares = self.sides[turn as usize & 1].sum(own) / full
            + self.sides[!turn as usize & 1].sum(other) / full;
        let sum = squares + NETWORK.offsets[bucket];
        let value = sum * CENTIPAWNS / (full * unit);
        turn.fold_wb(value, -value)
    }
}

#[cfg(test)]
mod tests {
    use krog_chess::{
        Chess, Position as _,
        random::{self, Dice},
    };

    use super::*;

    #[test]
    fn layers_along_a_line_are_those_of_its_positions() {
        let mut dice = Dice::new(7);
        let mut layers = Layers::new(40);
        let mut tried = 0;
        for start in random::positions(43).take(60) {
            let mut position: Chess = start;
            for ply in 0..40 {
                // Now and then a ply is not asked about, as in check.
                if dice.below(4) > 0 {
                    let board = Board::from(&position);
                    let fresh = Layers::new(1).value(&board, 0);
                    assert_eq!(layers.value(&board, ply), fresh);
                    tried += 1;
                }
                let Some(m) = dice.pick(&position.legal_moves()).copied() else {
                    break;
                };
                position.play_unchecked(m);
            }
        }
        assert!(tried > 500, "{tried}");
    }

    #[test]
    fn a_network_has_its_length() {
        let bytes = vec![0; 2 * Network::LENGTH];
        assert!(Network::read(&bytes).is_some());
        assert!(Network::read(&bytes[2..]).is_none());
    }

    #[test]
    fn a_view_finds_the_weights_of_an_input() {
        let kings = [Square::A1, Square::D8, Square::E4, Square::H5];
        for (view, king) in Color::ALL.into_iter().flat_map(|it| kings.map(|k| (it, k))) {
            for (color, role) in Color::ALL
                .into_iter()
                .flat_map(|it| Role::ALL.map(|r| (it, r)))
            {
                for square in Square::ALL {
                    let told = input(Color::White, Square::A1, color, role, square);
                    let found = View::of(view, king).weights(u16::try_from(told).unwrap());
                    let expected = &NETWORK.inputs[input(view, king, color, role, square)];
                    assert!(
                        std::ptr::eq(found, expected),
                        "{view} {color} {role:?} {square}"
                    );
                }
            }
        }
    }

    #[test]
    fn both_sides_see_their_own_men_alike() {
        let input = |view, king, color, square| input(view, king, color, Role::Rook, square);
        let white = input(Color::White, Square::C1, Color::White, Square::A1);
        let black = input(Color::Black, Square::C8, Color::Black, Square::A8);
        assert_eq!(white, black);
        // A king on the other wing: everything is turned around.
        let right = input(Color::White, Square::F1, Color::White, Square::H1);
        assert_eq!(white, right);
    }
}
