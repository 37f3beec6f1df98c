//! The static exchange by searching real positions: every capture is one that
//! the rules library calls legal, and is played.

use krog_chess::{Chess, Move, Position as _, Role, Square};

/// What `m` is worth to the side that plays it, in centipawns.
pub(crate) fn value(position: &Chess, m: Move) -> i32 {
    if m.is_castle() {
        return 0;
    }
    let mut after = position.clone();
    after.play_unchecked(m);
    gain(m) - best_capture(&after, m.to())
}

/// What the side to move gains on `target`, at least 0: it need not take.
fn best_capture(position: &Chess, target: Square) -> i32 {
    let captures: Vec<Move> = position
        .legal_moves()
        .into_iter()
        .filter(|m| m.is_capture() && !m.is_en_passant() && m.to() == target)
        .filter(|m| matches!(m.promotion(), None | Some(Role::Queen)))
        .collect();
    let Some(least) = captures.iter().map(|m| rank_of(m.role())).min() else {
        return 0;
    };
    captures
        .into_iter()
        .filter(|m| rank_of(m.role()) == least)
        .map(|m| {
            let mut after = position.clone();
            after.play_unchecked(m);
            gain(m) - best_capture(&after, target)
        })
        .fold(0, i32::max)
}

/// What a move adds to the side's men at once.
fn gain(m: Move) -> i32 {
    let taken = m.capture().map_or(0, price);
    let promoted = m.promotion().map_or(0, |role| price(role) - 100);
    taken + promoted
}

fn price(role: Role) -> i32 {
    match role {
        Role::Pawn => 100,
        Role::Knight | Role::Bishop => 300,
        Role::Rook => 500,
        Role::Queen => 900,
        Role::King => unreachable!("no legal move takes a king or becomes one"),
    }
}

/// The order in which men take: by price, the king last.
fn rank_of(role: Role) -> i32 {
    match role {
        Role::King => i32::MAX,
        _ => price(role),
    }
}

#[cfg(test)]
mod tests {
    use krog_chess::{fen, notation};

    use super::*;

    #[track_caller]
    fn check(fen: &str, text: &str, expected: i32) {
        let position = fen::parse(fen).expect("test positions are legal");
        let m = notation::read(&position, text).expect("test moves are legal");
        assert_eq!(value(&position, m), expected, "{text} in {fen}");
    }

    #[test]
    fn exchanges_that_can_be_counted_by_hand() {
        check("4k3/8/4p3/3p4/8/8/8/3RK3 w - - 0 1", "Rxd5", 100 - 500);
        check("4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", "Rxd5", 100);
        // The knight that guards d5 is pinned.
        check("4k3/4n3/8/3p4/4P3/8/8/4RK2 w - - 0 1", "exd5", 100);
        // The new queen is taken, and so is the rook that took it.
        check(
            "3rr1k1/2P5/8/8/8/8/8/3R2K1 w - - 0 1",
            "cxd8=Q",
            500 + 800 - 900 + 500,
        );
        check("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "O-O", 0);
        check("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6", 100);
    }
}
