//! Themes that make the opponent's men go, stay away or stand in the way.

use krog_chess::{Position as _, Role, attacks::slides, shakmaty::attacks};

use crate::{
    danger::{attackers, in_bad_spot, is_hanging, points},
    solution::{Followup, Solution},
};

/// King, queen or rook takes on the square the solver has just gone to, and the
/// next move attacks it there; queen and rook must then be taken there.
pub(super) fn attraction(solution: &Solution) -> bool {
    let plies = solution.plies();
    solution.answers().any(|(index, bait)| {
        let Some([reply, next]) = plies
            .get(index + 1..index + 3)
            .and_then(|s| s.first_chunk())
        else {
            return false;
        };
        let square = bait.to();
        let lured = reply.mover();
        let attacks_it =
            attackers(next.after.board(), solution.solver(), square).contains(next.to());
        let taken = || {
            plies
                .get(index + 4)
                .is_some_and(|later| later.to() == square)
        };
        reply.to() == square
            && attacks_it
            && match lured {
                Role::King => true,
                Role::Queen | Role::Rook => taken(),
                _ => false,
            }
    })
}

/// A capture or promotion on a square that the opponent's last man guarded until
/// it took something or answered a check.
pub(super) fn deflection(solution: &Solution) -> bool {
    solution.followups().any(|step| is_deflection(&step))
}

fn is_deflection(step: &Followup<'_>) -> bool {
    let Followup {
        first, reply, now, ..
    } = *step;
    let square = now.to();
    let dearer = now
        .victim()
        .is_some_and(|victim| points(victim) > points(now.mover()));
    if (now.victim().is_none() && !now.m.is_promotion()) || dearer {
        return false;
    }
    let cheap_bait = first
        .victim()
        .is_none_or(|victim| points(victim) < points(first.mover()));
    let drawn = reply.to() == first.to() || first.after.is_check();
    let guarded = first.after.board().attacks_from(reply.from());
    let barred = now.m.is_promotion()
        && square.file() == reply.from().file()
        && guarded.contains(now.from());
    let guards_still = reply
        .after
        .board()
        .attacks_from(reply.to())
        .contains(square);
    cheap_bait
        && square != reply.to()
        && square != first.to()
        && drawn
        && (guarded.contains(square) || barred)
        && !guards_still
}

/// The solver takes a guard, then something equal or cheaper that it guarded
/// and that now hangs, or mates; no check is involved.
pub(super) fn capturing_defender(solution: &Solution) -> bool {
    solution.followups().any(|step| {
        let Followup {
            first, reply, now, ..
        } = step;
        let before = reply.after.board();
        let spoils = now.victim().is_some_and(|victim| {
            now.mover() != Role::King
                && points(victim) <= points(now.mover())
                && is_hanging(before, now.to())
                && reply.to() != now.to()
        });
        if !(now.after.is_checkmate() || spoils) {
            return false;
        }
        let origin = &first.before;
        let guard = first.to();
        let guarded = origin
            .board()
            .color_at(guard)
            .is_some_and(|color| attackers(origin.board(), color, now.to()).contains(guard));
        !first.after.is_check() && first.to() != now.from() && guarded && !origin.is_check()
    })
}

/// Something is taken that hangs because a move has landed between it and the
/// slider that guarded it.
pub(super) fn interference(solution: &Solution) -> bool {
    solution.followups().any(|step| {
        let before = step.reply.after.board();
        let square = step.now.to();
        if step.now.victim().is_none() || !is_hanging(before, square) {
            return false;
        }
        let enemy = !solution.solver();
        let cut = |board: &krog_chess::Board, blocker: krog_chess::Square| {
            attackers(board, enemy, square)
                .first()
                .is_some_and(|guard| {
                    board.role_at(guard).is_some_and(slides)
                        && attacks::between(square, guard).contains(blocker)
                })
        };
        let by_opponent = cut(step.first.after.board(), step.reply.to());
        let by_solver =
            square != step.reply.to() && cut(step.first.before.board(), step.first.to());
        by_opponent || by_solver
    })
}

/// A slider moves quietly to or through the square that the solver's move
/// before has left, which went to an empty square or into danger.
pub(super) fn clearance(solution: &Solution) -> bool {
    solution.followups().any(|step| {
        let Followup {
            first, reply, now, ..
        } = step;
        let vacated = first.from();
        let uses = vacated == now.to() || attacks::between(now.from(), now.to()).contains(vacated);
        let went_nowhere = first.victim().is_none() || in_bad_spot(first.after.board(), first.to());
        now.victim().is_none()
            && slides(now.mover())
            && !first.m.is_promotion()
            && first.to() != now.from()
            && first.to() != now.to()
            && !reply.after.is_check()
            && (!now.after.is_check() || reply.mover() != Role::King)
            && uses
            && went_nowhere
    })
}

/// A recapture that was possible is delayed by one move in between.
pub(super) fn intermezzo(solution: &Solution) -> bool {
    for step in solution.followups() {
        let square = step.now.to();
        let guards = attackers(step.first.after.board(), !solution.solver(), square);
        if !step.now.m.is_capture()
            || guards.contains(step.reply.from())
            || step.first.to() == square
        {
            continue;
        }
        let possible = step.earlier.after.legal_moves().into_iter().any(|m| {
            m.from() == Some(step.now.from())
                && m.to() == square
                && m.promotion() == step.now.m.promotion()
        });
        return step.earlier.to() == square && step.earlier.m.is_capture() && possible;
    }
    false
}
