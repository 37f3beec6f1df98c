//! The men of a board, by square and by bitboard.

use krog_chess::{Bitboard, Color, Role, Square};

use super::role_of;

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
    /// The man on a square.
    #[inline]
    pub(crate) fn at(&self, square: Square) -> Option<(Color, Role)> {
        let role = role_of(self.roles[square.to_usize()])?;
        let color = Color::from_white(self.by_color[Color::White as usize].contains(square));
        Some((color, role))
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
