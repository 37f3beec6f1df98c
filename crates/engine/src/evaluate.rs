//! What a position is worth without looking ahead, by named terms.
//!
//! Terms are pairs of weights for middlegame and endgame, blended by the
//! [phase weight](krog_chess::phase::weight); all figures are White's less
//! Black's. [`evaluate`] tells every term for both sides, and the rows add up
//! to the total exactly. Search uses the same code through a sum.

#![expect(
    clippy::inline_always,
    reason = "a copy for each colour takes a twentieth less of search's instructions"
)]

mod alone;
mod draws;
mod king;
pub mod network;
mod pawns;
mod pieces;
mod print;
mod sight;
mod tables;
mod term;
mod threats;
mod tuning;
mod weights;

pub(crate) use network::Layers;
pub(crate) use pawns::PawnTable;
pub(crate) use sight::pawn_attacks;
pub(crate) use tables::{Placement, placed, wings};
pub use tables::{material, square_bonus};
pub use term::{Origin, TERMS, Term};
pub use tuning::{Sample, Usage, counted_terms, tunable};

use krog_chess::{Chess, Color, Role};

use crate::{Tapered, board::Board};
use sight::Sight;
use term::{FLAT, Gather, Id, Sum, place};

/// A position's value, term by term.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Evaluation {
    /// Centipawns, White's point of view: the sum of the rows' tapered values.
    pub total: i32,
    /// The phase weight that blends middlegame and endgame, 24 to 0.
    pub phase: u32,
    /// One row for each term of the registry, in its order.
    pub rows: Vec<Row>,
}

/// One term's part in an evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row {
    /// The term.
    pub term: &'static Term,
    /// What it counts for White; more is better for White.
    pub white: Tapered,
    /// What it counts for Black; more is better for Black.
    pub black: Tapered,
    /// White's part less Black's, blended by phase.
    pub tapered: i32,
}

/// Evaluates a position, White's point of view.
///
/// ```
/// use krog_chess::{Chess, fen};
/// use krog_engine::evaluate;
///
/// let position = fen::parse("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")?;
/// let evaluation = evaluate::evaluate(&position);
/// let sum: i32 = evaluation.rows.iter().map(|row| row.tapered).sum();
/// assert_eq!(evaluation.total, sum);
/// # Ok::<(), fen::FenError>(())
/// ```
pub fn evaluate(position: &Chess) -> Evaluation {
    let board = Board::from(position);
    let phase = board.phase().min(krog_chess::phase::FULL_WEIGHT);
    let mut gathered = Gathered::of(&board);
    let driven = alone::driven(&board);
    let network = Layers::new(1).value(&board, 0);
    let total = gathered.sum().at(phase) + driven + network;
    gathered.add_whole(Id::LoneKing, driven);
    gathered.add_whole(Id::Network, network);
    let mut rows: Vec<Row> = TERMS
        .iter()
        .zip(gathered.sides)
        .map(|(term, [white, black])| Row {
            term,
            white,
            black,
            tapered: (white - black).at(phase),
        })
        .collect();
    let told: i32 = rows.iter().map(|row| row.tapered).sum();
    rows[Id::Rounding as usize].tapered = total - told;
    Evaluation { total, phase, rows }
}

/// What the named terms count together, as search needs it: the total of
/// [`evaluate`] without the network. Like that it has a copy for processors with
/// wide vectors, which also count bits in one step.
#[multiversion::multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
pub(crate) fn counted(board: &Board, table: &mut PawnTable) -> i32 {
    let pawns = table.look_up(board);
    let mut sum = Sum::default();
    gather_rest(board, pawns.passed, &mut sum);
    let sum = board.placement() + pawns.sum + sum.tapered();
    let total = sum + draws::correction(board, sum);
    total.at(board.phase()) + alone::driven(board)
}

fn gather_all(board: &Board, gather: &mut impl Gather) {
    gather_men(board, gather);
    let passed = pawns::gather(board, gather);
    for us in Color::ALL {
        king::gather_pawns(board, us, gather);
    }
    gather_rest(board, passed, gather);
}

/// What tuning adds to men and squares; the board keeps the sum of it.
fn gather_men(board: &Board, gather: &mut impl Gather) {
    for square in board.occupied() {
        let Some(role) = board.role_at(square) else {
            continue;
        };
        let color = Color::from_white(board.of(Color::White).contains(square));
        if role != Role::King {
            gather.add(Id::MaterialTuning, role as usize - 1, color, 1);
        }
        let own = tables::wing(board.king(color));
        let index = tables::wing_index(color, role, square, own);
        gather.add(Id::OwnWing, index, color, 1);
        if role != Role::King {
            let enemy = tables::wing(board.king(!color));
            let index = tables::wing_index(color, role, square, enemy);
            gather.add(Id::EnemyWing, index, color, 1);
        }
    }
}

/// Everything but men, squares, the structure of pawns and kings among pawns.
#[inline(always)]
fn gather_rest(board: &Board, passed: krog_chess::Bitboard, gather: &mut impl Gather) {
    let sight = &Sight::of(board, gather);
    gather_side(board, sight, passed, Color::White, gather);
    gather_side(board, sight, passed, Color::Black, gather);
    gather.add(Id::Tempo, 0, board.turn(), 1);
}

/// What the men of one side count.
#[inline(always)]
fn gather_side(
    board: &Board,
    sight: &Sight,
    passed: krog_chess::Bitboard,
    us: Color,
    gather: &mut impl Gather,
) {
    pieces::gather(board, sight, us, gather);
    pawns::gather_passed(board, sight, passed, us, gather);
    king::gather(board, sight, us, gather);
    threats::gather(board, sight, us, gather);
}

/// Keeps terms and sides apart.
struct Gathered {
    sides: [[Tapered; 2]; TERMS.len()],
}

impl Default for Gathered {
    fn default() -> Gathered {
        Gathered {
            sides: [[Tapered::default(); 2]; TERMS.len()],
        }
    }
}

impl Gather for Gathered {
    fn add(&mut self, id: Id, index: usize, color: Color, count: i32) {
        let weight = FLAT[place(id, index)];
        let part = Tapered {
            mg: weight.mg * count,
            eg: weight.eg * count,
        };
        self.put(id, color, part);
    }
}

impl Gathered {
    /// What the named terms count.
    fn of(board: &Board) -> Gathered {
        let mut gathered = Gathered::default();
        gathered.count_men(board);
        gather_all(board, &mut gathered);
        let sum = gathered.sum();
        gathered.add_drawish(board, sum);
        gathered
    }

    fn put(&mut self, id: Id, color: Color, part: Tapered) {
        let side = &mut self.sides[id as usize][color.fold_wb(0, 1)];
        *side = *side + part;
    }

    fn count_men(&mut self, board: &Board) {
        for square in board.occupied() {
            let Some(role) = board.role_at(square) else {
                continue;
            };
            let color = Color::from_white(board.of(Color::White).contains(square));
            self.put(Id::Material, color, material(role));
            self.put(Id::PieceSquare, color, square_bonus(color, role, square));
        }
    }

    /// The correction belongs to the side that is ahead: it wins less.
    fn add_drawish(&mut self, board: &Board, sum: Tapered) {
        let correction = draws::correction(board, sum);
        if correction.eg < 0 {
            self.put(Id::Drawish, Color::White, correction);
        } else {
            self.put(Id::Drawish, Color::Black, -correction);
        }
    }

    /// What is not blended by phase belongs to the side it speaks for.
    fn add_whole(&mut self, id: Id, value: i32) {
        let side = Color::from_white(value > 0);
        let part = Tapered {
            mg: value.abs(),
            eg: value.abs(),
        };
        self.put(id, side, part);
    }

    fn sum(&self) -> Tapered {
        self.sides
            .iter()
            .fold(Tapered::default(), |sum, [white, black]| {
                sum + *white - *black
            })
    }
}

#[cfg(test)]
mod tests;
