//! Work for other machines: positions lent out to be searched, and what came back.

use krog_chess::{
    Chess, EngineLine, Limit, Line, fen,
    notation::{self, Form},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{AnalysedLine, GivenLine, label};

/// `POST orders`: a worker asks for something to do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct WorkRequest {
    /// The worker's name: 1 to 64 letters, digits, - or _.
    #[schema(example = "attic-1")]
    pub worker: String,
    /// Its engine, which must be the service's.
    #[schema(example = "Stockfish 15.1")]
    pub engine: String,
}

/// Positions of a game that a worker is to search.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WorkOrder {
    /// By this id the answer is given.
    pub id: String,
    /// Searched in this order.
    pub positions: Vec<WorkPosition>,
    /// How many positions to search for each.
    pub nodes: Option<u64>,
    /// How deep to search each.
    pub depth: Option<u32>,
    /// How many lines to find.
    pub lines: u8,
    /// Lent for so long. A report renews it; after that another gets it.
    pub lease_seconds: u64,
}

/// A position, as the end of moves from a start: engines mind what was before.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WorkPosition {
    /// Where the game began.
    pub fen: String,
    /// The moves since, as UCI.
    pub moves: Vec<String>,
}

/// What is lent out, as it is kept.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WorkPayload {
    /// The engine to search with.
    pub engine: String,
    /// The positions.
    pub positions: Vec<WorkPosition>,
    /// How many positions to search for each.
    pub nodes: Option<u64>,
    /// How deep to search each.
    pub depth: Option<u32>,
    /// How many lines to find.
    pub lines: u8,
}

/// `POST orders/{id}/report`: a worker is still at it, or gives it back.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct WorkReport {
    /// The worker's name.
    pub worker: String,
    /// How many positions are done.
    pub done: u64,
    /// Whether it gives the rest back.
    #[serde(default)]
    pub release: bool,
}

/// `POST orders/{id}`: what a worker found.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct WorkResult {
    /// The worker's name.
    pub worker: String,
    /// The lines of each position, in the order of the positions. Scores are
    /// White's.
    pub evaluations: Vec<Vec<GivenLine>>,
}

/// The same, as a worker writes it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct WorkDone {
    /// The worker's name.
    pub worker: String,
    /// The lines of each position.
    pub evaluations: Vec<Vec<AnalysedLine>>,
}

/// How a report or a result was taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WorkAnswer {
    /// False if the work is not this worker's any more: it came too late, the
    /// work was done already, or nobody wants it. Nothing is lost by that.
    pub accepted: bool,
}

impl WorkPosition {
    /// The end of a line.
    pub fn new(line: &Line) -> WorkPosition {
        let uci = |(position, m): (Chess, _)| notation::write(&position, m, Form::Uci);
        WorkPosition {
            fen: fen::write(line.start()),
            moves: line.steps().map(uci).collect(),
        }
    }

    /// The moves that lead there; what is wrong is told by its key.
    pub fn line(&self) -> Result<Line, String> {
        let start = fen::parse(&self.fen).map_err(|error| format!("fen: {error}"))?;
        Line::parse(start, &self.moves.join(" ")).map_err(|error| format!("moves: {error}"))
    }
}

impl WorkPayload {
    /// How far each position is to be searched.
    pub fn limit(&self) -> Option<Limit> {
        limit(self.nodes, self.depth)
    }
}

impl WorkOrder {
    /// How far each position is to be searched; none if that is not told.
    pub fn limit(&self) -> Option<Limit> {
        limit(self.nodes, self.depth)
    }
}

fn limit(nodes: Option<u64>, depth: Option<u32>) -> Option<Limit> {
    match (nodes.map(Limit::nodes), depth.map(Limit::depth)) {
        (Some(nodes), Some(depth)) => Some(nodes.and(depth)),
        (one, other) => one.or(other),
    }
}

/// The lines that a worker gave for a position; what is wrong is told by its key.
pub fn given_lines(key: &str, lines: &[GivenLine], at: &Chess) -> Result<Vec<EngineLine>, String> {
    label::read(key, lines, at, true)
}
