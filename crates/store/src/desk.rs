//! What a store keeps beside counters and games: evaluations, reviews, jobs and
//! practice. Documents are text that the caller wrote and the caller reads;
//! times are seconds since 1970 and are handed in.

mod keeper;
mod statements;

use std::time::Duration;

use crate::contract::StoreError;

pub(crate) use keeper::{Keeper, Records, Value};

/// The desk of a store. The calls block and may come from several threads and
/// processes at once.
pub trait Desk: Send + Sync {
    /// The evaluation of a position by an engine that took the most nodes, of
    /// those with at least so many lines.
    fn evaluation(&self, asked: &Asked<'_>) -> Result<Option<KeptEvaluation>, StoreError>;

    /// Keeps an evaluation, unless one for as many lines that took more nodes
    /// is there. Those that it makes needless go. A position with fewer moves
    /// than lines were asked for counts as if it had them all.
    fn keep_evaluation(
        &self,
        asked: &Asked<'_>,
        evaluation: &KeptEvaluation,
    ) -> Result<(), StoreError>;

    /// Keeps a review; one with the same id is replaced.
    fn keep_review(&self, review: &KeptReview) -> Result<(), StoreError>;

    /// A review by its id.
    fn review(&self, id: &str) -> Result<Option<KeptReview>, StoreError>;

    /// The newest reviews without their documents, newest first.
    fn reviews(&self, limit: usize) -> Result<Vec<KeptReview>, StoreError>;

    /// Adds a job that waits. False if there is one with this id already.
    fn add_job(&self, job: &NewJob<'_>, now: i64) -> Result<bool, StoreError>;

    /// A job by its id.
    fn job(&self, id: &str) -> Result<Option<Job>, StoreError>;

    /// The newest jobs, newest first.
    fn jobs(&self, limit: usize) -> Result<Vec<Job>, StoreError>;

    /// Takes the most urgent job of these kinds that waits or whose lease has
    /// run out, among equals the oldest, and lends it to a worker. A lease that
    /// ends later than two such leases from now is none: the clock was put back.
    fn take_job(
        &self,
        kinds: &[&str],
        worker: &str,
        lease: Duration,
        now: i64,
    ) -> Result<Option<Job>, StoreError>;

    /// Tells how far a job is, and renews its lease. False if the job is not
    /// this worker's any more: cancelled, ended, or lent to another.
    fn report_job(
        &self,
        id: &str,
        worker: &str,
        progress: Progress,
        lease: Duration,
        now: i64,
    ) -> Result<bool, StoreError>;

    /// Ends a job. False, and nothing changes, if it is not this worker's any
    /// more.
    fn end_job(
        &self,
        id: &str,
        worker: &str,
        ending: Ending<'_>,
        now: i64,
    ) -> Result<bool, StoreError>;

    /// Cancels a job that has not ended. False if there is none.
    fn cancel_job(&self, id: &str, now: i64) -> Result<bool, StoreError>;

    /// Keeps a puzzle. One with the same id keeps its schedule.
    fn keep_puzzle(&self, puzzle: &KeptPuzzle) -> Result<(), StoreError>;

    /// A puzzle by its id.
    fn puzzle(&self, id: &str) -> Result<Option<KeptPuzzle>, StoreError>;

    /// Puzzles that are due at a time, the longest overdue first.
    fn due_puzzles(&self, now: i64, limit: usize) -> Result<Vec<KeptPuzzle>, StoreError>;

    /// Gives a puzzle another schedule. False if there is no such puzzle.
    fn schedule_puzzle(&self, id: &str, schedule: Schedule) -> Result<bool, StoreError>;

    /// How far the games of an origin were fetched, in the words of the one who
    /// fetched them.
    fn sync_mark(&self, origin: &str) -> Result<Option<String>, StoreError>;

    /// Keeps how far the games of an origin were fetched. That is kept after the
    /// games themselves: losing it costs a second look, and no game.
    fn keep_sync_mark(&self, origin: &str, mark: &str) -> Result<(), StoreError>;
}

/// A question to an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Asked<'a> {
    /// The position, as a FEN without its counters.
    pub position: &'a str,
    /// The engine's name.
    pub engine: &'a str,
    /// How many lines are wanted.
    pub lines: u8,
}

/// What an engine said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeptEvaluation {
    /// The depth that was reached.
    pub depth: u32,
    /// The nodes that were searched.
    pub nodes: u64,
    /// How many lines there are.
    pub lines: u8,
    /// The lines.
    pub document: String,
}

/// A review that can be asked for by its id.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeptReview {
    /// Its id: 1 to 64 letters, digits, - or _.
    pub id: String,
    /// One line that says which game it is of.
    pub title: String,
    /// The review.
    pub document: String,
    /// When it was made.
    pub made: i64,
}

/// A job to be done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NewJob<'a> {
    /// Its id: 1 to 64 letters, digits, - or _.
    pub id: &'a str,
    /// What is to be done.
    pub kind: &'a str,
    /// With what.
    pub payload: &'a str,
    /// The higher, the sooner.
    pub urgency: i32,
}

/// A job.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Job {
    /// Its id.
    pub id: String,
    /// What is to be done.
    pub kind: String,
    /// With what.
    pub payload: String,
    /// The higher, the sooner.
    pub urgency: i32,
    /// How it stands.
    pub state: JobState,
    /// How far it is.
    pub progress: Progress,
    /// What came of it, or why nothing did.
    pub outcome: Option<String>,
    /// Who has it or had it last.
    pub worker: Option<String>,
    /// How often it was taken.
    pub attempts: u32,
    /// When it was added.
    pub added: i64,
    /// When it was taken last.
    pub taken: Option<i64>,
    /// When it ended.
    pub ended: Option<i64>,
    /// Until when it is lent.
    pub lease: Option<i64>,
}

/// How a job stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JobState {
    /// Nobody has taken it.
    Waiting,
    /// A worker has it.
    Running,
    /// It is done.
    Done,
    /// It could not be done.
    Failed,
    /// Nobody wants it any more.
    Cancelled,
}

/// How far a job is.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Progress {
    /// Parts that are done.
    pub done: u64,
    /// Parts in all; 0 if that is not known.
    pub total: u64,
}

/// How a job ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending<'a> {
    /// Done, with what came of it.
    Done(&'a str),
    /// It cannot be done, and why.
    Failed(&'a str),
    /// Given back: it waits again.
    Released,
}

/// A puzzle for practice.
#[derive(Clone, PartialEq, Debug)]
pub struct KeptPuzzle {
    /// Its id: 1 to 64 letters, digits, - or _.
    pub id: String,
    /// The puzzle.
    pub document: String,
    /// When it is to be shown.
    pub schedule: Schedule,
}

/// When a puzzle is to be shown again.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Schedule {
    /// Not before.
    pub due: i64,
    /// The days between the last time and the next.
    pub interval: f64,
    /// By how much the interval grows.
    pub ease: f64,
    /// How often it was solved in a row.
    pub streak: u32,
    /// How often it was failed.
    pub lapses: u32,
}
