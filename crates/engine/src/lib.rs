//! Evaluation by named terms, search, and the UCI protocol.
//!
//! This crate will hold the builtin engine: an evaluation whose every term can
//! be printed and explained, and a search to trust. It reads no clock except
//! through the limit it is given.
//!
//! So far it has the pair of weights that every evaluation term is made of.

mod tapered;

pub use tapered::Tapered;
