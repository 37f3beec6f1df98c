//! The safety of kings: attack units against one, the pawns before it, and the
//! enemy pawns that come towards it.
//!
//! Attack units: each knight or bishop that reaches the zone around the king
//! counts 2, a rook 3, a queen 4; each square beside the king that is attacked
//! and guarded by nothing but king or queen counts 2; each square from which a
//! safe check is possible counts 2, for a knight 3. With fewer than two
//! attackers nothing counts; without a queen units count half. (The scheme is
//! that of the Chess Programming Wiki, "King Safety, Attack Units".)

use krog_chess::{
    Bitboard, Color, File, Rank, Role, Square,
    shakmaty::attacks::{bishop_attacks, king_attacks, knight_attacks, rook_attacks},
};

use super::{
    sight::Sight,
    term::{Gather, Id},
};
use crate::board::Board;

/// The last entry of the table of units.
const MOST_UNITS: i32 = 39;

pub(super) fn gather(board: &Board, sight: &Sight, us: Color, gather: &mut impl Gather) {
    let units = units(board, sight, us);
    if units > 0 {
        let index = usize::try_from(units.min(MOST_UNITS)).unwrap_or(0);
        gather.add(Id::KingDanger, index, us, 1);
    }
    gather_pawns(board, us, gather);
}

/// The units of `us` against the enemy king.
fn units(board: &Board, sight: &Sight, us: Color) -> i32 {
    let (ours, theirs) = (sight.side(us), sight.side(!us));
    let queens = board.men(us, Role::Queen).any();
    if ours.attackers + i32::from(queens) < 2 {
        return 0;
    }
    let king = board.king(!us);
    let guarded = theirs.by_role[Role::Pawn as usize]
        | theirs.by_role[Role::Knight as usize]
        | theirs.by_role[Role::Bishop as usize]
        | theirs.by_role[Role::Rook as usize];
    let weak = king_attacks(king) & ours.all & !guarded & !(theirs.twice & !ours.twice);
    let mut units = ours.units + 2 * count(weak);
    units += checks(board, sight, us, king);
    if !queens {
        units /= 2;
    }
    units
}

/// Units for squares where a check cannot simply be taken.
fn checks(board: &Board, sight: &Sight, us: Color, king: Square) -> i32 {
    let (ours, theirs) = (sight.side(us), sight.side(!us));
    let only_king = theirs.by_role[Role::King as usize] & !theirs.twice & ours.twice;
    let safe = !board.of(us) & (!theirs.all | only_king);
    let occupied = board.occupied();
    let straight = rook_attacks(king, occupied) & safe;
    let oblique = bishop_attacks(king, occupied) & safe;
    let queen = (straight | oblique) & ours.by_role[Role::Queen as usize];
    let rook = straight & ours.by_role[Role::Rook as usize];
    let bishop = oblique & ours.by_role[Role::Bishop as usize];
    let knight = knight_attacks(king) & safe & ours.by_role[Role::Knight as usize];
    2 * (count(queen).min(2) + count(rook).min(2) + count(bishop).min(1)) + 3 * count(knight).min(2)
}

fn gather_pawns(board: &Board, us: Color, gather: &mut impl Gather) {
    let king = board.king(us);
    let own = board.men(us, Role::Pawn);
    let enemy = board.men(!us, Role::Pawn);
    let home = us.relative_rank(king.rank());
    let from_here = ranks_from(us, home);
    // A king on the edge has its three files beside it all the same.
    let centre = king.file().to_usize().clamp(1, 6);
    for file in centre - 1..=centre + 1 {
        let on_file = Bitboard::from_file(File::ALL[file]);
        let shelter = nearest(us, own & on_file & from_here);
        let beside = usize::from(file != king.file().to_usize());
        gather.add(Id::KingShelter, 8 * beside + shelter, us, 1);
        let storm = nearest(us, enemy & on_file & from_here);
        if storm > 0 {
            let stopped = usize::from(shelter > 0 && shelter + 1 == storm);
            gather.add(Id::KingStorm, 8 * stopped + storm, us, 1);
        }
    }
}

/// The rank, from a side's point of view, of the nearest of these pawns; 0 for none.
fn nearest(us: Color, pawns: Bitboard) -> usize {
    let pawn = us.fold_wb(pawns.first(), pawns.last());
    pawn.map_or(0, |square| us.relative_rank(square.rank()).to_usize())
}

/// All squares at least as far ahead as a rank.
fn ranks_from(us: Color, rank: Rank) -> Bitboard {
    let shift = 8 * rank.to_u32();
    match us {
        Color::White => Bitboard(u64::MAX << shift),
        Color::Black => Bitboard(u64::MAX >> shift),
    }
}

fn count(squares: Bitboard) -> i32 {
    i32::try_from(squares.count()).unwrap_or(0)
}
