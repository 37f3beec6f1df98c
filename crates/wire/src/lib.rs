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
mod label;
mod lesson;
mod opening;
mod prediction;
mod principle;
mod problem;
mod profile;
mod report;
mod request;
mod review;
mod rule;
mod said;
mod store;
mod suggestion;
mod tactic;
mod time;
mod validation;
mod verdict;
mod witness;

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
pub use explorer::{Explorer, ExplorerGame, ExplorerMove, ExplorerPlayer, Results};
pub use health::Health;
pub use import::Imported;
pub use label::{EvaluatedMove, GivenLine, LabelledMove, label_line};
pub use lesson::{Lesson, Plan, Plans, Standing};
pub use opening::Opening;
pub use prediction::{GamePrediction, Prediction};
pub use principle::{PhaseWeights, PrincipleExample, PrincipleRule};
pub use problem::Problem;
pub use profile::{
    Centipawns, Counts, Critical, Formula, Mates, Miss, ProfileRule, Reference, Sacrifice,
    read_profile,
};
pub use report::PositionReport;
pub use request::{CheckRequest, RulesQuery, ValidateRequest};
pub use review::{
    BestMove, MissedThemes, Outlook, PhaseReview, RatingInterval, ReviewedGame, ReviewedMove,
    ReviewedVariation, Reviews, Sides,
};
pub use rule::{FideRule, Rule, Voice};
pub use said::{Candidate, Said};
pub use store::{StoreCheck, StoredCollection};
pub use suggestion::{
    EngineAnalysis, MoveScore, MoveStatistics, MoveSuggestion, Moves, ScoreAnalysis,
};
pub use tactic::Tactic;
pub use time::iso8601;
pub use validation::{Condition, RuleRecord, Validation};
pub use verdict::{ProofNode, Verdict};
pub use witness::Witness;

/// An answer as JSON, laid out for reading.
pub fn to_json(answer: &impl serde::Serialize) -> String {
    serde_json::to_string_pretty(answer).expect("wire types have text keys and finite numbers")
}
