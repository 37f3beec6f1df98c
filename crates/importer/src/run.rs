//! The import: blocks are read, games replayed and batches handed to the
//! store, on as many threads as there are cores.

use std::{
    io,
    num::NonZeroUsize,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    thread,
    time::Duration,
};

use krog_chess::{
    Color, Outcome, Position as _,
    pgn::{MainLine, NoMainLine, Start},
};
use krog_stats::{Batch, CountedGame};
use krog_store::{Intake, KeptGames, Load, Store, StoreError};
use thiserror::Error;

use crate::{
    Origin,
    blocks::Block,
    choice::{self, Choice},
    identity::identity,
    report::{Report, Skip, Skipped},
    source::Feed,
};

/// How an import is done.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The collection that the games go into.
    pub collection: String,
    /// Which games.
    pub choice: Choice,
    /// How many plies of a game are counted; all of them if none is given.
    pub max_ply: Option<usize>,
    /// Whether the games themselves are kept.
    pub keep_games: bool,
    /// How many bytes batches may take before they are handed on.
    pub memory: usize,
    /// How many threads read and replay.
    pub threads: NonZeroUsize,
}

impl Settings {
    /// How much memory batches take unless told: 512 MiB.
    pub const MEMORY: usize = 512 << 20;
}

/// How far an import is, for those who watch it; and how they stop it.
#[derive(Debug, Default)]
pub struct Progress {
    read: Arc<AtomicU64>,
    size: AtomicU64,
    games: AtomicU64,
    /// Seconds.
    waiting: AtomicU64,
    stop: AtomicBool,
}

impl Progress {
    /// Bytes read from disk or from a service.
    pub fn read(&self) -> u64 {
        self.read.load(Ordering::Relaxed)
    }

    /// Bytes to read in all; none if that is not known.
    pub fn size(&self) -> Option<u64> {
        let size = self.size.load(Ordering::Relaxed);
        (size > 0).then_some(size)
    }

    /// Games read.
    pub fn games(&self) -> u64 {
        self.games.load(Ordering::Relaxed)
    }

    /// Asks the import to stop. What was read is still counted.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// How long a service is left in peace, if one is.
    pub fn waiting(&self) -> Option<Duration> {
        let seconds = self.waiting.load(Ordering::Relaxed);
        (seconds > 0).then(|| Duration::from_secs(seconds))
    }

    pub(crate) fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    pub(crate) fn bytes_read(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.read)
    }

    /// So many bytes more are to be read.
    fn expect(&self, size: u64) {
        self.size.fetch_add(size, Ordering::Relaxed);
    }

    /// From here on nobody knows how much there is to read.
    pub(crate) fn forget_size(&self) {
        self.size.store(0, Ordering::Relaxed);
    }

    pub(crate) fn count_games(&self, games: u64) {
        self.games.fetch_add(games, Ordering::Relaxed);
    }

    pub(crate) fn wait_for(&self, time: Option<Duration>) {
        let seconds = time.map_or(0, |time| time.as_secs().max(1));
        self.waiting.store(seconds, Ordering::Relaxed);
    }
}

/// Where blocks of games come from.
pub(crate) trait Supply: Send {
    /// The next block and the name of its stream; none at the end.
    fn next_block(&mut self) -> Option<(Arc<str>, Block)>;
}

/// Why an import failed. What was handed to the store before stays there.
#[derive(Debug, Error)]
pub enum ImportError {
    /// An origin cannot be read.
    #[error(transparent)]
    Origin(#[from] io::Error),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Imports the games of some origins into a store.
pub fn import(
    store: &dyn Store,
    origins: &[Origin],
    settings: &Settings,
    progress: &Progress,
) -> Result<Report, ImportError> {
    let mut feed = Feed::new(origins, progress.bytes_read())?;
    match feed.size() {
        Some(size) => progress.expect(size),
        None => progress.forget_size(),
    }
    let intake = store.intake(&settings.collection)?;
    let names: Vec<String> = origins.iter().map(ToString::to_string).collect();
    let mut report = run(
        &mut feed,
        intake.as_ref(),
        settings,
        progress,
        &names.join(" "),
    )?;
    report.broken = feed.broken;
    if !report.stopped {
        intake.finish()?;
    }
    Ok(report)
}

/// Adds all that a supply has to a collection; when it returns, everything that
/// was taken from the supply is in the store.
pub(crate) fn run(
    supply: &mut dyn Supply,
    intake: &dyn Intake,
    settings: &Settings,
    progress: &Progress,
    origin: &str,
) -> Result<Report, StoreError> {
    let run = Run {
        supply: Mutex::new(supply),
        intake,
        settings,
        progress,
        origin: origin.to_owned(),
        failed: AtomicBool::new(false),
    };
    let work = || -> Result<Report, StoreError> {
        let done = Worker::new(&run).work();
        if done.is_err() {
            run.failed.store(true, Ordering::Relaxed);
        }
        done
    };
    let results = thread::scope(|scope| {
        let workers: Vec<_> = (0..settings.threads.get())
            .map(|_| scope.spawn(work))
            .collect();
        let join = |worker: thread::ScopedJoinHandle<'_, _>| {
            worker
                .join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        workers
            .into_iter()
            .map(join)
            .collect::<Vec<Result<Report, StoreError>>>()
    });
    let mut report = Report::default();
    for result in results {
        report.merge(result?);
    }
    Ok(report)
}

/// What the threads share.
struct Run<'a> {
    supply: Mutex<&'a mut dyn Supply>,
    intake: &'a dyn Intake,
    settings: &'a Settings,
    progress: &'a Progress,
    origin: String,
    failed: AtomicBool,
}

/// One thread's part.
struct Worker<'a> {
    run: &'a Run<'a>,
    load: Load,
    through: Option<choice::Date>,
    report: Report,
    /// The sizes at which the load is handed on.
    most_increments: usize,
    most_kept: usize,
}

impl<'a> Worker<'a> {
    fn new(run: &'a Run<'a>) -> Worker<'a> {
        let share = run.settings.memory / run.settings.threads.get();
        // Increments take the larger part; a kept game packs to some two
        // hundred bytes, its increments take some twelve hundred.
        let most_increments = (share / 4 * 3 / Batch::INCREMENT).max(1);
        let mut worker = Worker {
            run,
            load: Load {
                kept: run.settings.keep_games.then(KeptGames::default),
                origin: run.origin.clone(),
                max_ply: run
                    .settings
                    .max_ply
                    .and_then(|plies| u32::try_from(plies).ok()),
                ..Load::default()
            },
            through: None,
            report: Report::default(),
            most_increments,
            most_kept: (share / 4).max(1),
        };
        // The room is taken once: growing would take twice as much.
        worker.load.batch.reserve(most_increments);
        worker
    }

    fn work(mut self) -> Result<Report, StoreError> {
        while !self.run.failed.load(Ordering::Relaxed) {
            if self.run.progress.stopped() {
                self.report.stopped = true;
                break;
            }
            let next = {
                let supply = self.run.supply.lock();
                supply.unwrap_or_else(PoisonError::into_inner).next_block()
            };
            let Some((name, block)) = next else { break };
            let before = self.report.processed;
            let mut failed = None;
            block.read(|line, game| {
                self.take(&name, line, game);
                if failed.is_none() && self.is_full() {
                    failed = self.hand_on().err();
                }
            });
            if let Some(error) = failed {
                return Err(error);
            }
            let games = self.report.processed - before;
            self.run.progress.count_games(games);
        }
        self.hand_on()?;
        Ok(self.report)
    }

    fn is_full(&self) -> bool {
        let kept = self.load.kept.as_ref().map_or(0, KeptGames::bytes);
        // A game may still be added without growing.
        let room = self.most_increments.saturating_sub(1_000).max(1);
        self.load.batch.increments().len() >= room || kept >= self.most_kept
    }

    fn hand_on(&mut self) -> Result<(), StoreError> {
        if self.load.batch.games().is_empty() {
            return Ok(());
        }
        self.load.through = self.through.take().map(|date| date.to_string());
        let added = self.run.intake.add(&mut self.load)?;
        self.report.imported += added.games;
        self.report.duplicates += added.duplicates;
        self.report.positions += added.positions;
        self.report.moves += added.moves;
        Ok(())
    }

    fn take(&mut self, name: &Arc<str>, line: u64, game: Result<MainLine<'_>, NoMainLine>) {
        self.report.processed += 1;
        let place = |line, message: String| Skipped {
            file: name.to_string(),
            line,
            message,
        };
        let game = match game {
            Ok(game) => game,
            Err(reason) => {
                let skip = Skip::from(&reason);
                self.report.skip(skip, || match reason {
                    NoMainLine::Broken(issue) => place(issue.line, issue.fault.to_string()),
                    NoMainLine::Pass { line } => {
                        place(line, "the game holds a null move".to_owned())
                    }
                    NoMainLine::Unread(error) => {
                        let text = error.to_string();
                        let text = text
                            .split_once(": ")
                            .map_or(text.as_str(), |(_, text)| text);
                        place(line, text.to_owned())
                    }
                });
                return;
            }
        };
        match self.count(&game) {
            Ok(()) => {}
            Err(skip @ (Skip::NotChosen | Skip::Unrated)) => {
                self.report.skip(skip, || place(line, String::new()));
            }
            Err(skip @ Skip::NoMoves) => {
                self.report
                    .skip(skip, || place(line, "the game has no moves".to_owned()));
            }
            Err(skip) => self
                .report
                .skip(skip, || place(line, "the game has no result".to_owned())),
        }
    }

    fn count(&mut self, game: &MainLine<'_>) -> Result<(), Skip> {
        let choice = &self.run.settings.choice;
        if choice.rated_only && !choice::is_rated(game) {
            return Err(Skip::Unrated);
        }
        if !choice.takes(game) {
            return Err(Skip::NotChosen);
        }
        if game.steps.is_empty() {
            return Err(Skip::NoMoves);
        }
        let Outcome::Known(outcome) = game.outcome else {
            return Err(Skip::NoResult);
        };
        let counted = CountedGame {
            id: identity(game),
            outcome,
            ratings: choice::ratings(game),
        };
        if !self.run.intake.claim(counted.id) {
            self.report.duplicates += 1;
            return Ok(());
        }
        let first = match game.start {
            Start::Initial => Color::White,
            Start::At(start) => start.turn(),
        };
        let plies = self.run.settings.max_ply.unwrap_or(usize::MAX);
        let steps = &game.steps[..game.steps.len().min(plies)];
        self.load.batch.add(counted, first, steps);
        if let Some(kept) = &mut self.load.kept {
            let tags = game
                .tags
                .iter()
                .map(|(name, value)| (name.as_ref(), value.as_ref()));
            kept.push(tags, outcome, game.steps.iter().map(|(_, m)| *m));
        }
        self.through = self.through.max(choice::date(game));
        Ok(())
    }
}
