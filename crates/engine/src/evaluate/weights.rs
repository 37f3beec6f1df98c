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
    [t(-32, 39), t(7, 97), t(11, 93), t(-10, 162), t(35, 244)];

/// What the squares add besides the published figures, pawn to king, rank 1
/// first from the own side; the board is turned over so that the own king
/// stands on the files e to h.
#[rustfmt::skip]
pub(super) const OWN_WING: [Tapered; 384] = [
    t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0),
    t(8, 21), t(-31, 24), t(-2, 13), t(20, 14), t(15, 24), t(12, 23), t(-2, 20), t(41, 17),
    t(-16, 16), t(-40, 8), t(-16, 7), t(-8, 15), t(-15, 16), t(-12, 21), t(-19, 10), t(19, 12),
    t(7, 13), t(-19, 14), t(2, 2), t(-13, 8), t(-17, 10), t(4, 18), t(-6, 26), t(34, 12),
    t(15, 4), t(-20, -6), t(-7, -8), t(-10, -4), t(-10, 3), t(6, 13), t(-9, 13), t(39, 11),
    t(31, -43), t(11, -44), t(8, -31), t(14, -42), t(11, -21), t(14, -1), t(11, -15), t(61, -34),
    t(-18, -30), t(-35, -51), t(34, 34), t(25, 12), t(10, 24), t(35, 19), t(-18, 4), t(30, -37),
    t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0),
    t(17, 58), t(1, 38), t(24, 11), t(20, 31), t(10, 30), t(19, 17), t(7, 47), t(-2, 59),
    t(7, 32), t(17, 19), t(3, 13), t(2, 5), t(7, 8), t(-7, 19), t(13, 29), t(7, 40),
    t(17, 19), t(1, 0), t(-13, 6), t(0, 11), t(0, 10), t(-3, 9), t(-1, 23), t(12, 31),
    t(20, 21), t(17, 17), t(11, 16), t(3, 5), t(4, 16), t(9, 16), t(19, 22), t(23, 43),
    t(28, 36), t(-1, 5), t(-3, 4), t(-23, 30), t(-17, 30), t(-24, 27), t(2, 14), t(19, 54),
    t(4, 47), t(-40, 24), t(-5, 24), t(-12, 11), t(-24, 12), t(-28, 26), t(-46, 36), t(-6, 50),
    t(73, 25), t(2, 30), t(-15, 38), t(26, 18), t(23, 21), t(-6, 37), t(34, 41), t(45, 51),
    t(-21, 50), t(21, 52), t(34, 47), t(18, 48), t(17, 51), t(36, 47), t(13, 30), t(-20, 36),
    t(41, 10), t(37, -3), t(14, 38), t(23, 20), t(18, 28), t(7, 44), t(50, 11), t(39, 10),
    t(3, 9), t(-13, 10), t(-1, 4), t(-5, 17), t(-2, 13), t(0, 10), t(-3, 4), t(23, 1),
    t(1, 17), t(6, 9), t(-13, 14), t(-2, 16), t(-4, 19), t(-7, 13), t(21, 14), t(10, 21),
    t(18, -3), t(-5, 5), t(-10, 22), t(-8, 4), t(-9, 6), t(3, 12), t(8, 24), t(23, 5),
    t(-7, 16), t(-3, 19), t(-18, 4), t(-30, 15), t(-25, 22), t(-10, 11), t(3, 26), t(0, 11),
    t(29, 5), t(-28, 30), t(-39, 21), t(-20, 16), t(-6, 26), t(-17, 25), t(-9, 24), t(14, 16),
    t(27, 27), t(-12, 18), t(16, 22), t(2, 43), t(-6, 37), t(-1, 31), t(-1, 25), t(36, 29),
    t(24, 27), t(19, 56), t(28, 53), t(12, 38), t(16, 51), t(0, 42), t(4, 43), t(0, 26),
    t(9, 32), t(14, 4), t(-3, 14), t(-18, 8), t(-6, 2), t(-14, 30), t(10, 16), t(10, 32),
    t(31, 18), t(8, 18), t(12, 12), t(9, 14), t(9, 16), t(2, 23), t(20, 12), t(35, 25),
    t(34, 31), t(14, 23), t(-1, 26), t(2, 24), t(10, 22), t(-6, 38), t(14, 20), t(23, 31),
    t(9, 45), t(16, 44), t(1, 35), t(-9, 34), t(-8, 37), t(4, 47), t(16, 47), t(6, 51),
    t(14, 59), t(27, 38), t(-15, 44), t(7, 28), t(2, 31), t(-4, 48), t(34, 37), t(25, 55),
    t(3, 47), t(-1, 37), t(-11, 42), t(6, 20), t(25, 22), t(17, 38), t(2, 34), t(17, 44),
    t(-10, 4), t(-16, 6), t(-29, 9), t(-26, -14), t(-19, -8), t(-29, 9), t(-11, 15), t(-1, 3),
    t(8, 20), t(-12, 28), t(0, 24), t(-17, 23), t(-7, 25), t(11, 46), t(19, 30), t(12, 35),
    t(20, 17), t(15, 19), t(-4, 30), t(-16, 49), t(11, 28), t(12, 41), t(9, 4), t(30, 17),
    t(36, 19), t(16, 7), t(-7, 37), t(8, 17), t(11, 16), t(-3, 33), t(18, -12), t(2, 14),
    t(14, 25), t(0, 50), t(6, 25), t(4, 40), t(-3, 41), t(3, 31), t(-1, 32), t(3, 1),
    t(6, 62), t(24, 21), t(17, 18), t(1, 32), t(3, 26), t(10, 40), t(20, 9), t(17, 49),
    t(12, 32), t(28, 57), t(12, 28), t(-1, 28), t(3, 35), t(7, 17), t(13, 38), t(21, 33),
    t(5, 61), t(42, 30), t(8, 60), t(1, 19), t(-10, 23), t(-17, 54), t(2, 33), t(-14, 49),
    t(22, 58), t(26, 17), t(-16, 59), t(-5, 25), t(7, 25), t(-18, 47), t(-12, -6), t(3, 44),
    t(-8, 57), t(10, 34), t(-5, 5), t(28, -10), t(26, -8), t(14, 12), t(4, 17), t(-27, 34),
    t(-10, -47), t(-11, -26), t(13, -23), t(7, -32), t(-2, -18), t(5, -14), t(3, -24), t(0, -28),
    t(-17, -31), t(0, -19), t(-10, -11), t(35, -27), t(17, -20), t(-7, -9), t(4, -17), t(4, -27),
    t(5, -33), t(-25, -9), t(-17, -7), t(16, -13), t(4, -12), t(-15, -6), t(-8, -13), t(13, -28),
    t(20, 0), t(-39, 17), t(-6, 9), t(-8, 17), t(-24, 7), t(-21, 5), t(-50, 12), t(15, 11),
    t(9, 10), t(8, 34), t(-37, 39), t(-59, 50), t(-88, 50), t(-55, 31), t(-2, 16), t(4, 0),
    t(36, 6), t(36, 27), t(40, 37), t(2, 53), t(-5, 45), t(39, 25), t(25, 16), t(46, -3),
    t(26, 1), t(59, 59), t(69, 59), t(45, 11), t(53, 5), t(67, 46), t(60, 54), t(32, -6),
    t(-13, -75), t(44, 94), t(26, 45), t(34, 59), t(42, 71), t(36, 72), t(47, 89), t(-13, -76),
];

/// The same, pawn to queen, with the enemy king on the files e to h.
#[rustfmt::skip]
pub(super) const ENEMY_WING: [Tapered; 320] = [
    t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0),
    t(6, -2), t(12, -4), t(5, -6), t(2, -12), t(-6, 1), t(-9, 8), t(-14, 0), t(-17, 0),
    t(9, 2), t(11, 1), t(-5, 4), t(-3, -2), t(-3, 0), t(8, 0), t(-5, -3), t(-11, -3),
    t(2, 7), t(-2, 7), t(-4, 4), t(-4, 2), t(0, -1), t(0, -1), t(-2, -9), t(-11, -6),
    t(-8, 14), t(-3, 12), t(-9, 16), t(-9, 3), t(7, -1), t(10, -11), t(6, -12), t(2, -17),
    t(-17, 9), t(-14, 6), t(-2, -9), t(-6, -4), t(-12, -4), t(7, -7), t(5, -20), t(0, -13),
    t(7, -7), t(1, 9), t(-12, 1), t(3, 1), t(-10, -1), t(-3, -1), t(20, -14), t(-5, -12),
    t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0),
    t(12, -6), t(3, 0), t(5, 4), t(2, -2), t(8, -1), t(2, 0), t(-8, 7), t(-1, 4),
    t(-4, -2), t(11, 2), t(9, -5), t(4, 1), t(-1, -1), t(-5, 5), t(-1, 7), t(5, -2),
    t(-1, -6), t(9, -2), t(7, -6), t(0, -3), t(3, -3), t(-2, 1), t(-1, 0), t(3, 1),
    t(2, -6), t(-3, 6), t(-2, -12), t(9, -5), t(-15, 6), t(4, -3), t(-3, -3), t(3, 3),
    t(-11, 4), t(0, 2), t(2, -4), t(-7, 1), t(0, -12), t(-18, -2), t(-3, -2), t(0, -15),
    t(0, 0), t(4, 6), t(-6, -3), t(-16, 1), t(-4, -2), t(-25, -2), t(-14, -8), t(-13, -13),
    t(3, 11), t(5, 6), t(-8, -1), t(-1, -6), t(-10, -1), t(-16, -9), t(21, -12), t(-13, -10),
    t(22, 21), t(5, 22), t(-3, -4), t(-2, 9), t(-12, -14), t(7, 2), t(-4, -7), t(-7, 0),
    t(5, 1), t(-10, 3), t(1, -3), t(2, -2), t(-1, 0), t(-2, -3), t(9, 12), t(-1, -7),
    t(-2, -1), t(9, -3), t(4, 0), t(6, 0), t(1, -2), t(-3, 1), t(-5, 1), t(4, 4),
    t(6, -8), t(11, 3), t(9, -1), t(1, -4), t(4, 1), t(-4, 0), t(-12, -1), t(-1, -7),
    t(8, 3), t(-1, 5), t(2, -6), t(1, -3), t(-9, 9), t(1, 7), t(0, -3), t(3, 1),
    t(8, 3), t(0, 0), t(3, 1), t(-6, 0), t(-1, -4), t(-1, -14), t(6, -8), t(0, -6),
    t(-4, 0), t(-1, -4), t(-13, 10), t(-6, 6), t(-12, 3), t(18, -7), t(6, -8), t(11, -13),
    t(-37, 13), t(0, 7), t(-3, 4), t(-1, -3), t(-23, -4), t(-30, -7), t(-2, -14), t(-7, -20),
    t(-7, 12), t(-6, 11), t(19, 3), t(-4, 5), t(-12, -12), t(4, 4), t(-15, -14), t(-17, -19),
    t(-2, 6), t(-6, 13), t(-2, 5), t(4, 5), t(3, 0), t(8, -5), t(15, -8), t(13, -16),
    t(-7, 20), t(-5, 14), t(4, 17), t(6, -2), t(2, -2), t(-2, -16), t(3, -6), t(11, -10),
    t(-5, 6), t(-8, 7), t(8, 4), t(10, -2), t(-6, 3), t(-1, -4), t(7, -7), t(7, -8),
    t(8, 5), t(4, -1), t(4, 7), t(1, 1), t(-2, -1), t(-4, -5), t(-6, -6), t(3, -10),
    t(3, 4), t(-15, 10), t(12, 2), t(-13, 6), t(5, -3), t(-18, -9), t(1, -9), t(-12, -8),
    t(-9, -1), t(-5, 4), t(-7, -6), t(-10, 0), t(5, -7), t(-2, -6), t(-20, -4), t(-14, -9),
    t(-14, 5), t(-7, -2), t(-3, -7), t(-1, -2), t(-8, 0), t(-14, -3), t(9, -3), t(-4, -8),
    t(-11, -2), t(-9, 1), t(-15, 3), t(-9, -5), t(-11, -3), t(-10, -10), t(-7, 6), t(-15, 3),
    t(-11, -2), t(-3, 4), t(8, 7), t(4, 10), t(1, -16), t(-2, -5), t(-4, 0), t(10, 5),
    t(-9, 8), t(-6, 7), t(1, 10), t(1, 6), t(-9, 22), t(-4, -8), t(8, -2), t(2, 8),
    t(-4, 2), t(-3, 14), t(4, 8), t(-6, 13), t(9, 1), t(-4, 0), t(3, -3), t(7, 4),
    t(-3, 15), t(0, 9), t(2, 8), t(-5, 4), t(-3, 18), t(-3, 8), t(-2, 1), t(2, -20),
    t(6, -2), t(-1, 2), t(8, 8), t(10, 3), t(-16, -8), t(-4, -13), t(-3, -6), t(-15, 0),
    t(8, 2), t(-13, 0), t(-16, 1), t(0, -9), t(-2, -5), t(-10, -22), t(-29, -9), t(-15, -5),
    t(-27, -4), t(0, -12), t(3, -5), t(1, -7), t(1, -17), t(-10, -20), t(-18, 0), t(-13, 8),
    t(-25, 4), t(-13, 0), t(-12, -7), t(-1, 6), t(-11, -6), t(3, -1), t(-2, 4), t(-11, -3),
];

/// For each pawn with a pawn of its own colour ahead on the file (source 004).
pub(super) const DOUBLED: [Tapered; 1] = [t(-9, -28)];

/// For each pawn without a neighbour file pawn (source 004): with an enemy pawn
/// on its file, and without.
pub(super) const ISOLATED: [Tapered; 2] = [t(-9, 1), t(-15, -16)];

/// For each pawn that no pawn can guard any more and that cannot safely step
/// forward: with an enemy pawn on its file, and without.
pub(super) const BACKWARD: [Tapered; 2] = [t(-6, 1), t(-17, -19)];

/// By rank: a pawn beside another (first eight), a pawn guarded by another.
pub(super) const CONNECTED: [Tapered; 16] = [
    t(0, 0),
    t(2, -1),
    t(5, 6),
    t(7, 11),
    t(26, 25),
    t(103, 45),
    t(71, 92),
    t(0, 0),
    t(0, 0),
    t(0, 0),
    t(13, 14),
    t(9, 12),
    t(16, 18),
    t(52, 30),
    t(99, 61),
    t(0, 0),
];

/// By rank: no enemy pawn can stop it or take it (source 004).
pub(super) const PASSED: [Tapered; 8] = [
    t(0, 0),
    t(-4, 11),
    t(-18, 30),
    t(-26, 48),
    t(12, 73),
    t(46, 100),
    t(79, 104),
    t(0, 0),
];

/// By rank: an enemy man stands before the passed pawn.
pub(super) const PASSED_BLOCKED: [Tapered; 8] = [
    t(0, 0),
    t(8, -3),
    t(-13, 2),
    t(-10, 6),
    t(-6, -10),
    t(-10, -10),
    t(-59, -70),
    t(0, 0),
];

/// By rank: the square before the passed pawn is free and not attacked.
pub(super) const PASSED_FREE: [Tapered; 8] = [
    t(0, 0),
    t(4, -5),
    t(15, -7),
    t(-8, 14),
    t(-2, 26),
    t(15, 24),
    t(58, 140),
    t(0, 0),
];

/// By rank: every square to promotion is free and not attacked (first eight);
/// the square before the passed pawn is guarded.
#[rustfmt::skip]
pub(super) const PASSED_PATH: [Tapered; 16] = [
    t(0, 0), t(-18, 20), t(-2, 26), t(-7, 24), t(-27, 47), t(10, 75), t(25, 83), t(0, 0),
    t(0, 0), t(3, 1), t(7, 8), t(14, 8), t(20, 13), t(42, 35), t(78, 107), t(0, 0),
];

/// A rook or queen behind the passed pawn: an own one, the enemy's.
pub(super) const PASSED_ROOKS: [Tapered; 2] = [t(1, 32), t(26, -95)];

/// By rank and per step: how far the own king is from the square before the
/// passed pawn (first eight), and how far the other's is.
pub(super) const PASSED_KINGS: [Tapered; 16] = [
    t(0, 0),
    t(0, 0),
    t(5, -8),
    t(6, -17),
    t(1, -19),
    t(-7, -20),
    t(2, -16),
    t(0, 0),
    t(0, 0),
    t(0, 0),
    t(0, 2),
    t(1, 12),
    t(3, 18),
    t(9, 29),
    t(1, 26),
    t(0, 0),
];

/// Two bishops (source 004).
pub(super) const BISHOP_PAIR: [Tapered; 1] = [t(39, 60)];

/// Per own pawn on the colour of a bishop's squares.
pub(super) const BISHOP_PAWNS: [Tapered; 1] = [t(-4, -8)];

/// Per own pawn: with a knight, with a rook; then two knights, two rooks, a
/// queen against a rook or more.
pub(super) const BALANCE: [Tapered; 5] = [t(8, 3), t(8, -11), t(8, -17), t(27, -53), t(-141, 103)];

/// A rook on a file without own pawns, and without any (source 004).
pub(super) const ROOK_FILES: [Tapered; 2] = [t(14, -2), t(25, 8)];

/// A rook on the seventh rank with the enemy king behind it or pawns on it.
pub(super) const ROOK_SEVENTH: [Tapered; 1] = [t(-12, 24)];

/// A knight, a bishop, guarded by a pawn where no pawn can drive it away.
pub(super) const OUTPOSTS: [Tapered; 2] = [t(23, 10), t(33, 12)];

/// A minor piece right behind an own pawn.
pub(super) const SHIELDED: [Tapered; 1] = [t(7, 14)];

/// By the number of squares: knight (9), bishop (14), rook (15), queen (28).
pub(super) const MOBILITY: [Tapered; 66] = [
    t(-16, 5),
    t(-24, -19),
    t(-9, 15),
    t(-4, 30),
    t(2, 40),
    t(6, 56),
    t(10, 61),
    t(19, 57),
    t(25, 49),
    t(-28, -17),
    t(-11, -17),
    t(-6, 4),
    t(2, 17),
    t(7, 26),
    t(11, 39),
    t(16, 45),
    t(15, 51),
    t(17, 54),
    t(19, 53),
    t(23, 46),
    t(41, 45),
    t(57, 42),
    t(23, 45),
    t(-49, -60),
    t(-14, -31),
    t(-8, 9),
    t(-1, 11),
    t(-5, 30),
    t(0, 35),
    t(1, 44),
    t(5, 47),
    t(9, 53),
    t(11, 57),
    t(10, 66),
    t(11, 71),
    t(18, 71),
    t(17, 79),
    t(10, 81),
    t(12, -23),
    t(-22, 38),
    t(-17, 20),
    t(-11, -21),
    t(-2, -80),
    t(-4, -16),
    t(-3, 2),
    t(-3, 19),
    t(-1, 29),
    t(1, 39),
    t(3, 48),
    t(4, 60),
    t(5, 65),
    t(7, 68),
    t(6, 72),
    t(4, 75),
    t(4, 83),
    t(2, 82),
    t(11, 75),
    t(9, 79),
    t(26, 64),
    t(38, 42),
    t(28, 57),
    t(32, 38),
    t(15, 48),
    t(16, 22),
    t(23, 38),
    t(9, 3),
];

/// By attack units against the enemy king, see [`super::king`].
#[rustfmt::skip]
pub(super) const KING_DANGER: [Tapered; 64] = [
    t(0, 0), t(4, -4), t(2, 1), t(4, 5), t(6, 2), t(8, 6), t(11, -1), t(16, -1),
    t(13, 7), t(16, 6), t(18, 11), t(23, 16), t(25, 17), t(32, 9), t(31, 19), t(37, 13),
    t(39, 22), t(47, 21), t(45, 28), t(52, 23), t(58, 28), t(65, 25), t(69, 29), t(72, 31),
    t(84, 23), t(89, 21), t(98, 37), t(98, 20), t(80, 46), t(114, 31), t(125, 26), t(154, 12),
    t(170, 9), t(153, 24), t(168, 18), t(174, 12), t(216, 22), t(238, 13), t(242, 3), t(279, 3),
    t(283, 3), t(299, 7), t(326, -4), t(360, -10), t(387, -21), t(394, -16), t(418, -10), t(435, -15),
    t(451, -26), t(478, -18), t(514, -2), t(551, -14), t(587, 2), t(608, 1), t(628, 5), t(661, 5),
    t(700, 26), t(736, 23), t(769, 27), t(806, 44), t(832, 44), t(869, 52), t(902, 55), t(810, -50),
];

/// By the rank of the nearest own pawn before the king, none first: on the
/// king's file (first eight) and on each file beside it.
pub(super) const KING_SHELTER: [Tapered; 16] = [
    t(-13, -3),
    t(12, -15),
    t(9, -8),
    t(-3, 2),
    t(-12, 17),
    t(-27, 23),
    t(31, 47),
    t(0, 0),
    t(-5, 0),
    t(4, -8),
    t(6, -6),
    t(2, -1),
    t(1, 8),
    t(5, 10),
    t(24, 1),
    t(0, 0),
];

/// By the rank, from the king's side, of the nearest enemy pawn on the king's
/// three files: free to advance (first eight), and stopped by an own pawn.
pub(super) const KING_STORM: [Tapered; 16] = [
    t(0, 0),
    t(46, 60),
    t(-39, 31),
    t(-13, 8),
    t(0, 4),
    t(11, -2),
    t(5, -3),
    t(0, 0),
    t(0, 0),
    t(0, 0),
    t(-12, -27),
    t(8, -14),
    t(12, -12),
    t(18, -28),
    t(-4, -20),
    t(0, 0),
];

/// By what is attacked (pawn to king): by a pawn, a minor piece, a rook.
pub(super) const THREATS: [Tapered; 18] = [
    t(0, 0),
    t(48, 46),
    t(44, 64),
    t(54, 15),
    t(53, 0),
    t(0, 0),
    t(-1, 19),
    t(23, 39),
    t(46, 29),
    t(48, 23),
    t(36, 33),
    t(79, 39),
    t(-3, 26),
    t(21, 28),
    t(33, 24),
    t(10, -1),
    t(35, 5),
    t(56, 53),
];

/// An enemy man that is attacked and not guarded; the king attacks a man; a
/// pawn can step to where it attacks a piece.
pub(super) const LOOSE: [Tapered; 3] = [t(4, 16), t(9, 28), t(14, 20)];

/// Per square the enemy attacks without holding it firmly and we attack too;
/// per weak man guarded only by the queen; squares from which a knight, and a
/// slider backed by another man, could safely attack the only queen.
pub(super) const PRESSURE: [Tapered; 4] = [t(3, 0), t(6, 11), t(10, 4), t(13, 3)];

/// Per safe square on the own half of the four centre files, behind or between
/// pawns counted twice.
pub(super) const SPACE: [Tapered; 1] = [t(3, -7)];

/// To be on move.
pub(super) const TEMPO: [Tapered; 1] = [t(36, 34)];
