//! Positions as FEN: what is read is written and read again, and the rules
//! library reads the same.

use krog_chess::{
    CastlingMode, Chess, Position as _, PositionKey,
    fen::{self, FenError},
    shakmaty::{FromSetup as _, PositionError, PositionErrorKinds, fen::Fen},
};

/// Reading and writing undo each other, the rules library agrees on what is a
/// position, and errors can be told.
pub fn law(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let found = fen::parse(&text);
    match &found {
        Ok(position) => same_again(position),
        Err(error) => told(error),
    }
    let forgiving = fen::parse_forgiving(&text);
    match &forgiving {
        Ok(position) => same_again(position),
        Err(error) => told(error),
    }
    if text.trim() != "startpos" {
        assert_eq!(facts(found.as_ref().ok()), facts(library(&text).as_ref()));
        if found.is_ok() {
            assert_eq!(facts(found.as_ref().ok()), facts(forgiving.as_ref().ok()));
        }
    }
}

/// The position as the rules library reads it. A check that no move can have
/// given is let through, as documented.
fn library(text: &str) -> Option<Chess> {
    let setup = Fen::from_ascii(text.trim().as_bytes()).ok()?.into_setup();
    let mode = CastlingMode::detect(&setup);
    match Chess::from_setup(setup, mode) {
        Ok(position) => Some(position),
        Err(error) if error.kinds() == PositionErrorKinds::IMPOSSIBLE_CHECK => {
            PositionError::ignore_impossible_check(error).ok()
        }
        Err(_) => None,
    }
}

/// What makes two positions the same, apart from how castling is written.
fn facts(position: Option<&Chess>) -> Option<(String, PositionKey, Vec<String>)> {
    let position = position?;
    let moves = position.legal_moves();
    let mut moves: Vec<String> = moves.iter().map(|m| format!("{m:?}")).collect();
    moves.sort();
    Some((fen::write(position), PositionKey::of(position), moves))
}

fn same_again(position: &Chess) {
    let written = fen::write(position);
    let again = fen::parse(&written);
    assert_eq!(
        facts(again.as_ref().ok()),
        facts(Some(position)),
        "{written}"
    );
    assert_eq!(again.map(|again| fen::write(&again)), Ok(written));
}

fn told(error: &FenError) {
    assert!(!error.to_string().is_empty());
    if let FenError::Illegal { reasons } = error {
        assert!(!reasons.is_empty(), "an illegal position without a reason");
    }
}
