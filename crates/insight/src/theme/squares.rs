//! Themes of places: the king's surroundings and its corner.

use krog_chess::{Bitboard, File, Position as _, Rank, Square, shakmaty::attacks};

use crate::solution::Solution;

/// The first capture on f2 or f7 strikes beside a king on its first square.
pub(super) fn f2_f7(solution: &Solution) -> bool {
    let strike = solution.answers().find_map(|(_, ply)| match ply.to() {
        Square::F2 if ply.victim().is_some() => Some((ply, Square::E1)),
        Square::F7 if ply.victim().is_some() => Some((ply, Square::E8)),
        _ => None,
    });
    strike.is_some_and(|(ply, home)| {
        ply.after.board().piece_at(home) == Some((!solution.solver()).king())
    })
}

/// The king on its first three ranks has no pawn of its own in front, diagonally
/// in front or beside it, and a move neither first nor last gives check.
pub(super) fn exposed_king(solution: &Solution) -> bool {
    let enemy = !solution.solver();
    let board = solution.start().board();
    let Some(king) = board.king_of(enemy) else {
        return false;
    };
    let rank = enemy.relative_rank(king.rank());
    let behind: Bitboard = Square::ALL
        .into_iter()
        .filter(|square| enemy.relative_rank(square.rank()) < rank)
        .collect();
    let shelter = attacks::king_attacks(king) & !behind;
    let bare = (shelter & board.pawns() & board.by_color(enemy)).is_empty();
    let answers: Vec<_> = solution.answers().collect();
    let middle = answers
        .get(1..answers.len().saturating_sub(1))
        .unwrap_or_default();
    rank <= Rank::Third && bare && middle.iter().any(|(_, ply)| ply.after.is_check())
}

pub(super) fn kingside_attack(solution: &Solution) -> bool {
    !is_plainer(solution) && side_attack(solution, File::H, &[File::G, File::H], 20)
}

pub(super) fn queenside_attack(solution: &Solution) -> bool {
    !is_plainer(solution) && side_attack(solution, File::A, &[File::A, File::B, File::C], 18)
}

/// A fork or a back-rank mate is called by that name, not an attack.
fn is_plainer(solution: &Solution) -> bool {
    super::lines::fork(solution) || super::mates::back_rank(solution)
}

/// Checks and captures near the corner count for the theme, moves far from it
/// against.
fn side_attack(solution: &Solution, corner: File, files: &[File], men: usize) -> bool {
    let enemy = !solution.solver();
    let board = solution.start().board();
    let home = enemy.backrank();
    let castled = board
        .king_of(enemy)
        .is_some_and(|king| king.rank() == home && files.contains(&king.file()));
    let checks = solution.answers().any(|(_, ply)| ply.after.is_check());
    if !castled || board.occupied().count() < men || !checks {
        return false;
    }
    let corner = Square::from_coords(corner, home);
    let score: i32 = solution
        .answers()
        .map(|(_, ply)| {
            let distance = corner.distance(ply.to());
            let near = if ply.m.is_capture() && distance <= 3 {
                1
            } else if distance >= 5 {
                -1
            } else {
                0
            };
            i32::from(ply.after.is_check()) + near
        })
        .sum();
    score >= 2
}
