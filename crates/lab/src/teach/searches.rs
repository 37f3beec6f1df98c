//! Lessons from krog's own searches: what they want judged is what the network
//! will be asked. Searches begin at positions of games, or a few random moves from
//! them.

use std::{
    ops::ControlFlow,
    sync::{Arc, Mutex, PoisonError},
};

use krog_chess::{Chess, Line, Position as _, random::Dice};
use krog_engine::search::{Engine, Limits, NoClock, Options, Question, Signals, Witness};

use super::{lesson::BYTES, lessons::Desk};

/// How many nodes each search takes, and one position in so many that it judges
/// becomes a lesson: neighbours in a tree are alike.
const NODES: u64 = 3_000;
const SHOWN: usize = 16;
/// At most one random move less than this before a search.
const RANDOM_MOVES: usize = 5;

/// Searches until there are enough lessons.
pub(super) fn gather(desk: Desk<'_>, count: usize) -> Vec<[u8; BYTES]> {
    let mut dice = Dice::new(desk.seed);
    let shown = Arc::new(Shown(Mutex::new((Dice::new(!desk.seed), Vec::new()))));
    let mut engine = Engine::new(Options {
        hash: 2,
        witness: Some(shown.clone()),
        ..Options::default()
    });
    let limits = Limits {
        nodes: Some(NODES),
        ..Limits::default()
    };
    let mut lessons = Vec::with_capacity(count);
    while lessons.len() < count {
        let mut position = desk.somewhere(&mut dice);
        for _ in 0..dice.below(RANDOM_MOVES) {
            if let Some(m) = dice.pick(&position.legal_moves()) {
                position.play_unchecked(*m);
            }
        }
        let question = Question {
            game: &Line::at(position),
            limits: &limits,
            lines: 1,
        };
        engine.search(question, &NoClock, &Signals::default(), &mut |_| {
            ControlFlow::Continue(())
        });
        let positions = shown.take();
        lessons.extend(positions.iter().filter_map(|position| desk.judge(position)));
    }
    lessons.truncate(count);
    lessons
}

/// What a search has shown.
struct Shown(Mutex<(Dice, Vec<Chess>)>);

impl Shown {
    fn take(&self) -> Vec<Chess> {
        let mut shown = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut shown.1)
    }
}

impl Witness for Shown {
    fn wants(&self) -> bool {
        let mut shown = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        shown.0.below(SHOWN) == 0
    }

    fn see(&self, position: Chess) {
        let mut shown = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        shown.1.push(position);
    }
}
