//! A search that somebody waits for.

use std::{
    num::NonZeroU8,
    ops::ControlFlow,
    sync::{
        Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};

use krog_chess::{EngineLine, EvaluateError, Limit, Line};

use super::Urgency;

/// How often those who wait look whether they still want to.
const GLANCE: Duration = Duration::from_millis(50);

/// A search with those who wait for it.
pub(super) struct Flight {
    /// The position, where the question is about nothing else.
    pub(super) key: Option<String>,
    pub(super) game: Line,
    pub(super) limit: Limit,
    pub(super) count: NonZeroU8,
    waiting: AtomicUsize,
    /// Nobody but idle capacity asks for it.
    idle: AtomicBool,
    news: Mutex<News>,
    changed: Condvar,
}

#[derive(Default)]
struct News {
    lines: Vec<EngineLine>,
    version: u64,
    end: Option<Result<Vec<EngineLine>, EvaluateError>>,
}

impl Flight {
    /// A flight with one who waits.
    pub(super) fn new(
        key: Option<String>,
        game: Line,
        limit: Limit,
        count: NonZeroU8,
        urgency: Urgency,
    ) -> Flight {
        Flight {
            key,
            game,
            limit,
            count,
            waiting: AtomicUsize::new(1),
            idle: AtomicBool::new(urgency == Urgency::Idle),
            news: Mutex::default(),
            changed: Condvar::new(),
        }
    }

    fn news(&self) -> MutexGuard<'_, News> {
        self.news.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether it answers a question too.
    pub(super) fn serves(&self, limit: Limit, count: NonZeroU8) -> bool {
        self.count >= count && super::known::covers(self.limit, limit)
    }

    /// One more waits for it.
    pub(super) fn join(&self, urgency: Urgency) {
        if urgency > Urgency::Idle {
            self.idle.store(false, Ordering::SeqCst);
        }
        self.waiting.fetch_add(1, Ordering::SeqCst);
    }

    /// One less; false if that was the last.
    pub(super) fn leave(&self) -> bool {
        self.waiting.fetch_sub(1, Ordering::SeqCst) > 1
    }

    /// Whether anybody waits.
    pub(super) fn is_wanted(&self) -> bool {
        self.waiting.load(Ordering::SeqCst) > 0
    }

    /// Whether it is to make way for others.
    pub(super) fn is_idle(&self) -> bool {
        self.idle.load(Ordering::SeqCst)
    }

    /// Tells what is known by now.
    pub(super) fn tell(&self, lines: &[EngineLine]) {
        let mut news = self.news();
        news.lines = lines.to_vec();
        news.version += 1;
        self.changed.notify_all();
    }

    /// Tells the end, once.
    pub(super) fn land(&self, end: Result<Vec<EngineLine>, EvaluateError>) {
        self.news().end.get_or_insert(end);
        self.changed.notify_all();
    }

    /// Waits for the end and hands news on. Who breaks off gets what is known by
    /// then; who is gone gets nothing.
    pub(super) fn wait(
        &self,
        watch: &mut dyn FnMut(&[EngineLine]) -> ControlFlow<()>,
        gone: impl Fn() -> bool,
    ) -> Option<Result<Vec<EngineLine>, EvaluateError>> {
        let mut seen = 0;
        loop {
            let lines = {
                let mut news = self.news();
                while news.end.is_none() && news.version == seen {
                    if gone() {
                        return None;
                    }
                    let waited = self.changed.wait_timeout(news, GLANCE);
                    news = waited.unwrap_or_else(PoisonError::into_inner).0;
                }
                if let Some(end) = &news.end {
                    return Some(end.clone());
                }
                seen = news.version;
                news.lines.clone()
            };
            if watch(&lines).is_break() {
                return Some(Ok(lines));
            }
        }
    }
}
