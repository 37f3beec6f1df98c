//! Threats: what attacks something dearer, what stands unguarded, and pawns
//! that can step to attack.

use krog_chess::{
    Bitboard, Color, Rank, Role,
    shakmaty::attacks::{bishop_attacks, knight_attacks, rook_attacks},
};

use super::{
    sight::{Sight, forward, pawn_attacks},
    term::{Gather, Id},
};
use crate::board::Board;

#[inline(always)]
pub(super) fn gather(board: &Board, sight: &Sight, us: Color, gather: &mut impl Gather) {
    let (ours, theirs) = (sight.side(us), sight.side(!us));
    let enemy = board.of(!us);
    let guarded = theirs.by_role[Role::Pawn as usize] | (theirs.twice & !ours.twice);
    let weak = enemy & !guarded & ours.all;
    let pieces = enemy & !board.role(Role::Pawn);
    let by_minor = ours.by_role[Role::Knight as usize] | ours.by_role[Role::Bishop as usize];
    let by_rook = ours.by_role[Role::Rook as usize];
    // What is guarded is still attacked by something cheaper.
    let attackers = [
        pieces & ours.by_role[Role::Pawn as usize],
        (pieces | weak) & by_minor,
        (weak | board.men(!us, Role::Queen)) & by_rook,
    ];
    for (kind, attacked) in attackers.into_iter().enumerate() {
        for square in attacked {
            let victim = board.code_at(square) - 1;
            gather.add(Id::Threats, 6 * kind + victim, us, 1);
        }
    }
    let hanging = weak & !theirs.all;
    add_count(Id::Loose, 0, us, hanging, gather);
    add_count(
        Id::Loose,
        1,
        us,
        weak & ours.by_role[Role::King as usize],
        gather,
    );
    let steps = pawn_steps(board, us) & !theirs.by_role[Role::Pawn as usize];
    let safe = steps & (ours.all | !theirs.all);
    let struck = pawn_attacks(us, safe) & pieces & !ours.by_role[Role::Pawn as usize];
    add_count(Id::Loose, 2, us, struck, gather);
    gather_pressure(board, sight, us, weak, gather);
}

/// Squares contested, weak men the queen alone guards, and where the only
/// queen could be attacked next.
#[inline(always)]
fn gather_pressure(
    board: &Board,
    sight: &Sight,
    us: Color,
    weak: Bitboard,
    gather: &mut impl Gather,
) {
    let (ours, theirs) = (sight.side(us), sight.side(!us));
    let firm = theirs.by_role[Role::Pawn as usize] | (theirs.twice & !ours.twice);
    add_count(Id::Pressure, 0, us, theirs.all & !firm & ours.all, gather);
    let guards = theirs.by_role[Role::Queen as usize];
    add_count(Id::Pressure, 1, us, weak & guards, gather);
    let Some(queen) = board.men(!us, Role::Queen).single_square() else {
        return;
    };
    let safe = !board.men(us, Role::Pawn) & !firm & ours.area;
    let knight = knight_attacks(queen) & safe & ours.by_role[Role::Knight as usize];
    add_count(Id::Pressure, 2, us, knight, gather);
    let occupied = board.occupied();
    let slider = bishop_attacks(queen, occupied) & ours.by_role[Role::Bishop as usize]
        | rook_attacks(queen, occupied) & ours.by_role[Role::Rook as usize];
    add_count(Id::Pressure, 3, us, slider & safe & ours.twice, gather);
}

#[inline(always)]
fn add_count(id: Id, index: usize, us: Color, squares: Bitboard, gather: &mut impl Gather) {
    if squares.any() {
        let count = i32::try_from(squares.count()).unwrap_or(0);
        gather.add(id, index, us, count);
    }
}

/// Where pawns can go with one move without taking.
#[inline(always)]
fn pawn_steps(board: &Board, us: Color) -> Bitboard {
    let free = !board.occupied();
    let once = forward(us, board.men(us, Role::Pawn)) & free;
    let third = Bitboard::from_rank(us.relative_rank(Rank::Third));
    once | (forward(us, once & third) & free)
}
