//! How a tree grows along an engine's lines.

use std::{
    cell::{Cell, RefCell},
    collections::{HashMap, HashSet},
    num::NonZeroU8,
    rc::Rc,
};

use krog_chess::{Chess, Color, EngineLine, Line, Move, Position as _, Value, see};

use super::{Memory, asset::Wish, best::Best, checks};
use crate::{
    scene::balance,
    tree::{Goal, Prover, as_seen, is_end},
};

/// Replies this much worse than the best are left out, in centipawns.
const NEAR: i32 = 50;

/// Replies that the engine is asked for.
pub(super) const REPLIES: NonZeroU8 = NonZeroU8::new(3).expect("three is not zero");

/// How many moves of the side in question a tree may be deep, and how many of
/// them on one line may be another than the engine's first choice: small trees
/// come first.
const STAGES: [(u8, u8); 6] = [(4, 0), (8, 0), (4, 1), (14, 0), (8, 1), (20, 0)];

/// The same for what is no material.
const ASSET_STAGES: usize = 3;

/// Positions that the engine is asked about anew for one tree.
const QUESTIONS: u32 = 100;

/// The same for what is no material.
const ASSET_QUESTIONS: u32 = 30;

/// Those added where the tree is to grow where it promises most.
const FURTHER: u32 = 120;
const ASSET_FURTHER: u32 = 40;

/// By how much the engine's value of a position may lie below the balance that
/// a tree shows there, in centipawns.
const DOUBT: i32 = 100;

/// What a side may stand worse by, in centipawns, in a position that an engine
/// finds drawn.
const LEVEL: i32 = 30;

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
    /// An asset at quiet leaves, or the balance that does instead, or mate.
    Asset(Wish),
}

/// A tree in the making.
pub(super) struct Growth<'a> {
    memory: &'a Memory<'a>,
    /// On whose behalf it grows.
    pub(super) side: Color,
    aim: Aim,
    left: Cell<u32>,
    /// The moves of the line that the engine has thought about longest.
    trail: HashMap<Chess, Move>,
    trail_end: Option<Chess>,
    /// Where nothing was found with so many moves and swaps.
    barren: RefCell<HashSet<(Chess, u8, u8)>>,
    /// Where captures and checks bring nothing.
    dry: RefCell<HashSet<Chess>>,
}

impl<'a> Growth<'a> {
    /// A tree on behalf of a side; `trail` is the line that the engine has
    /// thought about longest.
    pub(super) fn new(
        memory: &'a Memory<'a>,
        side: Color,
        aim: Aim,
        trail: Option<&Line>,
    ) -> Growth<'a> {
        Growth {
            memory,
            side,
            aim,
            left: Cell::new(match aim {
                Aim::Asset(_) => ASSET_QUESTIONS,
                Aim::Balance(_) | Aim::Checks(_) => QUESTIONS,
            }),
            trail: trail.map_or_else(HashMap::new, |line| line.steps().collect()),
            trail_end: trail.map(|line| line.end().clone()),
            barren: RefCell::default(),
            dry: RefCell::default(),
        }
    }

    /// The lines from the end of `line` on that reach the aim: small trees that
    /// follow the engine first, then those that promise most.
    pub(super) fn lines(&self, line: &Line) -> Option<Vec<Line>> {
        let (stages, further) = match self.aim {
            Aim::Asset(_) => (ASSET_STAGES, ASSET_FURTHER),
            Aim::Balance(_) | Aim::Checks(_) => (STAGES.len(), FURTHER),
        };
        let few = |lines: &Vec<Line>| lines.len() <= MOST_LINES;
        let mut stages = STAGES.iter().take(stages);
        let small = stages.find_map(|(depth, swaps)| {
            let lines = if line.end().turn() == self.side {
                self.answer(line, None, *depth, *swaps)
            } else {
                self.grow(line, *depth, *swaps)
            };
            lines.filter(few)
        });
        small.or_else(|| {
            // A tree that the engine's own line does not lead to is not worth more.
            if !self.is_shown() {
                return None;
            }
            self.left.set(self.left.get() + further);
            Best::lines(self, line).filter(few)
        })
    }

    pub(super) fn ask(&self, position: &Chess, count: NonZeroU8) -> Option<Rc<[EngineLine]>> {
        self.memory.ask(position, count, &self.left)
    }

    /// The balance that a leaf must have.
    fn least(&self) -> i32 {
        match self.aim {
            Aim::Balance(least) | Aim::Checks(least) => least,
            Aim::Asset(_) => i32::MIN,
        }
    }

    /// The balance that is enough by itself.
    fn won(&self) -> i32 {
        match self.aim {
            Aim::Balance(least) | Aim::Checks(least) => least,
            Aim::Asset(wish) => wish.won,
        }
    }

    /// Whether the engine's lines bear out that the aim can be reached.
    fn believes(&self, lines: &[EngineLine]) -> bool {
        let least = match self.aim {
            Aim::Balance(least) => least - DOUBT,
            Aim::Checks(_) => -LEVEL,
            Aim::Asset(wish) => wish.worth - DOUBT / 2,
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
        self.has_enough(position) && is_end(position, &legal)
    }

    /// Whether the side has what it wants, if only for now.
    fn has_enough(&self, position: &Chess) -> bool {
        let now = balance(position.board(), self.side);
        match self.aim {
            Aim::Asset(wish) => now >= wish.won || wish.asset.is_held(position, self.side),
            Aim::Balance(least) | Aim::Checks(least) => now >= least,
        }
    }

    /// Whether a line, the other side to move, may end where it is.
    pub(super) fn ends(&self, line: &Line) -> bool {
        let position = line.end();
        match self.aim {
            Aim::Asset(_) => self.is_leaf(position) && self.is_sound(position),
            Aim::Balance(_) => self.is_leaf(position),
            Aim::Checks(_) => self.is_leaf(position) || checks::comes_back(line),
        }
    }

    /// The replies that the engine names, where it believes in the aim.
    pub(super) fn replies(&self, position: &Chess) -> Option<Rc<[EngineLine]>> {
        let replies = self.ask(position, REPLIES)?;
        // What the engine saw on a longer look is not doubted on a shorter one.
        let believed = self.believes(&replies) || self.trail.contains_key(position);
        let enough = replies.len() >= position.legal_moves().len().min(2);
        (believed && enough).then_some(replies)
    }

    /// The moves of the side that were named: on the line that was thought about
    /// longest, and by the line just told, or else by the engine.
    pub(super) fn named(&self, position: &Chess, told: Option<Move>) -> Option<Vec<Move>> {
        let pointed = self.trail.get(position).copied();
        let mut named: Vec<Move> = pointed.into_iter().chain(told).collect();
        named.dedup();
        if named.is_empty() {
            named.push(self.own(position)?);
        }
        Some(named)
    }

    /// The engine's move for the side.
    fn own(&self, position: &Chess) -> Option<Move> {
        let lines = self.ask(position, NonZeroU8::MIN)?;
        lines.first()?.line.moves().first().copied()
    }

    /// Whether the line that was thought about longest comes to what is wanted.
    pub(super) fn is_shown(&self) -> bool {
        let comes = |position: &Chess| self.has_enough(position) || position.is_checkmate();
        self.trail.keys().any(comes) || self.trail_end.as_ref().is_some_and(comes)
    }

    /// Whether no question is left.
    pub(super) fn is_spent(&self) -> bool {
        self.left.get() == 0
    }

    /// The lines that go on from a place where the other side is to move.
    fn grow(&self, line: &Line, depth: u8, swaps: u8) -> Option<Vec<Line>> {
        if self.ends(line) {
            return Some(vec![line.clone()]);
        }
        let position = line.end();
        let depth = depth.checked_sub(1)?;
        if position.legal_moves().is_empty() || has_stood(line) {
            return None;
        }
        let barren = (position.clone(), depth, swaps);
        if self.barren.borrow().contains(&barren) {
            return None;
        }
        let replies = self.replies(position)?;
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
        let first = self.named(line.end(), expected)?;
        if let Some(lines) = first.iter().find_map(|m| followed(*m, swaps)) {
            return Some(lines);
        }
        let swaps = swaps.checked_sub(1)?;
        let others = self.ask(line.end(), REPLIES)?;
        let others =
            near_best(&others, line.end(), 1).filter_map(|line| line.line.moves().first().copied());
        let mut rest: Vec<Move> = self.own(line.end()).into_iter().collect();
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
    pub(super) fn ending(&self, line: &Line) -> Option<Vec<Line>> {
        if let Some(line) = self.cash(line) {
            return Some(vec![line]);
        }
        if let Some(lines) = self.short(line) {
            return Some(lines);
        }
        match self.aim {
            Aim::Balance(_) | Aim::Asset(_) => None,
            Aim::Checks(_) => {
                let cashes = |position: &Chess| self.cashing(position).next();
                checks::forever(line, self.side, &cashes)
            }
        }
    }

    /// Lines by which the side, to move, comes to its balance against every reply,
    /// where captures and checks do it.
    fn short(&self, line: &Line) -> Option<Vec<Line>> {
        let goal = Goal::Balance(self.won());
        if self.dry.borrow().contains(line.end()) {
            return None;
        }
        let lines = Prover::deep(self.side).prove(line, goal, 0);
        if lines.is_none() {
            self.dry.borrow_mut().insert(line.end().clone());
        }
        lines
    }

    /// Lines with an answer to every reply of the other side, where there is
    /// such a tree close at hand.
    pub(super) fn proved(&self, line: &Line) -> Option<Vec<Line>> {
        let least = self.won();
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
            Aim::Asset(wish) => wish.worth,
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
pub(super) fn has_stood(line: &Line) -> bool {
    line.steps().any(|(position, _)| position == *line.end())
}

/// The moves that count: near the best, and so many at least.
pub(super) fn near_best<'a>(
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
