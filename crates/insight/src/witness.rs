//! The evidence of a claim.

use krog_chess::{Piece, Square};

/// Whether a claim speaks for the move it is about, or against it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Polarity {
    /// A reason to play the move.
    For,
    /// A reason not to.
    Against,
}

/// A man on the board that a claim rests on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Witness {
    /// What it does in the claim: `attacker`, `pinned`, `target`, …
    pub role: &'static str,
    /// Which man it is; `None` for an empty square.
    pub piece: Option<Piece>,
    /// Where it stands.
    pub square: Square,
}
