//! What a maintainer runs, behind `cargo xtask`: set-up, checks, tests and the
//! tidy rules. It starts other programs and reads the tree; it knows nothing of
//! chess and uses no other crate of the workspace, so that it builds in seconds.

// The help text and the set-up table are this program's output.
#![allow(clippy::print_stdout)]

pub mod call;
pub mod layers;
pub mod metadata;
pub mod needs;
pub mod steps;
pub mod tasks;
pub mod tidy;
pub mod workspace;
