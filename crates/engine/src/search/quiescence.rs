//! Search at the leaves: captures are played out, checks answered, until a
//! static value can be trusted.

use super::{
    features::Feature,
    history::place,
    picker::Picker,
    score::{DECIDED, INFINITE, MAX_PLY, from_table, mated_in, to_table},
    table::{Bound, Entry, NO_EVAL},
    worker::{Frame, Worker},
};
use crate::board::{Board, Mv, ROLES};

/// What a capture may add to the static value besides the man it takes.
const DELTA: i32 = 66;

/// What taking a man adds to the static value, by role number: what the
/// evaluation counts for it in the endgame, its square and mobility included.
/// The prices of exchanges are lower, and with them the queen that takes back
/// a queen looked futile.
const GAIN: [i32; ROLES] = [0, 140, 430, 440, 740, 1_300, 0];

/// What taking a man of this role number adds to the static value.
pub(super) fn gain(code: usize) -> i32 {
    GAIN[code]
}

impl Worker<'_> {
    /// The value of a position once captures have been played out.
    pub(super) fn quiesce(&mut self, board: &Board, ply: usize, alpha: i32, beta: i32) -> i32 {
        if self.enter(ply) {
            return 0;
        }
        self.quiesce_here(board, ply, alpha, beta)
    }

    /// The same of a position that has been entered and counted.
    pub(super) fn quiesce_here(
        &mut self,
        board: &Board,
        ply: usize,
        mut alpha: i32,
        beta: i32,
    ) -> i32 {
        // 1. Know draws and the end of the stack.
        let plies = i32::try_from(ply).unwrap_or(0);
        self.clear_line(ply);
        if self.is_drawn(board, ply) {
            return 0;
        }
        let in_check = board.in_check();
        if ply >= MAX_PLY {
            return self.last_value(board, ply);
        }
        // 2. What the table knows.
        let entry = self.remembered(board);
        let on_line = beta - alpha > 1;
        if let Some((bound, score)) = told(board, entry, plies)
            && !on_line
            && cuts(bound, score, beta)
        {
            return score;
        }
        // 3. A lone king that cannot move is not mated.
        if !in_check && board.is_stalemate_of_lone_king() {
            return 0;
        }
        // 4. Standing pat, unless in check.
        let raw = match entry {
            _ if in_check => NO_EVAL,
            Some(entry) if entry.eval != NO_EVAL => entry.eval,
            _ => self.counted(board, ply),
        };
        let mut best = -INFINITE;
        let mut floor = -INFINITE;
        if !in_check {
            best = self.corrected(board, raw);
            floor = best + DELTA;
            best = refined(board, entry, plies, best);
            if best >= beta || !self.features.has(Feature::Quiescence) {
                // The static value need not be counted again.
                if entry.is_none() {
                    self.keep(board, standing(to_table(best, plies), raw, beta));
                }
                return best;
            }
            alpha = alpha.max(best);
        }
        // 5. Captures; in check every answer.
        let remembered = entry.map_or(Mv::NONE, |entry| entry.m);
        let mut picker = Picker::noisy(self, board, remembered);
        let mut best_move = Mv::NONE;
        let start = alpha;
        let mut tried = 0;
        let mut evasions = 0;
        let last = self.back(ply, 1).m;
        let befores = self.befores(ply);
        while let Some(m) = picker.next(self, board, ply) {
            tried += 1;
            let noisy = board.is_noisy(m);
            if best > -DECIDED {
                let loses = picker.is_at_bad_captures() && !(in_check && tried == 1);
                // The third capture seldom helps where the first two did not.
                let late = tried > 2;
                let window = [floor, alpha];
                // Taking back is never futile.
                let other = !in_check && (last.is_none() || m.to() != last.to());
                if loses
                    || (!noisy && (evasions > 1 || self.failed_before(board, m, befores)))
                    || (other && self.is_futile(board, m, window, late, &mut best))
                {
                    continue;
                }
            }
            evasions += i32::from(!noisy);
            let mut next = *board;
            self.step(&mut next, ply, m);
            let score = -self.quiesce(&next, ply + 1, -beta, -alpha);
            self.step_back();
            if self.stopped {
                return 0;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = m;
                    if on_line {
                        self.extend_line(ply, m);
                    }
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        picker.done(self);
        // 6. No answer to a check is mate.
        if in_check && tried == 0 {
            return mated_in(plies);
        }
        // 7. Remember.
        self.keep(
            board,
            Entry {
                m: best_move,
                score: to_table(best, plies),
                eval: raw,
                depth: 0,
                bound: bound(best, start, beta),
                on_line,
            },
        );
        best
    }

    /// The static value: after a pass that before it, seen from the other side.
    fn counted(&mut self, board: &Board, ply: usize) -> i32 {
        match *self.back(ply, 1) {
            Frame {
                m: Mv::NONE,
                eval: Some(before),
                ..
            } if ply > 0 => -before,
            _ => self.raw_eval(board, ply),
        }
    }

    /// Whether a quiet move failed after each of the last two moves.
    fn failed_before(&self, board: &Board, m: Mv, befores: [usize; 4]) -> bool {
        let history = &self.memory.history;
        let place = place(board, m);
        let failed = |before| history.continuation(before, place) < 0;
        self.features.has(Feature::HistoryPruning) && failed(befores[0]) && failed(befores[1])
    }

    /// Whether a capture comes late or cannot lift the value to the window.
    fn is_futile(
        &self,
        board: &Board,
        m: Mv,
        [floor, alpha]: [i32; 2],
        late: bool,
        best: &mut i32,
    ) -> bool {
        if !self.features.has(Feature::Futility) || m.promotion().is_some() {
            return false;
        }
        let most = floor + gain(board.captured(m));
        let futile = most <= alpha;
        let even = floor <= alpha && !board.keeps(m, 1);
        if !(late || futile || even) || board.gives_check(m) {
            return false;
        }
        if !late {
            *best = (*best).max(if futile { most } else { floor });
        }
        true
    }

    /// What the table knows of a position, if it is used at all.
    pub(super) fn remembered(&self, board: &Board) -> Option<Entry> {
        let used = self.features.has(Feature::Transposition);
        used.then(|| self.shared.table.find(board.key())).flatten()
    }

    pub(super) fn keep(&self, board: &Board, entry: Entry) {
        if self.features.has(Feature::Transposition) {
            self.shared.table.keep(board.key(), entry);
        }
    }
}

/// What the table tells, seen from the root.
fn told(board: &Board, entry: Option<Entry>, plies: i32) -> Option<(Bound, i32)> {
    entry.map(|entry| {
        let score = from_table(entry.score, plies, board.halfmoves());
        (entry.bound, score)
    })
}

/// A static value, or the score from the table where its bound says more.
pub(super) fn refined(board: &Board, entry: Option<Entry>, plies: i32, value: i32) -> i32 {
    match told(board, entry, plies) {
        Some((bound, score)) if bound.allows(score, value) && score.abs() < DECIDED => score,
        _ => value,
    }
}

/// What the best score says of the truth, found in a window.
fn bound(best: i32, alpha: i32, beta: i32) -> Bound {
    match best {
        _ if best >= beta => Bound::Lower,
        _ if best > alpha => Bound::Exact,
        _ => Bound::Upper,
    }
}

/// What is remembered of a position that was not searched.
fn standing(score: i32, eval: i32, beta: i32) -> Entry {
    Entry {
        m: Mv::NONE,
        score,
        eval,
        depth: 0,
        bound: if score >= beta {
            Bound::Lower
        } else {
            Bound::None
        },
        on_line: false,
    }
}

/// Whether a remembered bound settles the window.
pub(super) fn cuts(bound: Bound, score: i32, beta: i32) -> bool {
    match bound {
        Bound::Exact => true,
        Bound::Lower => score >= beta,
        Bound::Upper => score < beta,
        Bound::None => false,
    }
}

#[cfg(test)]
mod tests {
    use krog_chess::Role;

    use super::*;
    use crate::evaluate::material;

    #[test]
    fn no_man_is_counted_for_less_than_the_evaluation_does() {
        for role in Role::ALL {
            let figure = material(role);
            let gained = gain(role as usize);
            assert!(gained >= figure.mg.max(figure.eg), "{role:?}");
        }
    }
}
