//! Who attacks, who defends, and which men are in danger, as source 001 counts.
//!
//! Attackers are those that can take by law, the enemy's king beside a man even
//! where it could not, and those that stand behind them on the line. A man is
//! safe or not by counting and comparing attackers and defenders; this is
//! rougher than the static exchange, on purpose: the source's labels rest on it.

use krog_chess::{Bitboard, Board, Color, Piece, Role, Square, worth};

/// What a man counts: 1, 3, 3, 5, 9, and the king above all.
pub(crate) fn points(role: Role) -> i32 {
    worth::centipawns(role).map_or(1_000, |cp| cp / 100)
}

/// The board after the man on `from` has gone to `to`; a pawn that reaches the
/// last rank becomes a queen.
pub(crate) fn moved(board: &Board, from: Square, to: Square) -> Board {
    let mut next = board.clone();
    if let Some(piece) = next.remove_piece_at(from) {
        let last = to.rank() == piece.color.relative_rank(krog_chess::Rank::Eighth);
        let role = match piece.role {
            Role::Pawn if last => Role::Queen,
            role => role,
        };
        next.set_piece_at(to, Piece { role, ..piece });
    }
    next
}

/// Whether the king of `side` can be left like this.
pub(crate) fn king_is_safe(board: &Board, side: Color) -> bool {
    board
        .king_of(side)
        .is_none_or(|king| board.attacks_to(king, !side, board.occupied()).is_empty())
}

/// The men of `side` that can take on `square` by law.
pub(crate) fn takers(board: &Board, square: Square, side: Color) -> Bitboard {
    board
        .attacks_to(square, side, board.occupied())
        .into_iter()
        .filter(|from| king_is_safe(&moved(board, *from, square), side))
        .collect()
}

/// The takers, and the king beside the man even where it may not take.
fn direct(board: &Board, square: Square, side: Color) -> Bitboard {
    let kings = board.kings() & board.attacks_to(square, side, board.occupied());
    takers(board, square, side) | kings
}

/// The direct attackers and those that stand behind them.
fn attackers(board: &Board, square: Square, side: Color) -> Bitboard {
    let mut found = direct(board, square, side);
    let mut board = board.clone();
    loop {
        for gone in found & board.occupied() & !board.kings() {
            board.discard_piece_at(gone);
        }
        let more = direct(&board, square, side) & !found;
        if more.is_empty() {
            return found;
        }
        found |= more;
    }
}

/// The men that would take back on `square`: of all captures there, those
/// against the capture that leaves the fewest.
fn defenders(board: &Board, square: Square, side: Color) -> Bitboard {
    let captures = takers(board, square, !side).into_iter().map(|from| {
        let after = moved(board, from, square);
        attackers(&after, square, side)
    });
    captures.min_by_key(|men| men.count()).unwrap_or_else(|| {
        let mut flipped = board.clone();
        if let Some(piece) = board.piece_at(square) {
            let color = !piece.color;
            flipped.set_piece_at(square, Piece { color, ..piece });
        }
        attackers(&flipped, square, side)
    })
}

/// Whether the man on `square` is safe, by the source's five rules. `captured`
/// is what the move just played has taken.
pub(crate) fn is_safe(board: &Board, square: Square, captured: Option<Role>) -> bool {
    let Some(man) = board.piece_at(square) else {
        return true;
    };
    let value = |square: Square| board.role_at(square).map_or(0, points);
    let near = direct(board, square, !man.color);
    let all = attackers(board, square, !man.color);
    let guards = defenders(board, square, man.color);
    // A rook that has taken a minor piece and falls to one, guarded: two for one.
    let two_for_one = captured.is_some_and(|role| points(role) == 3)
        && man.role == Role::Rook
        && all.count() == 1
        && all.into_iter().all(|attacker| value(attacker) == 3)
        && !guards.is_empty();
    let Some(cheapest) = near.into_iter().map(value).min() else {
        return true;
    };
    if two_for_one {
        return true;
    }
    if cheapest < points(man.role) {
        return false;
    }
    if all.count() <= guards.count() {
        return true;
    }
    let cheap_guard = guards.into_iter().any(|guard| value(guard) < cheapest);
    if points(man.role) < cheapest && cheap_guard {
        return true;
    }
    !(guards & board.pawns()).is_empty()
}

/// The pieces of `side` that are in danger and worth more than what the move
/// just played has taken.
pub(crate) fn in_danger(board: &Board, side: Color, captured: Option<Role>) -> Bitboard {
    let pieces = board.by_color(side) & !board.pawns() & !board.kings();
    let taken = captured.map_or(0, points);
    pieces
        .into_iter()
        .filter(|square| board.role_at(*square).map_or(0, points) > taken)
        .filter(|square| !is_safe(board, *square, captured))
        .collect()
}

#[cfg(test)]
mod tests {
    use krog_chess::{Position as _, fen, mirror, random};

    use super::*;

    #[track_caller]
    fn check(text: &str, side: Color, captured: Option<Role>, expected: &[Square]) {
        let position = fen::parse(text).expect("a legal position");
        let found: Vec<Square> = in_danger(position.board(), side, captured)
            .into_iter()
            .collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn a_piece_is_in_danger_when_it_can_be_won() {
        use Color::{Black, White};
        check("startpos", White, None, &[]);
        // Attacked by a pawn, guarded or not.
        let pawn = "4k3/8/8/3p4/4N3/3P4/8/4K3 b - - 0 1";
        check(pawn, White, None, &[Square::E4]);
        // A rook attacks a guarded rook: one against one.
        check("4r1k1/8/8/8/8/8/3KR3/8 b - - 0 1", White, None, &[]);
        // Two rooks in line against one guard: the second stands behind the first.
        check(
            "4r1k1/4r3/8/8/8/8/3KR3/8 b - - 0 1",
            White,
            None,
            &[Square::E2],
        );
        // A pinned attacker takes nothing.
        check("8/8/8/8/k2b3R/8/5N2/7K b - - 0 1", White, None, &[]);
        // What has paid for itself is not in danger.
        check(pawn, White, Some(Role::Bishop), &[]);
        check("4k3/8/8/8/8/2b5/8/R3K3 w - - 0 1", Black, None, &[]);
    }

    #[test]
    fn danger_is_the_same_in_the_mirror() {
        for position in random::positions(5).take(400) {
            let mirrored = mirror::position(&position);
            for side in Color::ALL {
                let here = in_danger(position.board(), side, None);
                let there = in_danger(mirrored.board(), !side, None);
                assert_eq!(here.flip_vertical(), there, "{}", fen::write(&position));
            }
        }
    }
}
