//! How a side sees men: as inputs of the network.

use krog_chess::{Color, Role, Square};

use super::{KINGS, MEN};
#[cfg(doc)]
use crate::board::Men;

/// How a side sees the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct View {
    /// What turns squares around.
    turned: usize,
    /// The first input of the king's place.
    pub(super) first: usize,
    /// Whether Black looks, to whom White's men are the enemy's.
    black: bool,
}

/// Where the numbers of Black's men begin.
const BLACK: usize = MEN / 2;

impl View {
    /// How many ways there are for a side to see the board.
    pub(super) const WAYS: usize = 2 * KINGS;

    #[inline(always)]
    pub(super) fn of(view: Color, king: Square) -> View {
        let king = king.to_usize() ^ view.fold_wb(0, 0b11_1000);
        let flipped = if king & 0b100 == 0 { 0 } else { 0b111 };
        View {
            turned: view.fold_wb(0, 0b11_1000) ^ flipped,
            first: place(king ^ flipped) * MEN,
            black: view.is_black(),
        }
    }

    /// The number of this way to see the board.
    #[inline(always)]
    pub(super) fn way(self) -> usize {
        2 * (self.first / MEN) + (self.turned & 1)
    }

    /// The input of the man of a number.
    #[inline(always)]
    pub(super) fn input(self, number: usize) -> usize {
        let told = match self.black {
            false => number,
            true if number < BLACK => number + BLACK,
            true => number - BLACK,
        };
        self.first + (told ^ self.turned)
    }
}

/// The number of a man on a square, as [`Men::number_at`] tells it.
pub(super) fn number(color: Color, role: Role, square: Square) -> usize {
    (color.fold_wb(0, 6) + role as usize - 1) * 64 + square.to_usize()
}

/// The places of a king by the square it is seen on: each of the first two ranks, and
/// further ahead the two halves of a wing, with the last four ranks in pairs.
#[inline(always)]
fn place(king: usize) -> usize {
    let (rank, file) = (king / 8, king % 8);
    match rank {
        0 | 1 => 4 * rank + file,
        2 | 3 => 4 + 2 * rank + file / 2,
        _ => 8 + 2 * (rank / 2) + file / 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inputs(king: Square) -> Vec<usize> {
        let view = View::of(Color::White, king);
        let man = |color, role, square| view.input(number(color, role, square));
        let mut inputs = Vec::new();
        for color in Color::ALL {
            for role in Role::ALL {
                inputs.extend(Square::ALL.map(|square| man(color, role, square)));
            }
        }
        inputs
    }

    #[test]
    fn every_man_has_an_input_of_its_own() {
        for king in Square::ALL {
            let mut inputs = inputs(king);
            inputs.sort_unstable();
            let first = inputs[0];
            assert!(inputs.iter().copied().eq(first..first + MEN), "{king}");
        }
    }

    #[test]
    fn black_sees_in_the_mirror_what_white_sees() {
        for king in Square::ALL {
            let (white, black) = (
                View::of(Color::White, king),
                View::of(Color::Black, king.flip_vertical()),
            );
            for color in Color::ALL {
                for square in Square::ALL {
                    let seen = number(color, Role::Knight, square);
                    let mirrored = number(!color, Role::Knight, square.flip_vertical());
                    let inputs = [white.input(seen), black.input(mirrored)];
                    assert_eq!(inputs[0], inputs[1], "{king} {color} {square}");
                }
            }
        }
    }

    #[test]
    fn a_king_on_the_other_wing_turns_the_board_around() {
        for king in Square::ALL {
            let views = [king, king.flip_horizontal()].map(|king| View::of(Color::White, king));
            for square in Square::ALL {
                let queen = |square| number(Color::Black, Role::Queen, square);
                let [here, there] = [square, square.flip_horizontal()].map(queen);
                let inputs = [views[0].input(here), views[1].input(there)];
                assert_eq!(inputs[0], inputs[1], "{king} {square}");
            }
            assert_ne!(views[0].way(), views[1].way());
            assert!(views.iter().all(|view| view.way() < View::WAYS));
        }
    }
}
