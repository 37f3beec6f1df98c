//! Measurements, tuning and fitting; never shipped.
//!
//! Two kinds of measurement live here. [`accuracy`] holds what krog claims
//! against slow implementations of the same definitions, written apart from
//! the crates they examine, and against published figures. [`bench`] says how
//! long things take, beside a peer where there is one. [`contest`] plays matches, and
//! [`faults`] lets everything fail that can.
//!
//! Nothing here is a dependency of the program that people use.

// A measurement's output is its result; it goes to stdout like any data.
#![allow(clippy::print_stdout)]

pub mod accuracy;
pub mod bench;
#[path = "../../store/tests/support/cluster.rs"]
mod cluster;
pub mod contest;
pub mod faults;
pub mod figure;
mod folder;
mod gamesmith;
mod krog;
pub mod meter;
mod oracle;
mod parallel;
#[path = "../../store/tests/support/played.rs"]
mod played;
mod python;
mod remembered;
pub mod results;
mod rival;
mod served;
#[path = "../../store/tests/support/shards.rs"]
mod shards;
mod shared;
pub mod teach;
pub mod tune;
