//! A static evaluation and the terms it is made of.

use krog_engine::{
    Tapered,
    evaluate::{self, Evaluation, Row},
};
use serde::Serialize;
use utoipa::ToSchema;

use crate::Bilingual;

/// What a position is worth without looking ahead, White's point of view.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StaticEvaluation {
    /// Centipawns: the sum of the terms' tapered values.
    pub total: i32,
    /// The weight of the middlegame, 24 to 0.
    pub phase: u32,
    /// Every term.
    pub terms: Vec<EvaluationTerm>,
}

/// One term's part.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EvaluationTerm {
    /// The name of the term.
    pub name: &'static str,
    /// What it counts for White.
    pub white: Pair,
    /// What it counts for Black.
    pub black: Pair,
    /// White's part less Black's, blended by phase.
    pub tapered: i32,
}

/// Centipawns in the middlegame and in the endgame.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Pair {
    /// Middlegame.
    pub mg: i32,
    /// Endgame.
    pub eg: i32,
}

/// A term of the evaluation as it is listed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Term {
    /// Its id.
    pub id: &'static str,
    /// Which registry it belongs to: `terms`.
    pub kind: &'static str,
    /// Its name.
    pub name: Bilingual,
    /// What it means.
    pub explanation: Bilingual,
    /// Where its figures come from.
    pub origin: String,
    /// Its weights.
    pub weights: Vec<Pair>,
}

impl From<Tapered> for Pair {
    fn from(Tapered { mg, eg }: Tapered) -> Pair {
        Pair { mg, eg }
    }
}

impl From<&Evaluation> for StaticEvaluation {
    fn from(evaluation: &Evaluation) -> StaticEvaluation {
        let term = |row: &Row| EvaluationTerm {
            name: row.term.name,
            white: row.white.into(),
            black: row.black.into(),
            tapered: row.tapered,
        };
        StaticEvaluation {
            total: evaluation.total,
            phase: evaluation.phase,
            terms: evaluation.rows.iter().map(term).collect(),
        }
    }
}

impl From<&evaluate::Term> for Term {
    fn from(term: &evaluate::Term) -> Term {
        Term {
            id: term.name,
            kind: "terms",
            name: term.title().into(),
            explanation: term.explanation().into(),
            origin: term.origin.to_string(),
            weights: term.weights.iter().map(|weight| (*weight).into()).collect(),
        }
    }
}
