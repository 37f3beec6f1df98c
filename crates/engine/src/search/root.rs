//! The root: deeper and deeper, in a window around the last score, for as many
//! lines as were asked for, until a limit is reached.

use std::{ops::ControlFlow, time::Duration};

use super::{
    features::Feature,
    score::{INFINITE, MATE, MATE_FOUND},
    tree::Node,
    worker::Worker,
};
use crate::board::{Board, Mv};

/// A line from the root with its score for the side to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct RootLine {
    pub(super) score: i32,
    pub(super) depth: i32,
    pub(super) moves: Vec<Mv>,
}

/// What is known after an iteration.
#[derive(Debug)]
pub(super) struct Iteration<'a> {
    pub(super) lines: &'a [RootLine],
    pub(super) deepest: usize,
}

/// Half the first window, in centipawns.
const WINDOW: i32 = 14;

impl Worker<'_> {
    /// The best lines, those of the last iteration first, as far as it came.
    pub(super) fn deepen(
        &mut self,
        board: &Board,
        moves: &[Mv],
        first_depth: i32,
        watch: &mut dyn FnMut(Iteration<'_>) -> ControlFlow<()>,
    ) -> Vec<RootLine> {
        let count = self.shared.line_count.min(moves.len());
        let mut lines: Vec<RootLine> = Vec::new();
        let mut steadiness = Steadiness::default();
        for depth in first_depth..=self.shared.budget.depth {
            self.root_depth = depth;
            self.deepest = 0;
            let before = lines.first().map(|line| line.score);
            let found = self.iterate(board, moves, count, &lines);
            merge(&mut lines, found, count);
            if self.stopped {
                break;
            }
            self.tell_nodes();
            let deepest = self.deepest;
            let report = Iteration {
                lines: &lines,
                deepest,
            };
            if watch(report).is_break() || self.is_settled(&lines) {
                break;
            }
            steadiness.note(&lines, before);
            if self.leads && self.is_late(&steadiness, moves.len()) {
                break;
            }
        }
        lines
    }

    /// What is said when not even one ply could be searched.
    pub(super) fn first_move(&mut self, board: &Board, moves: &[Mv]) -> RootLine {
        RootLine {
            score: self.last_value(board, 0),
            depth: 0,
            moves: moves[..1].to_vec(),
        }
    }

    /// One iteration over all lines; fewer when it is broken off.
    fn iterate(
        &mut self,
        board: &Board,
        moves: &[Mv],
        count: usize,
        before: &[RootLine],
    ) -> Vec<RootLine> {
        let mut found: Vec<RootLine> = Vec::new();
        for index in 0..count {
            let taken: Vec<Mv> = found.iter().map(|line| line.moves[0]).collect();
            self.root_moves = moves.to_vec();
            self.root_moves.retain(|m| !taken.contains(m));
            self.root_best = None;
            let mut first_moves = before.iter().map(|line| line.moves[0]);
            let hint = first_moves.find(|m| self.root_moves.contains(m));
            self.root_hint = hint.unwrap_or(Mv::NONE);
            let expected = before.get(index).map(|line| line.score);
            let score = self.aspirate(board, expected);
            let (score, line) = match (self.root_best, self.root_surprise.take()) {
                (Some(partial), _) if self.stopped => (partial, self.line(0).to_vec()),
                (None, Some(surprise)) if self.stopped => surprise,
                (None, None) if self.stopped => break,
                _ => (score, self.line(0).to_vec()),
            };
            if line.is_empty() {
                break;
            }
            found.push(RootLine {
                score,
                depth: self.root_depth,
                moves: line,
            });
            if self.stopped {
                break;
            }
        }
        found
    }

    /// Searches in a window around the expected score and widens it as needed.
    fn aspirate(&mut self, board: &Board, expected: Option<i32>) -> i32 {
        let depth = self.root_depth;
        let mut delta = WINDOW;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        let narrow = self.features.has(Feature::Aspiration) && depth >= 4;
        if let Some(expected) = expected.filter(|_| narrow) {
            delta += expected.saturating_mul(expected) / 16_000;
            alpha = (expected - delta).max(-INFINITE);
            beta = (expected + delta).min(INFINITE);
        }
        let mut less = 0;
        self.root_surprise = None;
        loop {
            self.root_best = None;
            self.root_window = beta - alpha;
            let node = Node {
                ply: 0,
                depth: (depth - less).max(1),
                alpha,
                beta,
                cut: false,
            };
            let score = self.search(board, node);
            if self.stopped {
                return score;
            }
            if score <= alpha && alpha > -INFINITE {
                beta = i32::midpoint(alpha, beta);
                alpha = (score - delta).max(-INFINITE);
                less = 0;
            } else if score >= beta && beta < INFINITE {
                self.root_surprise = Some((score, self.line(0).to_vec()));
                self.root_hint = self.line(0).first().copied().unwrap_or(self.root_hint);
                beta = (score + delta).min(INFINITE);
                less = (less + 1).min(3);
            } else {
                return score;
            }
            delta += delta / 2 + 5;
            if delta > 800 {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
    }

    /// Whether the mate that was asked for is found.
    fn is_settled(&self, lines: &[RootLine]) -> bool {
        let Some(wanted) = self.shared.budget.mate else {
            return false;
        };
        let score = lines.first().map_or(0, |line| line.score);
        score >= MATE_FOUND && MATE - score < 2 * i32::from(wanted)
            || score <= -MATE_FOUND && MATE + score <= 2 * i32::from(wanted)
    }

    /// Whether another iteration would take too long.
    fn is_late(&self, steadiness: &Steadiness, moves: usize) -> bool {
        let Some(soft) = self.shared.budget.soft else {
            return false;
        };
        if self.shared.signals.is_pondering() {
            return false;
        }
        moves == 1 || self.shared.elapsed() >= steadiness.share(soft)
    }
}

/// Puts the lines of an iteration before those of the last one.
fn merge(lines: &mut Vec<RootLine>, mut found: Vec<RootLine>, count: usize) {
    // Several lines are sorted; equal ones keep their order.
    found.sort_by_key(|line| -line.score);
    let known: Vec<Mv> = found.iter().map(|line| line.moves[0]).collect();
    // Of the others this iteration only says that they are not better.
    let most = found.last().map_or(INFINITE, |line| line.score);
    let mut rest = std::mem::take(lines);
    rest.retain(|line| !known.contains(&line.moves[0]));
    for line in &mut rest {
        line.score = line.score.min(most);
    }
    lines.extend(found.into_iter().chain(rest).take(count));
}

/// Whether the best move stays the same and its score does not fall.
#[derive(Clone, Copy, Default, Debug)]
struct Steadiness {
    best: Mv,
    same: u32,
    fallen: i32,
}

impl Steadiness {
    fn note(&mut self, lines: &[RootLine], before: Option<i32>) {
        let Some(line) = lines.first() else { return };
        self.same = if line.moves[0] == self.best {
            self.same + 1
        } else {
            0
        };
        self.best = line.moves[0];
        self.fallen = before.map_or(0, |before| (before - line.score).clamp(0, 100));
    }

    /// More time when things change, less when they do not.
    fn share(self, soft: Duration) -> Duration {
        let by_change = [170, 135, 110, 95, 85, 78][self.same.min(5) as usize];
        let percent = by_change + self.fallen.unsigned_abs();
        soft * percent / 100
    }
}
