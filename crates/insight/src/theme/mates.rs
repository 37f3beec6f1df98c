//! Mate patterns.

use krog_chess::{Bitboard, Board, Color, Position as _, Rank, Role, Square};

use crate::{
    danger::attackers,
    solution::{Ply, Solution},
};

/// The mating move, the board after it and the mated king.
struct Mate<'a> {
    last: &'a Ply,
    board: &'a Board,
    king: Square,
    solver: Color,
}

fn mate(solution: &Solution) -> Option<Mate<'_>> {
    let last = solution.last();
    let board = last.after.board();
    let king = board.king_of(!solution.solver())?;
    last.after.is_checkmate().then_some(Mate {
        last,
        board,
        king,
        solver: solution.solver(),
    })
}

fn neighbours(square: Square) -> Bitboard {
    krog_chess::shakmaty::attacks::king_attacks(square)
}

fn on_edge_file(square: Square) -> bool {
    matches!(square.file(), krog_chess::File::A | krog_chess::File::H)
}

fn on_edge_rank(square: Square) -> bool {
    matches!(square.rank(), Rank::First | Rank::Eighth)
}

pub(super) fn back_rank(solution: &Solution) -> bool {
    mate(solution).is_some_and(|mate| {
        let home = (!mate.solver).backrank();
        let front = neighbours(mate.king) & !Bitboard::from(home);
        let walled = (front & !mate.board.by_color(!mate.solver)).is_empty();
        let unattacked = front
            .into_iter()
            .all(|square| attackers(mate.board, mate.solver, square).is_empty());
        let along = !(mate.last.after.checkers() & home).is_empty();
        mate.king.rank() == home && walled && unattacked && along
    })
}

pub(super) fn smothered(solution: &Solution) -> bool {
    mate(solution).is_some_and(|mate| {
        let by_knight = !(mate.last.after.checkers() & mate.board.knights()).is_empty();
        let free = neighbours(mate.king) & !mate.board.by_color(!mate.solver);
        by_knight && free.is_empty()
    })
}

pub(super) fn anastasia(solution: &Solution) -> bool {
    mate(solution).is_some_and(|mate| {
        let inward = |files: i32| {
            let step = if mate.king.file() == krog_chess::File::A {
                files
            } else {
                -files
            };
            let file = mate.king.file().offset(step)?;
            Some(Square::from_coords(file, mate.king.rank()))
        };
        let beside = inward(1).and_then(|square| mate.board.color_at(square));
        let knight = inward(3).and_then(|square| mate.board.piece_at(square));
        on_edge_file(mate.king)
            && !on_edge_rank(mate.king)
            && mate.last.to().file() == mate.king.file()
            && matches!(mate.last.mover(), Role::Queen | Role::Rook)
            && beside == Some(!mate.solver)
            && knight == Some(mate.solver.knight())
    })
}

/// The knights that guard the rook which has just mated beside the king.
fn rooks_knights(mate: &Mate<'_>) -> Bitboard {
    let beside = mate.last.mover() == Role::Rook && mate.last.to().distance(mate.king) == 1;
    if beside {
        attackers(mate.board, mate.solver, mate.last.to()) & mate.board.knights()
    } else {
        Bitboard::EMPTY
    }
}

pub(super) fn hook(solution: &Solution) -> bool {
    mate(solution).is_some_and(|mate| {
        rooks_knights(&mate).into_iter().any(|knight| {
            let pawns = attackers(mate.board, mate.solver, knight) & mate.board.pawns();
            knight.distance(mate.king) == 1 && !pawns.is_empty()
        })
    })
}

pub(super) fn arabian(solution: &Solution) -> bool {
    mate(solution).is_some_and(|mate| {
        on_edge_file(mate.king)
            && on_edge_rank(mate.king)
            && rooks_knights(&mate).into_iter().any(|knight| {
                knight.file().distance(mate.king.file()) == 2
                    && knight.rank().distance(mate.king.rank()) == 2
            })
    })
}

/// Whether bishops alone hold the mated king, and whether they stand on
/// different sides of its file.
fn bishops(solution: &Solution) -> Option<bool> {
    let mate = mate(solution)?;
    let bishops: Vec<Square> = (mate.board.bishops() & mate.board.by_color(mate.solver))
        .into_iter()
        .collect();
    let [first, second, ..] = bishops[..] else {
        return None;
    };
    let around = neighbours(mate.king).with(mate.king);
    let alone = around.into_iter().all(|square| {
        (attackers(mate.board, mate.solver, square) & !mate.board.bishops()).is_empty()
    });
    let file = mate.king.file();
    let left = first.file().min(second.file()) < file;
    let right = first.file().max(second.file()) > file;
    alone.then_some(left && right)
}

pub(super) fn boden(solution: &Solution) -> bool {
    bishops(solution) == Some(true)
}

pub(super) fn double_bishop(solution: &Solution) -> bool {
    bishops(solution) == Some(false)
}

pub(super) fn dovetail(solution: &Solution) -> bool {
    mate(solution).is_some_and(|mate| {
        let queen = mate.last.to();
        let diagonal = queen.file() != mate.king.file()
            && queen.rank() != mate.king.rank()
            && queen.distance(mate.king) == 1;
        let held = neighbours(mate.king)
            .without(queen)
            .into_iter()
            .all(|square| {
                let by = attackers(mate.board, mate.solver, square);
                by.is_empty()
                    || by == Bitboard::from(queen) && mate.board.piece_at(square).is_none()
            });
        !on_edge_file(mate.king)
            && !on_edge_rank(mate.king)
            && mate.last.mover() == Role::Queen
            && diagonal
            && held
    })
}
