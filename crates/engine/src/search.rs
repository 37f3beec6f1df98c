//! Search: what is the best move, and what is it worth?
//!
//! [`Engine`] keeps what is remembered between moves; [`Engine::search`] answers
//! one question. With one thread and without a limit of time the answer is the
//! same every time. The tree itself is in [`tree`], its leaves in [`quiescence`].

mod features;
mod history;
mod limits;
mod picker;
mod quiescence;
mod root;
mod score;
mod shared;
mod table;
mod tablebase;
mod tree;
mod witness;
mod worker;

use std::{
    fmt,
    ops::ControlFlow,
    sync::{
        Arc, LazyLock,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    },
    thread,
    time::Duration,
};

use krog_chess::{Chess, EngineLine, Line, Position as _, Score, Value};

pub use features::{Feature, Features};
pub use limits::{Clock, Limits, NoClock};
pub use shared::Signals;
pub use tablebase::{Outlook, Tablebase};
pub use witness::Witness;

use crate::board::{Board, Mv};
use limits::Budget;
use root::{Iteration, RootLine};
use shared::Shared;
use table::Room;
use worker::{Memory, Worker};

/// How an engine is set up.
#[derive(Clone)]
pub struct Options {
    /// Mebibytes of transposition table.
    pub hash: usize,
    /// Threads that search together.
    pub threads: usize,
    /// What search consists of.
    pub features: Features,
    /// Endgame tables, if there are any.
    pub tablebase: Option<Arc<dyn Tablebase>>,
    /// Who is shown positions at the leaves, if anybody.
    pub witness: Option<Arc<dyn Witness>>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            hash: 16,
            threads: 1,
            features: Features::ALL,
            tablebase: None,
            witness: None,
        }
    }
}

impl fmt::Debug for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Options")
            .field("hash", &self.hash)
            .field("threads", &self.threads)
            .field("features", &self.features)
            .finish_non_exhaustive()
    }
}

/// What search knows at some moment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// The best lines, best first for the side to move. Where there is no move
    /// there is one line without moves.
    pub lines: Vec<EngineLine>,
    /// The depth of the best line: that of the last iteration, which need not have
    /// been finished.
    pub depth: u32,
    /// The longest line looked at, in plies.
    pub deepest: u32,
    /// Positions entered by all threads.
    pub nodes: u64,
    /// The time since the search began.
    pub elapsed: Duration,
    /// How full the table is, in thousandths.
    pub fullness: usize,
    /// Positions that endgame tables knew.
    pub table_hits: u64,
}

/// Searches positions and remembers what it found.
#[derive(Debug)]
pub struct Engine {
    options: Options,
    room: Room,
    memories: Vec<Memory>,
}

/// Whoever follows a search: sees each finished iteration and may end it.
pub type Watch<'a> = dyn FnMut(&Report) -> ControlFlow<()> + 'a;

/// A question to search.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The game so far; its end is the position asked about.
    pub game: &'a Line,
    /// When to stop.
    pub limits: &'a Limits,
    /// How many lines are wanted, best first.
    pub lines: usize,
}

impl Engine {
    /// An engine that has seen nothing.
    pub fn new(options: Options) -> Engine {
        Engine {
            room: Room::new(options.hash),
            memories: vec![Memory::new(); options.threads.max(1)],
            options,
        }
    }

    /// How it is set up.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Sets it up anew; what was remembered is lost where it must be.
    pub fn set_options(&mut self, options: Options) {
        if options.hash != self.options.hash {
            // There need not be room for the old table and the new one.
            self.room = Room::new(0);
            self.room = Room::new(options.hash);
        }
        if options.features != self.options.features {
            self.forget();
        }
        self.memories
            .resize_with(options.threads.max(1), Memory::new);
        self.options = options;
    }

    /// Forgets everything, as before a new game.
    pub fn forget(&mut self) {
        self.room.clear();
        for memory in &mut self.memories {
            memory.forget();
        }
    }

    /// Searches the end of a game.
    pub fn search(
        &mut self,
        question: Question<'_>,
        clock: &dyn Clock,
        signals: &Signals,
        watch: &mut Watch<'_>,
    ) -> Report {
        let position = question.game.end();
        let board = Board::from(position);
        let moves = self.root_moves(position, question);
        let shared = Shared {
            table: self.room.open(),
            signals,
            clock,
            tablebase: self.options.tablebase.as_deref(),
            witness: self.options.witness.as_deref(),
            features: self.options.features,
            budget: Budget::new(question.limits, position.turn()),
            start: clock.now(),
            node_limit: match self.memories.len() {
                1 => question.limits.nodes.unwrap_or(u64::MAX).max(1),
                _ => u64::MAX,
            },
            nodes: AtomicU64::new(0),
            table_hits: AtomicU64::new(0),
            done: AtomicBool::new(false),
            keys: keys_before(question.game),
            line_count: question.lines.max(1),
            root_count: position.legal_moves().len(),
            logarithms: &LOGARITHMS,
        };
        if moves.is_empty() {
            return shared.report(position, &[decided(&board)], 0);
        }
        let lines = search_together(
            &shared,
            &mut self.memories,
            &board,
            &moves,
            &mut |lines, deepest| watch(&shared.report(position, lines, deepest)),
        );
        shared.report(position, &lines.0, lines.1)
    }

    /// The moves to search: those asked for, otherwise all; where one line is
    /// enough, of all of them the ones that endgame tables do not rule out.
    fn root_moves(&self, position: &Chess, question: Question<'_>) -> Vec<Mv> {
        let wanted = &question.limits.moves;
        let legal = position.legal_moves();
        if !wanted.is_empty() {
            let asked = legal.iter().filter(|m| wanted.contains(m));
            return asked.map(|m| Mv::pack(*m)).collect();
        }
        let moves = legal.iter().map(|m| Mv::pack(*m)).collect();
        match &self.options.tablebase {
            Some(tables) if question.lines <= 1 => {
                tablebase::sift(tables.as_ref(), position, moves)
            }
            _ => moves,
        }
    }
}

/// Lets all threads search until the first of them is done; its lines, and how
/// deep it looked.
fn search_together(
    shared: &Shared<'_>,
    memories: &mut [Memory],
    board: &Board,
    moves: &[Mv],
    watch: &mut (dyn FnMut(&[RootLine], usize) -> ControlFlow<()> + '_),
) -> (Vec<RootLine>, usize) {
    let (leader, helpers) = memories.split_first_mut().expect("at least one thread");
    thread::scope(|scope| {
        let end = End(&shared.done);
        for (number, memory) in helpers.iter_mut().enumerate() {
            scope.spawn(move || {
                let first = 1 + i32::from(number % 2 == 0);
                let mut helper = Worker::new(shared, memory, false);
                helper.deepen(board, moves, first, &mut |_| ControlFlow::Continue(()));
            });
        }
        let mut worker = Worker::new(shared, leader, true);
        let mut deepest = 0;
        let mut lines = worker.deepen(board, moves, 1, &mut |iteration: Iteration<'_>| {
            deepest = iteration.deepest;
            watch(iteration.lines, deepest)
        });
        worker.tell_nodes();
        drop(end);
        if lines.is_empty() {
            lines.push(worker.first_move(board, moves));
        }
        (lines, deepest)
    })
}

/// Ends the search of all threads when it goes, also if the first one panics:
/// the others would search for ever.
struct End<'a>(&'a AtomicBool);

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

/// Keys of all positions of a game before its end.
fn keys_before(game: &Line) -> Vec<u64> {
    game.steps()
        .map(|(before, _)| Board::from(&before).key())
        .collect()
}

/// The line of a position without moves.
fn decided(board: &Board) -> RootLine {
    RootLine {
        score: if board.in_check() {
            score::mated_in(0)
        } else {
            0
        },
        depth: 0,
        moves: Vec::new(),
    }
}

impl Shared<'_> {
    fn report(&self, position: &Chess, lines: &[RootLine], deepest: usize) -> Report {
        let nodes = self.nodes.load(Relaxed);
        let side = position.turn();
        let value = |line: &RootLine| match score::to_value(line.score) {
            Value::MatedIn(0) if !line.moves.is_empty() => Value::MatedIn(1),
            value => value,
        };
        let tell = |line: &RootLine| EngineLine {
            score: Score::seen_by(side, value(line)),
            depth: line.depth.unsigned_abs(),
            nodes: Some(nodes),
            line: unpack(position, &line.moves),
        };
        Report {
            lines: lines.iter().map(tell).collect(),
            depth: lines.first().map_or(0, |line| line.depth.unsigned_abs()),
            deepest: u32::try_from(deepest).unwrap_or(0),
            nodes,
            elapsed: self.elapsed(),
            fullness: self.table.fullness(),
            table_hits: self.table_hits.load(Relaxed),
        }
    }
}

/// The moves as a line of the rules library.
fn unpack(position: &Chess, moves: &[Mv]) -> Line {
    let mut line = Line::at(position.clone());
    for m in moves {
        let legal = m.unpack(line.end());
        if legal.is_none_or(|m| line.push(m).is_err()) {
            break;
        }
    }
    line
}

/// Logarithms in the unit of reductions: two of them multiplied are 1024ths of
/// a ply (Stockfish 15.1's figure).
static LOGARITHMS: LazyLock<[i32; 64]> = LazyLock::new(|| {
    let mut table = [0; 64];
    for (number, entry) in (1u8..64).zip(table.iter_mut().skip(1)) {
        *entry = whole(20.26 * f64::from(number).ln());
    }
    table
});

#[expect(clippy::cast_possible_truncation, reason = "below 100")]
fn whole(number: f64) -> i32 {
    number as i32
}

#[cfg(test)]
mod tests;
