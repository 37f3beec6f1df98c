//! The structure of pawns, which changes seldom and is kept in a table; and
//! what becomes of passed pawns, which depends on all men.

use krog_chess::{Bitboard, Color, Rank, Role, Square, shakmaty::attacks::rook_attacks};

use super::{
    king,
    sight::{Sight, ahead, backward, forward, pawn_attacks, widened},
    term::{Gather, Id, Sum},
};
use crate::{Tapered, board::Board};

/// What is remembered of a structure.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Structure {
    key: u64,
    /// Pawns, and the kings among them.
    pub(super) sum: Tapered,
    pub(super) passed: Bitboard,
    /// What pawns alone count.
    pawns: Sum,
    /// Where the kings stood when `sum` was last counted.
    kings: Option<[Square; 2]>,
}

/// Structures by pawn key; a power of two of them.
#[derive(Clone, Debug)]
pub(crate) struct PawnTable {
    entries: Vec<Structure>,
}

/// 8192 entries of 32 bytes stay within the second cache.
const ENTRIES: usize = 1 << 13;

impl PawnTable {
    pub(crate) fn new() -> PawnTable {
        // The key of no pawns is 0 and its structure is the default one.
        PawnTable {
            entries: vec![Structure::default(); ENTRIES],
        }
    }

    #[inline(always)]
    pub(super) fn look_up(&mut self, board: &Board) -> Structure {
        let key = board.pawn_key();
        let index = usize::try_from(key & (ENTRIES as u64 - 1)).unwrap_or(0);
        let entry = &mut self.entries[index];
        if entry.key != key {
            let mut sum = Sum::default();
            let passed = gather(board, &mut sum);
            *entry = Structure {
                key,
                sum: Tapered::default(),
                passed,
                pawns: sum,
                kings: None,
            };
        }
        // Kings move more often than pawns: their part is counted by itself.
        let kings = Color::ALL.map(|us| board.king(us));
        if entry.kings != Some(kings) {
            let mut sum = entry.pawns;
            for us in Color::ALL {
                king::gather_pawns(board, us, &mut sum);
            }
            entry.sum = sum.tapered();
            entry.kings = Some(kings);
        }
        *entry
    }
}

/// Gathers what depends on pawns alone; the passed pawns of both sides.
#[inline(always)]
pub(super) fn gather(board: &Board, gather: &mut impl Gather) -> Bitboard {
    let mut passed = Bitboard::EMPTY;
    for us in Color::ALL {
        let ours = board.men(us, Role::Pawn);
        let theirs = board.men(!us, Role::Pawn);
        let guarded = pawn_attacks(us, ours);
        let enemy_attacks = pawn_attacks(!us, theirs);
        for square in ours {
            let pawn = Pawn {
                us,
                square,
                ours,
                theirs,
            };
            passed |= pawn.gather(guarded, enemy_attacks, gather);
        }
    }
    passed
}

struct Pawn {
    us: Color,
    square: Square,
    ours: Bitboard,
    theirs: Bitboard,
}

impl Pawn {
    /// Gathers what one pawn counts; the pawn itself if it is passed.
    #[inline(always)]
    fn gather(
        &self,
        guarded: Bitboard,
        enemy_attacks: Bitboard,
        gather: &mut impl Gather,
    ) -> Bitboard {
        let us = self.us;
        let at = Bitboard::from_square(self.square);
        let rank = us.relative_rank(self.square.rank()).to_usize();
        let file = Bitboard::from_file(self.square.file());
        let front = ahead(us, forward(us, at));
        let span = widened(front);
        let neighbours = (widened(file) & !file) & self.ours;
        let opposed = (self.theirs & front).any();
        let doubled = (self.ours & front).any();
        if doubled {
            gather.add(Id::Doubled, 0, us, 1);
        }
        let open = usize::from(!(self.theirs & file).any());
        if neighbours.is_empty() {
            gather.add(Id::Isolated, open, us, 1);
        } else {
            let stop = forward(us, at);
            let behind_or_beside = ahead(!us, widened(at)) & neighbours;
            if behind_or_beside.is_empty() && (enemy_attacks & stop).any() {
                gather.add(Id::Backward, usize::from(!opposed), us, 1);
            }
        }
        if (widened(at) & !at & self.ours).any() {
            gather.add(Id::Connected, rank, us, 1);
        }
        if guarded.contains(self.square) {
            gather.add(Id::Connected, 8 + rank, us, 1);
        }
        if (self.theirs & span).is_empty() && !doubled {
            gather.add(Id::Passed, rank, us, 1);
            return at;
        }
        Bitboard::EMPTY
    }
}

/// Gathers what passed pawns count for the men around them.
#[inline(always)]
pub(super) fn gather_passed(
    board: &Board,
    sight: &Sight,
    passed: Bitboard,
    us: Color,
    gather: &mut impl Gather,
) {
    let enemy_attacks = sight.side(!us).all;
    let heavy = board.role(Role::Rook) | board.role(Role::Queen);
    for square in passed & board.of(us) {
        let rank = us.relative_rank(square.rank());
        let index = rank.to_usize();
        let stop = forward(us, Bitboard::from_square(square));
        let path = ahead(us, stop);
        if (stop & board.of(!us)).any() {
            gather.add(Id::PassedBlocked, index, us, 1);
        } else if (stop & (board.occupied() | enemy_attacks)).is_empty() {
            gather.add(Id::PassedFree, index, us, 1);
            if (path & (board.occupied() | enemy_attacks)).is_empty() {
                gather.add(Id::PassedPath, index, us, 1);
            }
        }
        if (stop & sight.side(us).all).any() {
            gather.add(Id::PassedPath, 8 + index, us, 1);
        }
        let behind = rook_attacks(square, board.occupied())
            & Bitboard::from_file(square.file())
            & !path
            & heavy;
        if behind.any() {
            let enemy = usize::from((behind & board.of(us)).is_empty());
            gather.add(Id::PassedRooks, enemy, us, 1);
        }
        if rank >= Rank::Third {
            let Some(stop) = stop.first() else { continue };
            let steps = |king: Square| i32::try_from(king.distance(stop)).unwrap_or(0);
            gather.add(Id::PassedKings, index, us, steps(board.king(us)));
            gather.add(Id::PassedKings, 8 + index, us, steps(board.king(!us)));
        }
    }
}

/// The squares that pawns of a side attack now or may come to attack.
#[inline(always)]
pub(super) fn attack_span(us: Color, pawns: Bitboard) -> Bitboard {
    ahead(us, pawn_attacks(us, pawns))
}

/// Squares right behind pawns of either side, from a side's point of view.
#[inline(always)]
pub(super) fn behind(us: Color, pawns: Bitboard) -> Bitboard {
    backward(us, pawns)
}
