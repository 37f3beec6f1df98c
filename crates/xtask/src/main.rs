//! The door of `cargo xtask`: hands the arguments to the registry of tasks and
//! turns the outcome into an exit code.

use std::process::ExitCode;

use krog_xtask::tasks;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match tasks::run(&arguments) {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}
