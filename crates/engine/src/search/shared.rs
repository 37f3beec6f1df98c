//! What the threads of one search share, and what may end it.

use std::{
    fmt,
    sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    time::Duration,
};

use super::{
    features::Features,
    limits::{Budget, Clock},
    table::Table,
    tablebase::Tablebase,
    witness::Witness,
};

/// Words to a running search from outside.
#[derive(Debug, Default)]
pub struct Signals {
    stop: AtomicBool,
    pondering: AtomicBool,
}

impl Signals {
    /// Ends the search as soon as it looks.
    pub fn stop(&self) {
        self.stop.store(true, Relaxed);
    }

    /// Whether the end was asked for.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    /// Says whether search goes on the opponent's time: then no clock ends it.
    pub fn set_pondering(&self, pondering: bool) {
        self.pondering.store(pondering, Relaxed);
    }

    /// Whether search goes on the opponent's time.
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Relaxed)
    }

    /// Makes ready for a new search.
    pub fn reset(&self) {
        self.stop.store(false, Relaxed);
        self.pondering.store(false, Relaxed);
    }
}

/// What all threads of a search look at.
pub(super) struct Shared<'a> {
    pub(super) table: Table<'a>,
    pub(super) signals: &'a Signals,
    pub(super) clock: &'a dyn Clock,
    pub(super) tablebase: Option<&'a dyn Tablebase>,
    pub(super) witness: Option<&'a dyn Witness>,
    pub(super) features: Features,
    pub(super) budget: Budget,
    pub(super) start: Duration,
    /// Where one thread alone stops at once.
    pub(super) node_limit: u64,
    pub(super) nodes: AtomicU64,
    pub(super) table_hits: AtomicU64,
    pub(super) done: AtomicBool,
    /// Keys of the game before the root.
    pub(super) keys: Vec<u64>,
    /// How many lines are wanted.
    pub(super) line_count: usize,
    /// How many moves the root has.
    pub(super) root_count: usize,
    /// Logarithms of depths and numbers of moves, for reductions.
    pub(super) logarithms: &'a [i32; 64],
}

impl Shared<'_> {
    /// The time since the search began.
    pub(super) fn elapsed(&self) -> Duration {
        self.clock.now().saturating_sub(self.start)
    }

    pub(super) fn count_table_hit(&self) {
        self.table_hits.fetch_add(1, Relaxed);
    }

    /// Whether nodes or time are used up.
    pub(super) fn is_exhausted(&self, nodes: u64) -> bool {
        if nodes >= self.budget.nodes {
            return true;
        }
        match self.budget.hard {
            Some(hard) => !self.signals.is_pondering() && self.elapsed() >= hard,
            None => false,
        }
    }
}

impl fmt::Debug for Shared<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shared")
            .field("budget", &self.budget)
            .field("nodes", &self.nodes)
            .finish_non_exhaustive()
    }
}
