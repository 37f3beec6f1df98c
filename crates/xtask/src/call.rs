//! One call of another program: what to run, where, and how to repeat it by
//! hand. It decides nothing about order or about what a failure means.

use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

/// A program with its arguments, its folder and the variables set for it.
#[derive(Clone, Debug)]
pub struct Call {
    program: OsString,
    shown_as: String,
    arguments: Vec<String>,
    folder: PathBuf,
    variables: Vec<(&'static str, String)>,
}

impl Call {
    /// A call of `program` in `folder`.
    pub fn new<I>(program: impl Into<OsString>, arguments: I, folder: &Path) -> Self
    where
        I: IntoIterator,
        I::Item: Into<String>,
    {
        let program = program.into();
        Self {
            shown_as: quoted(&program.to_string_lossy()),
            program,
            arguments: arguments.into_iter().map(Into::into).collect(),
            folder: folder.to_owned(),
            variables: Vec::new(),
        }
    }

    /// What to show instead of the program's path, as a person would type it.
    #[must_use]
    pub fn shown_as(mut self, name: &str) -> Self {
        name.clone_into(&mut self.shown_as);
        self
    }

    /// Sets a variable for the program; it is part of the command shown.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.variables.push((name, value.into()));
        self
    }

    /// Runs the program to its end and returns its exit code.
    pub fn run(&self) -> Result<u8> {
        self.run_command(self.command())
    }

    /// Runs the program with its output on stderr, for noise beside a table.
    pub fn run_on_stderr(&self) -> Result<u8> {
        let mut command = self.command();
        command.stdout(std::io::stderr());
        self.run_command(command)
    }

    /// Runs the program and returns what it wrote to stdout; an exit code other
    /// than 0 is an error that quotes its stderr.
    pub fn output(&self) -> Result<Vec<u8>> {
        let output = self
            .command()
            .output()
            .with_context(|| format!("could not start `{self}`"))?;
        ensure!(
            output.status.success(),
            "`{self}` failed: {}",
            String::from_utf8_lossy(&output.stderr).trim()
        );
        Ok(output.stdout)
    }

    /// Becomes the program, so that signals and the exit code are its own.
    #[cfg(unix)]
    pub fn hand_over(&self) -> Result<u8> {
        use std::os::unix::process::CommandExt;
        Err(self.command().exec()).with_context(|| format!("could not start `{self}`"))
    }

    /// Runs the program to its end and returns its exit code.
    #[cfg(not(unix))]
    pub fn hand_over(&self) -> Result<u8> {
        self.run()
    }

    fn run_command(&self, mut command: Command) -> Result<u8> {
        let status = command
            .status()
            .with_context(|| format!("could not start `{self}`"))?;
        let code = status.code().unwrap_or(1);
        Ok(u8::try_from(code).unwrap_or(1))
    }

    fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.args(&self.arguments).current_dir(&self.folder);
        for (name, _) in std::env::vars_os() {
            if name.to_str().is_some_and(describes_the_caller) {
                command.env_remove(name);
            }
        }
        for (name, value) in &self.variables {
            command.env(name, value);
        }
        command
    }
}

/// The line a person types to repeat the call from its folder.
impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in &self.variables {
            write!(f, "{name}={} ", quoted(value))?;
        }
        write!(f, "{}", self.shown_as)?;
        for argument in &self.arguments {
            write!(f, " {}", quoted(argument))?;
        }
        Ok(())
    }
}

/// Whether `cargo run` set this variable to describe xtask itself. Some build
/// scripts watch these, and would run anew whenever the caller changes.
fn describes_the_caller(variable: &str) -> bool {
    variable.starts_with("CARGO_PKG_")
        || variable.starts_with("CARGO_MANIFEST_")
        || matches!(
            variable,
            "CARGO_BIN_NAME" | "CARGO_CRATE_NAME" | "CARGO_PRIMARY_PACKAGE"
        )
}

fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,+@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(call: &Call, shown: &str) {
        assert_eq!(call.to_string(), shown);
    }

    #[test]
    fn a_call_is_shown_as_a_person_would_type_it() {
        let here = Path::new(".");
        check(
            &Call::new("cargo", ["fmt", "--check"], here),
            "cargo fmt --check",
        );
        check(
            &Call::new("/opt/cargo", ["test"], here).shown_as("cargo"),
            "cargo test",
        );
        check(
            &Call::new("echo", ["two words", ""], here).with("A", "b c"),
            "A='b c' echo 'two words' ''",
        );
        check(&Call::new("echo", ["it's"], here), r"echo 'it'\''s'");
    }

    #[test]
    fn variables_about_the_caller_are_known() {
        assert!(describes_the_caller("CARGO_PKG_NAME"));
        assert!(describes_the_caller("CARGO_MANIFEST_DIR"));
        assert!(!describes_the_caller("CARGO_TARGET_DIR"));
        assert!(!describes_the_caller("CARGO_HOME"));
    }
}
