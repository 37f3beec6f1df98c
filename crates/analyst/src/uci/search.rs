//! One search: follows what the engine tells, and ends it when it is time.

use std::{
    ops::ControlFlow,
    time::{Duration, Instant},
};

use krog_chess::{Chess, EngineLine, Limit};

use super::{
    Patience,
    child::{Nothing, Process},
    command::go,
    fault::Fault,
    gather::Gather,
    reply::{Info, Reply},
};

/// How often the watcher of a search is asked while the engine is silent.
pub(super) const TICK: Duration = Duration::from_millis(20);

/// Sees what is known and says whether to go on.
pub(super) type Watch<'a> = dyn FnMut(&[EngineLine]) -> ControlFlow<()> + 'a;

/// The outcome of a search.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) lines: Vec<EngineLine>,
    /// Whether the engine can be asked again.
    pub(super) is_usable: bool,
}

/// A search under way.
#[derive(Debug)]
pub(super) struct Search<'a> {
    process: &'a mut Process,
    patience: Patience,
    gather: Gather,
    limit: Limit,
    started: Instant,
    /// When something of use was told last.
    heard: Instant,
    /// When the watcher was asked last.
    watched: Instant,
    /// Until when `readyok` must come, once `isready` is asked.
    probe: Option<Instant>,
    /// Until when the search must end, once `stop` is said.
    stop: Option<Instant>,
    /// Whether nobody wants the answer any more.
    is_cancelled: bool,
}

impl<'a> Search<'a> {
    /// Starts a search for the best `wanted` lines from a position that the
    /// engine has been told.
    pub(super) fn start(
        process: &'a mut Process,
        patience: Patience,
        position: &Chess,
        wanted: usize,
        limit: Limit,
    ) -> Result<Search<'a>, Fault> {
        process.send(&go(limit))?;
        let now = Instant::now();
        Ok(Search {
            process,
            patience,
            gather: Gather::new(position, wanted),
            limit,
            started: now,
            heard: now,
            watched: now,
            probe: None,
            stop: None,
            is_cancelled: false,
        })
    }

    /// Follows the search to its end. When it was cancelled, whatever happens
    /// then is no fault.
    pub(super) fn run(mut self, watch: &mut Watch<'_>) -> Result<Answer, Fault> {
        match self.follow(watch) {
            Err(_) if self.is_cancelled => Ok(Answer {
                lines: self.gather.known(),
                is_usable: false,
            }),
            answer => answer,
        }
    }

    fn follow(&mut self, watch: &mut Watch<'_>) -> Result<Answer, Fault> {
        loop {
            let mut is_news = false;
            match self.process.receive(Instant::now() + TICK) {
                Ok(line) => match Reply::parse(&line) {
                    Reply::BestMove(best) => return self.answer(best),
                    Reply::Info(info) => is_news = self.hear(&info)?,
                    Reply::ReadyOk => self.is_alive(),
                    _ => {}
                },
                Err(Nothing::InTime) => {}
                Err(Nothing::Ever) => return Err(self.process.ended()),
            }
            let is_due = is_news || self.watched.elapsed() >= TICK;
            if is_due && !self.is_cancelled {
                self.watched = Instant::now();
                self.is_cancelled = watch(&self.gather.known()).is_break();
                if self.is_cancelled {
                    self.say_stop()?;
                }
            }
            if let Some(answer) = self.look_at_the_clock()? {
                return Ok(answer);
            }
        }
    }

    fn answer(&self, best: &str) -> Result<Answer, Fault> {
        let lines = self.gather.finish(best);
        if lines.is_empty() && !self.is_cancelled {
            return Err(Fault::NoLine);
        }
        Ok(Answer {
            lines,
            is_usable: true,
        })
    }

    /// Takes note of an info; whether it is news. An engine that searches
    /// beyond its limit is stopped.
    fn hear(&mut self, info: &Info<'_>) -> Result<bool, Fault> {
        if info.depth.is_some() || info.nodes.is_some() {
            self.is_alive();
        }
        let depth = self.limit.max_depth();
        // Engines look at their node count only now and then.
        let nodes = self
            .limit
            .max_nodes()
            .map(|most| most.max(100_000).saturating_mul(2));
        if exceeds(info.depth, depth) || exceeds(info.nodes, nodes) {
            self.say_stop()?;
        }
        Ok(self.gather.add(info))
    }

    fn is_alive(&mut self) {
        self.heard = Instant::now();
        self.probe = None;
    }

    fn say_stop(&mut self) -> Result<(), Fault> {
        if self.stop.is_none() {
            self.stop = Some(Instant::now() + self.patience.stop);
            self.process.send("stop")?;
        }
        Ok(())
    }

    /// Ends what has to end: a search beyond its time, one that is silent, one
    /// that does not stop.
    fn look_at_the_clock(&mut self) -> Result<Option<Answer>, Fault> {
        let patience = self.patience;
        let now = Instant::now();
        if let Some(deadline) = self.stop {
            return if now >= deadline {
                self.give_up().map(Some)
            } else {
                Ok(None)
            };
        }
        let most = self.limit.max_time().map(|time| time + patience.stop);
        if most.is_some_and(|most| now.duration_since(self.started) >= most) {
            self.say_stop()?;
        } else if self.probe.is_some_and(|deadline| now >= deadline) {
            return Err(Fault::Hung(patience.ready));
        } else if self.probe.is_none() && now.duration_since(self.heard) >= patience.silence {
            self.probe = Some(now + patience.ready);
            self.process.send("isready")?;
        }
        Ok(None)
    }

    /// The answer of an engine that does not stop: what is known is known,
    /// though its finder is lost.
    fn give_up(&self) -> Result<Answer, Fault> {
        let lines = self.gather.known();
        if lines.is_empty() {
            return Err(Fault::Unstoppable(self.patience.stop));
        }
        Ok(Answer {
            lines,
            is_usable: false,
        })
    }
}

fn exceeds<T: PartialOrd>(found: Option<T>, most: Option<T>) -> bool {
    matches!((found, most), (Some(found), Some(most)) if found > most)
}
