//! Principles of the endgame: the king, passed pawns, the opposition.

use krog_chess::{Board, Color, Role, Square};
use krog_logic::formula::Norm;

use super::{Category, Example, Principle, proposal};
use crate::{
    claim::{Proposal, Word},
    scene::Scene,
};

const CENTRE: [Square; 4] = [Square::D4, Square::E4, Square::D5, Square::E5];

pub(super) const KING_ACTIVITY: Principle = Principle {
    code: "king_activity",
    category: Category::Endgame,
    norm: Norm::Obliged,
    meaning: "the king comes nearer to the nearest passed pawn of the other side or, without one, to the centre",
    applies: "endgame ∧ role(from(move)) = king ∧ ¬CS(self) ∧ ¬takes(move) ∧ ¬castles(move) ∧ ¬O(move) \
        ∧ (then(remoteness(self)) < remoteness(self) \
            ∨ then(remoteness(self)) > remoteness(self) ∧ ¬(pawn_ending ∧ (in_opposition(self) after move)))",
    condition: "then(remoteness(self)) < remoteness(self)",
    weight: 130,
    phase_weights: [0, 30, 130],
    examples: &[
        Example {
            fen: "8/5pk1/6p1/8/8/6P1/5PK1/8 w - - 0 40",
            san: "Kf3",
            follows: true,
        },
        Example {
            fen: "8/5pk1/6p1/8/8/5KP1/5P2/8 w - - 0 40",
            san: "Kg2",
            follows: false,
        },
    ],
    detect: king_activity,
};

/// The pawns of `color` that no enemy pawn can stop or take on their way.
pub(crate) fn passed(board: &Board, color: Color) -> Vec<Square> {
    let enemy = board.pawns() & board.by_color(!color);
    let ahead = |pawn: Square, other: Square| {
        other.file().distance(pawn.file()) <= 1
            && color.relative_rank(other.rank()) > color.relative_rank(pawn.rank())
    };
    (board.pawns() & board.by_color(color))
        .into_iter()
        .filter(|pawn| !enemy.into_iter().any(|other| ahead(*pawn, other)))
        .collect()
}

fn king_activity(scene: &Scene, follows: bool) -> (i32, Option<Proposal>) {
    let (board, after) = (scene.board(), scene.board_after());
    let (from, to) = (scene.from(), scene.to());
    let pawns = passed(board, !scene.mover());
    let score = if follows { 25 } else { -25 };
    let no_pawns = pawns.is_empty();
    let goals = if no_pawns { CENTRE.to_vec() } else { pawns };
    let nearest = if follows { to } else { from };
    let Some(goal) = goals
        .iter()
        .copied()
        .min_by_key(|goal| goal.distance(nearest))
    else {
        return (score, None);
    };
    let (old, new) = (from.distance(goal), to.distance(goal));
    if follows != (new < old) || new == old {
        return (score, None);
    }
    let fact = format!(
        "distance({from}, {goal}) = {old} ∧ distance({to}, {goal}) = {new} ∧ role({from}) = king"
    );
    let id = match (no_pawns, follows) {
        (true, true) => "king_to_centre",
        (true, false) => "king_from_centre",
        (false, true) => "king_to_pawn",
        (false, false) => "king_from_pawn",
    };
    let fact = if no_pawns {
        fact
    } else {
        format!("passed_pawn({goal}) ∧ {fact}")
    };
    let said = proposal("king_activity", id, follows, &fact).witness("king", after, to);
    let said = if id.ends_with("pawn") {
        said.man("pawn", board, goal)
    } else {
        said
    };
    (score, Some(said))
}

pub(super) const PASSED_PAWNS: Principle = Principle {
    code: "passed_pawns",
    category: Category::Endgame,
    norm: Norm::Obliged,
    meaning: "the move pushes or makes a passed pawn that cannot be won, or blocks one of the other side, and gives the other side no new one",
    applies: "role(from(move)) = pawn ∧ (passed_pawn(arrived) after move) \
        ∨ then(passers(opponent)) > passers(opponent) \
        ∨ role(from(move)) ≠ pawn ∧ ¬castles(move) \
            ∧ (∃p ∈ pieces(opponent, pawn): passed_pawn(p) ∧ one_forward(p, to(move)))",
    condition: "then(passers(opponent)) ≤ passers(opponent) ∧ then(risk(arrived)) = 0",
    weight: 140,
    phase_weights: [30, 80, 140],
    examples: &[
        Example {
            fen: "8/8/4k3/8/3P4/3K4/8/8 w - - 0 50",
            san: "d5+",
            follows: false,
        },
        Example {
            fen: "8/5k2/8/8/3P4/3K4/8/8 w - - 0 50",
            san: "d5",
            follows: true,
        },
    ],
    detect: passed_pawns,
};

fn passed_pawns(scene: &Scene, follows: bool) -> (i32, Option<Proposal>) {
    let (board, after) = (scene.board(), scene.board_after());
    let me = scene.mover();
    let (from, to) = (scene.from(), scene.to());
    let rank = i32::try_from(u32::from(me.relative_rank(to.rank()))).unwrap_or(0);
    let old_enemy = passed(board, !me);
    let given: Vec<Square> = passed(after, !me)
        .into_iter()
        .filter(|pawn| !old_enemy.contains(pawn))
        .collect();
    if !given.is_empty() && !follows {
        let facts: Vec<String> = given
            .iter()
            .map(|pawn| format!("¬passed_pawn({pawn}) ∧ (passed_pawn({pawn}) after move)"))
            .collect();
        let said = proposal("passed_pawns", "gives_passer", false, &facts.join(" ∧ "))
            .word("side", Word::Side(!me))
            .word(
                "count",
                Word::Number(i32::try_from(given.len()).unwrap_or(1)),
            )
            .squares("squares", after, given);
        return (-30, Some(said));
    }
    if scene.role() == Role::Pawn && passed(after, me).contains(&to) {
        let was = passed(board, me).contains(&from);
        let id = match (was, follows) {
            (true, true) => "pushes_passer",
            (false, true) => "makes_passer",
            (_, false) => "risks_passer",
        };
        let fact = match (was, follows) {
            (true, true) => format!("passed_pawn({from}) ∧ (passed_pawn({to}) after move)"),
            (false, true) => format!("¬passed_pawn({from}) ∧ (passed_pawn({to}) after move)"),
            (_, false) => format!("((passed_pawn({to}) ∧ risk({to}) > 0) after move)"),
        };
        let said = proposal("passed_pawns", id, follows, &fact).squares("square", after, [to]);
        return (if follows { 10 + 8 * rank } else { -30 }, Some(said));
    }
    let step = me.fold_wb(8, -8);
    let stopped = to.offset(step).filter(|pawn| old_enemy.contains(pawn));
    let said = stopped.filter(|_| follows).map(|pawn| {
        let fact = format!("passed_pawn({pawn}) ∧ one_forward({pawn}, {to})");
        proposal("passed_pawns", "blocks_passer", true, &fact)
            .man("man", after, to)
            .man("pawn", board, pawn)
    });
    (if follows { 25 } else { -20 }, said)
}

pub(super) const OPPOSITION: Principle = Principle {
    code: "opposition",
    category: Category::Endgame,
    norm: Norm::Obliged,
    meaning: "with only kings and pawns left, the king takes the opposition, the direct one where it can",
    applies: "pawn_ending ∧ role(from(move)) = king ∧ ((in_opposition(self) after move) \
        ∨ P(in_opposition(self)) ∧ (P(in_opposition(opponent)) after move))",
    condition: "(in_opposition(self) after move) ∧ ((direct_opposition(self) after move) ∨ ¬P(direct_opposition(self)))",
    weight: 150,
    phase_weights: [0, 0, 150],
    examples: &[
        Example {
            fen: "8/8/4k3/8/3K4/8/4P3/8 w - - 0 60",
            san: "Ke4",
            follows: true,
        },
        Example {
            fen: "8/3k4/8/8/3K4/8/4P3/8 w - - 0 60",
            san: "Kc4",
            follows: false,
        },
    ],
    detect: opposition,
};

/// The other king can take the opposition.
const TAKEN: &str =
    "((∃m ∈ moves: role(from(m)) = king ∧ (in_opposition(opponent) after m)) after move)";

fn opposition(scene: &Scene, follows: bool) -> (i32, Option<Proposal>) {
    let after = scene.board_after();
    let me = scene.mover();
    let Some(other) = after.king_of(!me) else {
        return (0, None);
    };
    let to = scene.to();
    if !follows {
        let said =
            proposal("opposition", "leaves_opposition", false, TAKEN).word("side", Word::Side(!me));
        let said = scene.says(TAKEN).then_some(said);
        return (-30, said);
    }
    let (files, ranks) = (
        to.file().distance(other.file()),
        to.rank().distance(other.rank()),
    );
    let id = match (files, ranks) {
        (2, 2) => "diagonal_opposition",
        (0, 2) | (2, 0) => "direct_opposition",
        _ => "distant_opposition",
    };
    let gap = files.max(ranks);
    let fact = format!("((in_opposition(self) ∧ distance({to}, {other}) = {gap}) after move)");
    let said = proposal("opposition", id, true, &fact)
        .witness("king", after, to)
        .witness("other", after, other);
    (if gap == 2 { 40 } else { 20 }, Some(said))
}
