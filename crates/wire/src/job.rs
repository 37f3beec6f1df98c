//! Work that takes longer than an answer.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use utoipa::ToSchema;

use crate::{Bilingual, Reviews};

/// How a job stands.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct JobStatus {
    /// Its id.
    pub id: String,
    /// `review`, `import`, `puzzles`, `analyze-unanalyzed` or `deep-popular`.
    pub kind: String,
    /// `waiting`, `running`, `done`, `failed` or `cancelled`.
    pub state: &'static str,
    /// How far it is.
    pub progress: JobProgress,
    /// What came of it, when it is done.
    pub result: Option<JobResult>,
    /// Why it failed.
    pub error: Option<String>,
    /// When it was handed in, in ISO 8601.
    pub added: String,
    /// When it ended.
    pub ended: Option<String>,
}

/// How far a job is.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct JobProgress {
    /// Parts that are done.
    pub done: u64,
    /// Parts in all; 0 while that is not known.
    pub total: u64,
    /// Seconds until it is done at this pace, where that can be told.
    pub eta_seconds: Option<u64>,
}

/// What came of a job. Which fields there are depends on its kind.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct JobResult {
    /// The review that was made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub review_id: Option<String>,
    /// The puzzles that were made.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub puzzle_ids: Vec<String>,
    /// What an import did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub imported: Option<serde_json::Value>,
    /// How many positions were analysed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub positions: Option<u64>,
}

impl JobResult {
    /// A result that was kept.
    pub fn read(text: &str) -> Option<JobResult> {
        serde_json::from_str(text).ok()
    }
}

/// `POST game/review`: a game to be reviewed.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ReviewRequest {
    /// The game as PGN; of several, all are reviewed.
    #[serde(default)]
    #[schema(example = "1. f3 e5 2. g4 Qh4# 0-1")]
    pub pgn: Option<String>,
    /// The identity of a game of the store, instead of a PGN.
    #[serde(default)]
    pub game_id: Option<String>,
    /// The profile of the labels; `wintr` if none is named.
    #[serde(default)]
    pub profile: Option<String>,
    /// How many positions to search for each position of the game.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 10_000_000)]
    pub nodes: Option<u64>,
    /// The depth to search to.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 40)]
    pub depth: Option<u32>,
}

/// `POST import`: games to be fetched. Games themselves are sent as the body,
/// as PGN.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ImportRequest {
    /// `lichess:USER` or `chesscom:USER`.
    pub source: String,
    /// The collection that the games go into.
    #[serde(default)]
    pub into: Option<String>,
}

/// What an import job is handed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ImportPayload {
    /// Games that were sent.
    Text {
        /// The collection that they go into.
        into: Option<String>,
        /// The games.
        pgn: String,
    },
    /// Games that are fetched.
    Fetch(ImportRequest),
}

/// What a job of background analysis is handed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct BackgroundRequest {
    /// How many positions.
    pub batch: Option<u64>,
    /// How deeply.
    pub depth: Option<u32>,
    /// How many games a position must have.
    pub min_games: Option<u64>,
}

/// `POST puzzles/make`: mistakes to be practised.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PuzzlesRequest {
    /// The game as PGN.
    #[serde(default)]
    pub pgn: Option<String>,
    /// A review that was made before, instead of a PGN.
    #[serde(default)]
    pub review_id: Option<String>,
    /// How many positions to search for each position of the game.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 10_000_000)]
    pub nodes: Option<u64>,
}

/// A review as it is kept: the answer, and the games with its notes as PGN.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ReviewDocument {
    review: Box<RawValue>,
    /// The annotated games.
    pub pgn: Bilingual,
}

impl ReviewDocument {
    /// The text to keep.
    pub fn write(review: &Reviews, pgn: Bilingual) -> String {
        let review = serde_json::value::to_raw_value(review);
        let review = review.expect("wire types have text keys and finite numbers");
        let document = ReviewDocument { review, pgn };
        serde_json::to_string(&document).expect("wire types have text keys and finite numbers")
    }

    /// What was kept; none if that is not what the text is.
    pub fn read(text: &str) -> Option<ReviewDocument> {
        serde_json::from_str(text).ok()
    }

    /// The answer for a client.
    pub fn stored(self, id: String, title: String, made: String) -> StoredReview {
        StoredReview {
            id,
            title,
            made,
            review: self.review,
        }
    }
}

/// A review that is kept.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StoredReview {
    /// Its id.
    pub id: String,
    /// The players and the year of its first game.
    pub title: String,
    /// When it was made, in ISO 8601.
    pub made: String,
    /// The review.
    #[schema(value_type = Reviews)]
    review: Box<RawValue>,
}

impl StoredReview {
    /// A review as it stands.
    pub fn new(id: String, title: String, made: String, review: &Reviews) -> StoredReview {
        let review = serde_json::value::to_raw_value(review);
        StoredReview {
            id,
            title,
            made,
            review: review.expect("wire types have text keys and finite numbers"),
        }
    }
}

/// A line of the list of reviews.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReviewEntry {
    /// Its id.
    pub id: String,
    /// The players and the year of its first game.
    pub title: String,
    /// When it was made, in ISO 8601.
    pub made: String,
}

/// What the service is and has.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ServerInfo {
    /// The version of krog.
    pub version: &'static str,
    /// The engine's name; none if there is none.
    pub engine: Option<String>,
    /// The limit of its searches unless told.
    pub limit: crate::SearchLimit,
    /// Searches that wait.
    pub waiting: usize,
    /// Searches under way.
    pub running: usize,
    /// The collection that is asked unless told.
    pub collection: String,
    /// What the store holds; nothing without a store.
    pub collections: Vec<crate::StoredCollection>,
}
