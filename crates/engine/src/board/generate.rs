//! Moves that obey movement and, in check, answer it; whether they leave the
//! own king attacked is asked when they are played ([`Board::is_legal`]).

use krog_chess::{
    Bitboard, CastlingSide, Color, Rank, Role, Square,
    shakmaty::attacks::{
        between, bishop_attacks, king_attacks, knight_attacks, pawn_attacks, queen_attacks,
        rook_attacks,
    },
};

use super::{Board, Kind, Moves, Mv, right};
use crate::evaluate::pawn_attacks as struck;

/// Roles a pawn may promote to besides the queen.
const UNDER: [Role; 3] = [Role::Knight, Role::Bishop, Role::Rook];

impl Board {
    /// Captures, and pushes that promote to a queen.
    pub(crate) fn captures(&self, moves: &mut Moves) {
        let them = self.of(!self.turn());
        let answer = self.answer_squares();
        self.pieces(them & answer, moves);
        self.king_moves(them, moves);
        self.pawn_captures(answer, moves);
        self.pawn_promotions(answer, moves);
    }

    /// All other moves.
    pub(crate) fn quiets(&self, moves: &mut Moves) {
        let free = !self.occupied();
        let answer = self.answer_squares();
        self.pieces(free & answer, moves);
        self.king_moves(free, moves);
        self.pawn_pushes(answer, moves);
        if !self.in_check() {
            self.castlings(moves);
        }
    }

    /// Where a man other than the king may go: anywhere, or in check onto the
    /// checker and between it and the king, or nowhere under a double check.
    fn answer_squares(&self) -> Bitboard {
        match self.checkers().single_square() {
            Some(checker) => between(self.king(self.turn()), checker).with(checker),
            None if self.checkers().is_empty() => Bitboard::FULL,
            None => Bitboard::EMPTY,
        }
    }

    fn pieces(&self, targets: Bitboard, moves: &mut Moves) {
        let us = self.turn();
        let occupied = self.occupied();
        let mut add = |from: Square, to: Bitboard| {
            for to in to & targets {
                moves.push(Mv::new(from, to, Kind::Plain));
            }
        };
        // A pinned knight can never move.
        for from in self.men(us, Role::Knight) & !self.pinned() {
            add(from, knight_attacks(from));
        }
        for from in self.men(us, Role::Bishop) {
            add(from, bishop_attacks(from, occupied));
        }
        for from in self.men(us, Role::Rook) {
            add(from, rook_attacks(from, occupied));
        }
        for from in self.men(us, Role::Queen) {
            add(from, queen_attacks(from, occupied));
        }
    }

    fn king_moves(&self, targets: Bitboard, moves: &mut Moves) {
        let king = self.king(self.turn());
        for to in king_attacks(king) & targets {
            moves.push(Mv::new(king, to, Kind::Plain));
        }
    }

    fn pawn_captures(&self, answer: Bitboard, moves: &mut Moves) {
        let us = self.turn();
        let pawns = self.men(us, Role::Pawn);
        let targets = self.of(!us) & answer;
        // Seen from the targets, the few pawns that can take something.
        for from in pawns & struck(!us, targets) {
            for to in pawn_attacks(us, from) & targets {
                if is_last(us, to) {
                    moves.push(Mv::new(from, to, Kind::Promotion(Role::Queen)));
                    for role in UNDER {
                        moves.push(Mv::new(from, to, Kind::Promotion(role)));
                    }
                } else {
                    moves.push(Mv::new(from, to, Kind::Plain));
                }
            }
        }
        if let Some(ep) = self.ep {
            for from in pawn_attacks(!us, ep) & pawns {
                moves.push(Mv::new(from, ep, Kind::EnPassant));
            }
        }
    }

    fn pawn_promotions(&self, answer: Bitboard, moves: &mut Moves) {
        let us = self.turn();
        let seventh = Bitboard::from_rank(us.relative_rank(Rank::Seventh));
        let pawns = self.men(us, Role::Pawn) & seventh;
        for to in step(us, pawns) & !self.occupied() & answer {
            moves.push(Mv::new(back(us, to, 8), to, Kind::Promotion(Role::Queen)));
        }
    }

    fn pawn_pushes(&self, answer: Bitboard, moves: &mut Moves) {
        let us = self.turn();
        let free = !self.occupied();
        let once = step(us, self.men(us, Role::Pawn)) & free;
        let third = Bitboard::from_rank(us.relative_rank(Rank::Third));
        let twice = step(us, once & third) & free & answer;
        for to in once & answer {
            let from = back(us, to, 8);
            if is_last(us, to) {
                for role in UNDER {
                    moves.push(Mv::new(from, to, Kind::Promotion(role)));
                }
            } else {
                moves.push(Mv::new(from, to, Kind::Plain));
            }
        }
        for to in twice {
            moves.push(Mv::new(back(us, to, 16), to, Kind::DoublePush));
        }
    }

    fn castlings(&self, moves: &mut Moves) {
        let us = self.turn();
        for side in CastlingSide::ALL {
            if let Some(m) = self.castling_move(us, side) {
                moves.push(m);
            }
        }
    }

    /// The castling move to a side, if the right is kept and the way is free;
    /// attacked squares are a matter of legality.
    pub(super) fn castling_move(&self, us: Color, side: CastlingSide) -> Option<Mv> {
        let index = right(us, side);
        let rook = self.rooks[index].filter(|_| self.castling >> index & 1 == 1)?;
        let king = self.king(us);
        let (king_to, rook_to) = (side.king_to(us), side.rook_to(us));
        let way = (between(king, king_to) | between(rook, rook_to))
            .with(king_to)
            .with(rook_to)
            .without(king)
            .without(rook);
        let free = (way & self.occupied()).is_empty();
        free.then(|| Mv::new(king, rook, Kind::Castle))
    }
}

/// The squares in front of these.
#[inline]
pub(crate) fn step(us: Color, squares: Bitboard) -> Bitboard {
    match us {
        Color::White => Bitboard(squares.0 << 8),
        Color::Black => Bitboard(squares.0 >> 8),
    }
}

/// The square so far behind, which the caller knows to be on the board.
fn back(us: Color, square: Square, squares: u32) -> Square {
    let index = match us {
        Color::White => square.to_u32().wrapping_sub(squares),
        Color::Black => square.to_u32() + squares,
    };
    Square::new(index & 63)
}

fn is_last(us: Color, square: Square) -> bool {
    square.rank() == us.relative_rank(Rank::Eighth)
}
