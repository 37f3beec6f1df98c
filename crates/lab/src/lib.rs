//! Measurements, tuning and fitting; never shipped.
//!
//! Two kinds of measurement live here. [`accuracy`] holds what krog claims
//! against slow implementations of the same definitions, written apart from
//! the crates they examine, and against published figures. [`bench`] says how
//! long things take, beside a peer where there is one. [`contest`] plays matches.
//!
//! Nothing here is a dependency of the program that people use.

// A measurement's output is its result; it goes to stdout like any data.
#![allow(clippy::print_stdout)]

pub mod accuracy;
pub mod bench;
pub mod contest;
pub mod figure;
mod folder;
mod gamesmith;
mod meter;
mod oracle;
mod parallel;
mod python;
mod remembered;
pub mod results;
mod rival;
mod served;
mod shared;
pub mod tune;
