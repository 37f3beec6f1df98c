//! Whose turn it is: people before background work, and among equals whoever
//! had the fewest turns of late.

use std::{
    collections::HashMap,
    num::NonZeroU8,
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use krog_chess::{Limit, Line};

use super::{Client, flight::Flight};

/// How urgent a question is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Urgency {
    /// Nobody waits for it; it makes way for everybody else.
    Idle,
    /// Work in the background.
    Batch,
    /// Somebody looks at the screen.
    Interactive,
}

/// The queue has no room.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Full;

pub(super) struct Queue {
    state: Mutex<State>,
    wake: Condvar,
    most_waiting: usize,
}

#[derive(Default)]
struct State {
    waiting: Vec<Turn>,
    flying: Vec<Arc<Flight>>,
    /// The number of the last turn that each client with a waiting flight has.
    last: HashMap<Arc<str>, u64>,
    /// The number of the turn that was taken last.
    now: u64,
    /// When somebody last asked who does not only use what is idle.
    asked: Option<Instant>,
    closed: bool,
}

struct Turn {
    flight: Arc<Flight>,
    urgency: Urgency,
    number: u64,
}

impl Queue {
    pub(super) fn new(most_waiting: usize) -> Queue {
        Queue {
            state: Mutex::default(),
            wake: Condvar::new(),
            most_waiting,
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Joins a flight that answers the question, or queues a new one. Background
    /// work always finds room: there is only so much of it.
    pub(super) fn board(
        &self,
        key: Option<String>,
        game: &Line,
        limit: Limit,
        count: NonZeroU8,
        client: &Client,
    ) -> Result<Arc<Flight>, Full> {
        let mut state = self.state();
        if client.urgency > Urgency::Idle {
            state.asked = Some(Instant::now());
        }
        if key.is_some() {
            let same = |flight: &Arc<Flight>| {
                flight.key == key && flight.is_wanted() && flight.serves(limit, count)
            };
            if let Some(turn) = state.waiting.iter_mut().find(|turn| same(&turn.flight)) {
                turn.urgency = turn.urgency.max(client.urgency);
                turn.flight.join(client.urgency);
                return Ok(turn.flight.clone());
            }
            if let Some(flight) = state.flying.iter().find(|flight| same(flight)) {
                flight.join(client.urgency);
                return Ok(flight.clone());
            }
        }
        let people = |turn: &&Turn| turn.urgency == Urgency::Interactive;
        let waiting = state.waiting.iter().filter(people).count();
        let is_person = client.urgency == Urgency::Interactive;
        if state.closed || is_person && waiting >= self.most_waiting {
            return Err(Full);
        }
        let flight = Arc::new(Flight::new(key, game.clone(), limit, count, client.urgency));
        let last = state.last.get(&client.name).copied().unwrap_or(0);
        let number = last.max(state.now) + 1;
        state.last.insert(client.name.clone(), number);
        state.waiting.push(Turn {
            flight: flight.clone(),
            urgency: client.urgency,
            number,
        });
        self.wake.notify_one();
        Ok(flight)
    }

    /// The next flight; none once the queue is closed.
    pub(super) fn take(&self) -> Option<Arc<Flight>> {
        let mut state = self.state();
        loop {
            if state.closed {
                return None;
            }
            let order = |turn: &Turn| (std::cmp::Reverse(turn.urgency), turn.number);
            let turns = state.waiting.iter().enumerate();
            let next = turns.min_by_key(|(_, turn)| order(turn));
            if let Some((place, _)) = next {
                let turn = state.waiting.remove(place);
                state.now = state.now.max(turn.number);
                if state.waiting.is_empty() {
                    state.last.clear();
                }
                state.flying.push(turn.flight.clone());
                return Some(turn.flight);
            }
            state = self
                .wake
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// A flight has ended.
    pub(super) fn landed(&self, flight: &Arc<Flight>) {
        let mut state = self.state();
        state.flying.retain(|other| !Arc::ptr_eq(other, flight));
    }

    /// A flight that nobody waits for leaves the queue; one that is under way
    /// sees that by itself.
    pub(super) fn give_up(&self, flight: &Arc<Flight>) {
        let mut state = self.state();
        let unwanted = |turn: &Turn| Arc::ptr_eq(&turn.flight, flight) && !flight.is_wanted();
        state.waiting.retain(|turn| !unwanted(turn));
    }

    /// How many wait, and how many are under way.
    pub(super) fn load(&self) -> (usize, usize) {
        let state = self.state();
        (state.waiting.len(), state.flying.len())
    }

    pub(super) fn is_closed(&self) -> bool {
        self.state().closed
    }

    /// Whether nobody uses the engines, or has asked for so long.
    pub(super) fn is_quiet(&self, time: Duration) -> bool {
        let state = self.state();
        state.waiting.is_empty()
            && state.flying.is_empty()
            && state.asked.is_none_or(|asked| asked.elapsed() >= time)
    }

    /// Whether somebody waits who does not only use what is idle.
    pub(super) fn is_waited_for(&self) -> bool {
        let state = self.state();
        let mut turns = state.waiting.iter();
        turns.any(|turn| turn.urgency > Urgency::Idle)
    }

    /// Takes no more questions; what waits fails, what flies ends.
    pub(super) fn close(&self) {
        let mut state = self.state();
        state.closed = true;
        for turn in state.waiting.drain(..) {
            turn.flight.land(Err(krog_chess::EvaluateError::Failed {
                name: "krog".to_owned(),
                reason: "the service is stopping".to_owned(),
            }));
        }
        self.wake.notify_all();
    }
}
