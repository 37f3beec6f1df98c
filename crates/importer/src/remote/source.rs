//! What can be fetched from a service: the games of a user, or one game.

use std::{fmt, str::FromStr};

use thiserror::Error;

use crate::identity::lichess_id;

/// Games at a service.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// All games of a Lichess user, `lichess:USER`.
    Lichess(User),
    /// All games of a Chess.com user, `chesscom:USER`.
    ChessCom(User),
    /// One game at Lichess, by its address.
    LichessGame(GameName),
    /// One game at Chess.com, by its address.
    ChessComGame(GameName),
}

/// The name of a user: 2 to 30 letters, digits, `-` or `_`, so that it can
/// stand in a path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct User(String);

/// What a service calls a game: letters, digits and `-`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameName(String);

/// A text that names nothing at a service.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NoSource {
    /// No user can be called so.
    #[error("found the user name {found:?}, expected 2 to 30 letters, digits, - or _")]
    User {
        /// What was found.
        found: String,
    },
    /// The address of something else.
    #[error(
        "found {found:?}, expected the address of a game such as https://lichess.org/abcd1234 \
         or https://www.chess.com/game/live/123456789"
    )]
    Address {
        /// What was found.
        found: String,
    },
}

impl User {
    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for User {
    type Err = NoSource;

    fn from_str(text: &str) -> Result<User, NoSource> {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
        if (2..=30).contains(&text.len()) && text.bytes().all(plain) {
            return Ok(User(text.to_owned()));
        }
        Err(NoSource::User {
            found: text.chars().take(60).collect(),
        })
    }
}

impl GameName {
    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Source {
    /// The source that a text names; none if it speaks of no service.
    pub fn find(text: &str) -> Option<Result<Source, NoSource>> {
        match text.split_once(':') {
            Some(("lichess", user)) => Some(user.parse().map(Source::Lichess)),
            Some(("chesscom", user)) => Some(user.parse().map(Source::ChessCom)),
            Some(("https" | "http", _)) => Some(of_address(text)),
            _ => None,
        }
    }
}

/// The game at an address. Only its name is taken from there; what is asked is
/// always the service.
fn of_address(text: &str) -> Result<Source, NoSource> {
    let wrong = || NoSource::Address {
        found: text.chars().take(80).collect(),
    };
    if let Some(id) = lichess_id(text) {
        let name = id.trim_start_matches("lichess:").to_owned();
        return Ok(Source::LichessGame(GameName(name)));
    }
    let (_, rest) = text.split_once("://").ok_or_else(wrong)?;
    let (host, path) = rest.split_once('/').ok_or_else(wrong)?;
    if !matches!(host, "www.chess.com" | "chess.com") {
        return Err(wrong());
    }
    let name = chesscom_name(path).ok_or_else(wrong)?;
    Ok(Source::ChessComGame(GameName(name)))
}

/// What Chess.com calls the game at a path: `game/live/123`, `live/game/123`,
/// `game/0b5c…`.
fn chesscom_name(path: &str) -> Option<String> {
    let path = path.split(['?', '#']).next()?;
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    let (last, before) = parts.split_last()?;
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    let kinds = ["game", "live", "daily", "computer"];
    let of_game = before.contains(&"game") && before.iter().all(|part| kinds.contains(part));
    let name = last.bytes().any(|byte| byte.is_ascii_digit())
        && last.len() <= 64
        && last.bytes().all(plain);
    (of_game && name).then(|| (*last).to_owned())
}

/// What Chess.com calls the game at an address that it gave out.
pub(super) fn last_part(address: &str) -> &str {
    let address = address.split(['?', '#']).next().unwrap_or(address);
    address.rsplit('/').next().unwrap_or(address)
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Lichess(user) => write!(f, "lichess:{}", user.0),
            Source::ChessCom(user) => write!(f, "chesscom:{}", user.0),
            Source::LichessGame(game) => write!(f, "https://lichess.org/{}", game.0),
            Source::ChessComGame(game) => write!(f, "https://www.chess.com/game/{}", game.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let found = Source::find(text).expect("of a service").expect("a source");
        assert_eq!(found.to_string(), expected);
        assert_eq!(
            Source::find(expected).map(|found| found.map(|found| found.to_string())),
            Some(Ok(expected.to_owned()))
        );
    }

    #[track_caller]
    fn check_fails(text: &str) {
        let found = Source::find(text).expect("of a service");
        assert!(found.is_err(), "{text}: {found:?}");
    }

    #[test]
    fn users_and_games_are_found() {
        check("lichess:thibault", "lichess:thibault");
        check("chesscom:Erik_2", "chesscom:Erik_2");
        check(
            "https://lichess.org/00D1rVfw",
            "https://lichess.org/00D1rVfw",
        );
        check(
            "https://lichess.org/00D1rVfwXyZw/black#12",
            "https://lichess.org/00D1rVfw",
        );
        for text in [
            "https://www.chess.com/game/live/123456",
            "https://chess.com/live/game/123456?move=3",
            "https://www.chess.com/game/daily/123456/",
        ] {
            check(text, "https://www.chess.com/game/123456");
        }
        assert_eq!(Source::find("games.pgn"), None);
        assert_eq!(Source::find("C:\\games.pgn"), None);
    }

    #[test]
    fn what_could_leave_its_place_is_refused() {
        for user in [
            "",
            "a",
            "../x",
            "a/b",
            "a b",
            "a?b",
            "a%2f",
            "åse",
            "a\r\nb",
            "a234567890123456789012345678901",
        ] {
            check_fails(&format!("lichess:{user}"));
            check_fails(&format!("chesscom:{user}"));
        }
        for address in [
            "https://lichess.org/",
            "https://lichess.org/analysis",
            "https://lichess.org/study/abcdefgh/12345678",
            "https://lichess.org.example.com/00D1rVfw",
            "https://www.chess.com/member/erik",
            "https://www.chess.com/game/live/12/../3",
            "https://www.chess.com@169.254.169.254/game/live/1",
            "http://127.0.0.1/game/live/1",
        ] {
            check_fails(address);
        }
    }
}
