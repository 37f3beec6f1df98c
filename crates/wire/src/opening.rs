//! The name of an opening.

use krog_stats::opening;
use serde::Serialize;

/// What an opening is called, in English.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Opening {
    /// The code of the Encyclopaedia of Chess Openings.
    pub eco: &'static str,
    /// The opening.
    pub name: &'static str,
    /// Its variation, if it is told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variation: Option<&'static str>,
    /// For a game: the plies played when it last had a name of its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ply: Option<usize>,
}

impl From<opening::Opening> for Opening {
    fn from(opening: opening::Opening) -> Opening {
        Opening {
            eco: opening.eco,
            name: opening.name,
            variation: opening.variation,
            ply: None,
        }
    }
}

impl From<opening::Reached> for Opening {
    fn from(reached: opening::Reached) -> Opening {
        Opening {
            ply: Some(reached.ply),
            ..reached.opening.into()
        }
    }
}
