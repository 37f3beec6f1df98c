//! Cuts a formula into tokens.

use std::ops::Range;

use krog_chess::{Square, notation::Written};

use super::Fault;

/// A token and where it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) span: Range<usize>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// A name: an operator, a predicate, a variable, a word of the grammar.
    Name(String),
    Number(i64),
    Text(String),
    /// A square, which may also be a pawn's move.
    Square(Square),
    /// A move that is no square: `Nf3`, `exd5`, `O-O`, `e2e4`.
    Move(String),
    Symbol(Symbol),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Symbol {
    Not,
    And,
    Or,
    Implies,
    Iff,
    Forall,
    Exists,
    In,
    NotIn,
    Equal,
    Unequal,
    Less,
    AtMost,
    Greater,
    AtLeast,
    Open,
    Close,
    OpenBracket,
    CloseBracket,
    OpenBrace,
    CloseBrace,
    Comma,
    Colon,
    Empty,
    True,
    False,
}

/// Longer spellings before their prefixes.
const SPELLINGS: &[(&str, Symbol)] = &[
    ("<->", Symbol::Iff),
    ("↔", Symbol::Iff),
    ("≡", Symbol::Iff),
    ("->", Symbol::Implies),
    ("→", Symbol::Implies),
    ("<=", Symbol::AtMost),
    ("≤", Symbol::AtMost),
    (">=", Symbol::AtLeast),
    ("≥", Symbol::AtLeast),
    ("!=", Symbol::Unequal),
    ("≠", Symbol::Unequal),
    ("&&", Symbol::And),
    ("&", Symbol::And),
    ("∧", Symbol::And),
    ("||", Symbol::Or),
    ("|", Symbol::Or),
    ("∨", Symbol::Or),
    ("¬", Symbol::Not),
    ("~", Symbol::Not),
    ("!", Symbol::Not),
    ("∀", Symbol::Forall),
    ("∃", Symbol::Exists),
    ("∈", Symbol::In),
    ("∉", Symbol::NotIn),
    ("∅", Symbol::Empty),
    ("⊤", Symbol::True),
    ("⊥", Symbol::False),
    ("=", Symbol::Equal),
    ("<", Symbol::Less),
    (">", Symbol::Greater),
    ("(", Symbol::Open),
    (")", Symbol::Close),
    ("[", Symbol::OpenBracket),
    ("]", Symbol::CloseBracket),
    ("{", Symbol::OpenBrace),
    ("}", Symbol::CloseBrace),
    (",", Symbol::Comma),
    (":", Symbol::Colon),
];

/// Names that are symbols in ASCII.
const WORDS: &[(&str, Symbol)] = &[
    ("forall", Symbol::Forall),
    ("exists", Symbol::Exists),
    ("in", Symbol::In),
    ("notin", Symbol::NotIn),
    ("true", Symbol::True),
    ("false", Symbol::False),
];

pub(super) fn tokens(text: &str) -> Result<Vec<Token>, Fault> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        if first.is_whitespace() {
            at += first.len_utf8();
            continue;
        }
        let (kind, length) = token(&text[at..]).map_err(|mut fault| {
            fault.span = fault.span.start + at..fault.span.end + at;
            fault
        })?;
        tokens.push(Token {
            kind,
            span: at..at + length,
        });
        at += length;
    }
    Ok(tokens)
}

fn token(rest: &str) -> Result<(Kind, usize), Fault> {
    if let Some(length) = move_length(rest) {
        return Ok((Kind::Move(rest[..length].to_owned()), length));
    }
    let symbol = SPELLINGS.iter().find(|(text, _)| rest.starts_with(text));
    if let Some((text, symbol)) = symbol {
        return Ok((Kind::Symbol(*symbol), text.len()));
    }
    if rest.starts_with('"') {
        return quoted(rest);
    }
    let negative = rest
        .strip_prefix('-')
        .filter(|digits| digits.starts_with(|ch: char| ch.is_ascii_digit()));
    let sign = usize::from(negative.is_some());
    let tail = rest[sign..].chars().take_while(|ch| is_word(*ch));
    let word: String = rest[..sign].chars().chain(tail).collect();
    let length = word.len();
    if let Some(first) = word.chars().next() {
        let kind = if sign == 1 || first.is_ascii_digit() {
            Kind::Number(word.parse().map_err(|_| Fault {
                span: 0..length,
                found: format!("{word:?}"),
                expected: "a number".to_owned(),
            })?)
        } else if let Ok(square) = word.parse() {
            Kind::Square(square)
        } else if let Some((_, symbol)) = WORDS.iter().find(|(text, _)| *text == word) {
            Kind::Symbol(*symbol)
        } else {
            Kind::Name(word)
        };
        return Ok((kind, length));
    }
    let stray = rest.chars().next().unwrap_or_default();
    Err(Fault {
        span: 0..stray.len_utf8(),
        found: format!("{stray:?}"),
        expected: "a formula's symbol, a name, a number or a square".to_owned(),
    })
}

fn is_word(ch: char) -> bool {
    ch.is_ascii_alphanumeric() || ch == '_'
}

fn quoted(rest: &str) -> Result<(Kind, usize), Fault> {
    let inside = &rest[1..];
    match inside.find('"') {
        Some(end) => Ok((Kind::Text(inside[..end].to_owned()), end + 2)),
        None => Err(Fault {
            span: 0..rest.len(),
            found: "the end".to_owned(),
            expected: "a closing quotation mark".to_owned(),
        }),
    }
}

/// The length of a move at the start of a text, unless it is a mere square.
fn move_length(rest: &str) -> Option<usize> {
    // Castling and long notation hold hyphens, promotion an equals sign, which
    // are symbols elsewhere: the longest reading that is a move wins.
    let longest = rest
        .bytes()
        .take_while(|byte| {
            byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'=' | b'+' | b'#')
        })
        .take(12)
        .count();
    (3..=longest).rev().find(|length| {
        let ends = rest[*length..].chars().next().is_none_or(|ch| !is_word(ch));
        ends && is_move(&rest[..*length])
    })
}

fn is_move(text: &str) -> bool {
    let bytes = text.as_bytes();
    let plain = text.trim_end_matches(['+', '#']);
    let starts = matches!(
        bytes[0],
        b'K' | b'Q' | b'R' | b'B' | b'N' | b'O' | b'a'..=b'h'
    );
    let is_castling = plain == "O-O" || plain == "O-O-O";
    starts && (is_castling || bytes[0] != b'O' && Written::parse(text).is_some())
}

impl Symbol {
    /// How the symbol is written in Unicode.
    pub(super) fn spelling(self) -> &'static str {
        let spellings = SPELLINGS.iter().filter(|(_, symbol)| *symbol == self);
        // Where there is a Unicode spelling, it stands last or after the ASCII one.
        spellings
            .map(|(text, _)| *text)
            .max_by_key(|text| !text.is_ascii())
            .unwrap_or_default()
    }
}
