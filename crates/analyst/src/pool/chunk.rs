//! A contiguous part of a game, for one engine.

use std::{num::NonZeroU8, ops::ControlFlow, ops::Range, sync::Arc};

use krog_chess::{EngineLine, EvaluateError, Limit, Line};

use super::{Engine, idle::Idle};
use crate::{
    analysis::{Found, Report},
    settled::settled,
};

/// The plies that one engine answers for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Chunk {
    plies: Range<usize>,
    /// The ply after the last, for a look ahead; none at the end of the game.
    ahead: Option<usize>,
}

/// What all chunks of a game have in common.
#[derive(Clone, Copy)]
pub(super) struct Task<'a> {
    /// The game up to each position.
    pub(super) lines: &'a [Line],
    pub(super) limit: Limit,
    pub(super) count: NonZeroU8,
    pub(super) source: &'a Arc<str>,
    pub(super) report: &'a Report,
    pub(super) idle: &'a Idle,
}

/// Cuts plies of a game with so many positions into at most `parts` chunks of
/// equal length, more or less.
pub(super) fn cut(plies: Range<usize>, parts: usize, positions: usize) -> Vec<Chunk> {
    let parts = parts.clamp(1, plies.len().max(1));
    let border = |part: usize| plies.start + plies.len() * part / parts;
    (0..parts)
        .map(|part| {
            let plies = border(part)..border(part + 1);
            let ahead = Some(plies.end).filter(|ply| *ply < positions && part + 1 < parts);
            Chunk { plies, ahead }
        })
        .collect()
}

impl Chunk {
    /// Analyses the chunk backwards, until it is done or nobody wants it.
    pub(super) fn analyse(&self, engine: &dyn Engine, task: Task<'_>) {
        engine.forget();
        if let Some(ply) = self.ahead {
            // Only for what the engine remembers of it: the next chunk's
            // engine comes from further ahead and knows this position better.
            let best_only = Task {
                count: NonZeroU8::MIN,
                ..task
            };
            let _known_better = best_only.ask(engine, ply);
        }
        for ply in self.plies.clone().rev() {
            if task.is_unwanted() {
                return;
            }
            match task.ask(engine, ply) {
                // What was found until now is no answer to the whole question.
                Ok(_) if task.is_unwanted() => return,
                Ok(lines) => task.report.found(Found {
                    ply,
                    lines,
                    source: task.source.clone(),
                }),
                Err(error) => return task.report.fail(error),
            }
        }
    }
}

impl Task<'_> {
    fn is_unwanted(&self) -> bool {
        self.report.is_cancelled() || self.idle.is_closed()
    }

    fn ask(&self, engine: &dyn Engine, ply: usize) -> Result<Vec<EngineLine>, EvaluateError> {
        let line = &self.lines[ply];
        if let Some(line) = settled(line.end()) {
            return Ok(vec![line]);
        }
        let mut watch = |_: &[_]| {
            if self.is_unwanted() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        engine.evaluate(line, self.limit, self.count, &mut watch)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(
        plies: Range<usize>,
        parts: usize,
        positions: usize,
        expected: &[(Range<usize>, Option<usize>)],
    ) {
        let chunks = cut(plies, parts, positions);
        let found: Vec<_> = chunks.into_iter().map(|c| (c.plies, c.ahead)).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn chunks_are_contiguous_and_look_one_ply_ahead() {
        check(0..81, 1, 81, &[(0..81, None)]);
        check(0..81, 2, 81, &[(0..40, Some(40)), (40..81, None)]);
        check(
            20..30,
            3,
            30,
            &[(20..23, Some(23)), (23..26, Some(26)), (26..30, None)],
        );
        check(0..1, 4, 1, &[(0..1, None)]);
        check(0..2, 4, 2, &[(0..1, Some(1)), (1..2, None)]);
    }

    #[test]
    fn every_ply_is_in_one_chunk() {
        for length in 1..40 {
            for parts in 1..8 {
                let chunks = cut(3..3 + length, parts, 60);
                let plies: Vec<usize> = chunks.iter().flat_map(|c| c.plies.clone()).collect();
                let all: Vec<usize> = (3..3 + length).collect();
                assert_eq!(plies, all, "{length} in {parts}");
            }
        }
    }
}
