//! Moves in writing: SAN, long algebraic and UCI, in and out.
//!
//! [`read`] takes any of them and resolves it against the legal moves, so that
//! what comes back can be played. It forgives what people and old programs
//! write (`0-0`, `e8Q`, `Nf3!`, a missing `x`), never a move that is not there.
//! Spoken moves are in [`spoken`].

pub mod spoken;
mod written;

use krog_text::{Language, alternatives};
use shakmaty::{Chess, Move, Position as _, san::SanPlus, uci::UciMove};
use thiserror::Error;

pub use written::Written;

/// A way of writing a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Form {
    /// Standard algebraic notation with check signs: `Nf3`, `exd8=Q+`, `O-O`.
    San,
    /// Long algebraic notation: `Ng1-f3`, `e7xd8=Q+`, `O-O`.
    Long,
    /// UCI; castling is the king's move where that is unmistakable (`e1g1`).
    Uci,
    /// UCI; castling is always king takes rook (`e1h1`), as Chess960 needs it.
    UciRook,
}

impl Form {
    /// Every form.
    pub const ALL: [Form; 4] = [Form::San, Form::Long, Form::Uci, Form::UciRook];
}

/// Writes a legal move.
///
/// ```
/// use krog_chess::{fen, notation::{self, Form}};
///
/// let position = fen::parse("4k3/8/8/8/8/8/8/4K2R w K - 0 1")?;
/// let castle = notation::read(&position, "0-0")?;
/// let forms = Form::ALL.map(|form| notation::write(&position, castle, form));
/// assert_eq!(forms, ["O-O", "O-O", "e1g1", "e1h1"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write(position: &Chess, m: Move, form: Form) -> String {
    match form {
        Form::San => SanPlus::from_move(position.clone(), m).to_string(),
        Form::Long => {
            let suffix = SanPlus::from_move(position.clone(), m).suffix;
            format!("{m}{}", suffix.map(|s| s.to_string()).unwrap_or_default())
        }
        Form::Uci => {
            let short = UciMove::from_standard(m);
            match short.to_move(position) {
                Ok(read) if read == m => short.to_string(),
                _ => UciMove::from_chess960(m).to_string(),
            }
        }
        Form::UciRook => UciMove::from_chess960(m).to_string(),
    }
}

/// Reads a move in any written form.
///
/// ```
/// use krog_chess::{Chess, notation};
///
/// let start = Chess::default();
/// assert_eq!(notation::read(&start, "Nf3"), notation::read(&start, "g1f3"));
/// assert_eq!(notation::read(&start, "Nf3"), notation::read(&start, "Ng1-f3"));
/// ```
pub fn read(position: &Chess, text: &str) -> Result<Move, MoveError> {
    // The usual case first: plain SAN, as in nearly every PGN.
    if let Ok(san) = SanPlus::from_ascii(text.as_bytes())
        && let Ok(m) = san.san.to_move(position)
    {
        return Ok(m);
    }
    let Some(written) = Written::parse(text) else {
        return Err(MoveError::Unreadable {
            text: excerpt(text),
        });
    };
    let fitting: Vec<Move> = position
        .legal_moves()
        .into_iter()
        .filter(|m| written.fits(*m))
        .collect();
    match fitting[..] {
        [] => Err(MoveError::Illegal {
            text: excerpt(text),
            reason: written.refusal(),
        }),
        [m] => Ok(m),
        _ => Err(MoveError::Ambiguous {
            text: excerpt(text),
            candidates: fitting
                .into_iter()
                .map(|m| write(position, m, Form::San))
                .collect(),
        }),
    }
}

/// Why a text is no move that can be played.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum MoveError {
    /// It has no form of a move.
    #[error("{text:?} is not a move: expected SAN (Nf3), long algebraic (Ng1-f3) or UCI (g1f3)")]
    Unreadable {
        /// What was found.
        text: String,
    },
    /// It has the form of a move, but no legal move fits.
    #[error("{text:?} is not legal: {reason}")]
    Illegal {
        /// What was found.
        text: String,
        /// What cannot be done.
        reason: String,
    },
    /// Several legal moves fit.
    #[error("{text:?} is ambiguous: {}", alternatives(Language::English, .candidates))]
    Ambiguous {
        /// What was found.
        text: String,
        /// The moves that fit, in SAN.
        candidates: Vec<String>,
    },
}

/// A text of any length, short enough for a message.
fn excerpt(text: &str) -> String {
    const LONGEST: usize = 40;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fen;

    const CASTLE: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    const PROMOTE: &str = "3r4/4P3/8/8/8/8/k7/7K w - - 0 1";
    const KNIGHTS: &str = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1";

    #[track_caller]
    fn check(fen: &str, text: &str, expected: &str) {
        let position = fen::parse(fen).unwrap();
        let found = match read(&position, text) {
            Ok(m) => write(&position, m, Form::UciRook),
            Err(error) => error.to_string(),
        };
        assert_eq!(found, expected, "{text:?}");
    }

    #[test]
    fn every_form_is_read() {
        for text in [
            "Nf3", "Ng1f3", "Ng1-f3", "g1f3", "g1-f3", "Nf3!?", "Nf3+", " Nf3 ",
        ] {
            check("startpos", text, "g1f3");
        }
        for text in ["e4", "e2e4", "e2-e4", "Pe4", "Pe2-e4", "e4!!"] {
            check("startpos", text, "e2e4");
        }
        for text in ["O-O", "0-0", "o-o", "OO", "e1g1", "e1h1", "Ke1-g1", "O-O+"] {
            check(CASTLE, text, "e1h1");
        }
        for text in ["O-O-O", "0-0-0", "e1c1", "e1a1"] {
            check(CASTLE, text, "e1a1");
        }
        for text in [
            "exd8=Q", "exd8Q", "exd8(Q)", "exd8/Q", "ed8=Q", "e7d8q", "e7xd8=Q", "e:d8=Q",
        ] {
            check(PROMOTE, text, "e7d8q");
        }
        check(PROMOTE, "e8=N", "e7e8n");
        check(PROMOTE, "e8b", "e7e8b");
    }

    #[test]
    fn refusals_say_why() {
        check(KNIGHTS, "Nd2", "\"Nd2\" is ambiguous: Nbd2 or Nfd2");
        check(KNIGHTS, "Nbd2", "b1d2");
        check(KNIGHTS, "N3d2", "f3d2");
        check(PROMOTE, "e8", "\"e8\" is not legal: no pawn can go to e8");
        check(
            "startpos",
            "Nf6",
            "\"Nf6\" is not legal: no knight can go to f6",
        );
        check(
            "startpos",
            "exd3",
            "\"exd3\" is not legal: no pawn can take on d3",
        );
        check(
            "startpos",
            "e2e5",
            "\"e2e5\" is not legal: the man on e2 cannot go to e5",
        );
        check(
            "startpos",
            "O-O",
            "\"O-O\" is not legal: castling kingside is not possible",
        );
        check(
            PROMOTE,
            "e7d8k",
            "\"e7d8k\" is not legal: the man on e7 cannot go to d8 and become a king",
        );
        for text in [
            "",
            "hello",
            "e",
            "e9",
            "Ne",
            "Nxx",
            "–",
            "12",
            "e2e4e5",
            "Xf3",
            "\u{1f600}",
        ] {
            let position = fen::parse("startpos").unwrap();
            let error = read(&position, text).unwrap_err();
            assert!(
                matches!(error, MoveError::Unreadable { .. }),
                "{text:?}: {error}"
            );
        }
        let long = "x".repeat(1000);
        check(
            "startpos",
            &long,
            &format!(
                "\"{}…\" is not a move: expected SAN (Nf3), long algebraic (Ng1-f3) or UCI (g1f3)",
                "x".repeat(40)
            ),
        );
    }

    #[test]
    fn chess960_castling_is_not_mistaken_for_a_step() {
        // King on b1, rook on a1: castling leaves the king on c1, a step away.
        let fen = "4k3/8/8/8/8/8/8/RK6 w A - 0 1";
        check(fen, "b1c1", "b1c1");
        check(fen, "b1a1", "b1a1");
        check(fen, "O-O-O", "b1a1");
        let position = fen::parse(fen).unwrap();
        let castle = read(&position, "O-O-O").unwrap();
        assert_eq!(write(&position, castle, Form::Uci), "b1a1");
        assert_eq!(write(&position, castle, Form::Long), "O-O-O");
    }
}
