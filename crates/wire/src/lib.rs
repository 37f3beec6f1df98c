//! The JSON contract: the only types that leave the process.
//!
//! Command line, API and page speak in these types; a renamed field is a
//! breaking change with a line in the changelog. They are made from the core's
//! values and contain no judgement of their own.

mod analysis;
mod bilingual;
mod claim;
mod doctor;
mod evaluation;
mod exchange;
mod explanation;
mod explorer;
mod health;
mod import;
mod job;
mod key;
mod label;
mod lesson;
mod opening;
mod position;
mod prediction;
mod principle;
mod problem;
mod profile;
mod puzzle;
mod ready;
mod record;
mod report;
mod request;
mod review;
mod rule;
mod said;
mod socket;
mod store;
mod suggestion;
mod tactic;
mod time;
mod validation;
mod verdict;
mod witness;
mod work;

pub use analysis::{AnalysedLine, AnalysedPosition, Analysis, Eval, SearchLimit};
pub use bilingual::Bilingual;
pub use claim::{Claim, Place, Spans};
pub use doctor::{Check, CheckStatus, Doctor};
pub use evaluation::{EvaluationTerm, Pair, StaticEvaluation, Term};
pub use exchange::Exchange;
pub use explanation::{
    Alternative, EngineVerdict, KrogAnalysis, MoveAnalysis, PrincipleResult, Refutation,
    TacticalPattern,
};
pub use explorer::{
    Explorer, ExplorerGame, ExplorerMove, ExplorerOpening, ExplorerPlayer, Results,
};
pub use health::Health;
pub use import::Imported;
pub use job::{
    BackgroundRequest, ImportPayload, ImportRequest, JobProgress, JobResult, JobStatus,
    PuzzlesRequest, ReviewDocument, ReviewEntry, ReviewRequest, ServerInfo, StoredReview,
};
pub use key::NewKey;
pub use label::{EvaluatedMove, GivenLine, LabelledMove, label_line, read_lines, write_lines};
pub use lesson::{Lesson, Plan, Plans, Standing};
pub use opening::Opening;
pub use position::{
    PositionAnalysis, PositionEvaluation, PositionFacts, PositionKrog, PositionStatistics, WinRates,
};
pub use prediction::{GamePrediction, Prediction};
pub use principle::{PhaseWeights, PrincipleExample, PrincipleRule};
pub use problem::{Problem, problem_detail};
pub use profile::{
    Centipawns, Counts, Critical, Formula, Mates, Miss, ProfileRule, Reference, Sacrifice,
    read_profile,
};
pub use puzzle::{DuePuzzle, GradeRequest, GradedPuzzle, PuzzleCard, PuzzleSchedule, Puzzles};
pub use ready::{Readiness, ReadyPart};
pub use record::{GameTag, RecordGameRequest, RecordGameResponse, StoredGame};
pub use report::PositionReport;
pub use request::{
    CheckRequest, ExplorerQuery, ImportQuery, LanguageQuery, ListQuery, MoveQuery, MovesQuery,
    OpeningQuery, PositionQuery, RulesQuery, SayRequest, ValidateRequest,
};
pub use review::{
    BestMove, MissedThemes, Outlook, PhaseReview, RatingInterval, ReviewedGame, ReviewedMove,
    ReviewedVariation, Reviews, Sides,
};
pub use rule::{FideRule, Rule, RuleEntry, Voice};
pub use said::{Candidate, Said};
pub use socket::{AnalysisOptions, ClientMessage, ServerMessage};
pub use store::{StoreCheck, StoredCollection};
pub use suggestion::{
    EngineAnalysis, MoveScore, MoveStatistics, MoveSuggestion, Moves, ScoreAnalysis,
};
pub use tactic::Tactic;
pub use time::iso8601;
pub use validation::{Condition, RuleRecord, Validation};
pub use verdict::{ProofNode, Verdict};
pub use witness::Witness;
pub use work::{
    WorkAnswer, WorkDone, WorkOrder, WorkPayload, WorkPosition, WorkReport, WorkRequest,
    WorkResult, given_lines,
};

/// An answer as JSON on one line.
pub fn to_line(answer: &impl serde::Serialize) -> String {
    serde_json::to_string(answer).expect("wire types have text keys and finite numbers")
}

/// An answer as a part of another.
pub fn to_value(answer: &impl serde::Serialize) -> serde_json::Value {
    serde_json::to_value(answer).expect("wire types have text keys and finite numbers")
}

/// Something that came or was kept as JSON; else what is wrong with it.
pub fn read<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, String> {
    serde_json::from_str(text).map_err(|error| error.to_string())
}

/// An answer as JSON, laid out for reading.
pub fn to_json(answer: &impl serde::Serialize) -> String {
    serde_json::to_string_pretty(answer).expect("wire types have text keys and finite numbers")
}
