//! Work in the background: jobs are taken from the desk, done, and their end is
//! written there. What a stop or a crash interrupts is taken again.

mod background;
pub(crate) mod draft;
mod idle;
pub(crate) mod import;
mod lend;
pub(crate) mod review;

use std::{
    hash::{BuildHasher as _, RandomState},
    iter,
    sync::{
        Arc, Condvar, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use krog_store::{Ending, Job, JobState, Progress, Store, StoreError};
use krog_wire::{JobResult, to_line};

use crate::{
    crew::Workers,
    service::{Service, now},
};

/// The review of games.
pub(crate) const REVIEW: &str = "review";
/// Puzzles from mistakes.
pub(crate) const PUZZLES: &str = "puzzles";
/// Games that come in.
pub(crate) const IMPORT: &str = "import";
/// Positions that no engine has seen.
pub(crate) const UNANALYZED: &str = "analyze-unanalyzed";
/// Popular positions, more deeply.
pub(crate) const POPULAR: &str = "deep-popular";

/// Positions to be searched by whoever comes.
pub(crate) const SEARCH: &str = "search";

/// What each thread works on: an import does not wait for a review.
const LANES: [&[&str]; 2] = [&[REVIEW, PUZZLES, UNANALYZED, POPULAR], &[IMPORT]];

/// How long a job is lent. It is renewed with every report.
const LEASE: Duration = Duration::from_mins(1);

/// A job that was taken so often fails when the store fails it once more.
const MOST_ATTEMPTS: u32 = 10;

/// How often progress is written down.
const REPORTS: Duration = Duration::from_millis(200);

/// How often a job is looked at while a part of it goes on.
const TOUCH: Duration = Duration::from_millis(500);

/// How often the desk is looked at without a call.
const GLANCE: Duration = Duration::from_secs(1);

/// Those who work on jobs.
#[derive(Default)]
pub(crate) struct Tasks {
    bell: Arc<Bell>,
    threads: Mutex<Vec<JoinHandle<()>>>,
    drafts: draft::Drafts,
}

#[derive(Default)]
struct Bell {
    rung: Mutex<u64>,
    changed: Condvar,
    stopped: Arc<AtomicBool>,
}

impl Bell {
    fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    fn ring(&self) {
        *self.rung.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        self.changed.notify_all();
    }

    /// Waits for the bell, but not for long.
    fn wait(&self, time: Duration) {
        let rung = self.rung.lock().unwrap_or_else(PoisonError::into_inner);
        let before = *rung;
        let waited = self
            .changed
            .wait_timeout_while(rung, time, |rung| *rung == before);
        drop(waited.unwrap_or_else(PoisonError::into_inner));
    }
}

impl Tasks {
    /// Starts to work for a service that has a store.
    pub(crate) fn start(&self, service: &Service) {
        let Some(store) = service.store() else { return };
        let mut threads = self.threads.lock().unwrap_or_else(PoisonError::into_inner);
        let settings = service.settings();
        let searchers = match settings.lending.workers {
            Workers::Also => settings.queue.engines.get(),
            Workers::Off | Workers::Only => 0,
        };
        let searchers = iter::repeat_n(&[SEARCH] as &[_], searchers);
        for (lane, kinds) in LANES.into_iter().chain(searchers).enumerate() {
            let lane = Lane {
                kinds,
                worker: format!("{}-{lane}", new_id()),
                store: store.clone(),
                service: service.downgrade(),
                bell: self.bell.clone(),
            };
            threads.push(thread::spawn(move || lane.run()));
        }
        if service.settings().use_idle {
            let (service, bell) = (service.downgrade(), self.bell.clone());
            threads.push(thread::spawn(move || idle::work(&service, &bell)));
        }
    }

    /// The reviews that are being made here.
    pub(crate) fn drafts(&self) -> &draft::Drafts {
        &self.drafts
    }

    /// There is something to do.
    pub(crate) fn wake(&self) {
        self.bell.ring();
    }

    /// Tells those who work to give back what they do.
    pub(crate) fn tell(&self) {
        self.bell.stopped.store(true, Ordering::Relaxed);
        self.bell.ring();
    }

    /// Gives back what is under way, and ends.
    pub(crate) fn stop(&self) {
        self.tell();
        let mut threads = self.threads.lock().unwrap_or_else(PoisonError::into_inner);
        for thread in threads.drain(..) {
            let _ends_with_its_job = thread.join();
        }
    }
}

/// One thread and the kinds of jobs that it does.
struct Lane {
    kinds: &'static [&'static str],
    worker: String,
    store: Arc<dyn Store>,
    service: crate::service::Weak,
    bell: Arc<Bell>,
}

impl Lane {
    fn run(&self) {
        while !self.bell.is_stopped() {
            let desk = self.store.desk();
            match desk.take_job(self.kinds, &self.worker, LEASE, now()) {
                Ok(Some(job)) => self.perform(&job),
                Ok(None) | Err(_) => self.bell.wait(GLANCE),
            }
        }
    }

    fn perform(&self, job: &Job) {
        let Some(service) = self.service.upgrade() else {
            return;
        };
        let task = Task {
            id: job.id.clone(),
            worker: self.worker.clone(),
            store: self.store.clone(),
            stopped: self.bell.stopped.clone(),
            dropped: Arc::new(AtomicBool::new(false)),
            reported: Mutex::default(),
        };
        let over = Bell::default();
        let done = thread::scope(|scope| {
            scope.spawn(|| task.stay_in_touch(&over));
            let done = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                perform(&service, job, &task)
            }));
            over.stopped.store(true, Ordering::Relaxed);
            over.ring();
            done
        });
        let done = done.unwrap_or_else(|_| Err(Broken::Failed("the work broke off".to_owned())));
        let end = End::of(done, job.attempts);
        let ending = match &end {
            End::Done(result) => Ending::Done(result),
            End::Failed(reason) => Ending::Failed(reason),
            End::Again => {
                self.bell.wait(GLANCE);
                Ending::Released
            }
            End::Left if self.bell.is_stopped() => Ending::Released,
            End::Left => return,
        };
        // Until the end is written down, the job is not at its end.
        for pause in [0, 100, 500, 2_000] {
            thread::sleep(Duration::from_millis(pause));
            let desk = self.store.desk();
            if desk.end_job(&job.id, &self.worker, ending, now()).is_ok() {
                return;
            }
        }
    }
}

/// How a job is ended.
#[derive(PartialEq, Eq, Debug)]
enum End {
    Done(String),
    Failed(String),
    /// It waits again.
    Again,
    /// It is not ours any more, or waits for the next start.
    Left,
}

impl End {
    fn of(done: Result<JobResult, Broken>, attempts: u32) -> End {
        match done {
            Ok(result) => End::Done(to_line(&result)),
            Err(Broken::Failed(reason)) => End::Failed(reason),
            Err(Broken::Away(reason)) if attempts >= MOST_ATTEMPTS => End::Failed(reason),
            Err(Broken::Away(_)) => End::Again,
            Err(Broken::Left) => End::Left,
        }
    }
}

/// Why a job has no result.
#[derive(Debug)]
pub(crate) enum Broken {
    /// It cannot be done, and why.
    Failed(String),
    /// The store did not do its part, and why: another time it may.
    Away(String),
    /// It was cancelled, or the service stops.
    Left,
}

impl From<StoreError> for Broken {
    fn from(error: StoreError) -> Broken {
        match error {
            StoreError::Failed { .. } | StoreError::Busy { .. } => Broken::Away(error.to_string()),
            other => Broken::Failed(other.to_string()),
        }
    }
}

fn perform(service: &Service, job: &Job, task: &Task) -> Result<JobResult, Broken> {
    match job.kind.as_str() {
        REVIEW => review::review(service, &job.payload, task),
        PUZZLES => review::puzzles(service, &job.payload, task),
        SEARCH => lend::search(service, &job.payload, task),
        IMPORT => import::import(service, &job.payload, task),
        kind @ (UNANALYZED | POPULAR) => background::run(service, kind, &job.payload, task),
        other => Err(Broken::Failed(format!("found the kind {other:?}"))),
    }
}

/// A job that is being done.
pub(crate) struct Task {
    id: String,
    worker: String,
    store: Arc<dyn Store>,
    stopped: Arc<AtomicBool>,
    /// The job is not ours any more.
    dropped: Arc<AtomicBool>,
    reported: Mutex<Reported>,
}

/// What was told about a job, and when.
#[derive(Default)]
struct Reported {
    progress: Progress,
    at: Option<Instant>,
}

impl Task {
    /// Whether the work is to be left.
    pub(crate) fn is_left(&self) -> bool {
        self.stopped.load(Ordering::Relaxed) || self.dropped.load(Ordering::Relaxed)
    }

    /// Whether somebody cancelled the job, which then is nobody's any more.
    pub(crate) fn is_cancelled(&self) -> bool {
        let job = self.store.desk().job(&self.id);
        matches!(job, Ok(Some(job)) if job.state == JobState::Cancelled)
    }

    /// Why a search failed: because the work is left, or for its own reason.
    pub(crate) fn broken(&self, error: &dyn std::error::Error) -> Broken {
        if self.is_left() {
            Broken::Left
        } else {
            Broken::Failed(error.to_string())
        }
    }

    /// Set when the job is not ours any more.
    pub(crate) fn dropped(&self) -> Arc<AtomicBool> {
        self.dropped.clone()
    }

    /// Tells how far the job is, now and then; an error if it is to be left.
    pub(crate) fn report(&self, done: u64, total: u64) -> Result<(), Broken> {
        if self.is_left() {
            self.dropped.store(true, Ordering::Relaxed);
            return Err(Broken::Left);
        }
        let progress = Progress { done, total };
        let mut reported = self.reported.lock().unwrap_or_else(PoisonError::into_inner);
        reported.progress = progress;
        if reported.at.is_some_and(|at| at.elapsed() < REPORTS) && done < total {
            return Ok(());
        }
        reported.at = Some(Instant::now());
        drop(reported);
        self.tell(progress)
    }

    /// Renews the lease until the work is over, however long a part of it takes,
    /// and notices that somebody cancelled it.
    fn stay_in_touch(&self, over: &Bell) {
        loop {
            over.wait(TOUCH);
            if over.is_stopped() {
                return;
            }
            let reported = self.reported.lock().unwrap_or_else(PoisonError::into_inner);
            let progress = reported.progress;
            drop(reported);
            if self.tell(progress).is_err() {
                return;
            }
        }
    }

    fn tell(&self, progress: Progress) -> Result<(), Broken> {
        let desk = self.store.desk();
        match desk.report_job(&self.id, &self.worker, progress, LEASE, now()) {
            Ok(false) => {
                self.dropped.store(true, Ordering::Relaxed);
                Err(Broken::Left)
            }
            // A desk that does not answer for a while does not end the work.
            Ok(true) | Err(_) => Ok(()),
        }
    }
}

/// An id that nothing else has.
pub fn new_id() -> String {
    let random = || RandomState::new().hash_one(now());
    format!("{:016x}{:08x}", random(), random() >> 32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(done: Result<JobResult, Broken>, attempts: u32, expected: &End) {
        assert_eq!(&End::of(done, attempts), expected);
    }

    #[test]
    fn a_job_that_the_store_fails_is_tried_again_but_not_for_ever() {
        let away = || StoreError::Failed {
            doing: "the desk".to_owned(),
            error: "gone".into(),
        };
        let reason = End::Failed(away().to_string());
        check(Err(away().into()), 1, &End::Again);
        check(Err(away().into()), MOST_ATTEMPTS, &reason);
        let unknown = StoreError::NoCollection {
            found: "x".to_owned(),
            known: Vec::new(),
        };
        let reason = End::Failed(unknown.to_string());
        check(Err(unknown.into()), 1, &reason);
        check(Err(Broken::Left), 1, &End::Left);
    }
}
