//! The weights of the evaluation terms, in the order of the registry.
//!
//! Each table has one home here and is read through [`super::term::Term`]. The
//! figures are those of `cargo xtask tune` (seed and rounds in the commit that
//! wrote them), which fits them to engine scores and results of master games;
//! it began from source 004's where the comment names it, else from guesses.

use crate::Tapered;

const fn t(mg: i32, eg: i32) -> Tapered {
    Tapered { mg, eg }
}

/// What tuning adds to the published material, pawn to queen.
pub(super) const MATERIAL_TUNING: [Tapered; 5] =
    [t(-29, 41), t(4, 105), t(9, 104), t(-8, 174), t(32, 271)];

/// What the squares add besides the published figures, pawn to king, rank 1
/// first from the own side; the board is turned over so that the own king
/// stands on the files e to h.
#[rustfmt::skip]
pub(super) const OWN_WING: [Tapered; 384] = [
    t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0),
    t(5, 21), t(-33, 25), t(-2, 14), t(23, 17), t(14, 22), t(13, 22), t(-1, 20), t(40, 16),
    t(-18, 16), t(-41, 8), t(-17, 7), t(-8, 16), t(-16, 16), t(-12, 20), t(-20, 10), t(21, 11),
    t(7, 13), t(-20, 13), t(1, 2), t(-13, 8), t(-17, 9), t(5, 15), t(-6, 24), t(38, 10),
    t(16, 4), t(-21, -7), t(-8, -7), t(-10, -3), t(-11, 1), t(6, 12), t(-9, 12), t(42, 10),
    t(29, -36), t(11, -42), t(10, -29), t(19, -43), t(9, -20), t(14, -2), t(20, -20), t(68, -38),
    t(-20, -28), t(-33, -51), t(42, 38), t(24, 16), t(10, 18), t(38, 16), t(-25, 1), t(24, -31),
    t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0),
    t(16, 54), t(3, 35), t(23, 12), t(18, 29), t(11, 32), t(20, 17), t(8, 50), t(0, 63),
    t(6, 31), t(16, 19), t(1, 13), t(2, 6), t(7, 6), t(-6, 20), t(13, 28), t(9, 44),
    t(16, 18), t(0, 1), t(-13, 6), t(0, 11), t(-2, 8), t(-3, 8), t(-2, 22), t(15, 34),
    t(22, 24), t(17, 18), t(11, 15), t(1, 4), t(4, 17), t(9, 16), t(18, 23), t(21, 43),
    t(29, 38), t(-3, 6), t(-1, 4), t(-24, 30), t(-18, 31), t(-26, 30), t(1, 14), t(19, 54),
    t(6, 47), t(-39, 24), t(-4, 27), t(-12, 11), t(-22, 12), t(-28, 24), t(-48, 38), t(-8, 51),
    t(72, 27), t(2, 31), t(-17, 40), t(28, 17), t(23, 23), t(-5, 39), t(32, 46), t(41, 50),
    t(-13, 49), t(22, 54), t(33, 46), t(22, 50), t(18, 47), t(37, 46), t(11, 31), t(-28, 36),
    t(44, 11), t(37, -3), t(13, 42), t(20, 21), t(19, 29), t(6, 43), t(49, 10), t(36, 3),
    t(6, 6), t(-13, 10), t(-1, 4), t(-6, 18), t(-2, 13), t(-1, 11), t(-4, 6), t(21, 6),
    t(-1, 19), t(5, 10), t(-13, 15), t(-3, 15), t(-3, 20), t(-8, 13), t(21, 12), t(12, 21),
    t(19, -8), t(-3, 3), t(-10, 21), t(-9, 4), t(-9, 6), t(2, 14), t(5, 27), t(21, 12),
    t(-8, 20), t(-3, 18), t(-21, 5), t(-32, 14), t(-24, 21), t(-9, 12), t(3, 26), t(-2, 13),
    t(29, 4), t(-26, 36), t(-36, 20), t(-16, 15), t(-9, 25), t(-19, 26), t(-14, 27), t(13, 20),
    t(28, 29), t(-13, 19), t(18, 24), t(6, 45), t(-9, 33), t(2, 29), t(-1, 25), t(37, 26),
    t(23, 29), t(17, 58), t(20, 51), t(8, 42), t(12, 53), t(2, 43), t(7, 42), t(6, 28),
    t(8, 32), t(12, 3), t(-5, 14), t(-19, 9), t(-6, 2), t(-14, 32), t(9, 17), t(9, 34),
    t(29, 18), t(8, 20), t(12, 13), t(10, 14), t(8, 17), t(-1, 24), t(20, 10), t(42, 25),
    t(32, 30), t(11, 23), t(1, 25), t(2, 25), t(10, 23), t(-10, 42), t(17, 17), t(27, 31),
    t(6, 47), t(15, 46), t(2, 35), t(-9, 32), t(-6, 36), t(3, 46), t(16, 47), t(6, 52),
    t(11, 62), t(28, 38), t(-19, 44), t(9, 26), t(2, 29), t(-3, 47), t(37, 37), t(26, 53),
    t(3, 47), t(4, 37), t(-13, 42), t(8, 21), t(20, 23), t(17, 41), t(5, 33), t(17, 44),
    t(-10, 3), t(-18, 8), t(-27, 5), t(-24, -15), t(-21, -7), t(-28, 11), t(-13, 16), t(-1, 1),
    t(5, 21), t(-12, 25), t(2, 24), t(-23, 26), t(-5, 25), t(10, 45), t(20, 34), t(20, 35),
    t(21, 19), t(12, 23), t(-5, 28), t(-16, 48), t(12, 30), t(12, 46), t(8, 8), t(28, 18),
    t(35, 19), t(13, 7), t(-8, 40), t(8, 20), t(10, 17), t(-4, 35), t(19, -13), t(2, 16),
    t(13, 28), t(0, 50), t(6, 25), t(4, 40), t(-4, 42), t(2, 34), t(0, 30), t(3, 1),
    t(7, 64), t(27, 21), t(17, 17), t(3, 27), t(2, 28), t(10, 38), t(19, 11), t(16, 49),
    t(14, 39), t(26, 59), t(10, 28), t(-1, 27), t(5, 36), t(11, 13), t(15, 35), t(19, 31),
    t(6, 64), t(41, 32), t(8, 61), t(1, 26), t(-9, 18), t(-16, 54), t(7, 30), t(-17, 46),
    t(19, 58), t(25, 18), t(-18, 61), t(-4, 26), t(5, 27), t(-17, 48), t(-9, -5), t(6, 39),
    t(-3, 57), t(9, 34), t(-5, 8), t(25, -10), t(26, -9), t(13, 12), t(9, 18), t(-31, 38),
    t(-10, -47), t(-11, -26), t(13, -23), t(7, -32), t(-3, -14), t(4, -12), t(1, -23), t(-2, -27),
    t(-17, -31), t(0, -19), t(-10, -11), t(35, -27), t(18, -19), t(-7, -8), t(3, -16), t(3, -28),
    t(5, -33), t(-25, -9), t(-17, -7), t(16, -13), t(3, -11), t(-11, -8), t(-11, -15), t(16, -34),
    t(20, 0), t(-39, 17), t(-6, 9), t(-8, 17), t(-20, 8), t(-14, 4), t(-45, 11), t(13, 9),
    t(9, 10), t(8, 34), t(-37, 39), t(-59, 50), t(-93, 52), t(-57, 31), t(-6, 16), t(7, -12),
    t(36, 6), t(36, 27), t(40, 37), t(2, 53), t(-6, 45), t(35, 30), t(26, 15), t(49, -2),
    t(26, 1), t(59, 59), t(69, 59), t(45, 11), t(57, 4), t(67, 48), t(59, 57), t(37, -7),
    t(-13, -75), t(44, 94), t(26, 45), t(34, 59), t(42, 72), t(34, 71), t(48, 95), t(-13, -80),
];

/// The same, pawn to queen, with the enemy king on the files e to h.
#[rustfmt::skip]
pub(super) const ENEMY_WING: [Tapered; 320] = [
    t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0),
    t(9, -2), t(12, -4), t(4, -6), t(1, -9), t(-5, 0), t(-12, 8), t(-14, 1), t(-15, 1),
    t(11, 2), t(11, 2), t(-5, 4), t(-4, -1), t(-3, -1), t(7, 1), t(-5, -2), t(-11, -2),
    t(3, 6), t(-2, 8), t(-5, 3), t(-5, 2), t(-1, -1), t(0, -2), t(1, -9), t(-11, -5),
    t(-8, 15), t(-4, 13), t(-11, 17), t(-9, 1), t(7, -2), t(12, -14), t(6, -14), t(4, -17),
    t(-15, 8), t(-13, 5), t(-2, -8), t(-8, -1), t(-7, -5), t(8, -5), t(13, -22), t(5, -10),
    t(6, -2), t(1, 9), t(-8, 5), t(1, -2), t(-10, 0), t(5, -4), t(15, -20), t(-12, -8),
    t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0),
    t(11, -3), t(3, 2), t(5, 6), t(3, -4), t(7, 1), t(2, 1), t(-7, 5), t(1, 2),
    t(-3, 2), t(8, 2), t(11, -5), t(5, 1), t(-1, -1), t(-8, 6), t(0, 7), t(6, -2),
    t(0, -7), t(9, -3), t(7, -6), t(-2, -3), t(4, -4), t(-2, -1), t(-1, -1), t(3, 5),
    t(0, -7), t(-3, 9), t(-2, -11), t(10, -7), t(-16, 8), t(4, -4), t(-4, -3), t(5, 7),
    t(-13, 5), t(0, 1), t(1, -3), t(-8, 3), t(-1, -12), t(-18, 0), t(-4, -2), t(2, -14),
    t(-2, 1), t(3, 7), t(-3, -1), t(-14, 3), t(-4, -4), t(-25, -4), t(-14, -8), t(-12, -13),
    t(0, 12), t(8, 7), t(-10, 3), t(-3, -5), t(-7, -1), t(-14, -8), t(17, -6), t(-14, -10),
    t(22, 16), t(4, 22), t(-3, -5), t(3, 8), t(-13, -15), t(6, 1), t(-3, -5), t(-7, 3),
    t(3, -2), t(-11, 6), t(2, -5), t(2, 0), t(-3, 0), t(-2, 1), t(11, 7), t(2, -9),
    t(-5, 1), t(8, -1), t(3, 1), t(5, 1), t(1, -2), t(-4, 2), t(-6, 0), t(5, 3),
    t(6, -6), t(11, 1), t(8, 0), t(1, -4), t(3, 0), t(-5, 1), t(-12, 1), t(-1, -6),
    t(8, 6), t(-2, 4), t(2, -7), t(3, -3), t(-11, 10), t(1, 8), t(1, 0), t(3, 1),
    t(5, 8), t(0, -1), t(5, -2), t(-4, 0), t(-3, -4), t(-5, -7), t(6, -8), t(1, -6),
    t(-6, 2), t(-4, -6), t(-14, 9), t(-9, 5), t(-8, 2), t(20, -6), t(6, 4), t(11, -13),
    t(-39, 13), t(0, 6), t(-5, 4), t(-2, -6), t(-21, -3), t(-24, -7), t(-2, -12), t(-5, -20),
    t(-9, 15), t(-8, 10), t(12, 6), t(-7, 5), t(-16, -6), t(4, 0), t(-12, -12), t(-9, -19),
    t(-3, 7), t(-6, 14), t(-1, 4), t(4, 4), t(1, 1), t(7, -5), t(16, -11), t(13, -15),
    t(-8, 22), t(-6, 15), t(2, 20), t(4, -2), t(3, -1), t(-1, -17), t(4, -7), t(15, -14),
    t(-4, 9), t(-6, 5), t(4, 7), t(11, -3), t(-7, 4), t(0, -5), t(6, -7), t(8, -12),
    t(7, 7), t(5, -2), t(3, 5), t(3, 0), t(-3, -2), t(-3, -4), t(-9, -4), t(0, -8),
    t(5, 2), t(-13, 8), t(14, 2), t(-11, 5), t(5, -5), t(-20, -9), t(2, -6), t(-15, -6),
    t(-9, -1), t(-4, 3), t(-7, -2), t(-14, 4), t(7, -9), t(-4, -6), t(-13, -3), t(-16, -11),
    t(-13, 4), t(-7, -4), t(-3, -8), t(0, -5), t(-8, 3), t(-11, -4), t(4, 2), t(-4, -9),
    t(-8, -2), t(-9, 4), t(-18, 1), t(-13, -2), t(-11, -5), t(-6, -8), t(-6, 4), t(-14, 5),
    t(-11, -4), t(-2, 9), t(8, 10), t(3, 11), t(-1, -16), t(-2, -4), t(-9, 2), t(10, 9),
    t(-10, 7), t(-4, 5), t(0, 14), t(0, 5), t(-10, 23), t(-3, -7), t(5, -1), t(4, 10),
    t(-5, 3), t(-4, 14), t(4, 11), t(-7, 14), t(9, 3), t(-4, 0), t(4, -4), t(6, 6),
    t(-4, 16), t(-3, 13), t(2, 9), t(-6, 5), t(0, 15), t(-1, 4), t(0, -1), t(3, -19),
    t(4, 0), t(1, 1), t(11, 9), t(11, 4), t(-15, -9), t(-6, -18), t(-5, -6), t(-14, 2),
    t(7, 3), t(-9, -2), t(-15, 2), t(0, -10), t(1, -3), t(-14, -21), t(-28, -8), t(-15, -4),
    t(-27, -3), t(1, -13), t(6, -1), t(1, -8), t(0, -13), t(-14, -20), t(-16, 3), t(-14, 3),
    t(-22, 9), t(-13, -2), t(-13, -3), t(-2, 7), t(-14, -9), t(3, 0), t(1, 6), t(-10, -4),
];

/// For each pawn with a pawn of its own colour ahead on the file (source 004).
pub(super) const DOUBLED: [Tapered; 1] = [t(-9, -27)];

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
    t(5, 5),
    t(6, 10),
    t(26, 25),
    t(106, 46),
    t(72, 91),
    t(0, 0),
    t(0, 0),
    t(0, 0),
    t(13, 13),
    t(9, 12),
    t(15, 18),
    t(54, 28),
    t(101, 57),
    t(0, 0),
];

/// By rank: no enemy pawn can stop it or take it (source 004).
pub(super) const PASSED: [Tapered; 8] = [
    t(0, 0),
    t(-4, 14),
    t(-21, 31),
    t(-22, 45),
    t(12, 76),
    t(46, 105),
    t(77, 106),
    t(0, 0),
];

/// By rank: an enemy man stands before the passed pawn.
pub(super) const PASSED_BLOCKED: [Tapered; 8] = [
    t(0, 0),
    t(7, -5),
    t(-13, -2),
    t(-10, 8),
    t(-8, -10),
    t(-13, -10),
    t(-59, -67),
    t(0, 0),
];

/// By rank: the square before the passed pawn is free and not attacked.
pub(super) const PASSED_FREE: [Tapered; 8] = [
    t(0, 0),
    t(6, -7),
    t(15, -7),
    t(-5, 14),
    t(-6, 29),
    t(6, 24),
    t(57, 141),
    t(0, 0),
];

/// By rank: every square to promotion is free and not attacked (first eight);
/// the square before the passed pawn is guarded.
#[rustfmt::skip]
pub(super) const PASSED_PATH: [Tapered; 16] = [
    t(0, 0), t(-13, 17), t(-3, 26), t(-4, 24), t(-30, 48), t(14, 78), t(24, 84), t(0, 0),
    t(0, 0), t(1, 0), t(6, 10), t(16, 7), t(21, 11), t(35, 36), t(76, 112), t(0, 0),
];

/// A rook or queen behind the passed pawn: an own one, the enemy's.
pub(super) const PASSED_ROOKS: [Tapered; 2] = [t(1, 32), t(24, -95)];

/// By rank and per step: how far the own king is from the square before the
/// passed pawn (first eight), and how far the other's is.
pub(super) const PASSED_KINGS: [Tapered; 16] = [
    t(0, 0),
    t(0, 0),
    t(3, -9),
    t(5, -17),
    t(2, -20),
    t(-6, -21),
    t(6, -17),
    t(0, 0),
    t(0, 0),
    t(0, 0),
    t(1, 2),
    t(0, 14),
    t(3, 19),
    t(8, 30),
    t(-3, 29),
    t(0, 0),
];

/// Two bishops (source 004).
pub(super) const BISHOP_PAIR: [Tapered; 1] = [t(38, 58)];

/// Per own pawn on the colour of a bishop's squares.
pub(super) const BISHOP_PAWNS: [Tapered; 1] = [t(-4, -8)];

/// Per own pawn: with a knight, with a rook; then two knights, two rooks, a
/// queen against a rook or more.
pub(super) const BALANCE: [Tapered; 5] = [t(8, 2), t(7, -10), t(7, -14), t(24, -51), t(-151, 110)];

/// A rook on a file without own pawns, and without any (source 004).
pub(super) const ROOK_FILES: [Tapered; 2] = [t(13, -2), t(24, 10)];

/// A rook on the seventh rank with the enemy king behind it or pawns on it.
pub(super) const ROOK_SEVENTH: [Tapered; 1] = [t(-8, 22)];

/// A knight, a bishop, guarded by a pawn where no pawn can drive it away.
pub(super) const OUTPOSTS: [Tapered; 2] = [t(23, 8), t(33, 12)];

/// A minor piece right behind an own pawn.
pub(super) const SHIELDED: [Tapered; 1] = [t(7, 13)];

/// By the number of squares: knight (9), bishop (14), rook (15), queen (28).
pub(super) const MOBILITY: [Tapered; 66] = [
    t(-13, 3),
    t(-25, -15),
    t(-10, 17),
    t(-5, 32),
    t(2, 43),
    t(6, 59),
    t(9, 64),
    t(17, 61),
    t(25, 54),
    t(-28, -18),
    t(-11, -18),
    t(-6, 5),
    t(1, 17),
    t(7, 27),
    t(10, 40),
    t(15, 47),
    t(14, 54),
    t(17, 56),
    t(19, 55),
    t(21, 53),
    t(43, 50),
    t(55, 42),
    t(20, 43),
    t(-40, -67),
    t(-14, -30),
    t(-8, 9),
    t(-1, 12),
    t(-5, 33),
    t(0, 37),
    t(1, 45),
    t(5, 48),
    t(9, 54),
    t(11, 59),
    t(10, 66),
    t(13, 72),
    t(18, 73),
    t(17, 80),
    t(7, 79),
    t(13, -23),
    t(3, 28),
    t(-19, 19),
    t(-12, -16),
    t(-2, -74),
    t(-5, -14),
    t(-5, 5),
    t(-5, 22),
    t(-3, 32),
    t(-1, 39),
    t(1, 51),
    t(3, 61),
    t(4, 66),
    t(6, 68),
    t(4, 74),
    t(2, 79),
    t(3, 86),
    t(2, 84),
    t(11, 76),
    t(5, 84),
    t(28, 64),
    t(42, 40),
    t(31, 61),
    t(32, 41),
    t(14, 46),
    t(19, 28),
    t(22, 38),
    t(9, 3),
];

/// By attack units against the enemy king, see [`super::king`].
#[rustfmt::skip]
pub(super) const KING_DANGER: [Tapered; 64] = [
    t(0, 0), t(4, -7), t(2, 0), t(3, 5), t(7, 1), t(7, 9), t(11, -4), t(16, -2),
    t(13, 5), t(16, 6), t(18, 13), t(23, 17), t(23, 20), t(31, 9), t(30, 23), t(37, 15),
    t(40, 25), t(48, 24), t(51, 25), t(55, 23), t(60, 25), t(68, 27), t(69, 31), t(73, 33),
    t(86, 21), t(90, 25), t(98, 37), t(100, 20), t(79, 49), t(117, 29), t(124, 29), t(159, 13),
    t(172, 16), t(154, 27), t(174, 20), t(171, 19), t(215, 29), t(243, 11), t(243, -2), t(282, 7),
    t(288, 5), t(310, 9), t(335, -5), t(361, -13), t(385, -16), t(394, -19), t(423, -8), t(437, -9),
    t(456, -21), t(476, -17), t(512, 1), t(549, -13), t(586, 9), t(619, 11), t(628, 8), t(661, 6),
    t(703, 29), t(734, 21), t(771, 33), t(809, 47), t(828, 41), t(870, 52), t(907, 59), t(822, -37),
];

/// By the rank of the nearest own pawn before the king, none first: on the
/// king's file (first eight) and on each file beside it.
pub(super) const KING_SHELTER: [Tapered; 16] = [
    t(-12, -4),
    t(12, -17),
    t(9, -10),
    t(-4, 1),
    t(-12, 18),
    t(-23, 26),
    t(32, 49),
    t(0, 0),
    t(-4, 0),
    t(4, -8),
    t(5, -6),
    t(1, 0),
    t(0, 10),
    t(7, 12),
    t(28, 2),
    t(0, 0),
];

/// By the rank, from the king's side, of the nearest enemy pawn on the king's
/// three files: free to advance (first eight), and stopped by an own pawn.
pub(super) const KING_STORM: [Tapered; 16] = [
    t(0, 0),
    t(47, 51),
    t(-38, 32),
    t(-13, 8),
    t(1, 3),
    t(11, -1),
    t(5, -3),
    t(0, 0),
    t(0, 0),
    t(0, 0),
    t(-9, -23),
    t(8, -14),
    t(12, -12),
    t(18, -26),
    t(-4, -19),
    t(0, 0),
];

/// By what is attacked (pawn to king): by a pawn, a minor piece, a rook.
pub(super) const THREATS: [Tapered; 18] = [
    t(0, 0),
    t(46, 46),
    t(42, 63),
    t(56, 12),
    t(54, -3),
    t(0, 0),
    t(-1, 19),
    t(23, 38),
    t(47, 27),
    t(48, 22),
    t(35, 30),
    t(78, 38),
    t(-4, 28),
    t(20, 27),
    t(32, 23),
    t(9, -1),
    t(33, 11),
    t(57, 55),
];

/// An enemy man that is attacked and not guarded; the king attacks a man; a
/// pawn can step to where it attacks a piece.
pub(super) const LOOSE: [Tapered; 3] = [t(2, 16), t(8, 27), t(13, 20)];

/// Per square the enemy attacks without holding it firmly and we attack too;
/// per weak man guarded only by the queen; squares from which a knight, and a
/// slider backed by another man, could safely attack the only queen.
pub(super) const PRESSURE: [Tapered; 4] = [t(3, 0), t(6, 11), t(10, 4), t(13, 5)];

/// Per safe square on the own half of the four centre files, behind or between
/// pawns counted twice.
pub(super) const SPACE: [Tapered; 1] = [t(3, -7)];

/// To be on move.
pub(super) const TEMPO: [Tapered; 1] = [t(35, 34)];
