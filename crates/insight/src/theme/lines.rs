//! Themes of lines and double purposes: fork, pin, skewer, discoveries, x-rays.

use krog_chess::{Board, Color, Position as _, Role, Square, attacks::slides, shakmaty::attacks};

use crate::{
    danger::{absolutely_pinned, attackers, in_bad_spot, is_hanging, points},
    solution::{Ply, Solution},
};

/// A move before the last, not by the king and not into danger, attacks two
/// men, each dearer than itself, or hanging and unable to hit back.
pub(super) fn fork(solution: &Solution) -> bool {
    let last = solution.answers().next_back().map(|(index, _)| index);
    solution
        .answers()
        .filter(|(index, _)| Some(*index) != last)
        .any(|(_, ply)| is_fork(ply, solution.solver()))
}

fn is_fork(ply: &Ply, solver: Color) -> bool {
    let board = ply.after.board();
    if ply.mover() == Role::King || in_bad_spot(board, ply.to()) {
        return false;
    }
    let hits_back = attackers(board, !solver, ply.to());
    let targets = board.attacks_from(ply.to()) & board.by_color(!solver) & !board.pawns();
    let worthwhile = targets.into_iter().filter(|target| {
        let dearer = board
            .role_at(*target)
            .is_some_and(|role| points(role) > points(ply.mover()));
        dearer || is_hanging(board, *target) && !hits_back.contains(*target)
    });
    worthwhile.count() >= 2
}

/// After a solver's move an enemy man is pinned to its king, and that matters.
pub(super) fn pin(solution: &Solution) -> bool {
    solution.answers().any(|(_, ply)| {
        let board = ply.after.board();
        let enemy = !solution.solver();
        absolutely_pinned(board, enemy).any(|(pinned, line)| {
            keeps_from_capture(board, pinned, line) || keeps_from_escape(ply, pinned, line)
        })
    })
}

/// The pinned man would otherwise take something dearer, or something hanging.
fn keeps_from_capture(board: &Board, pinned: Square, line: krog_chess::Bitboard) -> bool {
    let Some(man) = board.piece_at(pinned) else {
        return false;
    };
    let prey = board.attacks_from(pinned) & board.by_color(!man.color) & !line;
    prey.into_iter().any(|square| {
        let dearer = board
            .role_at(square)
            .is_some_and(|role| points(role) > points(man.role));
        dearer || is_hanging(board, square)
    })
}

/// The pinned man is attacked along the line by something cheaper, or hangs,
/// cannot hit its attacker, and has moves that it may not make.
fn keeps_from_escape(ply: &Ply, pinned: Square, line: krog_chess::Bitboard) -> bool {
    let board = ply.after.board();
    let Some(man) = board.piece_at(pinned) else {
        return false;
    };
    (attackers(board, !man.color, pinned) & line)
        .into_iter()
        .any(|attacker| {
            let cheaper = board
                .role_at(attacker)
                .is_some_and(|role| points(man.role) > points(role));
            let helpless = is_hanging(board, pinned)
                && !attackers(board, man.color, attacker).contains(pinned)
                && has_forbidden_moves(board, pinned, line);
            cheaper || helpless
        })
}

/// Whether a man could leave the line if its king were no matter.
fn has_forbidden_moves(board: &Board, pinned: Square, line: krog_chess::Bitboard) -> bool {
    let Some(man) = board.piece_at(pinned) else {
        return false;
    };
    let own = board.by_color(man.color);
    let targets = match man.role {
        Role::Pawn => {
            let (single, double) = krog_logic::rules::pawn_steps(man.color, pinned);
            let free = |square: &Square| !board.occupied().contains(*square);
            let single = single.filter(free);
            let double = single.and(double).filter(free);
            let steps: krog_chess::Bitboard = single.into_iter().chain(double).collect();
            steps | board.attacks_from(pinned) & board.by_color(!man.color)
        }
        _ => board.attacks_from(pinned) & !own,
    };
    !(targets & !line).is_empty()
}

/// A slider takes something badly placed after a dearer man has left the line
/// between them.
pub(super) fn skewer(solution: &Solution) -> bool {
    solution.followups().any(|step| {
        let (now, reply) = (step.now, step.reply);
        let Some(victim) = now.victim() else {
            return false;
        };
        slides(now.mover())
            && !now.after.is_checkmate()
            && reply.to() != now.to()
            && attacks::between(now.from(), now.to()).contains(reply.from())
            && points(reply.mover()) > points(victim)
            && in_bad_spot(reply.after.board(), now.to())
    })
}

/// A check by a man that did not move, or a capture along a line that the
/// solver's move before has opened.
pub(super) fn discovered(solution: &Solution) -> bool {
    if solution.answers().any(|(_, ply)| {
        let checkers = ply.after.checkers();
        !checkers.is_empty() && !checkers.contains(ply.to())
    }) {
        return true;
    }
    for step in solution.followups() {
        let (now, first) = (step.now, step.first);
        if !now.m.is_capture() {
            continue;
        }
        if step.reply.to() == now.to() {
            return false;
        }
        if attacks::between(now.from(), now.to()).contains(first.from())
            && now.to() != first.to()
            && now.from() != first.to()
            && !first.m.is_castle()
        {
            return true;
        }
    }
    false
}

/// More than one man gives check after a solver's move.
pub(super) fn double_check(solution: &Solution) -> bool {
    solution
        .answers()
        .any(|(_, ply)| ply.after.checkers().count() > 1)
}

/// The solver takes, is taken back, and takes again along the line through
/// which the opponent came.
pub(super) fn x_ray(solution: &Solution) -> bool {
    solution.followups().any(|step| {
        step.now.m.is_capture()
            && step.reply.to() == step.now.to()
            && step.reply.mover() != Role::King
            && step.first.to() == step.reply.to()
            && attacks::between(step.now.from(), step.now.to()).contains(step.reply.from())
    })
}
