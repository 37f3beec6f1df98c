//! What a spoken move was taken for.

use krog_chess::{
    Chess, Move,
    notation::{self, Form, spoken},
};
use krog_text::both;
use serde::Serialize;
use utoipa::ToSchema;

use crate::Bilingual;

/// The answer to a spoken move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Said {
    /// The move in SAN, if only one fits.
    pub san: Option<String>,
    /// The same in UCI.
    pub uci: Option<String>,
    /// Every legal move that fits what was said.
    pub candidates: Vec<Candidate>,
}

/// A move that fits.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Candidate {
    /// The move in SAN.
    pub san: String,
    /// The move in UCI.
    pub uci: String,
    /// How it would be said without doubt.
    pub spoken: Bilingual,
}

impl Said {
    /// The legal moves of `position` that were heard.
    pub fn new(position: &Chess, moves: &[Move]) -> Said {
        let candidates: Vec<Candidate> =
            moves.iter().map(|m| Candidate::new(position, *m)).collect();
        let only = match candidates.as_slice() {
            [only] => Some(only),
            _ => None,
        };
        Said {
            san: only.map(|candidate| candidate.san.clone()),
            uci: only.map(|candidate| candidate.uci.clone()),
            candidates,
        }
    }
}

impl Candidate {
    fn new(position: &Chess, m: Move) -> Candidate {
        Candidate {
            san: notation::write(position, m, Form::San),
            uci: notation::write(position, m, Form::Uci),
            spoken: both(|language| spoken::say(position, m, language)).into(),
        }
    }
}
