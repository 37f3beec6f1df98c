//! What the rules of chess allow, from the movement of single men upwards.
//!
//! Legality is built here out of small parts, each of which is an operator of
//! the language: movement (PM), clear path (PC), attack (PA), check (CS),
//! castling (CR), en passant (EP), promotion (PO). A move is legal when it is
//! one of the [`candidates`] and leaves the own king unattacked.

use krog_chess::{
    Bitboard, CastlingSide, Color, Move, Piece, Rank, Role, Square, shakmaty::attacks,
};

use crate::state::State;

/// What a pawn may become.
pub const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

/// PC: no man stands between the two squares. Squares that are not on a line
/// have nothing between them.
pub fn path_clear(state: &State, from: Square, to: Square) -> bool {
    (attacks::between(from, to) & state.board.occupied()).is_empty()
}

/// The men on the way between two squares.
pub fn blockers(state: &State, from: Square, to: Square) -> Bitboard {
    attacks::between(from, to) & state.board.occupied()
}

/// Whether the movement pattern of a man leads from one square to the other on
/// an empty board; for a pawn, as a capture.
pub fn capture_pattern(man: Piece, from: Square, to: Square) -> bool {
    attacks::attacks(from, man, Bitboard::EMPTY).contains(to)
}

/// PA: the man on `from` could capture on `to` if an enemy stood there.
pub fn attacks_square(state: &State, from: Square, to: Square) -> bool {
    state
        .board
        .piece_at(from)
        .is_some_and(|man| capture_pattern(man, from, to) && path_clear(state, from, to))
}

/// The men of `color` that attack a square.
pub fn attackers(state: &State, color: Color, square: Square) -> Bitboard {
    state
        .board
        .attacks_to(square, color, state.board.occupied())
}

/// CS: the king of `color` is attacked.
pub fn in_check(state: &State, color: Color) -> bool {
    state
        .king(color)
        .is_some_and(|king| !attackers(state, !color, king).is_empty())
}

/// A pawn's step forward: where a single step and, from its first rank, a
/// double step lead.
pub fn pawn_steps(color: Color, from: Square) -> (Option<Square>, Option<Square>) {
    let forward = color.fold_wb(8, -8);
    let single = from.offset(forward);
    let home = color.fold_wb(Rank::Second, Rank::Seventh);
    let double = single
        .filter(|_| from.rank() == home)
        .and_then(|middle| middle.offset(forward));
    (single, double)
}

/// EP: a pawn of `color` may capture in passing on `square`: an enemy pawn has
/// just passed it, and a pawn stands ready.
pub fn en_passant(state: &State, color: Color, square: Square) -> bool {
    state.passed == Some(square)
        && state.turn == color
        && !(attackers(state, color, square) & state.board.pawns()).is_empty()
}

/// PO: the pawn on `square` can only move by becoming something else.
pub fn must_promote(state: &State, square: Square) -> bool {
    let last_but_one = |color: Color| color.fold_wb(Rank::Seventh, Rank::Second);
    state
        .board
        .piece_at(square)
        .is_some_and(|man| man.role == Role::Pawn && square.rank() == last_but_one(man.color))
}

/// PM: the man on `from` moves to `to` by its own movement: pattern, clear
/// path, and a target that it may enter. Castling is not part of it.
pub fn moves_to(state: &State, from: Square, to: Square) -> bool {
    let Some(man) = state.board.piece_at(from) else {
        return false;
    };
    let target = state.board.color_at(to);
    if target == Some(man.color) {
        return false;
    }
    if man.role != Role::Pawn {
        return attacks_square(state, from, to);
    }
    let (single, double) = pawn_steps(man.color, from);
    if single == Some(to) {
        return target.is_none();
    }
    if double == Some(to) {
        return target.is_none() && path_clear(state, from, to);
    }
    let takes = target.is_some() || en_passant(state, man.color, to);
    takes && attacks_square(state, from, to)
}

/// Where castling leaves the king, and the squares it crosses on the way,
/// both ends included.
pub fn king_walk(king: Square, side: CastlingSide) -> (Square, Bitboard) {
    let to = Square::from_coords(side.king_to_file(), king.rank());
    (to, attacks::between(king, to).with(king).with(to))
}

/// The squares that must be empty for castling, apart from king and rook.
pub fn castling_path(king: Square, rook: Square) -> Bitboard {
    let rook_to = rook_end(king, rook);
    let (_, walk) = king_walk(king, CastlingSide::from_king_side(king < rook));
    (walk | attacks::between(rook, rook_to).with(rook_to) | attacks::between(king, rook))
        .without(king)
        .without(rook)
}

/// The attacked squares on the king's way when it castles. The king itself
/// shields none of them; where it ends up, the rook has left its place too,
/// which in Chess960 may open a line.
pub fn unsafe_walk(state: &State, king: Square, rook: Square) -> Bitboard {
    let Some(color) = state.board.color_at(king) else {
        return Bitboard::EMPTY;
    };
    let (king_to, walk) = king_walk(king, CastlingSide::from_king_side(king < rook));
    let before = state.board.occupied().without(king);
    let after = before.without(rook).with(rook_end(king, rook));
    let attacked = |square: Square, occupied: Bitboard| {
        !state.board.attacks_to(square, !color, occupied).is_empty()
    };
    walk.into_iter()
        .filter(|square| {
            attacked(*square, before) || *square == king_to && attacked(*square, after)
        })
        .collect()
}

/// Where castling leaves the rook.
pub fn rook_end(king: Square, rook: Square) -> Square {
    let side = CastlingSide::from_king_side(king < rook);
    Square::from_coords(side.rook_to_file(), king.rank())
}

/// CR: the right is kept, no check, the path is empty, the king's squares are
/// not attacked. Gives the rook.
pub fn may_castle(state: &State, color: Color, side: CastlingSide) -> Option<Square> {
    let king = state.king(color)?;
    let rook = state.castling_rook(color, side)?;
    let free = (castling_path(king, rook) & state.board.occupied()).is_empty();
    (free && unsafe_walk(state, king, rook).is_empty()).then_some(rook)
}

/// Every move of `color` that the movement of its men allows, whatever becomes
/// of its king.
pub fn candidates(state: &State, color: Color) -> Vec<Move> {
    let mut moves = Vec::with_capacity(48);
    for from in state.board.by_color(color) {
        push_steps(state, from, Bitboard::FULL, &mut moves);
    }
    for side in CastlingSide::ALL {
        if let (Some(king), Some(rook)) = (state.king(color), may_castle(state, color, side)) {
            moves.push(Move::Castle { king, rook });
        }
    }
    moves
}

/// LMG: the candidates that leave the own king unattacked. For the side that
/// is not to move, what it could do if it were.
pub fn legal(state: &State, color: Color) -> Vec<Move> {
    let mut moves = candidates(state, color);
    moves.retain(|m| keeps_king_safe(state, color, *m));
    moves
}

/// Whether `color` has a legal move.
pub fn can_move(state: &State, color: Color) -> bool {
    candidates(state, color)
        .into_iter()
        .any(|m| keeps_king_safe(state, color, m))
}

/// The moves, legal or not, that the man on `from` makes to `to`: several where
/// a pawn promotes, none where its movement does not lead there.
pub fn steps(state: &State, from: Square, to: Square) -> Vec<Move> {
    let mut moves = Vec::new();
    push_steps(state, from, Bitboard::from(to), &mut moves);
    moves
}

/// The move that a description means: the only legal one that fits, or, if none
/// is legal, the only candidate.
pub fn only_fitting(state: &State, fits: impl Fn(Move) -> bool) -> Option<Move> {
    let mut fitting = candidates(state, state.turn);
    fitting.retain(|m| fits(*m));
    if fitting.len() > 1 {
        fitting.retain(|m| keeps_king_safe(state, state.turn, *m));
    }
    match fitting[..] {
        [only] => Some(only),
        _ => None,
    }
}

/// Whether the king of `color` is unattacked after its move.
pub fn keeps_king_safe(state: &State, color: Color, m: Move) -> bool {
    !in_check(&state.after(m), color)
}

fn push_steps(state: &State, from: Square, within: Bitboard, moves: &mut Vec<Move>) {
    let Some(man) = state.board.piece_at(from) else {
        return;
    };
    let reach = match man.role {
        Role::Pawn => {
            let (single, double) = pawn_steps(man.color, from);
            let steps: Bitboard = single.into_iter().chain(double).collect();
            attacks::pawn_attacks(man.color, from) | steps
        }
        _ => attacks::attacks(from, man, state.board.occupied()),
    };
    for to in reach & within {
        if !moves_to(state, from, to) {
            continue;
        }
        let capture = state.board.role_at(to);
        if man.role == Role::Pawn && from.file() != to.file() && capture.is_none() {
            moves.push(Move::EnPassant { from, to });
            continue;
        }
        let step = |promotion| Move::Normal {
            role: man.role,
            from,
            capture,
            to,
            promotion,
        };
        if must_promote(state, from) {
            moves.extend(PROMOTIONS.map(|role| step(Some(role))));
        } else {
            moves.push(step(None));
        }
    }
}

/// Whether neither side can ever mate with what is on the board: bare kings, a
/// single minor piece, or bishops that all stand on squares of one colour.
pub fn dead_position(state: &State) -> bool {
    let board = &state.board;
    if !(board.pawns() | board.rooks_and_queens()).is_empty() {
        return false;
    }
    let bishops = board.bishops();
    if board.knights().is_empty() {
        let dark: Bitboard = Bitboard::DARK_SQUARES;
        return (bishops & dark).is_empty() || (bishops & !dark).is_empty();
    }
    board.knights().count() == 1 && bishops.is_empty()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use krog_chess::{Position as _, fen, random};

    use super::*;

    #[test]
    fn what_is_legal_here_is_legal_by_the_rules_library() {
        for position in random::positions(12).take(3_000) {
            let state = State::of(&position);
            let ours: HashSet<Move> = legal(&state, state.turn).into_iter().collect();
            let library: HashSet<Move> = position.legal_moves().into_iter().collect();
            assert_eq!(ours, library, "{}", fen::write(&position));
            assert_eq!(in_check(&state, state.turn), position.is_check());
            assert_eq!(dead_position(&state), position.is_insufficient_material());
        }
    }
}
