//! A man that a statement rests on.

use krog_text::{Language, piece, side};
use serde::Serialize;
use utoipa::ToSchema;

/// The evidence for a statement.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Witness {
    /// Its part: `mover`, `blocker`, `attacker`, or a variable of the formula.
    pub role: String,
    /// Who it is, such as `white bishop`; `null` for an empty square.
    pub piece: Option<String>,
    /// Where it stands.
    pub square: String,
}

impl From<&krog_logic::Witness> for Witness {
    fn from(witness: &krog_logic::Witness) -> Witness {
        let name = |man: krog_chess::Piece| {
            let color = side::weak_adjective(Language::English, man.color);
            format!("{color} {}", piece::key(man.role))
        };
        Witness {
            role: witness.role.to_string(),
            piece: witness.piece.map(name),
            square: witness.square.to_string(),
        }
    }
}
