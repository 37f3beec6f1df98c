//! Engines that work side by side, each on a part of the same game.
//!
//! A game is cut into as many contiguous chunks as engines are idle. A chunk is
//! analysed backwards, so that what an engine remembers of the later positions
//! helps it with the earlier ones, where the same lines come up one ply deeper.
//! Each chunk begins with the first position of the next one, so that no move
//! is judged by two engines of which neither has seen both of its sides.

mod chunk;
mod idle;

use std::{num::NonZeroU8, ops::ControlFlow, ops::Range, sync::Arc, thread};

use krog_chess::{EngineLine, Evaluate, EvaluateError, Limit, Line};

use crate::{
    analysis::{Analysis, Report},
    settled::settled,
};
use chunk::{Chunk, Task, cut};
use idle::{Idle, Lease};

/// An engine with a memory of what it searched before.
pub trait Engine: Evaluate {
    /// Makes the next question independent of all earlier ones.
    fn forget(&self);
}

/// Some engines of the same kind. Dropping it ends all work and all engines.
pub struct Pool {
    name: Arc<str>,
    idle: Arc<Idle>,
}

impl Pool {
    /// A pool of these engines; `None` without any.
    pub fn new(engines: Vec<Box<dyn Engine>>) -> Option<Pool> {
        let name = engines.first()?.name().into();
        let idle = Arc::new(Idle::new(engines));
        Some(Pool { name, idle })
    }

    /// How many engines there are.
    pub fn size(&self) -> usize {
        self.idle.size()
    }

    /// Analyses all positions of a game, from the start to the end.
    pub fn analyse(&self, game: &Line, limit: Limit, count: NonZeroU8) -> Analysis {
        let team = self.team();
        Analysis::spawn(self.name(), game, move |lines, report| {
            team.analyse(lines, 0..lines.len(), limit, count, report);
        })
    }

    /// The engines, for work in the background.
    pub(crate) fn team(&self) -> Team {
        Team {
            name: self.name.clone(),
            idle: self.idle.clone(),
        }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.idle.close();
    }
}

impl Evaluate for Pool {
    fn name(&self) -> String {
        self.name.as_ref().to_owned()
    }

    fn evaluate(
        &self,
        game: &Line,
        limit: Limit,
        count: NonZeroU8,
        watch: &mut dyn FnMut(&[EngineLine]) -> ControlFlow<()>,
    ) -> Result<Vec<EngineLine>, EvaluateError> {
        if let Some(line) = settled(game.end()) {
            return Ok(vec![line]);
        }
        match self.idle.take(&mut || watch(&[]).is_break()) {
            Some(lease) => lease.engine().evaluate(game, limit, count, watch),
            // The asker did not want to wait.
            None => Ok(Vec::new()),
        }
    }
}

/// The engines of a pool, as its background work sees them.
pub(crate) struct Team {
    name: Arc<str>,
    idle: Arc<Idle>,
}

impl Team {
    /// Analyses some positions of a game and reports each.
    pub(crate) fn analyse(
        &self,
        lines: &[Line],
        plies: Range<usize>,
        limit: Limit,
        count: NonZeroU8,
        report: &Report,
    ) {
        if plies.is_empty() {
            return;
        }
        let Some(first) = self.idle.take(&mut || report.is_cancelled()) else {
            return;
        };
        let mut leases = vec![first];
        let rest = self.idle.take_idle(plies.len() - 1);
        leases.extend(rest);
        let chunks = cut(plies, leases.len(), lines.len());
        let task = Task {
            lines,
            limit,
            count,
            source: &self.name,
            report,
            idle: &self.idle,
        };
        work(leases, chunks, task);
    }
}

/// Gives each engine its chunk; the last one is done on this thread.
fn work(mut leases: Vec<Lease>, mut chunks: Vec<Chunk>, task: Task<'_>) {
    let own = leases.pop().zip(chunks.pop());
    thread::scope(|scope| {
        for (lease, chunk) in leases.into_iter().zip(chunks) {
            scope.spawn(move || chunk.analyse(lease.engine(), task));
        }
        if let Some((lease, chunk)) = own {
            chunk.analyse(lease.engine(), task);
        }
    });
}
