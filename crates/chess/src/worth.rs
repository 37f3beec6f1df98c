//! What a man is worth in an exchange: the one table of piece values.
//!
//! These are the round figures of static exchange and of talk between players
//! ("a rook for two minor pieces"). An engine's evaluation has tuned values of
//! its own and does not use them.

use shakmaty::Role;

/// Centipawns a man counts in an exchange. The king has no price: it can take,
/// but never be taken.
///
/// ```
/// use krog_chess::{Role, worth};
///
/// assert_eq!(worth::centipawns(Role::Rook), Some(500));
/// assert_eq!(worth::centipawns(Role::King), None);
/// ```
pub const fn centipawns(role: Role) -> Option<i32> {
    match role {
        Role::Pawn => Some(100),
        Role::Knight | Role::Bishop => Some(300),
        Role::Rook => Some(500),
        Role::Queen => Some(900),
        Role::King => None,
    }
}

/// Whether losing `a` costs more than losing `b`. The king is dearer than all.
pub const fn dearer(a: Role, b: Role) -> bool {
    match (centipawns(a), centipawns(b)) {
        (Some(a), Some(b)) => a > b,
        (None, Some(_)) => true,
        (_, None) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(a: Role, b: Role, expected: bool) {
        assert_eq!(dearer(a, b), expected, "{a:?} dearer than {b:?}");
    }

    #[test]
    fn minor_pieces_are_equal_and_the_king_beats_all() {
        check(Role::Knight, Role::Pawn, true);
        check(Role::Knight, Role::Bishop, false);
        check(Role::Bishop, Role::Knight, false);
        check(Role::Queen, Role::Rook, true);
        check(Role::King, Role::Queen, true);
        check(Role::Queen, Role::King, false);
        check(Role::King, Role::King, false);
    }
}
