//! Positions of games as jobs of their own, for whoever comes: workers on other
//! machines, and threads here. Whoever waits for them finds them known.

use std::{num::NonZeroU8, ops::ControlFlow, time::Duration};

use krog_analyst::settled;
use krog_chess::{EngineLine, Evaluate as _, Limit, Line};
use krog_store::{JobState, NewJob};
use krog_wire::{JobResult, WorkPayload, WorkPosition, to_line};

use super::{Broken, SEARCH, Task};
use crate::{
    engines::Asker,
    service::{Service, now, own_client},
};

/// Positions of one order: long enough to keep what the engine remembers, short
/// enough that little is lost with a worker.
const ORDER: usize = 6;

/// How often a job is looked at that others work on.
const GLANCE: Duration = Duration::from_millis(100);

/// Orders go before the reviews that wait for them.
const URGENCY: i32 = 1;

/// What is to be searched for a job.
pub(super) struct Lent<'a> {
    pub(super) service: &'a Service,
    pub(super) task: &'a Task,
    pub(super) asker: &'a Asker,
    pub(super) limit: Limit,
    pub(super) lines: NonZeroU8,
    /// Tells the orders of one job apart.
    pub(super) game: usize,
}

impl Lent<'_> {
    /// Lends out positions that are not known, and waits until they are, or
    /// cannot be. After each order `step` is told how many positions are done.
    pub(super) fn search(
        &self,
        positions: &[Line],
        mut step: impl FnMut(usize) -> Result<(), Broken>,
    ) -> Result<(), Broken> {
        let orders: Vec<(String, &[Line])> = positions
            .chunks(ORDER)
            .enumerate()
            .map(|(number, part)| (format!("{}-{}-{number}", self.task.id, self.game), part))
            .collect();
        for (id, part) in &orders {
            self.lend(id, part)?;
        }
        self.service.tasks().wake();
        for (id, part) in &orders {
            if let Err(left) = self.wait(id).and_then(|()| step(part.len())) {
                self.take_back(&orders)?;
                return Err(left);
            }
        }
        Ok(())
    }

    /// An order that is there from an earlier try is not made again.
    fn lend(&self, id: &str, positions: &[Line]) -> Result<(), Broken> {
        let open = |line: &&Line| {
            Asker::keeps(line)
                && settled(line.end()).is_none()
                && !self.asker.knows(line, self.limit, self.lines)
        };
        let positions: Vec<WorkPosition> = positions
            .iter()
            .filter(open)
            .map(WorkPosition::new)
            .collect();
        if positions.is_empty() {
            return Ok(());
        }
        let payload = to_line(&WorkPayload {
            engine: self.asker.name(),
            positions,
            nodes: self.limit.max_nodes(),
            depth: self.limit.max_depth(),
            lines: self.lines.get(),
        });
        let job = NewJob {
            id,
            kind: SEARCH,
            payload: &payload,
            urgency: URGENCY,
        };
        self.task.store.desk().add_job(&job, now())?;
        Ok(())
    }

    /// Waits until an order has ended, well or not: what is not known then is
    /// searched here.
    fn wait(&self, id: &str) -> Result<(), Broken> {
        loop {
            if self.task.is_left() {
                return Err(Broken::Left);
            }
            // A store that does not answer for a while does not end the work.
            match self.task.store.desk().job(id) {
                Ok(Some(job)) if matches!(job.state, JobState::Waiting | JobState::Running) => {}
                Ok(_) => return Ok(()),
                Err(_) => {}
            }
            self.service.tasks().bell.wait(GLANCE);
        }
    }

    /// Nobody needs the orders of a job that was cancelled. Those of a job that
    /// goes on after a stop are found again.
    fn take_back(&self, orders: &[(String, &[Line])]) -> Result<(), Broken> {
        if self.service.tasks().bell.is_stopped() {
            return Ok(());
        }
        for (id, _) in orders {
            self.task.store.desk().cancel_job(id, now())?;
        }
        Ok(())
    }
}

/// Searches an order here.
pub(super) fn search(service: &Service, payload: &str, task: &Task) -> Result<JobResult, Broken> {
    let order: WorkPayload = krog_wire::read(payload).map_err(Broken::Failed)?;
    let mut client = own_client(&task.id);
    client.gone = task.dropped();
    let none = || Broken::Failed("found no engine, expected the service to have one".into());
    let asker = service.asker(&client).ok_or_else(none)?;
    let limit = order.limit().unwrap_or(service.settings().limit);
    let lines = NonZeroU8::new(order.lines).unwrap_or(NonZeroU8::MIN);
    let total = order.positions.len() as u64;
    for (done, position) in (0..).zip(&order.positions) {
        task.report(done, total)?;
        let line = position.line().map_err(Broken::Failed)?;
        let watch = &mut |_: &[EngineLine]| ControlFlow::Continue(());
        let found = asker.evaluate(&line, limit, lines, watch);
        found.map_err(|error| task.broken(&error))?;
    }
    task.report(total, total)?;
    Ok(JobResult {
        positions: Some(total),
        ..JobResult::default()
    })
}
