//! The `serve` task: from a fresh clone to a running service. What the service
//! does, and its options, belong to the binary.

use anyhow::Result;

use super::page;
use crate::call::Call;
use crate::metadata::Metadata;
use crate::steps::{Step, Timetable};
use crate::workspace::Workspace;

/// Builds the page when npm is there, builds the binary, and becomes it.
pub(super) fn serve(workspace: &Workspace, arguments: &[String]) -> Result<u8> {
    let mut steps = page::build_steps(workspace);
    steps.push(Step {
        name: "binary",
        call: workspace.cargo(["build", "--release", "--package", "krog-cli"]),
    });
    let code = Timetable::default().run_all(&steps)?;
    if code != 0 {
        return Ok(code);
    }
    let target = Metadata::load(workspace)?.target_directory;
    let arguments = ["serve"]
        .into_iter()
        .chain(arguments.iter().map(String::as_str));
    Call::new(target.join("release/krog"), arguments, &workspace.root).hand_over()
}
