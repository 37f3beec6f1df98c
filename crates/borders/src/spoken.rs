//! Moves in speech, in both languages: candidates are legal, and what is said
//! is heard as the one move that was meant.
//!
//! An input is a position and, on the lines after it, phrases.

use krog_chess::{
    Chess, Move, Position as _,
    notation::spoken::{hear, say, understand},
};
use krog_text::Language;

use crate::after_position;

/// Phrases of one input that are looked at.
const MOST_PHRASES: usize = 8;

/// What is heard is legal, each move once; said again, it is heard alone.
pub fn law(bytes: &[u8]) {
    let Some((position, rest)) = after_position(bytes) else {
        return;
    };
    for phrase in rest.lines().take(MOST_PHRASES) {
        for language in Language::ALL {
            match hear(&position, phrase, language) {
                Ok(moves) => candidates(&position, &moves, language),
                Err(error) => assert!(!error.to_string().is_empty()),
            }
            if let Ok(heard) = understand(&position, phrase, language) {
                candidates(&position, &heard.moves, heard.language.unwrap_or(language));
            }
        }
    }
}

fn candidates(position: &Chess, moves: &[Move], language: Language) {
    assert!(!moves.is_empty(), "a phrase that fits without a move");
    for (index, m) in moves.iter().enumerate() {
        assert!(position.is_legal(*m), "{m:?} is not legal");
        assert!(!moves[..index].contains(m), "{m:?} stands twice");
        let said = say(position, *m, language);
        assert_eq!(hear(position, &said, language), Ok(vec![*m]), "{said}");
        let understood = understand(position, &said, language);
        assert_eq!(understood.map(|it| it.moves), Ok(vec![*m]), "{said}");
    }
}
