//! Looking on while search judges positions: what the evaluation is taught must
//! be what search asks it.

use krog_chess::Chess;

use crate::board::Board;

/// Someone who is shown positions of which search wants the static value.
pub trait Witness: Send + Sync {
    /// Whether to show the next one.
    fn wants(&self) -> bool;

    /// A position that search judges, never one in check.
    fn see(&self, position: Chess);
}

/// Shows a position to whoever wants it.
#[cold]
pub(super) fn show(witness: &dyn Witness, board: &Board) {
    if witness.wants()
        && let Some(position) = board.to_chess()
    {
        witness.see(position);
    }
}
