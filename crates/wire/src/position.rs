//! What is known about a position, in the shape of the source's
//! `PositionAnalyzeResponse`.

use std::collections::BTreeMap;

use krog_chess::{Chess, EngineLine, Phase, Position as _, fen};
use krog_insight::Report;
use krog_stats::{Counts, Filter, SOURCE, model};
use krog_text::{Language, capitalize};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{AnalysedLine, Claim, Eval, Opening, Prediction, label::rounded};

/// What is known about a position.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PositionAnalysis {
    /// The position itself.
    pub position: PositionFacts,
    /// What people played; no games without a store.
    pub statistics: PositionStatistics,
    /// What the engine says; none where none was asked.
    pub evaluation: Option<PositionEvaluation>,
    /// How a game will probably end from here, by the engine's score, the phase
    /// and the rating of who asks; none without an engine.
    pub chances: Option<Prediction>,
    /// What logic says.
    pub krog: PositionKrog,
    /// The name of the position, where it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opening: Option<Opening>,
}

/// A position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PositionFacts {
    /// As FEN.
    pub fen: String,
    /// `opening`, `middlegame` or `endgame`.
    pub phase: &'static str,
    /// `white` or `black`.
    pub side_to_move: &'static str,
}

/// The games that went through a position.
#[derive(Clone, PartialEq, Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PositionStatistics {
    /// How many.
    pub total_games: u64,
    /// The share that White won; none without games.
    pub white_win_rate: Option<f64>,
    /// The share of draws.
    pub draw_rate: Option<f64>,
    /// The share that Black won.
    pub black_win_rate: Option<f64>,
    /// The same by rating band, for bands with games.
    pub by_elo: BTreeMap<String, WinRates>,
}

/// How the games of a band ended.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WinRates {
    /// How many games.
    pub total_games: u64,
    /// The share that White won.
    pub white_win_rate: f64,
    /// The share of draws.
    pub draw_rate: f64,
    /// The share that Black won.
    pub black_win_rate: f64,
}

/// What an engine says about a position, White's view.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PositionEvaluation {
    /// In centipawns; none where there is a mate.
    pub centipawns: Option<i32>,
    /// Moves to mate, White's positive.
    pub mate: Option<i32>,
    /// The depth searched.
    pub depth: u32,
    /// The best line in UCI.
    pub best_line: Vec<String>,
    /// The engine's name.
    pub engine: String,
    /// All lines, best first.
    pub lines: Vec<AnalysedLine>,
}

/// What logic says about a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PositionKrog {
    /// The codes of the principles that count now, the weightiest first.
    pub active_principles: Vec<&'static str>,
    /// Pawns, squares, bishops, kings and material in words.
    pub positional_factors: Vec<String>,
    /// What either side could win at once, in words.
    pub threats: Vec<String>,
    /// The proved claims behind the words.
    pub claims: Vec<Claim>,
}

impl PositionFacts {
    /// The facts of a position.
    pub fn of(position: &Chess) -> PositionFacts {
        PositionFacts {
            fen: fen::write(position),
            phase: Phase::of(position.board()).code(),
            side_to_move: position.turn().fold_wb("white", "black"),
        }
    }
}

impl PositionStatistics {
    /// The games of a position.
    pub fn of(counts: &Counts) -> PositionStatistics {
        let total = counts.total();
        let rates = |filter: Filter| {
            let tally = filter.of(&total);
            let shares = model::Shares::of(&tally)?;
            Some(WinRates {
                total_games: tally.games(),
                white_win_rate: rounded(shares.white, 4),
                draw_rate: rounded(shares.draw, 4),
                black_win_rate: rounded(shares.black, 4),
            })
        };
        let all = rates(Filter::ALL);
        PositionStatistics {
            total_games: all.map_or(0, |rates| rates.total_games),
            white_win_rate: all.map(|rates| rates.white_win_rate),
            draw_rate: all.map(|rates| rates.draw_rate),
            black_win_rate: all.map(|rates| rates.black_win_rate),
            by_elo: SOURCE
                .groups()
                .filter_map(|group| Some((group.to_string(), rates(group.into())?)))
                .collect(),
        }
    }
}

impl PositionEvaluation {
    /// What an engine of this name says; none if it said nothing.
    pub fn new(engine: &str, lines: &[EngineLine]) -> Option<PositionEvaluation> {
        let best = lines.first()?;
        let (centipawns, mate) = match Eval::from(best.score) {
            Eval::Cp(cp) => (Some(cp), None),
            Eval::Mate(mate) => (None, Some(mate)),
        };
        Some(PositionEvaluation {
            centipawns,
            mate,
            depth: best.depth,
            best_line: crate::claim::uci(&best.line),
            engine: engine.to_owned(),
            lines: lines.iter().map(AnalysedLine::from).collect(),
        })
    }
}

impl PositionKrog {
    /// A report in the reader's language.
    pub fn new(report: &Report, language: Language) -> PositionKrog {
        let words = |claims: &[krog_insight::Claim]| {
            let text = |claim: &krog_insight::Claim| capitalize(claim.text().get(language));
            claims.iter().map(text).collect()
        };
        let claims = report.threats.iter().chain(&report.factors);
        PositionKrog {
            active_principles: report.principles.iter().map(|p| p.code).collect(),
            positional_factors: words(&report.factors),
            threats: words(&report.threats),
            claims: claims.map(Claim::from).collect(),
        }
    }
}
