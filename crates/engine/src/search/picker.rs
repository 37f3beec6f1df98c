//! Hands out moves one by one, the most promising first, and generates only
//! what is asked for: the remembered move, captures that do not lose, killers,
//! quiet moves, captures that do.

use super::{features::Feature, history::place, worker::Worker};
use crate::board::{Board, Menace, Moves, Mv, price};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Stage {
    Remembered,
    Captures,
    GoodCaptures,
    FirstKiller,
    SecondKiller,
    Answer,
    Quiets,
    AllQuiets,
    BadCaptures,
    Done,
}

/// The state of handing out.
#[derive(Debug)]
pub(super) struct Picker {
    stage: Stage,
    remembered: Mv,
    /// Two killers, and the move that last refuted the one before.
    killers: [Mv; 3],
    moves: Moves,
    next: usize,
    /// The quiet move after the one handed out last.
    ahead: Option<Mv>,
    bad: Moves,
    next_bad: usize,
    /// What the exchange of a good capture must keep.
    threshold: i32,
    quiets: bool,
}

impl Picker {
    /// All moves of a node.
    pub(super) fn new(
        worker: &mut Worker<'_>,
        board: &Board,
        remembered: Mv,
        ply: usize,
    ) -> Picker {
        let mut killers = [Mv::NONE; 3];
        if worker.features.has(Feature::Killers) {
            killers[..2].copy_from_slice(&worker.frame(ply).killers);
        }
        if worker.features.has(Feature::CounterMoves) {
            killers[2] = worker.memory.history.answer(worker.back(ply, 1).place);
        }
        Picker::with(worker, board, remembered, killers, true)
    }

    /// Captures and queen promotions; in check all moves.
    pub(super) fn noisy(worker: &mut Worker<'_>, board: &Board, remembered: Mv) -> Picker {
        let wanted = board.in_check() || board.is_noisy(remembered);
        let remembered = if wanted { remembered } else { Mv::NONE };
        Picker::with(worker, board, remembered, [Mv::NONE; 3], board.in_check())
    }

    fn with(
        worker: &mut Worker<'_>,
        board: &Board,
        remembered: Mv,
        killers: [Mv; 3],
        quiets: bool,
    ) -> Picker {
        let usable = |m: Mv| !m.is_none() && board.is_pseudo_legal(m);
        Picker {
            stage: Stage::Remembered,
            remembered: if usable(remembered) {
                remembered
            } else {
                Mv::NONE
            },
            killers,
            moves: worker.lists.pop().unwrap_or_else(Moves::new),
            next: 0,
            ahead: None,
            bad: worker.lists.pop().unwrap_or_else(Moves::new),
            next_bad: 0,
            threshold: 0,
            quiets,
        }
    }

    /// Gives the lists back for the next picker.
    pub(super) fn done(mut self, worker: &mut Worker<'_>) {
        self.moves.clear();
        self.bad.clear();
        worker.lists.push(self.moves);
        worker.lists.push(self.bad);
    }

    /// Quiet moves are no longer wanted.
    pub(super) fn skip_quiets(&mut self) {
        self.quiets = false;
    }

    /// The next legal move.
    pub(super) fn next(&mut self, worker: &Worker<'_>, board: &Board, ply: usize) -> Option<Mv> {
        loop {
            let m = self.next_pseudo_legal(worker, board, ply)?;
            if board.is_legal(m) {
                return Some(m);
            }
        }
    }

    fn next_pseudo_legal(&mut self, worker: &Worker<'_>, board: &Board, ply: usize) -> Option<Mv> {
        loop {
            let found = match self.stage {
                Stage::Remembered => {
                    self.stage = Stage::Captures;
                    Some(self.remembered)
                }
                Stage::Captures => {
                    board.captures(&mut self.moves);
                    rank_captures(worker, board, &mut self.moves);
                    self.stage = Stage::GoodCaptures;
                    None
                }
                Stage::GoodCaptures => self.good_capture(board),
                Stage::FirstKiller => {
                    self.stage = Stage::SecondKiller;
                    self.killer(board, 0)
                }
                Stage::SecondKiller => {
                    self.stage = Stage::Answer;
                    self.killer(board, 1)
                }
                Stage::Answer => {
                    self.stage = Stage::Quiets;
                    self.killer(board, 2)
                }
                Stage::Quiets => {
                    self.moves.clear();
                    self.next = 0;
                    if self.quiets {
                        board.quiets(&mut self.moves);
                        rank_quiets(worker, board, ply, &mut self.moves);
                        self.ahead = self.next_quiet();
                    }
                    self.stage = Stage::AllQuiets;
                    None
                }
                Stage::AllQuiets => self.quiet(worker, board),
                Stage::BadCaptures => self.bad_capture(),
                Stage::Done => return None,
            };
            match found {
                Some(m) if !m.is_none() => return Some(m),
                _ => {}
            }
        }
    }

    fn good_capture(&mut self, board: &Board) -> Option<Mv> {
        while let Some(m) = best(&mut self.moves, &mut self.next) {
            if m == self.remembered {
                continue;
            }
            if board.keeps(m, self.threshold) {
                return Some(m);
            }
            self.bad.push(m);
        }
        self.stage = if self.quiets {
            Stage::FirstKiller
        } else {
            Stage::BadCaptures
        };
        None
    }

    fn killer(&self, board: &Board, index: usize) -> Option<Mv> {
        let m = self.killers[index];
        let fits = self.quiets
            && !m.is_none()
            && m != self.remembered
            && !self.killers[..index].contains(&m)
            && !board.is_noisy(m)
            && board.is_pseudo_legal(m);
        fits.then_some(m)
    }

    /// The next quiet move. What the table knows of the one after it is called
    /// into the cache: the way there is longer than making a move.
    fn quiet(&mut self, worker: &Worker<'_>, board: &Board) -> Option<Mv> {
        let found = self.ahead.filter(|_| self.quiets);
        if found.is_some() {
            self.ahead = self.next_quiet();
            if let Some(m) = self.ahead {
                worker.shared.table.fetch(board.key_after(m));
            }
        } else {
            self.stage = Stage::BadCaptures;
        }
        found
    }

    fn next_quiet(&mut self) -> Option<Mv> {
        while let Some(m) = best(&mut self.moves, &mut self.next) {
            if m != self.remembered && !self.killers.contains(&m) {
                return Some(m);
            }
        }
        None
    }

    fn bad_capture(&mut self) -> Option<Mv> {
        let found = self.bad.as_slice().get(self.next_bad);
        self.next_bad += 1;
        if found.is_none() {
            self.stage = Stage::Done;
        }
        found.map(|(m, _)| *m)
    }

    /// Whether what comes now are captures that lose material.
    pub(super) fn is_at_bad_captures(&self) -> bool {
        self.stage >= Stage::BadCaptures
    }
}

/// The best move from `next` on, moved to `next`.
fn best(moves: &mut Moves, next: &mut usize) -> Option<Mv> {
    let rest = moves.as_mut_slice().get_mut(*next..)?;
    let mut chosen = 0;
    let mut highest = rest.first()?.1;
    for (index, (_, rank)) in rest.iter().enumerate().skip(1) {
        if *rank > highest {
            highest = *rank;
            chosen = index;
        }
    }
    rest.swap(0, chosen);
    *next += 1;
    Some(rest[0].0)
}

#[inline(never)]
fn rank_captures(worker: &Worker<'_>, board: &Board, moves: &mut Moves) {
    let learned = worker.features.has(Feature::CaptureHistory);
    for (m, rank) in moves.as_mut_slice() {
        let taken = board.captured(*m);
        *rank = 16 * price(taken) - price(board.code_at(m.from())) / 8;
        if let Some(role) = m.promotion() {
            *rank += 16 * price(role as usize) - 16 * 500;
        }
        if learned {
            *rank += worker.memory.history.capture(place(board, *m), taken) / 3;
        }
    }
}

/// What a direct check counts beside the histories: late moves are left out,
/// and a mating one must not be among them.
const CHECK: i32 = 14_000;

/// What leaving a square counts where a cheaper man attacks, by role number, and
/// what going to one costs (Stockfish 15.1's figures for leaving).
const ESCAPE: [i32; 7] = [0, 0, 15_000, 15_000, 25_000, 50_000, 0];
const EXPOSE: [i32; 7] = [0, 0, 12_000, 12_000, 18_000, 30_000, 0];

#[inline(never)]
fn rank_quiets(worker: &Worker<'_>, board: &Board, ply: usize, moves: &mut Moves) {
    let order = worker.order(board, ply);
    let checks = board.checking_squares();
    let menace = Menace::by(board, !board.turn());
    for (m, rank) in moves.as_mut_slice() {
        *rank = order.rank(board, *m);
        let code = board.code_at(m.from());
        let menaced = menace.of(code);
        match (menaced.contains(m.from()), menaced.contains(m.to())) {
            (true, false) => *rank += ESCAPE[code],
            (false, true) => *rank -= EXPOSE[code],
            _ => {}
        }
        if checks[code].contains(m.to()) && board.keeps(*m, -75) {
            *rank += CHECK;
        }
    }
}
