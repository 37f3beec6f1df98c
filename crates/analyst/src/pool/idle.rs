//! Who is free: engines are lent out and come back by themselves.

use std::{
    mem,
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use super::Engine;

/// How often someone who waits for an engine is asked whether to go on.
const TICK: Duration = Duration::from_millis(20);

/// The engines that nobody uses.
pub(super) struct Idle {
    size: usize,
    state: Mutex<State>,
    change: Condvar,
}

struct State {
    engines: Vec<Box<dyn Engine>>,
    is_closed: bool,
}

/// An engine in use; it comes back when this is dropped.
pub(super) struct Lease {
    engine: Option<Box<dyn Engine>>,
    idle: Arc<Idle>,
}

impl Idle {
    pub(super) fn new(engines: Vec<Box<dyn Engine>>) -> Idle {
        Idle {
            size: engines.len(),
            state: Mutex::new(State {
                engines,
                is_closed: false,
            }),
            change: Condvar::new(),
        }
    }

    /// How many engines there are in all.
    pub(super) const fn size(&self) -> usize {
        self.size
    }

    /// An engine, as soon as one is free; `None` when `gives_up` says so or
    /// the pool is closed.
    pub(super) fn take(self: &Arc<Idle>, gives_up: &mut dyn FnMut() -> bool) -> Option<Lease> {
        loop {
            let mut state = self.state();
            if state.is_closed {
                return None;
            }
            if let Some(engine) = state.engines.pop() {
                return Some(self.lend(engine));
            }
            let waited = self.change.wait_timeout(state, TICK);
            drop(waited.unwrap_or_else(PoisonError::into_inner));
            // Asked without the lock: the answer may take its time.
            if gives_up() {
                return None;
            }
        }
    }

    /// The engines that are free at this moment, at most `most`.
    pub(super) fn take_idle(self: &Arc<Idle>, most: usize) -> Vec<Lease> {
        let mut state = self.state();
        let kept = state.engines.len().saturating_sub(most);
        let taken = state.engines.split_off(kept);
        drop(state);
        taken.into_iter().map(|engine| self.lend(engine)).collect()
    }

    pub(super) fn is_closed(&self) -> bool {
        self.state().is_closed
    }

    /// Lends no more, waits until all engines are back, and ends them.
    pub(super) fn close(&self) {
        let mut state = self.state();
        state.is_closed = true;
        while state.engines.len() < self.size {
            state = self
                .change
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
        let engines = mem::take(&mut state.engines);
        drop(state);
        drop(engines);
    }

    fn lend(self: &Arc<Idle>, engine: Box<dyn Engine>) -> Lease {
        Lease {
            engine: Some(engine),
            idle: self.clone(),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Lease {
    pub(super) fn engine(&self) -> &dyn Engine {
        self.engine
            .as_deref()
            .expect("the engine leaves with the lease")
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        self.idle.state().engines.extend(self.engine.take());
        self.idle.change.notify_all();
    }
}
