//! The verdict on a formula.

use krog_logic::Proof;
use serde::Serialize;
use utoipa::ToSchema;

use crate::Witness;

/// Whether a formula holds, where that was decided, and why.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Verdict {
    /// Whether it holds.
    pub holds: bool,
    /// The formula as it was understood.
    pub formula: String,
    /// The ply at which it is first broken.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub violated_at: Option<usize>,
    /// The ply at which it is first fulfilled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fulfilled_at: Option<usize>,
    /// The men it rests on.
    pub witnesses: Vec<Witness>,
    /// The parts that decide it.
    pub proof: ProofNode,
}

/// A part of a formula with its own verdict.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProofNode {
    /// The part.
    pub formula: String,
    /// Whether it holds.
    pub holds: bool,
    /// The ply it was judged at.
    pub ply: usize,
    /// The parts that decide it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(no_recursion)]
    pub parts: Vec<ProofNode>,
}

impl From<&Proof> for Verdict {
    fn from(proof: &Proof) -> Verdict {
        let decisive = proof.decisive_ply();
        Verdict {
            holds: proof.holds,
            formula: proof.formula.clone(),
            violated_at: decisive.filter(|_| !proof.holds),
            fulfilled_at: decisive.filter(|_| proof.holds),
            witnesses: proof.evidence().iter().map(Witness::from).collect(),
            proof: proof.into(),
        }
    }
}

impl From<&Proof> for ProofNode {
    fn from(proof: &Proof) -> ProofNode {
        ProofNode {
            formula: proof.formula.clone(),
            holds: proof.holds,
            ply: proof.ply,
            parts: proof.parts.iter().map(ProofNode::from).collect(),
        }
    }
}
