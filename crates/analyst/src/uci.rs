//! An engine in a process of its own that speaks UCI, behind [`Evaluate`].
//!
//! The process is watched: an engine that hangs or dies is started again once
//! per question, then the question fails with the reason. What an engine says
//! is believed only as far as it can be checked: bounds are ignored, and lines
//! are cut at their first illegal move.

mod child;
mod command;
mod fault;
mod gather;
mod patience;
mod reply;
mod search;
mod session;
mod text;

use std::{
    io,
    num::{NonZeroU8, NonZeroU32},
    ops::ControlFlow,
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};

use krog_chess::{Chess, EngineLine, Evaluate, EvaluateError, Limit, Line};
use thiserror::Error;

use crate::{pool::Engine, settled::settled};
use fault::Fault;
use gather::Gather;
use reply::Reply;
use session::{Question, Session};
use text::Lines;

pub use patience::Patience;

/// How an engine process is set up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// The threads of one search. More than one makes answers irreproducible.
    pub threads: NonZeroU32,
    /// The size of the hash table in MiB.
    pub hash: u32,
    /// How long to wait for what.
    pub patience: Patience,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            threads: NonZeroU32::MIN,
            hash: 32,
            patience: Patience::default(),
        }
    }
}

/// A UCI engine. It answers one question at a time; others wait.
///
/// ```no_run
/// use std::{num::NonZeroU8, ops::ControlFlow};
/// use krog_analyst::{Options, Uci};
/// use krog_chess::{Chess, Evaluate as _, Limit, Line};
///
/// let engine = Uci::start("/usr/games/stockfish", Options::default())?;
/// let game = Line::parse(Chess::default(), "e4 e5 Nf3")?;
/// let lines = engine.evaluate(&game, Limit::depth(14), NonZeroU8::MIN, &mut |_| {
///     ControlFlow::Continue(())
/// })?;
/// println!("{}: {}", engine.name(), lines[0].score);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Uci {
    program: PathBuf,
    options: Options,
    name: String,
    /// Taken out while it is asked, and not put back when it breaks.
    session: Mutex<Option<Session>>,
}

/// An engine that cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{}: {fault}", program.display())]
pub struct StartError {
    program: PathBuf,
    fault: Fault,
}

impl Uci {
    /// Starts an engine and waits until it is ready.
    pub fn start(program: impl AsRef<Path>, options: Options) -> Result<Uci, StartError> {
        let program = program.as_ref().to_owned();
        let session = match Session::start(&program, &options, &mut || false) {
            Ok(session) => session,
            Err(fault) => return Err(StartError { program, fault }),
        };
        let name = session.name().map_or_else(
            || program.display().to_string(),
            |name| name.chars().take(80).collect(),
        );
        Ok(Uci {
            program,
            options,
            name,
            session: Mutex::new(Some(session)),
        })
    }

    fn session(&self) -> MutexGuard<'_, Option<Session>> {
        // A session is only put back whole, so a panic leaves none behind.
        self.session.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn ask(
        &self,
        slot: &mut Option<Session>,
        question: Question<'_>,
        watch: &mut search::Watch<'_>,
    ) -> Result<Vec<EngineLine>, Fault> {
        let mut session = match slot.take() {
            Some(session) => session,
            None => Session::start(&self.program, &self.options, &mut || watch(&[]).is_break())?,
        };
        let answer = session.search(question, watch)?;
        if answer.is_usable {
            *slot = Some(session);
        }
        Ok(answer.lines)
    }
}

impl Evaluate for Uci {
    fn name(&self) -> String {
        self.name.clone()
    }

    /// Also asks `watch` while the engine is silent, some fifty times a second
    /// and at first with no lines, so that a search can be ended at any time.
    fn evaluate(
        &self,
        game: &Line,
        limit: Limit,
        count: NonZeroU8,
        watch: &mut dyn FnMut(&[EngineLine]) -> ControlFlow<()>,
    ) -> Result<Vec<EngineLine>, EvaluateError> {
        if let Some(line) = settled(game.end()) {
            return Ok(vec![line]);
        }
        let question = Question { game, limit, count };
        let mut slot = self.session();
        let mut answer = self.ask(&mut slot, question, watch);
        if answer.as_ref().is_err_and(Fault::may_pass) {
            answer = self.ask(&mut slot, question, watch);
        }
        match answer {
            Ok(lines) => Ok(lines),
            Err(Fault::Unwanted) => Ok(Vec::new()),
            Err(fault) => Err(EvaluateError::Failed {
                name: self.name(),
                reason: fault.to_string(),
            }),
        }
    }
}

/// What is left of the words of an engine that was asked for its best lines
/// from a position: up to its `bestmove`, or to the end of its output.
///
/// ```
/// use std::num::NonZeroU8;
/// use krog_analyst::read_search;
/// use krog_chess::Chess;
///
/// let output = "info depth 9 score cp 31 pv e2e4 e7e5 e4e6\nbestmove e2e4\n";
/// let lines = read_search(output.as_bytes(), &Chess::default(), NonZeroU8::MIN);
/// assert_eq!(lines[0].line.to_string(), "1. e4 e5");
/// ```
pub fn read_search(
    output: impl io::BufRead,
    position: &Chess,
    count: NonZeroU8,
) -> Vec<EngineLine> {
    let mut gather = Gather::new(position, count.get().into());
    for line in Lines::new(output, child::LONGEST_LINE) {
        match Reply::parse(&line) {
            Reply::BestMove(best) => return gather.finish(best),
            Reply::Info(info) => drop(gather.add(&info)),
            _ => {}
        }
    }
    gather.known()
}

impl Engine for Uci {
    fn forget(&self) {
        if let Some(session) = self.session().as_mut() {
            session.forget();
        }
    }
}
