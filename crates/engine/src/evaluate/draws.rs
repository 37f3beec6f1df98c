//! Endings in which an advantage is worth less than it looks: the endgame
//! figure of the side that is ahead is scaled down, and what is taken away is
//! told as a row of its own.

use krog_chess::{Bitboard, Color, Role};

use super::alone;
use crate::{Tapered, board::Board};

/// Nothing is taken away.
const FULL: i32 = 64;

/// What to add to the sum so far; only ever towards zero, only in the endgame.
#[inline(always)]
pub(super) fn correction(board: &Board, sum: Tapered) -> Tapered {
    if sum.eg == 0 {
        return Tapered::default();
    }
    let ahead = Color::from_white(sum.eg > 0);
    if alone::is_won_by(board, ahead) {
        return Tapered::default();
    }
    let scale = scale(board, ahead);
    Tapered {
        mg: 0,
        eg: -(sum.eg * (FULL - scale) / FULL),
    }
}

/// How much of the advantage of `ahead` remains, of [`FULL`]. The idea is that of
/// Stockfish's classical scale; figures are chosen by hand where nothing else is told.
#[inline(always)]
pub(super) fn scale(board: &Board, ahead: Color) -> i32 {
    let pawns = board.count(ahead, Role::Pawn);
    let own = pieces(board, ahead);
    let other = pieces(board, !ahead);
    // Without pawns a lead of a minor piece or less does not win.
    if pawns == 0 && own - other <= 3 {
        return if own <= 3 { 0 } else { 8 };
    }
    // Nor do two knights against a lone king.
    if pawns == 0 && own == 6 && board.count(ahead, Role::Knight) == 2 && !has_more(board, !ahead) {
        return 0;
    }
    if opposite_bishops(board) {
        let bare = own == 3 && other == 3;
        return if bare { 16 + 4 * pawns } else { 40 + 2 * pawns }.min(FULL);
    }
    // The fewer pawns are left, the fewer can queen; and on one wing the other
    // king stops them all. Fitted to 196,722 endings of `masters-with-evals`.
    if own - other < 3 && is_on_one_wing(board) {
        (24 + 10 * pawns).min(50)
    } else {
        (36 + 12 * pawns).min(FULL)
    }
}

/// Whether a side has more than its king.
#[inline(always)]
fn has_more(board: &Board, side: Color) -> bool {
    board.of(side).more_than_one()
}

/// Whether all pawns stand on the same half of the board.
#[inline(always)]
fn is_on_one_wing(board: &Board) -> bool {
    let pawns = board.role(Role::Pawn);
    (pawns & QUEEN_SIDE).is_empty() || (pawns & !QUEEN_SIDE).is_empty()
}

/// The files a to d.
const QUEEN_SIDE: Bitboard = Bitboard(0x0f0f_0f0f_0f0f_0f0f);

/// Pieces in the units of beginners' tables: minor 3, rook 5, queen 9.
#[inline(always)]
fn pieces(board: &Board, side: Color) -> i32 {
    let count = |role: Role| board.count(side, role);
    3 * (count(Role::Knight) + count(Role::Bishop)) + 5 * count(Role::Rook) + 9 * count(Role::Queen)
}

#[inline(always)]
fn opposite_bishops(board: &Board) -> bool {
    let bishops = board.role(Role::Bishop);
    let one_each = Color::ALL
        .into_iter()
        .all(|side| board.count(side, Role::Bishop) == 1);
    one_each
        && (bishops & Bitboard::LIGHT_SQUARES)
            .single_square()
            .is_some()
}
