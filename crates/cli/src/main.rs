//! The `krog` command: reads the command line, calls one function, says the
//! answer. Data goes to standard output, everything else to standard error;
//! the exit code is 0 when all is well, 1 when the answer is no or the work
//! failed, 2 when the input was bad.

mod args;
mod board;
mod commands;
mod config;
mod games;
mod graph;
mod interrupt;
mod logs;
mod outcome;
mod profiles;
mod progress;
mod subject;
mod tree;

use std::process::ExitCode;

use outcome::{Failure, Outcome};

fn main() -> ExitCode {
    match config::read().and_then(|(args, settings)| commands::run(args, &settings)) {
        // A closed pipe is no failure: `head` has read enough.
        Ok(Outcome::Yes) | Err(Failure::PipeClosed) => ExitCode::SUCCESS,
        Ok(Outcome::No) => ExitCode::from(1),
        Err(failure) => {
            eprintln!("krog: {failure}");
            ExitCode::from(failure.code())
        }
    }
}
