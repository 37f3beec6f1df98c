//! Themes of material: taking, giving, promoting.

use krog_chess::{Position as _, Rank, Role};

use crate::{
    danger::{balance, is_hanging, is_trapped, points},
    solution::Solution,
};

pub(super) fn advanced_pawn(solution: &Solution) -> bool {
    solution.answers().any(|(_, ply)| {
        let far = solution.solver().relative_rank(ply.to().rank()) >= Rank::Seventh;
        ply.m.is_promotion() || ply.mover() == Role::Pawn && far
    })
}

pub(super) fn castling(solution: &Solution) -> bool {
    solution.answers().any(|(_, ply)| ply.m.is_castle())
}

pub(super) fn en_passant(solution: &Solution) -> bool {
    solution.answers().any(|(_, ply)| ply.m.is_en_passant())
}

pub(super) fn promotion(solution: &Solution) -> bool {
    solution.answers().any(|(_, ply)| ply.m.is_promotion())
}

pub(super) fn under_promotion(solution: &Solution) -> bool {
    solution
        .answers()
        .any(|(_, ply)| ply.m.promotion().is_some_and(|role| role != Role::Queen))
}

/// The first move takes an unguarded piece, not in an even trade, and the
/// material stays won.
pub(super) fn hanging_piece(solution: &Solution) -> bool {
    let plies = solution.plies();
    let (mistake, answer) = (&plies[0], &plies[1]);
    let Some(victim) = answer.victim().filter(|role| *role != Role::Pawn) else {
        return false;
    };
    let even_trade = mistake.to() == answer.to()
        && mistake
            .victim()
            .is_some_and(|taken| points(taken) >= points(victim));
    if even_trade || !is_hanging(mistake.after.board(), answer.to()) {
        return false;
    }
    let solver = solution.solver();
    plies.get(3).is_none_or(|later| {
        balance(later.after.board(), solver) >= balance(answer.after.board(), solver)
    })
}

/// A piece is taken that had no safe square one move earlier.
pub(super) fn trapped_piece(solution: &Solution) -> bool {
    solution.followups().any(|step| {
        let caught = step.now.victim().is_some_and(|role| role != Role::Pawn);
        let square = if step.reply.to() == step.now.to() {
            step.reply.from()
        } else {
            step.now.to()
        };
        caught && is_trapped(&step.reply.before, square)
    })
}

/// After some move but the first the solver is two points or more below the
/// start, and the opponent never promotes.
pub(super) fn sacrifice(solution: &Solution) -> bool {
    let solver = solution.solver();
    let start = balance(solution.start().board(), solver);
    let gives = solution
        .answers()
        .skip(1)
        .any(|(_, ply)| balance(ply.after.board(), solver) - start <= -2);
    let opponent_promotes = solution
        .plies()
        .iter()
        .step_by(2)
        .skip(1)
        .any(|ply| ply.m.is_promotion());
    gives && !opponent_promotes
}
