//! Principles as they are listed.

use krog_chess::Phase;
use krog_insight::Principle;
use serde::Serialize;
use utoipa::ToSchema;

use crate::Bilingual;

/// A principle of play, with everything it declares.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PrincipleRule {
    /// Its code.
    pub id: &'static str,
    /// Which registry it belongs to: `principles`.
    pub kind: &'static str,
    /// The part of the game it is taught for.
    pub category: &'static str,
    /// `O`, `P` or `F`.
    #[serde(rename = "type")]
    pub norm: char,
    /// When it holds of a move.
    pub formula: String,
    /// Its name.
    pub name: Bilingual,
    /// What it advises.
    pub explanation: Bilingual,
    /// How much it counts where no phase is asked for.
    pub base_weight: i32,
    /// How much it counts in each phase.
    pub phase_weights: PhaseWeights,
    /// Moves that show it.
    pub examples: Vec<PrincipleExample>,
}

/// A weight for each phase.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct PhaseWeights {
    /// In the opening.
    pub opening: i32,
    /// In the middlegame.
    pub middlegame: i32,
    /// In the endgame.
    pub endgame: i32,
}

/// A move that follows or breaks a principle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PrincipleExample {
    /// The position.
    pub fen: &'static str,
    /// The move in SAN.
    #[serde(rename = "move")]
    pub san: &'static str,
    /// Whether the move follows the principle.
    pub satisfied: bool,
}

impl From<&Principle> for PrincipleRule {
    fn from(principle: &Principle) -> PrincipleRule {
        PrincipleRule {
            id: principle.code,
            kind: "principles",
            category: principle.category.code(),
            norm: principle.norm.letter(),
            formula: principle.formula(),
            name: principle.name().into(),
            explanation: principle.explanation().into(),
            base_weight: principle.weight,
            phase_weights: PhaseWeights {
                opening: principle.weight_in(Phase::Opening),
                middlegame: principle.weight_in(Phase::Middlegame),
                endgame: principle.weight_in(Phase::Endgame),
            },
            examples: principle
                .examples
                .iter()
                .map(|example| PrincipleExample {
                    fen: example.fen,
                    san: example.san,
                    satisfied: example.follows,
                })
                .collect(),
        }
    }
}
