//! The tree: principal variation search with everything that lets it look
//! deeper where it matters.

use super::{
    features::Feature,
    picker::Picker,
    quiescence::{cuts, refined},
    score::{DECIDED, INFINITE, MAX_PLY, TABLE_WIN, from_table, mate_in, mated_in, to_table},
    table::{Bound, Entry, NO_EVAL},
    tablebase::Outlook,
    worker::Worker,
};
use crate::board::{Board, Mv};

/// A node of the tree and the question asked there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) ply: usize,
    pub(super) depth: i32,
    pub(super) alpha: i32,
    pub(super) beta: i32,
    /// A node expected to be refuted by its first good move.
    pub(super) cut: bool,
}

impl Node {
    /// Whether the exact value is asked for, not just a side of a bound.
    fn is_on_line(self) -> bool {
        self.beta - self.alpha > 1
    }

    fn plies(self) -> i32 {
        i32::try_from(self.ply).unwrap_or(0)
    }
}

/// What is known of a node before its moves are tried.
#[derive(Clone, Copy, Debug)]
struct Outline {
    entry: Option<Entry>,
    remembered: Mv,
    /// Whether the remembered move is a capture.
    noisy: bool,
    /// The static value that search trusts, none in check.
    eval: Option<i32>,
    improving: bool,
    on_line: bool,
}

impl Worker<'_> {
    /// The value of a position within a window, for the side to move.
    pub(super) fn search(&mut self, board: &Board, mut node: Node) -> i32 {
        let root = node.ply == 0;
        let on_line = node.is_on_line();
        let excluded = self.frame(node.ply).excluded;
        // 1. At the horizon captures are played out.
        if node.depth <= 0 {
            return self.quiesce(board, node.ply, node.alpha, node.beta);
        }
        // 2. Count, stop, and know draws and the end of the stack.
        if excluded.is_none() && self.enter(node.ply) {
            return 0;
        }
        self.clear_line(node.ply);
        if !root {
            if self.is_drawn(board, node.ply) {
                return 0;
            }
            if node.ply >= MAX_PLY {
                return if board.in_check() {
                    0
                } else {
                    self.raw_eval(board)
                };
            }
            // 3. A shorter mate is already known.
            if self.features.has(Feature::MateDistance) {
                node.alpha = node.alpha.max(mated_in(node.plies()));
                node.beta = node.beta.min(mate_in(node.plies() + 1));
                if node.alpha >= node.beta {
                    return node.alpha;
                }
            }
        }
        // 4. What the table knows.
        let entry = excluded.is_none().then(|| self.remembered(board)).flatten();
        if let Some(score) = entry.and_then(|entry| cutoff(board, entry, node, on_line)) {
            return score;
        }
        // 5. What endgame tables know.
        if !root
            && excluded.is_none()
            && let Some(score) = self.ask_tables(board, node)
        {
            return score;
        }
        // 6. The static value, and whether it rises.
        let outline = self.outline(board, node, entry);
        // 7. Whole nodes that need no search.
        if !on_line
            && excluded.is_none()
            && let Some(score) = self.prune_node(board, node, outline)
        {
            return score;
        }
        if self.stopped {
            return 0;
        }
        // 8. Without a remembered move less depth is trusted; in check more.
        if outline.remembered.is_none()
            && node.depth >= if on_line { 4 } else { 7 }
            && excluded.is_none()
            && (on_line || node.cut)
            && self.features.has(Feature::InternalReduction)
        {
            node.depth -= 1;
        }
        if board.in_check()
            && excluded.is_none()
            && node.plies() < 2 * self.root_depth
            && self.features.has(Feature::CheckExtension)
        {
            node.depth += 1;
        }
        self.try_moves(board, node, outline)
    }

    /// The moves of a node, one by one.
    #[expect(clippy::too_many_lines, reason = "numbered steps of one loop")]
    fn try_moves(&mut self, board: &Board, node: Node, outline: Outline) -> i32 {
        let Node { ply, beta, .. } = node;
        let mut depth = node.depth;
        let mut node = node;
        let root = ply == 0;
        let on_line = node.is_on_line();
        let in_check = board.in_check();
        let excluded = self.frame(ply).excluded;
        let mut alpha = node.alpha;
        let mut best = -INFINITE;
        let mut best_move = Mv::NONE;
        let mut count = 0;
        let mut quiets: Vec<Mv> = Vec::new();
        let mut captures: Vec<Mv> = Vec::new();
        let grandchild = self.frame_mut(ply + 2);
        grandchild.killers = [Mv::NONE; 2];
        grandchild.cutoffs = 0;
        let frame = *self.frame(ply);
        let befores = self.befores(ply);
        let mut picker = Picker::new(self, board, outline.remembered, &frame);
        while let Some(m) = picker.next(self, board, ply) {
            if m == excluded || (root && !self.root_moves.contains(&m)) {
                continue;
            }
            count += 1;
            let noisy = board.is_noisy(m);
            let rank = if noisy {
                0
            } else {
                self.quiet_rank(board, m, befores)
            };
            let reduction = self.reduction(depth, count);
            let trial = Trial {
                m,
                noisy,
                rank,
                count,
                left: depth - reduction,
            };
            // 9. Moves that need no search.
            if !root
                && best > -DECIDED
                && self.prune_move(board, node, outline, &trial, alpha, &mut picker)
            {
                continue;
            }
            // 10. Moves that deserve more.
            let mut extension = 0;
            if m == outline.remembered
                && excluded.is_none()
                && !root
                && let Some(entry) = outline.entry
            {
                match self.singularity(board, node, entry, m) {
                    _ if self.stopped => return 0,
                    Singularity::Extend(plies) => extension = plies,
                    Singularity::Cut(score) => {
                        picker.done(self);
                        return score;
                    }
                }
            }
            // 11. Make the move.
            let doubles = frame.doubles + i32::from(extension > 1);
            self.frame_mut(ply + 1).doubles = doubles;
            let next = self.step(board, ply, m);
            let new_depth = depth - 1 + extension;
            // 12. Search it.
            let attempt = Attempt {
                depth: new_depth,
                reduction: self.adjusted(reduction, &trial, node, outline, &next),
                alpha,
            };
            let score = self.search_move(&next, node, &attempt, count);
            self.step_back();
            if self.stopped {
                return 0;
            }
            // 13. Better than before?
            if score > best {
                best = score;
                if score > alpha {
                    best_move = m;
                    if root {
                        self.root_best = Some(score);
                    }
                    if on_line {
                        self.extend_line(ply, m);
                    }
                    if score >= beta {
                        break;
                    }
                    alpha = score;
                    // The others have to beat a good move: a ply less will show it.
                    if (3..6).contains(&depth) && alpha.abs() < DECIDED && beta.abs() < DECIDED {
                        depth -= 1;
                        node.depth = depth;
                    }
                }
            }
            if noisy {
                captures.push(m);
            } else {
                quiets.push(m);
            }
        }
        picker.done(self);
        // 14. No legal move: mate or stalemate; none but the excluded one: no news.
        if count == 0 {
            return match () {
                () if !excluded.is_none() => alpha,
                () if in_check => mated_in(node.plies()),
                () => 0,
            };
        }
        // 15. Learn and remember.
        if best >= beta {
            self.frame_mut(ply).cutoffs += 1;
        }
        if !best_move.is_none() {
            self.learn(board, ply, depth, best_move, (&quiets, &captures));
        } else if excluded.is_none() {
            self.praise_last(board, ply, depth);
        }
        if excluded.is_none() && !(root && self.root_moves.len() < self.shared.root_count) {
            self.settle(board, node, outline, best, best_move);
        }
        best
    }

    /// The value of a move that has been made: a late one is searched less
    /// deeply first, then fully if it surprises; a null window is enough where
    /// the line is not expected to change; the first move, and those that
    /// surprise, are searched in the full window.
    fn search_move(&mut self, next: &Board, node: Node, attempt: &Attempt, count: usize) -> i32 {
        let on_line = node.is_on_line();
        let alpha = attempt.alpha;
        let narrow = Node {
            ply: node.ply + 1,
            depth: attempt.depth,
            alpha: -alpha - 1,
            beta: -alpha,
            cut: !node.cut,
        };
        let mut score = alpha + 1;
        let mut full = !on_line || count > 1;
        let late = node.depth >= 2 && count > 1 + usize::from(node.ply == 0);
        if late && self.features.has(Feature::LateMoveReductions) {
            let shallow = (attempt.depth - attempt.reduction).clamp(1, attempt.depth.max(1));
            score = -self.search(
                next,
                Node {
                    depth: shallow,
                    cut: true,
                    ..narrow
                },
            );
            full = score > alpha && shallow < attempt.depth;
        }
        if full {
            score = -self.search(next, narrow);
        }
        if on_line && (count == 1 || score > alpha) {
            let wide = Node {
                alpha: -node.beta,
                cut: false,
                ..narrow
            };
            score = -self.search(next, wide);
        }
        score
    }

    /// The usual reduction, more where little is expected and less where much is.
    fn adjusted(
        &self,
        reduction: i32,
        trial: &Trial,
        node: Node,
        outline: Outline,
        next: &Board,
    ) -> i32 {
        let mut reduced = if trial.noisy {
            reduction / 2
        } else {
            reduction - ((trial.rank - 4_433) / 13_628).clamp(-2, 3)
        };
        let killer = self.frame(node.ply).killers.contains(&trial.m);
        reduced += 2 * i32::from(node.cut) + i32::from(!outline.improving && !trial.noisy);
        // The replies are refuted again and again, or the best move is a capture.
        reduced += i32::from(self.frame(node.ply + 1).cutoffs > 3);
        reduced += i32::from(outline.noisy);
        reduced -= i32::from(outline.on_line) + i32::from(node.is_on_line());
        reduced -= i32::from(node.ply == 0);
        reduced - i32::from(next.in_check()) - i32::from(killer)
    }

    /// Remembers a finished node and learns how far off its static value was.
    fn settle(&mut self, board: &Board, node: Node, outline: Outline, best: i32, m: Mv) {
        let bound = match best {
            _ if best >= node.beta => Bound::Lower,
            _ if !m.is_none() => Bound::Exact,
            _ => Bound::Upper,
        };
        if let Some(raw) = self.frame(node.ply).eval {
            let told = match bound {
                Bound::Lower => best > raw,
                Bound::Upper => best < raw,
                _ => true,
            };
            if told && !board.is_noisy(m) && best.abs() < DECIDED {
                self.memory.history.correct(board, best - raw, node.depth);
            }
        }
        let raw = self.frame(node.ply).eval.unwrap_or(NO_EVAL);
        self.keep(
            board,
            Entry {
                m,
                score: to_table(best, node.plies()),
                eval: raw,
                depth: node.depth,
                bound,
                on_line: outline.on_line,
            },
        );
    }

    fn outline(&mut self, board: &Board, node: Node, entry: Option<Entry>) -> Outline {
        let ply = node.ply;
        let excluded = !self.frame(ply).excluded.is_none();
        let raw = match entry {
            _ if board.in_check() => None,
            _ if excluded => self.frame(ply).eval,
            Some(entry) if entry.eval != NO_EVAL => Some(entry.eval),
            _ => Some(self.raw_eval(board)),
        };
        self.frame_mut(ply).eval = raw;
        let before = self.back(ply, 2).eval.or(self.back(ply, 4).eval);
        let improving = match (raw, before) {
            (Some(now), Some(before)) => now > before,
            (Some(_), None) => true,
            _ => false,
        };
        let eval = raw.map(|raw| refined(entry, node.plies(), self.corrected(board, raw)));
        Outline {
            entry,
            remembered: entry.map_or(Mv::NONE, |entry| entry.m),
            noisy: entry.is_some_and(|entry| !entry.m.is_none() && board.is_noisy(entry.m)),
            eval,
            improving: improving || !self.features.has(Feature::Improving),
            on_line: node.is_on_line() || entry.is_some_and(|entry| entry.on_line),
        }
    }

    /// What endgame tables say right after a capture or pawn move.
    fn ask_tables(&self, board: &Board, node: Node) -> Option<i32> {
        let tables = self.shared.tablebase?;
        if board.halfmoves() != 0 || board.occupied().count() > tables.most_men() {
            return None;
        }
        let score = match tables.outlook(&board.to_chess()?)? {
            Outlook::Win => TABLE_WIN - node.plies(),
            Outlook::Draw => 0,
            Outlook::Loss => node.plies() - TABLE_WIN,
        };
        self.shared.count_table_hit();
        Some(score)
    }
}

/// A remembered score that answers the question, unless fifty moves are near.
fn cutoff(board: &Board, entry: Entry, node: Node, on_line: bool) -> Option<i32> {
    let deep = entry.depth >= node.depth;
    if on_line || !deep || board.halfmoves() >= 90 {
        return None;
    }
    let score = from_table(entry.score, node.plies());
    cuts(entry.bound, score, node.beta).then_some(score)
}

/// A move about to be tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Trial {
    pub(super) m: Mv,
    pub(super) noisy: bool,
    pub(super) rank: i32,
    pub(super) count: usize,
    /// The depth that would be left after the usual reduction.
    pub(super) left: i32,
}

/// How a move is searched.
#[derive(Clone, Copy, Debug)]
struct Attempt {
    depth: i32,
    reduction: i32,
    alpha: i32,
}

/// What the test of a remembered move says.
#[derive(Clone, Copy, Debug)]
pub(super) enum Singularity {
    /// Search the move so many plies deeper; less if negative.
    Extend(i32),
    /// Another move is too good as well: the node is refuted.
    Cut(i32),
}

mod pruning;
