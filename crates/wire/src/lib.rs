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
mod health;
mod lesson;
mod opening;
mod principle;
mod problem;
mod report;
mod request;
mod rule;
mod said;
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
pub use health::Health;
pub use lesson::{Lesson, Plan, Plans, Standing};
pub use opening::Opening;
pub use principle::{PhaseWeights, PrincipleExample, PrincipleRule};
pub use problem::Problem;
pub use report::PositionReport;
pub use request::{CheckRequest, RulesQuery, ValidateRequest};
pub use rule::{FideRule, Rule, Voice};
pub use said::{Candidate, Said};
pub use tactic::Tactic;
pub use time::iso8601;
pub use validation::{Condition, RuleRecord, Validation};
pub use verdict::{ProofNode, Verdict};
pub use witness::Witness;

/// An answer as JSON, laid out for reading.
pub fn to_json(answer: &impl serde::Serialize) -> String {
    serde_json::to_string_pretty(answer).expect("wire types have text keys and finite numbers")
}
