//! Men in danger: hanging, badly placed, trapped.
//!
//! These follow the definitions by which puzzles are tagged, with the players'
//! values (pawn 1, minor piece 3, rook 5, queen 9, king above all); they are
//! rougher than the static exchange, on purpose.

use krog_chess::{Bitboard, Board, Chess, Color, Position as _, Role, Square, pins, worth};

/// Points of a man; the king counts more than everything else.
pub fn points(role: Role) -> i32 {
    worth::centipawns(role).map_or(99, |cp| cp / 100)
}

/// Men of `color` that attack a square.
pub fn attackers(board: &Board, color: Color, square: Square) -> Bitboard {
    board.attacks_to(square, color, board.occupied())
}

/// Whether nobody guards the man on `square`; a guard behind an attacking
/// slider of the enemy counts.
pub fn is_hanging(board: &Board, square: Square) -> bool {
    let Some(color) = board.color_at(square) else {
        return false;
    };
    if !attackers(board, color, square).is_empty() {
        return false;
    }
    let sliders = attackers(board, !color, square) & board.sliders();
    sliders.into_iter().all(|slider| {
        let without = board.occupied().without(slider);
        let guards = board.attacks_to(square, color, without);
        guards.without(square).is_empty()
    })
}

/// Whether a cheaper enemy, not the king, attacks the man on `square`.
fn cheaper_attacks(board: &Board, square: Square) -> bool {
    let Some(man) = board.piece_at(square) else {
        return false;
    };
    attackers(board, !man.color, square)
        .into_iter()
        .filter_map(|attacker| board.role_at(attacker))
        .any(|role| role != Role::King && points(role) < points(man.role))
}

/// Whether the man on `square` is attacked and either hangs or can be taken by
/// something cheaper.
pub fn in_bad_spot(board: &Board, square: Square) -> bool {
    board.color_at(square).is_some_and(|color| {
        !attackers(board, !color, square).is_empty()
            && (is_hanging(board, square) || cheaper_attacks(board, square))
    })
}

/// Whether the piece on `square`, whose side is to move, stands badly and every
/// move it has leaves it badly placed or gives it up too cheaply.
pub fn is_trapped(position: &Chess, square: Square) -> bool {
    let board = position.board();
    let Some(man) = board.piece_at(square) else {
        return false;
    };
    let pinned = || absolutely_pinned(board, man.color).any(|(pinned, _)| pinned == square);
    if man.color != position.turn()
        || matches!(man.role, Role::Pawn | Role::King)
        || !in_bad_spot(board, square)
        || position.is_check()
        || pinned()
    {
        return false;
    }
    position
        .legal_moves()
        .into_iter()
        .filter(|m| m.from() == Some(square))
        .all(|m| {
            let pays = m
                .capture()
                .is_some_and(|role| points(role) >= points(man.role));
            let mut after = position.clone();
            after.play_unchecked(m);
            !pays && in_bad_spot(after.board(), m.to())
        })
}

/// The men of `color` that are pinned to their king, each with the squares of
/// the line that holds it.
pub fn absolutely_pinned(
    board: &Board,
    color: Color,
) -> impl Iterator<Item = (Square, Bitboard)> + '_ {
    pins::of(board, color)
        .filter(|pin| pin.kind == pins::PinKind::Absolute)
        .map(|pin| {
            let line = krog_chess::shakmaty::attacks::ray(pin.pinner, pin.behind);
            (pin.pinned, line)
        })
}

/// The balance of material in points, as `color` sees it.
pub fn balance(board: &Board, color: Color) -> i32 {
    let sum = |color: Color| -> i32 {
        board
            .by_color(color)
            .into_iter()
            .filter_map(|square| board.role_at(square))
            .filter(|role| *role != Role::King)
            .map(points)
            .sum()
    };
    sum(color) - sum(!color)
}
