//! Why a service did not give what it was asked for. No message holds anything
//! that a service wrote, nor what was told to it in confidence.

use std::time::Duration;

use thiserror::Error;

/// Why a service gave no games, or not all.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{service}: {kind}")]
pub struct Trouble {
    /// The name of the service.
    pub service: &'static str,
    /// What went wrong.
    pub kind: TroubleKind,
}

/// What can go wrong with a service.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum TroubleKind {
    /// 401, with a token.
    #[error("the token is not accepted (401); make a new one, or leave it out")]
    TokenRefused,
    /// 401, without a token.
    #[error("it wants a token (401)")]
    TokenWanted,
    /// 403.
    #[error(
        "it refuses the request (403); the token may lack a right, or this network may be blocked"
    )]
    Forbidden,
    /// 404, for a user.
    #[error("there is no user {0} (404)")]
    NoUser(String),
    /// 404, for a game.
    #[error("there is no game {0} (404)")]
    NoGame(String),
    /// 404, for a month.
    #[error("the games of {0} are not there (404)")]
    NoMonth(String),
    /// 410.
    #[error("the games of {0} are gone for good (410)")]
    Gone(String),
    /// 429, again and again.
    #[error("too many requests (429), also after waiting; try again later")]
    TooMany(Option<Duration>),
    /// 5xx, again and again.
    #[error("it has trouble of its own ({0}); try again later")]
    Failing(u16, Option<Duration>),
    /// 3xx.
    #[error("it points to another address ({0}), which is not followed")]
    Elsewhere(u16),
    /// Any other status.
    #[error("found status {0}, expected 200")]
    Status(u16),
    /// No connection.
    #[error("it cannot be reached: {0}")]
    Unreachable(String),
    /// The answer has no end.
    #[error("the answer broke off")]
    BrokeOff,
    /// The answer takes too long.
    #[error("the answer takes too long")]
    Slow,
    /// The answer does not end.
    #[error("the answer is larger than any that is expected")]
    TooLarge,
    /// The answer is of another shape.
    #[error("found an answer of another shape, expected {0}")]
    Garbage(&'static str),
    /// Chess.com does not give out a game by its number.
    #[error(
        "games are given out by player only; tell one of the two players of game {0} with --player"
    )]
    PlayerWanted(String),
    /// No month of a player has the game.
    #[error("none of the games of {player} is {game}")]
    NotAmong {
        /// The player.
        player: String,
        /// The game.
        game: String,
    },
}

impl TroubleKind {
    /// Every name.
    pub const NAMES: [&str; 18] = [
        "token-refused",
        "token-wanted",
        "forbidden",
        "no-user",
        "no-game",
        "no-month",
        "gone",
        "too-many",
        "failing",
        "elsewhere",
        "status",
        "unreachable",
        "broke-off",
        "slow",
        "too-large",
        "garbage",
        "player-wanted",
        "not-among",
    ];

    /// The name under which messages for people know it.
    pub fn name(&self) -> &'static str {
        match self {
            TroubleKind::TokenRefused => "token-refused",
            TroubleKind::TokenWanted => "token-wanted",
            TroubleKind::Forbidden => "forbidden",
            TroubleKind::NoUser(_) => "no-user",
            TroubleKind::NoGame(_) => "no-game",
            TroubleKind::NoMonth(_) => "no-month",
            TroubleKind::Gone(_) => "gone",
            TroubleKind::TooMany(_) => "too-many",
            TroubleKind::Failing(..) => "failing",
            TroubleKind::Elsewhere(_) => "elsewhere",
            TroubleKind::Status(_) => "status",
            TroubleKind::Unreachable(_) => "unreachable",
            TroubleKind::BrokeOff => "broke-off",
            TroubleKind::Slow => "slow",
            TroubleKind::TooLarge => "too-large",
            TroubleKind::Garbage(_) => "garbage",
            TroubleKind::PlayerWanted(_) => "player-wanted",
            TroubleKind::NotAmong { .. } => "not-among",
        }
    }

    /// What it is about: a user, a game, a month, a status or a reason.
    pub fn subject(&self) -> String {
        match self {
            TroubleKind::NoUser(text)
            | TroubleKind::NoGame(text)
            | TroubleKind::NoMonth(text)
            | TroubleKind::Gone(text)
            | TroubleKind::Unreachable(text)
            | TroubleKind::PlayerWanted(text)
            | TroubleKind::NotAmong { game: text, .. } => text.clone(),
            TroubleKind::Failing(status, _)
            | TroubleKind::Elsewhere(status)
            | TroubleKind::Status(status) => status.to_string(),
            _ => String::new(),
        }
    }

    /// Whether the same question may be answered if it is asked again.
    pub(super) fn may_pass(&self) -> bool {
        matches!(
            self,
            TroubleKind::TooMany(_)
                | TroubleKind::Failing(..)
                | TroubleKind::Unreachable(_)
                | TroubleKind::BrokeOff
                | TroubleKind::Slow
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_listed() {
        let text = || "x".to_owned();
        let all = [
            TroubleKind::TokenRefused,
            TroubleKind::TokenWanted,
            TroubleKind::Forbidden,
            TroubleKind::NoUser(text()),
            TroubleKind::NoGame(text()),
            TroubleKind::NoMonth(text()),
            TroubleKind::Gone(text()),
            TroubleKind::TooMany(None),
            TroubleKind::Failing(500, None),
            TroubleKind::Elsewhere(302),
            TroubleKind::Status(418),
            TroubleKind::Unreachable(text()),
            TroubleKind::BrokeOff,
            TroubleKind::Slow,
            TroubleKind::TooLarge,
            TroubleKind::Garbage("x"),
            TroubleKind::PlayerWanted(text()),
            TroubleKind::NotAmong {
                player: text(),
                game: text(),
            },
        ];
        assert_eq!(all.map(|kind| kind.name()), TroubleKind::NAMES);
    }
}
