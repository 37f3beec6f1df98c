//! Which squares a side attacks with cheap men: what stands there and is
//! dearer had better go, and nothing dearer had better come.

use krog_chess::{
    Bitboard, Color, Role,
    shakmaty::attacks::{bishop_attacks, knight_attacks, pawn_attacks, rook_attacks},
};

use super::{Board, ROLES};

/// By role number: the squares where a man of that role is attacked by a
/// cheaper one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Menace([Bitboard; ROLES]);

impl Menace {
    /// Where cheaper men of `side` attack.
    pub(crate) fn by(board: &Board, side: Color) -> Menace {
        let occupied = board.occupied();
        let gather = |role: Role, attacks: &dyn Fn(_) -> Bitboard| {
            board
                .men(side, role)
                .into_iter()
                .fold(Bitboard::EMPTY, |all, square| all | attacks(square))
        };
        let pawns = gather(Role::Pawn, &|square| pawn_attacks(side, square));
        let minors = pawns
            | gather(Role::Knight, &knight_attacks)
            | gather(Role::Bishop, &|square| bishop_attacks(square, occupied));
        let rooks = minors | gather(Role::Rook, &|square| rook_attacks(square, occupied));
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
