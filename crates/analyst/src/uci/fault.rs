//! What can go wrong with an engine.

use std::{process::ExitStatus, time::Duration};

use thiserror::Error;

/// Why an engine gave no answer.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(super) enum Fault {
    #[error("it cannot be started: {0}")]
    Start(String),
    #[error("found no `uciok` within {}, expected a UCI engine", seconds(.0))]
    Handshake(Duration),
    #[error("found no answer to `isready` within {}", seconds(.0))]
    Hung(Duration),
    #[error("it did not stop within {}", seconds(.0))]
    Unstoppable(Duration),
    #[error("it ended by itself{}", how(.0.as_ref()))]
    Ended(Option<ExitStatus>),
    #[error("it ended the search without an exact score and a legal move")]
    NoLine,
    #[error("nobody waits for its answer any more")]
    Unwanted,
    #[error("it does not offer UCI_Chess960, which this position needs")]
    Chess960,
}

impl Fault {
    /// Whether a fresh process might do better.
    pub(super) const fn may_pass(&self) -> bool {
        matches!(
            self,
            Fault::Hung(_) | Fault::Unstoppable(_) | Fault::Ended(_)
        )
    }
}

fn seconds(time: &Duration) -> String {
    format!("{} s", time.as_secs_f32())
}

fn how(status: Option<&ExitStatus>) -> String {
    status.map_or_else(String::new, |status| format!(" ({status})"))
}
