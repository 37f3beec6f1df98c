//! What is left out of the tree, and what is looked at more closely.
//!
//! Margins and conditions are Stockfish 15.1's, the margins scaled by 0.43, the
//! ratio of its inner unit to a centipawn of the tuning data. What they are worth
//! here is told in `docs/engine.md`.

use super::{Node, Outline};
use crate::{
    board::{Board, Mv},
    search::{
        features::Feature,
        history::{bonus, place},
        picker::Picker,
        quiescence::{cuts, gain},
        score::{DECIDED, MATE_FOUND, from_table, to_table},
        table::{Bound, Entry, NO_EVAL},
        worker::Worker,
    },
};

/// A side so far behind is not helped by a pass, but zugzwang and mate would
/// hide behind it.
const HOPELESS: i32 = -500;

/// A move about to be tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Trial {
    pub(super) m: Mv,
    pub(super) noisy: bool,
    /// How it fared after the moves before, and with the history of all.
    pub(super) pairs: i32,
    pub(super) rank: i32,
    pub(super) count: usize,
    /// The depth that would be left after the usual reduction.
    pub(super) left: i32,
}

/// What the test of a remembered move says.
#[derive(Clone, Copy, Debug)]
pub(super) enum Singularity {
    /// Search the move so many plies deeper; less if negative.
    Extend(i32),
    /// Another move is too good as well: the node is refuted.
    Cut(i32),
}

impl Worker<'_> {
    /// A score for the node where it needs no search of its own.
    pub(super) fn prune_node(
        &mut self,
        board: &Board,
        node: Node,
        outline: Outline,
    ) -> Option<i32> {
        let Node { depth, beta, .. } = node;
        let eval = outline.eval?;
        if beta.abs() >= DECIDED {
            return None;
        }
        let still = outline.still?;
        let above = *self.back(node.ply, 1);
        // Far below: only captures can help.
        if self.features.has(Feature::Razoring) && eval < node.alpha - 159 - 109 * depth * depth {
            let score = self.quiesce_here(board, node.ply, node.alpha - 1, node.alpha);
            if score < node.alpha {
                return Some(score);
            }
        }
        // Far above the window: a quiet move will hardly spoil it.
        let margin = 71 * (depth - i32::from(outline.improving)) + above.worth / 705;
        if self.features.has(Feature::ReverseFutility)
            && !outline.on_line
            && depth < 8
            && eval >= beta
            && eval - margin >= beta
        {
            return Some(eval);
        }
        if self.features.has(Feature::NullMove)
            && eval >= beta
            && eval >= still
            && still >= beta + 100 - 9 * depth - outline.rise / 13
            && above.worth < 17_139
            && beta > HOPELESS
            && self.shared.budget.mate.is_none()
            && self.may_pass(board, node.ply)
            && let Some(score) = self.try_pass(board, node, eval)
        {
            return Some(score);
        }
        if self.features.has(Feature::ProbCut) && depth >= 5 && !self.stopped {
            return self.try_captures(board, node, outline);
        }
        None
    }

    /// Passing: if even that keeps the value above the window, a move does.
    fn try_pass(&mut self, board: &Board, node: Node, eval: i32) -> Option<i32> {
        let Node {
            ply, depth, beta, ..
        } = node;
        let reduction = 4 + depth / 3 + ((eval - beta) / 72).min(7);
        let next = self.pass(board, ply);
        let below = Node {
            ply: ply + 1,
            depth: depth - reduction,
            alpha: -beta,
            beta: -beta + 1,
            cut: !node.cut,
        };
        let score = -self.search(&next, below);
        self.step_back();
        if self.stopped || score < beta {
            return None;
        }
        // A mate after a pass is not proved.
        let score = if score >= DECIDED { beta } else { score };
        if depth < 14 || self.no_pass_before > 0 {
            return Some(score);
        }
        // Deep down zugzwang is ruled out by a search without passes.
        self.no_pass_before =
            ply + usize::try_from(3 * (depth - reduction).max(1) / 4).unwrap_or(0);
        let verified = self.search(
            board,
            Node {
                depth: depth - reduction,
                alpha: beta - 1,
                beta,
                cut: false,
                ..node
            },
        );
        self.no_pass_before = 0;
        (verified >= beta).then_some(score)
    }

    /// A capture that a shallower search finds well above the window.
    fn try_captures(&mut self, board: &Board, node: Node, outline: Outline) -> Option<i32> {
        let Node { ply, depth, .. } = node;
        let beta = node.beta + 82 - 23 * i32::from(outline.improving);
        let known = outline.entry.filter(|entry| entry.depth >= depth - 3);
        if known
            .is_some_and(|entry| from_table(entry.score, node.plies(), board.halfmoves()) < beta)
        {
            return None;
        }
        let needed = beta - outline.still?;
        let mut picker = Picker::noisy(self, board, outline.remembered);
        let mut found = None;
        while let Some(m) = picker.next(self, board, ply) {
            if picker.is_at_bad_captures() {
                break;
            }
            if !board.keeps(m, needed) {
                continue;
            }
            let mut next = *board;
            self.step(&mut next, ply, m);
            let mut score = -self.quiesce(&next, ply + 1, -beta, 1 - beta);
            if score >= beta {
                let below = Node {
                    ply: ply + 1,
                    depth: depth - 4,
                    alpha: -beta,
                    beta: 1 - beta,
                    cut: !node.cut,
                };
                score = -self.search(&next, below);
            }
            self.step_back();
            if self.stopped {
                return None;
            }
            if score >= beta {
                found = Some((m, score));
                break;
            }
        }
        picker.done(self);
        let (m, score) = found?;
        self.keep(
            board,
            Entry {
                m,
                score: to_table(score, node.plies()),
                eval: self.frame(ply).eval.unwrap_or(NO_EVAL),
                depth: depth - 3,
                bound: Bound::Lower,
                on_line: outline.on_line,
            },
        );
        Some(score)
    }

    /// Whether a move is left out.
    pub(super) fn prune_move(
        &self,
        board: &Board,
        node: Node,
        outline: Outline,
        trial: &Trial,
        alpha: i32,
        picker: &mut Picker,
    ) -> bool {
        let Node { depth, .. } = node;
        let Trial { m, left, .. } = *trial;
        if !board.has_pieces(board.turn()) {
            return false;
        }
        let least = -95 * depth;
        let exchange = self.features.has(Feature::SeePruning);
        let futility = self.features.has(Feature::Futility);
        let enough = (3 + depth * depth) / if outline.improving { 1 } else { 2 };
        if self.features.has(Feature::LateMovePruning)
            && !board.in_check()
            && i32::try_from(trial.count).unwrap_or(i32::MAX) >= enough
        {
            picker.skip_quiets();
        }
        if trial.noisy {
            let taken = board.captured(m);
            let learned = self.memory.history.capture(place(board, m), taken) / 14;
            let most = |still: i32| still + 77 + 86 * left + gain(taken) + learned;
            if futility
                && left < 7
                && !node.is_on_line()
                && m.promotion().is_none()
                && outline.still.is_some_and(|still| most(still) < alpha)
                && !board.gives_check(m)
            {
                return true;
            }
            return exchange && !board.keeps(m, least);
        }
        let failed = self.features.has(Feature::HistoryPruning)
            && left < 5
            && trial.pairs < -3_875 * (depth - 1);
        let most = |still: i32| still + 46 + 62 * left + trial.rank / 121;
        let futile =
            futility && left < 13 && outline.still.is_some_and(|still| most(still) <= alpha);
        if failed || futile || (exchange && !board.keeps(m, -10 * left * left - 6 * left)) {
            return !board.gives_check(m) || (exchange && !board.keeps(m, least));
        }
        false
    }

    /// A remembered score that answers the question, unless fifty moves are
    /// near; the move that did it, or failed to, is learned from.
    pub(super) fn cutoff(&mut self, board: &Board, entry: Entry, node: Node) -> Option<i32> {
        let Node {
            ply, depth, beta, ..
        } = node;
        let score = from_table(entry.score, node.plies(), board.halfmoves());
        let needed = depth + i32::from(entry.bound != Bound::Exact);
        // A mate is a mate at any depth.
        let proved = match entry.bound {
            Bound::Lower | Bound::Exact if score >= MATE_FOUND => score >= beta,
            Bound::Upper | Bound::Exact if score <= -MATE_FOUND => score < beta,
            _ => false,
        };
        if entry.depth < needed && !proved || !cuts(entry.bound, score, beta) {
            return None;
        }
        let quiet = !entry.m.is_none() && !board.is_noisy(entry.m);
        if quiet && score < beta {
            self.reward_quiet(board, ply, entry.m, -bonus(depth));
        }
        if quiet && score >= beta {
            self.praise_quiet(board, ply, entry.m, bonus(depth));
        }
        if !entry.m.is_none() && score >= beta && self.back(ply, 1).count <= 2 {
            self.blame_last(ply, bonus(depth + 1));
        }
        (board.halfmoves() < 90).then_some(score)
    }

    /// In check, a capture that the table knows to be far above the window.
    pub(super) fn known_capture(&self, board: &Board, node: Node, outline: Outline) -> Option<i32> {
        let beta = node.beta + 180;
        let entry = outline.entry.filter(|_| outline.noisy)?;
        let score = from_table(entry.score, node.plies(), board.halfmoves());
        let known = node.depth >= 2
            && entry.depth >= node.depth - 3
            && matches!(entry.bound, Bound::Lower | Bound::Exact)
            && score >= beta
            && score.abs() < DECIDED
            && node.beta.abs() < DECIDED
            && self.features.has(Feature::ProbCut);
        known.then_some(beta)
    }

    /// How much less deep a late move is searched: the logarithms of depth and
    /// number multiplied, less in a wide window, more where things get worse.
    pub(super) fn reduction(&self, improving: bool, depth: i32, count: usize, window: i32) -> i32 {
        let depth = usize::try_from(depth).unwrap_or(0).min(63);
        let product = self.shared.logarithms[depth] * self.shared.logarithms[count.min(63)];
        let wide = window * 1_024 / self.root_window.max(1);
        (product + 1_642 - wide) / 1_024 + i32::from(!improving && product > 916)
    }

    /// Whether a move gives a check worth another ply: very far from the leaves,
    /// where the position is not in balance.
    pub(super) fn extends_check(&self, board: &Board, node: Node, outline: Outline, m: Mv) -> bool {
        node.depth > 12
            && self.features.has(Feature::CheckExtension)
            && node.plies() < 2 * self.root_depth
            && outline.still.is_none_or(|still| still.abs() > 35)
            && board.gives_check(m)
    }

    /// Tests whether the remembered move is much better than all others.
    pub(super) fn singularity(
        &mut self,
        board: &Board,
        node: Node,
        outline: Outline,
        entry: Entry,
        alpha: i32,
    ) -> Singularity {
        let Node { ply, depth, .. } = node;
        let on_line = node.is_on_line();
        let score = from_table(entry.score, node.plies(), board.halfmoves());
        let testable = self.features.has(Feature::Singular)
            && depth >= 4 + 2 * i32::from(on_line && entry.on_line)
            && entry.depth >= depth - 3
            && matches!(entry.bound, Bound::Lower | Bound::Exact)
            && score.abs() < DECIDED
            && node.plies() < 2 * self.root_depth;
        if !testable {
            return Singularity::Extend(0);
        }
        let margin = score - (13 + 4 * i32::from(outline.on_line && !on_line)) * depth / 10;
        self.frame_mut(ply).excluded = entry.m;
        let others = self.search(
            board,
            Node {
                depth: (depth - 1) / 2,
                alpha: margin - 1,
                beta: margin,
                ..node
            },
        );
        self.frame_mut(ply).excluded = Mv::NONE;
        if others < margin {
            let much = !on_line && others < margin - 11 && self.frame(ply).doubles <= 9;
            Singularity::Extend(if much { 2 } else { 1 })
        } else if margin >= node.beta {
            Singularity::Cut(margin)
        } else if score >= node.beta {
            Singularity::Extend(-2)
        } else if score <= alpha && score <= others {
            Singularity::Extend(-1)
        } else {
            Singularity::Extend(0)
        }
    }
}
