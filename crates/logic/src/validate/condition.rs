//! One thing that a law asks of a move.

use krog_chess::Square;
use krog_text::{Args, Bilingual};

use crate::{MESSAGES, law::Law, state::State, witness::Witness};

/// A condition, whether it is fulfilled, and by whom it is seen.
#[derive(Debug)]
pub struct Condition {
    /// The law that asks for it.
    pub law: &'static Law,
    /// Whether it is fulfilled.
    pub met: bool,
    /// The condition as a formula.
    pub formula: String,
    /// The men it rests on: `mover`, `blocker`, `attacker`, `occupant`, `target`.
    pub witnesses: Vec<Witness>,
    message: &'static str,
    args: Args,
}

impl Condition {
    /// A condition of the law `id`, worded by a message.
    pub(super) fn new(
        id: &'static str,
        met: bool,
        formula: String,
        message: &'static str,
        args: Args,
    ) -> Condition {
        Condition {
            law: Law::get(id).expect("conditions name laws of the registry"),
            met,
            formula,
            witnesses: Vec::new(),
            message,
            args,
        }
    }

    /// Adds the man on a square as a witness.
    #[must_use]
    pub(super) fn seen(mut self, state: &State, role: &'static str, square: Square) -> Condition {
        self.witnesses.push(Witness::on(state, role, square));
        self
    }

    /// What is so, in both languages.
    pub fn text(&self) -> Bilingual {
        MESSAGES.both(self.message, &self.args)
    }
}
