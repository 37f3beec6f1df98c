//! Where counters and games are kept: one contract, three stores.
//!
//! [`Store`] is what every store can do; games come in through its
//! [`Intake`], batch by batch, each whole or not at all. [`Embedded`] keeps
//! them in a directory on this machine, [`Postgres`] in a database. ClickHouse
//! has an [`Address`] so far.

mod address;
mod contract;
mod desk;
mod embedded;
mod export;
mod kept;
mod postgres;
#[cfg(test)]
mod scratch;

pub use address::{Address, UnknownAddress};
pub use contract::{Added, Collection, Intake, Load, MAIN, Plies, Store, StoreError, check_name};
pub use desk::{
    Asked, Desk, Ending, Job, JobState, KeptEvaluation, KeptPuzzle, KeptReview, NewJob, Progress,
    Schedule,
};
pub use embedded::{Damage, Embedded, Finding, Step, Verification, Watch};
pub use kept::{KeptGame, KeptGames};
pub use postgres::{Postgres, PrincipleRow};
