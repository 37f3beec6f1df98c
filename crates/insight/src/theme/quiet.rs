//! Moves that neither check, take nor attack.

use krog_chess::{Color, Position as _, Rank, Role};

use crate::solution::{Ply, Solution};

/// Whether the man that moved attacks any enemy man.
fn attacks_something(ply: &Ply) -> bool {
    let board = ply.after.board();
    let enemies = board.by_color(ply.after.turn());
    !(board.attacks_from(ply.to()) & enemies).is_empty()
}

/// A promotion, or a pawn's step to its sixth rank or beyond.
fn is_advanced_pawn_move(ply: &Ply, solver: Color) -> bool {
    let far = solver.relative_rank(ply.to().rank()) >= Rank::Sixth;
    ply.m.is_promotion() || ply.mover() == Role::Pawn && far
}

pub(super) fn quiet(solution: &Solution) -> bool {
    let last = solution.plies().len() - 1;
    solution.answers().any(|(index, ply)| {
        index != last
            && !ply.before.is_check()
            && !ply.after.is_check()
            && !ply.m.is_capture()
            && ply.mover() != Role::King
            && !attacks_something(ply)
            && !is_advanced_pawn_move(ply, solution.solver())
    })
}

/// The last move defends, or the solver walks out of a check without striking.
pub(super) fn defensive(solution: &Solution) -> bool {
    let last = solution.last();
    let chosen = |ply: &Ply| ply.before.legal_moves().len() >= 3;
    let defends = chosen(last)
        && !last.after.is_check()
        && !last.m.is_capture()
        && !attacks_something(last)
        && !is_advanced_pawn_move(last, solution.solver());
    defends || escapes_check(solution, chosen)
}

fn escapes_check(solution: &Solution, chosen: impl Fn(&Ply) -> bool) -> bool {
    for (_, ply) in solution.answers() {
        if ply.after.is_check() || ply.m.is_capture() || !chosen(ply) {
            return false;
        }
        if ply.before.is_check() {
            return true;
        }
    }
    false
}
