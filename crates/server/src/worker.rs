//! A worker: takes orders from a service on another machine, searches them and
//! hands in what it finds. It may be killed at any time; what it had is lent to
//! another when its lease is over.

mod pace;
#[cfg(test)]
mod simulation;

use std::{
    num::{NonZeroU8, NonZeroUsize},
    ops::ControlFlow,
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
    sync::{Mutex, PoisonError},
    thread,
    time::{Duration, Instant},
};

use krog_chess::{EngineLine, Evaluate};
use krog_importer::{BaseAddress, Secret};
use krog_wire::{
    AnalysedLine, WorkAnswer, WorkDone, WorkOrder, WorkReport, WorkRequest, read, to_line,
};
pub use pace::Pace;
use ureq::Agent;

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// The largest answer that is read.
const LARGEST: u64 = 16 << 20;

/// How often somebody who waits looks whether he still should.
const GLANCE: Duration = Duration::from_millis(50);

/// What was found is offered so often to a service that is away.
const OFFERS: usize = 8;

/// Where the work is, and who does it.
#[derive(Clone, Debug)]
pub struct WorkerSettings {
    /// The address of the service.
    pub server: BaseAddress,
    /// A key that may write there.
    pub key: Option<Secret>,
    /// The worker's name; its engines are numbered.
    pub name: String,
    /// How many engines work at once.
    pub engines: NonZeroUsize,
    /// Whether to end when there is nothing to do.
    pub once: bool,
}

/// What a worker did.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct WorkerReport {
    /// Orders that were handed in and taken.
    pub orders: u64,
    /// Positions that were searched for them.
    pub positions: u64,
    /// Why the service wants no more of it, if that is so.
    pub refused: Option<String>,
}

/// Works until `stop` says so: then what is begun is finished. Ends by itself
/// when the service refuses the worker. What there is to tell goes to `tell`.
pub fn work(
    settings: &WorkerSettings,
    engine: &dyn Evaluate,
    stop: &(dyn Fn() -> bool + Sync),
    tell: &(dyn Fn(&str) + Sync),
) -> WorkerReport {
    let config = Agent::config_builder()
        .timeout_global(Some(PATIENCE))
        .http_status_as_error(false)
        .max_redirects(0)
        .user_agent(concat!("krog/", env!("CARGO_PKG_VERSION")));
    let post = Post {
        agent: config.build().into(),
        settings,
        stop,
        tell,
        over: AtomicBool::new(false),
        refused: Mutex::default(),
        orders: AtomicU64::new(0),
        positions: AtomicU64::new(0),
    };
    thread::scope(|scope| {
        for number in 1..=settings.engines.get() {
            let hand = Hand {
                post: &post,
                engine,
                name: format!("{}-{number}", settings.name),
            };
            scope.spawn(move || hand.work());
        }
    });
    WorkerReport {
        orders: post.orders.into_inner(),
        positions: post.positions.into_inner(),
        refused: post
            .refused
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner),
    }
}

/// The way to the service, and what its hands have in common.
struct Post<'a> {
    agent: Agent,
    settings: &'a WorkerSettings,
    stop: &'a (dyn Fn() -> bool + Sync),
    tell: &'a (dyn Fn(&str) + Sync),
    over: AtomicBool,
    refused: Mutex<Option<String>>,
    orders: AtomicU64,
    positions: AtomicU64,
}

/// Why the service gave no answer.
enum Trouble {
    /// It wants no more of this worker.
    Refused(String),
    /// It has too much to do, and maybe said for how long.
    Busy(Option<Duration>),
    /// It is away, or something is wrong with it.
    Away(String),
    /// It does not take this, and will not take it again.
    Bad(String),
}

impl Post<'_> {
    fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed) || (self.stop)()
    }

    /// Sends something; the answer, if it has a body.
    fn send(&self, path: &str, body: &str) -> Result<Option<String>, Trouble> {
        let settings = self.settings;
        let address = format!("{}/api/v1/{path}", settings.server);
        let mut request = self
            .agent
            .post(address)
            .header("content-type", "application/json");
        if let Some(key) = &settings.key {
            request = request.header("x-api-key", key.reveal());
        }
        let away = |error: ureq::Error| Trouble::Away(error.to_string());
        let mut response = request.send(body).map_err(away)?;
        let status = response.status().as_u16();
        let later = response.headers().get("retry-after");
        let later = later.and_then(|value| value.to_str().ok()?.parse().ok());
        let text = response.body_mut().with_config().limit(LARGEST);
        let text = text.read_to_string().map_err(away)?;
        match status {
            204 => Ok(None),
            200 => Ok(Some(text)),
            401 | 403 => Err(Trouble::Refused(told(&text, status))),
            429 | 503 => Err(Trouble::Busy(later.map(Duration::from_secs))),
            500.. => Err(Trouble::Away(told(&text, status))),
            _ => Err(Trouble::Bad(told(&text, status))),
        }
    }

    /// The service wants no more of this worker: all hands stop.
    fn end(&self, reason: String) {
        let mut refused = self.refused.lock().unwrap_or_else(PoisonError::into_inner);
        refused.get_or_insert(reason);
        self.over.store(true, Ordering::Relaxed);
    }

    /// Waits, but not longer than the worker works.
    fn wait(&self, time: Duration) {
        let until = Instant::now() + time;
        while !self.is_over() && Instant::now() < until {
            thread::sleep(GLANCE.min(until.saturating_duration_since(Instant::now())));
        }
    }
}

/// What a problem document says went wrong.
fn told(text: &str, status: u16) -> String {
    match krog_wire::problem_detail(text) {
        Some(detail) => detail,
        None => format!("the service answered {status}"),
    }
}

/// One engine's share of the work.
struct Hand<'a> {
    post: &'a Post<'a>,
    engine: &'a dyn Evaluate,
    name: String,
}

impl Hand<'_> {
    fn work(&self) {
        let seed = self
            .name
            .bytes()
            .fold(u64::from(std::process::id()), |seed, byte| {
                seed.wrapping_mul(31).wrapping_add(byte.into())
            });
        let mut pace = Pace::new(seed);
        let mut lost = false;
        while !self.post.is_over() {
            let wait = match self.take() {
                Ok(Some(order)) => {
                    pace.worked();
                    match self.perform(&order, &mut pace) {
                        Ok(()) => continue,
                        Err(trouble) => self.troubled(trouble, &mut pace, &mut lost),
                    }
                }
                Ok(None) if self.post.settings.once => return,
                Ok(None) => {
                    lost = false;
                    Some(pace.idle())
                }
                Err(trouble) => self.troubled(trouble, &mut pace, &mut lost),
            };
            match wait {
                Some(time) => self.post.wait(time),
                None => return,
            }
        }
    }

    /// How long to wait after trouble; none if that is the end.
    fn troubled(&self, trouble: Trouble, pace: &mut Pace, lost: &mut bool) -> Option<Duration> {
        match trouble {
            Trouble::Refused(reason) | Trouble::Bad(reason) => {
                self.post.end(reason);
                None
            }
            Trouble::Busy(time) => Some(pace.away(time)),
            Trouble::Away(reason) => {
                if !std::mem::replace(lost, true) {
                    (self.post.tell)(&format!("the service is away: {reason}"));
                }
                Some(pace.away(None))
            }
        }
    }

    fn take(&self) -> Result<Option<WorkOrder>, Trouble> {
        let request = WorkRequest {
            worker: self.name.clone(),
            engine: self.engine.name(),
        };
        let Some(text) = self.post.send("orders", &to_line(&request))? else {
            return Ok(None);
        };
        read(&text).map(Some).map_err(Trouble::Away)
    }

    /// Searches an order and hands it in.
    fn perform(&self, order: &WorkOrder, pace: &mut Pace) -> Result<(), Trouble> {
        let Some(evaluations) = self.search(order)? else {
            return Ok(());
        };
        let positions = evaluations.len() as u64;
        let worker = self.name.clone();
        let done = to_line(&WorkDone {
            worker,
            evaluations,
        });
        let path = format!("orders/{}", order.id);
        let mut tries = 1;
        let answer = loop {
            match self.post.send(&path, &done) {
                Err(Trouble::Busy(time)) if tries < OFFERS => thread::sleep(pace.away(time)),
                Err(Trouble::Away(_)) if tries < OFFERS => thread::sleep(pace.away(None)),
                answer => break answer?,
            }
            tries += 1;
        };
        pace.worked();
        if accepted(answer.as_deref()) {
            self.post.orders.fetch_add(1, Ordering::Relaxed);
            self.post.positions.fetch_add(positions, Ordering::Relaxed);
        }
        Ok(())
    }

    /// The lines of every position; none if the order is not ours any more.
    fn search(&self, order: &WorkOrder) -> Result<Option<Vec<Vec<AnalysedLine>>>, Trouble> {
        let renewed = Duration::from_secs(order.lease_seconds) / 3;
        let limit = order.limit();
        let limit = limit.ok_or_else(|| Trouble::Bad("found an order without a limit".into()))?;
        let count = NonZeroU8::new(order.lines).unwrap_or(NonZeroU8::MIN);
        let mut found = Vec::with_capacity(order.positions.len());
        let mut last = Instant::now();
        for position in &order.positions {
            let line = position.line().map_err(Trouble::Bad)?;
            let mut ours = true;
            let mut mind = || {
                if last.elapsed() >= renewed {
                    last = Instant::now();
                    ours = self.is_still_ours(order, found.len() as u64);
                }
                ours
            };
            let watch = &mut |_: &[EngineLine]| {
                if mind() {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            };
            match self.engine.evaluate(&line, limit, count, watch) {
                _ if !mind() => return Ok(None),
                Ok(lines) => found.push(lines.iter().map(AnalysedLine::from).collect()),
                Err(error) => {
                    self.give_back(order, found.len() as u64);
                    return Err(Trouble::Away(error.to_string()));
                }
            }
        }
        Ok(Some(found))
    }

    /// Renews the lease. A service that is away for a while does not end the work.
    fn is_still_ours(&self, order: &WorkOrder, done: u64) -> bool {
        match self.report(order, done, false) {
            Ok(answer) => accepted(answer.as_deref()),
            Err(Trouble::Refused(reason)) => {
                self.post.end(reason);
                false
            }
            Err(Trouble::Bad(_)) => false,
            Err(Trouble::Busy(_) | Trouble::Away(_)) => true,
        }
    }

    fn give_back(&self, order: &WorkOrder, done: u64) {
        // Without it the lease runs out.
        let _told = self.report(order, done, true);
    }

    fn report(
        &self,
        order: &WorkOrder,
        done: u64,
        release: bool,
    ) -> Result<Option<String>, Trouble> {
        let report = WorkReport {
            worker: self.name.clone(),
            done,
            release,
        };
        self.post
            .send(&format!("orders/{}/report", order.id), &to_line(&report))
    }
}

fn accepted(answer: Option<&str>) -> bool {
    let answer = answer.and_then(|text| read::<WorkAnswer>(text).ok());
    answer.is_some_and(|answer| answer.accepted)
}
