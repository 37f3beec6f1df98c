//! PGN in and out.
//!
//! Reading is lenient, because files are not clean: a byte order mark, Latin-1
//! names, `%` escapes, missing or surplus blank lines, null moves, nested
//! variations, comments that never end. A broken game costs that game, or only
//! its tail, and is told; the games around it survive. Nothing here panics, and
//! memory is bounded by the [largest game](LARGEST_GAME) read.
//!
//! A stream is first cut into [`Chunk`]s of one game each, cheaply and in
//! order; each chunk can then be read on its own, on any thread.
//!
//! ```
//! use krog_chess::pgn;
//!
//! let text = "[White \"Morphy\"]\n\n1. e4 e5 2. Nf3 d6 3. d4 Bg4?! {The pin does not hold.} 1-0";
//! let reading = pgn::games(text.as_bytes()).next().expect("one game")?;
//! assert_eq!(reading.game.tags.get("White"), Some("Morphy"));
//! assert_eq!(reading.game.line().to_string(), "1. e4 e5 2. Nf3 d6 3. d4 Bg4");
//! # Ok::<(), pgn::PgnError>(())
//! ```

mod comment;
mod main_line;
mod read;
mod split;
mod tag;
mod token;
mod write;

use std::io;

use thiserror::Error;

use crate::{fen::FenError, notation::MoveError};

pub use main_line::{MainLine, NoMainLine, Start, last_border, main_line, main_lines};
pub use read::{DEEPEST_VARIATION, Reading};
pub use split::{Chunk, Chunks, LARGEST_GAME};
pub use write::write;

/// The games of a PGN stream. A game that cannot be read at all is an error in
/// its place; reading goes on behind it. After an I/O error nothing follows.
///
/// The reader need not be buffered.
pub fn games<R: io::Read>(reader: R) -> impl Iterator<Item = Result<Reading, PgnError>> {
    Chunks::new(reader).map(|chunk| chunk?.read())
}

/// Why a game, or the whole stream, cannot be read.
#[derive(Debug, Error)]
pub enum PgnError {
    /// The stream failed.
    #[error("reading stopped: {0}")]
    Io(io::Error),
    /// The game is longer than [`LARGEST_GAME`].
    #[error("line {line}: the game is longer than {LARGEST_GAME} bytes")]
    TooLarge {
        /// The line on which the game begins.
        line: u64,
    },
    /// There is neither a tag nor a move nor a result.
    #[error("line {line}: found no game, expected tags and moves")]
    NoGame {
        /// The line on which the text begins.
        line: u64,
    },
    /// The game follows other rules.
    #[error("line {line}: the variant {variant:?} is not chess")]
    Variant {
        /// The line on which the game begins.
        line: u64,
        /// The variant's name in the file.
        variant: String,
    },
    /// The start position is none.
    #[error("line {line}: start position: {error}")]
    Start {
        /// The line on which the game begins.
        line: u64,
        /// What is wrong with it.
        error: FenError,
    },
}

/// Something wrong in a game that could be read otherwise.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: {fault}")]
pub struct Issue {
    /// The line in the stream.
    pub line: u64,
    /// What is wrong there.
    pub fault: Fault,
}

/// What can be wrong in a game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Fault {
    /// A move that cannot be played; the rest of its line is left out.
    #[error("{0}; the rest of the line is left out")]
    Move(MoveError),
    /// A word that is no move; it is left out.
    #[error("{0:?} is no move and is left out")]
    Word(String),
    /// A tag that is not `[Name "value"]`; it is left out.
    #[error("the tag {0:?} is not of the form [Name \"value\"] and is left out")]
    Tag(String),
    /// A tag that stands twice; the first one is kept.
    #[error("the tag {0} stands twice; the first one is kept")]
    DoubleTag(String),
    /// A tag beyond the number that is kept.
    #[error("the tag {0} is one too many and is left out")]
    SurplusTag(String),
    /// Castling rights or an en passant square that do not fit the start position.
    #[error("castling rights or en passant square do not fit the start position and are dropped")]
    Rights,
    /// A comment without end.
    #[error("a comment has no end")]
    OpenComment,
    /// A variation without end.
    #[error("a variation has no end")]
    OpenVariation,
    /// A variation before the first move, or an end without a beginning.
    #[error("a variation stands where none can; it is left out")]
    StrayVariation,
    /// A variation nested deeper than [`DEEPEST_VARIATION`].
    #[error("a variation is nested deeper than {DEEPEST_VARIATION}; it is left out")]
    DeepVariation,
    /// The result tag contradicts the end of the movetext.
    #[error("the tag says {tag}, the moves end with {moves}; the latter counts")]
    Result {
        /// What the tag says.
        tag: String,
        /// What the movetext says.
        moves: String,
    },
}

/// Bytes as text: UTF-8 where they are, otherwise the Western European code
/// page that older chess programs wrote.
fn decode(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().map(|byte| windows_1252(*byte)).collect(),
    }
}

fn windows_1252(byte: u8) -> char {
    // The sixteenth column pair, where the code page leaves Latin-1; five
    // places are unassigned there and keep their control character.
    const HIGH: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž',
        '\u{8f}', '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}',
        'ž', 'Ÿ',
    ];
    match byte {
        0x80..=0x9f => HIGH[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}
