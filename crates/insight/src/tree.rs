//! Proof trees: what a side can hold on to whatever the other side does.
//!
//! The tree has one answer to every legal reply, down to leaves where the other
//! side is to move and has neither a winning exchange nor a mate nor a check to
//! answer. The same is said in the language by `forces(x, won(x, n))`; this
//! module only finds the lines, the checker judges them.

use krog_chess::{Chess, Color, Line, Move, MoveList, Position as _, Role, Square, see};

use crate::scene::balance;

/// Positions that one proof may look at.
const BUDGET: u32 = 6_000;

/// How often a leaf that is not quiet may be looked into more deeply.
const EXTENSIONS: u8 = 2;

/// A move with what follows it.
#[derive(Clone, Debug)]
struct Branch {
    m: Move,
    then: Vec<Branch>,
}

/// What is to be proved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Goal {
    /// A balance of at least so many centipawns at quiet leaves, or mate.
    Balance(i32),
    /// Mate, within as many replies as are looked at.
    Mate,
}

/// Looks for a proof on behalf of one side.
#[derive(Debug)]
pub(crate) struct Prover {
    winner: Color,
    goal: Goal,
    left: u32,
}

impl Prover {
    pub(crate) fn new(winner: Color, goal: Goal) -> Prover {
        Prover {
            winner,
            goal,
            left: BUDGET,
        }
    }

    /// The lines, each from the start of `line`, that prove the goal after it.
    /// `replies` is how many of the other side's moves are answered at least.
    pub(crate) fn prove(mut self, line: &Line, replies: u8) -> Option<Vec<Line>> {
        let end = line.end();
        let branches = if end.turn() == self.winner {
            let (m, then) = self.answer(end, replies, EXTENSIONS)?;
            vec![Branch { m, then }]
        } else {
            self.secure(end, replies, EXTENSIONS)?
        };
        let mut lines = Vec::new();
        collect(line, &branches, &mut lines);
        Some(lines)
    }

    /// The loser is to move: answers to all it can do, none where that is not
    /// needed, or `None` where the goal is not reached.
    fn secure(&mut self, position: &Chess, replies: u8, extensions: u8) -> Option<Vec<Branch>> {
        self.left = self.left.checked_sub(1)?;
        let legal = position.legal_moves();
        if legal.is_empty() {
            return position.is_check().then(Vec::new);
        }
        let extensions = match self.goal {
            Goal::Mate if replies == 0 => return None,
            Goal::Balance(least) if replies == 0 => {
                if balance(position.board(), self.winner) < least && !position.is_check() {
                    return None;
                }
                if self.is_end(position, &legal) {
                    return Some(Vec::new());
                }
                extensions.checked_sub(1)?
            }
            _ => extensions,
        };
        self.ordered_replies(position, legal)
            .into_iter()
            .map(|reply| {
                let mut next = position.clone();
                next.play_unchecked(reply);
                let (m, then) = self.answer(&next, replies.saturating_sub(1), extensions)?;
                let then = vec![Branch { m, then }];
                Some(Branch { m: reply, then })
            })
            .collect()
    }

    /// The winner is to move: a move after which the goal is reached.
    fn answer(
        &mut self,
        position: &Chess,
        replies: u8,
        extensions: u8,
    ) -> Option<(Move, Vec<Branch>)> {
        for m in self.candidates(position) {
            let mut next = position.clone();
            next.play_unchecked(m);
            if let Some(then) = self.secure(&next, replies, extensions) {
                return Some((m, then));
            }
            if self.left == 0 {
                return None;
            }
        }
        None
    }

    /// Whether the loser, to move and not in check, can change nothing at once.
    fn is_end(&self, position: &Chess, legal: &MoveList) -> bool {
        let Goal::Balance(least) = self.goal else {
            return false;
        };
        balance(position.board(), self.winner) >= least
            && !position.is_check()
            && legal
                .iter()
                .filter(|m| m.is_capture() || m.is_promotion())
                .all(|m| see::value(position, *m) <= 0)
            && !legal.iter().any(|m| gives_mate(position, *m))
    }

    /// The loser's moves, those that most likely spoil the proof first.
    fn ordered_replies(&self, position: &Chess, legal: MoveList) -> Vec<Move> {
        let mut moves: Vec<(i32, Move)> = legal
            .into_iter()
            .map(|m| {
                let takes = m.is_capture() || m.is_promotion();
                let value = if takes { see::value(position, m) } else { 0 };
                let saves = !takes && threatened(position, m, self.winner);
                (-value - i32::from(saves) * 50, m)
            })
            .collect();
        moves.sort_by_key(|(order, m)| (*order, as_seen(*m, position.turn())));
        moves.into_iter().map(|(_, m)| m).collect()
    }

    /// The winner's moves worth trying, the most promising first.
    fn candidates(&self, position: &Chess) -> Vec<Move> {
        let legal = position.legal_moves();
        let Goal::Balance(least) = self.goal else {
            return mating_order(position, legal);
        };
        let ahead = balance(position.board(), self.winner) >= least;
        let mut moves: Vec<(i32, Move)> = legal
            .into_iter()
            .filter_map(|m| {
                let takes = m.is_capture() || m.is_promotion();
                let value = see::value(position, m);
                if value < 0 {
                    return None;
                }
                let saves = !takes && threatened(position, m, !self.winner);
                (takes || ahead).then_some((-value - i32::from(saves) * 50, m))
            })
            .collect();
        moves.sort_by_key(|(order, m)| (*order, as_seen(*m, position.turn())));
        moves.into_iter().map(|(_, m)| m).take(16).collect()
    }
}

/// A move as its side sees it, so that both sides look at theirs in one order.
fn as_seen(m: Move, side: Color) -> (Option<Square>, Square, Option<Role>) {
    let seen = |square: Square| side.fold_wb(square, square.flip_vertical());
    (m.from().map(seen), seen(m.to()), m.promotion())
}

/// Checks first: most mates are made of them.
fn mating_order(position: &Chess, legal: MoveList) -> Vec<Move> {
    let mut moves: Vec<(bool, Move)> = legal
        .into_iter()
        .map(|m| {
            let mut next = position.clone();
            next.play_unchecked(m);
            (!next.is_check(), m)
        })
        .collect();
    moves.sort_by_key(|(quiet, m)| (*quiet, as_seen(*m, position.turn())));
    moves.into_iter().map(|(_, m)| m).collect()
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

fn collect(line: &Line, branches: &[Branch], lines: &mut Vec<Line>) {
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
