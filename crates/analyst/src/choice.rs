//! Which analyst the user asks for.

use std::{fmt, path::PathBuf, str::FromStr};

use thiserror::Error;

/// An analyst by name, as on the command line.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub enum Choice {
    /// Stockfish where it is installed, else the builtin engine.
    #[default]
    Auto,
    /// krog's own engine.
    Builtin,
    /// Stockfish, wherever it is found.
    Stockfish,
    /// Any UCI engine at this path.
    Uci(PathBuf),
    /// Lichess's cloud evaluations.
    Cloud,
    /// The cloud for opening plies, then an engine.
    Hybrid,
    /// The `[%eval]` comments of the game.
    Pgn,
}

/// A name that is none of the analysts'.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("found {found:?}, expected auto, builtin, stockfish, uci:PATH, cloud, hybrid or pgn")]
pub struct UnknownAnalyst {
    found: String,
}

impl FromStr for Choice {
    type Err = UnknownAnalyst;

    fn from_str(name: &str) -> Result<Choice, UnknownAnalyst> {
        Ok(match name {
            "auto" => Choice::Auto,
            "builtin" => Choice::Builtin,
            "stockfish" => Choice::Stockfish,
            "cloud" => Choice::Cloud,
            "hybrid" => Choice::Hybrid,
            "pgn" => Choice::Pgn,
            _ => match name.strip_prefix("uci:") {
                Some(path) if !path.is_empty() => Choice::Uci(path.into()),
                _ => {
                    return Err(UnknownAnalyst {
                        found: name.to_owned(),
                    });
                }
            },
        })
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Choice::Auto => f.write_str("auto"),
            Choice::Builtin => f.write_str("builtin"),
            Choice::Stockfish => f.write_str("stockfish"),
            Choice::Uci(path) => write!(f, "uci:{}", path.display()),
            Choice::Cloud => f.write_str("cloud"),
            Choice::Hybrid => f.write_str("hybrid"),
            Choice::Pgn => f.write_str("pgn"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_written_as_it_is_read() {
        for name in [
            "auto",
            "builtin",
            "stockfish",
            "uci:./lc0",
            "cloud",
            "hybrid",
            "pgn",
        ] {
            let choice: Choice = name.parse().unwrap();
            assert_eq!(choice.to_string(), name);
        }
        for wrong in ["", "uci:", "Stockfish ", "lc0"] {
            assert!(wrong.parse::<Choice>().is_err(), "{wrong:?}");
        }
    }
}
