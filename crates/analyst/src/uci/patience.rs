//! How long an engine may take before it counts as broken.

use std::time::Duration;

/// Deadlines for an engine. None of them limits a search as such: an engine
/// that thinks for an hour and still answers `isready` is alive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patience {
    /// From the start of the process to `uciok`.
    pub start: Duration,
    /// From `isready` to `readyok`, between searches and during one.
    pub ready: Duration,
    /// How long nothing of use may be told in a search before `isready` is asked.
    pub silence: Duration,
    /// From `stop` to `bestmove`, and from `quit` to the end of the process.
    pub stop: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience {
            start: Duration::from_secs(10),
            ready: Duration::from_secs(10),
            silence: Duration::from_secs(10),
            stop: Duration::from_secs(2),
        }
    }
}
