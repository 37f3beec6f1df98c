//! The `bench` and `accuracy` tasks: a door to the lab crate, which does the
//! measuring. Always the release profile, because speed is part of the answer.

use anyhow::Result;

use crate::workspace::Workspace;

/// Builds the lab for speed and becomes it.
pub(super) fn run(workspace: &Workspace, what: &str, arguments: &[String]) -> Result<u8> {
    workspace.announce_shared();
    let cargo = ["run", "--release", "--package", "krog-lab", "--", what];
    let arguments = cargo
        .into_iter()
        .chain(arguments.iter().map(String::as_str));
    workspace
        .with_shared(workspace.cargo(arguments))
        .hand_over()
}
