//! Whether a man in danger can be taken at no cost, and whether it is trapped.
//!
//! A man is no sacrifice when whoever takes it loses as much or is mated: the
//! source speaks of danger levels. A trapped man is lost wherever it goes.

use krog_chess::{
    Bitboard, Board, CastlingMode, Chess, Color, Move, Position as _, Role, Setup, Square,
    shakmaty::attacks,
};

use crate::safety::{in_danger, is_safe, king_is_safe, moved, points, takers};

/// Whether the side to move mates at once.
pub(crate) fn mates_at_once(position: &Chess) -> bool {
    position.legal_moves().into_iter().any(|m| {
        let mut after = position.clone();
        after.play_unchecked(m);
        after.is_checkmate()
    })
}

/// Whether taking the man on `target` by `capture` costs the taker a piece worth
/// as much, or allows mate at once where the man is less than a queen.
pub(crate) fn costs_as_much(position: &Chess, target: Square, capture: Move) -> bool {
    let taker = position.turn();
    let value = position.board().role_at(target).map_or(0, points);
    let mut after = position.clone();
    after.play_unchecked(capture);
    let board = after.board();
    let dear = |square: &Square| board.role_at(*square).map_or(0, points) >= value;
    in_danger(board, taker, None).into_iter().any(|s| dear(&s))
        || (value < points(Role::Queen) && mates_at_once(&after))
}

/// The legal captures of the man on `target`.
pub(crate) fn captures(position: &Chess, target: Square) -> impl Iterator<Item = Move> {
    position
        .legal_moves()
        .into_iter()
        .filter(move |m| m.is_capture() && m.to() == target)
}

/// Whether a man in danger is lost wherever it goes: every move of it leaves it
/// in danger, uncovers a man worth as much, or allows mate at once.
pub(crate) fn is_trapped(board: &Board, square: Square) -> bool {
    let Some(man) = board.piece_at(square) else {
        return false;
    };
    if is_safe(board, square, None) {
        return false;
    }
    let side = man.color;
    let targets = attacks::attacks(square, man, board.occupied()) & !board.by_color(side);
    let before = threats(board, side, square, points(man.role));
    targets.into_iter().all(|to| {
        if board.role_at(to) == Some(Role::King) {
            return false;
        }
        let next = moved(board, square, to);
        let stays = !king_is_safe(&next, side);
        stays
            || !is_safe(&next, to, board.role_at(to))
            || uncovers(&next, side, to, points(man.role), &before)
            || (points(man.role) < points(Role::Queen)
                && position(&next, !side).is_some_and(|reply| mates_at_once(&reply)))
    })
}

/// Whether more of the side's other dear pieces are under attack than before.
fn uncovers(
    board: &Board,
    side: Color,
    except: Square,
    value: i32,
    before: &[(Square, Square)],
) -> bool {
    threats(board, side, except, value)
        .iter()
        .any(|threat| !before.contains(threat))
}

/// Attacks on the other pieces of `side` that are in danger and worth at least
/// `value`: by whom, on what.
fn threats(board: &Board, side: Color, except: Square, value: i32) -> Vec<(Square, Square)> {
    let dear = |square: &Square| board.role_at(*square).map_or(0, points) >= value;
    let targets: Bitboard = in_danger(board, side, None).without(except);
    targets
        .into_iter()
        .filter(dear)
        .flat_map(|target| {
            let by = takers(board, target, !side).into_iter();
            by.map(move |attacker| (attacker, target))
        })
        .collect()
}

/// The board as a position with `turn` to move, where that is legal.
fn position(board: &Board, turn: Color) -> Option<Chess> {
    let setup = Setup {
        board: board.clone(),
        turn,
        ..Setup::empty()
    };
    setup.position(CastlingMode::Standard).ok()
}

#[cfg(test)]
mod tests {
    use krog_chess::{fen, mirror};

    use super::*;

    #[track_caller]
    fn check(text: &str, square: Square, expected: bool) {
        let position = fen::parse(text).expect("a legal position");
        assert_eq!(is_trapped(position.board(), square), expected, "{text}");
        let mirrored = mirror::position(&position);
        let square = square.flip_vertical();
        assert_eq!(is_trapped(mirrored.board(), square), expected, "{text}");
    }

    #[test]
    fn a_trapped_piece_is_lost_wherever_it_goes() {
        // The bishop that took on a7 and was shut in by b6.
        check("2k5/B1p5/1p6/8/8/8/6PP/6K1 b - - 0 1", Square::A7, false);
        check("8/B1p5/1pk5/8/8/8/6PP/6K1 w - - 0 1", Square::A7, false);
        check("8/Bkp5/1p6/8/8/8/6PP/6K1 w - - 0 1", Square::A7, true);
        check("8/Bkp5/8/8/8/8/6PP/6K1 w - - 0 1", Square::A7, false);
        // A knight in the corner, attacked by the king alone.
        check("N7/1k6/8/8/8/8/8/6K1 w - - 0 1", Square::A8, true);
        check("N7/1k6/3p4/8/8/8/8/6K1 w - - 0 1", Square::A8, true);
        check("startpos", Square::A1, false);
    }

    #[test]
    fn taking_may_cost_as_much() {
        let position = fen::parse("3qk3/8/8/8/8/8/3R4/3QK3 b - - 0 1").expect("legal");
        let takes = captures(&position, Square::D2).next().expect("a capture");
        assert!(costs_as_much(&position, Square::D2, takes));
        let position = fen::parse("3rk3/8/8/8/8/8/3R4/4K3 b - - 0 1").expect("legal");
        let takes = captures(&position, Square::D2).next().expect("a capture");
        assert!(costs_as_much(&position, Square::D2, takes));
        let position = fen::parse("3rk3/8/8/8/8/8/3R4/6K1 b - - 0 1").expect("legal");
        let takes = captures(&position, Square::D2).next().expect("a capture");
        assert!(!costs_as_much(&position, Square::D2, takes));
    }
}
