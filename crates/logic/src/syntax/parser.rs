//! Builds a tree from tokens by precedence.
//!
//! From tight to loose: unary, `after`, U R S (right), ∧, ∨, → (right), ↔, and
//! `when`/`unless`. A quantifier reaches as far to the right as it can.

use std::ops::Range;

use krog_chess::Square;

use super::{
    DEEPEST, Fault,
    lexer::{Kind, Symbol, Token},
};
use crate::formula::{Connective, Relation, Tense, Until};

/// A tree whose parts have no sorts yet.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Tree {
    pub(super) node: Node,
    pub(super) span: Range<usize>,
    /// The longest way down to a leaf: whoever walks the tree needs that much
    /// of the stack.
    depth: usize,
}

#[derive(Clone, PartialEq, Debug)]
pub(super) enum Node {
    Truth(bool),
    Name(String),
    Number(i64),
    Text(String),
    Square(Square),
    Move(String),
    Set(Vec<Tree>),
    Call(String, Vec<Tree>),
    Not(Box<Tree>),
    Binary(Connective, Box<Tree>, Box<Tree>),
    /// P, O, F, G, X, Y, once, hist before an operand.
    Prefix(Prefix, Option<u32>, Box<Tree>),
    Until(Until, Option<u32>, Box<Tree>, Box<Tree>),
    Quantified {
        every: bool,
        variable: String,
        domain: Box<Tree>,
        body: Box<Tree>,
    },
    After(Box<Tree>, Box<Tree>),
    Compare(Relation, Box<Tree>, Box<Tree>),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Prefix {
    Permitted,
    Obliged,
    /// F: prohibition of an action, or "finally" of a state.
    ForbiddenOrFinally,
    Tense(Tense),
}

impl Node {
    fn children(&self) -> impl Iterator<Item = &Tree> {
        let (list, pair): (&[Tree], [Option<&Tree>; 2]) = match self {
            Node::Set(list) | Node::Call(_, list) => (list, [None, None]),
            Node::Not(a) | Node::Prefix(_, _, a) => (&[], [Some(a), None]),
            Node::Binary(_, a, b)
            | Node::Until(_, _, a, b)
            | Node::After(a, b)
            | Node::Compare(_, a, b)
            | Node::Quantified {
                domain: a, body: b, ..
            } => (&[], [Some(a), Some(b)]),
            _ => (&[], [None, None]),
        };
        list.iter().chain(pair.into_iter().flatten())
    }
}

pub(super) fn parse(tokens: &[Token], end: usize) -> Result<Tree, Fault> {
    let mut parser = Parser {
        tokens,
        at: 0,
        end,
        depth: 0,
    };
    let tree = parser.formula()?;
    match parser.peek() {
        None => Ok(tree),
        Some(_) => Err(parser.fault("an operator or the end")),
    }
}

struct Parser<'a> {
    tokens: &'a [Token],
    at: usize,
    end: usize,
    depth: usize,
}

impl Parser<'_> {
    fn peek(&self) -> Option<&Kind> {
        self.tokens.get(self.at).map(|token| &token.kind)
    }

    fn eat(&mut self, symbol: Symbol) -> bool {
        let found = self.peek() == Some(&Kind::Symbol(symbol));
        self.at += usize::from(found);
        found
    }

    fn eat_name(&mut self, name: &str) -> bool {
        let found = matches!(self.peek(), Some(Kind::Name(found)) if found == name);
        self.at += usize::from(found);
        found
    }

    fn need(&mut self, symbol: Symbol, expected: &str) -> Result<(), Fault> {
        if self.eat(symbol) {
            Ok(())
        } else {
            Err(self.fault(expected))
        }
    }

    fn start(&self) -> usize {
        self.tokens.get(self.at).map_or(self.end, |t| t.span.start)
    }

    fn since(&self, start: usize) -> Range<usize> {
        let end = self.tokens[..self.at].last().map_or(start, |t| t.span.end);
        start..end
    }

    fn tree(&self, start: usize, node: Node) -> Result<Tree, Fault> {
        let depth = 1 + node.children().map(|child| child.depth).max().unwrap_or(0);
        if depth > DEEPEST {
            return Err(self.too_deep());
        }
        Ok(Tree {
            node,
            span: self.since(start),
            depth,
        })
    }

    fn too_deep(&self) -> Fault {
        self.fault(&format!("a formula nested at most {DEEPEST} deep"))
    }

    fn fault(&self, expected: &str) -> Fault {
        let expected = expected.to_owned();
        match self.tokens.get(self.at) {
            Some(token) => Fault {
                span: token.span.clone(),
                found: describe(&token.kind),
                expected,
            },
            None => Fault {
                span: self.end..self.end,
                found: "the end".to_owned(),
                expected,
            },
        }
    }

    /// A whole formula, down to `when` and `unless`.
    fn formula(&mut self) -> Result<Tree, Fault> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.too_deep());
        }
        let start = self.start();
        let mut left = self.iff()?;
        loop {
            if self.eat_name("when") {
                let condition = self.iff()?;
                left = self.implies_tree(start, condition, left)?;
            } else if self.eat_name("unless") {
                let condition = self.iff()?;
                let negated = self.tree(start, Node::Not(Box::new(condition)))?;
                left = self.implies_tree(start, negated, left)?;
            } else {
                self.depth -= 1;
                return Ok(left);
            }
        }
    }

    fn implies_tree(&self, start: usize, condition: Tree, then: Tree) -> Result<Tree, Fault> {
        let node = Node::Binary(Connective::Implies, Box::new(condition), Box::new(then));
        self.tree(start, node)
    }

    fn iff(&mut self) -> Result<Tree, Fault> {
        self.left_chain(Symbol::Iff, Connective::Iff, Parser::implies)
    }

    fn implies(&mut self) -> Result<Tree, Fault> {
        let start = self.start();
        let mut parts = vec![self.or()?];
        while self.eat(Symbol::Implies) {
            parts.push(self.or()?);
        }
        let mut right = parts.pop().expect("there is at least one part");
        while let Some(left) = parts.pop() {
            right = self.implies_tree(start, left, right)?;
        }
        Ok(right)
    }

    fn or(&mut self) -> Result<Tree, Fault> {
        self.left_chain(Symbol::Or, Connective::Or, Parser::and)
    }

    fn and(&mut self) -> Result<Tree, Fault> {
        self.left_chain(Symbol::And, Connective::And, Parser::until)
    }

    fn left_chain(
        &mut self,
        symbol: Symbol,
        connective: Connective,
        next: fn(&mut Self) -> Result<Tree, Fault>,
    ) -> Result<Tree, Fault> {
        let start = self.start();
        let mut left = next(self)?;
        while self.eat(symbol) {
            let right = next(self)?;
            let node = Node::Binary(connective, Box::new(left), Box::new(right));
            left = self.tree(start, node)?;
        }
        Ok(left)
    }

    fn until(&mut self) -> Result<Tree, Fault> {
        let start = self.start();
        let mut lefts: Vec<(Tree, Until, Option<u32>)> = Vec::new();
        let mut right = self.after()?;
        loop {
            let operator = match self.peek() {
                Some(Kind::Name(name)) if name == "U" => Until::Until,
                Some(Kind::Name(name)) if name == "R" => Until::Release,
                Some(Kind::Name(name)) if name == "S" => Until::Since,
                _ => break,
            };
            self.at += 1;
            let bound = self.bound()?;
            let next = self.after()?;
            lefts.push((std::mem::replace(&mut right, next), operator, bound));
        }
        while let Some((left, operator, bound)) = lefts.pop() {
            let node = Node::Until(operator, bound, Box::new(left), Box::new(right));
            right = self.tree(start, node)?;
        }
        Ok(right)
    }

    fn after(&mut self) -> Result<Tree, Fault> {
        let start = self.start();
        let mut state = self.unary()?;
        while self.eat_name("after") {
            let action = self.unary()?;
            state = self.tree(start, Node::After(Box::new(state), Box::new(action)))?;
        }
        Ok(state)
    }

    fn unary(&mut self) -> Result<Tree, Fault> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.too_deep());
        }
        let start = self.start();
        let node = if self.eat(Symbol::Not) {
            Node::Not(Box::new(self.unary()?))
        } else if self.eat(Symbol::Forall) {
            self.quantified(true)?
        } else if self.eat(Symbol::Exists) {
            self.quantified(false)?
        } else if let Some(prefix) = self.prefix() {
            self.at += 1;
            let bound = self.bound()?;
            Node::Prefix(prefix, bound, Box::new(self.unary()?))
        } else {
            self.depth -= 1;
            return self.comparison();
        };
        self.depth -= 1;
        self.tree(start, node)
    }

    /// A prefix operator, if a name that is one stands before an operand.
    fn prefix(&self) -> Option<Prefix> {
        let Some(Kind::Name(name)) = self.peek() else {
            return None;
        };
        let prefix = match name.as_str() {
            "P" => Prefix::Permitted,
            "O" => Prefix::Obliged,
            "F" => Prefix::ForbiddenOrFinally,
            "G" => Prefix::Tense(Tense::Always),
            "X" => Prefix::Tense(Tense::Next),
            "Y" => Prefix::Tense(Tense::Yesterday),
            "once" => Prefix::Tense(Tense::Once),
            "hist" => Prefix::Tense(Tense::Historically),
            _ => return None,
        };
        Some(prefix)
    }

    /// `[≤k]`, if it stands here.
    fn bound(&mut self) -> Result<Option<u32>, Fault> {
        if !self.eat(Symbol::OpenBracket) {
            return Ok(None);
        }
        self.need(Symbol::AtMost, "≤ in a bound such as [≤2]")?;
        let bound = match self.peek() {
            Some(Kind::Number(number)) => u32::try_from(*number).ok(),
            _ => None,
        };
        let Some(bound) = bound else {
            return Err(self.fault("a number of plies"));
        };
        self.at += 1;
        self.need(Symbol::CloseBracket, "] after the bound")?;
        Ok(Some(bound))
    }

    fn quantified(&mut self, every: bool) -> Result<Node, Fault> {
        let Some(Kind::Name(variable)) = self.peek().cloned() else {
            return Err(self.fault("a variable's name"));
        };
        self.at += 1;
        self.need(Symbol::In, "∈ and a set")?;
        let domain = Box::new(self.primary()?);
        self.need(Symbol::Colon, ": and what is said of it")?;
        Ok(Node::Quantified {
            every,
            variable,
            domain,
            body: Box::new(self.formula()?),
        })
    }

    fn comparison(&mut self) -> Result<Tree, Fault> {
        let start = self.start();
        let left = self.primary()?;
        let relation = match self.peek() {
            Some(Kind::Symbol(Symbol::Equal)) => Relation::Equal,
            Some(Kind::Symbol(Symbol::Unequal)) => Relation::Unequal,
            Some(Kind::Symbol(Symbol::Less)) => Relation::Less,
            Some(Kind::Symbol(Symbol::AtMost)) => Relation::AtMost,
            Some(Kind::Symbol(Symbol::Greater)) => Relation::Greater,
            Some(Kind::Symbol(Symbol::AtLeast)) => Relation::AtLeast,
            Some(Kind::Symbol(Symbol::In)) => Relation::In,
            Some(Kind::Symbol(Symbol::NotIn)) => Relation::NotIn,
            _ => return Ok(left),
        };
        self.at += 1;
        let right = self.primary()?;
        let node = Node::Compare(relation, Box::new(left), Box::new(right));
        self.tree(start, node)
    }

    fn primary(&mut self) -> Result<Tree, Fault> {
        let start = self.start();
        let Some(kind) = self.peek().cloned() else {
            return Err(self.fault("a formula"));
        };
        let node = match kind {
            Kind::Symbol(Symbol::Open) => {
                self.at += 1;
                let inside = self.formula()?;
                self.need(Symbol::Close, "an operator or )")?;
                return Ok(inside);
            }
            Kind::Symbol(Symbol::OpenBrace) => {
                self.at += 1;
                Node::Set(self.arguments(Symbol::CloseBrace, "an element or }")?)
            }
            Kind::Symbol(Symbol::Empty) => self.leaf(Node::Set(Vec::new())),
            Kind::Symbol(Symbol::True) => self.leaf(Node::Truth(true)),
            Kind::Symbol(Symbol::False) => self.leaf(Node::Truth(false)),
            Kind::Number(number) => self.leaf(Node::Number(number)),
            Kind::Text(text) => self.leaf(Node::Text(text)),
            Kind::Square(square) => self.leaf(Node::Square(square)),
            Kind::Move(text) => self.leaf(Node::Move(text)),
            Kind::Name(name) => {
                self.at += 1;
                if self.eat(Symbol::Open) {
                    Node::Call(name, self.arguments(Symbol::Close, "an argument or )")?)
                } else {
                    Node::Name(name)
                }
            }
            Kind::Symbol(_) => return Err(self.fault("a formula")),
        };
        self.tree(start, node)
    }

    fn leaf(&mut self, node: Node) -> Node {
        self.at += 1;
        node
    }

    fn arguments(&mut self, close: Symbol, expected: &str) -> Result<Vec<Tree>, Fault> {
        let mut arguments = Vec::new();
        if self.eat(close) {
            return Ok(arguments);
        }
        loop {
            arguments.push(self.formula()?);
            if self.eat(close) {
                return Ok(arguments);
            }
            self.need(Symbol::Comma, expected)?;
        }
    }
}

fn describe(kind: &Kind) -> String {
    match kind {
        Kind::Name(name) => format!("{name:?}"),
        Kind::Number(number) => number.to_string(),
        Kind::Text(text) => format!("the text {text:?}"),
        Kind::Square(square) => format!("the square {square}"),
        Kind::Move(text) => format!("the move {text}"),
        Kind::Symbol(symbol) => symbol.spelling().to_owned(),
    }
}
