//! A state of a game, as the checker sees it.
//!
//! Unlike a [`Chess`] position a state need not be legal: the checker must be
//! able to look at what a forbidden move would lead to. It knows where the men
//! stand and what may still be done; what is legal is derived from that by the
//! operators in [`rules`](crate::rules), never asked of the rules library.

use std::time::Duration;

use krog_chess::{
    Bitboard, Board, ByColor, CastlingSide, Chess, Color, EnPassantMode, Move, Piece,
    Position as _, Rank, Role, Square,
};

/// A board with its rights and counters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    /// The men.
    pub board: Board,
    /// Whose turn it is.
    pub turn: Color,
    /// The rooks that may still castle.
    pub rights: Bitboard,
    /// The square that a pawn has just passed by its double step.
    pub passed: Option<Square>,
    /// Half-moves since a capture or a pawn move.
    pub quiet_plies: u32,
    /// The time left on each clock, where known.
    pub clocks: ByColor<Option<Duration>>,
}

impl State {
    /// The state of a position.
    pub fn of(position: &Chess) -> State {
        State {
            board: position.board().clone(),
            turn: position.turn(),
            rights: position.castles().castling_rights(),
            passed: position.ep_square(EnPassantMode::Always),
            quiet_plies: position.halfmoves(),
            clocks: ByColor::default(),
        }
    }

    /// The king's square; `None` on boards without one.
    pub fn king(&self, color: Color) -> Option<Square> {
        self.board.king_of(color)
    }

    /// The rook that may still castle on a side.
    pub fn castling_rook(&self, color: Color, side: CastlingSide) -> Option<Square> {
        let king = self.king(color)?;
        (self.rights & color.backrank())
            .into_iter()
            .find(|rook| CastlingSide::from_king_side(king < *rook) == side)
    }

    /// The state that a move leads to. The move need not be legal, but a man
    /// must stand where it begins.
    #[must_use]
    pub fn after(&self, m: Move) -> State {
        let mut next = self.clone();
        next.passed = None;
        next.quiet_plies = if m.is_zeroing() {
            0
        } else {
            self.quiet_plies.saturating_add(1)
        };
        match m {
            Move::Normal {
                role,
                from,
                to,
                promotion,
                ..
            } => next.step(role, from, to, promotion),
            Move::EnPassant { from, to } => {
                next.step(Role::Pawn, from, to, None);
                next.board
                    .discard_piece_at(Square::from_coords(to.file(), from.rank()));
            }
            Move::Castle { king, rook } => next.castle(king, rook),
            Move::Put { .. } => {}
        }
        next.turn = !self.turn;
        next
    }

    /// The state if the side to move did nothing.
    #[must_use]
    pub fn after_pass(&self) -> State {
        State {
            turn: !self.turn,
            passed: None,
            ..self.clone()
        }
    }

    fn step(&mut self, role: Role, from: Square, to: Square, promotion: Option<Role>) {
        let Some(man) = self.board.remove_piece_at(from) else {
            return;
        };
        self.rights.discard(from);
        self.rights.discard(to);
        if role == Role::King {
            self.rights &= !Bitboard::from(man.color.backrank());
        }
        if role == Role::Pawn && from.rank().distance(to.rank()) == 2 && from.file() == to.file() {
            let middle = match man.color {
                Color::White => Rank::Third,
                Color::Black => Rank::Sixth,
            };
            self.passed = Some(Square::from_coords(from.file(), middle));
        }
        let role = promotion.unwrap_or(role);
        self.board.set_piece_at(to, Piece { role, ..man });
    }

    fn castle(&mut self, king: Square, rook: Square) {
        let Some(man) = self.board.remove_piece_at(king) else {
            return;
        };
        self.board.discard_piece_at(rook);
        let side = CastlingSide::from_king_side(king < rook);
        let king_to = Square::from_coords(side.king_to_file(), king.rank());
        let rook_to = Square::from_coords(side.rook_to_file(), king.rank());
        self.board.set_piece_at(king_to, man);
        self.board.set_piece_at(rook_to, man.color.rook());
        self.rights &= !Bitboard::from(man.color.backrank());
    }
}

#[cfg(test)]
mod tests {
    use krog_chess::random;

    use super::*;

    #[test]
    fn playing_a_legal_move_gives_the_state_of_the_next_position() {
        for position in random::positions(11).take(3_000) {
            let state = State::of(&position);
            for m in position.legal_moves() {
                let mut next = position.clone();
                next.play_unchecked(m);
                assert_eq!(state.after(m), State::of(&next), "{m} in {position:?}");
            }
        }
    }
}
