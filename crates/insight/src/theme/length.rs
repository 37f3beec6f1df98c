//! How long a line is, and whether it mates.

use krog_chess::Position as _;

use crate::solution::Solution;

fn moves(solution: &Solution) -> usize {
    solution.answers().count()
}

fn mates_in(solution: &Solution, count: usize) -> bool {
    mate(solution) && moves(solution) == count
}

pub(super) fn mate(solution: &Solution) -> bool {
    solution.last().after.is_checkmate()
}

pub(super) fn mate_in_1(solution: &Solution) -> bool {
    mates_in(solution, 1)
}

pub(super) fn mate_in_2(solution: &Solution) -> bool {
    mates_in(solution, 2)
}

pub(super) fn mate_in_3(solution: &Solution) -> bool {
    mates_in(solution, 3)
}

pub(super) fn mate_in_4(solution: &Solution) -> bool {
    mates_in(solution, 4)
}

pub(super) fn mate_in_5(solution: &Solution) -> bool {
    mate(solution) && moves(solution) >= 5
}

pub(super) fn one_move(solution: &Solution) -> bool {
    moves(solution) == 1
}

pub(super) fn short(solution: &Solution) -> bool {
    moves(solution) == 2
}

pub(super) fn long(solution: &Solution) -> bool {
    moves(solution) == 3
}

pub(super) fn very_long(solution: &Solution) -> bool {
    moves(solution) >= 4
}
