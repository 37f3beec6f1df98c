//! Static exchange evaluation: what a move wins or loses on its target square
//! if both sides go on capturing there, or stop, as suits them.
//!
//! Only captures *on the target square* are looked at, each side takes with its
//! least valuable man first, and every capture is legal: pinned men stay on
//! their line, the king takes last and not into check, lines open as men leave
//! them, and a pawn that takes on the last rank becomes a queen. Where several
//! men of the least value can take, the side chooses the best of them.
//! Castling is worth 0: neither king nor rook can be taken at once by rule.

use shakmaty::{Bitboard, Board, Chess, Color, Move, Position as _, Rank, Role, Square};

use crate::worth;

/// The value of `m` in centipawns for the side that plays it.
///
/// ```
/// use krog_chess::{fen, notation, see};
///
/// // The pawn on e5 is guarded by the knight: winning it costs a knight for two pawns' worth.
/// let position = fen::parse("4k3/8/2n5/4p3/8/5N2/8/4K3 w - - 0 1")?;
/// assert_eq!(see::value(&position, notation::read(&position, "Nxe5")?), 100 - 300);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn value(position: &Chess, m: Move) -> i32 {
    on_board(position.board(), position.turn(), m)
}

/// The value of `m` for `side` on a board that need not be a legal position;
/// the first capture is taken as given, those after it are legal.
pub fn on_board(board: &Board, side: Color, m: Move) -> i32 {
    let (from, target) = match m {
        Move::Normal { from, to, .. } | Move::EnPassant { from, to } => (from, to),
        Move::Castle { .. } | Move::Put { .. } => return 0,
    };
    let mut occupied = board.occupied().without(from).with(target);
    if m.is_en_passant() {
        occupied.discard(Square::from_coords(target.file(), from.rank()));
    }
    let placed = m.promotion().unwrap_or(m.role());
    let gain = m.capture().map_or(0, price) + price(placed) - price(m.role());
    let exchange = Exchange { board, target };
    gain - exchange.best(!side, occupied, price(placed))
}

/// The king's price never enters a sum: it is captured by no legal move.
fn price(role: Role) -> i32 {
    worth::centipawns(role).unwrap_or(0)
}

/// Roles by rising price; those of one price stand together.
const BY_PRICE: [&[Role]; 5] = [
    &[Role::Pawn],
    &[Role::Knight, Role::Bishop],
    &[Role::Rook],
    &[Role::Queen],
    &[Role::King],
];

/// The men as they stood before the exchange. Whoever has since left for the
/// target square is missing from the `occupied` set that goes with it.
struct Exchange<'a> {
    board: &'a Board,
    target: Square,
}

impl Exchange<'_> {
    /// What `side` gains at best by taking the man of price `standing` on the
    /// target, 0 when it is better to leave it.
    fn best(&self, side: Color, occupied: Bitboard, standing: i32) -> i32 {
        let attackers = self.board.attacks_to(self.target, side, occupied) & occupied;
        if attackers.is_empty() {
            return 0;
        }
        for roles in BY_PRICE {
            let best = roles
                .iter()
                .flat_map(|role| {
                    let takers = attackers & self.board.by_role(*role);
                    takers.into_iter().map(move |from| (*role, from))
                })
                .filter(|(role, from)| self.is_legal(side, *role, *from, occupied))
                .map(|(role, from)| self.take(side, role, from, occupied, standing))
                .max();
            if let Some(best) = best {
                return best.max(0);
            }
        }
        0
    }

    fn take(
        &self,
        side: Color,
        role: Role,
        from: Square,
        occupied: Bitboard,
        standing: i32,
    ) -> i32 {
        let last_rank = matches!(self.target.rank(), Rank::First | Rank::Eighth);
        let placed = match role {
            Role::Pawn if last_rank => Role::Queen,
            _ => role,
        };
        standing + price(placed)
            - price(role)
            - self.best(!side, occupied.without(from), price(placed))
    }

    /// Whether the king of `side` is safe after its man on `from` has taken.
    fn is_legal(&self, side: Color, role: Role, from: Square, occupied: Bitboard) -> bool {
        let king = match role {
            Role::King => Some(self.target),
            _ => self.board.king_of(side),
        };
        let occupied = occupied.without(from);
        king.is_none_or(|king| {
            let checkers = self.board.attacks_to(king, !side, occupied) & occupied;
            checkers.without(self.target).is_empty()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{fen, mirror, notation, random};

    #[track_caller]
    fn check(fen: &str, text: &str, expected: i32) {
        let position = fen::parse(fen).expect("test positions are legal");
        let m = notation::read(&position, text).expect("test moves are legal");
        assert_eq!(value(&position, m), expected, "{text} in {fen}");
    }

    #[test]
    fn exchanges_are_counted_to_their_best_end() {
        let rook_takes = "1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1";
        check(rook_takes, "Rxe5", 100);
        check("4k3/8/4p3/3p4/4P3/8/8/3RK3 w - - 0 1", "exd5", 100);
        check("4k3/8/4p3/3p4/4P3/8/8/4K3 w - - 0 1", "exd5", 0);
        check("4k3/8/4p3/3p4/8/8/8/3RK3 w - - 0 1", "Rxd5", -400);
    }

    #[test]
    fn a_quiet_move_can_lose_its_man() {
        check("4k3/8/4p3/8/8/8/8/3RK3 w - - 0 1", "Rd5", -500);
        check("4k3/8/8/8/8/8/8/3RK3 w - - 0 1", "Rd5", 0);
    }

    #[test]
    fn sliders_join_from_behind() {
        check("3rk3/3r4/8/3p4/8/3R4/3R4/3QK3 w - - 0 1", "Rxd5", 100);
        check("3rk3/3r4/3r4/3p4/8/3R4/3R4/3QK3 w - - 0 1", "Rxd5", -400);
    }

    #[test]
    fn pinned_men_do_not_take_back() {
        // The knight on e7 guards d5 but is pinned by the rook on e1.
        check("4k3/4n3/8/3p4/4P3/8/8/4RK2 w - - 0 1", "exd5", 100);
        check("3k4/4n3/8/3p4/4P3/8/8/4RK2 w - - 0 1", "exd5", 0);
        // A pinned man may take along its line.
        check("4k3/4r3/8/8/4R3/8/8/4RK2 b - - 0 1", "Rxe4", 0);
    }

    #[test]
    fn kings_take_last_and_never_into_check() {
        check("8/8/4k3/3p4/4P3/8/8/4K3 w - - 0 1", "exd5+", 0);
        check("8/8/4k3/3p4/4P3/8/6B1/4K3 w - - 0 1", "exd5+", 100);
    }

    #[test]
    fn pawns_promote_and_take_in_passing() {
        check("3r2k1/4P3/8/8/8/8/8/K7 w - - 0 1", "exd8=Q", 1300);
        check("3rr1k1/4P3/8/8/8/8/8/K7 w - - 0 1", "exd8=Q", 400);
        check("6k1/4P3/8/8/8/8/8/4K3 w - - 0 1", "e8=N", 200);
        check("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6", 100);
        check("4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6", 0);
        check("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "O-O", 0);
    }

    #[test]
    fn an_exchange_looks_the_same_in_the_mirror() {
        for position in random::positions(3).take(1_000) {
            let mirrored = mirror::position(&position);
            for m in position.legal_moves() {
                assert_eq!(value(&position, m), value(&mirrored, mirror::mv(m)));
            }
        }
    }
}
