//! Functions: terms that stand for sides, men, sets and numbers.

use krog_chess::{Bitboard, Color, worth};

use super::{Entry, Param, operators::compute, optional, param};
use crate::{
    env::Env,
    rules,
    sort::{Man, Sort, Value},
};

const PIECE: &[Param] = &[param("p", Sort::Piece)];
const COLOR: &[Param] = &[param("x", Sort::Color)];
const SQUARE: &[Param] = &[param("s", Sort::Square)];
const MOVE: &[Param] = &[param("m", Sort::Move)];

pub(super) fn entries() -> impl Iterator<Item = &'static Entry> {
    OF_PIECES.iter().chain(OF_SQUARES).chain(SETS)
}

static OF_PIECES: &[Entry] = &[
    compute(
        "color",
        PIECE,
        Sort::Color,
        "the side that p belongs to",
        |_, args| match args {
            [Value::Piece(man)] => Some(Value::Color(man.piece.color)),
            _ => None,
        },
    ),
    compute(
        "role",
        PIECE,
        Sort::Role,
        "what kind of man p is",
        |_, args| match args {
            [Value::Piece(man)] => Some(Value::Role(man.piece.role)),
            _ => None,
        },
    ),
    compute(
        "square",
        PIECE,
        Sort::Square,
        "where p stands",
        |_, args| match args {
            [Value::Piece(man)] => Some(Value::Square(man.square)),
            _ => None,
        },
    ),
    compute(
        "value",
        PIECE,
        Sort::Number,
        "what p is worth, in centipawns; the king has no price",
        |_, args| match args {
            [Value::Piece(man)] => {
                worth::centipawns(man.piece.role).map(|cp| Value::Number(i64::from(cp)))
            }
            _ => None,
        },
    ),
    compute(
        "king",
        COLOR,
        Sort::Piece,
        "the king of x",
        |env, args| match args {
            [Value::Color(color)] => {
                let square = env.state().king(*color)?;
                let piece = color.king();
                Some(Value::Piece(Man { square, piece }))
            }
            _ => None,
        },
    ),
    compute(
        "other",
        COLOR,
        Sort::Color,
        "the side that is not x",
        |_, args| match args {
            [Value::Color(color)] => Some(Value::Color(!*color)),
            _ => None,
        },
    ),
    compute(
        "from",
        MOVE,
        Sort::Square,
        "where m begins",
        |_, args| match args {
            [Value::Move(m)] => m.from().map(Value::Square),
            _ => None,
        },
    ),
    compute(
        "to",
        MOVE,
        Sort::Square,
        "where m ends; for castling, the rook's square",
        |_, args| match args {
            [Value::Move(m)] => Some(Value::Square(m.to())),
            _ => None,
        },
    ),
];

static OF_SQUARES: &[Entry] = &[
    compute(
        "file",
        SQUARE,
        Sort::Number,
        "the file of s, 1 for a to 8 for h",
        |_, args| match args {
            [Value::Square(square)] => Some(Value::Number(i64::from(square.file().to_u32()) + 1)),
            _ => None,
        },
    ),
    compute(
        "rank",
        &[param("s", Sort::Square), optional("x", Sort::Color)],
        Sort::Number,
        "the rank of s, counted from x's side if x is named",
        |_, args| match args {
            [Value::Square(square)] => Some(rank(*square, Color::White)),
            [Value::Square(square), Value::Color(color)] => Some(rank(*square, *color)),
            _ => None,
        },
    ),
    compute(
        "count",
        &[param("set", Sort::Squares)],
        Sort::Number,
        "how many elements a set of squares or pieces has",
        |_, args| match args {
            [Value::Squares(set) | Value::Pieces(set)] => size(set.count()),
            _ => None,
        },
    ),
    compute(
        "plus",
        &[param("a", Sort::Number), param("b", Sort::Number)],
        Sort::Number,
        "the sum of two numbers",
        |_, args| match args {
            [Value::Number(a), Value::Number(b)] => a.checked_add(*b).map(Value::Number),
            _ => None,
        },
    ),
    compute(
        "mobility",
        &[optional("x", Sort::Color)],
        Sort::Number,
        "how many legal moves x has",
        |env, args| {
            let color = match args {
                [] => env.me(),
                [Value::Color(color)] => *color,
                _ => return None,
            };
            size(rules::legal(env.state(), color).len())
        },
    ),
];

static SETS: &[Entry] =
    &[
        compute("squares", &[], Sort::Squares, "all 64 squares", |_, _| {
            Some(Value::Squares(Bitboard::FULL))
        }),
        compute(
            "moves",
            &[],
            Sort::Moves,
            "the legal moves of the side to move",
            |env, _| Some(Value::Moves(rules::legal(env.state(), env.state().turn))),
        ),
        compute(
            "pieces",
            &[optional("x", Sort::Color), optional("k", Sort::Role)],
            Sort::Pieces,
            "the men of x, of one kind if it is named",
            pieces,
        ),
        compute(
            "between",
            &[param("s", Sort::Square), param("t", Sort::Square)],
            Sort::Squares,
            "the squares between s and t on a line",
            |_, args| match args {
                [Value::Square(from), Value::Square(to)] => Some(Value::Squares(
                    krog_chess::shakmaty::attacks::between(*from, *to),
                )),
                _ => None,
            },
        ),
        compute(
            "targets",
            PIECE,
            Sort::Pieces,
            "the enemy men that p attacks",
            |env, args| match args {
                [Value::Piece(man)] => {
                    let board = &env.state().board;
                    let reach = board.attacks_from(man.square);
                    Some(Value::Pieces(reach & board.by_color(!man.piece.color)))
                }
                _ => None,
            },
        ),
        compute(
            "attackers",
            &[param("s", Sort::Square), param("x", Sort::Color)],
            Sort::Pieces,
            "the men of x that attack s",
            |env, args| match args {
                [Value::Square(square), Value::Color(color)] => Some(Value::Pieces(
                    rules::attackers(env.state(), *color, *square),
                )),
                _ => None,
            },
        ),
    ];

fn pieces(env: &Env<'_>, args: &[Value]) -> Option<Value> {
    let board = &env.state().board;
    Some(Value::Pieces(match args {
        [] => board.occupied(),
        [Value::Color(color)] => board.by_color(*color),
        [Value::Color(color), Value::Role(role)] => board.by_color(*color) & board.by_role(*role),
        _ => return None,
    }))
}

fn rank(square: krog_chess::Square, side: Color) -> Value {
    Value::Number(i64::from(side.relative_rank(square.rank()).to_u32()) + 1)
}

fn size(count: usize) -> Option<Value> {
    i64::try_from(count).ok().map(Value::Number)
}
