//! Where counters and games are kept: one contract, three stores.
//!
//! [`Store`] is what every store can do; games come in through its
//! [`Intake`], batch by batch, each whole or not at all. [`Embedded`] keeps
//! them in a directory on this machine, [`Postgres`] in a database,
//! [`ClickHouse`] on several machines.

mod address;
mod chore;
mod claims;
mod clickhouse;
mod contract;
mod desk;
mod embedded;
mod export;
mod kept;
mod notes;
mod postgres;
#[cfg(test)]
mod scratch;

pub use address::{Address, UnknownAddress};
pub use clickhouse::ClickHouse;
pub use contract::{Added, Collection, Intake, Load, MAIN, Plies, Store, StoreError, check_name};
pub use desk::{
    Asked, Desk, Ending, Job, JobState, KeptEvaluation, KeptPuzzle, KeptReview, NewJob, Progress,
    Schedule,
};
pub use embedded::{
    Damage, Embedded, Finding, SegmentContents, Step, Verification, Watch, read_segment,
};
pub use kept::{KeptGame, KeptGames};
pub use notes::{GameNote, MoveNote, Notes, PositionNote};
pub use postgres::{Postgres, PrincipleRow};
