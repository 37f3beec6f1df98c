//! The tree: principal variation search with everything that lets it look
//! deeper where it matters.

mod pruning;

use super::{
    features::Feature,
    history::bonus,
    picker::Picker,
    quiescence::refined,
    score::{DECIDED, INFINITE, MAX_PLY, mate_in, mated_in, to_table},
    table::{Bound, Entry, NO_EVAL},
    worker::Worker,
};
use crate::board::{Board, Few, Mv};
use pruning::{Singularity, Trial};

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

    pub(super) fn plies(self) -> i32 {
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
    /// The static value, corrected by what was learned; none in check.
    still: Option<i32>,
    /// The same, or the score from the table where that says more.
    eval: Option<i32>,
    /// How much the static value rose since the own last move.
    rise: i32,
    improving: bool,
    /// Whether this node is or once was on the principal variation.
    on_line: bool,
}

impl Outline {
    /// On the line, but the table expects no move to be good enough.
    fn fades(&self, node: Node) -> bool {
        let upper = |entry: Entry| {
            matches!(entry.bound, Bound::Upper | Bound::Exact) && entry.depth >= node.depth
        };
        node.is_on_line() && !self.remembered.is_none() && self.entry.is_some_and(upper)
    }
}

impl Worker<'_> {
    /// The value of a position within a window, for the side to move.
    pub(super) fn search(&mut self, board: &Board, mut node: Node) -> i32 {
        let root = node.ply == 0;
        let on_line = node.is_on_line();
        let excluded = self.frame(node.ply).excluded;
        // 1. Who can go back to a position of the line has a draw at least.
        if !root && node.alpha < 0 && self.can_return(board, node.ply) {
            node.alpha = 0;
            if node.alpha >= node.beta {
                return node.alpha;
            }
        }
        // 2. At the horizon captures are played out.
        if node.depth <= 0 {
            return self.quiesce(board, node.ply, node.alpha, node.beta);
        }
        // 3. Count, stop, and know draws and the end of the stack.
        if excluded.is_none() && self.enter(node.ply) {
            return 0;
        }
        self.clear_line(node.ply);
        if !root {
            if self.is_drawn(board, node.ply) {
                return 0;
            }
            if node.ply >= MAX_PLY {
                return self.last_value(board, node.ply);
            }
            // 4. A shorter mate is already known.
            if self.features.has(Feature::MateDistance) {
                node.alpha = node.alpha.max(mated_in(node.plies()));
                node.beta = node.beta.min(mate_in(node.plies() + 1));
                if node.alpha >= node.beta {
                    return node.alpha;
                }
            }
        }
        // 5. What the table knows.
        let entry = excluded.is_none().then(|| self.remembered(board)).flatten();
        if !on_line && let Some(score) = entry.and_then(|entry| self.cutoff(board, entry, node)) {
            return score;
        }
        // 6. What endgame tables know.
        if !root
            && excluded.is_none()
            && let Some(score) = self.ask_tables(board, node)
        {
            return score;
        }
        // 7. The static value, and whether it rises.
        let outline = self.outline(board, node, entry);
        // 8. Whole nodes that need no search.
        if !on_line
            && excluded.is_none()
            && let Some(score) = self.prune_node(board, node, outline)
        {
            return score;
        }
        if self.stopped {
            return 0;
        }
        // 9. Without a remembered move less depth is trusted.
        if outline.remembered.is_none()
            && excluded.is_none()
            && !board.in_check()
            && self.features.has(Feature::InternalReduction)
        {
            if on_line && !root {
                node.depth -= 3;
                if node.depth <= 0 {
                    return self.quiesce_here(board, node.ply, node.alpha, node.beta);
                }
            } else if node.cut && node.depth >= 9 {
                node.depth -= 2;
            }
        }
        // 10. In check: a good capture that the table knows is trusted.
        if board.in_check()
            && !on_line
            && let Some(score) = self.known_capture(board, node, outline)
        {
            return score;
        }
        self.try_moves(board, node, outline)
    }

    /// The moves of a node, one by one.
    #[expect(clippy::too_many_lines, reason = "numbered steps of one loop")]
    fn try_moves(&mut self, board: &Board, mut node: Node, outline: Outline) -> i32 {
        let Node { ply, beta, .. } = node;
        let mut depth = node.depth;
        let root = ply == 0;
        let on_line = node.is_on_line();
        let in_check = board.in_check();
        let excluded = self.frame(ply).excluded;
        let mut alpha = node.alpha;
        let mut best = -INFINITE;
        let mut best_move = Mv::NONE;
        let mut count = 0;
        let mut quiets = Few::<64>::new();
        let mut captures = Few::<32>::new();
        let grandchild = self.frame_mut(ply + 2);
        grandchild.killers = [Mv::NONE; 2];
        grandchild.cutoffs = 0;
        let frame = *self.frame(ply);
        let befores = self.befores(ply);
        let mut singular = false;
        let mut picker = Picker::new(self, board, outline.remembered, ply);
        while let Some(m) = picker.next(self, board, ply) {
            if m == excluded || (root && !self.root_moves.contains(&m)) {
                continue;
            }
            count += 1;
            let noisy = board.is_noisy(m);
            let (pairs, rank) = if noisy {
                (0, 0)
            } else {
                self.quiet_rank(board, m, befores)
            };
            let reduction = self.reduction(outline.improving, depth, count, beta - alpha);
            let trial = Trial {
                m,
                noisy,
                pairs,
                rank,
                count,
                left: (depth - 1 - reduction).max(0),
            };
            // 11. Moves that need no search.
            if !root
                && best > -DECIDED
                && self.prune_move(board, node, outline, &trial, alpha, &mut picker)
            {
                continue;
            }
            // 12. Moves that deserve more.
            let mut new_depth = depth - 1;
            if m == outline.remembered
                && excluded.is_none()
                && !root
                && let Some(entry) = outline.entry
            {
                match self.singularity(board, node, outline, entry, alpha) {
                    _ if self.stopped => return 0,
                    Singularity::Extend(plies) => {
                        new_depth += plies;
                        singular = plies > 0 && !outline.noisy;
                        if plies == 2 && depth < 12 {
                            depth += 1;
                            node.depth = depth;
                        }
                        self.frame_mut(ply + 1).doubles = frame.doubles + i32::from(plies == 2);
                    }
                    Singularity::Cut(score) => {
                        picker.done(self);
                        return score;
                    }
                }
            } else {
                self.frame_mut(ply + 1).doubles = frame.doubles;
                new_depth += i32::from(self.extends_check(board, node, outline, m));
            }
            // 13. Make the move and search it.
            let here = self.frame_mut(ply);
            here.count = count;
            here.worth = if noisy { 0 } else { rank - USUAL_WORTH };
            let mut next = *board;
            self.step(&mut next, ply, m);
            let attempt = Attempt {
                depth: new_depth,
                reduction: self.adjusted(reduction, node, outline, singular),
                alpha,
                best,
                count,
                noisy,
            };
            let score = self.search_move(&next, node, outline, attempt);
            self.step_back();
            if self.stopped {
                return 0;
            }
            // 14. Better than before?
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
                    if (2..6).contains(&depth) && alpha.abs() < DECIDED && beta.abs() < DECIDED {
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
        // 15. No legal move: mate or stalemate; none but the excluded one: no news.
        if count == 0 {
            return match () {
                () if !excluded.is_none() => alpha,
                () if in_check => mated_in(node.plies()),
                () => 0,
            };
        }
        // 16. Learn and remember.
        let tried = (quiets.as_slice(), captures.as_slice());
        self.conclude(board, node, [alpha, best], best_move, tried);
        best
    }

    /// Learns from the moves of a node that were tried, given the score they had to
    /// beat at last, the best of them and its score, and remembers what was found.
    fn conclude(
        &mut self,
        board: &Board,
        node: Node,
        [alpha, best]: [i32; 2],
        m: Mv,
        tried: (&[Mv], &[Mv]),
    ) {
        let Node { ply, depth, .. } = node;
        let whole = self.frame(ply).excluded.is_none();
        if best >= node.beta {
            self.frame_mut(ply).cutoffs += 1;
        }
        if !m.is_none() {
            let deeper = depth + i32::from(best > node.beta + 59);
            self.learn(board, ply, [depth + 1, deeper], m, tried);
        } else if whole {
            let expected = node.is_on_line() || node.cut;
            let signs = [depth > 5, expected, best < alpha - 38 * depth];
            let times = signs.into_iter().map(i32::from).sum();
            self.praise_last(board, ply, depth, times);
        }
        if best <= node.alpha && depth > 3 && ply > 0 && self.back(ply, 1).on_line {
            self.frame_mut(ply).on_line = true;
        }
        if whole && !(ply == 0 && self.leaves_out_root_moves()) {
            self.settle(board, node, best, m);
        }
    }

    /// The value of a move that has been made: a late one is searched less
    /// deeply first, then fully if it surprises, a ply more or less by how much;
    /// a null window is enough where the line is not expected to change; the
    /// first move, and those that surprise, are searched in the full window.
    fn search_move(&mut self, next: &Board, node: Node, outline: Outline, attempt: Attempt) -> i32 {
        let on_line = node.is_on_line();
        let Attempt { alpha, count, .. } = attempt;
        let mut depth = attempt.depth;
        let narrow = |depth: i32, cut: bool| Node {
            ply: node.ply + 1,
            depth,
            alpha: -alpha - 1,
            beta: -alpha,
            cut,
        };
        let mut score = alpha + 1;
        let lively = outline.on_line
            && attempt.noisy
            && !(node.cut && node.ply > 0 && self.back(node.ply, 1).count > 1);
        let first = 1 + usize::from(on_line && node.ply <= 1);
        let late = node.depth >= 2 && count > first && !lively;
        if late && self.features.has(Feature::LateMoveReductions) {
            let shallow = (depth - attempt.reduction).clamp(1, (depth + 1).max(1));
            score = -self.search(next, narrow(shallow, true));
            if score > alpha && shallow < depth && !self.stopped {
                let much = score > alpha + 250 && self.frame(node.ply + 1).doubles <= 5;
                self.frame_mut(node.ply + 1).doubles += i32::from(much);
                depth += i32::from(score > alpha + 28 + 5 * (depth - shallow)) + i32::from(much)
                    - i32::from(score < attempt.best + depth / 2);
                if depth > shallow {
                    score = -self.search(next, narrow(depth, !node.cut));
                }
                let bonus = bonus(depth) * if score > alpha { 1 } else { -1 };
                let bonus = if attempt.noisy { bonus / 6 } else { bonus };
                self.reward_pairs(node.ply, self.frame(node.ply).place, bonus);
            }
        } else if !on_line || count > 1 {
            let less = i32::from(attempt.reduction > 4);
            score = -self.search(next, narrow(depth - less, !node.cut));
        }
        let opens = node.ply == 0 || score < node.beta;
        if on_line && (count == 1 || (score > alpha && opens)) {
            let wide = Node {
                alpha: -node.beta,
                depth: depth.min(node.depth + i32::from(node.ply > 0)),
                ..narrow(depth, false)
            };
            score = -self.search(next, wide);
        }
        score
    }

    /// The usual reduction, more where little is expected and less where much is.
    fn adjusted(&self, reduction: i32, node: Node, outline: Outline, singular: bool) -> i32 {
        let mut reduced = reduction;
        if outline.on_line && !outline.fades(node) {
            reduced -= 2;
        }
        // The opponent had no good move.
        reduced -= i32::from(node.ply > 0 && self.back(node.ply, 1).count > 7);
        reduced += 2 * i32::from(node.cut);
        // The best move is a capture, or the replies are refuted again and again.
        reduced += i32::from(outline.noisy);
        reduced += i32::from(self.frame(node.ply + 1).cutoffs > 3);
        if node.is_on_line() {
            reduced -= 1 + 11 / (3 + node.depth);
        }
        reduced -= i32::from(singular);
        let middle = (8..19).contains(&node.depth);
        reduced - self.frame(node.ply).worth / (13_628 + 4_000 * i32::from(middle))
    }

    /// Remembers a finished node and learns how far off its static value was.
    fn settle(&mut self, board: &Board, node: Node, best: i32, m: Mv) {
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
                on_line: self.frame(node.ply).on_line,
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
            _ => Some(self.raw_eval(board, ply)),
        };
        let on_line = if excluded {
            self.frame(ply).on_line
        } else {
            node.is_on_line() || entry.is_some_and(|entry| entry.on_line)
        };
        let frame = self.frame_mut(ply);
        frame.eval = raw;
        frame.on_line = on_line;
        let before = self.back(ply, 2).eval.or(self.back(ply, 4).eval);
        let rise = match (raw, before) {
            (Some(now), Some(before)) => now - before,
            (Some(_), None) => 70,
            _ => 0,
        };
        if let Some(raw) = raw.filter(|_| !excluded) {
            self.note_change(board, ply, raw);
        }
        let still = raw.map(|raw| self.corrected(board, raw));
        let remembered = match entry {
            _ if ply == 0 && self.leaves_out_root_moves() => self.root_hint,
            Some(entry) => entry.m,
            None => Mv::NONE,
        };
        Outline {
            entry,
            remembered,
            noisy: !remembered.is_none() && board.is_noisy(remembered),
            still,
            eval: still.map(|still| refined(board, entry, node.plies(), still)),
            rise,
            improving: rise > 0 || !self.features.has(Feature::Improving),
            on_line,
        }
    }
}

/// What the histories say of a quiet move of no merit.
const USUAL_WORTH: i32 = 4_433;

/// How a move is searched.
#[derive(Clone, Copy, Debug)]
struct Attempt {
    depth: i32,
    reduction: i32,
    alpha: i32,
    /// The best score so far.
    best: i32,
    count: usize,
    noisy: bool,
}
