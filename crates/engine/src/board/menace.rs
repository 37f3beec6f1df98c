//! Which squares a side attacks with cheap men: what stands there and is
//! dearer had better go, and nothing dearer had better come.

use krog_chess::{
    Bitboard, Color, Role,
    shakmaty::attacks::{bishop_attacks, knight_attacks, rook_attacks},
};

use super::{Board, ROLES};
use crate::evaluate::pawn_attacks as struck;

/// By role number: the squares where a man of that role is attacked by a
/// cheaper one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Menace([Bitboard; ROLES]);

impl Menace {
    /// Where cheaper men of `side` attack.
    pub(crate) fn by(board: &Board, side: Color) -> Menace {
        let occupied = board.occupied();
        let pawns = struck(side, board.men(side, Role::Pawn));
        let mut minors = pawns;
        for square in board.men(side, Role::Knight) {
            minors |= knight_attacks(square);
        }
        for square in board.men(side, Role::Bishop) {
            minors |= bishop_attacks(square, occupied);
        }
        let mut rooks = minors;
        for square in board.men(side, Role::Rook) {
            rooks |= rook_attacks(square, occupied);
        }
        let none = Bitboard::EMPTY;
        Menace([none, none, pawns, pawns, minors, rooks, none])
    }

    /// Where a man with this role number is menaced.
    #[inline]
    pub(crate) fn of(&self, code: usize) -> Bitboard {
        self.0[code]
    }
}

#[cfg(test)]
mod tests {
    use krog_chess::random;

    use super::*;

    #[test]
    fn menaced_men_are_attacked_by_cheaper_ones() {
        for position in random::positions(29).take(300) {
            let board = Board::from(&position);
            let side = !board.turn();
            let menace = Menace::by(&board, side);
            for square in board.of(board.turn()) {
                let code = board.code_at(square);
                let attackers = board.attackers(square, board.occupied()) & board.of(side);
                let class = |code: usize| [0, 1, 2, 2, 3, 4, 9][code];
                let cheaper = attackers
                    .into_iter()
                    .any(|from| class(board.code_at(from)) < class(code));
                let king = code == Role::King as usize;
                assert_eq!(menace.of(code).contains(square), cheaper && !king);
            }
        }
    }
}
