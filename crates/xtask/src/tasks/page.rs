//! The steps that build and test the page in `web/`. What they do is written in
//! its `package.json`; here are their order, and what happens without npm.

use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::call::Call;
use crate::metadata::Metadata;
use crate::needs::{Machine, NEEDS};
use crate::steps::{Step, Timetable};
use crate::workspace::Workspace;

/// The page's own checks, its build, and the tests in a browser.
pub(super) fn page(workspace: &Workspace) -> Result<u8> {
    let mut steps = full_check_steps(workspace);
    steps.push(Step {
        name: "binary",
        call: workspace.cargo(["build", "--package", "krog-cli"]),
    });
    steps.extend(browser_steps(workspace)?);
    let mut timetable = Timetable::default();
    let outcome = timetable.run_all(&steps);
    eprint!("\n{}", timetable.table());
    outcome
}

/// The steps that build the page; none where there is nothing to build or no
/// npm, since the service runs without it and its start page says how to build it.
pub(super) fn build_steps(workspace: &Workspace) -> Vec<Step> {
    let Some(npm) = Npm::find(workspace) else {
        return Vec::new();
    };
    let mut steps = npm.packages();
    steps.push(npm.run("page", "build"));
    steps
}

/// Types, lints, unit tests and the build; none without npm.
pub(super) fn check_steps(workspace: &Workspace) -> Vec<Step> {
    Npm::find(workspace).map_or_else(Vec::new, |npm| npm.checks(Vec::new()))
}

/// The same with the engine for the reader's own browser, which the tests in a
/// browser try where it can be fetched.
pub(super) fn full_check_steps(workspace: &Workspace) -> Vec<Step> {
    Npm::find(workspace).map_or_else(Vec::new, |npm| {
        let fetch = ["run", "engine", "--", "--optional"];
        let engine = npm.step("page engine", &fetch);
        npm.checks(vec![engine])
    })
}

/// The tests in a browser, on the binary of the test build; none without npm or
/// a browser.
pub(super) fn browser_steps(workspace: &Workspace) -> Result<Vec<Step>> {
    let Some(npm) = Npm::find(workspace) else {
        return Ok(Vec::new());
    };
    let Some(browser) = browser(&Machine::this()) else {
        eprintln!("Chromium is not there: the page is not tested in a browser");
        return Ok(Vec::new());
    };
    let target = Metadata::load(workspace)?.target_directory;
    let path = |path: PathBuf| path.to_string_lossy().into_owned();
    let mut step = npm.run("page browser", "browser");
    step.call = step
        .call
        .with("KROG_BINARY", path(target.join("debug/krog")))
        .with("KROG_CHROMIUM", path(browser))
        .with("KROG_ARTIFACTS", path(target.join("page")));
    Ok(vec![step])
}

fn browser(machine: &Machine) -> Option<PathBuf> {
    let chromium = NEEDS.iter().find(|need| need.name == "Chromium");
    chromium.and_then(|need| need.find(machine))
}

/// npm, and the folder it is called in.
struct Npm {
    program: PathBuf,
    web: PathBuf,
}

impl Npm {
    fn find(workspace: &Workspace) -> Option<Npm> {
        let web = workspace.root.join("web");
        if !web.join("package.json").is_file() {
            return None;
        }
        let program = Machine::this().on_path("npm");
        if program.is_none() {
            eprintln!("npm is not on the path: the page is neither built nor tested");
        }
        program.map(|program| Npm { program, web })
    }

    /// Fetches the packages where they are missing or older than their list.
    fn packages(&self) -> Vec<Step> {
        let listed = self.web.join("package-lock.json");
        let present = self.web.join("node_modules/.package-lock.json");
        if is_newer(&present, &listed) {
            return Vec::new();
        }
        // Not `ci`: it refuses a list without the packages of other systems, which
        // not every registry has. This keeps to the list and does not write it.
        vec![self.step(
            "packages",
            &["install", "--no-save", "--no-audit", "--no-fund"],
        )]
    }

    /// The packages, what else is fetched, the checks and the build.
    fn checks(&self, fetched: Vec<Step>) -> Vec<Step> {
        let mut steps = self.packages();
        steps.extend(fetched);
        steps.push(self.run("page types", "types"));
        steps.push(self.run("page lint", "lint"));
        steps.push(self.run("page units", "unit"));
        steps.push(self.run("page", "build"));
        steps
    }

    fn run(&self, name: &'static str, script: &str) -> Step {
        self.step(name, &["run", script])
    }

    fn step(&self, name: &'static str, arguments: &[&str]) -> Step {
        let arguments = arguments.iter().copied();
        Step {
            name,
            call: Call::new(self.program.clone(), arguments, &self.web)
                .shown_as("npm --prefix web"),
        }
    }
}

/// Whether the first file was written at or after the second.
fn is_newer(first: &Path, second: &Path) -> bool {
    let written = |path: &Path| path.metadata().and_then(|file| file.modified()).ok();
    match (written(first), written(second)) {
        (Some(first), Some(second)) => first >= second,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_missing_is_not_newer() {
        let here = Path::new("Cargo.toml");
        assert!(is_newer(here, here));
        assert!(!is_newer(Path::new("no such file"), here));
    }
}
