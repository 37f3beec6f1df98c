//! The engines of the service, and the queue before them.
//!
//! Whoever asks waits for a *flight*: a search that is under way or will be. The
//! same question asked twice is one flight, and its news reach everybody who
//! waits for it; when nobody waits any more it ends. What was found is kept, and
//! a deeper answer serves a shallower question.

mod flight;
mod known;
mod queue;

use std::{
    num::{NonZeroU8, NonZeroUsize},
    ops::ControlFlow,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread::{self, JoinHandle},
    time::Duration,
};

use flight::Flight;
use known::Memory;
use krog_chess::{EngineLine, Evaluate, EvaluateError, Limit, Line};
use krog_store::Store;
pub(crate) use queue::Urgency;
use queue::{Full, Queue};

/// How the queue is kept.
#[derive(Clone, Copy, Debug)]
pub struct QueueSettings {
    /// How many searches run at once: as many as there are engines.
    pub engines: NonZeroUsize,
    /// How many may wait before people are sent away.
    pub most_waiting: usize,
}

/// Who asks, how urgently, and whether they are still there.
#[derive(Clone, Debug)]
pub(crate) struct Client {
    /// A name by which turns are shared out.
    pub(crate) name: Arc<str>,
    pub(crate) urgency: Urgency,
    /// Set when nobody waits for the answer any more.
    pub(crate) gone: Arc<AtomicBool>,
}

impl Client {
    pub(crate) fn new(name: &str, urgency: Urgency) -> Client {
        Client {
            name: name.into(),
            urgency,
            gone: Arc::default(),
        }
    }

    fn is_gone(&self) -> bool {
        self.gone.load(Ordering::Relaxed)
    }
}

/// Engines that answer one question after the other.
pub(crate) struct Engines {
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
}

struct Shared {
    engine: Box<dyn Evaluate>,
    name: String,
    queue: Queue,
    memory: Memory,
}

impl Engines {
    /// Puts a queue before engines. What they find is kept in a store, if there
    /// is one.
    pub(crate) fn new(
        engine: Box<dyn Evaluate>,
        settings: QueueSettings,
        store: Option<Arc<dyn Store>>,
    ) -> Engines {
        let name = engine.name();
        let shared = Arc::new(Shared {
            memory: Memory::new(name.clone(), store),
            engine,
            name,
            queue: Queue::new(settings.most_waiting),
        });
        let threads = (0..settings.engines.get())
            .map(|_| {
                let shared = shared.clone();
                thread::spawn(move || shared.work())
            })
            .collect();
        Engines { shared, threads }
    }

    /// The engine's name.
    pub(crate) fn name(&self) -> &str {
        &self.shared.name
    }

    /// How many searches wait, and how many are under way.
    pub(crate) fn load(&self) -> (usize, usize) {
        self.shared.queue.load()
    }

    /// Whether nobody uses the engines, or has asked for so long.
    pub(crate) fn are_quiet(&self, time: Duration) -> bool {
        self.shared.queue.is_quiet(time)
    }

    /// Whether every engine still takes questions.
    pub(crate) fn are_alive(&self) -> bool {
        !self.threads.iter().any(JoinHandle::is_finished)
    }

    /// Remembers what others found.
    pub(crate) fn keep(&self, game: &Line, lines: &[EngineLine], limit: Limit, count: NonZeroU8) {
        if let Some(key) = known::key(game) {
            self.shared.memory.keep(&key, lines, limit, count);
        }
    }

    /// Ends every search.
    pub(crate) fn close(&self) {
        self.shared.queue.close();
    }

    /// The engines as one client sees them.
    pub(crate) fn asked_by(self: &Arc<Self>, client: Client) -> Asker {
        Asker {
            engines: self.clone(),
            client,
            sent_away: AtomicBool::new(false),
        }
    }
}

impl Drop for Engines {
    fn drop(&mut self) {
        self.shared.queue.close();
        for thread in self.threads.drain(..) {
            let _ends_with_its_search = thread.join();
        }
    }
}

impl Shared {
    fn failed(&self, reason: &str) -> EvaluateError {
        EvaluateError::Failed {
            name: self.name.clone(),
            reason: reason.to_owned(),
        }
    }

    /// Flies one flight after the other until the queue is closed.
    fn work(&self) {
        while let Some(flight) = self.queue.take() {
            let landing = Landing {
                flight: &flight,
                queue: &self.queue,
            };
            let mut yields = false;
            let watch = &mut |lines: &[EngineLine]| {
                flight.tell(lines);
                yields = flight.is_idle() && self.queue.is_waited_for();
                if flight.is_wanted() && !self.queue.is_closed() && !yields {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            };
            let mut found = self
                .engine
                .evaluate(&flight.game, flight.limit, flight.count, watch);
            if yields {
                found = Err(self.failed("somebody more urgent came"));
            }
            let whole = flight.is_wanted() && !self.queue.is_closed();
            if let (Ok(lines), Some(key), true) = (&found, &flight.key, whole) {
                self.memory.keep(key, lines, flight.limit, flight.count);
            }
            flight.land(found);
            drop(landing);
        }
    }
}

/// Ends a flight whatever happens to the search.
struct Landing<'a> {
    flight: &'a Arc<Flight>,
    queue: &'a Queue,
}

impl Drop for Landing<'_> {
    fn drop(&mut self) {
        self.flight.land(Err(EvaluateError::Failed {
            name: "the engine".to_owned(),
            reason: "the search broke off".to_owned(),
        }));
        self.queue.landed(self.flight);
    }
}

/// The engines, asked by one client. A search that nobody waits for any more
/// fails.
pub(crate) struct Asker {
    engines: Arc<Engines>,
    client: Client,
    sent_away: AtomicBool,
}

impl Asker {
    /// Whether a question found the queue full.
    pub(crate) fn was_sent_away(&self) -> bool {
        self.sent_away.load(Ordering::Relaxed)
    }

    /// Whether the answer to a question is there already.
    pub(crate) fn knows(&self, game: &Line, limit: Limit, count: NonZeroU8) -> bool {
        let memory = &self.engines.shared.memory;
        let known = known::key(game).and_then(|key| memory.find(&key, game, limit, count));
        known.is_some()
    }

    /// Whether the answer to a question can be kept: not where it depends on the
    /// moves before.
    pub(crate) fn keeps(game: &Line) -> bool {
        known::key(game).is_some()
    }

    /// What is known of a position, however little it was searched.
    pub(crate) fn recall(&self, game: &Line) -> Option<Vec<EngineLine>> {
        let memory = &self.engines.shared.memory;
        memory.find(&known::key(game)?, game, Limit::nodes(1), NonZeroU8::MIN)
    }

    fn failed(&self, reason: &str) -> EvaluateError {
        self.engines.shared.failed(reason)
    }
}

impl Evaluate for Asker {
    fn name(&self) -> String {
        self.engines.shared.name.clone()
    }

    fn evaluate(
        &self,
        game: &Line,
        limit: Limit,
        count: NonZeroU8,
        watch: &mut dyn FnMut(&[EngineLine]) -> ControlFlow<()>,
    ) -> Result<Vec<EngineLine>, EvaluateError> {
        let shared = &self.engines.shared;
        if self.client.is_gone() {
            return Err(self.failed("nobody waits for the answer"));
        }
        let key = known::key(game);
        if let Some(lines) = key
            .as_deref()
            .and_then(|key| shared.memory.find(key, game, limit, count))
        {
            let _the_end_is_near = watch(&lines);
            return Ok(lines);
        }
        let boarded = shared.queue.board(key, game, limit, count, &self.client);
        let flight = boarded.map_err(|Full| {
            self.sent_away.store(true, Ordering::Relaxed);
            self.failed("too many searches are waiting")
        })?;
        // Who joined a deeper search leaves it when it has gone far enough.
        let watch = &mut |lines: &[EngineLine]| {
            if flight.limit != limit && known::reaches(lines, limit) {
                return ControlFlow::Break(());
            }
            watch(lines)
        };
        let found = flight.wait(watch, || self.client.is_gone());
        if !flight.leave() {
            shared.queue.give_up(&flight);
        }
        match found {
            Some(found) => found.map(|mut lines| {
                lines.truncate(NonZeroUsize::from(count).get());
                lines
            }),
            None => Err(self.failed("nobody waits for the answer")),
        }
    }
}

#[cfg(test)]
mod tests;
