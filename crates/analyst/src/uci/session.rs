//! The dialogue with one engine process: handshake, options, questions.

use std::{num::NonZeroU8, path::Path, time::Instant};

use krog_chess::{CastlingMode, Limit, Line, Position as _};

use super::{
    Options,
    child::{Nothing, Process},
    command::position,
    fault::Fault,
    reply::{Offered, Reply},
    search::{Answer, Search, TICK, Watch},
};

/// Says whether nobody waits any more.
pub(super) type GivesUp<'a> = dyn FnMut() -> bool + 'a;

/// Options beyond this number are not remembered; no engine has a hundred.
const MOST_OPTIONS: usize = 1_000;

/// What is to be searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Question<'a> {
    pub(super) game: &'a Line,
    pub(super) limit: Limit,
    pub(super) count: NonZeroU8,
}

/// An engine that has shaken hands.
#[derive(Debug)]
pub(super) struct Session {
    process: Process,
    options: Options,
    name: Option<String>,
    offered: Vec<Offered>,
    /// The game that the engine's memory is about.
    game: Option<Line>,
    /// How many lines the engine tells.
    lines: u64,
    mode: CastlingMode,
}

impl Session {
    /// Starts an engine and sets it up.
    pub(super) fn start(
        program: &Path,
        options: &Options,
        gives_up: &mut GivesUp<'_>,
    ) -> Result<Session, Fault> {
        let mut session = Session {
            process: Process::start(program, options.patience.stop)?,
            options: *options,
            name: None,
            offered: Vec::new(),
            game: None,
            lines: 1,
            mode: CastlingMode::Standard,
        };
        session.shake_hands(gives_up)?;
        session.set("Threads", u64::from(options.threads.get()))?;
        session.set("Hash", u64::from(options.hash))?;
        session.wait_until_ready(gives_up)?;
        Ok(session)
    }

    /// The name that the engine gives itself.
    pub(super) fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// Makes the engine take the next question for one about another game.
    pub(super) fn forget(&mut self) {
        self.game = None;
    }

    /// Searches; asks `watch` at every new set of lines and while waiting.
    pub(super) fn search(
        &mut self,
        question: Question<'_>,
        watch: &mut Watch<'_>,
    ) -> Result<Answer, Fault> {
        self.prepare(question, &mut || watch(&[]).is_break())?;
        let end = question.game.end();
        let told = usize::try_from(self.lines).unwrap_or(usize::MAX);
        let wanted = end.legal_moves().len().min(told);
        let patience = self.options.patience;
        Search::start(&mut self.process, patience, end, wanted, question.limit)?.run(watch)
    }

    fn shake_hands(&mut self, gives_up: &mut GivesUp<'_>) -> Result<(), Fault> {
        let patience = self.options.patience.start;
        let deadline = Instant::now() + patience;
        self.process.send("uci")?;
        while let Some(line) = self.next_line(deadline, gives_up)? {
            match Reply::parse(&line) {
                Reply::Name(name) => self.name = Some(name.to_owned()),
                Reply::Option(option) if self.offered.len() < MOST_OPTIONS => {
                    self.offered.push(option);
                }
                Reply::UciOk => return Ok(()),
                _ => {}
            }
        }
        Err(Fault::Handshake(patience))
    }

    fn wait_until_ready(&mut self, gives_up: &mut GivesUp<'_>) -> Result<(), Fault> {
        let patience = self.options.patience.ready;
        let deadline = Instant::now() + patience;
        self.process.send("isready")?;
        while let Some(line) = self.next_line(deadline, gives_up)? {
            if Reply::parse(&line) == Reply::ReadyOk {
                return Ok(());
            }
        }
        Err(Fault::Hung(patience))
    }

    /// The next line; none after the deadline, which no flood of lines moves.
    fn next_line(
        &mut self,
        deadline: Instant,
        gives_up: &mut GivesUp<'_>,
    ) -> Result<Option<String>, Fault> {
        while Instant::now() < deadline {
            match self.process.receive(deadline.min(Instant::now() + TICK)) {
                Ok(line) => return Ok(Some(line)),
                Err(Nothing::InTime) if gives_up() => return Err(Fault::Unwanted),
                Err(Nothing::InTime) => {}
                Err(Nothing::Ever) => return Err(self.process.ended()),
            }
        }
        Ok(None)
    }

    fn offer(&self, name: &str) -> Option<&Offered> {
        self.offered
            .iter()
            .find(|option| option.name.eq_ignore_ascii_case(name))
    }

    /// Sets a number, within the bounds of what is offered; the number set, or
    /// nothing when the engine has no such option.
    fn set(&mut self, name: &str, number: u64) -> Result<Option<u64>, Fault> {
        let Some(offered) = self.offer(name) else {
            return Ok(None);
        };
        let number = number
            .min(offered.max.unwrap_or(u64::MAX))
            .max(offered.min.unwrap_or(0));
        self.process
            .send(&format!("setoption name {name} value {number}"))?;
        Ok(Some(number))
    }

    /// Brings the engine to the position of a question.
    fn prepare(&mut self, question: Question<'_>, gives_up: &mut GivesUp<'_>) -> Result<(), Fault> {
        let game = question.game;
        self.set_mode(game.start().castles().mode())?;
        let count = u64::from(question.count.get());
        if count != self.lines {
            self.lines = self.set("MultiPV", count)?.unwrap_or(1);
        }
        let same = self.game.as_ref().is_some_and(|last| continues(last, game));
        if !same {
            self.process.send("ucinewgame")?;
        }
        // Whatever is still said about an earlier question is read away here.
        self.wait_until_ready(gives_up)?;
        self.process.send(&position(game))?;
        self.game = Some(game.clone());
        Ok(())
    }

    fn set_mode(&mut self, mode: CastlingMode) -> Result<(), Fault> {
        if mode == self.mode {
            return Ok(());
        }
        if self.offer("UCI_Chess960").is_none() {
            return Err(Fault::Chess960);
        }
        let value = mode == CastlingMode::Chess960;
        self.process
            .send(&format!("setoption name UCI_Chess960 value {value}"))?;
        self.mode = mode;
        Ok(())
    }
}

/// Whether one game is a part of the other, so that what is remembered of one
/// helps with the other.
fn continues(last: &Line, next: &Line) -> bool {
    let (short, long) = if last.moves().len() <= next.moves().len() {
        (last, next)
    } else {
        (next, last)
    };
    short.start() == long.start() && long.moves().starts_with(short.moves())
}

#[cfg(test)]
mod tests {
    use krog_chess::Chess;

    use super::*;

    #[test]
    fn a_game_continues_in_both_directions() {
        let line = |moves| Line::parse(Chess::default(), moves).expect("legal moves");
        assert!(continues(&line("e4 e5 Nf3"), &line("e4 e5")));
        assert!(continues(&line("e4"), &line("e4 e5 Nf3")));
        assert!(!continues(&line("e4 e5"), &line("e4 c5")));
    }
}
