//! The `serve` task: from a fresh clone to a running service. What the service
//! does, and its options, belong to the binary.

use anyhow::Result;

use crate::call::Call;
use crate::metadata::Metadata;
use crate::needs::Machine;
use crate::steps::{Step, Timetable};
use crate::workspace::Workspace;

/// Builds the page when npm is there, builds the binary, and becomes it.
pub(super) fn serve(workspace: &Workspace, arguments: &[String]) -> Result<u8> {
    let mut steps = page_steps(workspace);
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

/// The steps that build the page; none where there is nothing to build or no
/// npm, since the service runs without it and its start page says how to build it.
fn page_steps(workspace: &Workspace) -> Vec<Step> {
    let web = workspace.root.join("web");
    if !web.join("package.json").is_file() {
        return Vec::new();
    }
    let Some(npm) = Machine::this().on_path("npm") else {
        eprintln!("npm is not on the path: the page is not built, the service starts without it");
        return Vec::new();
    };
    let npm = |name, arguments: &[&str]| Step {
        name,
        call: Call::new(npm.clone(), arguments.iter().copied(), &web).shown_as("npm --prefix web"),
    };
    let mut steps = Vec::new();
    if !web.join("node_modules").is_dir() {
        steps.push(npm("packages", &["ci"]));
    }
    steps.push(npm("page", &["run", "build"]));
    steps
}
