//! Streams of games into a store.
//!
//! [`import`] reads PGN from an [`Origin`], plain or packed, replays it on all
//! cores and hands batches to a store. A game that cannot be counted is
//! skipped and told, with its file and line; the others are not touched by it.
//! An import that was interrupted is resumed by starting it again: games that
//! are in the store count once. [`sync`] does the same with the games that a
//! [`Source`] has at Lichess or Chess.com, and remembers how far it came. With
//! [`share`] and [`help`] many machines import together, [`Piece`] by piece.

mod blocks;
mod choice;
mod identity;
mod origin;
mod piece;
mod rejoin;
mod remote;
mod report;
mod run;
mod share;
mod source;
mod unpack;

pub use blocks::{Block, Blocks};
pub use choice::{Choice, Date, Speed};
pub use identity::identity;
pub use origin::{Given, Origin};
pub use piece::Piece;
pub use rejoin::{Target, rejoin};
pub use remote::{
    BaseAddress, Clock, Contact, GameName, Limits, NoService, NoSource, Secret, Services,
    ServicesSettings, Source, SystemClock, Trouble, TroubleKind, User, sync,
};
pub use report::{Report, Skip, Skipped};
pub use run::{ImportError, Progress, Settings, import};
pub use share::{help, share};
