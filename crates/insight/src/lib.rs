//! Principles, tactics, and claims that the checker has proved.
//!
//! This crate will hold the detectors that propose claims about a move, and the
//! rendering of proved claims in English and Norwegian. A detector proposes,
//! the checker of `logic` disposes: what it does not prove is never shown.
//!
//! So far it has the parts of a claim that need no formula.

mod witness;

pub use witness::{Polarity, Witness};
