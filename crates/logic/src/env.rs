//! Where judgement stands: a state of a trace, or one beside it.

use std::cell::Cell;

use krog_chess::{Color, Move};

use crate::{rules, sort::Ending, state::State, trace::Trace, tree::Tree};

/// Where evaluation stands: a state of a trace, or one that an action would
/// lead to from there.
#[derive(Clone, Debug)]
pub struct Env<'a> {
    trace: &'a Trace,
    index: usize,
    branch: Option<Branch<'a>>,
    /// The lines that go on from here.
    tree: Option<&'a Tree>,
    me: Color,
    fuel: Option<&'a Fuel>,
}

/// How much work a check may be. Formulas from outside are checked with a
/// limit, for a few nested quantifiers can ask for more than anyone will wait.
#[derive(Debug)]
pub struct Fuel(Cell<u64>);

impl Fuel {
    /// Enough for this many steps; a step takes about a microsecond.
    pub const fn new(steps: u64) -> Fuel {
        Fuel(Cell::new(steps))
    }

    /// Whether it ran out: then the verdict means nothing.
    pub fn is_spent(&self) -> bool {
        self.0.get() == 0
    }

    /// Takes a step's worth; false when there is none left.
    pub(crate) fn burn(&self) -> bool {
        self.0.set(self.0.get().saturating_sub(1));
        !self.is_spent()
    }
}

/// A state beside the trace.
#[derive(Clone, Debug)]
struct Branch<'a> {
    parent: &'a Env<'a>,
    state: State,
    /// The action; none where the side to move passed.
    judged: Option<Move>,
}

impl<'a> Env<'a> {
    /// Stands at a ply of a trace; `None` beyond its end.
    pub fn at(trace: &'a Trace, index: usize) -> Option<Env<'a>> {
        let state = trace.states().get(index)?;
        Some(Env {
            trace,
            index,
            branch: None,
            tree: trace.tree_at(index),
            me: state.turn,
            fuel: None,
        })
    }

    /// The same place, where checking takes from `fuel`.
    #[must_use]
    pub fn limited(self, fuel: &'a Fuel) -> Env<'a> {
        Env {
            fuel: Some(fuel),
            ..self
        }
    }

    /// The state here.
    pub fn state(&self) -> &State {
        match &self.branch {
            Some(branch) => &branch.state,
            None => &self.trace.states()[self.index],
        }
    }

    /// How the game ended here, where only its record tells.
    pub(crate) fn recorded_ending(&self) -> Option<Ending> {
        let is_last = self.index + 1 == self.trace.states().len();
        self.trace
            .ended()
            .filter(|_| is_last && self.branch.is_none())
    }

    /// Whether the state here lies beside the trace, after an action.
    pub fn is_hypothetical(&self) -> bool {
        self.branch.is_some()
    }

    /// The same place, where `self` is the side to move.
    #[must_use]
    pub(crate) fn rebound(mut self) -> Env<'a> {
        self.me = self.state().turn;
        self
    }

    /// What is left of the work that checking may be.
    pub(crate) fn fuel(&self) -> Option<&'a Fuel> {
        self.fuel
    }

    /// Who `self` is.
    pub fn me(&self) -> Color {
        self.me
    }

    /// How many plies have been played before this state in its trace.
    pub fn plies(&self) -> usize {
        match &self.branch {
            Some(branch) => branch.parent.plies() + 1,
            None => self.index,
        }
    }

    /// The move played next in the game.
    pub fn played(&self) -> Option<Move> {
        match self.branch {
            Some(_) => None,
            None => self.trace.moves().get(self.index).copied(),
        }
    }

    /// The move that led here, and the place before it.
    pub fn before(&self) -> Option<(Env<'a>, Move)> {
        if let Some(branch) = &self.branch {
            return Some((branch.parent.clone(), branch.judged?));
        }
        let index = self.index.checked_sub(1)?;
        let env = self.moved_to(index)?;
        Some((env, self.trace.moves()[index]))
    }

    /// The state after an action; who `self` is stays.
    #[must_use]
    pub fn after(&'a self, m: Move) -> Env<'a> {
        let tree = self.tree.and_then(|tree| tree.child(m));
        self.beside(self.state().after(m), Some(m), tree)
    }

    /// The state if the side to move passed; none when it is in check.
    pub fn after_pass(&'a self) -> Option<Env<'a>> {
        let state = self.state();
        let calm = !rules::in_check(state, state.turn);
        calm.then(|| self.beside(state.after_pass(), None, None))
    }

    fn beside(&'a self, state: State, judged: Option<Move>, tree: Option<&'a Tree>) -> Env<'a> {
        Env {
            trace: self.trace,
            index: self.index,
            tree,
            me: self.me,
            fuel: self.fuel,
            branch: Some(Branch {
                parent: self,
                state,
                judged,
            }),
        }
    }

    /// The lines that go on from here, if any do.
    pub(crate) fn tree(&self) -> Option<&'a Tree> {
        self.tree
    }

    fn moved_to(&self, index: usize) -> Option<Env<'a>> {
        let env = Env::at(self.trace, index)?;
        Some(Env {
            fuel: self.fuel,
            ..env
        })
    }

    /// The next state of the trace, where `self` is its side to move.
    pub(crate) fn next(&self) -> Option<Env<'a>> {
        match self.branch {
            Some(_) => None,
            None => self.moved_to(self.index + 1),
        }
    }

    /// The state before, where `self` is its side to move.
    pub(crate) fn previous(&self) -> Option<Env<'a>> {
        Some(self.before()?.0.rebound())
    }
}
