//! Words about material: what is on the board, what an exchange brings, and
//! where nothing more can be taken.

use krog_chess::{Color, Move, Square, see, worth};

use super::{
    Entry, Param,
    operators::{compute, test},
    param,
};
use crate::{
    check::is_perpetual,
    env::Env,
    rules,
    sort::{Man, Sort, Value},
    state::State,
};

const X: &[Param] = &[param("x", Sort::Color)];
const P: &[Param] = &[param("p", Sort::Piece)];
const M: &[Param] = &[param("m", Sort::Move)];

pub(super) static ENTRIES: &[Entry] = &[
    compute(
        "material",
        X,
        Sort::Number,
        "what the men of x are worth together, in centipawns; the king counts nothing",
        |env, args| color(args).map(|x| number(material(env.state(), x))),
    ),
    compute(
        "balance",
        X,
        Sort::Number,
        "by how much the men of x are worth more than the other side's, in centipawns",
        |env, args| color(args).map(|x| number(balance(env.state(), x))),
    ),
    compute(
        "exchange",
        M,
        Sort::Number,
        "what m wins or loses in centipawns if both sides go on taking on its square, or stop, as suits them",
        |env, args| match args {
            [Value::Move(m)] => Some(number(exchange(env.state(), *m))),
            _ => None,
        },
    ),
    compute(
        "risk",
        P,
        Sort::Number,
        "what the enemy of p, were it to move, would win by taking p, in centipawns; 0 if nothing",
        |env, args| man(args).map(|man| number(risk(env.state(), man.square))),
    ),
    compute(
        "loot",
        &[],
        Sort::Number,
        "what the side to move wins at most by one exchange or promotion, in centipawns",
        |env, _| Some(number(loot(env.state()))),
    ),
    compute(
        "victim",
        M,
        Sort::Piece,
        "the man that m takes",
        |env, args| match args {
            [Value::Move(m)] => victim(env.state(), *m).map(Value::Piece),
            _ => None,
        },
    ),
    test("takes", M, "m is a capture", |_, args| match args {
        [Value::Move(m)] => Some(m.is_capture()),
        _ => None,
    }),
    test(
        "quiet",
        &[],
        "the side to move is not in check and has no exchange or promotion that wins material",
        |env, _| Some(quiet(env.state())),
    ),
    test(
        "mates",
        &[],
        "the side to move can mate at once",
        |env, _| Some(mates(env.state())),
    ),
    test(
        "settled",
        X,
        "the opponent of x is to move, and can neither win material by one exchange nor mate at once, nor is it in check",
        |env, args| {
            let state = env.state();
            color(args).map(|x| state.turn == !x && quiet(state) && !mates(state))
        },
    ),
    test(
        "perpetual",
        X,
        "the opponent of x is to move in a position that has stood before since the game was left, and each move of x since then has given check",
        |env, args| color(args).map(|x| is_perpetual(env, x)),
    ),
];

pub(super) fn color(args: &[Value]) -> Option<Color> {
    match args {
        [Value::Color(color)] => Some(*color),
        _ => None,
    }
}

pub(super) fn man(args: &[Value]) -> Option<Man> {
    match args {
        [Value::Piece(man)] => Some(*man),
        _ => None,
    }
}

pub(super) fn number(value: impl Into<i64>) -> Value {
    Value::Number(value.into())
}

fn material(state: &State, color: Color) -> i32 {
    let board = &state.board;
    let men = board.by_color(color).into_iter();
    men.filter_map(|square| worth::centipawns(board.role_at(square)?))
        .sum()
}

fn balance(state: &State, color: Color) -> i32 {
    material(state, color) - material(state, !color)
}

fn exchange(state: &State, m: Move) -> i32 {
    see::on_board(&state.board, state.turn, m)
}

/// What the enemy of the man on a square would win by taking it.
pub(super) fn risk(state: &State, square: Square) -> i32 {
    let Some(color) = state.board.color_at(square) else {
        return 0;
    };
    let takers = rules::attackers(state, !color, square);
    if takers.is_empty() {
        return 0;
    }
    let asked = State {
        turn: !color,
        ..state.clone()
    };
    takers
        .into_iter()
        .flat_map(|from| rules::steps(&asked, from, square))
        .filter(|m| rules::keeps_king_safe(&asked, !color, *m))
        .map(|m| exchange(&asked, m))
        .fold(0, i32::max)
}

fn loot(state: &State) -> i32 {
    rules::candidates(state, state.turn)
        .into_iter()
        .filter(|m| m.is_capture() || m.is_promotion())
        .filter(|m| rules::keeps_king_safe(state, state.turn, *m))
        .map(|m| exchange(state, m))
        .fold(0, i32::max)
}

fn quiet(state: &State) -> bool {
    !rules::in_check(state, state.turn) && loot(state) == 0
}

fn mates(state: &State) -> bool {
    rules::candidates(state, state.turn).into_iter().any(|m| {
        let after = state.after(m);
        rules::in_check(&after, after.turn)
            && !rules::in_check(&after, state.turn)
            && !rules::can_move(&after, after.turn)
    })
}

fn victim(state: &State, m: Move) -> Option<Man> {
    let square = match m {
        Move::EnPassant { from, to } => Square::from_coords(to.file(), from.rank()),
        _ if m.is_capture() => m.to(),
        _ => return None,
    };
    let piece = state.board.piece_at(square)?;
    Some(Man { square, piece })
}

/// The square where the man that has just moved stands.
pub(super) fn arrived(env: &Env<'_>) -> Option<Square> {
    let (before, m) = env.before()?;
    let king = before.state().king(before.state().turn)?;
    Some(match m.castling_side() {
        Some(side) => rules::king_walk(king, side).0,
        None => m.to(),
    })
}
