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
    [t(-1, 46), t(18, 121), t(24, 120), t(29, 192), t(205, 232)];

/// What tuning adds to the published squares: pawn to king, rank 1 first from
/// the own side, from the edge to the centre.
pub(super) const SQUARE_TUNING: [Tapered; 192] = [
    t(0, 0),
    t(0, 0),
    t(0, 0),
    t(0, 0),
    t(29, 19),
    t(-15, 24),
    t(7, 17),
    t(20, 24),
    t(2, 14),
    t(-30, 10),
    t(-16, 13),
    t(-8, 17),
    t(24, 11),
    t(-12, 20),
    t(5, 8),
    t(-13, 8),
    t(29, 10),
    t(-16, 4),
    t(-1, 0),
    t(-9, -1),
    t(54, -36),
    t(16, -23),
    t(9, -8),
    t(21, -28),
    t(4, -24),
    t(-37, -21),
    t(42, 26),
    t(21, 18),
    t(0, 0),
    t(0, 0),
    t(0, 0),
    t(0, 0),
    t(2, 59),
    t(6, 39),
    t(18, 12),
    t(9, 32),
    t(6, 38),
    t(10, 19),
    t(-4, 16),
    t(2, 6),
    t(14, 27),
    t(-5, 13),
    t(-11, 10),
    t(-2, 13),
    t(19, 34),
    t(21, 18),
    t(9, 23),
    t(6, 10),
    t(29, 50),
    t(2, 10),
    t(-5, 19),
    t(-17, 35),
    t(6, 55),
    t(-38, 31),
    t(-2, 28),
    t(-7, 12),
    t(64, 37),
    t(4, 38),
    t(1, 42),
    t(30, 23),
    t(-28, 33),
    t(16, 34),
    t(33, 48),
    t(25, 52),
    t(38, 13),
    t(44, -3),
    t(11, 44),
    t(20, 25),
    t(12, 4),
    t(-8, 8),
    t(-1, 6),
    t(-7, 16),
    t(2, 26),
    t(14, 10),
    t(-12, 14),
    t(-5, 20),
    t(15, -1),
    t(2, 13),
    t(-5, 17),
    t(-5, 2),
    t(-7, 15),
    t(-3, 26),
    t(-15, 13),
    t(-24, 20),
    t(17, 17),
    t(-21, 33),
    t(-30, 21),
    t(-4, 16),
    t(54, 31),
    t(-6, 25),
    t(24, 28),
    t(10, 43),
    t(24, 30),
    t(22, 51),
    t(3, 44),
    t(22, 48),
    t(3, 36),
    t(8, 7),
    t(-14, 23),
    t(-14, 3),
    t(32, 16),
    t(15, 11),
    t(5, 16),
    t(5, 17),
    t(28, 32),
    t(14, 21),
    t(-7, 32),
    t(4, 23),
    t(2, 50),
    t(17, 49),
    t(2, 40),
    t(-8, 35),
    t(23, 59),
    t(38, 36),
    t(-8, 49),
    t(9, 27),
    t(21, 51),
    t(12, 35),
    t(7, 46),
    t(18, 24),
    t(3, 4),
    t(-14, 13),
    t(-21, 14),
    t(-18, -10),
    t(23, 26),
    t(11, 25),
    t(18, 38),
    t(-2, 29),
    t(26, 16),
    t(15, 10),
    t(-1, 34),
    t(-7, 42),
    t(24, 9),
    t(16, -5),
    t(-5, 34),
    t(13, 3),
    t(7, 10),
    t(0, 35),
    t(5, 24),
    t(-1, 33),
    t(12, 58),
    t(23, 10),
    t(13, 21),
    t(6, 18),
    t(22, 34),
    t(22, 50),
    t(8, 25),
    t(3, 34),
    t(-1, 56),
    t(42, 36),
    t(10, 67),
    t(-4, 28),
    t(33, 49),
    t(16, 12),
    t(-14, 65),
    t(0, 37),
    t(0, 45),
    t(15, 24),
    t(9, 12),
    t(33, -9),
    t(-10, -47),
    t(-11, -26),
    t(13, -23),
    t(7, -32),
    t(-17, -31),
    t(0, -19),
    t(-10, -11),
    t(35, -27),
    t(5, -33),
    t(-25, -9),
    t(-17, -7),
    t(16, -13),
    t(20, 0),
    t(-39, 17),
    t(-6, 9),
    t(-8, 17),
    t(9, 10),
    t(8, 34),
    t(-37, 39),
    t(-59, 50),
    t(36, 6),
    t(36, 27),
    t(40, 37),
    t(2, 53),
    t(26, 1),
    t(59, 59),
    t(69, 59),
    t(45, 11),
    t(-13, -75),
    t(44, 94),
    t(26, 45),
    t(34, 59),
];

/// For each pawn with a pawn of its own colour ahead on the file (source 004).
pub(super) const DOUBLED: [Tapered; 1] = [t(-18, -24)];

/// For each pawn without a neighbour file pawn (source 004): with an enemy pawn
/// on its file, and without.
pub(super) const ISOLATED: [Tapered; 2] = [t(-9, -2), t(-21, -21)];

/// For each pawn that no pawn can guard any more and that cannot safely step
/// forward: with an enemy pawn on its file, and without.
pub(super) const BACKWARD: [Tapered; 2] = [t(-8, 0), t(-28, -24)];

/// By rank: a pawn beside another (first eight), a pawn guarded by another.
pub(super) const CONNECTED: [Tapered; 16] = [
    t(0, 0),
    t(-1, -2),
    t(8, 5),
    t(7, 13),
    t(30, 30),
    t(102, 44),
    t(70, 72),
    t(0, 0),
    t(0, 0),
    t(0, 0),
    t(13, 15),
    t(10, 10),
    t(17, 15),
    t(70, 20),
    t(86, 34),
    t(0, 0),
];

/// By rank: no enemy pawn can stop it or take it (source 004).
pub(super) const PASSED: [Tapered; 8] = [
    t(0, 0),
    t(-12, 20),
    t(-17, 32),
    t(-8, 50),
    t(25, 78),
    t(48, 107),
    t(78, 117),
    t(0, 0),
];

/// By rank: an enemy man stands before the passed pawn.
pub(super) const PASSED_BLOCKED: [Tapered; 8] = [
    t(0, 0),
    t(-3, 11),
    t(-7, 4),
    t(-4, 1),
    t(-6, -14),
    t(-6, -7),
    t(-44, -44),
    t(0, 0),
];

/// By rank: the square before the passed pawn is free and not attacked.
pub(super) const PASSED_FREE: [Tapered; 8] = [
    t(0, 0),
    t(2, 2),
    t(11, -2),
    t(-20, 26),
    t(-7, 44),
    t(14, 42),
    t(53, 117),
    t(0, 0),
];

/// By rank and per step: how far the own king is from the square before the
/// passed pawn (first eight), and how far the other's is.
pub(super) const PASSED_KINGS: [Tapered; 16] = [
    t(0, 0),
    t(0, 0),
    t(9, -12),
    t(7, -19),
    t(5, -22),
    t(-2, -23),
    t(7, -22),
    t(0, 0),
    t(0, 0),
    t(0, 0),
    t(-5, 7),
    t(-2, 15),
    t(-3, 25),
    t(3, 33),
    t(2, 35),
    t(0, 0),
];

/// Two bishops (source 004).
pub(super) const BISHOP_PAIR: [Tapered; 1] = [t(27, 101)];

/// Per own pawn on the colour of a bishop's squares.
pub(super) const BISHOP_PAWNS: [Tapered; 1] = [t(-7, -9)];

/// A rook on a file without own pawns, and without any (source 004).
pub(super) const ROOK_FILES: [Tapered; 2] = [t(10, 5), t(22, 15)];

/// A rook on the seventh rank with the enemy king behind it or pawns on it.
pub(super) const ROOK_SEVENTH: [Tapered; 1] = [t(-5, 26)];

/// A knight, a bishop, guarded by a pawn where no pawn can drive it away.
pub(super) const OUTPOSTS: [Tapered; 2] = [t(28, 5), t(32, 7)];

/// A minor piece right behind an own pawn.
pub(super) const SHIELDED: [Tapered; 1] = [t(7, 19)];

/// By the number of squares: knight (9), bishop (14), rook (15), queen (28).
pub(super) const MOBILITY: [Tapered; 66] = [
    t(-14, 2),
    t(-28, -31),
    t(-6, 14),
    t(-6, 34),
    t(4, 48),
    t(8, 67),
    t(15, 70),
    t(24, 69),
    t(31, 63),
    t(-22, -24),
    t(-17, -35),
    t(-10, -3),
    t(-1, 13),
    t(6, 26),
    t(11, 43),
    t(18, 49),
    t(19, 62),
    t(24, 62),
    t(26, 62),
    t(29, 65),
    t(67, 60),
    t(74, 56),
    t(39, 59),
    t(-53, -77),
    t(-16, -36),
    t(-9, 13),
    t(-3, 10),
    t(-6, 27),
    t(-2, 35),
    t(1, 47),
    t(3, 50),
    t(10, 59),
    t(13, 64),
    t(15, 74),
    t(24, 77),
    t(31, 81),
    t(40, 79),
    t(21, 83),
    t(0, -31),
    t(-3, 3),
    t(-18, -3),
    t(8, -20),
    t(10, -87),
    t(3, -18),
    t(6, -9),
    t(0, 3),
    t(0, 24),
    t(3, 34),
    t(4, 50),
    t(6, 61),
    t(9, 64),
    t(10, 74),
    t(14, 74),
    t(14, 78),
    t(19, 76),
    t(8, 90),
    t(23, 82),
    t(23, 80),
    t(29, 75),
    t(49, 67),
    t(32, 59),
    t(31, 46),
    t(23, 57),
    t(21, 29),
    t(24, 39),
    t(13, 9),
];

/// By attack units against the enemy king, see [`super::king`].
pub(super) const KING_DANGER: [Tapered; 40] = [
    t(0, 0),
    t(0, 0),
    t(2, 8),
    t(-7, -5),
    t(2, 4),
    t(-4, 20),
    t(2, 25),
    t(9, 46),
    t(9, 56),
    t(21, 51),
    t(37, 65),
    t(55, 28),
    t(85, 60),
    t(97, 61),
    t(156, 80),
    t(135, 77),
    t(183, 109),
    t(158, 80),
    t(197, 119),
    t(173, 72),
    t(170, 68),
    t(162, 61),
    t(148, 28),
    t(164, 45),
    t(145, 14),
    t(151, 21),
    t(163, 24),
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
    t(-21, -8),
    t(15, -14),
    t(8, -8),
    t(-1, 1),
    t(-10, 15),
    t(-15, 34),
    t(36, 50),
    t(0, 0),
    t(-11, -5),
    t(9, -4),
    t(11, -4),
    t(3, 1),
    t(0, 8),
    t(2, 13),
    t(18, 4),
    t(0, 0),
];

/// By the rank, from the king's side, of the nearest enemy pawn on the king's
/// three files: free to advance (first eight), and stopped by an own pawn.
pub(super) const KING_STORM: [Tapered; 16] = [
    t(0, 0),
    t(47, 41),
    t(-22, 37),
    t(-26, 13),
    t(-1, 3),
    t(13, -5),
    t(10, -8),
    t(0, 0),
    t(0, 0),
    t(0, 0),
    t(-41, -19),
    t(-6, -11),
    t(6, -10),
    t(17, -28),
    t(-7, -13),
    t(0, 0),
];

/// By what is attacked (pawn to king): by a pawn, a minor piece, a rook.
pub(super) const THREATS: [Tapered; 18] = [
    t(0, 0),
    t(49, 49),
    t(42, 76),
    t(60, 33),
    t(42, -8),
    t(0, 0),
    t(4, 21),
    t(24, 47),
    t(43, 25),
    t(48, 21),
    t(38, 53),
    t(61, 30),
    t(4, 30),
    t(34, 24),
    t(32, 21),
    t(12, 7),
    t(62, 6),
    t(47, 42),
];

/// An enemy man that is attacked and not guarded; the king attacks a man; a
/// pawn can step to where it attacks a piece.
pub(super) const LOOSE: [Tapered; 3] = [t(8, 28), t(-6, 29), t(14, 23)];

/// Per safe square on the own half of the four centre files, behind or between
/// pawns counted twice.
pub(super) const SPACE: [Tapered; 1] = [t(3, -6)];

/// To be on move.
pub(super) const TEMPO: [Tapered; 1] = [t(20, 21)];
