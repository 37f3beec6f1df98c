//! Named predicates, defined in the language itself.

use super::{Definition, Param, param};
use crate::sort::Sort;

const P: &[Param] = &[param("p", Sort::Piece)];
const S: &[Param] = &[param("s", Sort::Square)];
const X: &[Param] = &[param("x", Sort::Color)];

/// Each may use those before it.
pub(super) const DEFINITIONS: &[Definition] = &[
    Definition {
        name: "empty",
        params: S,
        meaning: "nobody stands on s",
        formula: "s ∉ pieces",
    },
    Definition {
        name: "attacked",
        params: &[param("s", Sort::Square), param("x", Sort::Color)],
        meaning: "a man of x attacks s",
        formula: "∃p ∈ attackers(s, x): PA(p, s)",
    },
    Definition {
        name: "defended",
        params: P,
        meaning: "a man of its own side guards p",
        formula: "∃q ∈ attackers(p, color(p)): PA(q, p)",
    },
    Definition {
        name: "hanging",
        params: P,
        meaning: "p is attacked and nobody guards it",
        formula: "attacked(p, other(color(p))) ∧ ¬defended(p)",
    },
    Definition {
        name: "checkmate",
        params: X,
        meaning: "x is in check and has no legal move",
        formula: "CS(x) ∧ LMG(x) = ∅",
    },
    Definition {
        name: "absolute_pin",
        params: P,
        meaning: "p is not the king, and an enemy slider would attack its king if p were gone",
        formula: "role(p) ≠ king ∧ ∃q ∈ pieces(other(color(p))): \
            (role(q) = bishop ∨ role(q) = rook ∨ role(q) = queen) ∧ PA(q, p) \
            ∧ p ∈ between(q, king(color(p))) ∧ PC(p, king(color(p)))",
    },
    Definition {
        name: "fork",
        params: P,
        meaning: "p attacks two enemy men other than pawns at once",
        formula: "∃q ∈ targets(p): role(q) ≠ pawn ∧ (∃r ∈ targets(p): q ≠ r ∧ role(r) ≠ pawn)",
    },
    Definition {
        name: "passed_pawn",
        params: P,
        meaning: "p is a pawn that no enemy pawn can stop or take on its way",
        formula: "role(p) = pawn ∧ ∀q ∈ pieces(other(color(p)), pawn): \
            rank(q, color(p)) ≤ rank(p, color(p)) ∨ ¬near_file(p, q)",
    },
    Definition {
        name: "isolated_pawn",
        params: P,
        meaning: "p is a pawn without a pawn of its side on a neighbouring file",
        formula: "role(p) = pawn ∧ ∀q ∈ pieces(color(p), pawn): \
            file(q) = file(p) ∨ ¬near_file(p, q)",
    },
    Definition {
        name: "doubled_pawn",
        params: P,
        meaning: "p is a pawn with another of its side on the same file",
        formula: "role(p) = pawn ∧ ∃q ∈ pieces(color(p), pawn): q ≠ p ∧ file(q) = file(p)",
    },
];
