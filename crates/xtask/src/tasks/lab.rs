//! The `bench`, `accuracy` and `faults` tasks and their like: a door to the lab
//! crate, which does the measuring.

use anyhow::Result;

use crate::workspace::Workspace;

/// Builds the lab for speed, which is part of the answer, and becomes it.
pub(super) fn run(workspace: &Workspace, what: &str, arguments: &[String]) -> Result<u8> {
    become_lab(workspace, &["run", "--release"], what, arguments)
}

/// The same as tests are built: what overflows or breaks an assertion is found.
pub(super) fn run_checked(workspace: &Workspace, what: &str, arguments: &[String]) -> Result<u8> {
    become_lab(workspace, &["run"], what, arguments)
}

fn become_lab(
    workspace: &Workspace,
    cargo: &[&str],
    what: &str,
    arguments: &[String],
) -> Result<u8> {
    workspace.announce_shared();
    let lab = ["--package", "krog-lab", "--", what];
    let words = cargo.iter().copied().chain(lab);
    let words = words.chain(arguments.iter().map(String::as_str));
    workspace.with_shared(workspace.cargo(words)).hand_over()
}
