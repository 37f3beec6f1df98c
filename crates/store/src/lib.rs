//! Where counters and games are kept: one contract, three stores.
//!
//! This crate will hold the blocking store contract and its implementations:
//! a directory of immutable segments with an SQLite catalog, PostgreSQL, and
//! ClickHouse shards.
//!
//! So far it can name a store.

mod address;

pub use address::{Address, UnknownAddress};
