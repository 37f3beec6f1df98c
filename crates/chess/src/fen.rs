//! FEN in and out, with errors that name the part that is wrong.
//!
//! Reading accepts `startpos`, complete FENs, FENs without counters (as in
//! EPD), and the castling letters of Chess960 (Shredder-FEN and X-FEN). A check
//! that no move can have given is accepted, as composers set such positions up
//! and the rules are clear in them.

use shakmaty::{
    CastlingMode, Chess, EnPassantMode, FromSetup as _, PositionError, PositionErrorKinds,
    fen::{Fen, ParseFenError},
};
use thiserror::Error;

/// Why a text is not a legal position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum FenError {
    /// One field cannot be read.
    #[error("{part}: found {found:?}, expected {expected}")]
    Part {
        /// Which field.
        part: &'static str,
        /// What stands there.
        found: String,
        /// What should stand there.
        expected: String,
    },
    /// All fields can be read, but no game leads to this board.
    #[error("the position is not legal: {}", .reasons.join("; "))]
    Illegal {
        /// Every reason, not just the first.
        reasons: Vec<&'static str>,
    },
}

/// Reads a position from a FEN, or from the word `startpos`.
///
/// ```
/// use krog_chess::fen;
///
/// let error = fen::parse("rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
/// assert_eq!(
///     error.unwrap_err().to_string(),
///     "board: found \"9\", expected 8 squares on rank 6, as digits 1-8 and letters pnbrqkPNBRQK"
/// );
/// ```
pub fn parse(text: &str) -> Result<Chess, FenError> {
    let text = text.trim();
    if text == "startpos" {
        return Ok(Chess::default());
    }
    let setup = Fen::from_ascii(text.as_bytes())
        .map_err(|error| unreadable(text, &error))?
        .into_setup();
    let mode = CastlingMode::detect(&setup);
    Chess::from_setup(setup, mode)
        .or_else(PositionError::ignore_impossible_check)
        .map_err(|error| FenError::Illegal {
            reasons: reasons(error.kinds()),
        })
}

/// Reads a FEN as [`parse`] does, but drops castling rights and en passant
/// squares that do not fit the board, as many programs write them.
pub fn parse_forgiving(text: &str) -> Result<Chess, FenError> {
    let setup = Fen::from_ascii(text.trim().as_bytes())
        .map_err(|error| unreadable(text, &error))?
        .into_setup();
    let mode = CastlingMode::detect(&setup);
    Chess::from_setup(setup, mode)
        .or_else(PositionError::ignore_impossible_check)
        .or_else(PositionError::ignore_invalid_castling_rights)
        .or_else(PositionError::ignore_invalid_ep_square)
        .map_err(|error| FenError::Illegal {
            reasons: reasons(error.kinds()),
        })
}

/// Writes a position as a FEN; the en passant square stands only where the
/// capture is legal.
pub fn write(position: &Chess) -> String {
    Fen::from_position(position, EnPassantMode::Legal).to_string()
}

fn unreadable(text: &str, error: &ParseFenError) -> FenError {
    let fields: Vec<&str> = text.split([' ', '_']).filter(|f| !f.is_empty()).collect();
    let (index, part, expected) = match error {
        ParseFenError::InvalidBoard | ParseFenError::InvalidPocket => return bad_board(&fields),
        ParseFenError::InvalidTurn => (1, "side to move", "w or b"),
        ParseFenError::InvalidCastling => (2, "castling rights", "letters of KQkq, or -"),
        ParseFenError::InvalidEpSquare => (3, "en passant square", "a square such as e3, or -"),
        ParseFenError::InvalidHalfmoveClock => (4, "half-move clock", "a number"),
        ParseFenError::InvalidFullmoves => (5, "move number", "a number"),
        _ if fields.is_empty() => (0, "board", "eight ranks, or the word startpos"),
        _ => (6, "end", "nothing after the six fields"),
    };
    FenError::Part {
        part,
        found: fields.get(index).copied().unwrap_or_default().to_owned(),
        expected: expected.to_owned(),
    }
}

/// Finds the rank that spoils the board field.
fn bad_board(fields: &[&str]) -> FenError {
    let board = fields.first().copied().unwrap_or_default();
    let ranks: Vec<&str> = board.split('/').collect();
    let squares = |rank: &str| {
        rank.chars().try_fold(0, |sum, ch| match ch {
            '1'..='8' => ch.to_digit(10).map(|n| sum + n),
            _ if "pnbrqkPNBRQK".contains(ch) => Some(sum + 1),
            _ => None,
        })
    };
    let wrong = (1..=8)
        .rev()
        .zip(&ranks)
        .find(|(_, rank)| squares(rank) != Some(8));
    let (found, expected) = match wrong {
        _ if ranks.len() != 8 => (board, format!("8 ranks divided by /, not {}", ranks.len())),
        Some((number, rank)) => (
            *rank,
            format!("8 squares on rank {number}, as digits 1-8 and letters pnbrqkPNBRQK"),
        ),
        None => (board, "eight ranks of eight squares".to_owned()),
    };
    FenError::Part {
        part: "board",
        found: found.to_owned(),
        expected,
    }
}

fn reasons(kinds: PositionErrorKinds) -> Vec<&'static str> {
    [
        (PositionErrorKinds::EMPTY_BOARD, "the board is empty"),
        (PositionErrorKinds::MISSING_KING, "a king is missing"),
        (PositionErrorKinds::TOO_MANY_KINGS, "a side has two kings"),
        (
            PositionErrorKinds::PAWNS_ON_BACKRANK,
            "a pawn stands on the first or last rank",
        ),
        (
            PositionErrorKinds::INVALID_CASTLING_RIGHTS,
            "castling rights without king and rook in place",
        ),
        (
            PositionErrorKinds::INVALID_EP_SQUARE,
            "no pawn has just passed the en passant square",
        ),
        (
            PositionErrorKinds::OPPOSITE_CHECK,
            "the side that is not to move is in check",
        ),
        (
            PositionErrorKinds::TOO_MUCH_MATERIAL,
            "a side has more men than promotion allows",
        ),
    ]
    .into_iter()
    .filter(|(kind, _)| kinds.contains(*kind))
    .map(|(_, reason)| reason)
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let found = match parse(text) {
            Ok(position) => write(&position),
            Err(error) => error.to_string(),
        };
        assert_eq!(found, expected, "{text:?}");
    }

    #[test]
    fn readable_positions_are_written_in_full() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        check("startpos", start);
        check(
            " rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - ",
            start,
        );
        check("8/8/8/8/8/4k3/4p3/4K3 w", "8/8/8/8/8/4k3/4p3/4K3 w - - 0 1");
        check(
            "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
            "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w KQkq - 2 9",
        );
    }

    #[test]
    fn errors_name_the_part() {
        check(
            "",
            "board: found \"\", expected eight ranks, or the word startpos",
        );
        check(
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1",
            "board: found \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP\", expected 8 ranks divided by /, not 7",
        );
        check(
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBXR w KQkq - 0 1",
            "board: found \"RNBQKBXR\", expected 8 squares on rank 1, as digits 1-8 and letters pnbrqkPNBRQK",
        );
        check(
            "8/8/8/8/8/4k3/4p3/4K3 x - - 0 1",
            "side to move: found \"x\", expected w or b",
        );
        check(
            "8/8/8/8/8/4k3/4p3/4K3 w Z - 0 1",
            "castling rights: found \"Z\", expected letters of KQkq, or -",
        );
        check(
            "8/8/8/8/8/4k3/4p3/4K3 w - e9 0 1",
            "en passant square: found \"e9\", expected a square such as e3, or -",
        );
        check(
            "8/8/8/8/8/4k3/4p3/4K3 w - - x 1",
            "half-move clock: found \"x\", expected a number",
        );
        check(
            "8/8/8/8/8/4k3/4p3/4K3 w - - 0 1 more",
            "end: found \"more\", expected nothing after the six fields",
        );
    }

    #[test]
    fn illegal_positions_list_every_reason() {
        check(
            "8/8/8/8/8/8/8/P7 w K - 0 1",
            "the position is not legal: a king is missing; a pawn stands on the first or last rank; castling rights without king and rook in place",
        );
        check(
            "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1",
            "the position is not legal: the side that is not to move is in check",
        );
    }
}
