//! The weights of the evaluation terms, in the order of the registry.
//!
//! Each table has one home here and is read through [`super::term::Term`]. The
//! figures are those of `cargo xtask tune` with its usual seed and rounds, which
//! fits them to engine scores from a start of its own (`docs/engine.md` tells
//! from which positions); the start is source 004's where the comment names it.

use crate::Tapered;

const fn t(mg: i32, eg: i32) -> Tapered {
    Tapered { mg, eg }
}

/// What tuning adds to the published material, pawn to queen.
pub(super) const MATERIAL_TUNING: [Tapered; 5] =
    [t(-28, 40), t(4, 106), t(8, 104), t(-9, 176), t(33, 270)];

/// What the squares add besides the published figures, pawn to king, rank 1
/// first from the own side; the board is turned over so that the own king
/// stands on the files e to h.
#[rustfmt::skip]
pub(super) const OWN_WING: [Tapered; 384] = [
    t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0),
    t(8, 21), t(-35, 25), t(-3, 14), t(23, 17), t(14, 22), t(12, 22), t(-3, 20), t(43, 15),
    t(-17, 17), t(-42, 9), t(-17, 8), t(-8, 15), t(-15, 16), t(-12, 21), t(-20, 10), t(21, 12),
    t(7, 13), t(-20, 14), t(1, 1), t(-14, 8), t(-18, 9), t(5, 15), t(-6, 24), t(38, 9),
    t(16, 5), t(-21, -7), t(-9, -7), t(-10, -3), t(-11, 1), t(7, 11), t(-9, 12), t(43, 10),
    t(30, -38), t(11, -42), t(10, -30), t(17, -43), t(9, -20), t(14, -1), t(20, -18), t(68, -36),
    t(-22, -27), t(-33, -54), t(40, 35), t(24, 13), t(8, 17), t(36, 16), t(-21, 6), t(27, -30),
    t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0),
    t(17, 54), t(2, 36), t(23, 12), t(17, 30), t(12, 32), t(19, 18), t(9, 51), t(-2, 62),
    t(6, 32), t(17, 19), t(2, 13), t(1, 6), t(7, 6), t(-6, 20), t(11, 29), t(8, 43),
    t(16, 19), t(0, 1), t(-13, 5), t(0, 11), t(-1, 8), t(-3, 9), t(-2, 21), t(13, 34),
    t(22, 23), t(16, 16), t(10, 16), t(1, 4), t(2, 18), t(9, 15), t(19, 25), t(21, 43),
    t(29, 39), t(-2, 4), t(-1, 4), t(-25, 29), t(-17, 31), t(-26, 29), t(0, 16), t(19, 52),
    t(4, 49), t(-39, 26), t(-5, 25), t(-11, 11), t(-22, 11), t(-27, 27), t(-46, 35), t(-6, 49),
    t(72, 26), t(1, 31), t(-17, 39), t(28, 19), t(23, 22), t(-6, 37), t(33, 47), t(44, 50),
    t(-14, 49), t(21, 53), t(34, 47), t(21, 49), t(18, 48), t(38, 46), t(11, 33), t(-27, 37),
    t(43, 11), t(38, -2), t(14, 41), t(21, 20), t(18, 29), t(6, 43), t(50, 9), t(37, 4),
    t(4, 8), t(-13, 11), t(-1, 4), t(-6, 18), t(-3, 13), t(-1, 12), t(-5, 6), t(22, 3),
    t(-1, 19), t(4, 9), t(-14, 15), t(-2, 15), t(-3, 21), t(-8, 13), t(22, 12), t(11, 20),
    t(18, -6), t(-3, 5), t(-10, 23), t(-9, 5), t(-9, 7), t(2, 13), t(5, 28), t(21, 10),
    t(-7, 18), t(-3, 18), t(-19, 4), t(-31, 14), t(-24, 22), t(-10, 13), t(3, 26), t(-1, 15),
    t(28, 5), t(-26, 36), t(-38, 20), t(-17, 15), t(-7, 25), t(-19, 27), t(-16, 27), t(14, 18),
    t(28, 30), t(-11, 20), t(19, 24), t(5, 45), t(-9, 33), t(-2, 30), t(-2, 25), t(35, 28),
    t(27, 28), t(18, 59), t(21, 51), t(8, 43), t(13, 52), t(1, 43), t(6, 41), t(4, 26),
    t(7, 33), t(13, 4), t(-6, 14), t(-19, 9), t(-7, 2), t(-15, 32), t(10, 16), t(9, 34),
    t(28, 17), t(9, 20), t(11, 14), t(10, 15), t(8, 17), t(0, 25), t(21, 9), t(43, 25),
    t(32, 32), t(12, 24), t(0, 25), t(1, 25), t(10, 23), t(-9, 41), t(16, 18), t(27, 32),
    t(6, 48), t(14, 46), t(1, 35), t(-8, 32), t(-7, 37), t(3, 47), t(16, 47), t(7, 50),
    t(11, 63), t(27, 37), t(-18, 45), t(10, 26), t(2, 30), t(-4, 45), t(35, 38), t(29, 52),
    t(3, 47), t(3, 38), t(-13, 42), t(7, 22), t(22, 22), t(18, 41), t(2, 34), t(17, 44),
    t(-10, 3), t(-18, 10), t(-27, 7), t(-24, -16), t(-19, -5), t(-27, 11), t(-11, 15), t(0, 2),
    t(6, 20), t(-14, 26), t(2, 26), t(-20, 24), t(-5, 26), t(9, 44), t(20, 33), t(15, 34),
    t(21, 20), t(13, 22), t(-5, 30), t(-15, 49), t(12, 31), t(13, 44), t(8, 7), t(26, 17),
    t(35, 20), t(14, 7), t(-8, 40), t(7, 19), t(9, 18), t(-4, 35), t(17, -12), t(3, 17),
    t(12, 25), t(-1, 53), t(6, 24), t(3, 41), t(-4, 42), t(2, 35), t(-1, 29), t(3, 1),
    t(7, 64), t(26, 21), t(16, 20), t(2, 30), t(2, 27), t(11, 37), t(19, 9), t(15, 48),
    t(12, 35), t(26, 58), t(10, 27), t(1, 25), t(4, 37), t(12, 13), t(14, 38), t(18, 36),
    t(6, 64), t(41, 33), t(8, 62), t(1, 23), t(-8, 18), t(-15, 53), t(6, 28), t(-16, 47),
    t(19, 60), t(26, 18), t(-18, 61), t(-6, 27), t(5, 26), t(-16, 48), t(-9, -10), t(6, 40),
    t(-4, 58), t(11, 34), t(-5, 7), t(26, -11), t(27, -10), t(13, 13), t(7, 19), t(-30, 37),
    t(-10, -47), t(-11, -26), t(13, -23), t(7, -32), t(-4, -14), t(4, -13), t(1, -24), t(-1, -28),
    t(-17, -31), t(0, -19), t(-10, -11), t(35, -27), t(17, -19), t(-6, -9), t(3, -16), t(2, -27),
    t(5, -33), t(-25, -9), t(-17, -7), t(16, -13), t(5, -12), t(-10, -8), t(-12, -14), t(16, -34),
    t(20, 0), t(-39, 17), t(-6, 9), t(-8, 17), t(-18, 7), t(-15, 4), t(-50, 12), t(13, 9),
    t(9, 10), t(8, 34), t(-37, 39), t(-59, 50), t(-90, 52), t(-57, 31), t(-7, 13), t(6, -11),
    t(36, 6), t(36, 27), t(40, 37), t(2, 53), t(-4, 43), t(34, 33), t(26, 14), t(48, -3),
    t(26, 1), t(59, 59), t(69, 59), t(45, 11), t(57, 3), t(66, 46), t(59, 58), t(36, -7),
    t(-13, -75), t(44, 94), t(26, 45), t(34, 59), t(43, 74), t(34, 73), t(47, 91), t(-14, -78),
];

/// The same, pawn to queen, with the enemy king on the files e to h.
#[rustfmt::skip]
pub(super) const ENEMY_WING: [Tapered; 320] = [
    t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0),
    t(6, -2), t(13, -4), t(5, -6), t(1, -9), t(-5, 0), t(-10, 8), t(-14, 2), t(-17, 1),
    t(10, 1), t(11, 2), t(-6, 2), t(-4, -1), t(-3, -2), t(7, -1), t(-5, -3), t(-11, -4),
    t(2, 7), t(-2, 8), t(-5, 3), t(-5, 2), t(0, -2), t(0, -2), t(1, -8), t(-11, -5),
    t(-8, 13), t(-4, 13), t(-10, 16), t(-10, 1), t(7, -2), t(11, -13), t(6, -14), t(3, -18),
    t(-17, 10), t(-12, 7), t(-1, -8), t(-7, -1), t(-8, -6), t(8, -6), t(10, -22), t(5, -12),
    t(4, -2), t(2, 11), t(-7, 3), t(0, -3), t(-10, -3), t(-1, -4), t(18, -17), t(-9, -7),
    t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0),
    t(12, -4), t(3, 2), t(5, 5), t(5, -2), t(6, 0), t(1, 2), t(-8, 6), t(0, 2),
    t(-2, 1), t(7, 2), t(10, -5), t(5, 1), t(-1, -1), t(-8, 6), t(1, 8), t(5, -1),
    t(-1, -6), t(9, -3), t(6, -6), t(-1, -4), t(3, -3), t(-3, 0), t(-2, 0), t(4, 5),
    t(0, -7), t(-3, 9), t(-2, -12), t(10, -7), t(-15, 7), t(3, -3), t(-4, -4), t(4, 6),
    t(-13, 3), t(-1, 1), t(2, -4), t(-7, 3), t(-1, -13), t(-19, 0), t(-4, -2), t(1, -12),
    t(-1, 2), t(2, 6), t(-4, -1), t(-15, 2), t(-2, -5), t(-24, -3), t(-12, -9), t(-13, -14),
    t(3, 11), t(7, 8), t(-11, 3), t(-3, -6), t(-6, 1), t(-15, -10), t(18, -7), t(-15, -9),
    t(24, 20), t(4, 23), t(-1, -3), t(0, 6), t(-11, -14), t(7, 1), t(-5, -5), t(-10, -1),
    t(4, -2), t(-11, 4), t(1, -4), t(2, -1), t(-2, 0), t(-2, 1), t(11, 8), t(1, -9),
    t(-3, 0), t(7, -1), t(3, 2), t(5, 0), t(2, -1), t(-3, 1), t(-6, 1), t(5, 4),
    t(7, -9), t(11, 2), t(9, -1), t(1, -3), t(3, 0), t(-4, 1), t(-13, 0), t(-1, -5),
    t(8, 6), t(-3, 5), t(2, -7), t(3, -4), t(-12, 11), t(1, 8), t(1, 0), t(2, 1),
    t(5, 7), t(0, 0), t(4, -1), t(-5, 1), t(-3, -5), t(-4, -8), t(5, -8), t(1, -4),
    t(-4, 3), t(-4, -7), t(-15, 10), t(-9, 5), t(-8, 2), t(19, -6), t(3, 4), t(10, -13),
    t(-39, 14), t(-1, 6), t(-5, 3), t(-3, -4), t(-21, -4), t(-27, -5), t(-1, -12), t(-6, -18),
    t(-5, 14), t(-9, 11), t(12, 4), t(-9, 5), t(-15, -6), t(4, 3), t(-11, -13), t(-11, -21),
    t(-2, 7), t(-7, 15), t(-1, 5), t(5, 5), t(2, 0), t(7, -5), t(16, -10), t(14, -15),
    t(-6, 23), t(-6, 15), t(2, 19), t(4, -1), t(4, -1), t(-2, -17), t(6, -8), t(13, -13),
    t(-4, 9), t(-7, 7), t(6, 7), t(12, -3), t(-8, 5), t(0, -5), t(7, -8), t(7, -10),
    t(8, 6), t(5, -1), t(4, 6), t(3, 0), t(-2, -1), t(-3, -4), t(-9, -4), t(1, -9),
    t(5, 3), t(-14, 10), t(13, 3), t(-12, 5), t(6, -4), t(-19, -10), t(0, -7), t(-12, -6),
    t(-9, -1), t(-4, 4), t(-7, -1), t(-12, 2), t(6, -7), t(-4, -7), t(-16, -2), t(-16, -11),
    t(-16, 5), t(-8, -3), t(-2, -7), t(2, -3), t(-10, 1), t(-11, -3), t(6, 1), t(-1, -10),
    t(-9, -2), t(-12, 5), t(-17, 1), t(-11, -3), t(-11, -6), t(-7, -8), t(-5, 5), t(-17, 3),
    t(-13, -4), t(-2, 8), t(7, 9), t(2, 12), t(-1, -16), t(-2, -4), t(-7, 3), t(10, 9),
    t(-9, 6), t(-5, 7), t(0, 13), t(1, 7), t(-9, 24), t(-4, -6), t(7, -1), t(2, 12),
    t(-4, 4), t(-3, 12), t(4, 11), t(-6, 16), t(8, 2), t(-4, 1), t(4, 0), t(6, 2),
    t(-5, 16), t(-2, 13), t(2, 10), t(-6, 5), t(-1, 16), t(-1, 4), t(0, -2), t(3, -19),
    t(5, 0), t(2, 3), t(13, 7), t(11, 3), t(-14, -9), t(-6, -17), t(-5, -6), t(-15, 3),
    t(5, 3), t(-10, -1), t(-16, 2), t(1, -11), t(1, -4), t(-12, -21), t(-26, -11), t(-15, -5),
    t(-27, -1), t(0, -15), t(4, 0), t(-1, -6), t(0, -14), t(-11, -20), t(-13, -1), t(-12, 3),
    t(-26, 8), t(-13, 0), t(-13, -4), t(1, 7), t(-15, -9), t(2, 0), t(1, 5), t(-7, -3),
];

/// For each pawn with a pawn of its own colour ahead on the file (source 004).
pub(super) const DOUBLED: [Tapered; 1] = [t(-9, -28)];

/// For each pawn without a neighbour file pawn (source 004): with an enemy pawn
/// on its file, and without.
pub(super) const ISOLATED: [Tapered; 2] = [t(-9, 1), t(-16, -18)];

/// For each pawn that no pawn can guard any more and that cannot safely step
/// forward: with an enemy pawn on its file, and without.
pub(super) const BACKWARD: [Tapered; 2] = [t(-6, 2), t(-17, -20)];

/// By rank: a pawn beside another (first eight), a pawn guarded by another.
pub(super) const CONNECTED: [Tapered; 16] = [
    t(0, 0),
    t(1, -1),
    t(5, 6),
    t(6, 10),
    t(27, 26),
    t(107, 46),
    t(72, 91),
    t(0, 0),
    t(0, 0),
    t(0, 0),
    t(13, 14),
    t(9, 12),
    t(15, 18),
    t(54, 27),
    t(101, 53),
    t(0, 0),
];

/// By rank: no enemy pawn can stop it or take it (source 004).
pub(super) const PASSED: [Tapered; 8] = [
    t(0, 0),
    t(-3, 13),
    t(-21, 31),
    t(-23, 46),
    t(12, 76),
    t(46, 103),
    t(77, 105),
    t(0, 0),
];

/// By rank: an enemy man stands before the passed pawn.
pub(super) const PASSED_BLOCKED: [Tapered; 8] = [
    t(0, 0),
    t(8, -5),
    t(-11, -4),
    t(-9, 7),
    t(-8, -10),
    t(-11, -12),
    t(-60, -64),
    t(0, 0),
];

/// By rank: the square before the passed pawn is free and not attacked.
pub(super) const PASSED_FREE: [Tapered; 8] = [
    t(0, 0),
    t(6, -7),
    t(15, -8),
    t(-5, 13),
    t(-4, 29),
    t(8, 26),
    t(61, 141),
    t(0, 0),
];

/// By rank: every square to promotion is free and not attacked (first eight);
/// the square before the passed pawn is guarded.
#[rustfmt::skip]
pub(super) const PASSED_PATH: [Tapered; 16] = [
    t(0, 0), t(-13, 17), t(1, 27), t(-2, 24), t(-26, 48), t(15, 76), t(28, 84), t(0, 0),
    t(0, 0), t(0, 1), t(8, 9), t(16, 7), t(21, 11), t(37, 35), t(76, 115), t(0, 0),
];

/// A rook or queen behind the passed pawn: an own one, the enemy's.
pub(super) const PASSED_ROOKS: [Tapered; 2] = [t(1, 32), t(24, -94)];

/// By rank and per step: how far the own king is from the square before the
/// passed pawn (first eight), and how far the other's is.
pub(super) const PASSED_KINGS: [Tapered; 16] = [
    t(0, 0),
    t(0, 0),
    t(4, -8),
    t(5, -17),
    t(2, -20),
    t(-6, -21),
    t(5, -16),
    t(0, 0),
    t(0, 0),
    t(0, 0),
    t(1, 2),
    t(1, 14),
    t(3, 19),
    t(7, 30),
    t(-2, 27),
    t(0, 0),
];

/// Two bishops (source 004).
pub(super) const BISHOP_PAIR: [Tapered; 1] = [t(37, 59)];

/// Per own pawn on the colour of a bishop's squares.
pub(super) const BISHOP_PAWNS: [Tapered; 1] = [t(-4, -8)];

/// Per own pawn: with a knight, with a rook; then two knights, two rooks, a
/// queen against a rook or more.
pub(super) const BALANCE: [Tapered; 5] = [t(8, 2), t(6, -10), t(6, -15), t(24, -51), t(-148, 109)];

/// A rook on a file without own pawns, and without any (source 004).
pub(super) const ROOK_FILES: [Tapered; 2] = [t(13, -2), t(24, 10)];

/// A rook on the seventh rank with the enemy king behind it or pawns on it.
pub(super) const ROOK_SEVENTH: [Tapered; 1] = [t(-9, 22)];

/// A knight, a bishop, guarded by a pawn where no pawn can drive it away.
pub(super) const OUTPOSTS: [Tapered; 2] = [t(23, 9), t(34, 13)];

/// A minor piece right behind an own pawn.
pub(super) const SHIELDED: [Tapered; 1] = [t(7, 13)];

/// By the number of squares: knight (9), bishop (14), rook (15), queen (28).
pub(super) const MOBILITY: [Tapered; 66] = [
    t(-12, 4),
    t(-25, -17),
    t(-10, 17),
    t(-5, 32),
    t(1, 43),
    t(6, 59),
    t(9, 64),
    t(18, 60),
    t(25, 53),
    t(-28, -18),
    t(-10, -17),
    t(-6, 5),
    t(2, 18),
    t(7, 27),
    t(11, 40),
    t(16, 46),
    t(15, 54),
    t(18, 56),
    t(20, 55),
    t(22, 53),
    t(43, 50),
    t(55, 44),
    t(22, 44),
    t(-41, -65),
    t(-15, -31),
    t(-8, 9),
    t(-1, 12),
    t(-5, 31),
    t(0, 36),
    t(1, 45),
    t(5, 47),
    t(9, 54),
    t(11, 59),
    t(11, 66),
    t(12, 72),
    t(18, 72),
    t(17, 79),
    t(7, 79),
    t(12, -23),
    t(3, 31),
    t(-18, 21),
    t(-12, -17),
    t(-2, -76),
    t(-5, -13),
    t(-4, 3),
    t(-4, 22),
    t(-2, 31),
    t(0, 39),
    t(1, 49),
    t(3, 61),
    t(4, 65),
    t(6, 69),
    t(5, 73),
    t(2, 79),
    t(3, 85),
    t(2, 84),
    t(10, 77),
    t(6, 84),
    t(28, 64),
    t(41, 43),
    t(28, 57),
    t(33, 42),
    t(14, 47),
    t(20, 28),
    t(23, 39),
    t(9, 3),
];

/// By attack units against the enemy king, see [`super::king`].
#[rustfmt::skip]
pub(super) const KING_DANGER: [Tapered; 64] = [
    t(0, 0), t(4, -7), t(2, 0), t(3, 5), t(7, 2), t(7, 8), t(11, -2), t(16, 0),
    t(13, 6), t(16, 6), t(18, 12), t(23, 18), t(24, 20), t(32, 8), t(31, 21), t(37, 15),
    t(39, 24), t(47, 23), t(50, 23), t(55, 22), t(58, 28), t(68, 28), t(69, 29), t(74, 32),
    t(88, 21), t(90, 25), t(99, 39), t(100, 21), t(79, 49), t(116, 30), t(126, 30), t(158, 14),
    t(170, 17), t(153, 23), t(172, 20), t(170, 21), t(212, 29), t(244, 15), t(243, -5), t(284, 5),
    t(280, 5), t(308, 6), t(334, -3), t(360, -14), t(386, -16), t(393, -17), t(419, -7), t(437, -9),
    t(454, -21), t(477, -19), t(512, 1), t(547, -17), t(589, 10), t(616, 9), t(632, 10), t(661, 8),
    t(707, 31), t(735, 21), t(774, 35), t(807, 46), t(836, 47), t(869, 51), t(903, 58), t(820, -40),
];

/// By the rank of the nearest own pawn before the king, none first: on the
/// king's file (first eight) and on each file beside it.
pub(super) const KING_SHELTER: [Tapered; 16] = [
    t(-13, -4),
    t(11, -16),
    t(8, -9),
    t(-5, 1),
    t(-14, 18),
    t(-24, 24),
    t(30, 53),
    t(0, 0),
    t(-4, -1),
    t(4, -8),
    t(5, -6),
    t(1, 0),
    t(0, 8),
    t(5, 12),
    t(28, 1),
    t(0, 0),
];

/// By the rank, from the king's side, of the nearest enemy pawn on the king's
/// three files: free to advance (first eight), and stopped by an own pawn.
pub(super) const KING_STORM: [Tapered; 16] = [
    t(0, 0),
    t(50, 51),
    t(-37, 31),
    t(-13, 7),
    t(1, 3),
    t(11, -2),
    t(5, -3),
    t(0, 0),
    t(0, 0),
    t(0, 0),
    t(-10, -25),
    t(8, -14),
    t(12, -13),
    t(18, -27),
    t(-5, -17),
    t(0, 0),
];

/// By what is attacked (pawn to king): by a pawn, a minor piece, a rook.
pub(super) const THREATS: [Tapered; 18] = [
    t(0, 0),
    t(46, 46),
    t(43, 64),
    t(54, 14),
    t(53, 0),
    t(0, 0),
    t(-1, 19),
    t(22, 39),
    t(46, 29),
    t(47, 23),
    t(35, 31),
    t(77, 38),
    t(-4, 27),
    t(19, 27),
    t(31, 24),
    t(10, 0),
    t(32, 8),
    t(57, 54),
];

/// An enemy man that is attacked and not guarded; the king attacks a man; a
/// pawn can step to where it attacks a piece.
pub(super) const LOOSE: [Tapered; 3] = [t(3, 16), t(8, 28), t(13, 20)];

/// Per square the enemy attacks without holding it firmly and we attack too;
/// per weak man guarded only by the queen; squares from which a knight, and a
/// slider backed by another man, could safely attack the only queen.
pub(super) const PRESSURE: [Tapered; 4] = [t(3, 0), t(6, 11), t(10, 5), t(13, 5)];

/// Per safe square on the own half of the four centre files, behind or between
/// pawns counted twice.
pub(super) const SPACE: [Tapered; 1] = [t(3, -7)];

/// To be on move.
pub(super) const TEMPO: [Tapered; 1] = [t(35, 34)];
