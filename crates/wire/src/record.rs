//! A game that a client hands in, in the shape of the source's
//! `RecordGameRequest`.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// `POST game/record`: a game to be counted.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RecordGameRequest {
    /// The game as PGN. Where it is given, the other fields fill in tags that it
    /// lacks.
    #[serde(default)]
    pub pgn: Option<String>,
    /// The moves in SAN, UCI or long algebraic notation, without a PGN.
    #[serde(default)]
    #[schema(max_items = 2_000)]
    pub moves: Vec<String>,
    /// `1-0`, `0-1` or `1/2-1/2`.
    #[serde(default)]
    pub result: Option<String>,
    /// White's rating.
    #[serde(default)]
    pub white_elo: Option<u16>,
    /// Black's rating.
    #[serde(default)]
    pub black_elo: Option<u16>,
    /// The time control, such as `300+3`.
    #[serde(default)]
    pub time_control: Option<String>,
    /// White's name.
    #[serde(default)]
    pub white: Option<String>,
    /// Black's name.
    #[serde(default)]
    pub black: Option<String>,
}

/// A game was recorded.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecordGameResponse {
    /// The identity of the game.
    pub game_id: String,
    /// Positions with something new.
    pub positions_recorded: u64,
    /// Moves with something new.
    pub moves_recorded: u64,
    /// Whether the game was there already, and nothing was counted.
    pub duplicate: bool,
}

/// A tag of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct GameTag {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: String,
}

/// A game of the store.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StoredGame {
    /// Its identity.
    pub id: String,
    /// Its collection.
    pub collection: String,
    /// Its tags, in their order.
    pub tags: Vec<GameTag>,
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub result: &'static str,
    /// The moves in SAN.
    pub moves: Vec<String>,
    /// The game as PGN.
    pub pgn: String,
}
