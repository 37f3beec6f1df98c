//! Who evaluates: the builtin engine, a UCI process, a cloud, or the game itself.
//!
//! This crate holds the implementations of [`krog_chess::Evaluate`], their pool
//! and their supervision. It keeps no cache: what was found is kept by whoever
//! asked.

mod agree;
mod analysis;
mod builtin;
mod choice;
mod cloud;
mod comments;
mod discover;
mod hybrid;
mod open;
mod pool;
mod settled;
mod uci;

pub use agree::agree;
pub use analysis::{Analysis, Found};
pub use choice::{Choice, UnknownAnalyst};
pub use cloud::{Cloud, CloudAddressError, CloudSettings};
pub use comments::Comments;
pub use discover::find_stockfish;
pub use open::{Analyst, OpenError, Settings, open};
pub use pool::{Engine, Pool};
pub use settled::settled;
pub use uci::{Options, Patience, StartError, Uci, read_search};
