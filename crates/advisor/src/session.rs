//! The one place that asks the sources: an engine through `Evaluate`, counted
//! games through `Statistics`. What is missing is an absence, with its reason.

use std::{
    num::{NonZeroU8, NonZeroUsize},
    ops::ControlFlow,
};

use krog_chess::{
    Chess, EngineLine, Evaluate, EvaluateError, Limit, Line, Move, Position as _, Score,
};
use krog_stats::{Counts, Statistics, StatisticsError};

use crate::{judge::settled, review::Theory};

/// Whom to ask.
#[derive(Clone, Copy, Default)]
pub struct Sources<'a> {
    /// An engine, with its limit for each search and how many lines are looked
    /// into deeply.
    pub engine: Option<(&'a dyn Evaluate, Limit, NonZeroU8)>,
    /// Counted games, with the collection to ask.
    pub statistics: Option<(&'a dyn Statistics, &'a str)>,
    /// A register of openings.
    pub theory: Theory<'a>,
}

/// What the sources said about a position.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Findings {
    /// The best lines, best first; none without an engine.
    pub lines: Vec<EngineLine>,
    /// What every legal move is worth, in the order of the legal moves; none
    /// without an engine.
    pub values: Vec<Option<Valued>>,
    /// The engine's name.
    pub engine: Option<String>,
    /// What was played here.
    pub counts: Option<Counts>,
    /// The legal moves that lead to known theory.
    pub book: Vec<Move>,
}

/// What a move is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Valued {
    /// The value of the position if the move is played.
    pub score: Score,
    /// The depth of the search that says so.
    pub depth: u32,
}

/// Why a source that is there does not answer.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    /// The engine fails.
    #[error(transparent)]
    Engine(#[from] EvaluateError),
    /// The store fails.
    #[error(transparent)]
    Statistics(#[from] StatisticsError),
}

/// Asks the sources about a position. An engine that knows nothing of it is
/// absent; one that fails is an error.
pub fn consult(position: &Chess, sources: Sources<'_>) -> Result<Findings, SessionError> {
    let legal = position.legal_moves();
    let mut findings = Findings::default();
    if let Some((engine, limit, count)) = sources.engine
        && !legal.is_empty()
    {
        let asking = Asking { engine, limit };
        match asking.values(position, &legal, count) {
            Ok((lines, values)) => {
                findings.engine = Some(engine.name());
                findings.lines = lines;
                findings.values = values;
            }
            Err(EvaluateError::Unknown { .. }) => {}
            Err(error) => return Err(error.into()),
        }
    }
    if let Some((statistics, collection)) = sources.statistics {
        findings.counts = Some(statistics.counts(collection, position)?);
    }
    if let Some(name) = sources.theory {
        let known = |m: &Move| {
            let mut next = position.clone();
            next.play_unchecked(*m);
            name(&next).is_some()
        };
        findings.book = legal.iter().copied().filter(known).collect();
    }
    Ok(findings)
}

type Values = (Vec<EngineLine>, Vec<Option<Valued>>);

struct Asking<'a> {
    engine: &'a dyn Evaluate,
    limit: Limit,
}

impl Asking<'_> {
    fn ask(&self, line: &Line, count: NonZeroU8) -> Result<Vec<EngineLine>, EvaluateError> {
        let watch = &mut |_: &[EngineLine]| ControlFlow::Continue(());
        self.engine.evaluate(line, self.limit, count, watch)
    }

    /// Two searches: a deep one of the best lines, and a wide one of all moves.
    /// What the wide one thinks of a move is bounded by the deep one: a move that
    /// is not among the best lines is not better than the last of them.
    fn values(
        &self,
        position: &Chess,
        legal: &[Move],
        count: NonZeroU8,
    ) -> Result<Values, EvaluateError> {
        let here = Line::at(position.clone());
        let deep = self.ask(&here, count)?;
        let all = u8::try_from(legal.len()).ok().and_then(NonZeroU8::new);
        let is_all = NonZeroUsize::from(count).get() >= legal.len();
        let wide = match all {
            Some(all) if !is_all => self.ask(&here, all)?,
            _ => Vec::new(),
        };
        let mut values = Vec::with_capacity(legal.len());
        for m in legal {
            values.push(self.value(position, *m, &deep, &wide)?);
        }
        Ok((deep, values))
    }

    fn value(
        &self,
        position: &Chess,
        m: Move,
        deep: &[EngineLine],
        wide: &[EngineLine],
    ) -> Result<Option<Valued>, EvaluateError> {
        let begins = |line: &&EngineLine| line.line.moves().first() == Some(&m);
        let valued = |line: &EngineLine| Valued {
            score: line.score,
            depth: line.depth,
        };
        if let Some(line) = deep.iter().find(begins) {
            return Ok(Some(valued(line)));
        }
        let found = match wide.iter().find(begins) {
            Some(line) => Some(valued(line)),
            None => self.alone(position, m)?,
        };
        let turn = position.turn();
        let bound = deep.last().map(|line| line.score.pov(turn));
        Ok(found.map(|found| Valued {
            score: match bound {
                Some(bound) => Score::seen_by(turn, found.score.pov(turn).min(bound)),
                None => found.score,
            },
            ..found
        }))
    }

    /// A move that no line begins with, by the position after it.
    fn alone(&self, position: &Chess, m: Move) -> Result<Option<Valued>, EvaluateError> {
        let mut line = Line::at(position.clone());
        let Ok(()) = line.push(m) else {
            return Ok(None);
        };
        if let Some(score) = settled(line.end()) {
            return Ok(Some(Valued { score, depth: 0 }));
        }
        let found = self.ask(&line, NonZeroU8::MIN)?;
        Ok(found.first().map(|line| Valued {
            score: line.score,
            depth: line.depth,
        }))
    }
}
