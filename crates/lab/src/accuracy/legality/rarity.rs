//! How often the rare cases occurred, so that agreement means something.

use std::sync::atomic::{AtomicU64, Ordering};

use krog_chess::{CastlingMode, Chess, EnPassantMode, Position as _};

/// Positions by what is rare about them; counted from several threads.
#[derive(Default)]
pub(super) struct Rarities([AtomicU64; NAMES.len()]);

const NAMES: [&str; 7] = [
    "a double check",
    "an en-passant capture",
    "an en-passant capture that exposes the king",
    "a promotion",
    "castling",
    "castling in Chess960",
    "no legal move",
];

impl Rarities {
    pub(super) fn count(&self, position: &Chess) {
        let moves = position.legal_moves();
        let castles = moves.iter().any(|m| m.is_castle());
        let passing = |mode| position.ep_square(mode).is_some();
        let cases = [
            position.checkers().count() == 2,
            passing(EnPassantMode::Legal),
            // Not merely an answer that leaves a check unanswered.
            passing(EnPassantMode::PseudoLegal)
                && !passing(EnPassantMode::Legal)
                && !position.is_check(),
            moves.iter().any(|m| m.is_promotion()),
            castles,
            castles && position.castles().mode() == CastlingMode::Chess960,
            moves.is_empty(),
        ];
        for (counter, case) in self.0.iter().zip(cases) {
            counter.fetch_add(u64::from(case), Ordering::Relaxed);
        }
    }

    pub(super) fn summary(&self) -> String {
        let counts: Vec<String> = NAMES
            .iter()
            .zip(&self.0)
            .map(|(name, counter)| format!("{} with {name}", counter.load(Ordering::Relaxed)))
            .collect();
        format!("positions: {}", counts.join(", "))
    }
}
