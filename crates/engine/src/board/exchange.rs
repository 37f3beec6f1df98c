//! Static exchange in search: whether a move keeps at least so much. Values
//! are those of [`worth`]; unlike [`krog_chess::see`] it asks a yes-or-no
//! question and does not look at pins of the men that take back, for speed.

use krog_chess::{
    Bitboard, Role,
    shakmaty::attacks::{bishop_attacks, rook_attacks},
    worth,
};

use super::{Board, Mv, ROLES};

/// Centipawns by role number; the king is beyond price.
const PRICES: [i32; ROLES] = prices();

const fn prices() -> [i32; ROLES] {
    const ROLES_BY_NUMBER: [Role; 5] = [
        Role::Pawn,
        Role::Knight,
        Role::Bishop,
        Role::Rook,
        Role::Queen,
    ];
    let mut prices = [0; ROLES];
    let mut index = 0;
    while index < 5 {
        prices[index + 1] = match worth::centipawns(ROLES_BY_NUMBER[index]) {
            Some(price) => price,
            None => 0,
        };
        index += 1;
    }
    prices
}

/// What a role number is worth in an exchange.
#[inline]
pub(crate) fn price(code: usize) -> i32 {
    PRICES[code]
}

impl Board {
    /// Whether the exchange that a move begins gains at least `threshold`.
    pub(crate) fn keeps(&self, m: Mv, threshold: i32) -> bool {
        if m.is_special() {
            return threshold <= 0;
        }
        let (from, to) = (m.from(), m.to());
        let mover = self.code_at(from);
        let (placed, promoted) = match m.promotion() {
            Some(role) => (role as usize, PRICES[role as usize] - PRICES[1]),
            None => (mover, 0),
        };
        let mut balance = PRICES[self.code_at(to)] + promoted - threshold;
        if balance < 0 {
            return false;
        }
        balance -= PRICES[placed];
        if balance >= 0 {
            return true;
        }
        let occupied = self.occupied().without(from).without(to);
        self.is_won(m, balance, occupied)
    }

    /// Plays the exchange out, cheapest man first; `balance` is the mover's if
    /// the man on the target is lost, and stands for the side that just took.
    fn is_won(&self, m: Mv, mut balance: i32, mut occupied: Bitboard) -> bool {
        let to = m.to();
        let straight = self.role(Role::Rook) | self.role(Role::Queen);
        let oblique = self.role(Role::Bishop) | self.role(Role::Queen);
        let mut attackers = self.attackers(to, occupied);
        let mut side = !self.turn();
        loop {
            attackers &= occupied;
            let ours = attackers & self.of(side);
            let Some((code, from)) = self.cheapest(ours) else {
                break;
            };
            // The king may not take what is still guarded.
            if code == Role::King as usize && (attackers & self.of(!side)).any() {
                break;
            }
            side = !side;
            balance = -balance - 1 - PRICES[code];
            if balance >= 0 {
                break;
            }
            occupied &= !from;
            if matches!(code, 1 | 3 | 5) {
                attackers |= bishop_attacks(to, occupied) & oblique;
            }
            if matches!(code, 4 | 5) {
                attackers |= rook_attacks(to, occupied) & straight;
            }
        }
        side != self.turn()
    }

    fn cheapest(&self, men: Bitboard) -> Option<(usize, Bitboard)> {
        if men.is_empty() {
            return None;
        }
        (1..ROLES).find_map(|code| {
            let of_role = men & self.everyone.by_role[code - 1];
            of_role.any().then(|| (code, of_role.isolate_first()))
        })
    }
}
