//! Where games come from.

use std::{convert::Infallible, fmt, path::PathBuf, str::FromStr};

/// An origin of games, as on the command line of `import`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Origin {
    /// Standard input, `-`.
    Stdin,
    /// A file or a directory of files.
    Path(PathBuf),
    /// All games of a Lichess user, `lichess:USER`.
    Lichess(String),
    /// All games of a Chess.com user, `chesscom:USER`.
    ChessCom(String),
}

impl FromStr for Origin {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Origin, Infallible> {
        Ok(match text.split_once(':') {
            Some(("lichess", user)) => Origin::Lichess(user.to_owned()),
            Some(("chesscom", user)) => Origin::ChessCom(user.to_owned()),
            _ if text == "-" => Origin::Stdin,
            _ => Origin::Path(text.into()),
        })
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::Stdin => f.write_str("-"),
            Origin::Path(path) => write!(f, "{}", path.display()),
            Origin::Lichess(user) => write!(f, "lichess:{user}"),
            Origin::ChessCom(user) => write!(f, "chesscom:{user}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origins_are_written_as_they_are_read() {
        for (text, expected) in [
            ("-", Origin::Stdin),
            (
                "games/may.pgn.zst",
                Origin::Path("games/may.pgn.zst".into()),
            ),
            ("lichess:thibault", Origin::Lichess("thibault".to_owned())),
            ("chesscom:erik", Origin::ChessCom("erik".to_owned())),
            ("C:\\games.pgn", Origin::Path("C:\\games.pgn".into())),
        ] {
            assert_eq!(text.parse(), Ok(expected.clone()), "{text}");
            assert_eq!(expected.to_string(), text);
        }
    }
}
