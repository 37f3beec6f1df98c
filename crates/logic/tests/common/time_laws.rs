//! The laws that bind the temporal operators together, and random formulas to
//! try them on.

use krog_chess::random::Dice;

/// Both sides say the same at every state; 0 and 1 stand for formulas, k for a
/// bound and k+ for the next one.
pub(crate) const LAWS: [(&str, &str); 31] = [
    ("0 R 1", "¬(¬0 U ¬1)"),
    ("0 R[≤k] 1", "¬(¬0 U[≤k] ¬1)"),
    ("F(0)", "⊤ U 0"),
    ("F[≤k](0)", "⊤ U[≤k] 0"),
    ("G(0)", "¬F(¬0)"),
    ("G[≤k](0)", "¬F[≤k](¬0)"),
    ("G(0)", "⊥ R 0"),
    ("once(0)", "⊤ S 0"),
    ("once[≤k](0)", "⊤ S[≤k] 0"),
    ("hist(0)", "¬once(¬0)"),
    ("hist[≤k](0)", "¬once[≤k](¬0)"),
    ("0 U 1", "1 ∨ 0 ∧ X(0 U 1)"),
    ("0 U[≤k+] 1", "1 ∨ 0 ∧ X(0 U[≤k] 1)"),
    ("0 S 1", "1 ∨ 0 ∧ Y(0 S 1)"),
    ("0 S[≤k+] 1", "1 ∨ 0 ∧ Y(0 S[≤k] 1)"),
    ("0 R 1", "1 ∧ (0 ∨ ¬X(⊤) ∨ X(0 R 1))"),
    ("F[≤k+](0)", "0 ∨ X(F[≤k](0))"),
    ("G(0)", "0 ∧ (X(⊤) → X(G(0)))"),
    ("G[≤k+](0)", "0 ∧ (X(⊤) → X(G[≤k](0)))"),
    ("once[≤k+](0)", "0 ∨ Y(once[≤k](0))"),
    ("hist(0)", "0 ∧ (Y(⊤) → Y(hist(0)))"),
    ("0 U[≤0] 1", "1"),
    ("F[≤0](0)", "hist[≤0](0)"),
    ("X(¬0)", "X(⊤) ∧ ¬X(0)"),
    ("Y(¬0)", "Y(⊤) ∧ ¬Y(0)"),
    ("X(Y(0))", "X(⊤) ∧ 0"),
    ("Y(X(0))", "Y(⊤) ∧ 0"),
    ("X(0 U 1)", "X(0) U X(1)"),
    ("0 U (0 U 1)", "0 U 1"),
    ("G(F(0))", "F(G(0))"), // both speak of the last state
    ("G(F(0))", "F(¬X(⊤) ∧ 0)"),
];

/// Statements without tenses.
const ATOMS: [&str; 14] = [
    "⊤",
    "⊥",
    "CS",
    "CS(white)",
    "CS(black)",
    "turn(self)",
    "turn(white)",
    "FMC = 0",
    "FMC > 1",
    "GT",
    "PR(2)",
    "MH(3)",
    "(P(castle))",
    "W(en_passant)",
];

/// A random formula in text, with tenses nested at most `depth` deep.
pub(crate) fn formula(dice: &mut Dice, depth: usize) -> String {
    if depth == 0 || dice.below(4) == 0 {
        return (*dice.pick(&ATOMS).unwrap()).to_owned();
    }
    let prefixes = ["¬", "X", "Y", "G", "F[≤1]", "once", "hist[≤2]"];
    let signs = ["∧", "∨", "→", "↔", "U", "R", "S"];
    let left = formula(dice, depth - 1);
    if dice.below(2) == 0 {
        format!("{}({left})", dice.pick(&prefixes).unwrap())
    } else {
        let right = formula(dice, depth - 1);
        format!("(({left}) {} ({right}))", dice.pick(&signs).unwrap())
    }
}

/// A law with formulas and a bound in their places.
pub(crate) fn fill(law: &str, parts: &[String; 2], k: usize) -> String {
    law.replace("[≤0]", "[≤z]")
        .replace('0', "φ")
        .replace('1', "ψ")
        .replace("[≤z]", "[≤0]")
        .replace("k+", &(k + 1).to_string())
        .replace('k', &k.to_string())
        .replace('φ', &format!("({})", parts[0]))
        .replace('ψ', &format!("({})", parts[1]))
}
