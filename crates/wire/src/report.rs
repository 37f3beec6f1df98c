//! What a position is like: the source's `krog` block of a position.

use krog_chess::{Phase, Position as _, fen};
use krog_insight::Report;
use serde::Serialize;
use utoipa::ToSchema;

use crate::Claim;

/// A position described.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PositionReport {
    /// The position.
    pub fen: String,
    /// Its phase.
    pub phase: &'static str,
    /// Who is to move.
    pub side_to_move: &'static str,
    /// The codes of the principles that count now, the weightiest first.
    pub active_principles: Vec<&'static str>,
    /// Pawns, squares, bishops, kings, material.
    pub positional_factors: Vec<Claim>,
    /// What either side could win at once.
    pub threats: Vec<Claim>,
}

impl PositionReport {
    /// The report on a position.
    pub fn new(position: &krog_chess::Chess, report: &Report) -> PositionReport {
        let claims = |claims: &[krog_insight::Claim]| claims.iter().map(Claim::from).collect();
        PositionReport {
            fen: fen::write(position),
            phase: Phase::of(position.board()).code(),
            side_to_move: position.turn().fold_wb("white", "black"),
            active_principles: report.principles.iter().map(|p| p.code).collect(),
            positional_factors: claims(&report.factors),
            threats: claims(&report.threats),
        }
    }
}
