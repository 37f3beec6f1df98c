//! Gives every part of a tree its sort and resolves names.

use std::sync::Arc;

use krog_chess::{CastlingSide, Color, Role, notation::Written};
use krog_text::piece;

use super::{
    Fault,
    names::{force_named, is_action_name, is_operator, is_word, named_action, right_named},
    parser::{Node, Prefix, Tree},
};
use crate::{
    formula::{
        Action, Force, Formula, Literal, Norm, Quantified, Reach, Relation, Right, Tense, Term,
        Thing,
    },
    sort::{Ending, Sort, Value},
    vocabulary::{Entry, Gives, Param, Vocabulary},
};

pub(super) fn formula(
    tree: &Tree,
    params: &[Param],
    vocabulary: &Vocabulary,
) -> Result<Formula, Fault> {
    let mut scope = Scope {
        vocabulary,
        variables: params
            .iter()
            .map(|param| (param.name.to_owned(), param.sort))
            .collect(),
    };
    scope.state(tree)
}

/// What an operand of P, O or F is.
enum Class {
    Action,
    Principle,
    State,
}

struct Scope<'v> {
    vocabulary: &'v Vocabulary,
    /// Bound variables, the outermost first.
    variables: Vec<(String, Sort)>,
}

impl Scope<'_> {
    fn state(&mut self, tree: &Tree) -> Result<Formula, Fault> {
        Ok(match &tree.node {
            Node::Truth(truth) => Formula::Constant(*truth),
            Node::Not(inside) => Formula::Not(Box::new(self.state(inside)?)),
            Node::Binary(connective, left, right) => Formula::Binary(
                *connective,
                Box::new(self.state(left)?),
                Box::new(self.state(right)?),
            ),
            Node::Prefix(prefix, bound, operand) => self.prefix(tree, *prefix, *bound, operand)?,
            Node::Until(until, bound, left, right) => Formula::Until(
                *until,
                *bound,
                Box::new(self.state(left)?),
                Box::new(self.state(right)?),
            ),
            Node::Quantified {
                every,
                variable,
                domain,
                body,
            } => self.quantified(*every, variable, domain, body)?,
            Node::After(state, action) => {
                Formula::After(Box::new(self.state(state)?), self.action(action)?)
            }
            Node::Compare(relation, left, right) => self.compare(*relation, left, right)?,
            Node::Call(name, arguments) => match (right_named(name), force_named(name)) {
                (Some(right), _) => self.right(tree, right, arguments)?,
                (None, Some(force)) => self.forces(tree, force, arguments)?,
                (None, None) => self.atom(tree, name, arguments)?,
            },
            Node::Name(name) => self.atom(tree, name, &[])?,
            _ => return Err(self.unfit(tree, "a statement")),
        })
    }

    fn prefix(
        &mut self,
        tree: &Tree,
        prefix: Prefix,
        bound: Option<u32>,
        operand: &Tree,
    ) -> Result<Formula, Fault> {
        let norm = match prefix {
            Prefix::Permitted => Norm::Permitted,
            Prefix::Obliged => Norm::Obliged,
            Prefix::ForbiddenOrFinally => Norm::Forbidden,
            Prefix::Tense(tense) => {
                if bound.is_some() && matches!(tense, Tense::Next | Tense::Yesterday) {
                    return Err(fault(
                        tree,
                        "a bound on X or Y",
                        "no bound: they look one ply away",
                    ));
                }
                return Ok(Formula::Temporal(
                    tense,
                    bound,
                    Box::new(self.state(operand)?),
                ));
            }
        };
        let class = self.class(operand);
        if bound.is_some() && !(norm == Norm::Forbidden && matches!(class, Class::State)) {
            return Err(fault(
                tree,
                "a bound on a norm",
                "a bound only on G, F, U, R, S, once, hist",
            ));
        }
        Ok(match (class, norm) {
            (Class::Action, _) => Formula::Norm(norm, self.action(operand)?),
            (Class::Principle, _) => match &operand.node {
                Node::Name(name) => Formula::Play(norm, self.entry(operand, name)?),
                _ => return Err(self.unfit(operand, "the code of a principle")),
            },
            (Class::State, Norm::Permitted) => {
                Formula::Leads(Reach::Some, Box::new(self.state(operand)?))
            }
            (Class::State, Norm::Obliged) => {
                Formula::Leads(Reach::Every, Box::new(self.state(operand)?))
            }
            (Class::State, Norm::Forbidden) => {
                Formula::Temporal(Tense::Finally, bound, Box::new(self.state(operand)?))
            }
        })
    }

    fn class(&self, tree: &Tree) -> Class {
        let gives = |name: &str| self.vocabulary.get(name).map(|entry| entry.gives);
        match &tree.node {
            Node::Move(_) | Node::Square(_) => Class::Action,
            Node::Not(inside) => self.class(inside),
            Node::Name(name) | Node::Call(name, _) => {
                let is_move = self
                    .variable(name)
                    .is_some_and(|(_, sort)| sort == Sort::Move);
                match gives(name) {
                    _ if is_move || is_action_name(name) => Class::Action,
                    Some(Gives::Value(Sort::Move)) => Class::Action,
                    Some(Gives::Principle) => Class::Principle,
                    _ => Class::State,
                }
            }
            _ => Class::State,
        }
    }

    fn action(&mut self, tree: &Tree) -> Result<Action, Fault> {
        Ok(match &tree.node {
            Node::Move(text) => Action::Literal(literal(tree, text)?),
            Node::Square(square) => Action::Literal(literal(tree, &square.to_string())?),
            Node::Not(inside) => Action::Not(Box::new(self.action(inside)?)),
            Node::Name(name) if self.variable(name).is_none() && is_action_name(name) => {
                named_action(name)
            }
            Node::Call(name, arguments) if name == "castle" => {
                match self.one_argument(tree, arguments, Sort::Side)? {
                    Term::Constant(Value::Side(side)) => Action::Castle(Some(side)),
                    _ => return Err(self.unfit(tree, "castle(kingside) or castle(queenside)")),
                }
            }
            Node::Call(name, arguments) if name == "promote" => {
                match self.one_argument(tree, arguments, Sort::Role)? {
                    Term::Constant(Value::Role(role)) => Action::Promote(Some(role)),
                    _ => return Err(self.unfit(tree, "promote(queen) or another kind")),
                }
            }
            Node::Name(_) | Node::Call(..) if matches!(self.class(tree), Class::Action) => {
                Action::Term(self.argument(tree, Sort::Move)?)
            }
            _ => return Err(self.unfit(tree, "an action")),
        })
    }

    fn one_argument(&mut self, tree: &Tree, arguments: &[Tree], sort: Sort) -> Result<Term, Fault> {
        match arguments {
            [argument] => self.argument(argument, sort),
            _ => Err(fault(
                tree,
                &format!("{} arguments", arguments.len()),
                "one",
            )),
        }
    }

    fn forces(&mut self, tree: &Tree, force: Force, arguments: &[Tree]) -> Result<Formula, Fault> {
        let [who, goal] = arguments else {
            let found = format!("{} arguments", arguments.len());
            return Err(fault(tree, &found, "a side and what it reaches"));
        };
        let who = self.argument(who, Sort::Color)?;
        Ok(Formula::Forces(force, who, Box::new(self.state(goal)?)))
    }

    fn right(&mut self, tree: &Tree, right: Right, arguments: &[Tree]) -> Result<Formula, Fault> {
        let (who, what) = match arguments {
            [what] if matches!(right, Right::Power | Right::Disability) => (Term::Me, what),
            [who, what] => (self.argument(who, Sort::Color)?, what),
            _ => {
                let found = format!("{} arguments", arguments.len());
                return Err(fault(tree, &found, "a side and what the right is about"));
            }
        };
        let thing = match &what.node {
            Node::Name(name) if name == "draw" => Thing::Draw,
            Node::Name(name) if name == "lose" => Thing::Loss,
            _ => Thing::Action(self.action(what)?),
        };
        let powers = matches!(
            thing,
            Thing::Draw | Thing::Loss | Thing::Action(Action::Castle(_) | Action::EnPassant)
        );
        let is_fine = match right {
            Right::Claim => thing == Thing::Draw,
            Right::Liberty => matches!(thing, Thing::Action(_)),
            Right::Power | Right::Disability | Right::Immunity | Right::Liability => powers,
        };
        if !is_fine {
            let expected = match right {
                Right::Claim => "draw",
                Right::Liberty => "an action",
                _ => "castle, en_passant, draw or lose",
            };
            return Err(self.unfit(what, expected));
        }
        Ok(Formula::Right(right, who, thing))
    }

    fn quantified(
        &mut self,
        every: bool,
        variable: &str,
        domain: &Tree,
        body: &Tree,
    ) -> Result<Formula, Fault> {
        let (set, sort) = self.term(domain, None)?;
        let Some(element) = sort.element() else {
            return Err(self.unfit(domain, "a set such as pieces(white), squares or moves"));
        };
        self.variables.push((variable.to_owned(), element));
        let body = self.state(body);
        self.variables.pop();
        Ok(Formula::Quantified(Box::new(Quantified {
            every,
            variable: variable.to_owned(),
            domain: set,
            body: body?,
        })))
    }

    fn compare(&mut self, relation: Relation, left: &Tree, right: &Tree) -> Result<Formula, Fault> {
        let (mut a, mut a_sort) = self.term(left, None)?;
        let (b, b_sort) = self.term(right, Some(a_sort))?;
        if a_sort == Sort::Square && matches!(b_sort, Sort::Move | Sort::Moves) {
            // Beside a move, a square is a pawn's move.
            (a, a_sort) = self.term(left, Some(Sort::Move))?;
        }
        let fits = match relation {
            Relation::Equal | Relation::Unequal => a_sort.fits(b_sort) || b_sort.fits(a_sort),
            Relation::In | Relation::NotIn => {
                b_sort.element().is_some_and(|element| a_sort.fits(element))
            }
            _ => a_sort == Sort::Number && b_sort == Sort::Number,
        };
        if !fits {
            let expected = match relation {
                Relation::In | Relation::NotIn => "a set of such things".to_owned(),
                Relation::Equal | Relation::Unequal => a_sort.to_string(),
                _ => "numbers on both sides".to_owned(),
            };
            return Err(fault(right, &b_sort.to_string(), &expected));
        }
        Ok(Formula::Compare(relation, a, b))
    }

    fn atom(&mut self, tree: &Tree, name: &str, arguments: &[Tree]) -> Result<Formula, Fault> {
        let entry = self.entry(tree, name)?;
        if entry.gives != Gives::Truth {
            return Err(self.unfit(tree, "a statement"));
        }
        let arguments = self.arguments(tree, &entry, arguments)?;
        Ok(Formula::Atom(entry, arguments))
    }

    fn entry(&self, tree: &Tree, name: &str) -> Result<Arc<Entry>, Fault> {
        self.vocabulary.get(name).cloned().ok_or_else(|| {
            let is_other = self.variable(name).is_some() || is_word(name);
            if is_other {
                self.unfit(tree, "a statement")
            } else if is_operator(name) {
                fault(
                    tree,
                    &format!("the operator {name}"),
                    "a term or an operator in its place",
                )
            } else {
                Fault {
                    span: tree.span.start..tree.span.start + name.len(),
                    found: format!("the unknown name {name:?}"),
                    expected: self.suggestion(name),
                }
            }
        })
    }

    /// Known names that begin alike, for a message.
    fn suggestion(&self, name: &str) -> String {
        let start: String = name.chars().take(2).collect::<String>().to_lowercase();
        let alike: Vec<&str> = self
            .vocabulary
            .iter()
            .map(|entry| entry.name)
            .filter(|known| known.to_lowercase().starts_with(&start))
            .take(5)
            .collect();
        if alike.is_empty() {
            "an operator, a predicate or a bound variable".to_owned()
        } else {
            format!("a known name such as {}", alike.join(", "))
        }
    }

    fn arguments(
        &mut self,
        tree: &Tree,
        entry: &Entry,
        arguments: &[Tree],
    ) -> Result<Vec<Term>, Fault> {
        let required = entry.params.iter().filter(|param| !param.optional).count();
        if arguments.len() < required || arguments.len() > entry.params.len() {
            let names: Vec<&str> = entry.params.iter().map(|param| param.name).collect();
            return Err(fault(
                tree,
                &format!("{} with {} arguments", entry.name, arguments.len()),
                &format!("{}({})", entry.name, names.join(", ")),
            ));
        }
        arguments
            .iter()
            .zip(entry.params)
            .map(|(argument, param)| self.argument(argument, param.sort))
            .collect()
    }

    fn argument(&mut self, tree: &Tree, sort: Sort) -> Result<Term, Fault> {
        let (term, found) = self.term(tree, Some(sort))?;
        if found.fits(sort) {
            Ok(term)
        } else {
            Err(fault(tree, &found.to_string(), &sort.to_string()))
        }
    }

    fn term(&mut self, tree: &Tree, wanted: Option<Sort>) -> Result<(Term, Sort), Fault> {
        Ok(match &tree.node {
            Node::Number(number) => (Term::Constant(Value::Number(*number)), Sort::Number),
            Node::Text(text) => (Term::Constant(Value::Text(text.clone())), Sort::Text),
            Node::Square(square) if wanted == Some(Sort::Move) => (
                Term::Literal(literal(tree, &square.to_string())?),
                Sort::Move,
            ),
            Node::Square(square) => (Term::Constant(Value::Square(*square)), Sort::Square),
            Node::Move(text) => (Term::Literal(literal(tree, text)?), Sort::Move),
            Node::Set(elements) => self.set(elements, wanted)?,
            Node::Name(name) => self.named_term(tree, name)?,
            Node::Call(name, arguments) if name == "then" => match arguments.as_slice() {
                [inside] => {
                    let (term, sort) = self.term(inside, wanted)?;
                    (Term::Then(Box::new(term)), sort)
                }
                _ => return Err(fault(tree, "then without one term", "then(t)")),
            },
            Node::Call(name, arguments) => self.function(tree, name, arguments)?,
            _ => {
                return Err(self.unfit(
                    tree,
                    &wanted.map_or_else(|| "a term".to_owned(), |s| s.to_string()),
                ));
            }
        })
    }

    fn set(&mut self, elements: &[Tree], wanted: Option<Sort>) -> Result<(Term, Sort), Fault> {
        let sort = match (elements.is_empty(), wanted) {
            (true, Some(sort)) if sort.element().is_some() => sort,
            _ => Sort::Squares,
        };
        let elements: Result<Vec<Term>, Fault> = elements
            .iter()
            .map(|element| self.argument(element, Sort::Square))
            .collect();
        Ok((Term::Set(elements?), sort))
    }

    fn named_term(&mut self, tree: &Tree, name: &str) -> Result<(Term, Sort), Fault> {
        if let Some((place, sort)) = self.variable(name) {
            return Ok((Term::Variable(place, name.to_owned()), sort));
        }
        let constant = |value, sort| Ok((Term::Constant(value), sort));
        match name {
            "self" => return Ok((Term::Me, Sort::Color)),
            "opponent" => return Ok((Term::Opponent, Sort::Color)),
            "move" => return Ok((Term::Played, Sort::Move)),
            "white" => return constant(Value::Color(Color::White), Sort::Color),
            "black" => return constant(Value::Color(Color::Black), Sort::Color),
            "kingside" => return constant(Value::Side(CastlingSide::KingSide), Sort::Side),
            "queenside" => return constant(Value::Side(CastlingSide::QueenSide), Sort::Side),
            _ => {}
        }
        if let Some(role) = Role::ALL.into_iter().find(|role| piece::key(*role) == name) {
            return constant(Value::Role(role), Sort::Role);
        }
        if let Some(ending) = Ending::ALL.into_iter().find(|ending| ending.name() == name) {
            return constant(Value::Ending(ending), Sort::Ending);
        }
        self.function(tree, name, &[])
    }

    fn function(
        &mut self,
        tree: &Tree,
        name: &str,
        arguments: &[Tree],
    ) -> Result<(Term, Sort), Fault> {
        let entry = self.entry(tree, name)?;
        let Gives::Value(sort) = entry.gives else {
            return Err(fault(tree, &format!("the statement {name}"), "a term"));
        };
        let arguments = self.arguments(tree, &entry, arguments)?;
        Ok((Term::Call(entry, arguments), sort))
    }

    fn variable(&self, name: &str) -> Option<(usize, Sort)> {
        let place = self
            .variables
            .iter()
            .rposition(|(known, _)| known == name)?;
        Some((place, self.variables[place].1))
    }

    /// A part that is no formula of the kind asked for.
    fn unfit(&self, tree: &Tree, expected: &str) -> Fault {
        let found = match &tree.node {
            Node::Number(number) => format!("the number {number}"),
            Node::Text(text) => format!("the text {text:?}"),
            Node::Square(square) => format!("the square {square}"),
            Node::Move(text) => format!("the move {text}"),
            Node::Set(_) => "a set".to_owned(),
            Node::Name(name) | Node::Call(name, _) => match self.variable(name) {
                Some((_, sort)) => format!("the variable {name}, {sort}"),
                None => format!("{name:?}"),
            },
            _ => "a statement".to_owned(),
        };
        fault(tree, &found, expected)
    }
}

fn fault(tree: &Tree, found: &str, expected: &str) -> Fault {
    Fault {
        span: tree.span.clone(),
        found: found.to_owned(),
        expected: expected.to_owned(),
    }
}

fn literal(tree: &Tree, text: &str) -> Result<Literal, Fault> {
    let written = Written::parse(text).ok_or_else(|| fault(tree, text, "a move"))?;
    Ok(Literal {
        text: text.to_owned(),
        written,
    })
}
