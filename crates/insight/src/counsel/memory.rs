//! What an engine has said about the positions that follow a move, kept so that
//! every tree from that move may use it, and the questions that are left.

use std::{
    cell::{Cell, RefCell},
    collections::{HashMap, HashSet},
    num::NonZeroU8,
    ops::ControlFlow,
    rc::Rc,
};

use krog_chess::{Chess, EngineLine, Limit, Line, fen};

use super::Counsel;

/// Positions that an engine is asked about for one move and the better one: as
/// many as this many nodes go into what the caller grants one of them, half of
/// that for one who grants too little to be patient; and the most. A review grants
/// 15,000 and has many moves to explain, a question about one move 40,000.
const NODES: u64 = 60;
const PATIENT: u64 = 20_000;
const QUESTIONS: u32 = 700;

/// What was asked: the position and the number of lines.
type Question = (String, NonZeroU8);

/// An engine that is asked about single positions, and what it has said.
#[derive(Debug)]
pub(crate) struct Memory<'a> {
    counsel: Counsel<'a>,
    said: RefCell<HashMap<Question, Rc<[EngineLine]>>>,
    left: Cell<u32>,
}

impl<'a> Memory<'a> {
    pub(crate) fn of(counsel: Counsel<'a>) -> Memory<'a> {
        Memory {
            counsel,
            said: RefCell::default(),
            left: Cell::new(questions(counsel.limit)),
        }
    }

    /// What the engine says of a position. What it has not said before is one of
    /// the questions of `purse`; none is left without an answer.
    pub(super) fn ask(
        &self,
        position: &Chess,
        count: NonZeroU8,
        purse: &Cell<u32>,
    ) -> Option<Rc<[EngineLine]>> {
        let question = (fen::write(position), count);
        if let Some(lines) = self.said.borrow().get(&question) {
            return Some(Rc::clone(lines));
        }
        let left = [purse, &self.left].map(|purse| purse.get().checked_sub(1));
        let [Some(own), Some(all)] = left else {
            return None;
        };
        purse.set(own);
        self.left.set(all);
        let alone = Line::at(position.clone());
        let watch = &mut |_: &[EngineLine]| ControlFlow::Continue(());
        let Counsel { engine, limit } = self.counsel;
        let lines = engine.evaluate(&alone, limit, count, watch).ok()?;
        // An engine that is stopped while it thinks may name a move twice.
        let mut moves = HashSet::new();
        let lines = lines.into_iter();
        let lines = lines.filter(|line| moves.insert(line.line.moves().first().copied()));
        let lines: Rc<[EngineLine]> = lines.collect();
        self.said.borrow_mut().insert(question, Rc::clone(&lines));
        Some(lines)
    }
}

/// How many questions a limit for each of them leaves room for.
fn questions(limit: Limit) -> u32 {
    let granted = limit.max_nodes().map_or(u64::MAX, |nodes| match nodes {
        ..PATIENT => nodes / (2 * NODES),
        PATIENT.. => nodes / NODES,
    });
    u32::try_from(granted).map_or(QUESTIONS, |granted| granted.min(QUESTIONS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_grants_little_is_asked_little() {
        let rows = [
            (1, 0),
            (300, 2),
            (15_000, 125),
            (40_000, 666),
            (60_000, 700),
        ];
        for (nodes, expected) in rows {
            assert_eq!(questions(Limit::nodes(nodes)), expected, "{nodes}");
        }
        assert_eq!(questions(Limit::depth(12)), 700);
    }
}
