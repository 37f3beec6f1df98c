//! What every store can do. The calls block; a store that speaks to a server
//! owns what it needs for that.

use std::{error::Error, io};

use krog_stats::{Batch, GameId, Statistics};
use thiserror::Error;

use crate::{
    desk::Desk,
    kept::{KeptGame, KeptGames},
    notes::Notes,
};

/// The collection that is meant when none is named.
pub const MAIN: &str = "main";

/// A store of counted games.
pub trait Store: Statistics + Send + Sync {
    /// The collections, by name.
    fn collections(&self) -> Result<Vec<Collection>, StoreError>;

    /// A game of a collection, if it is kept.
    fn game(&self, collection: &str, id: GameId) -> Result<Option<KeptGame>, StoreError>;

    /// Opens a collection for games to come in; makes it if it is not there.
    fn intake(&self, collection: &str) -> Result<Box<dyn Intake + '_>, StoreError>;

    /// Writes every counter as text: the same text for the same games, however
    /// they came in.
    fn export(&self, out: &mut dyn io::Write) -> Result<(), StoreError>;

    /// Evaluations, reviews, jobs and practice. They may be written while games
    /// come in.
    fn desk(&self) -> &dyn Desk;

    /// Where it is noted what was found out about positions and games; none in
    /// a store that has no place for it.
    fn notes(&self) -> Option<&dyn Notes> {
        None
    }
}

/// The door through which games come into a collection. May be used from
/// several threads.
pub trait Intake: Sync {
    /// Claims a game for the batch that is being filled. False if it is in a
    /// batch already that has not been added; whether the collection has it is
    /// found out when the batch is added.
    fn claim(&self, id: GameId) -> bool;

    /// Adds a batch, whole or not at all. Games that the collection has are
    /// left out. The batch is emptied.
    fn add(&self, load: &mut Load) -> Result<Added, StoreError>;

    /// Waits for what is done in the background.
    fn finish(self: Box<Self>) -> Result<(), StoreError>;
}

/// A batch, and the games themselves if they are to be kept.
#[derive(Debug, Default)]
pub struct Load {
    /// What is counted.
    pub batch: Batch,
    /// The games, in the order of the batch; none if they are not kept.
    pub kept: Option<KeptGames>,
    /// The latest date of a game in it, as `YYYY.MM.DD`.
    pub through: Option<String>,
    /// Where the games come from, for the ledger.
    pub origin: String,
    /// How many plies of each game are counted, for the ledger; all if none.
    pub max_ply: Option<u32>,
}

/// What became of a batch.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Added {
    /// Games that are counted now.
    pub games: u64,
    /// Games that were counted before.
    pub duplicates: u64,
    /// Positions that these games went through.
    pub positions: u64,
    /// Moves in these positions.
    pub moves: u64,
}

/// What a collection holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Collection {
    /// Its name.
    pub name: String,
    /// Games that are counted.
    pub games: u64,
    /// Moves that are counted: at most, for parts may share some.
    pub moves: u64,
    /// Parts in which they lie.
    pub parts: u64,
    /// Bytes on disk.
    pub bytes: u64,
    /// The latest date of a game, as `YYYY.MM.DD`.
    pub through: Option<String>,
    /// How many plies of its games are counted.
    pub plies: Plies,
}

/// How many plies of the games of a collection are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Plies {
    /// All of them.
    All,
    /// So many of each.
    First(u32),
    /// Not the same number in every import.
    Mixed,
}

/// Why a store could not do what was asked.
#[derive(Debug, Error)]
pub enum StoreError {
    /// There is none.
    #[error("{place}: there is no store here; `krog import` makes one")]
    Absent {
        /// Where it was looked for.
        place: String,
    },
    /// Somebody else is writing.
    #[error("{place}: another krog is writing to this store")]
    Busy {
        /// Which store.
        place: String,
    },
    /// Nothing of that name was imported.
    #[error("found no collection {found:?}, expected one of: {}", .known.join(", "))]
    NoCollection {
        /// What was asked for.
        found: String,
        /// What there is.
        known: Vec<String>,
    },
    /// A name that nothing can have.
    #[error("found the name {found:?}, expected 1 to 64 letters, digits, - or _")]
    Name {
        /// What was found.
        found: String,
    },
    /// The store is of another make.
    #[error("{place}: found format {found}, expected {expected}")]
    Format {
        /// Which store.
        place: String,
        /// Its format.
        found: String,
        /// The format that is understood.
        expected: String,
    },
    /// It is another than was meant.
    #[error("{place}: found {found}, expected {expected}")]
    Unfit {
        /// Which store.
        place: String,
        /// What it is.
        found: String,
        /// What was meant.
        expected: String,
    },
    /// Both stores have some games.
    #[error(
        "{shared} games are in both stores, and {reason}, so they cannot be told apart in the counters"
    )]
    Shared {
        /// How many.
        shared: u64,
        /// Why that matters.
        reason: &'static str,
    },
    /// A file is damaged or cannot be read.
    #[error(transparent)]
    Damage(#[from] crate::Damage),
    /// The disk, the network or the database failed.
    #[error("{doing}: {error}")]
    Failed {
        /// What was being done.
        doing: String,
        /// What went wrong.
        error: Box<dyn Error + Send + Sync>,
    },
}

impl StoreError {
    /// A failure while doing something.
    pub(crate) fn failed(
        doing: impl Into<String>,
    ) -> impl FnOnce(Box<dyn Error + Send + Sync>) -> StoreError {
        let doing = doing.into();
        |error| StoreError::Failed { doing, error }
    }
}

/// Whether a collection, a review, a job or a puzzle can have this name.
pub fn check_name(name: &str) -> Result<(), StoreError> {
    let plain = |ch: char| ch.is_alphanumeric() || matches!(ch, '-' | '_');
    if (1..=64).contains(&name.chars().count()) && name.chars().all(plain) {
        return Ok(());
    }
    Err(StoreError::Name {
        found: name.to_owned(),
    })
}
