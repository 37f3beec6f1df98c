//! The key under which a position is stored and looked up.

use std::{fmt, num::ParseIntError, str::FromStr};

use shakmaty::{Chess, EnPassantMode, Position as _, zobrist::Zobrist64};

/// The Polyglot Zobrist hash of placement, turn, castling rights and *legal*
/// en passant: equal for positions that are the same by the repetition rule.
///
/// Move counters play no part. Written as 16 hexadecimal digits.
///
/// ```
/// use krog_chess::{Chess, PositionKey};
///
/// assert_eq!(PositionKey::of(&Chess::default()).to_string(), "463b96181691fc9c");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PositionKey(pub u64);

impl PositionKey {
    /// The key of a position.
    pub fn of(position: &Chess) -> PositionKey {
        let Zobrist64(hash) = position.zobrist_hash(EnPassantMode::Legal);
        PositionKey(hash)
    }
}

impl fmt::Display for PositionKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl FromStr for PositionKey {
    type Err = ParseIntError;

    fn from_str(text: &str) -> Result<PositionKey, ParseIntError> {
        u64::from_str_radix(text, 16).map(PositionKey)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fen;

    /// Keys published with the Polyglot book format.
    #[track_caller]
    fn check(fen: &str, expected: &str) {
        let key = PositionKey::of(&fen::parse(fen).expect("test positions are legal"));
        assert_eq!(key.to_string(), expected, "{fen}");
        assert_eq!(expected.parse(), Ok(key));
    }

    #[test]
    fn keys_are_those_of_polyglot_books() {
        check("startpos", "463b96181691fc9c");
        check(
            "rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2",
            "662fafb965db29d4",
        );
        // En passant is possible, so it is part of the key.
        check(
            "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
            "22a48b5a8e47ff78",
        );
        check(
            "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 0 3",
            "652a607ca3f242c1",
        );
    }

    #[test]
    fn an_en_passant_square_nobody_can_use_leaves_no_trace() {
        let with = fen::parse("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
        let without = fen::parse("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 7 9");
        assert_eq!(
            with.map(|p| PositionKey::of(&p)),
            without.map(|p| PositionKey::of(&p))
        );
    }
}
