//! Who evaluates: the builtin engine, a UCI process, a cloud, or the game itself.
//!
//! This crate holds the implementations of [`krog_chess::Evaluate`], their pool
//! and their supervision. It keeps no cache: what was found is kept by whoever
//! asked.

mod choice;
mod discover;
mod pool;
mod settled;
mod uci;

pub use choice::{Choice, UnknownAnalyst};
pub use discover::find_stockfish;
pub use pool::Engine;
pub use settled::settled;
pub use uci::{Options, Patience, StartError, Uci};
