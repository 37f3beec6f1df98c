//! Whether a move may be played: in full for a move from anywhere (a hash
//! table may hold another position's), and the last step for generated ones.

use krog_chess::{
    Bitboard, CastlingSide, Color, Rank, Role, Square,
    shakmaty::attacks::{
        aligned, between, bishop_attacks, king_attacks, knight_attacks, pawn_attacks,
        queen_attacks, rook_attacks,
    },
};

use super::{Board, Kind, Moves, Mv, ROLES, generate::step, role_of};

impl Board {
    /// Whether a generated move leaves the own king safe.
    #[inline]
    pub(crate) fn is_legal(&self, m: Mv) -> bool {
        // Most moves are plain ones of men that shield no king.
        let exposed = self.pinned() | self.role(Role::King);
        !m.is_special() && !exposed.contains(m.from()) || self.is_safe(m)
    }

    #[inline(never)]
    fn is_safe(&self, m: Mv) -> bool {
        let us = self.turn();
        let king = self.king(us);
        let (from, to) = (m.from(), m.to());
        match m.kind() {
            Kind::Castle => self.castles_safely(king, to),
            Kind::EnPassant => {
                let taken = Square::from_coords(to.file(), from.rank());
                let occupied = self.occupied().without(from).without(taken).with(to);
                let attackers = self.attackers(king, occupied) & self.of(!us);
                attackers.without(taken).is_empty()
            }
            _ if from == king => !self.is_attacked(to, !us, self.occupied().without(king)),
            _ => !self.pinned().contains(from) || aligned(king, from, to),
        }
    }

    /// Whether the king passes no attacked square, and in Chess960 is not
    /// uncovered by the rook that leaves.
    fn castles_safely(&self, king: Square, rook: Square) -> bool {
        let us = self.turn();
        let side = CastlingSide::from_king_side(king < rook);
        let king_to = side.king_to(us);
        let way = between(king, king_to).with(king_to);
        let occupied = self.occupied().without(king);
        way.into_iter()
            .all(|square| !self.is_attacked(square, !us, occupied))
            && !self.is_attacked(king_to, !us, occupied.without(rook).with(side.rook_to(us)))
    }

    /// Whether a move from a table could have been generated here.
    pub(crate) fn is_pseudo_legal(&self, m: Mv) -> bool {
        let us = self.turn();
        let (from, to) = (m.from(), m.to());
        let Some(role) = role_of(self.everyone.roles[from.to_usize()]) else {
            return false;
        };
        if m.is_none() || !self.of(us).contains(from) {
            return false;
        }
        if m.kind() == Kind::Castle {
            return role == Role::King
                && !self.in_check()
                && CastlingSide::ALL
                    .into_iter()
                    .any(|side| self.castling_move(us, side) == Some(m));
        }
        if self.of(us).contains(to) || !self.answers_check(m, role) {
            return false;
        }
        let occupied = self.occupied();
        match role {
            Role::Pawn => self.is_pawn_move(m),
            _ if m.kind() != Kind::Plain => false,
            Role::Knight => knight_attacks(from).contains(to),
            Role::Bishop => bishop_attacks(from, occupied).contains(to),
            Role::Rook => rook_attacks(from, occupied).contains(to),
            Role::Queen => queen_attacks(from, occupied).contains(to),
            Role::King => king_attacks(from).contains(to),
        }
    }

    fn answers_check(&self, m: Mv, role: Role) -> bool {
        if role == Role::King || m.kind() == Kind::EnPassant || !self.in_check() {
            return true;
        }
        let king = self.king(self.turn());
        match self.checkers().single_square() {
            Some(checker) => between(king, checker).with(checker).contains(m.to()),
            None => false,
        }
    }

    fn is_pawn_move(&self, m: Mv) -> bool {
        let us = self.turn();
        let (from, to) = (m.from(), m.to());
        let last = to.rank() == us.relative_rank(Rank::Eighth);
        let free = !self.occupied();
        let once = step(us, Bitboard::from_square(from)) & free;
        match m.kind() {
            Kind::EnPassant => self.ep == Some(to) && pawn_attacks(us, from).contains(to),
            Kind::DoublePush => {
                let third = Bitboard::from_rank(us.relative_rank(Rank::Third));
                (step(us, once & third) & free).contains(to)
            }
            Kind::Castle => false,
            Kind::Plain | Kind::Promotion(_) => {
                let promotes = matches!(m.kind(), Kind::Promotion(_));
                let takes = pawn_attacks(us, from) & self.of(!us);
                promotes == last && (once | takes).contains(to)
            }
        }
    }

    /// Every legal move.
    pub(crate) fn legal_moves(&self) -> Vec<Mv> {
        let mut moves = Moves::new();
        self.captures(&mut moves);
        self.quiets(&mut moves);
        moves.iter().filter(|m| self.is_legal(*m)).collect()
    }

    /// Whether there is a legal move at all.
    pub(crate) fn has_legal_move(&self) -> bool {
        let mut moves = Moves::new();
        self.captures(&mut moves);
        self.quiets(&mut moves);
        moves.iter().any(|m| self.is_legal(m))
    }

    /// Whether a legal move gives check.
    pub(crate) fn gives_check(&self, m: Mv) -> bool {
        let us = self.turn();
        let king = self.king(!us);
        let (from, to) = (m.from(), m.to());
        if m.is_special() {
            return self.after(m).in_check();
        }
        let occupied = self.occupied().without(from).with(to);
        let role = m.promotion().or_else(|| self.role_at(from));
        let direct = match role {
            Some(Role::Pawn) => pawn_attacks(us, to),
            Some(Role::Knight) => knight_attacks(to),
            Some(Role::Bishop) => bishop_attacks(to, occupied),
            Some(Role::Rook) => rook_attacks(to, occupied),
            Some(Role::Queen) => queen_attacks(to, occupied),
            Some(Role::King) | None => Bitboard::EMPTY,
        };
        direct.contains(king) || self.discovers(us, king, occupied.without(from), to)
    }

    /// By role number: from where a man of the side to move gives check.
    pub(crate) fn checking_squares(&self) -> [Bitboard; ROLES] {
        let us = self.turn();
        let king = self.king(!us);
        let occupied = self.occupied();
        let (oblique, straight) = (bishop_attacks(king, occupied), rook_attacks(king, occupied));
        [
            Bitboard::EMPTY,
            pawn_attacks(!us, king),
            knight_attacks(king),
            oblique,
            straight,
            oblique | straight,
            Bitboard::EMPTY,
        ]
    }

    fn discovers(&self, us: Color, king: Square, occupied: Bitboard, to: Square) -> bool {
        let ours = self.of(us) & occupied;
        let queens = self.role(Role::Queen);
        let straight = (self.role(Role::Rook) | queens) & ours;
        let oblique = (self.role(Role::Bishop) | queens) & ours;
        ((rook_attacks(king, occupied) & straight) | (bishop_attacks(king, occupied) & oblique))
            .without(to)
            .any()
    }
}
