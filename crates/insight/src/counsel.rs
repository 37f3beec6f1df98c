//! Trees along an engine's lines: for what lies too deep for every reply.
//!
//! Where the other side moves, the tree holds every reply that the engine finds
//! within half a pawn of the best, and at least two where there are two; where
//! the side in question moves, a move that ends the line well, or the engine's
//! answer. It ends in quiet leaves, mates or repetitions, or it proves nothing.
//! The language says it with `expects(x, …)`.

mod asset;
mod best;
mod checks;
mod growth;
mod memory;

use std::fmt;

use krog_chess::{Color, Evaluate, Limit, Line, Position as _};

use crate::scene::balance;
pub(crate) use asset::{Asset, Wish};
use growth::{Aim, Growth};
pub(crate) use memory::Memory;

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

/// What the engine's best play brings a side.
pub(crate) enum Prospect {
    /// At least so much material, in centipawns.
    Gain(i32),
    /// Mate, within so many of its moves from where the tree begins.
    Mate(usize),
}

impl Memory<'_> {
    /// The lines from the end of `line` on by which `winner` gains at least a
    /// pawn over `before`, or mates, and what it gains in all of them. `trail`
    /// is a line from there that an engine has named already.
    pub(crate) fn gain(
        &self,
        line: &Line,
        trail: Option<&Line>,
        winner: Color,
        before: i32,
    ) -> Option<(Prospect, Vec<Line>)> {
        let lines = Growth::new(self, winner, Aim::Balance(before + 100), trail).lines(line)?;
        let gains = lines
            .iter()
            .filter(|line| !line.end().is_checkmate())
            .map(|line| balance(line.end().board(), winner) - before);
        let start = line.moves().len();
        let prospect = match gains.min() {
            Some(least) => Prospect::Gain(least),
            None => Prospect::Mate(
                lines
                    .iter()
                    .map(|line| (line.moves().len() - start).div_ceil(2))
                    .max()?,
            ),
        };
        Some((prospect, lines))
    }

    /// The lines from the end of `line` on by which `side` checks for ever, or
    /// comes out with at least this balance.
    pub(crate) fn perpetual(
        &self,
        line: &Line,
        trail: Option<&Line>,
        side: Color,
        ahead: i32,
    ) -> Option<Vec<Line>> {
        let lines = Growth::new(self, side, Aim::Checks(ahead), trail).lines(line)?;
        // The first line is the engine's own choice: it must be a draw.
        let main = lines.first()?.end();
        (main.is_check() && !main.is_checkmate()).then_some(lines)
    }

    /// The lines from the end of `line` on by which `side` comes to have an asset,
    /// or else to the balance that does instead.
    pub(crate) fn asset(
        &self,
        line: &Line,
        trail: Option<&Line>,
        side: Color,
        wish: Wish,
    ) -> Option<Vec<Line>> {
        let lines = Growth::new(self, side, Aim::Asset(wish), trail).lines(line)?;
        // The first line is the engine's own choice: it must show the asset.
        let main = lines.first()?.end();
        wish.asset.is_held(main, side).then_some(lines)
    }
}
