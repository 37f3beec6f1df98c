//! What is left out of the tree, and what is looked at more closely.
//!
//! The margins are in centipawns: guesses, some of them near Stockfish 15.1's when
//! those are scaled by 0.43, the ratio of its inner unit to a centipawn of the
//! tuning data. What each part is worth is told by the ablation in
//! `docs/engine.md`.

use super::{Node, Outline, Singularity, Trial};
use crate::{
    board::{Board, Mv, price},
    search::{
        features::Feature,
        picker::Picker,
        score::{DECIDED, from_table, to_table},
        table::{Bound, Entry, NO_EVAL},
        worker::Worker,
    },
};

/// A side so far behind is not helped by a pass, but zugzwang and mate would
/// hide behind it.
const HOPELESS: i32 = -500;

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
        // Far above the window: a quiet move will hardly spoil it.
        let margin = 80 * (depth - i32::from(outline.improving));
        if self.features.has(Feature::ReverseFutility) && depth <= 8 && eval - margin >= beta {
            return Some(i32::midpoint(eval, beta));
        }
        // Far below: only captures can help.
        if self.features.has(Feature::Razoring) && depth <= 3 && eval + 220 * depth < node.alpha {
            let score = self.quiesce(board, node.ply, node.alpha, node.alpha + 1);
            if score <= node.alpha {
                return Some(score);
            }
        }
        if self.features.has(Feature::NullMove)
            && depth >= 3
            && eval >= beta
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
        let reduction = 4 + depth / 3 + ((eval - beta) / 130).min(3);
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
        if depth < 12 || self.no_pass_before > 0 {
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
        let beta = node.beta + 120 - 40 * i32::from(outline.improving);
        let known = outline.entry.filter(|entry| entry.depth >= depth - 3);
        if known.is_some_and(|entry| from_table(entry.score, node.plies()) < beta) {
            return None;
        }
        let needed = beta - outline.eval?;
        let mut picker = Picker::noisy(self, board, outline.remembered);
        let mut found = None;
        while let Some(m) = picker.next(self, board, ply) {
            if picker.is_at_bad_captures() {
                break;
            }
            if !board.keeps(m, needed) {
                continue;
            }
            let next = self.step(board, ply, m);
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
        let left = left.max(0);
        if !board.has_pieces(board.turn()) {
            return false;
        }
        if trial.noisy {
            let most = outline
                .eval
                .map(|eval| eval + 80 + 100 * left + price(board.captured(m)));
            if self.features.has(Feature::Futility)
                && left < 7
                && m.promotion().is_none()
                && most.is_some_and(|most| most <= alpha)
                && !board.gives_check(m)
            {
                return true;
            }
            let least = -100 * depth;
            return self.features.has(Feature::SeePruning) && depth <= 7 && !board.keeps(m, least);
        }
        let enough = (3 + depth * depth) / if outline.improving { 1 } else { 2 };
        if self.features.has(Feature::LateMovePruning)
            && depth <= 8
            && i32::try_from(trial.count).unwrap_or(i32::MAX) > enough
        {
            picker.skip_quiets();
            return true;
        }
        if self.features.has(Feature::HistoryPruning) && left <= 3 && trial.rank < -4_000 * depth {
            return true;
        }
        if let Some(eval) = outline.eval
            && self.features.has(Feature::Futility)
            && left <= 9
            && eval + 70 + 75 * left <= alpha
            && !board.gives_check(m)
        {
            return true;
        }
        self.features.has(Feature::SeePruning) && left <= 8 && !board.keeps(m, -24 * left * left)
    }

    /// How much less deep a late move is searched.
    pub(super) fn reduction(&self, depth: i32, count: usize) -> i32 {
        let depth = usize::try_from(depth).unwrap_or(0).min(63);
        i32::from(self.shared.reductions[depth][count.min(63)])
    }

    /// Tests whether the remembered move is much better than all others.
    pub(super) fn singularity(
        &mut self,
        board: &Board,
        node: Node,
        entry: Entry,
        m: Mv,
    ) -> Singularity {
        let Node { ply, depth, .. } = node;
        let score = from_table(entry.score, node.plies());
        let testable = self.features.has(Feature::Singular)
            && depth >= 7
            && entry.depth >= depth - 3
            && matches!(entry.bound, Bound::Lower | Bound::Exact)
            && score.abs() < DECIDED
            && node.plies() < 2 * self.root_depth;
        if !testable {
            return Singularity::Extend(0);
        }
        let margin = score - 3 * depth;
        self.frame_mut(ply).excluded = m;
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
            let much = !node.is_on_line() && others < margin - 20 && self.frame(ply).doubles < 6;
            Singularity::Extend(if much { 2 } else { 1 })
        } else if margin >= node.beta {
            Singularity::Cut(margin)
        } else if score >= node.beta {
            Singularity::Extend(-2)
        } else if node.cut {
            Singularity::Extend(-1)
        } else {
            Singularity::Extend(0)
        }
    }
}
