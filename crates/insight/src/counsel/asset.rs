//! What a side may hold on to that is no material: a passed pawn far up the
//! board, or an enemy king that can no longer castle.

use krog_chess::{Chess, Color, File, Position as _, Square};

use crate::principle::passed;

/// From where on a passed pawn is far, and where it is one no more.
const SIXTH: u8 = 6;
const EIGHTH: u8 = 8;

/// Something that lasts and that the men on the board do not count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Asset {
    /// A passed pawn on this rank of its side or further.
    Passer(u8),
    /// The enemy king in the middle without the right to castle, and a queen to
    /// trouble it.
    Stranded,
}

impl Asset {
    /// Those that a side might come to have from two positions on, the more
    /// telling first: a passed pawn further than it has one, but on the sixth rank at
    /// least, and the other king without its right to castle.
    pub(crate) fn open([before, after]: [&Chess; 2], side: Color) -> Vec<Asset> {
        let far = |position: &Chess| {
            let pawns = passed(position.board(), side).into_iter();
            pawns.map(|pawn| rank(pawn, side)).max().unwrap_or(0)
        };
        let next = (far(before).max(far(after)) + 1).max(SIXTH);
        let may_castle = |position: &Chess| position.castles().has_color(!side);
        let passer = (next < EIGHTH).then_some(Asset::Passer(next));
        let stranded = (may_castle(before) && may_castle(after)).then_some(Asset::Stranded);
        passer.into_iter().chain(stranded).collect()
    }

    /// Whether a side has it.
    pub(crate) fn is_held(self, position: &Chess, side: Color) -> bool {
        let board = position.board();
        match self {
            Asset::Passer(least) => passed(board, side)
                .into_iter()
                .any(|pawn| rank(pawn, side) >= least),
            Asset::Stranded => {
                let middle = |king: krog_chess::Square| (File::D..=File::F).contains(&king.file());
                let can_castle = position.castles().has_color(!side);
                let queens = board.by_color(side) & board.queens();
                !can_castle && queens.any() && board.king_of(!side).is_some_and(middle)
            }
        }
    }

    /// What the language says of a side that has it.
    pub(crate) fn held(self, who: &str) -> String {
        match self {
            Asset::Passer(least) => format!("far_passer({who}, {least})"),
            Asset::Stranded => format!("strands({who})"),
        }
    }

    /// What the language says where the side does not have it yet.
    pub(crate) fn missing(self, who: &str, whom: &str) -> String {
        match self {
            Asset::Passer(_) => format!("¬{}", self.held(who)),
            Asset::Stranded => format!("W({whom}, castle)"),
        }
    }

    /// The ids of the claims for and against a move.
    pub(crate) fn ids(self) -> [&'static str; 2] {
        match self {
            Asset::Passer(_) => ["gets_passer_by_play", "allows_passer_by_play"],
            Asset::Stranded => ["strands_king_by_play", "loses_castling_by_play"],
        }
    }
}

/// A rank as a side counts it, from 1.
fn rank(square: Square, side: Color) -> u8 {
    u8::from(side.relative_rank(square.rank())) + 1
}
