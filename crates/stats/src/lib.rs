//! What people played and how it went: rating bands, counters, chances.
//!
//! This crate will hold the counters as a monoid, the statistical model, the
//! calibrated forecast and the opening names. It is pure: where the counts are
//! kept is the business of `store`.
//!
//! So far it has the rating bands, whose cuts exist here and nowhere else.

mod band;

pub use band::{Band, CUTS};
