//! Proof trees: what a side can hold on to whatever the other side does.
//!
//! The tree has one answer to every legal reply, down to leaves where the other
//! side is to move and has neither a winning exchange nor a mate nor a check to
//! answer. The same is said in the language by `forces(x, won(x, n))`; this
//! module only finds the lines, the checker judges them.

use krog_chess::{Chess, Color, Line, Move, MoveList, Position as _, Role, Square, see};

use crate::scene::balance;

/// Positions that one proof may look at when nobody has pointed out where to
/// look: some milliseconds at most.
const BUDGET: u32 = 1_500;

/// The same when an engine has seen something.
const DEEP_BUDGET: u32 = 6_000;

/// How often a leaf that is not quiet may be looked into more deeply.
const EXTENSIONS: u8 = 1;

/// The same when an engine has seen something.
const DEEP_EXTENSIONS: u8 = 2;

/// Checks by the loser on one line that do not count as its replies.
const FREE_CHECKS: u8 = 2;

/// Quiet moves that the winner tries in one position.
const QUIET_TRIES: usize = 12;

/// A move with what follows it.
#[derive(Clone, Debug)]
pub(crate) struct Branch {
    pub(crate) m: Move,
    pub(crate) then: Vec<Branch>,
}

/// What is to be proved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Goal {
    /// A balance of at least so many centipawns at quiet leaves, or mate.
    Balance(i32),
    /// Mate, within as many replies as are looked at.
    Mate,
}

/// Looks for proofs on behalf of one side.
#[derive(Debug)]
pub(crate) struct Prover {
    winner: Color,
    /// What one proof may look at, and what is left of it.
    budget: u32,
    left: u32,
    extensions: u8,
    /// How many checks in between may still be answered on the way down.
    free_checks: u8,
    /// Whether checks count as tries, too.
    deep: bool,
    /// The reply to the first move that spoilt the last proof: it is tried
    /// first in the next.
    spoiler: Option<Move>,
}

impl Prover {
    pub(crate) fn new(winner: Color) -> Prover {
        Prover {
            winner,
            budget: BUDGET,
            left: 0,
            extensions: EXTENSIONS,
            free_checks: FREE_CHECKS,
            deep: false,
            spoiler: None,
        }
    }

    /// One that looks at more, because an engine has seen something.
    pub(crate) fn deep(winner: Color) -> Prover {
        Prover {
            budget: DEEP_BUDGET,
            extensions: DEEP_EXTENSIONS,
            deep: true,
            ..Prover::new(winner)
        }
    }

    /// The lines, each from the start of `line`, that prove the goal after it.
    /// `replies` is how many of the other side's moves are answered at least.
    pub(crate) fn prove(&mut self, line: &Line, goal: Goal, replies: u8) -> Option<Vec<Line>> {
        self.left = self.budget;
        let end = line.end();
        let branches = if end.turn() == self.winner {
            let (m, then) = self.answer(end, goal, replies, self.extensions)?;
            vec![Branch { m, then }]
        } else {
            self.secure(end, goal, replies, self.extensions)?
        };
        let mut lines = Vec::new();
        collect(line, &branches, &mut lines);
        Some(lines)
    }

    /// The loser is to move: answers to all it can do, none where that is not
    /// needed, or `None` where the goal is not reached.
    fn secure(
        &mut self,
        position: &Chess,
        goal: Goal,
        replies: u8,
        extensions: u8,
    ) -> Option<Vec<Branch>> {
        self.left = self.left.checked_sub(1)?;
        let legal = position.legal_moves();
        if legal.is_empty() {
            return position.is_check().then(Vec::new);
        }
        let extensions = match goal {
            Goal::Mate if replies == 0 => return None,
            Goal::Balance(least) if replies == 0 => {
                let behind = balance(position.board(), self.winner) < least;
                if behind && !position.is_check() {
                    return None;
                }
                if !behind && is_end(position, &legal) {
                    return Some(Vec::new());
                }
                extensions.checked_sub(1)?
            }
            _ => extensions,
        };
        let top = extensions == self.extensions && replies > 0;
        let mut branches = Vec::new();
        for reply in self.ordered_replies(position, legal) {
            let mut next = position.clone();
            next.play_unchecked(reply);
            // A check in between does not count: it must be answered first.
            let free = goal != Goal::Mate && self.free_checks > 0 && next.is_check();
            self.free_checks -= u8::from(free);
            let rest = replies.saturating_sub(u8::from(!free));
            let answer = self.answer(&next, goal, rest, extensions);
            self.free_checks += u8::from(free);
            let Some((m, then)) = answer else {
                if top {
                    self.spoiler = Some(reply);
                }
                return None;
            };
            let then = vec![Branch { m, then }];
            branches.push(Branch { m: reply, then });
        }
        Some(branches)
    }

    /// The winner is to move: a move after which the goal is reached.
    fn answer(
        &mut self,
        position: &Chess,
        goal: Goal,
        replies: u8,
        extensions: u8,
    ) -> Option<(Move, Vec<Branch>)> {
        let legal = position.legal_moves();
        let tries = match goal {
            Goal::Mate => mating_order(position, legal),
            Goal::Balance(least) => self.tries(position, legal, least, replies + extensions > 0),
        };
        // What is quiet at once comes before what must be looked into.
        let first = if goal == Goal::Mate { extensions } else { 0 };
        for depth in first..=extensions {
            for m in &tries {
                let mut next = position.clone();
                next.play_unchecked(*m);
                if let Some(then) = self.secure(&next, goal, replies, depth) {
                    return Some((*m, then));
                }
                if self.left == 0 {
                    return None;
                }
            }
        }
        None
    }

    /// The loser's moves, those that most likely spoil the proof first.
    fn ordered_replies(&self, position: &Chess, legal: MoveList) -> Vec<Move> {
        let side = position.turn();
        let mut moves: Vec<_> = legal
            .into_iter()
            .map(|m| {
                let takes = m.is_capture() || m.is_promotion();
                let value = if takes { see::value(position, m) } else { 0 };
                let saves = !takes && threatened(position, m, self.winner);
                let known = self.spoiler == Some(m);
                let order = -value - i32::from(saves) * 50 - i32::from(known) * 10_000;
                (order, as_seen(m, side), m)
            })
            .collect();
        moves.sort_unstable_by_key(|(order, seen, _)| (*order, *seen));
        moves.into_iter().map(|(_, _, m)| m).collect()
    }

    /// The winner's moves worth trying, the most promising first: captures that
    /// bring what is asked for, and where that is reached already quiet moves.
    fn tries(&self, position: &Chess, legal: MoveList, least: i32, more: bool) -> Vec<Move> {
        let side = position.turn();
        let now = balance(position.board(), self.winner);
        let (loud, quiet): (Vec<Move>, Vec<Move>) = legal
            .into_iter()
            .partition(|m| m.is_capture() || m.is_promotion());
        let mut tries: Vec<_> = loud
            .into_iter()
            .map(|m| (see::value(position, m), m))
            .filter(|(value, _)| *value >= 0 && now + value >= least)
            .map(|(value, m)| (-value, as_seen(m, side), m))
            .collect();
        tries.sort_unstable_by_key(|(value, seen, _)| (*value, *seen));
        let mut tries: Vec<Move> = tries.into_iter().map(|(_, _, m)| m).collect();
        if now < least && !(self.deep && more) {
            return tries;
        }
        let mut calm: Vec<_> = quiet
            .into_iter()
            .map(|m| (gives_check(position, m), m))
            .filter(|(checks, _)| now >= least || *checks)
            .map(|(checks, m)| {
                let saves = threatened(position, m, !self.winner);
                ((!checks, !saves), as_seen(m, side), m)
            })
            .collect();
        calm.sort_unstable_by_key(|(order, seen, _)| (*order, *seen));
        let sound = calm
            .into_iter()
            .map(|(_, _, m)| m)
            .filter(|m| see::value(position, *m) >= 0);
        tries.extend(sound.take(QUIET_TRIES));
        tries
    }
}

/// Whether the loser, to move and not in check, can change nothing at once.
pub(crate) fn is_end(position: &Chess, legal: &MoveList) -> bool {
    !position.is_check()
        && legal
            .iter()
            .filter(|m| m.is_capture() || m.is_promotion())
            .all(|m| see::value(position, *m) <= 0)
        && !legal.iter().any(|m| gives_mate(position, *m))
}

/// The balance that the side to move reaches if both sides only take, or stop,
/// as suits them: a first guess at what a tree could prove.
pub(crate) fn after_captures(position: &Chess) -> i32 {
    fn search(position: &Chess, mut best_so_far: i32, limit: i32, depth: u8) -> i32 {
        let now = balance(position.board(), position.turn());
        if now >= limit || depth == 0 {
            return now;
        }
        best_so_far = best_so_far.max(now);
        let mut takes: Vec<(i32, Move)> = position
            .legal_moves()
            .into_iter()
            .filter(|m| m.is_capture() || m.is_promotion())
            .map(|m| (see::value(position, m), m))
            .filter(|(value, _)| *value >= 0)
            .collect();
        takes.sort_unstable_by_key(|(value, m)| (-*value, as_seen(*m, position.turn())));
        for (_, m) in takes {
            let mut next = position.clone();
            next.play_unchecked(m);
            best_so_far = best_so_far.max(-search(&next, -limit, -best_so_far, depth - 1));
            if best_so_far >= limit {
                break;
            }
        }
        best_so_far
    }
    search(position, -FAR, FAR, 6)
}

/// Beyond any balance.
const FAR: i32 = 100_000;

/// A move as its side sees it, so that both sides look at theirs in one order.
pub(crate) fn as_seen(m: Move, side: Color) -> (Option<Square>, Square, Option<Role>) {
    let seen = |square: Square| side.fold_wb(square, square.flip_vertical());
    (m.from().map(seen), seen(m.to()), m.promotion())
}

/// Checks first: most mates are made of them.
fn mating_order(position: &Chess, legal: MoveList) -> Vec<Move> {
    let side = position.turn();
    let mut moves: Vec<_> = legal
        .into_iter()
        .map(|m| (!gives_check(position, m), as_seen(m, side), m))
        .collect();
    moves.sort_unstable_by_key(|(quiet, seen, _)| (*quiet, *seen));
    moves.into_iter().map(|(_, _, m)| m).collect()
}

fn gives_check(position: &Chess, m: Move) -> bool {
    let mut next = position.clone();
    next.play_unchecked(m);
    next.is_check()
}

/// Whether a move mates.
pub(crate) fn gives_mate(position: &Chess, m: Move) -> bool {
    let mut next = position.clone();
    next.play_unchecked(m);
    next.is_check() && next.legal_moves().is_empty()
}

/// Whether `enemy` attacks the man that a move would take away.
fn threatened(position: &Chess, m: Move, enemy: Color) -> bool {
    let board = position.board();
    m.from()
        .is_some_and(|from| !board.attacks_to(from, enemy, board.occupied()).is_empty())
}

/// Adds the lines through the branches that go on from the end of `line`.
pub(crate) fn collect(line: &Line, branches: &[Branch], lines: &mut Vec<Line>) {
    if branches.is_empty() {
        lines.push(line.clone());
        return;
    }
    for branch in branches {
        let mut longer = line.clone();
        // The moves were generated as legal ones, so none is given back.
        if longer.push(branch.m).is_ok() {
            collect(&longer, &branch.then, lines);
        }
    }
}
