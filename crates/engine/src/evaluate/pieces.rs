//! Knights, bishops, rooks and queens: where they can go and where they stand.

use krog_chess::{Bitboard, Color, Rank, Role, Square};

use super::{
    pawns::{attack_span, behind},
    sight::{Side, Sight, ahead, backward},
    term::{Gather, Id},
};
use crate::board::Board;

/// Where each role's mobility begins in the term's weights.
const MOBILITY: [usize; 7] = [0, 0, 0, 9, 23, 38, 0];

const LIGHT: Bitboard = Bitboard::LIGHT_SQUARES;

/// The four centre files, ranks two to four.
const SPACE: u64 = 0x0000_0000_3c3c_3c00;

/// What the pieces of a side need to know of the pawns around them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Site {
    us: Color,
    own_pawns: Bitboard,
    enemy_pawns: Bitboard,
    outposts: Bitboard,
    shields: Bitboard,
    area: Bitboard,
}

impl Site {
    #[inline(always)]
    pub(super) fn of(board: &Board, us: Color, side: &Side) -> Site {
        let enemy_pawns = board.men(!us, Role::Pawn);
        Site {
            us,
            own_pawns: board.men(us, Role::Pawn),
            enemy_pawns,
            outposts: outpost_squares(us, enemy_pawns) & side.by_role[Role::Pawn as usize],
            shields: behind(us, board.role(Role::Pawn)),
            area: side.area,
        }
    }

    /// Gathers what one knight, bishop, rook or queen counts.
    #[inline(always)]
    pub(super) fn gather(
        &self,
        role: Role,
        square: Square,
        reached: Bitboard,
        gather: &mut impl Gather,
    ) {
        let us = self.us;
        let squares = (reached & self.area).count();
        gather.add(Id::Mobility, MOBILITY[role as usize] + squares, us, 1);
        match role {
            Role::Knight | Role::Bishop => {
                if self.outposts.contains(square) {
                    gather.add(Id::Outposts, usize::from(role == Role::Bishop), us, 1);
                } else if self.shields.contains(square) {
                    gather.add(Id::Shielded, 0, us, 1);
                }
            }
            Role::Rook => {
                let file = Bitboard::from_file(square.file());
                if (file & self.own_pawns).is_empty() {
                    let open = usize::from((file & self.enemy_pawns).is_empty());
                    gather.add(Id::RookFiles, open, us, 1);
                }
            }
            _ => {}
        }
    }
}

/// Gathers what the pieces of a side count together.
#[inline(always)]
pub(super) fn gather(board: &Board, sight: &Sight, us: Color, gather: &mut impl Gather) {
    gather_bishops(board, us, gather);
    gather_balance(board, us, gather);
    gather_seventh(board, us, gather);
    gather_space(board, sight, us, gather);
}

#[inline(always)]
fn outpost_squares(us: Color, enemy_pawns: Bitboard) -> Bitboard {
    let ranks = [Rank::Fourth, Rank::Fifth, Rank::Sixth]
        .into_iter()
        .fold(Bitboard::EMPTY, |all, rank| {
            all | Bitboard::from_rank(us.relative_rank(rank))
        });
    ranks & !attack_span(!us, enemy_pawns)
}

#[inline(always)]
fn gather_bishops(board: &Board, us: Color, gather: &mut impl Gather) {
    let bishops = board.men(us, Role::Bishop);
    let pawns = board.men(us, Role::Pawn);
    for colour in [LIGHT, !LIGHT] {
        for _ in bishops & colour {
            let count = i32::try_from((pawns & colour).count()).unwrap_or(0);
            gather.add(Id::BishopPawns, 0, us, count);
        }
    }
    if (bishops & LIGHT).any() && (bishops & !LIGHT).any() {
        gather.add(Id::BishopPair, 0, us, 1);
    }
}

/// What men are worth for each other: knights like pawns, rooks do not, and the
/// second of a kind is worth less.
#[inline(always)]
fn gather_balance(board: &Board, us: Color, gather: &mut impl Gather) {
    let count = |role: Role| board.count(us, role);
    let pawns = count(Role::Pawn) - 5;
    let (knights, rooks) = (count(Role::Knight), count(Role::Rook));
    let queen = board.men(us, Role::Queen).any() && board.men(!us, Role::Queen).is_empty();
    let facing = i32::from(queen) * i32::from(board.men(!us, Role::Rook).any());
    let parts = [
        pawns * knights,
        pawns * rooks,
        i32::from(knights > 1),
        i32::from(rooks > 1),
        facing,
    ];
    for (index, count) in parts.into_iter().enumerate() {
        if count != 0 {
            gather.add(Id::Balance, index, us, count);
        }
    }
}

#[inline(always)]
fn gather_seventh(board: &Board, us: Color, gather: &mut impl Gather) {
    let seventh = Bitboard::from_rank(us.relative_rank(Rank::Seventh));
    let eighth = us.relative_rank(Rank::Eighth);
    let rooks = board.men(us, Role::Rook) & seventh;
    if rooks.any() {
        let targets = (board.men(!us, Role::Pawn) & seventh).any();
        if targets || board.king(!us).rank() == eighth {
            let count = i32::try_from(rooks.count()).unwrap_or(0);
            gather.add(Id::RookSeventh, 0, us, count);
        }
    }
}

/// Room behind the own pawns matters while there are pieces to put there.
#[inline(always)]
fn gather_space(board: &Board, sight: &Sight, us: Color, gather: &mut impl Gather) {
    if board.phase() < 12 {
        return;
    }
    let centre = us.fold_wb(Bitboard(SPACE), Bitboard(SPACE.swap_bytes()));
    let pawns = board.men(us, Role::Pawn);
    let safe = centre & !pawns & !sight.side(!us).by_role[Role::Pawn as usize];
    let sheltered = safe & ahead(!us, backward(us, pawns)) & !sight.side(!us).all;
    let count = safe.count() + sheltered.count();
    gather.add(Id::Space, 0, us, i32::try_from(count).unwrap_or(0));
}
