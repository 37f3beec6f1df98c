//! Playing a move: a copy of the board on which it has happened.

use krog_chess::{CastlingSide, Role, Square, shakmaty::attacks::pawn_attacks};

use super::{Board, Kind, Mv, keys, role_of};

impl Board {
    /// The board after a legal move.
    #[must_use]
    pub(crate) fn after(&self, m: Mv) -> Board {
        let mut next = *self;
        next.play(m);
        next
    }

    /// The key after a move, but for rights of castling, captures in passing
    /// and promotions: what the table will most likely be asked for.
    #[inline]
    pub(crate) fn key_after(&self, m: Mv) -> u64 {
        let (from, to) = (m.from(), m.to());
        let us = self.turn;
        let mut key = self.key ^ keys::black();
        if let Some(role) = role_of(self.everyone.roles[from.to_usize()]) {
            key ^= keys::man(us, role, from) ^ keys::man(us, role, to);
        }
        if let Some(taken) = role_of(self.everyone.roles[to.to_usize()]) {
            key ^= keys::man(!us, taken, to);
        }
        key
    }

    /// The board after passing; not in check.
    #[must_use]
    pub(crate) fn after_pass(&self) -> Board {
        let mut next = *self;
        next.forget_ep();
        next.halfmoves = next.halfmoves.saturating_add(1);
        next.reversible = 0;
        next.change_turn();
        next
    }

    /// Plays a legal move on this board.
    pub(crate) fn play(&mut self, m: Mv) {
        let us = self.turn;
        let (from, to) = (m.from(), m.to());
        let role = role_of(self.everyone.roles[from.to_usize()]).expect("a move moves a man");
        self.forget_ep();
        self.halfmoves = self.halfmoves.saturating_add(1);
        self.reversible = self.reversible.saturating_add(1);
        if m.kind() == Kind::Castle {
            self.castle(from, to);
        } else {
            if let Some(taken) = role_of(self.everyone.roles[to.to_usize()]) {
                self.take(to, !us, taken);
                self.begin_anew();
            }
            self.take(from, us, role);
            self.put(to, us, m.promotion().unwrap_or(role));
        }
        if role == Role::Pawn {
            self.begin_anew();
            self.finish_pawn_move(m);
        }
        if self.castling != 0 {
            self.lose_rights(from, to, role);
        }
        self.change_turn();
    }

    /// Nothing that was before comes again.
    fn begin_anew(&mut self) {
        self.halfmoves = 0;
        self.reversible = 0;
    }

    fn castle(&mut self, king: Square, rook: Square) {
        let us = self.turn;
        let side = CastlingSide::from_king_side(king < rook);
        self.take(king, us, Role::King);
        self.take(rook, us, Role::Rook);
        self.put(side.king_to(us), us, Role::King);
        self.put(side.rook_to(us), us, Role::Rook);
    }

    /// Takes in passing, or notes that the other side may.
    fn finish_pawn_move(&mut self, m: Mv) {
        let us = self.turn;
        let (from, to) = (m.from(), m.to());
        match m.kind() {
            Kind::EnPassant => {
                let taken = Square::from_coords(to.file(), from.rank());
                self.take(taken, !us, Role::Pawn);
            }
            Kind::DoublePush => {
                let passed = Square::new(u32::midpoint(from.to_u32(), to.to_u32()));
                if (pawn_attacks(us, passed) & self.men(!us, Role::Pawn)).any() {
                    self.ep = Some(passed);
                    self.key ^= keys::ep(passed);
                }
            }
            _ => {}
        }
    }

    fn lose_rights(&mut self, from: Square, to: Square, role: Role) {
        let mut kept = self.castling;
        if role == Role::King {
            kept &= self.turn.fold_wb(0b1100, 0b0011);
        }
        for (index, rook) in self.rooks.iter().enumerate() {
            if *rook == Some(from) || *rook == Some(to) {
                kept &= !(1 << index);
            }
        }
        self.key ^= keys::castling(self.castling) ^ keys::castling(kept);
        self.castling = kept;
    }

    fn forget_ep(&mut self) {
        if let Some(ep) = self.ep.take() {
            self.key ^= keys::ep(ep);
        }
    }

    fn change_turn(&mut self) {
        self.turn = !self.turn;
        self.key ^= keys::black();
        self.look_at_king();
    }
}

#[cfg(test)]
mod tests {
    use krog_chess::{Position as _, random};

    use super::*;

    #[test]
    fn the_key_is_foretold_but_for_the_rare_moves() {
        let mut right = 0;
        for position in random::positions(31).take(300) {
            let board = Board::from(&position);
            for m in position.legal_moves().iter().map(|m| Mv::pack(*m)) {
                let next = board.after(m);
                let plain = m.kind() == Kind::Plain && board.ep.is_none();
                if plain && next.castling == board.castling {
                    assert_eq!(board.key_after(m), next.key, "{m:?}");
                    right += 1;
                }
            }
        }
        assert!(right > 1_000, "{right}");
    }
}
