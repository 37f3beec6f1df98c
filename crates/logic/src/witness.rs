//! The evidence for a statement: men on squares, in their parts.

use std::borrow::Cow;

use krog_chess::{Piece, Square};

use crate::state::State;

/// A man that a statement rests on.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Witness {
    /// Its part: `mover`, `blocker`, `attacker`, or a variable of the formula.
    pub role: Cow<'static, str>,
    /// Who it is; `None` for an empty square.
    pub piece: Option<Piece>,
    /// Where it stands.
    pub square: Square,
}

impl Witness {
    /// Whoever stands on a square of a state, in a part.
    pub fn on(state: &State, role: impl Into<Cow<'static, str>>, square: Square) -> Witness {
        Witness {
            role: role.into(),
            piece: state.board.piece_at(square),
            square,
        }
    }
}
