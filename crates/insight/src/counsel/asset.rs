//! What a side may hold on to that is no material: passed pawns, rooks and kings
//! that have got through, an enemy king without its right to castle or without
//! pawns before it.
//!
//! A further kind declares itself here: when it may be looked for, whether a side
//! has it, how the language says so, and the claims that speak of it.

use krog_chess::{Board, Chess, Color, File, Position as _, Rank, Role, Square};

use crate::principle::passed;

/// Where a passed pawn is far.
const SIXTH: u8 = 6;
const SEVENTH: u8 = 7;

/// The last rank.
const EIGHTH: u8 = 8;

/// From where on a king has got through, in its own count.
const FIFTH: u8 = 5;

/// Pawns before a king that are a shield.
const SHIELD: usize = 2;

/// Something that lasts and that the men on the board do not count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Asset {
    /// A passed pawn on this rank of its side or further.
    Passer(u8),
    /// So many passed pawns.
    Passers(usize),
    /// The enemy king in the middle without the right to castle, and a queen to
    /// trouble it.
    Stranded,
    /// The enemy king without a pawn before it, and a queen to trouble it.
    Bared,
    /// A rook on the seventh rank, and the enemy king behind it.
    Seventh,
    /// The own king on this rank or further, and no enemy queen to chase it.
    King(u8),
}

/// An asset that a tree is to show.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wish {
    pub(crate) asset: Asset,
    /// The balance that does instead of it.
    pub(crate) won: i32,
    /// What an engine finds every end worth at least, in centipawns.
    pub(crate) worth: i32,
}

impl Asset {
    /// Those that a side might come to have from two positions on, the more
    /// telling first; it has none of them in either.
    pub(crate) fn open(positions: [&Chess; 2], side: Color) -> Vec<Asset> {
        let boards = positions.map(Chess::board);
        let passers = boards.map(|board| passed(board, side).len());
        let kings = boards.map(|board| king_rank(board, side));
        let king = (kings[0].max(kings[1]) + 1).max(FIFTH);
        let castles = positions.map(|position| position.castles().has_color(!side));
        let shielded = boards.map(|board| shield(board, !side) >= SHIELD);
        let all = [
            Some(Asset::Passer(SEVENTH)),
            Some(Asset::Passer(SIXTH)),
            (castles == [true; 2]).then_some(Asset::Stranded),
            (shielded == [true; 2]).then_some(Asset::Bared),
            Some(Asset::Seventh),
            Some(Asset::Passers(passers[0].max(passers[1]) + 1)),
            (king < EIGHTH).then_some(Asset::King(king)),
        ];
        let has = |asset: &Asset| {
            let mut positions = positions.iter();
            positions.any(|position| asset.is_held(position, side))
        };
        all.into_iter()
            .flatten()
            .filter(|asset| !has(asset))
            .collect()
    }

    /// Whether a side has it.
    pub(crate) fn is_held(self, position: &Chess, side: Color) -> bool {
        let board = position.board();
        let has_queen = (board.by_color(side) & board.queens()).any();
        match self {
            Asset::Passer(least) => farthest(board, side) >= least,
            Asset::Passers(least) => passed(board, side).len() >= least,
            Asset::Stranded => {
                let middle = |king: Square| (File::D..=File::F).contains(&king.file());
                let can_castle = position.castles().has_color(!side);
                !can_castle && has_queen && board.king_of(!side).is_some_and(middle)
            }
            Asset::Bared => has_queen && shield(board, !side) == 0,
            Asset::Seventh => {
                let seventh = side.relative_rank(Rank::Seventh);
                let rooks = board.by_piece(Role::Rook.of(side));
                let behind = |king: Square| king.rank() == (!side).backrank();
                rooks.into_iter().any(|rook| rook.rank() == seventh)
                    && board.king_of(!side).is_some_and(behind)
            }
            Asset::King(least) => {
                let queens = board.by_piece(Role::Queen.of(!side));
                queens.is_empty() && king_rank(board, side) >= least
            }
        }
    }

    /// What the language says of a side that has it.
    pub(crate) fn held(self, who: &str) -> String {
        match self {
            Asset::Passer(least) => format!("far_passer({who}, {least})"),
            Asset::Passers(least) => format!("passers({who}) ≥ {least}"),
            Asset::Stranded => format!("strands({who})"),
            Asset::Bared => format!("bares({who})"),
            Asset::Seventh => format!("seventh({who})"),
            Asset::King(least) => format!("far_king({who}, {least})"),
        }
    }

    /// What the language says where the side does not have it yet.
    pub(crate) fn missing(self, who: &str, whom: &str) -> String {
        match self {
            Asset::Stranded => format!("W({whom}, castle)"),
            Asset::Bared => format!("shield({whom}) ≥ {SHIELD}"),
            _ => format!("¬({})", self.held(who)),
        }
    }

    /// The ids of the claims for and against a move.
    pub(crate) fn ids(self) -> [&'static str; 2] {
        match self {
            Asset::Passer(_) => ["gets_passer_by_play", "allows_passer_by_play"],
            Asset::Passers(_) => ["makes_passer_by_play", "allows_new_passer_by_play"],
            Asset::Stranded => ["strands_king_by_play", "loses_castling_by_play"],
            Asset::Bared => ["bares_king_by_play", "loses_shield_by_play"],
            Asset::Seventh => ["gets_seventh_by_play", "allows_seventh_by_play"],
            Asset::King(_) => ["gets_king_in_by_play", "allows_king_in_by_play"],
        }
    }

    /// The number that its sentence names.
    pub(crate) fn number(self) -> Option<i32> {
        match self {
            Asset::Passer(rank) | Asset::King(rank) => Some(i32::from(rank)),
            Asset::Passers(count) => i32::try_from(count).ok(),
            Asset::Stranded | Asset::Bared | Asset::Seventh => None,
        }
    }
}

/// The rank of the farthest passed pawn of a side; 0 without one.
fn farthest(board: &Board, side: Color) -> u8 {
    let pawns = passed(board, side).into_iter();
    pawns.map(|pawn| rank(pawn, side)).max().unwrap_or(0)
}

fn king_rank(board: &Board, side: Color) -> u8 {
    board.king_of(side).map_or(0, |king| rank(king, side))
}

/// Pawns before the king of a side, as the language counts its `shield`.
fn shield(board: &Board, side: Color) -> usize {
    let Some(king) = board.king_of(side) else {
        return 0;
    };
    let middle = match king.file() {
        File::D | File::E => return 0,
        File::A => File::B,
        File::H => File::G,
        file => file,
    };
    let before = |pawn: &Square| {
        let ahead = i32::from(rank(*pawn, side)) - i32::from(rank(king, side));
        pawn.file().distance(middle) <= 1 && (1..=2).contains(&ahead)
    };
    let pawns = board.by_piece(Role::Pawn.of(side)).into_iter();
    pawns.filter(before).count()
}

/// A rank as a side counts it, from 1.
fn rank(square: Square, side: Color) -> u8 {
    u8::from(side.relative_rank(square.rank())) + 1
}
