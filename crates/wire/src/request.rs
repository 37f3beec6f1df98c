//! What clients ask.

use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

/// `POST validate`: is this move legal?
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ValidateRequest {
    /// The position as FEN, or `startpos`.
    #[schema(example = "startpos")]
    pub fen: String,
    /// The move in SAN, UCI or long algebraic notation.
    #[schema(example = "Nf3")]
    #[serde(rename = "move")]
    pub text: String,
}

/// `POST check`: does this formula hold on a position, a move or along a game?
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CheckRequest {
    /// The formula.
    #[schema(example = "P(Nf3)")]
    pub formula: String,
    /// The position as FEN, or `startpos`.
    #[serde(default)]
    #[schema(example = "startpos")]
    pub fen: Option<String>,
    /// The move played there.
    #[serde(default, rename = "move")]
    pub text: Option<String>,
    /// The lines that the formula rests on, from the position on, as a claim has
    /// them; instead of a move.
    #[serde(default)]
    #[schema(max_items = 10_000)]
    pub lines: Vec<Vec<String>>,
    /// A game as PGN, instead of a position.
    #[serde(default)]
    pub pgn: Option<String>,
    /// The ply to judge at, 0 for the start.
    #[serde(default)]
    pub ply: usize,
}

/// `GET position/analyze`: what is known about a position?
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct PositionQuery {
    /// The position as FEN, or `startpos`.
    #[param(example = "startpos")]
    pub fen: String,
    /// The rating of who asks, taken for that of both players when a result is
    /// forecast.
    pub player_elo: Option<u16>,
    /// `learning`, `competitive`, `analysis`, `opening` or `endgame`.
    pub context: Option<String>,
    /// Whether an engine is asked; yes unless told.
    pub include_engine: Option<bool>,
    /// The depth to search to.
    #[param(minimum = 1, maximum = 40)]
    pub engine_depth: Option<u32>,
    /// `en` or `no`, for the parts that are in one language.
    pub lang: Option<String>,
    /// The collection to ask.
    #[serde(rename = "in")]
    pub collection: Option<String>,
}

/// `GET position/moves`: which moves are worth playing?
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct MovesQuery {
    /// The position as FEN, or `startpos`.
    #[param(example = "startpos")]
    pub fen: String,
    /// The rating of who asks.
    pub player_elo: Option<u16>,
    /// `learning`, `competitive`, `analysis`, `opening` or `endgame`.
    pub context: Option<String>,
    /// How many moves; 5 unless told.
    #[param(minimum = 1, maximum = 300)]
    pub limit: Option<usize>,
    /// The collection to ask.
    #[serde(rename = "in")]
    pub collection: Option<String>,
}

/// `GET move/analyze`: what does a move do?
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct MoveQuery {
    /// The position as FEN, or `startpos`.
    #[param(example = "startpos")]
    pub fen: String,
    /// The move in SAN, UCI or long algebraic notation.
    #[serde(rename = "move")]
    #[param(example = "e4")]
    pub text: String,
    /// The rating of who asks.
    pub player_elo: Option<u16>,
    /// The collection to ask.
    #[serde(rename = "in")]
    pub collection: Option<String>,
}

/// `GET explorer`, with the parameters of the Lichess explorer.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub struct ExplorerQuery {
    /// The position as FEN, or `startpos`; the start unless told.
    pub fen: Option<String>,
    /// Moves in UCI that are played from there, with commas between.
    pub play: Option<String>,
    /// `standard`; no other variant is kept.
    pub variant: Option<String>,
    /// Rating groups with commas between: 0, 1000, 1200, 1400, 1600, 1800, 2000,
    /// 2200, 2500.
    pub ratings: Option<String>,
    /// A range of ratings, such as `1400-1800` or `2000+`, instead of groups.
    pub band: Option<String>,
    /// Speeds with commas between. All of them, or one that a collection is
    /// named after.
    pub speeds: Option<String>,
    /// Not kept: only answered where it asks for everything.
    pub since: Option<String>,
    /// Not kept: only answered where it asks for everything.
    pub until: Option<String>,
    /// How many moves; all unless told.
    #[param(minimum = 0, maximum = 300)]
    pub moves: Option<usize>,
    /// How many example games; 4 unless told.
    #[param(minimum = 0, maximum = 300)]
    pub top_games: Option<usize>,
    /// Games of late; only 0 can be answered.
    #[param(minimum = 0, maximum = 300)]
    pub recent_games: Option<usize>,
    /// The history by month; only `false` can be answered.
    pub history: Option<bool>,
    /// The collection to ask.
    #[serde(rename = "in")]
    pub collection: Option<String>,
}

/// `GET opening`: what is this position called?
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct OpeningQuery {
    /// The position as FEN, or `startpos`.
    #[param(example = "startpos")]
    pub fen: String,
}

/// `POST say`: which move was spoken?
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SayRequest {
    /// What was said.
    #[schema(example = "knight f3")]
    pub text: String,
    /// The position as FEN, or `startpos`.
    #[schema(example = "startpos")]
    pub fen: String,
    /// `en` or `no`; the language of the request unless told.
    #[serde(default)]
    pub lang: Option<String>,
}

/// `POST import`: where to?
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ImportQuery {
    /// The collection that a PGN goes into; the usual one unless told.
    pub into: Option<String>,
}

/// In which language?
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct LanguageQuery {
    /// `en` or `no`; the language of the request unless told.
    pub lang: Option<String>,
}

/// `GET puzzles` and other lists: how many?
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ListQuery {
    /// How many; 20 unless told.
    #[param(minimum = 1, maximum = 200)]
    pub limit: Option<usize>,
}

/// `GET rules`: which registry?
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct RulesQuery {
    /// `laws` (or nothing), `principles`, `tactics`, `terms` or `profiles`.
    pub kind: Option<String>,
}
