//! The checker: decides whether a formula holds.
//!
//! It sees a trace and nothing else. A term without a value (the man on an empty
//! square, an unknown clock, a text that is no move) makes the atom it stands in
//! false.

mod actions;
mod endings;
mod forces;
mod rights;

use krog_chess::Bitboard;

pub(crate) use actions::instances;
pub(crate) use endings::{has_ended, is_over, is_perpetual, repetitions};

use crate::{
    env::Env,
    formula::{Action, Connective, Formula, Norm, Quantified, Reach, Relation, Tense, Term, Until},
    rules,
    sort::{Man, Sort, Value},
    vocabulary::{Body, Entry},
};

impl Formula {
    /// Whether the formula holds at a place.
    ///
    /// ```
    /// use krog_chess::Chess;
    /// use krog_logic::{Env, Formula, Trace, Vocabulary};
    ///
    /// let trace = Trace::of_position(&Chess::default());
    /// let here = Env::at(&trace, 0).expect("a trace has a first state");
    /// let holds = |text| Formula::parse(text, Vocabulary::base()).map(|f| f.holds(&here));
    /// assert_eq!(holds("P(Nf3) & F(Ke2)"), Ok(true));
    /// assert_eq!(holds("exists m in moves: CS(opponent) after m"), Ok(false));
    /// ```
    pub fn holds(&self, env: &Env<'_>) -> bool {
        self.holds_with(env, &mut Vec::new())
    }

    /// Whether the formula holds when its variables have these values.
    pub(crate) fn holds_with(&self, env: &Env<'_>, slots: &mut Vec<Value>) -> bool {
        if env.fuel().is_some_and(|fuel| !fuel.burn()) {
            return false;
        }
        match self {
            Formula::Constant(truth) => *truth,
            Formula::Not(inside) => !inside.holds_with(env, slots),
            Formula::Binary(connective, left, right) => {
                let left = left.holds_with(env, slots);
                match connective {
                    Connective::And => left && right.holds_with(env, slots),
                    Connective::Or => left || right.holds_with(env, slots),
                    Connective::Implies => !left || right.holds_with(env, slots),
                    Connective::Iff => left == right.holds_with(env, slots),
                }
            }
            Formula::Norm(norm, action) => match norm {
                Norm::Permitted => actions::permitted(action, env, slots),
                Norm::Forbidden => !actions::permitted(action, env, slots),
                Norm::Obliged => !actions::permitted_otherwise(action, env, slots),
            },
            Formula::Leads(reach, state) => {
                let turn = env.state().turn;
                let mut moves = rules::legal(env.state(), turn).into_iter();
                match reach {
                    Reach::Some => moves.any(|m| state.holds_with(&env.after(m), slots)),
                    Reach::Every => moves.all(|m| state.holds_with(&env.after(m), slots)),
                }
            }
            Formula::Play(norm, principle) => actions::plays(*norm, principle, env),
            Formula::Right(right, who, thing) => rights::holds(*right, who, thing, env, slots),
            Formula::Temporal(tense, bound, state) => temporal(*tense, *bound, state, env, slots),
            Formula::Until(until, bound, left, right) => {
                until_holds(*until, *bound, (left, right), env, slots)
            }
            Formula::Quantified(quantified) => quantified_holds(quantified, env, slots),
            Formula::After(state, Action::Pass) => env
                .after_pass()
                .is_some_and(|env| state.holds_with(&env, slots)),
            Formula::After(state, Action::Played) => env
                .played()
                .is_some_and(|m| state.holds_with(&env.after(m), slots)),
            Formula::After(state, action) => actions::instances(action, env, slots)
                .into_iter()
                .any(|m| state.holds_with(&env.after(m), slots)),
            Formula::Forces(force, who, goal) => match who.value(env, slots) {
                Some(Value::Color(who)) => forces::holds(*force, who, goal, env, slots),
                _ => false,
            },
            Formula::Compare(relation, left, right) => {
                compare(*relation, left, right, env, slots).unwrap_or(false)
            }
            Formula::Atom(entry, arguments) => atom(entry, arguments, env, slots),
        }
    }
}

fn atom(entry: &Entry, arguments: &[Term], env: &Env<'_>, slots: &[Value]) -> bool {
    let Some(mut values) = argument_values(entry, arguments, env, slots) else {
        return false;
    };
    match &entry.body {
        Body::Test(test) => test(env, &values).unwrap_or(false),
        Body::Compute(_) | Body::Principle { .. } => false,
        Body::Defined(formula) => formula.holds_with(env, &mut values),
    }
}

/// The values of arguments, each of the sort that the word asks for.
pub(crate) fn argument_values(
    entry: &Entry,
    arguments: &[Term],
    env: &Env<'_>,
    slots: &[Value],
) -> Option<Vec<Value>> {
    arguments
        .iter()
        .zip(entry.params)
        .map(|(term, param)| as_sort(term.value(env, slots)?, param.sort, env))
        .collect()
}

impl Term {
    /// The value of a term, if it has one.
    pub(crate) fn value(&self, env: &Env<'_>, slots: &[Value]) -> Option<Value> {
        match self {
            Term::Constant(value) => Some(value.clone()),
            Term::Me => Some(Value::Color(env.me())),
            Term::Opponent => Some(Value::Color(!env.me())),
            Term::Variable(place, _) => slots.get(*place).cloned(),
            Term::Played => env.played().map(Value::Move),
            Term::Literal(literal) => {
                rules::only_fitting(env.state(), |m| literal.written.fits(m)).map(Value::Move)
            }
            Term::Call(entry, arguments) => {
                let values = argument_values(entry, arguments, env, slots)?;
                match &entry.body {
                    Body::Compute(compute) => compute(env, &values),
                    Body::Test(_) | Body::Defined(_) | Body::Principle { .. } => None,
                }
            }
            Term::Then(term) => {
                let after = env.after(env.played()?);
                term.value(&after, slots)
            }
            Term::Set(elements) => {
                let mut set = Bitboard::EMPTY;
                for element in elements {
                    match as_sort(element.value(env, slots)?, Sort::Square, env)? {
                        Value::Square(square) => set.add(square),
                        _ => return None,
                    }
                }
                Some(Value::Squares(set))
            }
        }
    }
}

/// Takes a man for its square or kind, and a square for the man on it.
fn as_sort(value: Value, wanted: Sort, env: &Env<'_>) -> Option<Value> {
    Some(match (value, wanted) {
        (Value::Piece(man), Sort::Square) => Value::Square(man.square),
        (Value::Piece(man), Sort::Role) => Value::Role(man.piece.role),
        (Value::Square(square), Sort::Piece) => {
            let piece = env.state().board.piece_at(square)?;
            Value::Piece(Man { square, piece })
        }
        (Value::Squares(set), Sort::Pieces) => Value::Pieces(set & env.state().board.occupied()),
        (Value::Pieces(set), Sort::Squares) => Value::Squares(set),
        (value, _) => value,
    })
}

fn compare(
    relation: Relation,
    left: &Term,
    right: &Term,
    env: &Env<'_>,
    slots: &[Value],
) -> Option<bool> {
    let left = left.value(env, slots)?;
    let right = right.value(env, slots)?;
    let number = |value: &Value| match value {
        Value::Number(number) => Some(*number),
        _ => None,
    };
    Some(match relation {
        Relation::Equal => same(&left, &right),
        Relation::Unequal => !same(&left, &right),
        Relation::Less => number(&left)? < number(&right)?,
        Relation::AtMost => number(&left)? <= number(&right)?,
        Relation::Greater => number(&left)? > number(&right)?,
        Relation::AtLeast => number(&left)? >= number(&right)?,
        Relation::In => contains(&right, &left)?,
        Relation::NotIn => !contains(&right, &left)?,
    })
}

fn same(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Piece(man), Value::Square(square)) | (Value::Square(square), Value::Piece(man)) => {
            man.square == *square
        }
        (Value::Piece(man), Value::Role(role)) | (Value::Role(role), Value::Piece(man)) => {
            man.piece.role == *role
        }
        (Value::Moves(moves), Value::Squares(set)) | (Value::Squares(set), Value::Moves(moves)) => {
            moves.is_empty() && set.is_empty()
        }
        (Value::Squares(a), Value::Pieces(b)) | (Value::Pieces(a), Value::Squares(b)) => a == b,
        _ => left == right,
    }
}

fn contains(set: &Value, element: &Value) -> Option<bool> {
    Some(match (set, element) {
        (Value::Moves(moves), Value::Move(m)) => moves.contains(m),
        (Value::Squares(set) | Value::Pieces(set), Value::Square(square)) => set.contains(*square),
        (Value::Squares(set) | Value::Pieces(set), Value::Piece(man)) => set.contains(man.square),
        _ => return None,
    })
}

/// The elements of a set, as values of their sort.
pub(crate) fn elements(set: Value, env: &Env<'_>) -> Vec<Value> {
    match set {
        Value::Squares(set) => set.into_iter().map(Value::Square).collect(),
        Value::Pieces(set) => set
            .into_iter()
            .filter_map(|square| as_sort(Value::Square(square), Sort::Piece, env))
            .collect(),
        Value::Moves(moves) => moves.into_iter().map(Value::Move).collect(),
        _ => Vec::new(),
    }
}

fn quantified_holds(quantified: &Quantified, env: &Env<'_>, slots: &mut Vec<Value>) -> bool {
    let Some(set) = quantified.domain.value(env, slots) else {
        return false;
    };
    let mut holds = |element: Value| {
        slots.push(element);
        let holds = quantified.body.holds_with(env, slots);
        slots.pop();
        holds
    };
    let mut elements = elements(set, env).into_iter();
    if quantified.every {
        elements.all(&mut holds)
    } else {
        elements.any(&mut holds)
    }
}

/// The states that a tense looks at, this one first; in each of them `self` is
/// its side to move.
pub(crate) fn states_of<'a>(
    tense: Tense,
    bound: Option<u32>,
    env: &Env<'a>,
) -> impl Iterator<Item = Env<'a>> + use<'a> {
    let step = move |env: &Env<'a>| match tense {
        Tense::Always | Tense::Finally | Tense::Next => env.next(),
        Tense::Yesterday | Tense::Once | Tense::Historically => env.previous(),
    };
    let (skip, take) = match tense {
        Tense::Next | Tense::Yesterday => (1, 1),
        _ => (0, bound.map_or(usize::MAX, |bound| bound as usize + 1)),
    };
    std::iter::successors(Some(env.clone().rebound()), step)
        .skip(skip)
        .take(take)
}

/// The states that a tense looks at for a formula. One that speaks of the move
/// played next passes over the last state, where none is: so that
/// `G(¬CS(self) after move)` holds of every legal game, and `F(… after move)`
/// only where a move was made.
pub(crate) fn states_where<'a>(
    tense: Tense,
    bound: Option<u32>,
    state: &Formula,
    env: &Env<'a>,
) -> impl Iterator<Item = Env<'a>> + use<'a> {
    let sweeps = !matches!(tense, Tense::Next | Tense::Yesterday);
    let of_moves = sweeps && state.speaks_of_played();
    states_of(tense, bound, env).filter(move |env| !of_moves || env.played().is_some())
}

fn temporal(
    tense: Tense,
    bound: Option<u32>,
    state: &Formula,
    env: &Env<'_>,
    slots: &mut Vec<Value>,
) -> bool {
    let mut states = states_where(tense, bound, state, env);
    match tense {
        Tense::Always | Tense::Historically => states.all(|env| state.holds_with(&env, slots)),
        _ => states.any(|env| state.holds_with(&env, slots)),
    }
}

fn until_holds(
    until: Until,
    bound: Option<u32>,
    (left, right): (&Formula, &Formula),
    env: &Env<'_>,
    slots: &mut Vec<Value>,
) -> bool {
    let tense = match until {
        Until::Until | Until::Release => Tense::Finally,
        Until::Since => Tense::Once,
    };
    // φ R ψ ≡ ¬(¬φ U ¬ψ)
    let negated = until == Until::Release;
    for env in states_of(tense, bound, env) {
        if right.holds_with(&env, slots) != negated {
            return !negated;
        }
        if left.holds_with(&env, slots) == negated {
            return negated;
        }
    }
    negated
}
