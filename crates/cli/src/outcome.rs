//! How a command ends.

use std::fmt;

/// The answer of a command that did its work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Outcome {
    /// All is well.
    Yes,
    /// The answer is no.
    No,
}

/// Why a command did not do its work.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The input was bad: which part, and what was expected.
    Input {
        part: &'static str,
        error: anyhow::Error,
    },
    /// The work failed.
    Work(anyhow::Error),
    /// Nobody reads the output any more.
    PipeClosed,
}

impl Failure {
    /// Blames an input by its name on the command line.
    pub(crate) fn input(part: &'static str, error: impl Into<anyhow::Error>) -> Failure {
        Failure::Input {
            part,
            error: error.into(),
        }
    }

    /// The exit code.
    pub(crate) const fn code(&self) -> u8 {
        match self {
            Failure::Work(_) | Failure::PipeClosed => 1,
            Failure::Input { .. } => 2,
        }
    }
}

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Failure {
        Failure::Work(error)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Input { part, error } => write!(f, "{part}: {error:#}"),
            Failure::Work(error) => write!(f, "{error:#}"),
            Failure::PipeClosed => f.write_str("the output is closed"),
        }
    }
}
