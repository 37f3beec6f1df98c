//! Where games come from.

use std::{fmt, path::PathBuf, str::FromStr};

use crate::{
    piece::Piece,
    remote::{NoSource, Source},
};

/// An origin of games on this machine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Origin {
    /// Standard input, `-`.
    Stdin,
    /// A file or a directory of files.
    Path(PathBuf),
    /// A piece of a file.
    Piece(Piece),
}

/// What is imported, as on the command line of `import`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Given {
    /// Something on this machine.
    Here(Origin),
    /// Games at a service: `lichess:USER`, `chesscom:USER`, or the address of
    /// a game.
    There(Source),
}

impl FromStr for Given {
    type Err = NoSource;

    fn from_str(text: &str) -> Result<Given, NoSource> {
        Ok(match Source::find(text) {
            Some(source) => Given::There(source?),
            None if text == "-" => Given::Here(Origin::Stdin),
            None => Given::Here(Origin::Path(text.into())),
        })
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::Stdin => f.write_str("-"),
            Origin::Path(path) => write!(f, "{}", path.display()),
            Origin::Piece(piece) if piece.is_whole() => write!(f, "{}", piece.path.display()),
            Origin::Piece(piece) => {
                write!(f, "{}, from byte {}", piece.path.display(), piece.from)
            }
        }
    }
}

impl fmt::Display for Given {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Given::Here(origin) => origin.fmt(f),
            Given::There(source) => source.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origins_are_written_as_they_are_read() {
        let path = |path: &str| Given::Here(Origin::Path(path.into()));
        for (text, expected) in [
            ("-", Given::Here(Origin::Stdin)),
            ("games/may.pgn.zst", path("games/may.pgn.zst")),
            ("C:\\games.pgn", path("C:\\games.pgn")),
            (
                "lichess:thibault",
                Given::There(Source::Lichess("thibault".parse().expect("a user"))),
            ),
            (
                "chesscom:erik",
                Given::There(Source::ChessCom("erik".parse().expect("a user"))),
            ),
        ] {
            assert_eq!(text.parse(), Ok(expected.clone()), "{text}");
            assert_eq!(expected.to_string(), text);
        }
    }
}
