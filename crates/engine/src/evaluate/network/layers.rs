//! The hidden layer, kept along the line that is searched.

use krog_chess::{Bitboard, Color, Square};
use multiversion::{multiversion, target::match_target};

use super::{CENTIPAWNS, Cells, FULL, NETWORK, Network, UNIT, bucket, sum, view::View};
use crate::{
    board::{Board, Men},
    evaluate::alone,
};

/// The hidden layer at one ply of search, and the men it belongs to.
#[derive(Clone, Debug)]
struct Layer {
    men: Men,
    sides: [Side; 2],
}

/// The hidden layer as one side sees it.
#[derive(Clone, Debug)]
#[repr(C)]
struct Side {
    cells: Cells,
    view: View,
}

/// The hidden layers along the line being searched. A layer is made from the
/// nearest of those around it by the men that came and went, whatever these
/// belonged to.
#[derive(Clone, Debug)]
pub(crate) struct Layers {
    network: &'static Network,
    line: Vec<Layer>,
    last_seen: LastSeen,
}

/// The last layer of each side in each of its ways to see the board, to begin at
/// when the king changes that way.
type LastSeen = [Vec<(Men, Side)>; 2];

impl Layers {
    /// Layers for so many plies.
    pub(crate) fn new(plies: usize) -> Layers {
        let sides = Color::ALL.map(|view| Side {
            cells: NETWORK.biases,
            view: View::of(view, Square::A1),
        });
        let men = Men::default();
        let last_seen = sides.clone().map(|side| vec![(men, side); View::WAYS]);
        Layers {
            network: &NETWORK,
            line: vec![Layer { men, sides }; plies + 1 + BEFORE],
            last_seen,
        }
    }

    /// What the network adds at a ply, for White: nothing where all is known.
    pub(crate) fn value(&mut self, board: &Board, ply: usize) -> i32 {
        if alone::is_known(board) {
            return 0;
        }
        value(self, board, ply)
    }
}

/// Layers before that of the root, which nothing is ever written to.
const BEFORE: usize = 2;

/// In a copy for processors of the last ten years, which are half as long at it.
#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
fn value(layers: &mut Layers, board: &Board, ply: usize) -> i32 {
    let network = layers.network;
    let men = board.everyone();
    let (before, here) = layers.line.split_at_mut(ply + BEFORE);
    let (last, here) = (&before[ply + 1], &mut here[0]);
    // What was asked at this ply before is often nearer than the ply before,
    // which need not have been asked in this line; so may be the one before that.
    let mut base = Some(last);
    let mut squares = last.men.differences(men);
    if squares.count() > 3 {
        let earlier = &before[ply];
        for (other, layer) in [(None, &*here), (Some(earlier), earlier)] {
            let differences = layer.men.differences(men);
            if differences.count() < squares.count() {
                (base, squares) = (other, differences);
            }
        }
    }
    here.follow(network, base, squares, board, &mut layers.last_seen);
    let bucket = bucket(board.occupied().count());
    let turn = board.turn();
    let sides = [turn, !turn].map(|side| &here.sides[side as usize & 1].cells);
    let [own, other] = &network.outputs[bucket];
    let sums = match_target! {
        "x86_64+avx2" => [sum::wide(sides[0], own), sum::wide(sides[1], other)],
        _ => [sum::plain(sides[0], own), sum::plain(sides[1], other)],
    };
    let [full, unit] = [FULL, UNIT].map(i32::from);
    let sum = sums[0] / full + sums[1] / full + network.offsets[bucket];
    let value = sum * CENTIPAWNS / (full * unit);
    turn.fold_wb(value, -value)
}

impl Layer {
    /// Becomes the layer of a board, beginning at another one or at itself, which
    /// differs on these squares.
    #[inline(always)]
    fn follow(
        &mut self,
        network: &Network,
        base: Option<&Layer>,
        squares: Bitboard,
        board: &Board,
        last_seen: &mut LastSeen,
    ) {
        let men = board.everyone();
        let before = base.map_or(&self.men, |base| &base.men);
        let changes = Changes::on(squares, before, men);
        for view in Color::ALL {
            let side = view as usize & 1;
            let view = View::of(view, board.king(view));
            let new = &mut self.sides[side];
            let old = base.map(|base| &base.sides[side]);
            if old.map_or(new.view, |old| old.view) == view {
                new.follow(network, old.map(|old| &old.cells), &changes, view);
            } else {
                let (then, seen) = &mut last_seen[side][view.way()];
                let changes = Changes::on(then.differences(men), then, men);
                seen.follow(network, None, &changes, view);
                *then = *men;
                new.cells = seen.cells;
            }
            new.view = view;
        }
        self.men = *men;
    }
}

impl Side {
    /// Becomes what these cells are after the changes, or the own ones.
    #[inline(always)]
    fn follow(&mut self, network: &Network, cells: Option<&Cells>, changes: &Changes, view: View) {
        let [mut came, mut went] = [&changes.came, &changes.went].map(List::as_slice);
        let inputs = network.inputs.as_slice();
        let row = |number: &u16| &inputs[view.input(usize::from(*number))];
        // Moves and captures, the usual changes, in one go.
        match (cells, came, went) {
            (Some(cells), [man], [gone]) => {
                return self.become_from(cells, [row(man)], [row(gone)]);
            }
            (Some(cells), [man], [gone, taken]) => {
                return self.become_from(cells, [row(man)], [row(gone), row(taken)]);
            }
            (Some(cells), [man, other, rest @ ..], [gone, left, others @ ..]) => {
                self.become_from(cells, [row(man), row(other)], [row(gone), row(left)]);
                (came, went) = (rest, others);
            }
            (Some(cells), ..) => self.cells = *cells,
            (None, ..) => {}
        }
        loop {
            match (came, went) {
                ([man, other, rest @ ..], [gone, left, others @ ..]) => {
                    self.change([row(man), row(other)], [row(gone), row(left)]);
                    (came, went) = (rest, others);
                }
                ([first, second, third, fourth, rest @ ..], []) => {
                    self.change([row(first), row(second), row(third), row(fourth)], []);
                    came = rest;
                }
                ([man, rest @ ..], _) => {
                    self.change([row(man)], []);
                    came = rest;
                }
                ([], [gone, rest @ ..]) => {
                    self.change([], [row(gone)]);
                    went = rest;
                }
                ([], []) => return,
            }
        }
    }

    /// Becomes these cells with some rows more and others less.
    #[inline(always)]
    fn become_from<const MORE: usize, const LESS: usize>(
        &mut self,
        cells: &Cells,
        more: [&Cells; MORE],
        less: [&Cells; LESS],
    ) {
        for (index, cell) in self.cells.0.iter_mut().enumerate() {
            *cell = changed(cells.0[index], index, more, less);
        }
    }

    /// Gets some rows more and others less.
    #[inline(always)]
    fn change<const MORE: usize, const LESS: usize>(
        &mut self,
        more: [&Cells; MORE],
        less: [&Cells; LESS],
    ) {
        for (index, cell) in self.cells.0.iter_mut().enumerate() {
            *cell = changed(*cell, index, more, less);
        }
    }
}

#[inline(always)]
fn changed<const MORE: usize, const LESS: usize>(
    cell: i16,
    index: usize,
    more: [&Cells; MORE],
    less: [&Cells; LESS],
) -> i16 {
    let more = more
        .iter()
        .fold(cell, |sum, row| sum.wrapping_add(row.0[index]));
    less.iter()
        .fold(more, |sum, row| sum.wrapping_sub(row.0[index]))
}

/// Men that came and went.
struct Changes {
    came: List,
    went: List,
}

impl Changes {
    /// What leads from some men to others that differ on these squares.
    #[inline(always)]
    fn on(squares: Bitboard, before: &Men, after: &Men) -> Changes {
        let [mut came, mut went] = [List::NEW; 2];
        for square in squares {
            went.add(before, square);
            came.add(after, square);
        }
        Changes { came, went }
    }
}

/// Most men that a position has.
const MOST: usize = 32;

/// A short list of men by their numbers, with one place more than there are men
/// for what is written and not counted.
#[derive(Clone, Copy)]
struct List {
    numbers: [u16; MOST + 1],
    count: usize,
}

impl List {
    const NEW: List = List {
        numbers: [0; MOST + 1],
        count: 0,
    };

    /// Adds the man on a square if there is one: written in any case and then
    /// counted or not, for which of both it is nobody can foretell.
    #[inline(always)]
    fn add(&mut self, men: &Men, square: Square) {
        let (number, is_there) = men.number_at(square);
        self.numbers[self.count.min(MOST)] = number;
        self.count += usize::from(is_there);
    }

    #[inline(always)]
    fn as_slice(&self) -> &[u16] {
        &self.numbers[..self.count.min(MOST)]
    }
}

#[cfg(test)]
mod tests {
    use krog_chess::{
        Chess, Position as _, fen,
        random::{self, Dice},
    };

    use super::*;

    #[test]
    fn all_men_can_leave_at_once() {
        let board = "rnbqkbn1/pppppppp/7r/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1";
        let board = Board::from(&fen::parse(board).unwrap());
        let men = board.everyone();
        let changes = Changes::on(Bitboard::FULL, men, &Men::default());
        let numbers = board.occupied().into_iter().map(|at| men.number_at(at).0);
        assert!(changes.went.as_slice().iter().copied().eq(numbers));
        assert!(changes.came.as_slice().is_empty());
    }

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
}
