//! How far the games of a service were fetched, so that the next time only what
//! is new is asked for.

use crate::contract::StoreError;

/// The marks of a store. A mark is text that the caller wrote and the caller
/// reads; it is kept after the games that it speaks of, so that losing one costs
/// a second look and no game.
pub trait Marks: Send + Sync {
    /// The mark under a key, if one was kept.
    fn mark(&self, key: &str) -> Result<Option<String>, StoreError>;

    /// Keeps a mark in the place of an earlier one.
    fn keep_mark(&self, key: &str, mark: &str) -> Result<(), StoreError>;
}
