//! What clients ask.

use serde::Deserialize;

/// `POST validate`: is this move legal?
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ValidateRequest {
    /// The position as FEN, or `startpos`.
    pub fen: String,
    /// The move in SAN, UCI or long algebraic notation.
    #[serde(rename = "move")]
    pub text: String,
}

/// `POST check`: does this formula hold on a position, a move or along a game?
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CheckRequest {
    /// The formula.
    pub formula: String,
    /// The position as FEN, or `startpos`.
    #[serde(default)]
    pub fen: Option<String>,
    /// The move played there.
    #[serde(default, rename = "move")]
    pub text: Option<String>,
    /// A game as PGN, instead of a position.
    #[serde(default)]
    pub pgn: Option<String>,
    /// The ply to judge at, 0 for the start.
    #[serde(default)]
    pub ply: usize,
}

/// `GET rules`: which registry?
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RulesQuery {
    /// `laws` (or nothing), `principles` or `tactics`.
    #[serde(default)]
    pub kind: Option<String>,
}
