//! Principles of the middlegame: activity, weak squares, pawn structure.

use krog_chess::{Bitboard, Color, Role, Square};
use krog_logic::formula::Norm;

use super::{Category, Example, Principle, proposal};
use crate::{
    claim::{Proposal, Word},
    scene::Scene,
};

pub(super) const PIECE_ACTIVITY: Principle = Principle {
    code: "piece_activity",
    category: Category::Middlegame,
    norm: Norm::Obliged,
    meaning: "the piece that moves has more safe squares than before",
    applies: "¬opening ∧ role(from(move)) ≠ pawn ∧ role(from(move)) ≠ king ∧ ¬takes(move) ∧ ¬CS(self) \
        ∧ (then(activity(arrived)) ≥ plus(activity(from(move)), 2) ∨ ¬attacked(from(move), opponent) \
            ∧ ((∀p ∈ pieces(self, pawn): passed_pawn(p) → ¬PA(arrived, p)) after move) \
            ∧ (¬CS(opponent) after move) ∧ plus(then(activity(arrived)), 3) ≤ activity(from(move)))",
    condition: "then(activity(arrived)) > activity(from(move))",
    weight: 120,
    phase_weights: [60, 120, 100],
    examples: &[
        Example {
            fen: "r4rk1/pp3ppp/2p5/8/8/2P5/PP3PPP/R4RK1 w - - 0 20",
            san: "Rad1",
            follows: true,
        },
        Example {
            fen: "r4rk1/pp3ppp/2p1bn2/8/8/2P1BN2/PP3PPP/3R1RK1 w - - 0 20",
            san: "Ra1",
            follows: false,
        },
    ],
    detect: activity,
};

/// How many squares a man attacks that its own side does not hold and no enemy
/// pawn guards.
pub(super) fn squares_of(board: &krog_chess::Board, square: Square) -> i32 {
    let Some(color) = board.color_at(square) else {
        return 0;
    };
    let guarded = (board.pawns() & board.by_color(!color))
        .into_iter()
        .map(|pawn| krog_chess::shakmaty::attacks::pawn_attacks(!color, pawn))
        .fold(Bitboard::EMPTY, |all, more| all | more);
    let free = board.attacks_from(square) & !board.by_color(color) & !guarded;
    i32::try_from(free.count()).unwrap_or(0)
}

fn activity(scene: &Scene, follows: bool) -> (i32, Option<Proposal>) {
    let (from, to) = (scene.from(), scene.to());
    let old = squares_of(scene.board(), from);
    let new = squares_of(scene.board_after(), to);
    let fact = format!("activity({from}) = {old} ∧ (activity({to}) = {new} after move)");
    let id = if follows {
        "more_active"
    } else {
        "less_active"
    };
    let said = proposal("piece_activity", id, follows, &fact)
        .man("man", scene.board_after(), to)
        .word("old", Word::Number(old))
        .word("new", Word::Number(new));
    (6 * (new - old), Some(said))
}

pub(super) const WEAK_SQUARES: Principle = Principle {
    code: "weak_squares",
    category: Category::Middlegame,
    norm: Norm::Obliged,
    meaning: "the move puts a minor piece on an outpost, and leaves no new hole in the own camp",
    applies: "¬endgame ∧ ((outpost(arrived) after move) ∧ ¬outpost(from(move)) \
        ∨ role(from(move)) = pawn ∧ ¬takes(move) ∧ then(holes(self)) > holes(self))",
    condition: "outpost(arrived) after move",
    weight: 100,
    phase_weights: [60, 100, 40],
    examples: &[
        Example {
            fen: "r1bq1rk1/pp3ppp/2np1n2/4p3/2P1P3/2N1BN2/PP2BPPP/R2Q1RK1 w - - 0 11",
            san: "Nd5",
            follows: true,
        },
        Example {
            fen: "rnbqkb1r/pp2pppp/3p1n2/2p5/2P1P3/2N5/PP1P1PPP/R1BQKBNR b KQkq - 0 4",
            san: "e5",
            follows: false,
        },
    ],
    detect: weak_squares,
};

fn weak_squares(scene: &Scene, follows: bool) -> (i32, Option<Proposal>) {
    let (board, after) = (scene.board(), scene.board_after());
    let to = scene.to();
    if follows {
        let said = proposal(
            "weak_squares",
            "outpost",
            true,
            &format!("(outpost({to}) after move)"),
        )
        .man("man", after, to);
        return (40, Some(said));
    }
    let me = scene.mover();
    let fresh: Vec<Square> = holes(after, me)
        .into_iter()
        .filter(|square| !holes(board, me).contains(*square))
        .collect();
    if fresh.is_empty() {
        return (-10, None);
    }
    let facts: Vec<String> = fresh
        .iter()
        .map(|s| format!("¬hole({s}, self) ∧ (hole({s}, self) after move)"))
        .collect();
    let count = i32::try_from(fresh.len()).unwrap_or(1);
    let newly = fresh.iter().all(|s| !no_pawn_guards(board, *s, me));
    let said = newly.then(|| {
        proposal("weak_squares", "makes_hole", false, &facts.join(" ∧ "))
            .word("count", Word::Number(count))
            .squares("squares", after, fresh)
    });
    (-15 * count, said)
}

/// Whether no pawn of `color` guards a square or ever can.
pub(crate) fn no_pawn_guards(board: &krog_chess::Board, square: Square, color: Color) -> bool {
    let pawns = board.pawns() & board.by_color(color);
    pawns.into_iter().all(|pawn| {
        let behind = color.relative_rank(pawn.rank()) < color.relative_rank(square.rank());
        pawn.file().distance(square.file()) != 1 || !behind
    })
}

/// The holes that matter, as the word of the language counts them.
fn holes(board: &krog_chess::Board, color: Color) -> Bitboard {
    let king = board.king_of(color);
    Bitboard::FULL
        .into_iter()
        .filter(|square| (2..=3).contains(&u32::from(color.relative_rank(square.rank()))))
        .filter(|square| {
            let central = (2..=5).contains(&square.file().to_u32());
            central || king.is_some_and(|king| king.distance(*square) <= 2)
        })
        .filter(|square| no_pawn_guards(board, *square, color))
        .filter(|square| {
            let guards = board.attacks_to(*square, color, board.occupied());
            (guards & board.bishops()).is_empty()
        })
        .collect()
}

pub(super) const PAWN_STRUCTURE: Principle = Principle {
    code: "pawn_structure",
    category: Category::Middlegame,
    norm: Norm::Forbidden,
    meaning: "the move leaves the mover with more doubled, isolated or backward pawns, and neither wins material nor a passed pawn nor damages the other side's pawns",
    applies: "¬(takes(move) ∧ (attacked(arrived, opponent) after move)) \
        ∧ (then(weak_pawns(self)) ≠ weak_pawns(self) ∨ then(weak_pawns(opponent)) ≠ weak_pawns(opponent))",
    condition: "then(weak_pawns(self)) > weak_pawns(self) ∧ then(weak_pawns(opponent)) ≤ weak_pawns(opponent) \
        ∧ exchange(move) ≤ 0 ∧ then(passers(self)) ≤ passers(self)",
    weight: 90,
    phase_weights: [70, 90, 110],
    examples: &[
        Example {
            fen: "4k3/pp3ppp/8/2pp4/4N3/8/PPP2PPP/4K3 w - - 0 20",
            san: "Nxc5",
            follows: true,
        },
        Example {
            fen: "r1bqkbnr/pp1p1ppp/2n5/2p1p3/4P3/3P1N2/PPP2PPP/RNBQKB1R w KQkq - 0 4",
            san: "c4",
            follows: false,
        },
    ],
    detect: structure,
};

/// The ways in which a pawn is weak, with the word of the language.
const FAULTS: [(&str, &str, &str); 3] = [
    ("isolated_pawn", "isolates_own", "isolates_enemy"),
    ("doubled_pawn", "doubles_own", "doubles_enemy"),
    ("backward_pawn", "backward_own", "backward_enemy"),
];

fn structure(scene: &Scene, follows: bool) -> (i32, Option<Proposal>) {
    let me = scene.mover();
    let score = if follows { 20 } else { -25 };
    let whose = if follows { !me } else { me };
    let after = scene.board_after();
    for (word, own, enemy) in FAULTS {
        let fresh: Vec<Square> = (after.pawns() & after.by_color(whose))
            .into_iter()
            .filter(|square| {
                let before = origin(scene, *square);
                scene.says_at(1, &format!("{word}({square})"))
                    && !before.is_some_and(|old| scene.says_at(0, &format!("{word}({old})")))
            })
            .collect();
        if fresh.is_empty() {
            continue;
        }
        let facts: Vec<String> = fresh
            .iter()
            .map(|square| {
                let old = origin(scene, *square).map(|old| format!(" ∧ ¬{word}({old})"));
                format!("({word}({square}) after move){}", old.unwrap_or_default())
            })
            .collect();
        let id = if follows { enemy } else { own };
        let count = i32::try_from(fresh.len()).unwrap_or(1);
        let said = proposal("pawn_structure", id, follows, &facts.join(" ∧ "))
            .word("count", Word::Number(count))
            .word("side", Word::Side(whose))
            .squares("squares", after, fresh);
        return (score, Some(said));
    }
    (score, None)
}

/// Where the pawn that stands on a square after the move stood before it.
fn origin(scene: &Scene, square: Square) -> Option<Square> {
    let moved = square == scene.to() && scene.role() == Role::Pawn;
    Some(if moved { scene.from() } else { square })
        .filter(|old| scene.board().role_at(*old) == Some(Role::Pawn))
}
