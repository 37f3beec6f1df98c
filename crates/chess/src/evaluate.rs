//! The door behind which every engine stands.
//!
//! Whoever can evaluate a position (the builtin engine, a UCI process, a cloud,
//! the comments of a game) implements [`Evaluate`]; whoever needs evaluations
//! asks through it and never learns which one answered, except by name.

use std::{num::NonZeroU8, ops::ControlFlow, time::Duration};

use thiserror::Error;

use crate::{line::Line, score::Score};

/// A line that an engine considers best play, with what it thinks of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineLine {
    /// The value of the position at the start of the line.
    pub score: Score,
    /// The depth searched, in plies.
    pub depth: u32,
    /// The positions searched for it, where the engine tells.
    pub nodes: Option<u64>,
    /// The moves. Empty when the position is decided or the source tells none.
    pub line: Line,
}

/// How long to search. The first limit reached ends the search; with none it
/// would never end, so a limit is built from at least one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limit {
    depth: Option<u32>,
    nodes: Option<u64>,
    time: Option<Duration>,
}

impl Limit {
    /// Search to this depth.
    pub const fn depth(plies: u32) -> Limit {
        Limit {
            depth: Some(plies),
            nodes: None,
            time: None,
        }
    }

    /// Search this many positions.
    pub const fn nodes(nodes: u64) -> Limit {
        Limit {
            depth: None,
            nodes: Some(nodes),
            time: None,
        }
    }

    /// Search for this long.
    pub const fn time(time: Duration) -> Limit {
        Limit {
            depth: None,
            nodes: None,
            time: Some(time),
        }
    }

    /// Both limits; of two of a kind the tighter.
    ///
    /// ```
    /// use krog_chess::Limit;
    ///
    /// let limit = Limit::nodes(300_000).and(Limit::depth(20)).and(Limit::depth(14));
    /// assert_eq!((limit.max_depth(), limit.max_nodes()), (Some(14), Some(300_000)));
    /// ```
    #[must_use]
    pub fn and(self, other: Limit) -> Limit {
        fn tighter<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
            match (a, b) {
                (Some(a), Some(b)) => Some(a.min(b)),
                (a, b) => a.or(b),
            }
        }
        Limit {
            depth: tighter(self.depth, other.depth),
            nodes: tighter(self.nodes, other.nodes),
            time: tighter(self.time, other.time),
        }
    }

    /// So many times the nodes and the time; a depth stays as it is.
    ///
    /// ```
    /// use krog_chess::Limit;
    ///
    /// let limit = Limit::nodes(300_000).and(Limit::depth(20)).times(2);
    /// assert_eq!((limit.max_depth(), limit.max_nodes()), (Some(20), Some(600_000)));
    /// ```
    #[must_use]
    pub fn times(self, factor: u32) -> Limit {
        Limit {
            nodes: self.nodes.map(|nodes| nodes.saturating_mul(factor.into())),
            time: self.time.map(|time| time.saturating_mul(factor)),
            ..self
        }
    }

    /// The depth limit, in plies.
    pub const fn max_depth(self) -> Option<u32> {
        self.depth
    }

    /// The node limit.
    pub const fn max_nodes(self) -> Option<u64> {
        self.nodes
    }

    /// The time limit.
    pub const fn max_time(self) -> Option<Duration> {
        self.time
    }
}

/// Someone who can say what a position is worth.
pub trait Evaluate: Send + Sync {
    /// The name and version for reports, such as `Stockfish 15.1`.
    fn name(&self) -> String;

    /// The best `count` lines from the end of `game`, best first for the side
    /// to move; fewer when there are fewer legal moves.
    ///
    /// The question is a whole [`Line`] because repetition depends on what was
    /// played. `watch` sees intermediate results and may end the search early:
    /// what is known by then is the answer.
    fn evaluate(
        &self,
        game: &Line,
        limit: Limit,
        count: NonZeroU8,
        watch: &mut dyn FnMut(&[EngineLine]) -> ControlFlow<()>,
    ) -> Result<Vec<EngineLine>, EvaluateError>;
}

/// Why there is no evaluation.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum EvaluateError {
    /// The source has nothing on this position; another may.
    #[error("{name} knows no evaluation of this position")]
    Unknown {
        /// Who was asked.
        name: String,
    },
    /// The source does not work.
    #[error("{name} failed: {reason}")]
    Failed {
        /// Who was asked.
        name: String,
        /// What went wrong, in words for the user.
        reason: String,
    },
}
