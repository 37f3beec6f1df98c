//! Prints formulas in Unicode, with as few parentheses as reading needs.

use std::fmt;

use krog_chess::CastlingSide;
use krog_text::piece;

use crate::{
    formula::{
        Action, Connective, Force, Formula, Norm, Quantified, Reach, Relation, Right, Tense, Term,
        Thing, Until,
    },
    sort::Value,
};

/// How tightly a part holds together; an operand looser than its place is put
/// in parentheses.
mod strength {
    pub(super) const QUANTIFIER: u8 = 0;
    pub(super) const IFF: u8 = 1;
    pub(super) const IMPLIES: u8 = 2;
    pub(super) const OR: u8 = 3;
    pub(super) const AND: u8 = 4;
    pub(super) const UNTIL: u8 = 5;
    pub(super) const AFTER: u8 = 6;
    pub(super) const UNARY: u8 = 7;
}

impl Formula {
    fn strength(&self) -> u8 {
        match self {
            Formula::Quantified(_) => strength::QUANTIFIER,
            Formula::Binary(Connective::Iff, ..) => strength::IFF,
            Formula::Binary(Connective::Implies, ..) => strength::IMPLIES,
            Formula::Binary(Connective::Or, ..) => strength::OR,
            Formula::Binary(Connective::And, ..) => strength::AND,
            Formula::Until(..) => strength::UNTIL,
            Formula::After(..) => strength::AFTER,
            _ => strength::UNARY,
        }
    }

    /// Prints an operand where nothing looser than `least` may stand.
    fn operand(&self, f: &mut fmt::Formatter<'_>, least: u8) -> fmt::Result {
        if self.strength() < least {
            write!(f, "({self})")
        } else {
            write!(f, "{self}")
        }
    }
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Formula::Constant(true) => f.write_str("⊤"),
            Formula::Constant(false) => f.write_str("⊥"),
            // A comparison needs no parentheses here, but reads better in them.
            Formula::Not(inside) if matches!(**inside, Formula::Compare(..)) => {
                write!(f, "¬({inside})")
            }
            Formula::Not(inside) => {
                f.write_str("¬")?;
                inside.operand(f, strength::UNARY)
            }
            Formula::Binary(connective, left, right) => {
                let (least_left, sign, least_right) = match connective {
                    Connective::And => (strength::AND, "∧", strength::UNTIL),
                    Connective::Or => (strength::OR, "∨", strength::AND),
                    Connective::Implies => (strength::OR, "→", strength::IMPLIES),
                    Connective::Iff => (strength::IFF, "↔", strength::IMPLIES),
                };
                left.operand(f, least_left)?;
                write!(f, " {sign} ")?;
                right.operand(f, least_right)
            }
            Formula::Norm(norm, action) => write!(f, "{}({action})", norm.letter()),
            Formula::Leads(Reach::Some, state) => write!(f, "P({state})"),
            Formula::Leads(Reach::Every, state) => write!(f, "O({state})"),
            Formula::Play(norm, entry) => write!(f, "{}({})", norm.letter(), entry.name),
            Formula::Right(right, who, thing) => write!(f, "{}({who}, {thing})", right.letter()),
            Formula::Temporal(tense, bound, state) => {
                write!(f, "{}{}({state})", tense.word(), Bound(*bound))
            }
            Formula::Until(until, bound, left, right) => {
                left.operand(f, strength::AFTER)?;
                write!(f, " {}{} ", until.letter(), Bound(*bound))?;
                right.operand(f, strength::UNTIL)
            }
            Formula::Quantified(quantified) => write!(f, "{quantified}"),
            Formula::After(state, action) => {
                state.operand(f, strength::AFTER)?;
                write!(f, " after {action}")
            }
            Formula::Forces(force, who, goal) => write!(f, "{}({who}, {goal})", force.word()),
            Formula::Compare(relation, left, right) => {
                write!(f, "{left} {} {right}", relation.sign())
            }
            Formula::Atom(entry, arguments) => call(f, entry.name, arguments),
        }
    }
}

impl fmt::Display for Quantified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.every { "∀" } else { "∃" };
        write!(
            f,
            "{sign}{} ∈ {}: {}",
            self.variable, self.domain, self.body
        )
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Literal(literal) => f.write_str(&literal.text),
            Action::Played => f.write_str("move"),
            Action::Castle(None) => f.write_str("castle"),
            Action::Castle(Some(side)) => write!(f, "castle({})", side_name(*side)),
            Action::EnPassant => f.write_str("en_passant"),
            Action::Promote(None) => f.write_str("promote"),
            Action::Promote(Some(role)) => write!(f, "promote({})", piece::key(*role)),
            Action::Resign => f.write_str("resign"),
            Action::OfferDraw => f.write_str("offer_draw"),
            Action::ClaimDraw => f.write_str("claim_draw"),
            Action::Pass => f.write_str("pass"),
            Action::Term(term) => write!(f, "{term}"),
            Action::Not(action) => write!(f, "¬{action}"),
        }
    }
}

impl fmt::Display for Thing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Thing::Action(action) => write!(f, "{action}"),
            Thing::Draw => f.write_str("draw"),
            Thing::Loss => f.write_str("lose"),
        }
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Term::Constant(value) => write!(f, "{value}"),
            Term::Me => f.write_str("self"),
            Term::Opponent => f.write_str("opponent"),
            Term::Variable(_, name) => f.write_str(name),
            Term::Played => f.write_str("move"),
            Term::Literal(literal) => f.write_str(&literal.text),
            Term::Call(entry, arguments) => call(f, entry.name, arguments),
            Term::Then(term) => write!(f, "then({term})"),
            Term::Set(elements) if elements.is_empty() => f.write_str("∅"),
            Term::Set(elements) => {
                f.write_str("{")?;
                list(f, elements)?;
                f.write_str("}")
            }
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Square(square) => write!(f, "{square}"),
            Value::Piece(man) => write!(f, "{}", man.square),
            Value::Color(color) => write!(f, "{color}"),
            Value::Role(role) => f.write_str(piece::key(*role)),
            Value::Side(side) => f.write_str(side_name(*side)),
            Value::Number(number) => write!(f, "{number}"),
            Value::Text(text) => write!(f, "\"{text}\""),
            Value::Move(m) => write!(f, "{m}"),
            Value::Ending(ending) => f.write_str(ending.name()),
            Value::Squares(set) | Value::Pieces(set) => {
                let names: Vec<String> = set.into_iter().map(|s| s.to_string()).collect();
                write!(f, "{{{}}}", names.join(", "))
            }
            Value::Moves(moves) => {
                let names: Vec<String> = moves.iter().map(ToString::to_string).collect();
                write!(f, "{{{}}}", names.join(", "))
            }
        }
    }
}

/// `[≤k]`, or nothing.
struct Bound(Option<u32>);

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(bound) => write!(f, "[≤{bound}]"),
            None => Ok(()),
        }
    }
}

fn call(f: &mut fmt::Formatter<'_>, name: &str, arguments: &[Term]) -> fmt::Result {
    f.write_str(name)?;
    if !arguments.is_empty() {
        f.write_str("(")?;
        list(f, arguments)?;
        f.write_str(")")?;
    }
    Ok(())
}

fn list(f: &mut fmt::Formatter<'_>, terms: &[Term]) -> fmt::Result {
    for (index, term) in terms.iter().enumerate() {
        let comma = if index > 0 { ", " } else { "" };
        write!(f, "{comma}{term}")?;
    }
    Ok(())
}

const fn side_name(side: CastlingSide) -> &'static str {
    match side {
        CastlingSide::KingSide => "kingside",
        CastlingSide::QueenSide => "queenside",
    }
}

impl Norm {
    /// The operator's letter.
    pub const fn letter(self) -> char {
        match self {
            Norm::Permitted => 'P',
            Norm::Obliged => 'O',
            Norm::Forbidden => 'F',
        }
    }
}

impl Force {
    const fn word(self) -> &'static str {
        match self {
            Force::Every => "forces",
            Force::Best => "expects",
        }
    }
}

impl Right {
    const fn letter(self) -> char {
        match self {
            Right::Claim => 'C',
            Right::Liberty => 'L',
            Right::Power => 'W',
            Right::Disability => 'I',
            Right::Immunity => 'B',
            Right::Liability => 'D',
        }
    }
}

impl Tense {
    const fn word(self) -> &'static str {
        match self {
            Tense::Always => "G",
            Tense::Finally => "F",
            Tense::Next => "X",
            Tense::Yesterday => "Y",
            Tense::Once => "once",
            Tense::Historically => "hist",
        }
    }
}

impl Until {
    const fn letter(self) -> char {
        match self {
            Until::Until => 'U',
            Until::Release => 'R',
            Until::Since => 'S',
        }
    }
}

impl Relation {
    const fn sign(self) -> &'static str {
        match self {
            Relation::Equal => "=",
            Relation::Unequal => "≠",
            Relation::Less => "<",
            Relation::AtMost => "≤",
            Relation::Greater => ">",
            Relation::AtLeast => "≥",
            Relation::In => "∈",
            Relation::NotIn => "∉",
        }
    }
}
