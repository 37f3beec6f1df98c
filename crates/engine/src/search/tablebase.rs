//! Endgame tables, as search asks them. Reading files is the business of
//! whoever hands one in.

use krog_chess::{Chess, Position as _};

use super::{score::TABLE_WIN, tree::Node, worker::Worker};
use crate::board::{Board, Mv};

/// What tables know of a position, for the side to move, fifty moves counted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Outlook {
    /// Lost.
    Loss,
    /// Drawn, also where the fifty-move rule saves a loss or spoils a win.
    Draw,
    /// Won.
    Win,
}

/// Someone who knows endings.
pub trait Tablebase: Send + Sync {
    /// The most men, kings included, of a position it may know.
    fn most_men(&self) -> usize;

    /// What becomes of a position right after a capture or pawn move; nothing
    /// if it is not known.
    fn outlook(&self, position: &Chess) -> Option<Outlook>;

    /// How near the next capture or pawn move is on the way to the best end,
    /// in plies: positive for a win, negative for a loss.
    fn distance(&self, position: &Chess) -> Option<i32>;
}

/// Of these moves the ones that keep the best end that tables know, and of
/// winning ones the quickest; all of them where something is not known.
pub(super) fn sift(tables: &dyn Tablebase, position: &Chess, moves: Vec<Mv>) -> Vec<Mv> {
    if position.board().occupied().count() > tables.most_men() {
        return moves;
    }
    let mut judged = Vec::new();
    for m in &moves {
        let Some(rank) = rank(tables, position, *m) else {
            return moves;
        };
        judged.push((rank, *m));
    }
    let best = judged.iter().map(|(rank, _)| *rank).max();
    let kept = judged.into_iter().filter(|(rank, _)| Some(*rank) == best);
    kept.map(|(_, m)| m).collect()
}

/// How good a move is: its end, then for a win how soon it makes progress.
fn rank(tables: &dyn Tablebase, position: &Chess, m: Mv) -> Option<(Outlook, i32)> {
    let mut after = position.clone();
    after.play_unchecked(m.unpack(position)?);
    if after.is_checkmate() {
        return Some((Outlook::Win, 0));
    }
    let distance = -tables.distance(&after)?;
    let end = match distance {
        1.. => Outlook::Win,
        0 => Outlook::Draw,
        _ => Outlook::Loss,
    };
    let progress = if after.halfmoves() == 0 {
        0
    } else {
        distance.abs()
    };
    Some((end, if end == Outlook::Win { -progress } else { 0 }))
}

impl Worker<'_> {
    /// What endgame tables say right after a capture or pawn move.
    pub(super) fn ask_tables(&self, board: &Board, node: Node) -> Option<i32> {
        let tables = self.shared.tablebase?;
        if board.halfmoves() != 0 || board.occupied().count() > tables.most_men() {
            return None;
        }
        let score = match tables.outlook(&board.chess()?)? {
            Outlook::Win => TABLE_WIN - node.plies(),
            Outlook::Draw => 0,
            Outlook::Loss => node.plies() - TABLE_WIN,
        };
        self.shared.count_table_hit();
        Some(score)
    }
}
