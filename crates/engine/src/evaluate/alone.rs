//! A king left alone against men enough to mate it: it is driven to the edge, or to
//! the corner in which bishop and knight can mate, and the other king comes near.
//!
//! The way to such a mate is longer than search looks, and only the sum of small
//! steps leads there. The network, whose row changes more from square to square than
//! a step is worth, is silent then, and where a lone king cannot be mated at all.

use krog_chess::{Bitboard, Color, Role, Square};

use crate::board::Board;

/// Centipawns for each step of the lone king away from the middle, for each step
/// towards the corner where that is needed, and for each step between the kings.
/// Of 210 endings against a lone king at 1,000 nodes a move 18 went wrong with 25, 50
/// and 15, and 11 or 12 with two to four times as much (2026-11-18): a step only has
/// to be worth more than what other rows change by the way.
const EDGE: i32 = 60;
const CORNER: i32 = 150;
const NEAR: i32 = 60;

/// Whether the other side has only its king, which can be mated.
#[inline(always)]
pub(super) fn is_won_by(board: &Board, us: Color) -> bool {
    facing(board) == Some(us) && can_mate(board, us)
}

/// Whether the named terms know all there is to know.
#[inline(always)]
pub(super) fn is_known(board: &Board) -> bool {
    match facing(board) {
        Some(us) => can_mate(board, us) || board.role(Role::Pawn).is_empty(),
        // Both have more, or two kings are all there is.
        None => !board.of(Color::White).more_than_one(),
    }
}

/// What the driving of a lone king counts, for White.
#[inline(always)]
pub(super) fn driven(board: &Board) -> i32 {
    match facing(board) {
        Some(us) if can_mate(board, us) => us.fold_wb(1, -1) * drive(board, us),
        _ => 0,
    }
}

/// The side that faces a lone king and has more itself.
#[inline(always)]
fn facing(board: &Board) -> Option<Color> {
    let [black, white] = [Color::Black, Color::White].map(|us| board.of(us).more_than_one());
    match (white, black) {
        (true, false) => Some(Color::White),
        (false, true) => Some(Color::Black),
        _ => None,
    }
}

#[cold]
fn can_mate(board: &Board, us: Color) -> bool {
    let [knights, bishops] = [Role::Knight, Role::Bishop].map(|role| board.men(us, role));
    let heavy = board.men(us, Role::Rook) | board.men(us, Role::Queen);
    heavy.any() || is_of_both_colors(bishops) || (bishops.any() && knights.any())
}

fn is_of_both_colors(bishops: Bitboard) -> bool {
    (bishops & Bitboard::LIGHT_SQUARES).any() && (bishops & Bitboard::DARK_SQUARES).any()
}

#[cold]
fn drive(board: &Board, us: Color) -> i32 {
    let king = board.king(!us);
    let bishops = board.men(us, Role::Bishop);
    let heavy = board.men(us, Role::Rook) | board.men(us, Role::Queen);
    let away = if heavy.any() || is_of_both_colors(bishops) {
        EDGE * (6 - to_edges(king))
    } else {
        CORNER * (7 - to_corner(king, (bishops & Bitboard::LIGHT_SQUARES).any()))
    };
    let apart = i32::try_from(king.distance(board.king(us))).unwrap_or(0);
    away + NEAR * (7 - apart)
}

/// Steps to the nearest file and the nearest rank of the edge together.
fn to_edges(square: Square) -> i32 {
    let steps = |at: u32| at.min(7 - at);
    let both = steps(square.file().to_u32()) + steps(square.rank().to_u32());
    i32::try_from(both).unwrap_or(0)
}

/// Diagonals between a square and the nearer corner of a colour.
fn to_corner(square: Square, light: bool) -> i32 {
    let [file, rank] = [square.file().to_u32(), square.rank().to_u32()];
    let rank = if light { 7 - rank } else { rank };
    let both = i32::try_from(file + rank).unwrap_or(0);
    both.min(14 - both)
}

#[cfg(test)]
mod tests {
    use krog_chess::fen;

    use super::*;

    #[track_caller]
    fn check(text: &str, known: bool, value: i32) {
        let board = Board::from(&fen::parse(text).expect("test positions are legal"));
        assert_eq!((is_known(&board), driven(&board)), (known, value), "{text}");
    }

    #[test]
    fn a_lone_king_is_driven_where_it_can_be_mated() {
        check("8/8/3k4/8/8/3K4/8/7Q w - - 0 1", true, EDGE + 4 * NEAR);
        check("7k/5K2/8/8/8/8/8/Q7 b - - 0 1", true, 6 * EDGE + 5 * NEAR);
        check("7K/5k2/8/8/8/8/8/q7 w - - 0 1", true, -6 * EDGE - 5 * NEAR);
        // Bishop and knight mate in corners of the bishop's colour only.
        check(
            "k7/2K5/8/8/8/8/8/5BN1 b - - 0 1",
            true,
            7 * CORNER + 5 * NEAR,
        );
        check("k7/2K5/8/8/8/8/8/4B1N1 b - - 0 1", true, 5 * NEAR);
        check("k7/2K5/8/8/8/8/8/4BB2 b - - 0 1", true, 6 * EDGE + 5 * NEAR);
        check("k7/2K5/8/8/8/8/8/4NN2 b - - 0 1", true, 0);
        check("k7/2K5/8/8/8/8/4P3/4N3 b - - 0 1", false, 0);
        check(
            "k7/2K5/8/8/8/4P3/8/4R3 b - - 0 1",
            true,
            6 * EDGE + 5 * NEAR,
        );
        check(
            "k7/2K5/8/8/8/8/8/3r4 b - - 0 1",
            true,
            -(3 * EDGE + 5 * NEAR),
        );
        check("k6n/2K5/8/8/8/8/8/4R3 b - - 0 1", false, 0);
        check("k7/2K5/8/8/8/8/8/8 b - - 0 1", true, 0);
    }
}
