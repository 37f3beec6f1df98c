//! Good formulas, damage to them, and heaps of tokens.

use krog_chess::random::Dice;
use krog_logic::LAWS;

/// Formulas of every kind that the language knows.
const FORMULAS: [&str; 34] = [
    "P(Nf3) ∧ F(Ke2)",
    "P(e2e4) -> P(¬e2e4)",
    "O(castle(kingside)) ∨ P(castle)",
    "F(en_passant) ↔ ¬P(en_passant)",
    "P(promote(queen)) when PO(e7)",
    "L(self, resign) unless GT",
    "C(self, draw) ↔ ¬GT ∧ (PR(3) ∨ FMC ≥ 100)",
    "W(white, castle(queenside)) ∧ ¬CR(queenside)",
    "I(black, castle) ∨ B(white, castle) ∨ D(self, lose)",
    "G(¬CS(self) after move)",
    "F[≤3](GT(checkmate))",
    "X(CS(self)) ∧ Y(⊤)",
    "once(CS(white)) S hist(⊤)",
    "CS(self) U GT(checkmate)",
    "(e4 ∈ squares) R ⊤",
    "∀m ∈ moves: ¬CS(self) after m",
    "∃p ∈ pieces(self): fork(p)",
    "exists p in pieces(opponent): hanging(p) & ~defended(p)",
    "forall s in squares: empty(s) | s in pieces",
    "∃q ∈ pieces(opponent, queen): attacked(q, self)",
    "absolute_pin(f6) ∧ PA(g5, f6)",
    "(∃q ∈ pieces(opponent): hanging(q)) after Nxe5",
    "count(attackers(f7, self)) > count(attackers(f7, opponent))",
    "value(d8) >= 900 & role(d8) = queen",
    "rank(e4, black) ≠ 4 ∧ file(e4) = 5",
    "mobility(self) <= 20",
    "LMG(self) = ∅",
    "PM(knight, g1, f3) ∨ PC(a1, a8)",
    "NV(\"Nf3\") ∧ PSA(\"e4\") = e4",
    "GN(Nf3, \"san\") = \"Nf3\"",
    "TC(self) < 60 ∨ MH(2) ∨ PV",
    "O-O ∈ LMG(white) ∨ O-O-O ∈ LMG(black)",
    "between(a1, h8) = {b2, c3}",
    "true <-> false -> ⊥",
];

/// What damage and heaps are made of.
const TOKENS: [&str; 64] = [
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    "¬",
    "~",
    "∧",
    "&",
    "∨",
    "|",
    "→",
    "->",
    "↔",
    "<->",
    "∀",
    "∃",
    "forall",
    "exists",
    "in",
    "∈",
    "∉",
    "=",
    "≠",
    "≤",
    "<=",
    ">",
    "∅",
    "⊤",
    "⊥",
    "P",
    "O",
    "F",
    "G",
    "X",
    "Y",
    "U",
    "R",
    "S",
    "once",
    "hist",
    "after",
    "when",
    "unless",
    "self",
    "pieces",
    "moves",
    "m",
    "e4",
    "Nf3",
    "e7e8q",
    "O-O",
    "12",
    "99999999999999999999",
    "\"",
    "[≤2]",
    "fork",
    "LMG",
    "é",
    "\u{0}",
    "♞",
];

/// The texts that damage begins with: the laws and the formulas above.
pub(super) fn seeds() -> Vec<String> {
    let laws = LAWS.iter().map(|law| law.formula.to_owned());
    laws.chain(FORMULAS.map(str::to_owned)).collect()
}

/// A damaged formula, or a heap of tokens.
pub(super) fn text(seeds: &[String], damaged: bool, dice: &mut Dice) -> String {
    if damaged {
        let mut text = dice.pick(seeds).cloned().unwrap_or_default();
        for _ in 0..=dice.below(6) {
            text = damage(&text, seeds, dice);
        }
        return text;
    }
    match dice.below(4) {
        0 => noise(dice),
        _ => heap(dice),
    }
}

fn heap(dice: &mut Dice) -> String {
    let mut text = String::new();
    for _ in 0..=dice.below(40) {
        text += TOKENS[dice.below(TOKENS.len())];
        if dice.below(2) == 0 {
            text.push(' ');
        }
    }
    text
}

/// Random bytes, read as text.
fn noise(dice: &mut Dice) -> String {
    let bytes: Vec<u8> = (0..dice.below(60))
        .map(|_| dice.roll().to_le_bytes()[0])
        .collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

fn damage(text: &str, seeds: &[String], dice: &mut Dice) -> String {
    let chars: Vec<char> = text.chars().collect();
    let place = dice.below(chars.len() + 1);
    let end = (place + dice.below(12)).min(chars.len());
    let (head, rest) = chars.split_at(place);
    let (middle, tail) = rest.split_at(end - place);
    let join = |parts: &[&[char]]| parts.concat().into_iter().collect::<String>();
    let token: Vec<char> = TOKENS[dice.below(TOKENS.len())].chars().collect();
    match dice.below(9) {
        0 => join(&[head, tail]),
        1 => join(&[head, middle, middle, tail]),
        2 => join(&[head, &token, tail]),
        3 => join(&[head]),
        4 => join(&[tail, middle, head]),
        5 => join(&[head, &['('], middle, &[')'], tail]),
        6 => {
            let other = dice.pick(seeds).cloned().unwrap_or_default();
            let links = ["∧", "∨", "→", "↔", "U", "after", "when", ","];
            format!("({text}) {} ({other})", links[dice.below(links.len())])
        }
        7 => format!("{}({text})", ["¬", "G", "P", "X", "F[≤2]"][dice.below(5)]),
        _ => join(&[head, &token, middle, tail]),
    }
}

#[cfg(test)]
mod tests {
    use krog_logic::{Formula, Vocabulary};

    use super::*;

    #[test]
    fn the_formulas_are_good() {
        let bad: Vec<String> = FORMULAS
            .iter()
            .filter_map(|text| Formula::parse(text, Vocabulary::base()).err())
            .map(|error| error.to_string())
            .collect();
        assert!(bad.is_empty(), "{}", bad.join("\n"));
    }

    #[test]
    fn the_same_dice_give_the_same_texts() {
        let seeds = seeds();
        let twice = [1, 1].map(|seed| text(&seeds, true, &mut Dice::new(seed)));
        assert_eq!(twice[0], twice[1]);
    }
}
