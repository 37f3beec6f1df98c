//! Moves as they are said, in English and Norwegian.
//!
//! [`say`] names a move so that it cannot be mistaken for another one of the
//! same position; [`hear`] finds the legal moves that a phrase fits: one if it
//! is clear, several if it leaves something open. Saying and hearing undo each
//! other.

mod phrase;
mod words;

use std::sync::LazyLock;

use krog_text::{Args, Language, Messages};
use shakmaty::{CastlingSide, Chess, Move, Position as _, san::SanPlus, san::Suffix};
use thiserror::Error;

use super::excerpt;
use phrase::Phrase;

static MESSAGES: LazyLock<Messages> = LazyLock::new(|| {
    Messages::new(&[
        (Language::English, include_str!("../../messages/en.ftl")),
        (Language::Norwegian, include_str!("../../messages/no.ftl")),
    ])
    .expect("the message files are checked by a test")
});

/// Says a legal move.
///
/// ```
/// use krog_chess::{Chess, notation::{self, spoken}};
/// use krog_text::Language;
///
/// let start = Chess::default();
/// let knight = notation::read(&start, "Nf3")?;
/// assert_eq!(spoken::say(&start, knight, Language::English), "knight to f3");
/// assert_eq!(spoken::say(&start, knight, Language::Norwegian), "springeren til f3");
/// # Ok::<(), krog_chess::notation::MoveError>(())
/// ```
pub fn say(position: &Chess, m: Move, language: Language) -> String {
    let short = phrase_for(position, m, language, false);
    match hear(position, &short, language).as_deref() {
        Ok([only]) if *only == m => short,
        _ => phrase_for(position, m, language, true),
    }
}

/// Finds the legal moves that a phrase in one language fits, at least one.
/// Castling is named only by its own words: "king to g1" never means it.
///
/// ```
/// use krog_chess::{fen, notation::{self, spoken, Form}};
/// use krog_text::Language;
///
/// let position = fen::parse("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1")?;
/// let moves = spoken::hear(&position, "knight to d2", Language::English)?;
/// let moves: Vec<_> = moves.iter().map(|m| notation::write(&position, *m, Form::San)).collect();
/// assert_eq!(moves, ["Nbd2", "Nfd2"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn hear(position: &Chess, text: &str, language: Language) -> Result<Vec<Move>, HearError> {
    let phrase = Phrase::parse(text, language)?;
    let fitting: Vec<Move> = position
        .legal_moves()
        .into_iter()
        .filter(|m| phrase.fits(position, *m))
        .collect();
    if fitting.is_empty() {
        return Err(HearError::NoSuchMove {
            text: excerpt(text),
        });
    }
    Ok(fitting)
}

/// What a phrase was taken for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Heard {
    /// The language it was understood in; `None` for a written move.
    pub language: Option<Language>,
    /// The legal moves it fits, at least one.
    pub moves: Vec<Move>,
}

/// Understands a move said in either language, or written. The language given
/// is tried first, and its error is told when nothing helps.
pub fn understand(position: &Chess, text: &str, first: Language) -> Result<Heard, HearError> {
    let written = super::read(position, text);
    if let Ok(m) = written.or_else(|_| super::read(position, &with_english_letters(text))) {
        return Ok(Heard {
            language: None,
            moves: vec![m],
        });
    }
    let in_language = |language| {
        hear(position, text, language).map(|moves| Heard {
            language: Some(language),
            moves,
        })
    };
    in_language(first).or_else(|error| {
        let others = Language::ALL
            .into_iter()
            .filter(|language| *language != first);
        let mut failures = Vec::new();
        for language in others {
            match in_language(language) {
                Ok(heard) => return Ok(heard),
                Err(other) => failures.push(other),
            }
        }
        // Words known in another language tell more than "unknown word" in the first.
        let understood = failures
            .into_iter()
            .find(|other| matches!(other, HearError::NoSuchMove { .. }));
        Err(match error {
            HearError::UnknownWord { .. } => understood.unwrap_or(error),
            _ => error,
        })
    })
}

/// A written move with Norwegian letters (D, T, L, S) in English ones.
fn with_english_letters(text: &str) -> String {
    text.replace('D', "Q")
        .replace('T', "R")
        .replace('L', "B")
        .replace('S', "N")
}

/// Why a phrase names no move.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum HearError {
    /// Nothing was said about a move.
    #[error("{text:?} names no move: expected a phrase such as \"knight takes e5\"")]
    NoMove {
        /// What was said.
        text: String,
    },
    /// A word that is not part of a move.
    #[error(
        "the word {word:?} is not understood: expected pieces, squares and words such as {expected}"
    )]
    UnknownWord {
        /// The word.
        word: String,
        /// A few words that would be.
        expected: &'static str,
    },
    /// A word that is understood, but not where it stands.
    #[error("the word {word:?} does not fit where it stands in {text:?}")]
    Misplaced {
        /// The word.
        word: String,
        /// What was said.
        text: String,
    },
    /// Understood, but no legal move fits.
    #[error("no legal move fits {text:?}")]
    NoSuchMove {
        /// What was said.
        text: String,
    },
}

fn phrase_for(position: &Chess, m: Move, language: Language, with_origin: bool) -> String {
    let text = |id: &str, args: Args| MESSAGES.text(language, id, &args);
    let mut said = match m.castling_side() {
        Some(CastlingSide::KingSide) => text("spoken-castles-kingside", Args::new()),
        Some(CastlingSide::QueenSide) => text("spoken-castles-queenside", Args::new()),
        None => {
            let args = Args::new().role("piece", m.role()).square("target", m.to());
            let origin = m.from().filter(|_| with_origin);
            match (m.is_capture(), origin) {
                (false, None) => text("spoken-goes", args),
                (false, Some(from)) => text("spoken-goes-from", args.square("origin", from)),
                (true, None) => text("spoken-takes", args),
                (true, Some(from)) => text("spoken-takes-from", args.square("origin", from)),
            }
        }
    };
    if m.is_en_passant() {
        said = text("spoken-en-passant", Args::new().text("move", said));
    }
    if let Some(promotion) = m.promotion() {
        let args = Args::new().text("move", said).role("promotion", promotion);
        said = text("spoken-promotes", args);
    }
    match SanPlus::from_move(position.clone(), m).suffix {
        Some(Suffix::Check) => text("spoken-check", Args::new().text("move", said)),
        Some(Suffix::Checkmate) => text("spoken-mate", Args::new().text("move", said)),
        None => said,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        fen,
        notation::{self, Form},
    };

    const ITALIAN: &str = "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4";
    const PROMOTE: &str = "3r4/4P3/8/8/8/8/k7/7K w - - 0 1";
    const CASTLE: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    const KNIGHTS: &str = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1";
    const CAPTURES: &str = "4k3/8/2b5/3p1n2/4P3/8/8/3RK3 w - - 0 1";

    /// The moves that a phrase fits, sorted, or the error.
    #[track_caller]
    fn check(fen: &str, language: Language, text: &str, expected: &str) {
        let position = fen::parse(fen).unwrap();
        let found = match hear(&position, text, language) {
            Err(error) => error.to_string(),
            Ok(moves) => {
                let write = |m: &Move| notation::write(&position, *m, Form::San);
                let mut moves: Vec<String> = moves.iter().map(write).collect();
                moves.sort();
                moves.join(" ")
            }
        };
        assert_eq!(found, expected, "{text:?}");
    }

    #[test]
    fn english_phrases_are_understood() {
        let check = |fen, text, expected| check(fen, Language::English, text, expected);
        check(ITALIAN, "knight takes e five", "Nxe5");
        check(ITALIAN, "Knight captures on e5!", "Nxe5");
        check(ITALIAN, "the bishop takes the pawn on f7, check", "Bxf7+");
        check(ITALIAN, "castle kingside", "O-O");
        check(ITALIAN, "castles", "O-O");
        check(ITALIAN, "castle king side", "O-O");
        check(ITALIAN, "d4", "d4");
        check(ITALIAN, "delta four", "d4");
        check(ITALIAN, "pawn to d4", "d4");
        check(ITALIAN, "d2 d4", "d4");
        check(ITALIAN, "from d2 to d4", "d4");
        check(ITALIAN, "g pawn to g3", "g3");
        check(ITALIAN, "f3 knight takes e5", "Nxe5");
        check(ITALIAN, "knight on f3 to d4", "Nd4");
        check(CASTLE, "castle", "O-O O-O-O");
        check(CASTLE, "castle long", "O-O-O");
        check(CASTLE, "queenside castling", "O-O-O");
        check(CASTLE, "castle queen side", "O-O-O");
        check(CASTLE, "o-o-o", "O-O-O");
        check(PROMOTE, "pawn to e8 queen", "e8=Q");
        check(PROMOTE, "e8 knight", "e8=N");
        check(PROMOTE, "e8 promotes to a knight", "e8=N");
        check(PROMOTE, "pawn takes rook promotes to queen", "exd8=Q");
        check(PROMOTE, "e takes d8 equals rook", "exd8=R");
        check(CASTLE, "a rook to d1", "Rd1");
        check(KNIGHTS, "b knight to d2", "Nbd2");
        check(KNIGHTS, "knight from f3 to d2", "Nfd2");
        check(KNIGHTS, "knight on the first rank to d2", "Nbd2");
    }

    #[test]
    fn norwegian_phrases_are_understood() {
        let check = |fen, text, expected| check(fen, Language::Norwegian, text, expected);
        check(ITALIAN, "springer slår e5", "Nxe5");
        check(ITALIAN, "Springeren tar på e fem.", "Nxe5");
        check(ITALIAN, "kort rokade", "O-O");
        check(ITALIAN, "roker kort", "O-O");
        check(ITALIAN, "løper slår bonde på f7, sjakk", "Bxf7+");
        check(ITALIAN, "bonde til d fire", "d4");
        check(ITALIAN, "d to d fire", "d4");
        check(ITALIAN, "hesten på f3 til d4", "Nd4");
        check(ITALIAN, "loeper slaar f7", "Bxf7+");
        check(CASTLE, "lang rokade", "O-O-O");
        check(CASTLE, "roker langt", "O-O-O");
        check(CASTLE, "rokade dronning", "O-O-O");
        check(CASTLE, "rokade", "O-O O-O-O");
        check(PROMOTE, "bonde til e8 dronning", "e8=Q");
        check(
            PROMOTE,
            "bonden til e åtte, forfremmes til springer",
            "e8=N",
        );
        check(PROMOTE, "bonden slår tårnet og blir en dame", "exd8=Q");
        check(CASTLE, "tårn fra a en til a åtte", "Rxa8+");
        check(KNIGHTS, "b-springeren til d2", "Nbd2");
        check(KNIGHTS, "springer fra f-linjen til d2", "Nfd2");
        check(KNIGHTS, "springer fra første rad til d2", "Nbd2");
    }

    #[test]
    fn an_open_phrase_fits_several_moves() {
        let check = |fen, text, expected| check(fen, Language::English, text, expected);
        check(KNIGHTS, "knight to d2", "Nbd2 Nfd2");
        check(PROMOTE, "pawn to e8", "e8=B e8=N e8=Q e8=R");
        check(CAPTURES, "takes d5", "Rxd5 exd5");
        check(CAPTURES, "takes the knight", "exf5");
        check(CAPTURES, "pawn takes", "exd5 exf5");
        check(CAPTURES, "e takes d", "exd5");
        check("startpos", "knight", "Na3 Nc3 Nf3 Nh3");
        check(
            "6k1/5ppp/8/8/8/8/8/RR5K w - - 0 1",
            "rook, checkmate",
            "Ra8# Rb8#",
        );
    }

    #[test]
    fn what_is_not_understood_is_named() {
        let check = |text, expected| check(ITALIAN, Language::English, text, expected);
        check(
            "knight jumps to f6",
            "the word \"jumps\" is not understood: expected pieces, squares and words such as takes, to, from, castle, promotes, check",
        );
        check(
            "the",
            "\"the\" names no move: expected a phrase such as \"knight takes e5\"",
        );
        check("queen to e5", "no legal move fits \"queen to e5\"");
        check(
            "e2 e4 e5",
            "the word \"e5\" does not fit where it stands in \"e2 e4 e5\"",
        );
    }

    #[test]
    fn either_language_and_writing_are_understood() {
        let position = fen::parse(ITALIAN).unwrap();
        for (text, language) in [
            ("Nxe5", None),
            ("f3e5", None),
            ("Sxe5", None),
            ("knight takes e5", Some(Language::English)),
            ("springer tar e5", Some(Language::Norwegian)),
        ] {
            for first in Language::ALL {
                let heard = understand(&position, text, first).unwrap();
                assert_eq!(heard.language, language, "{text}");
                assert_eq!(heard.moves.len(), 1);
            }
        }
        let error = understand(&position, "dronning til e5", Language::English).unwrap_err();
        assert_eq!(error.to_string(), "no legal move fits \"dronning til e5\"");
    }

    #[test]
    fn moves_are_said_as_a_player_would() {
        #[track_caller]
        fn check(fen: &str, san: &str, en: &str, no: &str) {
            let position = fen::parse(fen).unwrap();
            let m = notation::read(&position, san).unwrap();
            assert_eq!(say(&position, m, Language::English), en);
            assert_eq!(say(&position, m, Language::Norwegian), no);
        }
        check(
            ITALIAN,
            "Nxe5",
            "knight takes on e5",
            "springeren slår på e5",
        );
        check(ITALIAN, "O-O", "castle kingside", "roker kort");
        check(CASTLE, "O-O-O", "castle queenside", "roker langt");
        check(
            KNIGHTS,
            "Nbd2",
            "knight from b1 to d2",
            "springeren fra b1 til d2",
        );
        check(
            ITALIAN,
            "Bxf7+",
            "bishop takes on f7, check",
            "løperen slår på f7, sjakk",
        );
        check(
            PROMOTE,
            "exd8=Q",
            "pawn takes on d8, promotes to queen",
            "bonden slår på d8, forfremmes til dronning",
        );
        check(
            "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
            "exd6",
            "pawn takes on d6 en passant",
            "bonden slår på d6 en passant",
        );
        check(
            "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1",
            "Ra8#",
            "rook to a8, checkmate",
            "tårnet til a8, sjakkmatt",
        );
    }
}
