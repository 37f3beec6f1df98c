//! Ranked moves, in the shape of the source's `MovesResponse`.

use krog_advisor::{
    Label,
    suggest::{Advice, Played, Suggestion},
};
use krog_chess::{
    Chess, Position as _,
    notation::{self, Form},
};
use krog_stats::model;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{Bilingual, Claim, Eval, KrogAnalysis, label::rounded};

/// The moves of a position, the best first.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Moves {
    /// As many as were asked for.
    pub moves: Vec<MoveSuggestion>,
    /// The first of them in UCI; none when the game is over.
    pub best_move: Option<String>,
    /// How many legal moves there are.
    pub total_legal_moves: usize,
    /// What the advice is for.
    pub context: &'static str,
    /// Who evaluated; none when no engine was asked.
    pub engine: Option<String>,
    /// Which games were counted; none when no store was asked.
    pub collection: Option<String>,
}

/// A move that is suggested.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MoveSuggestion {
    /// The move in UCI.
    #[serde(rename = "move")]
    pub uci: String,
    /// The move in SAN.
    pub move_san: String,
    /// Its score, in its parts.
    pub score: MoveScore,
    /// Its place, from 1.
    pub rank: usize,
    /// By how far it is behind the first; none without an engine.
    pub classification: Option<&'static str>,
    /// The profile's verdict; none without an engine.
    pub label: Option<&'static str>,
    /// Whether it is sound; unknown without an engine.
    pub sound: Option<bool>,
    /// Whether it is recommended.
    pub recommended: bool,
    /// Why.
    pub reason_for_recommendation: Bilingual,
    /// The general advice that it follows or breaks.
    pub teaching_points: Vec<Bilingual>,
    /// The proved claims about it.
    pub claims: Vec<Claim>,
}

/// The combined score of a move and its parts, each from 0 to 1.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MoveScore {
    /// The move in SAN.
    #[serde(rename = "move")]
    pub san: String,
    /// What people scored; none without counted games.
    pub statistical_score: Option<f64>,
    /// What the engine says; none without one.
    pub engine_score: Option<f64>,
    /// What principles and tactics say.
    pub krog_score: f64,
    /// All together.
    pub total_score: f64,
    /// How reliable it is.
    pub confidence: f64,
    /// What the parts rest on.
    pub analysis: ScoreAnalysis,
}

/// What the parts of a score rest on.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScoreAnalysis {
    /// Counted games.
    pub statistics: Option<MoveStatistics>,
    /// The engine.
    pub engine: Option<EngineAnalysis>,
    /// Principles and tactics.
    pub krog: KrogAnalysis,
}

/// The games of a move.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MoveStatistics {
    /// The move in UCI.
    pub move_uci: String,
    /// The move in SAN.
    pub move_san: String,
    /// How many games.
    pub times_played: u64,
    /// Those that White won.
    pub white_wins: u64,
    /// Those without a winner.
    pub draws: u64,
    /// Those that Black won.
    pub black_wins: u64,
    /// The mover's score, a draw one half.
    pub win_rate: Option<f64>,
    /// The share of draws.
    pub draw_rate: Option<f64>,
    /// The share of the games of the position.
    pub popularity: f64,
    /// The rating at which the score would be expected.
    pub performance_rating: Option<f64>,
    /// Whether it leads to known theory.
    pub is_book_move: bool,
}

/// What an engine says about a move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EngineAnalysis {
    /// White's view, in centipawns; none where there is a mate.
    pub centipawns: Option<i32>,
    /// Moves to mate, White's positive.
    pub mate: Option<i32>,
    /// The depth searched.
    pub depth: u32,
    /// The engine's place for it, from 1.
    pub rank: Option<usize>,
    /// Whether nothing is better.
    pub is_best_move: bool,
}

impl Moves {
    /// The first moves of an advice.
    pub fn new(advice: &Advice, limit: usize) -> Moves {
        let moves = advice.moves.iter().take(limit);
        let first = advice.moves.first();
        Moves {
            moves: moves.map(|s| MoveSuggestion::new(advice, s)).collect(),
            best_move: first.map(|s| notation::write(&advice.position, s.played, Form::Uci)),
            total_legal_moves: advice.moves.len(),
            context: advice.context.code(),
            engine: advice.engine.clone(),
            collection: advice.collection.clone(),
        }
    }
}

impl MoveSuggestion {
    fn new(advice: &Advice, suggestion: &Suggestion) -> MoveSuggestion {
        let write = |form| notation::write(&advice.position, suggestion.played, form);
        let lessons = suggestion.lessons().into_iter();
        MoveSuggestion {
            uci: write(Form::Uci),
            move_san: write(Form::San),
            score: MoveScore::new(&advice.position, suggestion),
            rank: suggestion.rank,
            classification: suggestion.classification.map(Label::code),
            label: suggestion.label.map(Label::code),
            sound: suggestion.sound,
            recommended: suggestion.recommended,
            reason_for_recommendation: advice.reason(suggestion).into(),
            teaching_points: lessons.map(|lesson| lesson.explanation().into()).collect(),
            claims: suggestion
                .explanation
                .claims
                .iter()
                .map(Claim::from)
                .collect(),
        }
    }
}

impl MoveScore {
    /// The score of a move.
    pub fn new(position: &Chess, suggestion: &Suggestion) -> MoveScore {
        let parts = suggestion.parts;
        MoveScore {
            san: notation::write(position, suggestion.played, Form::San),
            statistical_score: parts.statistical.map(|part| rounded(part, 6)),
            engine_score: parts.engine.map(|part| rounded(part, 6)),
            krog_score: rounded(parts.krog, 6),
            total_score: rounded(suggestion.total, 6),
            confidence: rounded(suggestion.confidence, 4),
            analysis: ScoreAnalysis {
                statistics: suggestion
                    .statistics
                    .as_ref()
                    .map(|played| MoveStatistics::new(position, suggestion, played)),
                engine: EngineAnalysis::of(suggestion),
                krog: (&suggestion.explanation).into(),
            },
        }
    }
}

impl MoveStatistics {
    fn new(position: &Chess, suggestion: &Suggestion, played: &Played) -> MoveStatistics {
        let write = |form| notation::write(position, suggestion.played, form);
        let tally = &played.tally;
        let shares = model::Shares::of(tally);
        let rate = model::expected_score(tally, position.turn());
        MoveStatistics {
            move_uci: write(Form::Uci),
            move_san: write(Form::San),
            times_played: tally.games(),
            white_wins: tally.white,
            draws: tally.draws,
            black_wins: tally.black,
            win_rate: rate.map(|rate| rounded(rate.get(), 4)),
            draw_rate: shares.map(|shares| rounded(shares.draw, 4)),
            popularity: rounded(played.popularity, 4),
            performance_rating: played.performance.map(f64::round),
            is_book_move: suggestion.book,
        }
    }
}

impl EngineAnalysis {
    /// What the engine says about a move, where one was asked.
    pub fn of(suggestion: &Suggestion) -> Option<EngineAnalysis> {
        let valued = suggestion.engine?;
        let (centipawns, mate) = match Eval::from(valued.score) {
            Eval::Cp(cp) => (Some(cp), None),
            Eval::Mate(mate) => (None, Some(mate)),
        };
        Some(EngineAnalysis {
            centipawns,
            mate,
            depth: valued.depth,
            rank: suggestion.engine_rank,
            is_best_move: suggestion.engine_rank == Some(1),
        })
    }
}
