//! Who evaluates: the builtin engine, a UCI process, a cloud, or the game itself.
//!
//! This crate will hold the implementations of [`krog_chess::Evaluate`], their
//! pool and their supervision. It keeps no cache: what was found is kept by
//! whoever asked.
//!
//! So far it can name an analyst and find Stockfish.

mod choice;
mod discover;

pub use choice::{Choice, UnknownAnalyst};
pub use discover::find_stockfish;
