//! The name of an opening, and what is taught about it.

use krog_stats::{opening, teaching};
use serde::Serialize;
use utoipa::ToSchema;

use crate::Lesson;

/// What an opening is called, in English.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
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
    /// What is taught about it, or about the main opening it belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lesson: Option<Lesson>,
}

impl Opening {
    /// The name together with a lesson.
    #[must_use]
    pub fn taught(self, lesson: Option<&teaching::Lesson>) -> Opening {
        Opening {
            lesson: lesson.map(Lesson::from),
            ..self
        }
    }
}

impl From<opening::Opening> for Opening {
    fn from(opening: opening::Opening) -> Opening {
        Opening {
            eco: opening.eco,
            name: opening.name,
            variation: opening.variation,
            ply: None,
            lesson: None,
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
