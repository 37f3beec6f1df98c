//! The men of a board, by square and by bitboard.

use krog_chess::{Bitboard, Color, Square};

/// Which man stands where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Men {
    pub(super) by_role: [Bitboard; 6],
    pub(super) by_color: [Bitboard; 2],
    /// The role on each square, 0 for none; the colour is in the bitboards.
    pub(super) roles: [u8; 64],
}

impl Default for Men {
    /// Nobody.
    fn default() -> Men {
        Men {
            by_role: [Bitboard::EMPTY; 6],
            by_color: [Bitboard::EMPTY; 2],
            roles: [0; 64],
        }
    }
}

impl Men {
    /// The man on a square as a number, by colour, role and square: White's pawn on
    /// a1 is 0, Black's 384. Whether there is one; for none the number says nothing.
    #[inline]
    pub(crate) fn number_at(&self, square: Square) -> (u16, bool) {
        let role = u16::from(self.roles[square.to_usize()]);
        let black = self.by_color[Color::Black as usize].contains(square);
        let kind = (u16::from(black) * 6 + role).wrapping_sub(1);
        (kind.wrapping_mul(64) + square as u16, role != 0)
    }

    /// The squares on which others stand.
    #[inline]
    pub(crate) fn differences(&self, other: &Men) -> Bitboard {
        let roles = self.by_role.iter().zip(&other.by_role);
        let colors = self.by_color.iter().zip(&other.by_color);
        roles
            .chain(colors)
            .fold(Bitboard::EMPTY, |found, (here, there)| {
                found | (*here ^ *there)
            })
    }
}
