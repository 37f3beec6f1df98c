//! A move in two bytes, for those who keep many.

use shakmaty::{Chess, Move, Position as _, Role, Square};

/// A move without its board: from, to and promotion in fifteen bits. Castling
/// is the king taking its rook, as in Polyglot books and Chess960.
///
/// The highest bit is always free; who keeps moves may use it.
///
/// ```
/// use krog_chess::{Chess, PackedMove, notation};
///
/// let start = Chess::default();
/// let m = notation::read(&start, "e4")?;
/// assert_eq!(PackedMove::of(m).unpack(&start), Some(m));
/// # Ok::<(), notation::MoveError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PackedMove(u16);

/// What a pawn may become, in the order of their numbers; none is 0.
const PROMOTIONS: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

impl PackedMove {
    /// How many bits are in use.
    pub const BITS: u32 = 15;

    /// Packs a move.
    pub fn of(m: Move) -> PackedMove {
        let (from, to, promotion) = match m {
            Move::Normal {
                from,
                to,
                promotion,
                ..
            } => (from, to, promotion),
            Move::EnPassant { from, to } => (from, to, None),
            Move::Castle { king, rook } => (king, rook, None),
            // Chess has no such move; nothing unpacks to it.
            Move::Put { to, .. } => (to, to, None),
        };
        let promotion = promotion.map_or(0, |role| role as u16 - 1);
        PackedMove(from as u16 | (to as u16) << 6 | promotion << 12)
    }

    /// The bits of a packed move.
    pub fn bits(self) -> u16 {
        self.0
    }

    /// The packed move of these bits; none if they cannot be those of one.
    pub fn from_bits(bits: u16) -> Option<PackedMove> {
        let promotion = usize::from(bits >> 12);
        (promotion <= PROMOTIONS.len()).then_some(PackedMove(bits))
    }

    /// The move on a board; none if it is not legal there.
    pub fn unpack(self, position: &Chess) -> Option<Move> {
        let mut moves = position.legal_moves().into_iter();
        moves.find(|m| PackedMove::of(*m) == self)
    }

    /// From, to and promotion, for those who write the move without a board.
    pub fn parts(self) -> (Square, Square, Option<Role>) {
        let square = |bits: u16| Square::new(u32::from(bits & 63));
        let promotion = usize::from(self.0 >> 12).checked_sub(1);
        (
            square(self.0),
            square(self.0 >> 6),
            promotion.and_then(|index| PROMOTIONS.get(index).copied()),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fen;

    /// Every legal move has bits of its own, and comes back from them.
    #[track_caller]
    fn check(fen: &str) {
        let position = fen::parse(fen).expect("test positions are legal");
        let moves = position.legal_moves();
        let mut seen = std::collections::BTreeSet::new();
        for m in moves {
            let packed = PackedMove::of(m);
            assert!(seen.insert(packed), "{m:?} twice");
            assert!(packed.bits() < 1 << PackedMove::BITS);
            assert_eq!(PackedMove::from_bits(packed.bits()), Some(packed));
            assert_eq!(packed.unpack(&position), Some(m));
            assert_eq!(packed.parts().2, m.promotion());
        }
    }

    #[test]
    fn moves_come_back() {
        check("startpos");
        check("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
        check("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3");
        check("1n5k/P7/8/8/8/8/8/7K w - - 0 1");
    }

    #[test]
    fn bits_beyond_the_promotions_are_none() {
        assert_eq!(PackedMove::from_bits(5 << 12), None);
        assert_eq!(PackedMove::from_bits(1 << 15), None);
    }

    #[test]
    fn a_move_of_another_board_is_none() {
        let m = crate::notation::read(&Chess::default(), "e4").expect("legal");
        let other = fen::parse("k7/8/8/8/8/8/3R4/4K3 w - - 0 1").expect("legal");
        assert_eq!(PackedMove::of(m).unpack(&other), None);
    }
}
