//! Formulas: what can be said about a board, a move or a game.
//!
//! A formula that exists is well sorted: actions and states are kept apart,
//! every variable is bound, every operator has the arguments it takes. Text
//! becomes a formula through [`Formula::parse`](crate::syntax), and a formula
//! becomes text through its `Display`.

use std::sync::Arc;

use krog_chess::{CastlingSide, Role, notation::Written};

use crate::{sort::Value, vocabulary::Entry};

/// A statement about a state of a game.
#[derive(Clone, PartialEq, Debug)]
pub enum Formula {
    /// ⊤ or ⊥.
    Constant(bool),
    /// ¬φ
    Not(Box<Formula>),
    /// φ ∧ ψ and the other connectives.
    Binary(Connective, Box<Formula>, Box<Formula>),
    /// P, O or F of an action: a norm of law.
    Norm(Norm, Action),
    /// P(φ) or O(φ): some or every legal move leads to φ.
    Leads(Reach, Box<Formula>),
    /// P, O or F of a principle: a norm of play.
    Play(Norm, Arc<Entry>),
    /// C, L, W, I, B, D: what a side can claim, do or suffer.
    Right(Right, Term, Thing),
    /// G, F, X, Y, once, hist.
    Temporal(Tense, Option<u32>, Box<Formula>),
    /// φ U ψ, φ R ψ, φ S ψ.
    Until(Until, Option<u32>, Box<Formula>, Box<Formula>),
    /// ∀ or ∃ over a set.
    Quantified(Box<Quantified>),
    /// φ after a.
    After(Box<Formula>, Action),
    /// forces(x, φ), expects(x, φ): x steers the lines given to φ.
    Forces(Force, Term, Box<Formula>),
    /// Comparison of two terms.
    Compare(Relation, Term, Term),
    /// An operator or named predicate with its arguments.
    Atom(Arc<Entry>, Vec<Term>),
}

/// A quantifier with its variable, its domain and what it says.
#[derive(Clone, PartialEq, Debug)]
pub struct Quantified {
    /// For all, or for some.
    pub every: bool,
    /// The variable's name, for printing.
    pub variable: String,
    /// The set it ranges over.
    pub domain: Term,
    /// What is said of each or one of them.
    pub body: Formula,
}

/// The two-place connectives.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Connective {
    /// ∧
    And,
    /// ∨
    Or,
    /// →
    Implies,
    /// ↔
    Iff,
}

/// Against which replies a side steers the lines to its goal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Force {
    /// Every legal one.
    Every,
    /// Those in the lines, at least two where there are two.
    Best,
}

/// The deontic operators.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Norm {
    /// P
    Permitted,
    /// O
    Obliged,
    /// F
    Forbidden,
}

/// How many legal moves must lead to a state.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reach {
    /// P(φ): at least one.
    Some,
    /// O(φ): all.
    Every,
}

/// The Hohfeldian operators.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Right {
    /// C(x, draw): a claim.
    Claim,
    /// L(x, a): free to do it and free to leave it.
    Liberty,
    /// W(x, a): the capacity is retained.
    Power,
    /// I(x, a): it is not.
    Disability,
    /// B(x, a): the opponent lacks it.
    Immunity,
    /// D(x, a): the opponent has it.
    Liability,
}

/// The one-place temporal operators.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Tense {
    /// G: always from now on.
    Always,
    /// F: now or later.
    Finally,
    /// X: in the next state, which must exist.
    Next,
    /// Y: in the state before, which must exist.
    Yesterday,
    /// once: now or earlier.
    Once,
    /// hist: always up to now.
    Historically,
}

/// The two-place temporal operators.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Until {
    /// φ U ψ: ψ comes, and φ holds until then.
    Until,
    /// φ R ψ: ψ holds up to and including the state where φ does, if ever.
    Release,
    /// φ S ψ: ψ was, and φ has held since.
    Since,
}

/// Relations between terms.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Relation {
    /// =
    Equal,
    /// ≠
    Unequal,
    /// <
    Less,
    /// ≤
    AtMost,
    /// >
    Greater,
    /// ≥
    AtLeast,
    /// ∈
    In,
    /// ∉
    NotIn,
}

/// Something a player does, or a class of such things.
#[derive(Clone, PartialEq, Debug)]
pub enum Action {
    /// A move as it is written, such as `Nf3`.
    Literal(Literal),
    /// `move`: the one played next in the game.
    Played,
    /// Castling, to a side or to any.
    Castle(Option<CastlingSide>),
    /// Any capture in passing.
    EnPassant,
    /// Promotion, to a kind of man or to any.
    Promote(Option<Role>),
    /// Giving up.
    Resign,
    /// Offering a draw.
    OfferDraw,
    /// Claiming a draw.
    ClaimDraw,
    /// Leaving the move to the other side, as only thought can.
    Pass,
    /// A move that a term stands for.
    Term(Term),
    /// ¬a: anything but a.
    Not(Box<Action>),
}

/// A move as it stands in a formula.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Literal {
    /// As it was written.
    pub text: String,
    /// What that says.
    pub written: Written,
}

/// What a right is about.
#[derive(Clone, PartialEq, Debug)]
pub enum Thing {
    /// An action.
    Action(Action),
    /// A drawn game.
    Draw,
    /// A lost game.
    Loss,
}

/// An expression that stands for a value.
#[derive(Clone, PartialEq, Debug)]
pub enum Term {
    /// A constant.
    Constant(Value),
    /// `self`: the side to move where evaluation stands.
    Me,
    /// `opponent`: the other side.
    Opponent,
    /// A bound variable: its place, counted from the outermost, and its name.
    Variable(usize, String),
    /// `move` where a move is asked for.
    Played,
    /// A written move where a move is asked for.
    Literal(Literal),
    /// A function with its arguments.
    Call(Arc<Entry>, Vec<Term>),
    /// A set of squares given by its elements.
    Set(Vec<Term>),
    /// then(t): the value of t after the move played next.
    Then(Box<Term>),
}

impl Formula {
    /// Whether the formula speaks of `move`, the one played next, at the state
    /// where it is judged (not only at others, inside a tense).
    pub fn speaks_of_played(&self) -> bool {
        match self {
            Formula::Constant(_)
            | Formula::Play(..)
            | Formula::Temporal(..)
            | Formula::Until(..) => false,
            Formula::Not(a) | Formula::Leads(_, a) => a.speaks_of_played(),
            Formula::Binary(_, a, b) => a.speaks_of_played() || b.speaks_of_played(),
            Formula::Norm(_, action) => action.is_played(),
            Formula::Right(_, _, thing) => {
                matches!(thing, Thing::Action(action) if action.is_played())
            }
            Formula::Quantified(quantified) => {
                quantified.domain.is_played() || quantified.body.speaks_of_played()
            }
            Formula::After(state, action) => action.is_played() || state.speaks_of_played(),
            Formula::Forces(_, who, goal) => who.is_played() || goal.speaks_of_played(),
            Formula::Compare(_, a, b) => a.is_played() || b.is_played(),
            Formula::Atom(_, arguments) => arguments.iter().any(Term::is_played),
        }
    }
}

impl Action {
    fn is_played(&self) -> bool {
        match self {
            Action::Played => true,
            Action::Term(term) => term.is_played(),
            Action::Not(action) => action.is_played(),
            _ => false,
        }
    }
}

impl Term {
    fn is_played(&self) -> bool {
        match self {
            Term::Played | Term::Then(_) => true,
            Term::Call(_, arguments) | Term::Set(arguments) => {
                arguments.iter().any(Term::is_played)
            }
            _ => false,
        }
    }
}

impl Formula {
    /// The opposite, without a double negation and with the opposite relation
    /// where there is one.
    #[must_use]
    pub fn negated(self) -> Formula {
        match self {
            Formula::Not(inside) => *inside,
            Formula::Constant(truth) => Formula::Constant(!truth),
            Formula::Compare(relation @ (Relation::In | Relation::NotIn), a, b) => {
                // Only where both terms have values: membership of a square always has.
                let opposite = if relation == Relation::In {
                    Relation::NotIn
                } else {
                    Relation::In
                };
                Formula::Compare(opposite, a, b)
            }
            other => Formula::Not(Box::new(other)),
        }
    }
}
