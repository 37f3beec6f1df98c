//! The words that claims are written in: those of `logic`, the shapes of mates,
//! and the principles of play.

use std::sync::LazyLock;

use krog_logic::{
    Vocabulary,
    sort::Sort,
    vocabulary::{Definition, Param, param},
};

use crate::principle::PRINCIPLES;

const X: &[Param] = &[param("x", Sort::Color)];

static VOCABULARY: LazyLock<Vocabulary> = LazyLock::new(|| {
    let mut vocabulary = Vocabulary::base().clone();
    for definition in MATES.iter().chain(ASSETS) {
        vocabulary
            .define(*definition)
            .expect("the shapes of mates and the assets are checked by a test");
    }
    for principle in PRINCIPLES {
        vocabulary
            .principle(
                principle.code,
                principle.meaning,
                principle.applies,
                principle.condition,
            )
            .expect("the principles are checked by a test");
    }
    vocabulary
});

/// All words that a claim may use.
pub fn vocabulary() -> &'static Vocabulary {
    &VOCABULARY
}

/// The shapes of mates, in which the king of x stands mated; the names are
/// those of the themes, in the spelling of the language.
const MATES: &[Definition] = &[
    Definition {
        name: "back_rank_mated",
        params: X,
        meaning: "the king of x is mated on its back rank from along it, its own unattacked men on every square before it",
        formula: "checkmate(x) ∧ rank(king(x), x) = 1 \
            ∧ (∃c ∈ attackers(king(x), other(x)): rank(c, x) = 1) \
            ∧ (∀s ∈ squares: adjacent(s, king(x)) ∧ rank(s, x) = 2 \
                → s ∈ pieces(x) ∧ ¬attacked(s, other(x)))",
    },
    Definition {
        name: "smothered_mated",
        params: X,
        meaning: "the king of x is mated by a knight, its own men on every square around it",
        formula: "checkmate(x) ∧ (∃c ∈ attackers(king(x), other(x)): role(c) = knight) \
            ∧ (∀s ∈ squares: adjacent(s, king(x)) → s ∈ pieces(x))",
    },
    Definition {
        name: "arabian_mated",
        params: X,
        meaning: "the king of x is mated in the corner by a rook beside it that a knight two files and two ranks away guards",
        formula: "checkmate(x) ∧ king(x) ∈ {a1, a8, h1, h8} \
            ∧ (∃r ∈ attackers(king(x), other(x)): role(r) = rook ∧ adjacent(r, king(x)) \
            ∧ (∃n ∈ pieces(other(x), knight): PA(n, r) ∧ diagonal(n, king(x)) \
                ∧ distance(n, king(x)) = 2))",
    },
    Definition {
        name: "anastasia_mated",
        params: X,
        meaning: "the king of x is mated on an edge file by a rook or queen on that file, its own man beside it and an enemy knight three files inward on its rank",
        formula: "checkmate(x) ∧ (file(king(x)) = 1 ∨ file(king(x)) = 8) \
            ∧ rank(king(x)) ≠ 1 ∧ rank(king(x)) ≠ 8 \
            ∧ (∃c ∈ attackers(king(x), other(x)): (role(c) = rook ∨ role(c) = queen) \
                ∧ file(c) = file(king(x))) \
            ∧ (∃n ∈ pieces(other(x), knight): rank(n) = rank(king(x)) ∧ distance(n, king(x)) = 3) \
            ∧ (∃p ∈ pieces(x): rank(p) = rank(king(x)) ∧ adjacent(p, king(x)))",
    },
    Definition {
        name: "hook_mated",
        params: X,
        meaning: "the king of x is mated by a rook beside it, guarded by a knight beside it, which a pawn guards",
        formula: "checkmate(x) ∧ (∃r ∈ attackers(king(x), other(x)): role(r) = rook \
            ∧ adjacent(r, king(x)) ∧ (∃n ∈ pieces(other(x), knight): adjacent(n, king(x)) \
            ∧ PA(n, r) ∧ (∃p ∈ pieces(other(x), pawn): PA(p, n))))",
    },
    Definition {
        name: "dovetail_mated",
        params: X,
        meaning: "the king of x, not on the edge, is mated by the queen from a diagonal neighbour square, and the free squares around it are the queen's alone",
        formula: "checkmate(x) ∧ rank(king(x)) ≠ 1 ∧ rank(king(x)) ≠ 8 \
            ∧ file(king(x)) ≠ 1 ∧ file(king(x)) ≠ 8 \
            ∧ (∃c ∈ attackers(king(x), other(x)): role(c) = queen ∧ adjacent(c, king(x)) \
                ∧ diagonal(c, king(x)) ∧ (∀s ∈ squares: adjacent(s, king(x)) ∧ s ≠ c \
                → ¬attacked(s, other(x)) ∨ empty(s) ∧ PA(c, s) ∧ count(attackers(s, other(x))) = 1))",
    },
];

/// What lasts and is no material.
const ASSETS: &[Definition] = &[
    Definition {
        name: "far_passer",
        params: &[param("x", Sort::Color), param("n", Sort::Number)],
        meaning: "x has a passed pawn on its nth rank or further",
        formula: "∃p ∈ pieces(x, pawn): passed_pawn(p) ∧ rank(p, x) ≥ n",
    },
    Definition {
        name: "strands",
        params: X,
        meaning: "x has a queen, and the enemy king stands on the d-, e- or f-file and can never castle",
        formula: "¬W(other(x), castle) ∧ file(king(other(x))) ≥ 4 ∧ file(king(other(x))) ≤ 6 \
            ∧ (∃q ∈ pieces(x, queen): role(q) = queen)",
    },
    Definition {
        name: "bares",
        params: X,
        meaning: "x has a queen, and no pawn stands before the enemy king",
        formula: "shield(other(x)) = 0 ∧ (∃q ∈ pieces(x, queen): role(q) = queen)",
    },
    Definition {
        name: "seventh",
        params: X,
        meaning: "x has a rook on its seventh rank, and the enemy king stands on the eighth",
        formula: "(∃r ∈ pieces(x, rook): rank(r, x) = 7) ∧ rank(king(other(x)), x) = 8",
    },
    Definition {
        name: "far_king",
        params: &[param("x", Sort::Color), param("n", Sort::Number)],
        meaning: "the king of x stands on its nth rank or further, and the enemy has no queen",
        formula: "rank(king(x), x) ≥ n ∧ (∀q ∈ pieces(other(x)): role(q) ≠ queen)",
    },
];
