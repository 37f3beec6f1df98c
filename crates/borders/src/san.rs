//! Moves in writing: what is read is legal, every form of it is read back, and
//! the rules library reads the same move.
//!
//! An input is a position and, on the lines after it, moves.

use krog_chess::{
    Chess, Move, Position as _,
    notation::{self, Form, MoveError},
    shakmaty::{san::SanPlus, uci::UciMove},
};

use crate::after_position;

/// What is read is legal and read back in every form; what the rules library
/// reads is read alike.
pub fn law(bytes: &[u8]) {
    let Some((position, rest)) = after_position(bytes) else {
        return;
    };
    for text in rest.lines() {
        let found = notation::read(&position, text);
        match &found {
            Ok(m) => read_back(&position, *m),
            Err(error) => told(&position, error),
        }
        if let Some(m) = library(&position, text) {
            assert_eq!(found, Ok(m), "{text:?}");
        }
    }
}

/// A move in strict SAN or UCI as the rules library reads it. A promotion that the
/// move does not have is a slip of the library: it reads `e5d6p` as en passant.
fn library(position: &Chess, text: &str) -> Option<Move> {
    let san = SanPlus::from_ascii(text.as_bytes()).ok();
    let uci = UciMove::from_ascii(text.as_bytes()).ok();
    let promotion = match uci {
        Some(UciMove::Normal { promotion, .. }) => promotion,
        _ => None,
    };
    let by_uci = uci.and_then(|uci| uci.to_move(position).ok());
    san.and_then(|san| san.san.to_move(position).ok())
        .or_else(|| by_uci.filter(|m| m.promotion() == promotion))
}

fn read_back(position: &Chess, m: Move) {
    assert!(position.is_legal(m), "{m:?} is not legal");
    for form in Form::ALL {
        let written = notation::write(position, m, form);
        assert_eq!(notation::read(position, &written), Ok(m), "{written}");
    }
    let san = notation::write(position, m, Form::San);
    assert_eq!(library(position, &san), Some(m), "{san}");
}

fn told(position: &Chess, error: &MoveError) {
    assert!(!error.to_string().is_empty());
    if let MoveError::Ambiguous { candidates, .. } = error {
        assert!(candidates.len() > 1);
        for candidate in candidates {
            let read = notation::read(position, candidate);
            assert!(read.is_ok(), "the candidate {candidate}: {read:?}");
        }
    }
}
