//! Principles, tactics, and claims that the checker has proved.
//!
//! This crate will hold the detectors that propose claims about a move, and the
//! rendering of proved claims in English and Norwegian. A detector proposes,
//! the checker of `logic` disposes: what it does not prove is never shown.
//!
//! So far it tags whole lines with their themes.

use std::sync::LazyLock;

use krog_text::{Language, Messages};

pub mod danger;
mod solution;
mod theme;

pub use krog_logic::Witness;
pub use solution::{Followup, Ply, Solution};
pub use theme::{THEMES, Theme, tag};

/// Whether a claim speaks for the move it is about, or against it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Polarity {
    /// A reason to play the move.
    For,
    /// A reason not to.
    Against,
}

static MESSAGES: LazyLock<Messages> = LazyLock::new(|| {
    Messages::new(&[
        (Language::English, include_str!("../messages/en.ftl")),
        (Language::Norwegian, include_str!("../messages/no.ftl")),
    ])
    .expect("the message files are checked by a test")
});
