//! The safety of kings: attack units against one, the pawns before it, and the
//! enemy pawns that come towards it.
//!
//! Attack units are counted much as in Stockfish's classical evaluation (48 of its
//! units make one step of the table): attackers of the king's zone by number and
//! kind, their hits beside the king, weak squares of the zone, safe and unsafe
//! checks, pinned defenders, the enemy's sway on the king's flank less the own; much
//! less without a queen. The figures are its own, those of safe checks from an older
//! version than the rest. Unlike there pawns are no attackers of the zone, and a
//! square is not attacked twice by two pawns alone.

use krog_chess::{
    Bitboard, Color, File, Rank, Role, Square,
    shakmaty::attacks::{bishop_attacks, knight_attacks, rook_attacks},
};

use super::{
    sight::Sight,
    term::{Gather, Id},
};
use crate::board::Board;

/// Units in one step of the table, and its last entry.
const STEP: i32 = 48;
const LAST: i32 = 63;

/// A single safe check by knight, bishop, rook or queen, and several.
const SAFE_CHECK: [[i32; 2]; 4] = [[792, 1_283], [645, 967], [1_084, 1_897], [772, 1_119]];

#[inline(always)]
pub(super) fn gather(board: &Board, sight: &Sight, us: Color, gather: &mut impl Gather) {
    let step = units(board, sight, us) / STEP;
    if step > 0 {
        let index = usize::try_from(step.min(LAST)).unwrap_or(0);
        gather.add(Id::KingDanger, index, us, 1);
    }
}

/// The units of `us` against the enemy king.
#[inline(always)]
fn units(board: &Board, sight: &Sight, us: Color) -> i32 {
    let (ours, theirs) = (sight.side(us), sight.side(!us));
    let queens = board.men(us, Role::Queen).any();
    if ours.attackers + i32::from(queens) < 2 {
        return 0;
    }
    let guard = theirs.by_role[Role::King as usize] | theirs.by_role[Role::Queen as usize];
    let weak = ours.all & !theirs.twice & (!theirs.all | guard);
    let knight_at_home =
        (theirs.by_role[Role::Knight as usize] & theirs.by_role[Role::King as usize]).any();
    let (sway, hold) = flank(sight, us, board.king(!us));
    ours.attackers * ours.units
        + 183 * count(theirs.zone & weak)
        + checks(board, sight, us, weak)
        + 98 * count(theirs.pinned)
        + 69 * ours.hits
        + 3 * sway * sway / 8
        - 873 * i32::from(!queens)
        - 100 * i32::from(knight_at_home)
        - 4 * hold
        + 37
}

/// Units for checks: safe ones by kind, and squares of unsafe ones.
#[inline(always)]
fn checks(board: &Board, sight: &Sight, us: Color, weak: Bitboard) -> i32 {
    let (ours, theirs) = (sight.side(us), sight.side(!us));
    let king = board.king(!us);
    let safe = !board.of(us) & (!theirs.all | (weak & ours.twice));
    let transparent = board.occupied() & !board.men(!us, Role::Queen);
    let straight = rook_attacks(king, transparent);
    let oblique = bishop_attacks(king, transparent);
    let by = |role: Role| ours.by_role[role as usize];
    let rook = straight & by(Role::Rook) & safe;
    let queen = (straight | oblique)
        & by(Role::Queen)
        & safe
        & !(theirs.by_role[Role::Queen as usize] | rook);
    let bishop = oblique & by(Role::Bishop) & safe & !queen;
    let knight = knight_attacks(king) & by(Role::Knight);
    let mut units = 0;
    for (kind, squares) in [knight & safe, bishop, rook, queen].into_iter().enumerate() {
        if squares.any() {
            units += SAFE_CHECK[kind][usize::from(squares.more_than_one())];
        }
    }
    let mut unsafe_checks = Bitboard::EMPTY;
    if (knight & safe).is_empty() {
        unsafe_checks |= knight;
    }
    if rook.is_empty() {
        unsafe_checks |= straight & by(Role::Rook);
    }
    if bishop.is_empty() {
        unsafe_checks |= oblique & by(Role::Bishop);
    }
    units + 148 * count(unsafe_checks & !board.of(us))
}

/// The five near ranks of the files around the king: how often `us` attacks
/// them, squares attacked twice counted twice, and how often the other guards them.
#[inline(always)]
fn flank(sight: &Sight, us: Color, king: Square) -> (i32, i32) {
    const FLANKS: [u64; 8] = [0x07, 0x0f, 0x0f, 0x3c, 0x3c, 0xf0, 0xf0, 0xe0];
    let files = FLANKS[king.file().to_usize()] * 0x0101_0101_0101_0101;
    let camp = us.fold_wb(0xffff_ffff_ff00_0000, 0x0000_00ff_ffff_ffff);
    let flank = Bitboard(files & camp);
    let (ours, theirs) = (sight.side(us), sight.side(!us));
    let sway = count(ours.all & flank) + count(ours.twice & flank);
    (sway, count(theirs.all & flank))
}

/// Gathers what the pawns around a king count, of both sides.
#[inline(always)]
pub(super) fn gather_pawns(board: &Board, us: Color, gather: &mut impl Gather) {
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

#[inline(always)]
fn count(squares: Bitboard) -> i32 {
    i32::try_from(squares.count()).unwrap_or(0)
}
