//! Tactics as they are listed.

use krog_insight::Theme;
use serde::Serialize;
use utoipa::ToSchema;

use crate::Bilingual;

/// A theme that a line can have.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Tactic {
    /// Its id, that of Lichess puzzles.
    pub id: &'static str,
    /// Which registry it belongs to: `tactics`.
    pub kind: &'static str,
    /// Its name.
    pub name: Bilingual,
    /// What it is.
    pub explanation: Bilingual,
}

impl From<&Theme> for Tactic {
    fn from(theme: &Theme) -> Tactic {
        Tactic {
            id: theme.id,
            kind: "tactics",
            name: theme.name().into(),
            explanation: theme.explanation().into(),
        }
    }
}
