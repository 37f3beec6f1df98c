//! Evaluations before anybody asks: the positions that most games went through,
//! the most played first. What was found before is not searched again, so a job
//! that was interrupted goes on where it was.

use std::{
    collections::{BinaryHeap, HashSet},
    ops::ControlFlow,
};

use krog_chess::{
    Chess, EngineLine, Evaluate as _, EvaluateError, Limit, Line, Move, Position as _, PositionKey,
};
use krog_insight::{Given, explain, report};
use krog_stats::{StatisticsError, opening};
use krog_store::{MoveNote, PositionNote, StoreError};
use krog_wire::{BackgroundRequest, JobResult, KrogAnalysis, PositionReport, to_line};

use super::{Broken, POPULAR, Task};
use crate::{
    engines::Asker,
    service::{Service, own_client},
};

/// How many positions are analysed unless told.
const BATCH: u64 = 100;

/// How deeply, unless told.
pub(super) const DEPTH: u32 = 16;

/// How many games make a position popular, unless told.
pub(super) const POPULARITY: u64 = 100;

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
    let mut walk = Walk::new(least);
    let mut done = 0;
    while done < batch
        && let Some(position) = walk.next(service)?
    {
        let looked = look_at(service, &asker, &position, limit);
        let looked = looked.map_err(|error| match error {
            Trouble::Engine(error) => task.broken(&error),
            Trouble::Store(error) => error.into(),
        })?;
        if looked == Look::New {
            done += 1;
        }
        let total = if batch == u64::MAX { 0 } else { batch };
        task.report(done, total)?;
    }
    Ok(JobResult {
        positions: Some(done),
        ..JobResult::default()
    })
}

/// What came of a look at a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Look {
    /// It was searched now.
    New,
    /// It was known already, or there is nothing to know.
    Old,
}

/// Why a position could not be looked at.
#[derive(Debug)]
pub(super) enum Trouble {
    Engine(EvaluateError),
    Store(StoreError),
}

impl From<StoreError> for Trouble {
    fn from(error: StoreError) -> Trouble {
        Trouble::Store(error)
    }
}

/// Lets an engine look at a position unless one has, and notes what is known
/// where the store takes notes.
pub(super) fn look_at(
    service: &Service,
    asker: &Asker,
    position: &Chess,
    limit: Limit,
) -> Result<Look, Trouble> {
    let line = Line::at(position.clone());
    if position.legal_moves().is_empty() {
        return Ok(Look::Old);
    }
    let count = service.settings().lines;
    let known = asker.knows(&line, limit, count);
    let notes = service.store().and_then(|store| store.notes());
    if known && notes.is_none() {
        return Ok(Look::Old);
    }
    let watch = &mut |_: &[EngineLine]| ControlFlow::Continue(());
    let lines = asker.evaluate(&line, limit, count, watch);
    let lines = lines.map_err(Trouble::Engine)?;
    if let (Some(notes), Some(best)) = (notes, lines.first()) {
        let collection = &service.settings().collection;
        let known = notes.noted_depth(collection, position)?;
        if known.is_none_or(|depth| depth < best.depth) {
            let counts = service
                .store()
                .map(|store| store.counts(collection, position));
            let counts = counts.and_then(Result::ok);
            let played = counts.iter().flat_map(|counts| &counts.moves);
            let played: Vec<Move> = played.map(|row| row.played).collect();
            notes.note_position(&PositionNote {
                collection,
                position,
                score: best.score,
                depth: best.depth,
                krog: to_line(&PositionReport::new(position, &report(position))),
                moves: move_notes(asker, position, &lines, &played),
            })?;
        }
    }
    Ok(if known { Look::Old } else { Look::New })
}

/// What is known about the moves that people played and the engine likes.
fn move_notes(
    asker: &Asker,
    position: &Chess,
    lines: &[EngineLine],
    played: &[Move],
) -> Vec<MoveNote> {
    let first = |line: &EngineLine| line.line.moves().first().copied();
    let mut moves: Vec<Move> = lines.iter().filter_map(first).collect();
    let liked = moves.len();
    moves.extend(
        played
            .iter()
            .filter(|m| !moves.contains(m))
            .copied()
            .collect::<Vec<_>>(),
    );
    let note = |(index, m): (usize, &Move)| {
        let mut after = Line::at(position.clone());
        after.push(*m).ok()?;
        let ranked = lines.get(index).filter(|_| index < liked);
        let recalled = || Some(asker.recall(&after)?.first()?.score);
        let explanation = explain(position, *m, Given::default()).ok()?;
        let krog = KrogAnalysis::from(&explanation);
        Some(MoveNote {
            played: *m,
            score: ranked.map(|line| line.score).or_else(recalled),
            rank: ranked.and_then(|_| u16::try_from(index + 1).ok()),
            is_book: opening::at(after.end()).is_some(),
            krog_score: krog.total_krog_score,
            krog: to_line(&krog),
        })
    };
    moves.iter().enumerate().filter_map(note).collect()
}

/// The positions of a collection, the most played first.
pub(super) struct Walk {
    open: BinaryHeap<Popular>,
    seen: HashSet<PositionKey>,
    least: u64,
}

impl Walk {
    pub(super) fn new(least: u64) -> Walk {
        let start = Chess::default();
        Walk {
            seen: HashSet::from([PositionKey::of(&start)]),
            open: BinaryHeap::from([Popular {
                games: u64::MAX,
                position: start,
            }]),
            least,
        }
    }

    pub(super) fn next(&mut self, service: &Service) -> Result<Option<Chess>, Broken> {
        let Some(Popular { position, .. }) = self.open.pop() else {
            return Ok(None);
        };
        let store = service.store().ok_or(Broken::Left)?;
        let counts = store
            .counts(&service.settings().collection, &position)
            .map_err(|error| match error {
                StatisticsError::Store(_) => Broken::Away(error.to_string()),
                StatisticsError::NoCollection { .. } => Broken::Failed(error.to_string()),
            })?;
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
