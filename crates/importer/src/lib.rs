//! Streams of games into a store.
//!
//! This crate will hold the import: streams of PGN, plain or packed, and the
//! clients of Lichess and Chess.com, replayed on all cores into batches that a
//! store takes whole.
//!
//! So far it can name an origin of games.

mod origin;

pub use origin::Origin;
