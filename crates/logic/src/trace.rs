//! A trace: the states of a game in order, and the moves between them.

use krog_chess::{Chess, Game, Line, Move, Position as _, game::Step};

use crate::{sort::Ending, state::State, tree::Tree};

/// The states s₀ … sₙ of a game. A position alone is a trace of one, a position
/// and a move one of two.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trace {
    states: Vec<State>,
    moves: Vec<Move>,
    /// How the game ended, where the board does not show it.
    ended: Option<Ending>,
    /// The lines to judge by, from the first state.
    tree: Option<Tree>,
}

impl Trace {
    /// The trace of a position alone.
    pub fn of_position(position: &Chess) -> Trace {
        Trace {
            states: vec![State::of(position)],
            moves: Vec::new(),
            ended: None,
            tree: None,
        }
    }

    /// The trace of a line of moves.
    pub fn of_line(line: &Line) -> Trace {
        let mut trace = Trace::of_position(line.start());
        let mut position = line.start().clone();
        for m in line.moves() {
            position.play_unchecked(*m);
            trace.moves.push(*m);
            trace.states.push(State::of(&position));
        }
        trace
    }

    /// The trace of a game's main line, with its clocks where they are noted.
    pub fn of_game(game: &Game) -> Trace {
        let mut trace = Trace::of_position(game.start());
        let mut position = game.start().clone();
        for id in game.main_line() {
            let Some(Step::Move(m)) = game.step(id) else {
                break;
            };
            let mover = position.turn();
            position.play_unchecked(m);
            let mut state = State::of(&position);
            state.clocks = trace.last().clocks;
            let clock = game.notes(id).and_then(krog_chess::game::Notes::clock);
            if clock.is_some() {
                *state.clocks.get_mut(mover) = clock;
            }
            trace.moves.push(m);
            trace.states.push(state);
        }
        trace.ended = game.tags.get("Termination").and_then(recorded);
        trace
    }

    /// The same trace with lines from its first state, by which `forces` and
    /// `expects` are judged.
    #[must_use]
    pub fn with_lines(mut self, lines: &[Line]) -> Trace {
        self.tree = Some(Tree::of(lines));
        self
    }

    /// The lines that go on from a state of the trace.
    pub(crate) fn tree_at(&self, index: usize) -> Option<&Tree> {
        self.moves
            .get(..index)?
            .iter()
            .try_fold(self.tree.as_ref()?, |tree, m| tree.child(*m))
    }

    /// How the game ended after the last state, as its record says.
    pub fn ended(&self) -> Option<Ending> {
        self.ended
    }

    /// The states, at least one.
    pub fn states(&self) -> &[State] {
        &self.states
    }

    /// The moves, one fewer than the states.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    fn last(&self) -> &State {
        self.states.last().expect("a trace has at least one state")
    }
}

/// The ending that a `Termination` tag tells, in the words of Lichess, Chess.com
/// and others.
fn recorded(termination: &str) -> Option<Ending> {
    let text = termination.to_lowercase();
    if text.contains("resign") {
        Some(Ending::Resignation)
    } else if text.contains("agree") {
        Some(Ending::Agreement)
    } else if text.contains("time") && !text.contains("insufficient") {
        Some(Ending::TimeForfeit)
    } else {
        None
    }
}
