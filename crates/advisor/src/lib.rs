//! Labels, suggestions and reviews: where engine, statistics and claims meet.
//!
//! This crate will hold the judgement: pure, the same answer for the same
//! inputs, byte for byte. A missing source is an absence that the answer
//! mentions, not an error.
//!
//! So far it has the labels and the contexts.

mod label;

pub use label::{Context, Label};
