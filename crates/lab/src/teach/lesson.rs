//! A position with what a strong engine says of it, in 32 bytes, so that tens of
//! millions fit into memory.

use krog_chess::{
    Bitboard, CastlingMode, Chess, Color, EnPassantMode, Piece, Position as _, Role, Setup, Square,
    shakmaty::FromSetup as _,
};

/// The length of a lesson as it is kept.
pub(super) const BYTES: usize = 32;

/// Where the parts lie: the squares that are taken, the men on them in the order
/// of the squares, four bits each, the score, the side to move, and the rooks
/// that may castle.
const MEN: usize = 8;
const SCORE: usize = 24;
const TURN: usize = 26;
const ROOKS: usize = 27;

/// The corners, in the order of the bits at [`ROOKS`].
const CORNERS: [Square; 4] = [Square::A1, Square::H1, Square::A8, Square::H8];

/// A position and White's score in centipawns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Lesson {
    pub(super) position: Chess,
    pub(super) score: i16,
}

impl Lesson {
    /// The lesson in bytes. Counters of moves and captures in passing are left out.
    pub(super) fn pack(&self) -> [u8; BYTES] {
        let mut bytes = [0; BYTES];
        let board = self.position.board();
        bytes[..MEN].copy_from_slice(&board.occupied().0.to_le_bytes());
        for (index, (_, piece)) in board.clone().into_iter().enumerate() {
            let code = piece.role as u8 | u8::from(piece.color.is_black()) << 3;
            bytes[MEN + index / 2] |= code << (4 * (index % 2));
        }
        bytes[SCORE..TURN].copy_from_slice(&self.score.to_le_bytes());
        bytes[TURN] = u8::from(self.position.turn().is_black());
        let rights = self.position.castles().castling_rights();
        for (bit, corner) in CORNERS.into_iter().enumerate() {
            bytes[ROOKS] |= u8::from(rights.contains(corner)) << bit;
        }
        bytes
    }

    /// The lesson of these bytes; none if they are not one.
    pub(super) fn unpack(bytes: &[u8; BYTES]) -> Option<Lesson> {
        let mut setup = Setup::empty();
        let occupied = Bitboard(u64::from_le_bytes(bytes[..MEN].try_into().ok()?));
        for (index, square) in occupied.into_iter().enumerate() {
            let code = bytes.get(MEN + index / 2)? >> (4 * (index % 2)) & 0xf;
            let role = Role::try_from(u32::from(code & 7)).ok()?;
            let color = Color::from_black(code & 8 != 0);
            setup.board.set_piece_at(square, Piece { color, role });
        }
        setup.turn = Color::from_black(bytes[TURN] == 1);
        for (bit, corner) in CORNERS.into_iter().enumerate() {
            if bytes[ROOKS] >> bit & 1 == 1 {
                setup.castling_rights.add(corner);
            }
        }
        Some(Lesson {
            position: Chess::from_setup(setup, CastlingMode::Standard).ok()?,
            score: i16::from_le_bytes(bytes[SCORE..TURN].try_into().ok()?),
        })
    }

    /// The position without what is not kept.
    pub(super) fn bare(position: &Chess) -> Option<Chess> {
        let mut setup = position.to_setup(EnPassantMode::Legal);
        setup.ep_square = None;
        setup.halfmoves = 0;
        setup.fullmoves = std::num::NonZeroU32::MIN;
        Chess::from_setup(setup, CastlingMode::Standard).ok()
    }
}

/// The squares that are taken, and the men on them.
pub(super) fn men(bytes: &[u8; BYTES]) -> Option<(u64, [u8; SCORE - MEN])> {
    let occupied = u64::from_le_bytes(bytes[..MEN].try_into().ok()?);
    Some((occupied, bytes[MEN..SCORE].try_into().ok()?))
}

#[cfg(test)]
mod tests {
    use krog_chess::random;

    use super::*;

    #[test]
    fn lessons_are_read_as_they_were_written() {
        let mut count = 0;
        for position in random::positions(41).take(2_000) {
            let Some(position) = Lesson::bare(&position) else {
                continue;
            };
            if !position.castles().mode().is_standard() {
                continue;
            }
            let lesson = Lesson {
                position,
                score: count,
            };
            assert_eq!(Lesson::unpack(&lesson.pack()), Some(lesson));
            count += 1;
        }
        assert!(count > 800, "{count}");
    }
}
