//! Evaluations before anybody asks: the positions that most games went through,
//! the most played first. What was found before is not searched again, so a job
//! that was interrupted goes on where it was.

use std::{
    collections::{BinaryHeap, HashSet},
    ops::ControlFlow,
};

use krog_chess::{Chess, EngineLine, Evaluate as _, Limit, Line, Position as _, PositionKey};
use krog_wire::{BackgroundRequest, JobResult};

use super::{Broken, POPULAR, Task};
use crate::service::{Service, own_client};

/// How many positions are analysed unless told.
const BATCH: u64 = 100;

/// How deeply, unless told.
const DEPTH: u32 = 16;

/// How many games make a position popular, unless told.
const POPULARITY: u64 = 100;

/// A position with the games that went through it.
struct Popular {
    games: u64,
    position: Chess,
}

impl PartialEq for Popular {
    fn eq(&self, other: &Popular) -> bool {
        self.games == other.games
    }
}

impl Eq for Popular {}

impl PartialOrd for Popular {
    fn partial_cmp(&self, other: &Popular) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Popular {
    fn cmp(&self, other: &Popular) -> std::cmp::Ordering {
        self.games.cmp(&other.games)
    }
}

/// Evaluates positions: so many that nobody has looked at, or all popular ones.
pub(super) fn run(
    service: &Service,
    kind: &str,
    payload: &str,
    task: &Task,
) -> Result<JobResult, Broken> {
    let request: BackgroundRequest = krog_wire::read(payload).map_err(Broken::Failed)?;
    let mut client = own_client(&task.id);
    client.gone = task.dropped();
    let none = || Broken::Failed("found no engine, expected the service to have one".into());
    let asker = service.asker(&client).ok_or_else(none)?;
    let depth = request.depth.unwrap_or(DEPTH);
    let limit = Limit::depth(depth).and(Limit::nodes(service.settings().most_nodes));
    let (batch, least) = match kind {
        POPULAR => (u64::MAX, request.min_games.unwrap_or(POPULARITY)),
        _ => (
            request.batch.unwrap_or(BATCH),
            request.min_games.unwrap_or(1),
        ),
    };
    let mut walk = Walk::new(service, least);
    let mut done = 0;
    while done < batch
        && let Some(position) = walk.next()?
    {
        let line = Line::at(position);
        let lines = service.settings().lines;
        if line.end().legal_moves().is_empty() || asker.knows(&line, limit, lines) {
            task.report(done, 0)?;
            continue;
        }
        let watch = &mut |_: &[EngineLine]| ControlFlow::Continue(());
        let found = asker.evaluate(&line, limit, lines, watch);
        found.map_err(|error| task.broken(&error))?;
        done += 1;
        let total = if batch == u64::MAX { 0 } else { batch };
        task.report(done, total)?;
    }
    Ok(JobResult {
        positions: Some(done),
        ..JobResult::default()
    })
}

/// The positions of a collection, the most played first.
struct Walk<'a> {
    service: &'a Service,
    open: BinaryHeap<Popular>,
    seen: HashSet<PositionKey>,
    least: u64,
}

impl<'a> Walk<'a> {
    fn new(service: &'a Service, least: u64) -> Walk<'a> {
        let start = Chess::default();
        Walk {
            service,
            seen: HashSet::from([PositionKey::of(&start)]),
            open: BinaryHeap::from([Popular {
                games: u64::MAX,
                position: start,
            }]),
            least,
        }
    }

    fn next(&mut self) -> Result<Option<Chess>, Broken> {
        let Some(Popular { position, .. }) = self.open.pop() else {
            return Ok(None);
        };
        let store = self.service.store().ok_or(Broken::Left)?;
        let counts = store
            .counts(&self.service.settings().collection, &position)
            .map_err(|error| Broken::Failed(error.to_string()))?;
        for played in counts.moves {
            let games = played.counter.total().games();
            let mut next = position.clone();
            next.play_unchecked(played.played);
            if games >= self.least && self.seen.insert(PositionKey::of(&next)) {
                self.open.push(Popular {
                    games,
                    position: next,
                });
            }
        }
        Ok(Some(position))
    }
}
