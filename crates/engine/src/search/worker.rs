//! One thread of search: its stack, its memory, its count of nodes.

use std::sync::atomic::Ordering::Relaxed;

use krog_chess::Color;

use super::{
    features::{Feature, Features},
    history::{History, Order, bonus, place},
    score::{DECIDED, MAX_PLY, MOST_CENTIPAWNS},
    shared::Shared,
    witness,
};
use crate::{
    board::{Board, Moves, Mv},
    evaluate::{self, Layers, PawnTable},
};

/// What a thread remembers from one search to the next.
#[derive(Clone, Debug)]
pub(super) struct Memory {
    pub(super) history: History,
    pub(super) pawns: PawnTable,
    pub(super) layers: Layers,
}

impl Memory {
    pub(super) fn new() -> Memory {
        Memory {
            history: History::new(),
            pawns: PawnTable::new(),
            layers: Layers::new(MAX_PLY + 1),
        }
    }

    /// Forgets how moves fared; what a structure of pawns is worth stays true.
    pub(super) fn forget(&mut self) {
        self.history.clear();
    }
}

/// What is known at one ply of the line being searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    /// The move made here, and its place in the histories; 0 for none.
    pub(super) m: Mv,
    pub(super) place: usize,
    /// Whether that move takes or promotes.
    pub(super) noisy: bool,
    /// The static value, if not in check.
    pub(super) eval: Option<i32>,
    pub(super) killers: [Mv; 2],
    /// The move left out while its singularity is tested.
    pub(super) excluded: Mv,
    /// How many nodes of this ply were refuted since the grandparent began.
    pub(super) cutoffs: u32,
    /// Extensions by more than one ply on the way here.
    pub(super) doubles: i32,
    /// The number of the move made here among those tried.
    pub(super) count: usize,
    /// What the histories say of it, less what they say of a usual move.
    pub(super) worth: i32,
    /// Whether the node is or was on the principal variation.
    pub(super) on_line: bool,
}

const EMPTY: Frame = Frame {
    m: Mv::NONE,
    place: 0,
    noisy: false,
    eval: None,
    killers: [Mv::NONE; 2],
    excluded: Mv::NONE,
    cutoffs: 0,
    doubles: 0,
    count: 0,
    worth: 0,
    on_line: false,
};

/// Frames below the root, so that looking back needs no test.
const BEFORE_ROOT: usize = 6;

/// How often, in nodes, the clock and the other threads are looked at.
const LOOK_UP: u64 = 512;

/// A thread of search.
#[derive(Debug)]
pub(super) struct Worker<'a> {
    pub(super) shared: &'a Shared<'a>,
    pub(super) memory: &'a mut Memory,
    pub(super) features: Features,
    /// Whether this thread looks at limits and reports.
    pub(super) leads: bool,
    pub(super) lists: Vec<Moves>,
    frames: Vec<Frame>,
    lines: Vec<Vec<Mv>>,
    /// Keys of the game and of the line, the newest last.
    keys: Vec<u64>,
    pub(super) nodes: u64,
    counted: u64,
    pub(super) deepest: usize,
    pub(super) stopped: bool,
    /// The root moves of this line of several, those still to be searched.
    pub(super) root_moves: Vec<Mv>,
    pub(super) root_depth: i32,
    /// The move most is expected of where not all root moves are searched: what the
    /// table knows of the root is not about these.
    pub(super) root_hint: Mv,
    /// The width of the window at the root.
    pub(super) root_window: i32,
    /// The best score of the root so far in this iteration.
    pub(super) root_best: Option<i32>,
    /// A root move better than the window, kept in case its search is broken off.
    pub(super) root_surprise: Option<(i32, Vec<Mv>)>,
    /// No passing before this ply while a pass is being verified.
    pub(super) no_pass_before: usize,
}

impl<'a> Worker<'a> {
    pub(super) fn new(shared: &'a Shared<'a>, memory: &'a mut Memory, leads: bool) -> Worker<'a> {
        Worker {
            shared,
            memory,
            features: shared.features,
            leads,
            lists: Vec::new(),
            frames: vec![EMPTY; BEFORE_ROOT + MAX_PLY + 2],
            lines: vec![Vec::new(); MAX_PLY + 2],
            keys: shared.keys.clone(),
            nodes: 0,
            counted: 0,
            deepest: 0,
            stopped: false,
            root_moves: Vec::new(),
            root_depth: 0,
            root_hint: Mv::NONE,
            root_window: 1,
            root_best: None,
            root_surprise: None,
            no_pass_before: 0,
        }
    }

    #[inline]
    pub(super) fn frame(&self, ply: usize) -> &Frame {
        &self.frames[BEFORE_ROOT + ply]
    }

    #[inline]
    pub(super) fn frame_mut(&mut self, ply: usize) -> &mut Frame {
        &mut self.frames[BEFORE_ROOT + ply]
    }

    /// The frame so many plies before.
    #[inline]
    pub(super) fn back(&self, ply: usize, plies: usize) -> &Frame {
        &self.frames[BEFORE_ROOT + ply - plies]
    }

    /// Whether some of the root's moves are left out of this search.
    pub(super) fn leaves_out_root_moves(&self) -> bool {
        self.root_moves.len() < self.shared.root_count
    }

    /// Counts a node; whether to stop.
    #[inline]
    pub(super) fn enter(&mut self, ply: usize) -> bool {
        if self.stopped {
            return true;
        }
        self.nodes += 1;
        self.deepest = self.deepest.max(ply);
        if self.nodes - self.counted >= LOOK_UP || self.nodes >= self.shared.node_limit {
            self.look_up();
        }
        self.stopped
    }

    /// Tells the others how many nodes this thread has entered; those of all.
    pub(super) fn tell_nodes(&mut self) -> u64 {
        let new = self.nodes - self.counted;
        self.counted = self.nodes;
        self.shared.nodes.fetch_add(new, Relaxed) + new
    }

    /// Tells the others how far this thread is and asks whether to stop.
    pub(super) fn look_up(&mut self) {
        let all = self.tell_nodes();
        self.stopped |= self.shared.signals.is_stopped()
            || self.shared.done.load(Relaxed)
            || self.leads && self.shared.is_exhausted(all);
    }

    /// Makes a move on the stack and on the board. The board is the caller's own
    /// copy: handing a new one back would copy it twice.
    pub(super) fn step(&mut self, board: &mut Board, ply: usize, m: Mv) {
        self.shared.table.fetch(board.key_after(m));
        let place = place(board, m);
        let noisy = board.is_noisy(m);
        let frame = self.frame_mut(ply);
        frame.m = m;
        frame.place = place;
        frame.noisy = noisy;
        self.keys.push(board.key());
        board.play(m);
    }

    /// Passes on the stack.
    pub(super) fn pass(&mut self, board: &Board, ply: usize) -> Board {
        let frame = self.frame_mut(ply);
        frame.m = Mv::NONE;
        frame.place = 0;
        frame.noisy = false;
        frame.count = 0;
        frame.worth = 0;
        self.keys.push(board.key());
        let next = board.after_pass();
        self.shared.table.fetch(next.key());
        next
    }

    /// Takes the last step back.
    pub(super) fn step_back(&mut self) {
        self.keys.pop();
    }

    /// Whether the game ends here without mate: by repetition, once within the
    /// line or twice with the game before it, by fifty moves, or by material.
    pub(super) fn is_drawn(&self, board: &Board, ply: usize) -> bool {
        let halfmoves = usize::from(board.halfmoves());
        if halfmoves >= 100 && (!board.in_check() || board.has_legal_move()) {
            return true;
        }
        board.is_dead() || self.repeats(board, ply)
    }

    fn repeats(&self, board: &Board, ply: usize) -> bool {
        let known = self.keys.len();
        let mut before = 0;
        for back in (4..=usize::from(board.reversible()).min(known)).step_by(2) {
            if self.keys[known - back] == board.key() {
                before += 1;
                if back < ply || before == 2 {
                    return true;
                }
            }
        }
        false
    }

    /// Whether the side to move can go back to a position of the line, which makes a
    /// draw of it.
    pub(super) fn can_return(&self, board: &Board, ply: usize) -> bool {
        let most = usize::from(board.reversible()).min(ply.saturating_sub(1));
        if most < 3 || !self.features.has(Feature::Return) {
            return false;
        }
        // Positions in which the other side is to move.
        let before = self.keys[self.keys.len() - most..].iter().rev();
        before.skip(2).step_by(2).any(|key| board.goes_to(*key))
    }

    /// The static value for the side to move, before correction.
    pub(super) fn raw_eval(&mut self, board: &Board, ply: usize) -> i32 {
        if let Some(witness) = self.shared.witness {
            witness::show(witness, board);
        }
        let mut white = evaluate::counted(board, &mut self.memory.pawns);
        if self.features.has(Feature::Network) {
            white += self.memory.layers.value(board, ply);
        }
        let value = board.turn().fold_wb(white, -white);
        value.clamp(-MOST_CENTIPAWNS, MOST_CENTIPAWNS)
    }

    /// What is said at the end of the stack, where nothing can be searched.
    pub(super) fn last_value(&mut self, board: &Board, ply: usize) -> i32 {
        if board.in_check() {
            0
        } else {
            self.raw_eval(board, ply)
        }
    }

    /// The static value as search trusts it: less the longer nothing happens that
    /// could, and corrected by what was learned of the structure.
    pub(super) fn corrected(&self, board: &Board, raw: i32) -> i32 {
        let mut value = raw;
        if board.can_make_progress() {
            value = raw * (200 - i32::from(board.halfmoves().min(100))) / 200;
        }
        if self.features.has(Feature::Correction) {
            value += self.memory.history.correction(board);
        }
        value.clamp(1 - DECIDED, DECIDED - 1)
    }

    /// The places of the moves one, two, four and six plies before.
    #[inline]
    pub(super) fn befores(&self, ply: usize) -> [usize; 4] {
        [1, 2, 4, 6].map(|plies| self.back(ply, plies).place)
    }

    /// How a quiet move fared after the moves before it, and all in all.
    pub(super) fn quiet_rank(&self, board: &Board, m: Mv, befores: [usize; 4]) -> (i32, i32) {
        let history = &self.memory.history;
        let mut pairs = 0;
        if self.features.has(Feature::Continuation) {
            let place = place(board, m);
            let [first, second, fourth, _] = befores;
            for before in [first, second, fourth] {
                pairs += history.continuation(before, place);
            }
        }
        let alone = if self.features.has(Feature::History) {
            2 * history.quiet(board.turn(), m)
        } else {
            0
        };
        (pairs, pairs + alone)
    }

    /// What the histories say of the quiet moves of a node.
    pub(super) fn order(&self, board: &Board, ply: usize) -> Order<'_> {
        let uses = [Feature::Continuation, Feature::History];
        let uses = uses.map(|feature| self.features.has(feature));
        let history = &self.memory.history;
        history.order(board.turn(), self.befores(ply), uses)
    }

    /// Learns that `best` refuted a node in which the others had been tried;
    /// the depths say how much, for all and for a quiet best move.
    pub(super) fn learn(
        &mut self,
        board: &Board,
        ply: usize,
        depths: [i32; 2],
        best: Mv,
        tried: (&[Mv], &[Mv]),
    ) {
        let [much, usual] = depths.map(bonus);
        let (quiets, captures) = tried;
        if board.is_noisy(best) {
            self.reward_capture(board, best, much);
        } else {
            self.praise_quiet(board, ply, best, usual);
            for m in quiets.iter().filter(|m| **m != best) {
                self.reward_quiet(board, ply, *m, -usual);
            }
        }
        let above = *self.back(ply, 1);
        if above.count == 1 || (!above.m.is_none() && above.m == above.killers[0]) {
            self.blame_last(ply, much);
        }
        for m in captures.iter().filter(|m| **m != best) {
            self.reward_capture(board, *m, -much);
        }
    }

    /// A quiet move refuted a node: it is tried early in sister nodes.
    pub(super) fn praise_quiet(&mut self, board: &Board, ply: usize, m: Mv, bonus: i32) {
        let frame = self.frame_mut(ply);
        if frame.killers[0] != m {
            frame.killers = [m, frame.killers[0]];
        }
        let before = self.back(ply, 1).place;
        self.memory.history.note_answer(before, m);
        self.reward_quiet(board, ply, m, bonus);
    }

    pub(super) fn reward_quiet(&mut self, board: &Board, ply: usize, m: Mv, bonus: i32) {
        let place = place(board, m);
        self.memory.history.reward_quiet(board.turn(), m, bonus);
        self.reward_pairs(ply, place, bonus);
    }

    /// Learns how a move to `place` fared after the moves before this ply.
    pub(super) fn reward_pairs(&mut self, ply: usize, place: usize, bonus: i32) {
        let befores = self.befores(ply);
        for before in befores.into_iter().filter(|before| *before != 0) {
            self.memory
                .history
                .reward_continuation(before, place, bonus);
        }
    }

    /// Learns that the quiet move before this node left it without a good answer.
    pub(super) fn praise_last(&mut self, board: &Board, ply: usize, depth: i32, times: i32) {
        let Some(above) = ply.checked_sub(1) else {
            return;
        };
        let Frame {
            m, place, noisy, ..
        } = *self.frame(above);
        if m.is_none() || noisy {
            return;
        }
        let bonus = bonus(depth);
        self.memory
            .history
            .reward_quiet(!board.turn(), m, bonus / 2);
        self.reward_pairs(above, place, bonus * times);
    }

    /// Learns that the quiet move before this node was refuted at once.
    pub(super) fn blame_last(&mut self, ply: usize, bonus: i32) {
        let above = *self.back(ply, 1);
        if ply > 0 && !above.m.is_none() && !above.noisy {
            self.reward_pairs(ply - 1, above.place, -bonus);
        }
    }

    /// Learns from the static values before and after the last quiet move.
    pub(super) fn note_change(&mut self, board: &Board, ply: usize, now: i32) {
        let above = *self.back(ply, 1);
        if let Some(before) = above.eval
            && ply > 0
            && !above.m.is_none()
            && !above.noisy
        {
            let bonus = (-44 * (before + now)).clamp(-1_914, 1_914);
            self.memory
                .history
                .reward_quiet(!board.turn(), above.m, bonus);
        }
    }

    fn reward_capture(&mut self, board: &Board, m: Mv, bonus: i32) {
        let place = place(board, m);
        let taken = board.captured(m);
        self.memory.history.reward_capture(place, taken, bonus);
    }

    /// The best line found from a ply.
    pub(super) fn line(&self, ply: usize) -> &[Mv] {
        &self.lines[ply]
    }

    pub(super) fn clear_line(&mut self, ply: usize) {
        self.lines[ply].clear();
    }

    /// The line at a ply is this move and the line that follows.
    pub(super) fn extend_line(&mut self, ply: usize, m: Mv) {
        let (here, below) = self.lines.split_at_mut(ply + 1);
        let line = &mut here[ply];
        line.clear();
        line.push(m);
        line.extend_from_slice(&below[0]);
    }

    /// Whether passing is worth trying: with pawns alone it is often the best move.
    pub(super) fn may_pass(&self, board: &Board, ply: usize) -> bool {
        let us: Color = board.turn();
        ply >= self.no_pass_before && !self.back(ply, 1).m.is_none() && board.has_pieces(us)
    }
}
