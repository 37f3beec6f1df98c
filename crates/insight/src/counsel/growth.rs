//! How a tree grows along an engine's lines.

use std::{
    cell::{Cell, RefCell},
    collections::{HashMap, HashSet},
    num::NonZeroU8,
    ops::ControlFlow,
    rc::Rc,
};

use krog_chess::{Chess, Color, EngineLine, Line, Move, Position as _, Value, fen, see};

use super::{Counsel, asset::Asset, checks};
use crate::{
    scene::balance,
    tree::{Goal, Prover, as_seen, is_end},
};

/// Replies this much worse than the best are left out, in centipawns.
const NEAR: i32 = 50;

/// Replies that the engine is asked for.
const REPLIES: NonZeroU8 = NonZeroU8::new(3).expect("three is not zero");

/// How many moves of the side in question a tree may be deep, and how many of
/// them on one line may be another than the engine's first choice: small trees
/// come first.
const STAGES: [(u8, u8); 6] = [(4, 0), (8, 0), (4, 1), (14, 0), (8, 1), (20, 0)];

/// The same for what is no material.
const ASSET_STAGES: usize = 3;

/// Positions that the engine is asked about for one tree.
const QUESTIONS: u32 = 160;

/// The same for what is no material.
const ASSET_QUESTIONS: u32 = 60;

/// By how much the engine's value of a position may lie below the balance that
/// a tree shows there, in centipawns.
const DOUBT: i32 = 100;

/// What a side may stand worse by, in centipawns, in a position that an engine
/// finds drawn.
const LEVEL: i32 = 30;

/// What an engine must find an asset worth, in centipawns.
pub(super) const WORTH: i32 = 100;

/// Lines of one tree; more would be no reading.
const MOST_LINES: usize = 300;

/// Moves that end a line and are shown to the engine in one position.
const CASHED: usize = 3;

/// What a tree is to show.
#[derive(Clone, Copy)]
pub(super) enum Aim {
    /// This balance at quiet leaves, or mate.
    Balance(i32),
    /// Perpetual check, or this balance, or mate.
    Checks(i32),
    /// An asset at quiet leaves with the first balance, or the second, or mate.
    Asset(Asset, (i32, i32)),
}

type Known = HashMap<(String, NonZeroU8), Rc<[EngineLine]>>;

/// A tree in the making.
pub(super) struct Growth<'a> {
    counsel: Counsel<'a>,
    /// On whose behalf it grows.
    side: Color,
    aim: Aim,
    left: Cell<u32>,
    /// What the engine has said, by position and number of lines.
    known: RefCell<Known>,
    /// The moves of the line that the engine has thought about longest.
    trail: HashMap<Chess, Move>,
    /// Where nothing was found with so many moves and swaps.
    barren: RefCell<HashSet<(Chess, u8, u8)>>,
}

impl<'a> Growth<'a> {
    /// A tree on behalf of a side; `trail` is the line that the engine has
    /// thought about longest.
    pub(super) fn new(
        counsel: Counsel<'a>,
        side: Color,
        aim: Aim,
        trail: Option<&Line>,
    ) -> Growth<'a> {
        Growth {
            counsel,
            side,
            aim,
            left: Cell::new(match aim {
                Aim::Asset(..) => ASSET_QUESTIONS,
                Aim::Balance(_) | Aim::Checks(_) => QUESTIONS,
            }),
            known: RefCell::default(),
            trail: trail.map_or_else(HashMap::new, |line| line.steps().collect()),
            barren: RefCell::default(),
        }
    }

    /// The lines from the end of `line` on that reach the aim.
    pub(super) fn lines(&self, line: &Line) -> Option<Vec<Line>> {
        let stages = match self.aim {
            Aim::Asset(..) => ASSET_STAGES,
            Aim::Balance(_) | Aim::Checks(_) => STAGES.len(),
        };
        STAGES.iter().take(stages).find_map(|(depth, swaps)| {
            let lines = if line.end().turn() == self.side {
                self.answer(line, None, *depth, *swaps)
            } else {
                self.grow(line, *depth, *swaps)
            };
            lines.filter(|lines| lines.len() <= MOST_LINES)
        })
    }

    fn ask(&self, position: &Chess, count: NonZeroU8) -> Option<Rc<[EngineLine]>> {
        let key = (fen::write(position), count);
        if let Some(lines) = self.known.borrow().get(&key) {
            return Some(Rc::clone(lines));
        }
        self.left.set(self.left.get().checked_sub(1)?);
        let alone = Line::at(position.clone());
        let watch = &mut |_: &[EngineLine]| ControlFlow::Continue(());
        let lines = self
            .counsel
            .engine
            .evaluate(&alone, self.counsel.limit, count, watch)
            .ok()?;
        // An engine that is stopped while it thinks may name a move twice.
        let mut moves = HashSet::new();
        let lines = lines.into_iter();
        let lines = lines.filter(|line| moves.insert(line.line.moves().first().copied()));
        let lines: Rc<[EngineLine]> = lines.collect();
        self.known.borrow_mut().insert(key, Rc::clone(&lines));
        Some(lines)
    }

    /// The balance that a leaf must have.
    fn least(&self) -> i32 {
        match self.aim {
            Aim::Balance(least) | Aim::Checks(least) | Aim::Asset(_, (least, _)) => least,
        }
    }

    /// Whether the engine's lines bear out that the aim can be reached.
    fn believes(&self, lines: &[EngineLine]) -> bool {
        let least = match self.aim {
            Aim::Balance(least) => least - DOUBT,
            Aim::Checks(_) => -LEVEL,
            Aim::Asset(_, (_, won)) => won - WORTH / 2,
        };
        let value = lines.first().map(|line| line.score.pov(self.side));
        value.is_some_and(|value| value >= Value::Cp(least))
    }

    /// Whether the side has what it wants and the other, to move, can change
    /// nothing at once.
    fn is_leaf(&self, position: &Chess) -> bool {
        let legal = position.legal_moves();
        if legal.is_empty() {
            return position.is_checkmate();
        }
        let now = balance(position.board(), self.side);
        let enough = match self.aim {
            Aim::Asset(asset, (least, won)) => {
                now >= won || now >= least && asset.is_held(position, self.side)
            }
            Aim::Balance(least) | Aim::Checks(least) => now >= least,
        };
        enough && is_end(position, &legal)
    }

    /// The lines that go on from a place where the other side is to move.
    fn grow(&self, line: &Line, depth: u8, swaps: u8) -> Option<Vec<Line>> {
        let position = line.end();
        let drawn = || matches!(self.aim, Aim::Checks(_)) && checks::comes_back(line);
        let ends = || match self.aim {
            Aim::Asset(..) => self.is_leaf(position) && self.is_sound(position),
            Aim::Balance(_) | Aim::Checks(_) => self.is_leaf(position),
        };
        if ends() || drawn() {
            return Some(vec![line.clone()]);
        }
        let depth = depth.checked_sub(1)?;
        if position.legal_moves().is_empty() || has_stood(line) {
            return None;
        }
        let barren = (position.clone(), depth, swaps);
        if self.barren.borrow().contains(&barren) {
            return None;
        }
        let replies = self.ask(position, REPLIES)?;
        // What the engine saw on a longer look is not doubted on a shorter one.
        if !self.believes(&replies) && !self.trail.contains_key(position) {
            return None;
        }
        if replies.len() < position.legal_moves().len().min(2) {
            return None;
        }
        if let Some(lines) = self.proved(line) {
            return Some(lines);
        }
        let mut lines = Vec::new();
        for reply in near_best(&replies, position, 2) {
            let mut moves = reply.line.moves().iter().copied();
            let mut longer = line.clone();
            longer.push(moves.next()?).ok()?;
            let Some(answered) = self.answer(&longer, moves.next(), depth, swaps) else {
                self.barren.borrow_mut().insert(barren);
                return None;
            };
            lines.extend(answered);
        }
        Some(lines)
    }

    /// The lines that go on from a place where the side is to move.
    fn answer(
        &self,
        line: &Line,
        expected: Option<Move>,
        depth: u8,
        swaps: u8,
    ) -> Option<Vec<Line>> {
        if let Some(lines) = self.ending(line) {
            return Some(lines);
        }
        let followed = |m: Move, swaps: u8| {
            let mut longer = line.clone();
            longer.push(m).ok()?;
            self.grow(&longer, depth, swaps)
        };
        let own = || {
            let lines = self.ask(line.end(), NonZeroU8::MIN)?;
            lines.first()?.line.moves().first().copied()
        };
        // The line that was thought about longest, then the one just named.
        let pointed = self.trail.get(line.end()).copied();
        let mut first: Vec<Move> = pointed.into_iter().chain(expected).collect();
        first.dedup();
        if first.is_empty() {
            first.push(own()?);
        }
        if let Some(lines) = first.iter().find_map(|m| followed(*m, swaps)) {
            return Some(lines);
        }
        let swaps = swaps.checked_sub(1)?;
        let others = self.ask(line.end(), REPLIES)?;
        let others =
            near_best(&others, line.end(), 1).filter_map(|line| line.line.moves().first().copied());
        let mut rest: Vec<Move> = own().into_iter().collect();
        for m in others {
            if !rest.contains(&m) {
                rest.push(m);
            }
        }
        rest.into_iter()
            .filter(|m| !first.contains(m))
            .find_map(|m| followed(m, swaps))
    }

    /// Lines by which the side, to move, gets there without an engine's help.
    fn ending(&self, line: &Line) -> Option<Vec<Line>> {
        if let Some(line) = self.cash(line) {
            return Some(vec![line]);
        }
        match self.aim {
            Aim::Balance(_) | Aim::Asset(..) => None,
            Aim::Checks(_) => {
                let cashes = |position: &Chess| self.cashing(position).next();
                checks::forever(line, self.side, &cashes)
            }
        }
    }

    /// Lines with an answer to every reply of the other side, where there is
    /// such a tree close at hand.
    fn proved(&self, line: &Line) -> Option<Vec<Line>> {
        let least = match self.aim {
            Aim::Balance(least) | Aim::Checks(least) | Aim::Asset(_, (_, least)) => least,
        };
        if balance(line.end().board(), self.side) < least {
            return None;
        }
        Prover::deep(self.side).prove(line, Goal::Balance(least), 0)
    }

    /// A move that ends the line and that the engine thinks sound.
    fn cash(&self, line: &Line) -> Option<Line> {
        let ends = self.cashing(line.end()).filter_map(|m| {
            let mut longer = line.clone();
            longer.push(m).ok()?;
            Some(longer)
        });
        ends.take(CASHED).find(|longer| self.is_sound(longer.end()))
    }

    /// The moves that end a line: captures first, then moves that leave the
    /// other side nothing to take.
    fn cashing(&self, position: &Chess) -> impl Iterator<Item = Move> {
        let least = self.least();
        let now = balance(position.board(), self.side);
        let mut tries: Vec<_> = position
            .legal_moves()
            .into_iter()
            .map(|m| (see::value(position, m), m))
            .filter(|(value, _)| *value >= 0 && now + value >= least)
            .map(|(value, m)| (-value, !m.is_capture(), as_seen(m, self.side), m))
            .collect();
        tries.sort_unstable_by_key(|(value, quiet, seen, _)| (*value, *quiet, *seen));
        tries.into_iter().map(|(_, _, _, m)| m).filter(|m| {
            let mut next = position.clone();
            next.play_unchecked(*m);
            self.is_leaf(&next)
        })
    }

    /// Whether the engine values a leaf at what the tree is to show.
    fn is_sound(&self, end: &Chess) -> bool {
        let least = Value::Cp(match self.aim {
            Aim::Asset(_, (_, won)) => won,
            Aim::Balance(least) | Aim::Checks(least) => least - DOUBT,
        });
        let value = || {
            let lines = self.ask(end, NonZeroU8::MIN)?;
            Some(lines.first()?.score.pov(self.side))
        };
        end.is_checkmate() || value().is_some_and(|value| value >= least)
    }
}

/// Whether the position at the end of a line has stood on it before.
fn has_stood(line: &Line) -> bool {
    line.steps().any(|(position, _)| position == *line.end())
}

/// The moves that count: near the best, and so many at least.
fn near_best<'a>(
    lines: &'a [EngineLine],
    position: &Chess,
    least: usize,
) -> impl Iterator<Item = &'a EngineLine> + use<'a> {
    let side = position.turn();
    let best = lines.first().map(|line| line.score.pov(side));
    lines
        .iter()
        .enumerate()
        .filter(move |(index, line)| {
            let near = match (best, line.score.pov(side)) {
                (Some(Value::Cp(best)), Value::Cp(cp)) => cp >= best - NEAR,
                (Some(best), value) => value == best,
                (None, _) => false,
            };
            near || *index < least
        })
        .map(|(_, line)| line)
}
