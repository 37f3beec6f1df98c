//! What people played and how it went: rating bands, counters, chances.
//!
//! The [cuts](CUTS) of the rating bands exist here and nowhere else. Games are
//! counted in a [`Counter`], which is a monoid; [`model`] turns counts into
//! chances; [`Statistics`] is how a store is asked; [`opening`] knows names
//! and [`teaching`] what to say about them. All of it is pure: where the counts
//! are kept is the business of `store`.

mod band;
mod batch;
mod counter;
mod filter;
pub mod forecast;
mod group;
pub mod model;
pub mod opening;
mod statistics;
pub mod teaching;

pub use band::{Band, CUTS, Cell};
pub use batch::{Batch, CountedGame, Increment, StepBits};
pub use counter::{Counter, Example, GameId, Played, Tally};
pub use filter::{Filter, FilterError};
pub use group::{Group, Grouping, LICHESS, SOURCE};
pub use statistics::{Counts, MoveCounts, Statistics, StatisticsError};
