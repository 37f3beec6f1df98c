//! The `check`, `test` and `tidy` tasks: which steps they take and in which
//! order. The tests themselves live with the crates.

use anyhow::Result;

use super::{page, setup};
use crate::call::Call;
use crate::metadata::Metadata;
use crate::steps::{Step, Timetable};
use crate::workspace::Workspace;

/// The page's checks, format, clippy and all tests.
pub(super) fn check(workspace: &Workspace) -> Result<u8> {
    workspace.announce_shared();
    let mut timetable = Timetable::default();
    let mut steps = page::check_steps(workspace);
    steps.extend(check_steps(workspace));
    let outcome = timetable.run_all(&steps);
    eprint!("\n{}", timetable.table());
    outcome
}

/// All that CI does: set-up, the check, the page in a browser, and the quick
/// accuracy run.
pub(super) fn test(workspace: &Workspace) -> Result<u8> {
    let mut timetable = Timetable::default();
    timetable.time("setup", setup::setup)?;
    workspace.announce_shared();
    let mut steps = page::full_check_steps(workspace);
    steps.extend(check_steps(workspace));
    let [binaries, accuracy] = accuracy_steps(workspace)?;
    steps.push(binaries);
    steps.extend(page::browser_steps(workspace)?);
    steps.push(accuracy);
    let outcome = timetable.run_all(&steps);
    eprint!("\n{}", timetable.table());
    outcome
}

/// The tidy rules alone.
pub(super) fn tidy(workspace: &Workspace) -> Result<u8> {
    workspace
        .cargo(["test", "--package", "krog-xtask", "--test", "tidy"])
        .hand_over()
}

fn check_steps(workspace: &Workspace) -> Vec<Step> {
    let cargo = |arguments: &str| workspace.cargo(arguments.split(' '));
    vec![
        Step {
            name: "fmt",
            call: cargo("fmt --all --check"),
        },
        Step {
            name: "clippy",
            call: cargo("clippy --workspace --all-targets -- -D warnings"),
        },
        // The tidy rules are tests of this crate, so this runs them too.
        Step {
            name: "tests",
            call: workspace.with_shared(cargo("test --workspace")),
        },
    ]
}

/// The quick accuracy run on the binary of the test build.
///
/// `cargo run --package krog-lab` would select the features of that one crate
/// and compile its dependencies anew. Selecting the binaries together with the
/// tests asks for the very units that `cargo test --workspace` has built, since
/// with the tests come the features of the development dependencies; without
/// `--tests` those would be left out and crates like tokio built a second time.
/// What is left to do is to link the binaries.
fn accuracy_steps(workspace: &Workspace) -> Result<[Step; 2]> {
    let build = workspace.cargo(["build", "--workspace", "--bins", "--tests"]);
    let lab = Metadata::load(workspace)?
        .target_directory
        .join("debug/krog-lab");
    let accuracy = Call::new(lab, ["accuracy", "--quick"], &workspace.root);
    Ok([
        Step {
            name: "binaries",
            call: build,
        },
        Step {
            name: "accuracy",
            call: workspace.with_shared(accuracy),
        },
    ])
}
