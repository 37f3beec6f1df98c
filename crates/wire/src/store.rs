//! What a store holds, and whether it is sound.

use serde::Serialize;
use utoipa::ToSchema;

/// A collection of a store.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StoredCollection {
    /// Its name.
    pub name: String,
    /// Games that are counted.
    pub games: u64,
    /// Moves that are counted, part by part.
    pub moves: u64,
    /// Parts in which they lie.
    pub parts: u64,
    /// Bytes on disk.
    pub bytes: u64,
    /// The latest date of a game.
    pub through: Option<String>,
}

/// What was found when every byte was read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StoreCheck {
    /// Whether nothing is wrong.
    pub sound: bool,
    /// Files read.
    pub files: u64,
    /// Games.
    pub games: u64,
    /// Moves.
    pub moves: u64,
    /// Files that belong to nothing, which a crash left.
    pub remains: u64,
    /// What is wrong.
    pub findings: Vec<String>,
}
