//! The weights of the evaluation terms, in the order of the registry.
//!
//! Each table has one home here and is read through [`super::term::Term`].
//! Figures marked *source 004* come from there; the others are first guesses.

use crate::Tapered;

const fn t(mg: i32, eg: i32) -> Tapered {
    Tapered { mg, eg }
}

/// For each pawn with a pawn of its own colour ahead on the file (source 004).
pub(super) const DOUBLED: [Tapered; 1] = [t(-10, -20)];

/// For each pawn without a neighbour file pawn (source 004): with an enemy pawn
/// on its file, and without.
pub(super) const ISOLATED: [Tapered; 2] = [t(-8, -10), t(-15, -14)];

/// For each pawn that no pawn can guard any more and that cannot safely step
/// forward: with an enemy pawn on its file, and without.
pub(super) const BACKWARD: [Tapered; 2] = [t(-6, -8), t(-14, -10)];

/// By rank: a pawn beside another (first eight), a pawn guarded by another.
pub(super) const CONNECTED: [Tapered; 16] = [
    t(0, 0),
    t(2, 0),
    t(6, 2),
    t(8, 6),
    t(18, 16),
    t(40, 40),
    t(70, 70),
    t(0, 0),
    t(0, 0),
    t(0, 0),
    t(10, 4),
    t(8, 4),
    t(12, 12),
    t(30, 30),
    t(60, 50),
    t(0, 0),
];

/// By rank: no enemy pawn can stop it or take it (source 004).
pub(super) const PASSED: [Tapered; 8] = [
    t(0, 0),
    t(0, 5),
    t(0, 10),
    t(0, 25),
    t(15, 45),
    t(35, 80),
    t(60, 120),
    t(0, 0),
];

/// By rank: an enemy man stands before the passed pawn.
pub(super) const PASSED_BLOCKED: [Tapered; 8] = [
    t(0, 0),
    t(0, -4),
    t(0, -8),
    t(-2, -14),
    t(-6, -24),
    t(-12, -40),
    t(-30, -70),
    t(0, 0),
];

/// By rank: the square before the passed pawn is free and not attacked.
pub(super) const PASSED_FREE: [Tapered; 8] = [
    t(0, 0),
    t(0, 2),
    t(0, 4),
    t(2, 10),
    t(4, 20),
    t(12, 40),
    t(20, 70),
    t(0, 0),
];

/// By rank and per step: how far the own king is from the square before the
/// passed pawn (first eight), and how far the other's is.
pub(super) const PASSED_KINGS: [Tapered; 16] = [
    t(0, 0),
    t(0, 0),
    t(0, 0),
    t(0, -3),
    t(0, -6),
    t(0, -10),
    t(0, -10),
    t(0, 0),
    t(0, 0),
    t(0, 0),
    t(0, 1),
    t(0, 6),
    t(0, 11),
    t(0, 18),
    t(0, 20),
    t(0, 0),
];

/// Two bishops (source 004).
pub(super) const BISHOP_PAIR: [Tapered; 1] = [t(30, 40)];

/// Per own pawn on the colour of a bishop's squares.
pub(super) const BISHOP_PAWNS: [Tapered; 1] = [t(-2, -4)];

/// A rook on a file without own pawns, and without any (source 004).
pub(super) const ROOK_FILES: [Tapered; 2] = [t(10, 5), t(20, 10)];

/// A rook on the seventh rank with the enemy king behind it or pawns on it.
pub(super) const ROOK_SEVENTH: [Tapered; 1] = [t(4, 14)];

/// A knight, a bishop, guarded by a pawn where no pawn can drive it away.
pub(super) const OUTPOSTS: [Tapered; 2] = [t(22, 12), t(18, 6)];

/// A minor piece right behind an own pawn.
pub(super) const SHIELDED: [Tapered; 1] = [t(5, 2)];

/// By the number of squares: knight (9), bishop (14), rook (15), queen (28).
pub(super) const MOBILITY: [Tapered; 66] = [
    t(-30, -40),
    t(-20, -26),
    t(-8, -12),
    t(-2, -4),
    t(2, 2),
    t(6, 8),
    t(10, 10),
    t(14, 10),
    t(18, 8),
    t(-26, -36),
    t(-14, -20),
    t(-4, -10),
    t(0, -4),
    t(5, 2),
    t(9, 8),
    t(12, 12),
    t(14, 14),
    t(15, 16),
    t(17, 16),
    t(20, 15),
    t(24, 14),
    t(28, 16),
    t(32, 18),
    t(-28, -40),
    t(-16, -24),
    t(-8, -12),
    t(-4, -4),
    t(-3, 2),
    t(-1, 6),
    t(1, 10),
    t(4, 13),
    t(7, 16),
    t(10, 19),
    t(12, 22),
    t(14, 24),
    t(16, 26),
    t(18, 27),
    t(22, 26),
    t(-20, -40),
    t(-14, -34),
    t(-10, -28),
    t(-8, -22),
    t(-6, -16),
    t(-4, -10),
    t(-3, -5),
    t(-2, 0),
    t(-1, 4),
    t(0, 8),
    t(1, 11),
    t(2, 14),
    t(3, 17),
    t(4, 19),
    t(5, 21),
    t(6, 23),
    t(6, 25),
    t(7, 26),
    t(7, 27),
    t(8, 28),
    t(8, 29),
    t(9, 29),
    t(10, 29),
    t(12, 28),
    t(14, 27),
    t(16, 26),
    t(18, 25),
    t(20, 24),
];

/// By attack units against the enemy king, see [`super::king`].
pub(super) const KING_DANGER: [Tapered; 40] = [
    t(0, 0),
    t(0, 0),
    t(1, 0),
    t(2, 0),
    t(4, 0),
    t(6, 0),
    t(8, 0),
    t(11, 0),
    t(14, 0),
    t(18, 1),
    t(22, 1),
    t(27, 2),
    t(32, 2),
    t(38, 3),
    t(44, 3),
    t(51, 4),
    t(58, 5),
    t(66, 6),
    t(74, 7),
    t(83, 8),
    t(92, 9),
    t(102, 10),
    t(112, 12),
    t(123, 14),
    t(134, 16),
    t(146, 18),
    t(158, 20),
    t(171, 22),
    t(184, 24),
    t(198, 26),
    t(212, 28),
    t(227, 30),
    t(242, 32),
    t(258, 34),
    t(274, 36),
    t(291, 38),
    t(308, 40),
    t(326, 42),
    t(344, 44),
    t(360, 46),
];

/// By the rank of the nearest own pawn before the king, none first: on the
/// king's file (first eight) and on each file beside it.
pub(super) const KING_SHELTER: [Tapered; 16] = [
    t(-20, 4),
    t(14, -4),
    t(10, -2),
    t(0, 0),
    t(-4, 0),
    t(-8, 0),
    t(-8, 0),
    t(0, 0),
    t(-18, 2),
    t(18, -4),
    t(10, 0),
    t(-2, 0),
    t(-4, 0),
    t(-6, 0),
    t(-8, 0),
    t(0, 0),
];

/// By the rank, from the king's side, of the nearest enemy pawn on the king's
/// three files: free to advance (first eight), and stopped by an own pawn.
pub(super) const KING_STORM: [Tapered; 16] = [
    t(0, 0),
    t(0, 0),
    t(-20, 0),
    t(-16, 0),
    t(-8, 0),
    t(-2, 0),
    t(0, 0),
    t(0, 0),
    t(0, 0),
    t(0, 0),
    t(-12, -4),
    t(-2, -2),
    t(0, 0),
    t(0, 0),
    t(0, 0),
    t(0, 0),
];

/// By what is attacked (pawn to king): by a pawn, a minor piece, a rook.
pub(super) const THREATS: [Tapered; 18] = [
    t(0, 0),
    t(50, 30),
    t(50, 36),
    t(62, 20),
    t(60, 14),
    t(0, 0),
    t(4, 14),
    t(16, 18),
    t(22, 22),
    t(44, 20),
    t(40, 30),
    t(0, 0),
    t(0, 12),
    t(18, 22),
    t(18, 22),
    t(4, 14),
    t(38, 20),
    t(0, 0),
];

/// An enemy man that is attacked and not guarded; the king attacks a man; a
/// pawn can step to where it attacks a piece.
pub(super) const LOOSE: [Tapered; 3] = [t(14, 10), t(8, 24), t(12, 10)];

/// Per safe square on the own half of the four centre files, behind or between
/// pawns counted twice.
pub(super) const SPACE: [Tapered; 1] = [t(2, 0)];

/// To be on move.
pub(super) const TEMPO: [Tapered; 1] = [t(16, 10)];
