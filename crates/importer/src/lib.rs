//! Streams of games into a store.
//!
//! [`import`] reads PGN from an [`Origin`], plain or packed, replays it on all
//! cores and hands batches to a store. A game that cannot be counted is
//! skipped and told, with its file and line; the others are not touched by it.
//! An import that was interrupted is resumed by starting it again: games that
//! are in the store count once.

mod blocks;
mod choice;
mod identity;
mod origin;
mod rejoin;
mod report;
mod run;
mod source;
mod unpack;

pub use blocks::{Block, Blocks};
pub use choice::{Choice, Date, Speed};
pub use identity::identity;
pub use origin::Origin;
pub use rejoin::rejoin;
pub use report::{Report, Skip, Skipped};
pub use run::{ImportError, Progress, Settings, import};
