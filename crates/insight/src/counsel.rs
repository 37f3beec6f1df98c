//! Trees along an engine's lines: for gains that lie too deep for every reply.
//!
//! Where the other side moves, the tree holds every reply that the engine finds
//! within half a pawn of the best, and at least two where there are two; where
//! the winner moves, the engine's answer. It ends in quiet leaves, or it proves
//! nothing. The language says it with `expects(x, won(x, n))`.

use std::{cell::Cell, fmt, num::NonZeroU8, ops::ControlFlow};

use krog_chess::{Chess, Color, EngineLine, Evaluate, Limit, Line, Move, Position as _, Value};

use crate::{scene::balance, tree::is_end};

/// Replies this much worse than the best are left out, in centipawns.
const NEAR: i32 = 50;

/// Replies that the engine is asked for.
const REPLIES: NonZeroU8 = NonZeroU8::new(3).expect("three is not zero");

/// Moves of the winner that a tree may be deep.
const DEEPEST: u8 = 7;

/// Positions that the engine is asked about for one tree.
const QUESTIONS: u32 = 60;

/// An engine to ask, and how long it may think about a position.
#[derive(Clone, Copy)]
pub struct Counsel<'a> {
    /// The engine.
    pub engine: &'a dyn Evaluate,
    /// Its limit for each position.
    pub limit: Limit,
}

impl fmt::Debug for Counsel<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Counsel({})", self.engine.name())
    }
}

impl Counsel<'_> {
    /// The lines from the end of `line` on by which `winner` gains at least a
    /// pawn over `before`, and how much it gains in all of them.
    pub(crate) fn gain(&self, line: &Line, winner: Color, before: i32) -> Option<(i32, Vec<Line>)> {
        let growth = Growth {
            counsel: self,
            winner,
            least: before + 100,
            left: Cell::new(QUESTIONS),
        };
        let mut line = line.clone();
        if line.end().turn() == winner {
            line.push(growth.best(&line)?).ok()?;
        }
        let lines = growth.grow(&line, DEEPEST)?;
        let worst = lines
            .iter()
            .filter(|line| !line.end().is_checkmate())
            .map(|line| balance(line.end().board(), winner) - before)
            .min();
        // All mates: a queen's worth says enough.
        Some((worst.unwrap_or(900), lines))
    }
}

struct Growth<'a> {
    counsel: &'a Counsel<'a>,
    winner: Color,
    least: i32,
    left: Cell<u32>,
}

impl Growth<'_> {
    fn ask(&self, line: &Line, count: NonZeroU8) -> Option<Vec<EngineLine>> {
        self.left.set(self.left.get().checked_sub(1)?);
        let alone = Line::at(line.end().clone());
        let watch = &mut |_: &[EngineLine]| ControlFlow::Continue(());
        self.counsel
            .engine
            .evaluate(&alone, self.counsel.limit, count, watch)
            .ok()
    }

    /// The engine's move at the end of a line.
    fn best(&self, line: &Line) -> Option<Move> {
        let lines = self.ask(line, NonZeroU8::MIN)?;
        lines.first()?.line.moves().first().copied()
    }

    /// The lines that go on from a place where the loser is to move.
    fn grow(&self, line: &Line, depth: u8) -> Option<Vec<Line>> {
        let position = line.end();
        let legal = position.legal_moves();
        if legal.is_empty() {
            return position.is_checkmate().then(|| vec![line.clone()]);
        }
        if balance(position.board(), self.winner) >= self.least && is_end(position, &legal) {
            return Some(vec![line.clone()]);
        }
        let depth = depth.checked_sub(1)?;
        let mut lines = Vec::new();
        for reply in near_best(self.ask(line, REPLIES)?, position) {
            let mut moves = reply.line.moves().iter().copied();
            let mut longer = line.clone();
            longer.push(moves.next()?).ok()?;
            if longer.end().legal_moves().is_empty() {
                return None;
            }
            let answer = moves.next().or_else(|| self.best(&longer))?;
            longer.push(answer).ok()?;
            lines.extend(self.grow(&longer, depth)?);
        }
        Some(lines)
    }
}

/// The replies that count: near the best, and two at least.
fn near_best(lines: Vec<EngineLine>, position: &Chess) -> Vec<EngineLine> {
    let side = position.turn();
    let best = lines.first().map(|line| line.score.pov(side));
    lines
        .into_iter()
        .enumerate()
        .filter(|(index, line)| {
            let near = match (best, line.score.pov(side)) {
                (Some(Value::Cp(best)), Value::Cp(cp)) => cp >= best - NEAR,
                (Some(best), value) => value == best,
                (None, _) => false,
            };
            near || *index < 2
        })
        .map(|(_, line)| line)
        .collect()
}
