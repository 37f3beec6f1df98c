//! The one place that asks the sources: an engine through `Evaluate`, counted
//! games through `Statistics`. What is missing is an absence, with its reason.

use std::{
    cmp::Ordering,
    num::{NonZeroU8, NonZeroUsize},
    ops::ControlFlow,
};

use krog_chess::{
    Chess, EngineLine, Evaluate, EvaluateError, Limit, Line, Move, Position as _, Score,
};
use krog_stats::{Counts, Statistics, StatisticsError};

use crate::{
    combine::{UNSOUND, loss},
    judge::settled,
    label::Label,
    puzzle::Puzzle,
    review::{Reviewed, Theory},
    suggest::{Advice, Question, suggest},
};

/// How many moves are looked at once more before one is suggested first. Most
/// positions need one or none.
const LOOKS: usize = 6;

/// A loss of winning chances from here on is close to the gate of soundness: two
/// searches of the limit still differ by as much as is missing.
const CLOSE: f64 = 0.05;

/// How many times the limit a close case is searched with.
const CONTEST: u32 = 2;

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
    /// The moves that were searched on their own.
    pub confirmed: Vec<Move>,
    /// The best value of the wide search; none where there was no such search.
    pub widely: Option<Score>,
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
            Ok((lines, values, widely)) => {
                findings.engine = Some(engine.name());
                findings.lines = lines;
                findings.values = values;
                findings.widely = widely;
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

/// The puzzle of a reviewed move, if it is a serious mistake with something to
/// find: the position is looked at once more, all its moves, so that every sound
/// answer is accepted. `last` is the opponent's move before it.
pub fn practise(
    last: &Reviewed,
    mistake: &Reviewed,
    sources: Sources<'_>,
) -> Result<Option<Puzzle>, SessionError> {
    let label = mistake.judged.judgement.label;
    if !matches!(label, Some(Label::Mistake | Label::Blunder | Label::Miss)) {
        return Ok(None);
    }
    let findings = consult(&mistake.judged.position, sources)?;
    let (before, played) = (&last.judged.position, last.judged.played);
    Ok(Puzzle::of_mistake(before, played, mistake, &findings))
}

/// Ranks the moves of a position by what the sources say of it, with a first
/// suggestion that was looked at twice.
pub fn advise(
    position: &Chess,
    sources: Sources<'_>,
    question: Question<'_>,
) -> Result<Advice, SessionError> {
    let mut findings = consult(position, sources)?;
    settle(position, sources, &mut findings, question)
}

/// Ranks the moves of a position by findings, and has the engine look once more
/// at the first while it is not the engine's own choice: the wide search is
/// shallow, and whoever picks by other reasons among many values picks the one
/// that is wrong by luck. The lowest of what was said counts, and where that is
/// close to the gate, the highest of what was said of the best move.
pub fn settle(
    position: &Chess,
    sources: Sources<'_>,
    findings: &mut Findings,
    question: Question<'_>,
) -> Result<Advice, SessionError> {
    let mut advice = suggest(position, findings, question);
    let Some((engine, limit, _)) = sources.engine else {
        return Ok(advice);
    };
    let asking = Asking { engine, limit };
    for _ in 0..LOOKS {
        let doubtful = advice.moves.first().map(|first| first.played);
        let Some(m) = doubtful.filter(|m| !findings.is_trusted(*m)) else {
            break;
        };
        asking.confirm(position, m, findings)?;
        let loss = findings.loss(position, m);
        if loss.is_some_and(|loss| (CLOSE..UNSOUND).contains(&loss)) {
            asking.contest(position, m, findings)?;
        }
        advice = suggest(position, findings, question);
    }
    Ok(advice)
}

impl Findings {
    /// Whether a move needs no further look: it is the engine's choice, was
    /// searched on its own, or nobody knows its value.
    fn is_trusted(&self, m: Move) -> bool {
        self.values.is_empty() || self.choice() == Some(m) || self.confirmed.contains(&m)
    }

    /// The engine's own choice.
    fn choice(&self) -> Option<Move> {
        self.lines.first()?.line.moves().first().copied()
    }

    /// What a move gives away against the engine's choice.
    fn loss(&self, position: &Chess, m: Move) -> Option<f64> {
        let turn = position.turn();
        let index = position.legal_moves().iter().position(|it| *it == m)?;
        let value = (*self.values.get(index)?)?.score;
        Some(loss(self.lines.first()?.score.pov(turn), value.pov(turn)))
    }
}

type Values = (Vec<EngineLine>, Vec<Option<Valued>>, Option<Score>);

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
        Ok((deep, values, wide.first().map(|line| line.score)))
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

    /// Looks at a move on its own; its value is the lower of the two.
    fn confirm(
        &self,
        position: &Chess,
        m: Move,
        findings: &mut Findings,
    ) -> Result<(), EvaluateError> {
        self.look(position, m, findings, Ordering::Less)
    }

    /// Looks harder at a move that is close to the gate, and at the engine's own
    /// choice. Its value is the highest that was said: of it by this look or the
    /// deep search, or of any move by the wide one.
    fn contest(
        &self,
        position: &Chess,
        m: Move,
        findings: &mut Findings,
    ) -> Result<(), EvaluateError> {
        let harder = Asking {
            limit: self.limit.times(CONTEST),
            ..*self
        };
        harder.look(position, m, findings, Ordering::Less)?;
        let Some(choice) = findings
            .choice()
            .filter(|m| !findings.confirmed.contains(m))
        else {
            return Ok(());
        };
        harder.look(position, choice, findings, Ordering::Greater)?;
        let turn = position.turn();
        let index = position.legal_moves().iter().position(|it| *it == choice);
        let Some(value) = index.and_then(|index| findings.values[index].as_mut()) else {
            return Ok(());
        };
        let said = [Some(value.score), findings.widely];
        let highest = said.into_iter().flatten().max_by_key(|it| it.pov(turn));
        if let (Some(line), Some(highest)) = (findings.lines.first_mut(), highest) {
            value.score = highest;
            line.score = highest;
        }
        Ok(())
    }

    /// Looks at a move on its own, and takes what is found where it is less or
    /// greater, as told, than what was known.
    fn look(
        &self,
        position: &Chess,
        m: Move,
        findings: &mut Findings,
        wanted: Ordering,
    ) -> Result<(), EvaluateError> {
        let turn = position.turn();
        let index = position.legal_moves().iter().position(|legal| *legal == m);
        let value = index.and_then(|index| findings.values.get_mut(index));
        if let (Some(value), Some(found)) = (value, self.alone(position, m)?) {
            let is_taken =
                value.is_none_or(|old| found.score.pov(turn).cmp(&old.score.pov(turn)) == wanted);
            if is_taken {
                *value = Some(found);
            }
        }
        if !findings.confirmed.contains(&m) {
            findings.confirmed.push(m);
        }
        Ok(())
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

#[cfg(test)]
mod tests {
    use krog_chess::{
        Value,
        notation::{self, Form},
    };

    use super::*;

    /// An engine that is wrong about every move but a3 until it looks at it
    /// alone, or alone and for longer than `enough`.
    struct Hasty {
        enough: u64,
    }

    impl Evaluate for Hasty {
        fn name(&self) -> String {
            "hasty".to_owned()
        }

        fn evaluate(
            &self,
            game: &Line,
            limit: Limit,
            count: NonZeroU8,
            _: &mut dyn FnMut(&[EngineLine]) -> ControlFlow<()>,
        ) -> Result<Vec<EngineLine>, EvaluateError> {
            let position = game.end();
            let line = |m: Option<Move>, cp: i32| {
                let mut line = Line::at(position.clone());
                if let Some(m) = m {
                    line.push(m).expect("legal");
                }
                EngineLine {
                    score: Score::seen_by(krog_chess::Color::White, Value::Cp(cp)),
                    depth: 9,
                    nodes: None,
                    line,
                }
            };
            if !game.moves().is_empty() {
                let is_enough = limit.max_nodes() >= Some(self.enough);
                return Ok(vec![line(None, if is_enough { -300 } else { -70 })]);
            }
            let mut moves = position.legal_moves().to_vec();
            let name = |m: &Move| notation::write(position, *m, Form::San);
            moves.sort_by_key(|m| name(m) != "a3");
            moves.truncate(NonZeroUsize::from(count).get());
            Ok(moves.into_iter().map(|m| line(Some(m), 0)).collect())
        }
    }

    /// What is found too high at first does not stay first.
    #[track_caller]
    fn check(engine: &Hasty) {
        let start = Chess::default();
        let sources = Sources {
            engine: Some((engine, Limit::nodes(100), NonZeroU8::MIN)),
            ..Sources::default()
        };
        let findings = consult(&start, sources).expect("it answers");
        let hasty = suggest(&start, &findings, Question::usual());
        let san = |advice: &Advice| notation::write(&start, advice.moves[0].played, Form::San);
        // The principles like other moves better than a3.
        assert_ne!(san(&hasty), "a3");
        assert!(findings.confirmed.is_empty());
        let mut findings = findings;
        let advice = settle(&start, sources, &mut findings, Question::usual());
        let advice = advice.expect("it answers");
        assert_eq!(findings.confirmed.first(), Some(&hasty.moves[0].played));
        let choice = findings.choice();
        findings.confirmed.retain(|m| Some(*m) != choice);
        assert!(findings.confirmed.len() <= LOOKS);
        assert!(!findings.confirmed.contains(&advice.moves[0].played));
        let unsound = advice.moves.iter().filter(|it| it.sound == Some(false));
        assert_eq!(unsound.count(), findings.confirmed.len());
    }

    #[test]
    fn a_first_suggestion_is_looked_at_twice() {
        check(&Hasty { enough: 100 });
    }

    #[test]
    fn a_close_case_is_looked_at_harder() {
        check(&Hasty { enough: 200 });
    }

    #[test]
    fn without_an_engine_there_is_nobody_to_look() {
        let start = Chess::default();
        let advice = advise(&start, Sources::default(), Question::usual());
        assert_eq!(advice.expect("nobody fails").moves.len(), 20);
    }
}
