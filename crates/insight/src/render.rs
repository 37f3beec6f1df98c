//! Text of claims, in both languages, and the places where it names squares.
//!
//! A claim is rendered as a clause whose subject is the move: "develops the
//! knight from g1". Sentences and trees are built from clauses here; which
//! claims are worth showing is decided elsewhere.

use std::ops::Range;

use krog_chess::{Role, Square, worth};
use krog_text::{Args, Bilingual, Language, both};

use crate::{
    MESSAGES,
    claim::{Claim, Polarity, Word, Words},
};

/// A stretch of a text that names squares.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Span {
    /// The place in the text, in bytes.
    pub range: Range<usize>,
    /// The square that it names.
    pub square: Square,
}

/// The clause of a claim.
pub(crate) fn clause(prefix: &str, id: &str, words: &Words) -> Bilingual {
    let mut args = Args::new();
    for (name, word) in words {
        args = match word {
            Word::Man(role, square) => args.both(name, man(*role, *square)),
            Word::Men(men) => {
                args.texts(name, men.iter().map(|(role, square)| man(*role, *square)))
            }
            Word::Role(role) => args.role(name, *role),
            Word::Squares(squares) => args.squares(name, squares.iter().copied()),
            Word::Side(color) => args.color(name, *color),
            Word::Number(number) => args.number(name, *number),
            Word::Moves(moves) => args.text(name, moves.clone()),
            Word::Worth(cp) => args.both(name, price(*cp)),
        };
    }
    MESSAGES.both(&format!("{prefix}-{id}"), &args)
}

/// A man where it stands: "the knight on c6", "springeren på c6".
fn man(role: Role, square: Square) -> Bilingual {
    let args = Args::new().role("piece", role).square("square", square);
    MESSAGES.both("man", &args)
}

/// What an amount of material is called.
fn price(cp: i32) -> Bilingual {
    let named = [Role::Pawn, Role::Knight, Role::Rook, Role::Queen]
        .into_iter()
        .find(|role| worth::centipawns(*role) == Some(cp));
    let (id, args) = match named {
        Some(Role::Pawn) => ("worth-pawn", Args::new()),
        Some(Role::Knight) => ("worth-minor", Args::new()),
        Some(Role::Rook) => ("worth-rook", Args::new()),
        Some(_) => ("worth-queen", Args::new()),
        None => ("worth-pawns", Args::new().number("count", cp / 100)),
    };
    MESSAGES.both(id, &args)
}

/// The places in a text where squares are named, with the man before a square
/// if the claim has one there: "knight on c6".
pub fn spans(claim: &Claim, language: Language) -> Vec<Span> {
    let text = claim.text();
    let text = text.get(language);
    let mut spans = Vec::new();
    for witness in &claim.witnesses {
        let name = witness.square.to_string();
        let phrase = witness
            .piece
            .map(|piece| man(piece.role, witness.square))
            .map(|phrase| phrase.get(language).to_owned());
        let found = phrase
            .as_deref()
            .and_then(|phrase| text.find(phrase).map(|start| start..start + phrase.len()))
            .or_else(|| text.find(&name).map(|start| start..start + name.len()));
        if let Some(range) = found {
            let span = Span {
                range,
                square: witness.square,
            };
            if !spans.contains(&span) {
                spans.push(span);
            }
        }
    }
    spans.sort_by_key(|span| span.range.start);
    spans
}

/// Claims as sentences about a move: the first names it, the others go on.
pub fn sentences(san: &str, claims: &[Claim]) -> Bilingual {
    let mut turned = false;
    let parts: Vec<Bilingual> = claims
        .iter()
        .enumerate()
        .map(|(index, claim)| {
            let against = claim.polarity == Polarity::Against;
            let id = match (index, against && !turned) {
                (0, _) => "sentence-first",
                (_, true) => "sentence-but",
                (_, false) => "sentence-more",
            };
            turned |= against;
            let args = Args::new().text("move", san).both("clause", claim.text());
            MESSAGES.both(id, &args)
        })
        .collect();
    both(|language| {
        let parts: Vec<&str> = parts.iter().map(|part| part.get(language)).collect();
        parts.join(" ")
    })
}

#[cfg(test)]
mod tests;
