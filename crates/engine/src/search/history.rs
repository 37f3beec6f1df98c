//! How moves fared: numbers that order moves and steer reductions. All of them
//! follow the same law, a step towards the bonus that shrinks near the limit.

use krog_chess::Color;

use crate::board::{Board, Mv};

/// No figure goes beyond: the limits of Stockfish 15.1 for quiet moves, captures
/// and pairs of moves. A lower limit learns faster.
const QUIET_LIMIT: i32 = 7_183;
const CAPTURE_LIMIT: i32 = 10_692;
const PAIR_LIMIT: i32 = 29_952;

/// What a refutation at a depth is worth (Stockfish 15.1).
pub(super) fn bonus(depth: i32) -> i32 {
    ((12 * depth + 282) * depth - 349).clamp(0, 1_594)
}

/// Six roles of two colours on 64 squares.
pub(super) const PLACES: usize = 2 * 7 * 64;

/// Pawn structures that are told apart in correction.
const STRUCTURES: usize = 1 << 14;

/// A correction is kept in 256ths of a centipawn and stays below 48: more would
/// make pawn moves look like gains.
const CORRECTION_LIMIT: i32 = 48 * 256;

/// The tables of one thread.
#[derive(Clone, Debug)]
pub(super) struct History {
    quiet: Vec<[i16; 64 * 64]>,
    capture: Vec<[i16; 7]>,
    continuation: Vec<[i16; PLACES]>,
    /// The quiet move that last refuted a move to a place.
    answers: Vec<Mv>,
    correction: Vec<[i32; 2]>,
}

impl History {
    pub(super) fn new() -> History {
        History {
            quiet: vec![[0; 64 * 64]; 2],
            capture: vec![[0; 7]; PLACES],
            continuation: vec![[0; PLACES]; PLACES],
            answers: vec![Mv::NONE; PLACES],
            correction: vec![[0; 2]; STRUCTURES],
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.quiet.fill([0; 64 * 64]);
        self.capture.fill([0; 7]);
        self.continuation.fill([0; PLACES]);
        self.answers.fill(Mv::NONE);
        self.correction.fill([0; 2]);
    }

    /// The order of quiet moves after the moves to some places, by pairs of moves
    /// and by moves alone where these are used.
    pub(super) fn order(&self, color: Color, befores: [usize; 4], uses: [bool; 2]) -> Order<'_> {
        Order {
            after: befores.map(|before| &self.continuation[before]),
            alone: &self.quiet[color as usize & 1],
            uses,
        }
    }

    pub(super) fn quiet(&self, color: Color, m: Mv) -> i32 {
        i32::from(self.quiet[color as usize & 1][squares(m)])
    }

    pub(super) fn reward_quiet(&mut self, color: Color, m: Mv, bonus: i32) {
        let entry = &mut self.quiet[color as usize & 1][squares(m)];
        nudge(entry, bonus, QUIET_LIMIT);
    }

    pub(super) fn capture(&self, place: usize, taken: usize) -> i32 {
        i32::from(self.capture[place][taken])
    }

    pub(super) fn reward_capture(&mut self, place: usize, taken: usize, bonus: i32) {
        nudge(&mut self.capture[place][taken], bonus, CAPTURE_LIMIT);
    }

    /// How a move to `place` fared after one to `before`.
    pub(super) fn continuation(&self, before: usize, place: usize) -> i32 {
        i32::from(self.continuation[before][place])
    }

    pub(super) fn reward_continuation(&mut self, before: usize, place: usize, bonus: i32) {
        nudge(&mut self.continuation[before][place], bonus, PAIR_LIMIT);
    }

    /// The quiet move that last refuted one to `before`.
    pub(super) fn answer(&self, before: usize) -> Mv {
        self.answers[before]
    }

    pub(super) fn note_answer(&mut self, before: usize, m: Mv) {
        self.answers[before] = m;
    }

    /// Centipawns that search found missing in the static value.
    pub(super) fn correction(&self, board: &Board) -> i32 {
        self.correction[structure(board)][board.turn() as usize & 1] / 256
    }

    /// Learns that the static value was off by `error`.
    pub(super) fn correct(&mut self, board: &Board, error: i32, depth: i32) {
        let entry = &mut self.correction[structure(board)][board.turn() as usize & 1];
        let weight = (depth + 1).min(16);
        let error = error.clamp(-200, 200);
        let blended = (*entry * (512 - weight) + error * 256 * weight) / 512;
        *entry = blended.clamp(-CORRECTION_LIMIT, CORRECTION_LIMIT);
    }
}

/// How the quiet moves of a node fared before.
#[derive(Clone, Copy, Debug)]
pub(super) struct Order<'a> {
    /// After the moves one, two, four and six plies before.
    after: [&'a [i16; PLACES]; 4],
    alone: &'a [i16; 64 * 64],
    uses: [bool; 2],
}

impl Order<'_> {
    /// The rank of a move among others: what it did after the last move counts twice.
    #[inline]
    pub(super) fn rank(&self, board: &Board, m: Mv) -> i32 {
        let [pairs, alone] = self.uses;
        let mut rank = 0;
        if pairs {
            let place = place(board, m);
            let [first, second, fourth, sixth] = self.after.map(|row| i32::from(row[place]));
            rank += 2 * first + second + fourth + sixth;
        }
        if alone {
            rank += 2 * i32::from(self.alone[squares(m)]);
        }
        rank
    }
}

/// The number of a man on the square it moves to.
#[inline]
pub(super) fn place(board: &Board, m: Mv) -> usize {
    let color = board.turn() as usize & 1;
    (color * 7 + board.code_at(m.from())) * 64 + m.to().to_usize()
}

fn squares(m: Mv) -> usize {
    m.from().to_usize() * 64 + m.to().to_usize()
}

fn structure(board: &Board) -> usize {
    usize::try_from(board.pawn_key() % STRUCTURES as u64).unwrap_or(0)
}

fn nudge(entry: &mut i16, bonus: i32, limit: i32) {
    let bonus = bonus.clamp(-limit, limit);
    let old = i32::from(*entry);
    let new = old + bonus - old * bonus.abs() / limit;
    *entry = i16::try_from(new).unwrap_or(*entry);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rewards_stay_within_the_limit() {
        for limit in [QUIET_LIMIT, CAPTURE_LIMIT, PAIR_LIMIT] {
            let mut entry = 0;
            for _ in 0..10_000 {
                nudge(&mut entry, 2_000, limit);
            }
            assert!(i32::from(entry) <= limit && i32::from(entry) > limit - 2_000);
            for _ in 0..10_000 {
                nudge(&mut entry, -2_000, limit);
            }
            assert!(i32::from(entry) >= -limit);
        }
    }
}
