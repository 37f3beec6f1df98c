//! The board that search plays on: men by square and by bitboard, with keys,
//! phase and piece-square sums kept up to date by every move.
//!
//! It stands behind the door of this crate. Whoever comes in brings a
//! [`Chess`], whoever leaves takes one; see decision 9 for why the rules
//! library's own board is not searched on. Moves are made on a copy.

mod convert;
mod exchange;
mod generate;
mod keys;
mod legality;
mod men;
mod menace;
mod mv;
mod perft;
mod play;
mod returns;

pub(crate) use exchange::price;
pub(crate) use men::Men;
pub(crate) use menace::Menace;
pub(crate) use mv::{Few, Kind, Moves, Mv};
pub(crate) use perft::divide;

use krog_chess::{
    Bitboard, CastlingSide, Chess, Color, Role, Square,
    shakmaty::attacks::{
        between, bishop_attacks, king_attacks, knight_attacks, pawn_attacks, rook_attacks,
    },
};

use crate::{
    Tapered,
    evaluate::{Placement, placed, wings},
};

/// The number of roles with one slot for an empty square.
pub(crate) const ROLES: usize = 7;

/// A position in search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Board {
    everyone: Men,
    /// Rights as bits, one for each of `rooks`.
    castling: u8,
    /// Where the castling rooks began: White's king side, queen side, Black's.
    rooks: [Option<Square>; 4],
    ep: Option<Square>,
    turn: Color,
    halfmoves: u8,
    /// The last of these that could be taken back: a pass ends them too.
    reversible: u8,
    key: u64,
    pawn_key: u64,
    /// Material and piece squares, White's less Black's.
    placement: Placement,
    phase: u8,
    /// How many men of each colour and role there are.
    counts: [[u8; 6]; 2],
    checkers: Bitboard,
    pinned: Bitboard,
}

impl Board {
    /// Which man stands where.
    pub(crate) fn everyone(&self) -> &Men {
        &self.everyone
    }

    pub(crate) fn turn(&self) -> Color {
        self.turn
    }

    pub(crate) fn key(&self) -> u64 {
        self.key
    }

    pub(crate) fn pawn_key(&self) -> u64 {
        self.pawn_key
    }

    pub(crate) fn halfmoves(&self) -> u8 {
        self.halfmoves
    }

    /// Half-moves on whose way here no man was taken, no pawn moved and nobody passed.
    pub(crate) fn reversible(&self) -> u8 {
        self.reversible
    }

    pub(crate) fn placement(&self) -> Tapered {
        self.placement[wings(self.king(Color::White), self.king(Color::Black))]
    }

    /// The [phase weight](krog_chess::phase::weight), promoted men included.
    pub(crate) fn phase(&self) -> u32 {
        u32::from(self.phase)
    }

    pub(crate) fn checkers(&self) -> Bitboard {
        self.checkers
    }

    pub(crate) fn in_check(&self) -> bool {
        self.checkers.any()
    }

    /// Men of the side to move that may only move along a line with their king.
    pub(crate) fn pinned(&self) -> Bitboard {
        self.pinned
    }

    /// Men of a side that may only move along a line with their king.
    pub(crate) fn pinned_men(&self, side: Color) -> Bitboard {
        if side == self.turn {
            self.pinned & self.of(side)
        } else {
            self.lines_on_king(side).1 & self.of(side)
        }
    }

    #[inline]
    pub(crate) fn of(&self, color: Color) -> Bitboard {
        self.everyone.by_color[color as usize]
    }

    #[inline]
    pub(crate) fn role(&self, role: Role) -> Bitboard {
        self.everyone.by_role[role as usize - 1]
    }

    #[inline]
    pub(crate) fn men(&self, color: Color, role: Role) -> Bitboard {
        self.of(color) & self.role(role)
    }

    /// How many men of a colour and role there are.
    #[inline]
    pub(crate) fn count(&self, color: Color, role: Role) -> i32 {
        i32::from(self.counts[color as usize][role as usize - 1])
    }

    #[inline]
    pub(crate) fn occupied(&self) -> Bitboard {
        self.everyone.by_color[0] | self.everyone.by_color[1]
    }

    #[inline]
    pub(crate) fn king(&self, color: Color) -> Square {
        self.men(color, Role::King)
            .first()
            .expect("a legal position has both kings")
    }

    /// The role on a square as a number, 0 for none.
    #[inline]
    pub(crate) fn code_at(&self, square: Square) -> usize {
        usize::from(self.everyone.roles[square.to_usize()])
    }

    #[inline]
    pub(crate) fn role_at(&self, square: Square) -> Option<Role> {
        role_of(self.everyone.roles[square.to_usize()])
    }

    /// Whether the side has more than pawns and its king.
    pub(crate) fn has_pieces(&self, color: Color) -> bool {
        (self.of(color) & !self.role(Role::Pawn) & !self.role(Role::King)).any()
    }

    /// What a move takes: its number as in [`Board::code_at`].
    #[inline]
    pub(crate) fn captured(&self, m: Mv) -> usize {
        match m.kind() {
            Kind::EnPassant => Role::Pawn as usize,
            Kind::Castle => 0,
            _ => self.code_at(m.to()),
        }
    }

    /// Whether a move takes or promotes to a queen.
    #[inline]
    pub(crate) fn is_noisy(&self, m: Mv) -> bool {
        self.captured(m) != 0 || m.promotion() == Some(Role::Queen)
    }

    /// Men of both sides that attack a square, seen through `occupied`.
    #[inline]
    pub(crate) fn attackers(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let queens = self.role(Role::Queen);
        (pawn_attacks(Color::White, square) & self.men(Color::Black, Role::Pawn))
            | (pawn_attacks(Color::Black, square) & self.men(Color::White, Role::Pawn))
            | (knight_attacks(square) & self.role(Role::Knight))
            | (king_attacks(square) & self.role(Role::King))
            | (bishop_attacks(square, occupied) & (self.role(Role::Bishop) | queens))
            | (rook_attacks(square, occupied) & (self.role(Role::Rook) | queens))
    }

    /// Whether `side` attacks a square, seen through `occupied`.
    #[inline]
    pub(crate) fn is_attacked(&self, square: Square, side: Color, occupied: Bitboard) -> bool {
        let them = self.of(side);
        let queens = self.role(Role::Queen);
        (pawn_attacks(!side, square) & them & self.role(Role::Pawn)).any()
            || (knight_attacks(square) & them & self.role(Role::Knight)).any()
            || (king_attacks(square) & them & self.role(Role::King)).any()
            || (bishop_attacks(square, occupied) & them & (self.role(Role::Bishop) | queens)).any()
            || (rook_attacks(square, occupied) & them & (self.role(Role::Rook) | queens)).any()
    }

    /// Whether neither side can mate by any moves: bare kings, or one minor piece.
    pub(crate) fn is_dead(&self) -> bool {
        let strong = self.role(Role::Pawn) | self.role(Role::Rook) | self.role(Role::Queen);
        strong.is_empty() && self.occupied().count() <= 3
    }

    /// Whether whoever wins can begin the count to fifty anew on the way: not where
    /// there is nothing left to take and no pawn to move.
    #[inline]
    pub(crate) fn can_make_progress(&self) -> bool {
        Color::ALL.into_iter().all(|us| self.of(us).more_than_one()) || self.role(Role::Pawn).any()
    }

    /// Whether the side to move, not in check, has only its king and cannot move it.
    #[inline]
    pub(crate) fn is_stalemate_of_lone_king(&self) -> bool {
        !self.of(self.turn).more_than_one() && !self.has_legal_move()
    }

    fn put(&mut self, square: Square, color: Color, role: Role) {
        self.toggle(square, color, role);
        self.everyone.roles[square.to_usize()] = role as u8;
        for (sum, part) in self.placement.iter_mut().zip(placed(color, role, square)) {
            *sum = *sum + *part;
        }
        self.phase += PHASE[role as usize - 1];
        self.counts[color as usize][role as usize - 1] += 1;
    }

    fn take(&mut self, square: Square, color: Color, role: Role) {
        self.toggle(square, color, role);
        self.everyone.roles[square.to_usize()] = 0;
        for (sum, part) in self.placement.iter_mut().zip(placed(color, role, square)) {
            *sum = *sum - *part;
        }
        self.phase -= PHASE[role as usize - 1];
        self.counts[color as usize][role as usize - 1] -= 1;
    }

    fn toggle(&mut self, square: Square, color: Color, role: Role) {
        self.everyone.by_role[role as usize - 1].toggle(square);
        self.everyone.by_color[color as usize].toggle(square);
        let key = keys::man(color, role, square);
        self.key ^= key;
        if role == Role::Pawn {
            self.pawn_key ^= key;
        }
    }

    /// Finds who gives check and who is pinned, for the side to move.
    fn look_at_king(&mut self) {
        let us = self.turn;
        let king = self.king(us);
        let them = self.of(!us);
        let (sliders, pinned) = self.lines_on_king(us);
        self.checkers = (pawn_attacks(us, king) & them & self.role(Role::Pawn))
            | (knight_attacks(king) & them & self.role(Role::Knight))
            | sliders;
        self.pinned = pinned;
    }

    /// Sliders that attack the king of `us`, and single men of either side that
    /// stand between it and one.
    fn lines_on_king(&self, us: Color) -> (Bitboard, Bitboard) {
        let king = self.king(us);
        let them = self.of(!us);
        let occupied = self.occupied();
        let queens = self.role(Role::Queen);
        let straight = (self.role(Role::Rook) | queens) & them;
        let oblique = (self.role(Role::Bishop) | queens) & them;
        let snipers =
            (rook_attacks(king, them) & straight) | (bishop_attacks(king, them) & oblique);
        let mut checkers = Bitboard::EMPTY;
        let mut pinned = Bitboard::EMPTY;
        for sniper in snipers {
            let between = between(king, sniper) & occupied;
            if between.is_empty() {
                checkers.add(sniper);
            } else if !between.more_than_one() {
                pinned |= between;
            }
        }
        (checkers, pinned)
    }
}

/// What each role counts towards the phase (source 004: 0, 1, 1, 2, 4, 0).
const PHASE: [u8; 6] = [0, 1, 1, 2, 4, 0];

/// The role of a number, none for 0.
#[inline]
pub(crate) fn role_of(code: u8) -> Option<Role> {
    match code {
        1 => Some(Role::Pawn),
        2 => Some(Role::Knight),
        3 => Some(Role::Bishop),
        4 => Some(Role::Rook),
        5 => Some(Role::Queen),
        6 => Some(Role::King),
        _ => None,
    }
}

/// The place of a right in [`Board::rooks`] and its bit in the rights.
fn right(color: Color, side: CastlingSide) -> usize {
    let side = match side {
        CastlingSide::KingSide => 0,
        CastlingSide::QueenSide => 1,
    };
    match color {
        Color::White => side,
        Color::Black => 2 + side,
    }
}

impl From<&Chess> for Board {
    fn from(position: &Chess) -> Board {
        convert::board(position)
    }
}
