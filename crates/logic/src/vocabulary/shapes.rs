//! Tests of squares and moves that the language could not say shortly.

use krog_chess::Square;

use super::{Entry, Param, operators::test, optional, param};
use crate::{
    env::Env,
    rules,
    sort::{Sort, Value},
};

const SQUARES: &[Param] = &[param("s", Sort::Square), param("t", Sort::Square)];

pub(super) fn entries() -> impl Iterator<Item = &'static Entry> {
    OF_SQUARES.iter().chain(OF_MOVES)
}

static OF_SQUARES: &[Entry] = &[
    test(
        "straight",
        SQUARES,
        "s and t are on one rank or file",
        |_, args| {
            squares(args, |s, t| {
                s != t && (s.file() == t.file() || s.rank() == t.rank())
            })
        },
    ),
    test(
        "diagonal",
        SQUARES,
        "s and t are on one diagonal",
        |_, args| {
            squares(args, |s, t| {
                s != t && s.file().distance(t.file()) == s.rank().distance(t.rank())
            })
        },
    ),
    test("adjacent", SQUARES, "s and t touch", |_, args| {
        squares(args, |s, t| s.distance(t) == 1)
    }),
    test(
        "l_shape",
        SQUARES,
        "t is a knight's jump away from s",
        |_, args| {
            squares(args, |s, t| {
                let (files, ranks) = (s.file().distance(t.file()), s.rank().distance(t.rank()));
                files + ranks == 3 && files > 0 && ranks > 0
            })
        },
    ),
    test(
        "same_shade",
        SQUARES,
        "s and t are both light or both dark",
        |_, args| squares(args, |s, t| s.is_light() == t.is_light()),
    ),
    test(
        "near_file",
        SQUARES,
        "s and t are on the same file or on neighbouring ones",
        |_, args| squares(args, |s, t| s.file().distance(t.file()) <= 1),
    ),
    test(
        "one_forward",
        SQUARES,
        "t lies right in front of the man on s",
        |env, args| squares(args, |s, t| forward(env, s, 1) == Some(t)),
    ),
    test(
        "two_forward",
        SQUARES,
        "t lies two squares in front of the man on s",
        |env, args| squares(args, |s, t| forward(env, s, 2) == Some(t)),
    ),
];

static OF_MOVES: &[Entry] = &[
    test(
        "turn",
        &[param("x", Sort::Color)],
        "it is x's turn",
        |env, args| match args {
            [Value::Color(color)] => Some(env.state().turn == *color),
            _ => None,
        },
    ),
    test(
        "castles",
        &[param("m", Sort::Move), optional("side", Sort::Side)],
        "m is castling, to that side if one is named",
        |_, args| match args {
            [Value::Move(m)] => Some(m.is_castle()),
            [Value::Move(m), Value::Side(side)] => Some(m.castling_side() == Some(*side)),
            _ => None,
        },
    ),
    test(
        "promotes",
        &[param("m", Sort::Move)],
        "m is a promotion",
        |_, args| match args {
            [Value::Move(m)] => Some(m.is_promotion()),
            _ => None,
        },
    ),
];

fn squares(args: &[Value], shape: impl Fn(Square, Square) -> bool) -> Option<bool> {
    match args {
        [Value::Square(s), Value::Square(t)] => Some(shape(*s, *t)),
        _ => None,
    }
}

/// The square some steps in front of the man on `from`, as its side sees it.
fn forward(env: &Env<'_>, from: Square, steps: u32) -> Option<Square> {
    let color = env.state().board.color_at(from)?;
    (0..steps).try_fold(from, |square, _| rules::pawn_steps(color, square).0)
}
