//! The messages of the WebSocket, in the shape of the source's §7.6.2.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{AnalysedLine, KrogAnalysis, MoveAnalysis};

/// What a client says.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ClientMessage {
    /// Analyse a position. Cancels what the connection asked before.
    Analyze {
        /// Given back with every answer.
        #[serde(default)]
        id: Option<String>,
        /// The position as FEN, or `startpos`.
        fen: String,
        /// How.
        #[serde(default)]
        options: AnalysisOptions,
    },
    /// Stop the analysis; what is known by then is the answer.
    Stop {
        /// Only if this is the analysis; whichever it is without.
        #[serde(default)]
        id: Option<String>,
    },
    /// Are you there?
    Ping,
}

/// How to analyse.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AnalysisOptions {
    /// The depth to search to.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 60)]
    pub depth: Option<u32>,
    /// How many positions to search.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 50_000_000)]
    pub nodes: Option<u64>,
    /// How many lines.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 10)]
    pub multi_pv: Option<u8>,
    /// Whether principles and tactics of the best move are told.
    #[serde(default)]
    pub include_krog: bool,
}

/// What the service says.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerMessage {
    /// What is known by now.
    #[serde(rename_all = "camelCase")]
    Analysis {
        /// As it was asked.
        #[serde(skip_serializing_if = "Option::is_none")]
        id: Option<String>,
        /// The position.
        fen: String,
        /// The depth reached.
        depth: u32,
        /// In centipawns, White's view; none where there is a mate.
        evaluation: Option<i32>,
        /// Moves to mate, White's positive.
        mate: Option<i32>,
        /// The best move in UCI.
        best_move: Option<String>,
        /// The best line in UCI.
        pv: Vec<String>,
        /// All lines, best first.
        lines: Vec<AnalysedLine>,
        /// Principles and tactics of the best move, where that was asked.
        #[serde(skip_serializing_if = "Option::is_none")]
        krog: Option<Box<KrogAnalysis>>,
    },
    /// The end.
    #[serde(rename_all = "camelCase")]
    AnalysisComplete {
        /// As it was asked.
        #[serde(skip_serializing_if = "Option::is_none")]
        id: Option<String>,
        /// The position.
        fen: String,
        /// The analysis of the best move; none when the game is over.
        full_analysis: Option<Box<MoveAnalysis>>,
    },
    /// A message was not understood, or an analysis failed.
    Error {
        /// As it was asked.
        #[serde(skip_serializing_if = "Option::is_none")]
        id: Option<String>,
        /// Which part, what was found and what was expected.
        detail: String,
    },
    /// Here I am.
    Pong,
}
