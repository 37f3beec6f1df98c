//! The published figures: what each role is worth and on which square.
//!
//! The tables are those of `PeSTO` (Ronald Friederich, 2020; listed as `PeSTO`'s
//! evaluation function in the Chess Programming Wiki), complete, both phases.
//! They are written as one looks at a board, rank 8 first, so White's squares
//! are looked up upside down (`sq ^ 56`) and Black's as they are.

use krog_chess::{Color, File, Role, Square};

use super::weights::{ENEMY_WING, MATERIAL_TUNING, OWN_WING};
use crate::Tapered;

/// Centipawns of pawn, knight, bishop, rook, queen and king.
const MATERIAL: [Tapered; 6] = [
    Tapered { mg: 82, eg: 94 },
    Tapered { mg: 337, eg: 281 },
    Tapered { mg: 365, eg: 297 },
    Tapered { mg: 477, eg: 512 },
    Tapered { mg: 1025, eg: 936 },
    Tapered { mg: 0, eg: 0 },
];

/// What a man of this role is worth wherever it stands.
pub fn material(role: Role) -> Tapered {
    MATERIAL[role as usize - 1]
}

/// What the square adds for a man of this role and colour.
pub fn square_bonus(color: Color, role: Role, square: Square) -> Tapered {
    let square = color.fold_wb(square.flip_vertical(), square).to_usize();
    Tapered {
        mg: i32::from(MIDDLEGAME[role as usize - 1][square]),
        eg: i32::from(ENDGAME[role as usize - 1][square]),
    }
}

/// The half of the board a king stands on: 0 for the files a to d, 1 for e to h.
#[inline]
pub(crate) fn wing(king: Square) -> usize {
    usize::from(king.file() >= File::E)
}

/// The place of a man among the weights of a wing: the board is turned over so
/// that the king in question stands on the files e to h.
pub(super) fn wing_index(color: Color, role: Role, square: Square, wing: usize) -> usize {
    let square = color.fold_wb(square, square.flip_vertical()).to_usize();
    turned(role as usize - 1, square, wing)
}

const fn turned(role: usize, square: usize, wing: usize) -> usize {
    role * 64 + if wing == 1 { square } else { square ^ 7 }
}

/// What a man adds for each pair of wings the kings may stand on, White's first:
/// material, square, and what tuning adds; positive for White and negative for
/// Black.
pub(crate) type Placement = [Tapered; 4];

/// The place of a pair of wings in a [`Placement`].
#[inline]
pub(crate) fn wings(white_king: Square, black_king: Square) -> usize {
    2 * wing(white_king) + wing(black_king)
}

/// What a man adds.
#[inline]
pub(crate) fn placed(color: Color, role: Role, square: Square) -> &'static Placement {
    &PLACED[color as usize][role as usize - 1][square.to_usize()]
}

static PLACED: [[[Placement; 64]; 6]; 2] = signed();

#[expect(clippy::large_stack_arrays, reason = "made once, by the compiler")]
const fn signed() -> [[[Placement; 64]; 6]; 2] {
    let mut table = [[[[Tapered { mg: 0, eg: 0 }; 4]; 64]; 6]; 2];
    let mut index = 0;
    while index < 6 * 64 * 4 {
        let (role, square, own, enemy) = (index / 256, index / 4 % 64, index / 2 % 2, index % 2);
        let Tapered { mg, eg } = seen_by_white(role, square, own, enemy);
        table[Color::White as usize][role][square][2 * own + enemy] = Tapered { mg, eg };
        table[Color::Black as usize][role][square ^ 0b11_1000][2 * enemy + own] =
            Tapered { mg: -mg, eg: -eg };
        index += 1;
    }
    table
}

/// What a white man counts with the kings on these wings.
const fn seen_by_white(role: usize, square: usize, own: usize, enemy: usize) -> Tapered {
    let written = square ^ 0b11_1000;
    let tuned = OWN_WING[turned(role, square, own)];
    let mut mg = MATERIAL[role].mg + MIDDLEGAME[role][written] as i32 + tuned.mg;
    let mut eg = MATERIAL[role].eg + ENDGAME[role][written] as i32 + tuned.eg;
    if role < MATERIAL_TUNING.len() {
        let against = ENEMY_WING[turned(role, square, enemy)];
        mg += MATERIAL_TUNING[role].mg + against.mg;
        eg += MATERIAL_TUNING[role].eg + against.eg;
    }
    Tapered { mg, eg }
}

#[rustfmt::skip]
const MIDDLEGAME: [[i16; 64]; 6] = [
    [ // pawn
           0,    0,    0,    0,    0,    0,    0,    0,
          98,  134,   61,   95,   68,  126,   34,  -11,
          -6,    7,   26,   31,   65,   56,   25,  -20,
         -14,   13,    6,   21,   23,   12,   17,  -23,
         -27,   -2,   -5,   12,   17,    6,   10,  -25,
         -26,   -4,   -4,  -10,    3,    3,   33,  -12,
         -35,   -1,  -20,  -23,  -15,   24,   38,  -22,
           0,    0,    0,    0,    0,    0,    0,    0,
    ],
    [ // knight
        -167,  -89,  -34,  -49,   61,  -97,  -15, -107,
         -73,  -41,   72,   36,   23,   62,    7,  -17,
         -47,   60,   37,   65,   84,  129,   73,   44,
          -9,   17,   19,   53,   37,   69,   18,   22,
         -13,    4,   16,   13,   28,   19,   21,   -8,
         -23,   -9,   12,   10,   19,   17,   25,  -16,
         -29,  -53,  -12,   -3,   -1,   18,  -14,  -19,
        -105,  -21,  -58,  -33,  -17,  -28,  -19,  -23,
    ],
    [ // bishop
         -29,    4,  -82,  -37,  -25,  -42,    7,   -8,
         -26,   16,  -18,  -13,   30,   59,   18,  -47,
         -16,   37,   43,   40,   35,   50,   37,   -2,
          -4,    5,   19,   50,   37,   37,    7,   -2,
          -6,   13,   13,   26,   34,   12,   10,    4,
           0,   15,   15,   15,   14,   27,   18,   10,
           4,   15,   16,    0,    7,   21,   33,    1,
         -33,   -3,  -14,  -21,  -13,  -12,  -39,  -21,
    ],
    [ // rook
          32,   42,   32,   51,   63,    9,   31,   43,
          27,   32,   58,   62,   80,   67,   26,   44,
          -5,   19,   26,   36,   17,   45,   61,   16,
         -24,  -11,    7,   26,   24,   35,   -8,  -20,
         -36,  -26,  -12,   -1,    9,   -7,    6,  -23,
         -45,  -25,  -16,  -17,    3,    0,   -5,  -33,
         -44,  -16,  -20,   -9,   -1,   11,   -6,  -71,
         -19,  -13,    1,   17,   16,    7,  -37,  -26,
    ],
    [ // queen
         -28,    0,   29,   12,   59,   44,   43,   45,
         -24,  -39,   -5,    1,  -16,   57,   28,   54,
         -13,  -17,    7,    8,   29,   56,   47,   57,
         -27,  -27,  -16,  -16,   -1,   17,   -2,    1,
          -9,  -26,   -9,  -10,   -2,   -4,    3,   -3,
         -14,    2,  -11,   -2,   -5,    2,   14,    5,
         -35,   -8,   11,    2,    8,   15,   -3,    1,
          -1,  -18,   -9,   10,  -15,  -25,  -31,  -50,
    ],
    [ // king
         -65,   23,   16,  -15,  -56,  -34,    2,   13,
          29,   -1,  -20,   -7,   -8,   -4,  -38,  -29,
          -9,   24,    2,  -16,  -20,    6,   22,  -22,
         -17,  -20,  -12,  -27,  -30,  -25,  -14,  -36,
         -49,   -1,  -27,  -39,  -46,  -44,  -33,  -51,
         -14,  -14,  -22,  -46,  -44,  -30,  -15,  -27,
           1,    7,   -8,  -64,  -43,  -16,    9,    8,
         -15,   36,   12,  -54,    8,  -28,   24,   14,
    ],
];

#[rustfmt::skip]
const ENDGAME: [[i16; 64]; 6] = [
    [ // pawn
           0,    0,    0,    0,    0,    0,    0,    0,
         178,  173,  158,  134,  147,  132,  165,  187,
          94,  100,   85,   67,   56,   53,   82,   84,
          32,   24,   13,    5,   -2,    4,   17,   17,
          13,    9,   -3,   -7,   -7,   -8,    3,   -1,
           4,    7,   -6,    1,    0,   -5,   -1,   -8,
          13,    8,    8,   10,   13,    0,    2,   -7,
           0,    0,    0,    0,    0,    0,    0,    0,
    ],
    [ // knight
         -58,  -38,  -13,  -28,  -31,  -27,  -63,  -99,
         -25,   -8,  -25,   -2,   -9,  -25,  -24,  -52,
         -24,  -20,   10,    9,   -1,   -9,  -19,  -41,
         -17,    3,   22,   22,   22,   11,    8,  -18,
         -18,   -6,   16,   25,   16,   17,    4,  -18,
         -23,   -3,   -1,   15,   10,   -3,  -20,  -22,
         -42,  -20,  -10,   -5,   -2,  -20,  -23,  -44,
         -29,  -51,  -23,  -15,  -22,  -18,  -50,  -64,
    ],
    [ // bishop
         -14,  -21,  -11,   -8,   -7,   -9,  -17,  -24,
          -8,   -4,    7,  -12,   -3,  -13,   -4,  -14,
           2,   -8,    0,   -1,   -2,    6,    0,    4,
          -3,    9,   12,    9,   14,   10,    3,    2,
          -6,    3,   13,   19,    7,   10,   -3,   -9,
         -12,   -3,    8,   10,   13,    3,   -7,  -15,
         -14,  -18,   -7,   -1,    4,   -9,  -15,  -27,
         -23,   -9,  -23,   -5,   -9,  -16,   -5,  -17,
    ],
    [ // rook
          13,   10,   18,   15,   12,   12,    8,    5,
          11,   13,   13,   11,   -3,    3,    8,    3,
           7,    7,    7,    5,    4,   -3,   -5,   -3,
           4,    3,   13,    1,    2,    1,   -1,    2,
           3,    5,    8,    4,   -5,   -6,   -8,  -11,
          -4,    0,   -5,   -1,   -7,  -12,   -8,  -16,
          -6,   -6,    0,    2,   -9,   -9,  -11,   -3,
          -9,    2,    3,   -1,   -5,  -13,    4,  -20,
    ],
    [ // queen
          -9,   22,   22,   27,   27,   19,   10,   20,
         -17,   20,   32,   41,   58,   25,   30,    0,
         -20,    6,    9,   49,   47,   35,   19,    9,
           3,   22,   24,   45,   57,   40,   57,   36,
         -18,   28,   19,   47,   31,   34,   39,   23,
         -16,  -27,   15,    6,    9,   17,   10,    5,
         -22,  -23,  -30,  -16,  -16,  -23,  -36,  -32,
         -33,  -28,  -22,  -43,   -5,  -32,  -20,  -41,
    ],
    [ // king
         -74,  -35,  -18,  -18,  -11,   15,    4,  -17,
         -12,   17,   14,   17,   17,   38,   23,   11,
          10,   17,   23,   15,   20,   45,   44,   13,
          -8,   22,   24,   27,   26,   33,   26,    3,
         -18,   -4,   21,   24,   27,   23,    9,  -11,
         -19,   -3,   11,   21,   23,   16,    7,   -9,
         -27,  -11,    4,   13,   14,    4,   -5,  -17,
         -53,  -34,  -21,  -11,  -28,  -14,  -24,  -43,
    ],
];

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(color: Color, role: Role, square: Square, expected: (i32, i32)) {
        let found = square_bonus(color, role, square);
        assert_eq!((found.mg, found.eg), expected, "{color} {role:?} {square}");
    }

    #[test]
    fn tables_are_read_the_right_way_up() {
        check(Color::White, Role::Knight, Square::F3, (17, -3));
        check(Color::Black, Role::Knight, Square::F6, (17, -3));
        check(Color::White, Role::Pawn, Square::A7, (98, 178));
        check(Color::Black, Role::Pawn, Square::A2, (98, 178));
        check(Color::White, Role::King, Square::G1, (24, -24));
        check(Color::White, Role::Queen, Square::D1, (10, -43));
        check(Color::White, Role::Rook, Square::H1, (-26, -20));
        check(Color::White, Role::Bishop, Square::C4, (13, 13));
    }

    #[test]
    fn the_signed_table_is_the_sum_of_all() {
        let white = Color::White;
        for role in Role::ALL {
            for (square, own, enemy) in Square::ALL
                .into_iter()
                .flat_map(|square| [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(a, b)| (square, a, b)))
            {
                let against = ENEMY_WING.get(wing_index(white, role, square, enemy));
                let material_tuned = MATERIAL_TUNING.get(role as usize - 1);
                let sum = material(role)
                    + square_bonus(white, role, square)
                    + OWN_WING[wing_index(white, role, square, own)]
                    + against.copied().unwrap_or_default()
                    + material_tuned.copied().unwrap_or_default();
                assert_eq!(placed(white, role, square)[2 * own + enemy], sum);
                let mirrored = placed(Color::Black, role, square.flip_vertical());
                assert_eq!(mirrored[2 * enemy + own], -sum);
            }
        }
    }
}
