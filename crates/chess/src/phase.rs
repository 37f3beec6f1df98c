//! The phase of a game: a weight for evaluation and a word for people.

use std::fmt;

use shakmaty::{Board, Color, Role};

/// The [`weight`] of a board with all pieces on it.
pub const FULL_WEIGHT: u32 = 24;

/// The word for a phase.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Phase {
    /// Most pieces are on the board and most of them at home.
    Opening,
    /// Pieces are out, or some have left the board.
    Middlegame,
    /// At most six pieces remain, kings included.
    Endgame,
}

impl Phase {
    /// Every phase, in the order of a game.
    pub const ALL: [Phase; 3] = [Phase::Opening, Phase::Middlegame, Phase::Endgame];

    /// The phase of a board, by the count of men other than pawns: at most 6
    /// make an endgame, at most 10 a middlegame; with more, it is a middlegame
    /// once a side has fewer than four men left on its back rank.
    ///
    /// ```
    /// use krog_chess::{Board, Phase};
    ///
    /// assert_eq!(Phase::of(&Board::new()), Phase::Opening);
    /// ```
    pub fn of(board: &Board) -> Phase {
        let men = (board.occupied() & !board.pawns()).count();
        let sparse = |color: Color| (board.by_color(color) & color.backrank()).count() < 4;
        match men {
            0..=6 => Phase::Endgame,
            7..=10 => Phase::Middlegame,
            _ if Color::ALL.into_iter().any(sparse) => Phase::Middlegame,
            _ => Phase::Opening,
        }
    }

    /// The name in JSON and on the command line.
    pub const fn code(self) -> &'static str {
        match self {
            Phase::Opening => "opening",
            Phase::Middlegame => "middlegame",
            Phase::Endgame => "endgame",
        }
    }
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// How much middlegame is left, from [`FULL_WEIGHT`] down to 0: a minor piece
/// counts 1, a rook 2, a queen 4; promoted pieces cannot lift it above full.
pub fn weight(board: &Board) -> u32 {
    let count = |role: Role| u32::try_from(board.by_role(role).count()).unwrap_or(FULL_WEIGHT);
    let sum =
        count(Role::Knight) + count(Role::Bishop) + 2 * count(Role::Rook) + 4 * count(Role::Queen);
    sum.min(FULL_WEIGHT)
}

#[cfg(test)]
mod tests {
    use shakmaty::Position as _;

    use super::*;
    use crate::{fen, mirror};

    #[track_caller]
    fn check(fen: &str, phase: Phase, expected_weight: u32) {
        let position = fen::parse(fen).expect("test positions are legal");
        let mirrored = mirror::position(&position);
        for board in [position.board(), mirrored.board()] {
            assert_eq!(Phase::of(board), phase, "{fen}");
            assert_eq!(weight(board), expected_weight, "{fen}");
        }
    }

    #[test]
    fn phases_follow_the_men_on_the_board() {
        check("startpos", Phase::Opening, 24);
        // The Italian game: everything is still on the board.
        check(
            "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4",
            Phase::Opening,
            24,
        );
        // Sixteen men, but White's back rank holds three.
        check(
            "r1bqkbnr/pppppppp/2n5/8/8/1NNBB3/PPPPQPPP/R3K2R w KQkq - 0 8",
            Phase::Middlegame,
            24,
        );
        // Ten men: middlegame, though all stand at home.
        check(
            "r1b1k2r/8/8/8/8/8/8/RNBQK2R w KQkq - 0 20",
            Phase::Middlegame,
            15,
        );
        // Six men: endgame, though the queens are on.
        check("3qk2r/8/8/8/8/8/8/R2QK3 w - - 0 30", Phase::Endgame, 12);
        check("4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 50", Phase::Endgame, 0);
    }

    #[test]
    fn many_queens_are_still_a_full_board() {
        check(
            "qqqqk3/qqqq4/8/8/8/8/8/QQQQK3 w - - 0 30",
            Phase::Opening,
            24,
        );
    }
}
