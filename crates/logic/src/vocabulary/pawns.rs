//! Words about pawns, and about the squares and files they leave.

use krog_chess::{Bitboard, Color, File, Role, Square, shakmaty::attacks};

use super::{
    Definition, Entry, Param,
    gain::{color, man, number},
    operators::{compute, test},
    param,
};
use crate::{
    sort::{Sort, Value},
    state::State,
};

const X: &[Param] = &[param("x", Sort::Color)];
const P: &[Param] = &[param("p", Sort::Piece)];
const S: &[Param] = &[param("s", Sort::Square)];
const SX: &[Param] = &[param("s", Sort::Square), param("x", Sort::Color)];

pub(super) static ENTRIES: &[Entry] = &[
    test(
        "hole",
        SX,
        "no pawn of x guards s or ever can",
        |env, args| match args {
            [Value::Square(square), Value::Color(color)] => {
                Some(is_hole(env.state(), *square, *color))
            }
            _ => None,
        },
    ),
    test(
        "open_file",
        S,
        "no pawn stands on the file of s",
        |env, args| match args {
            [Value::Square(square)] => {
                let file = Bitboard::from(square.file());
                Some((env.state().board.pawns() & file).is_empty())
            }
            _ => None,
        },
    ),
    test(
        "half_open_file",
        SX,
        "a pawn stands on the file of s, but none of x",
        |env, args| match args {
            [Value::Square(square), Value::Color(color)] => {
                let pawns = env.state().board.pawns() & square.file();
                let own = pawns & env.state().board.by_color(*color);
                Some(!pawns.is_empty() && own.is_empty())
            }
            _ => None,
        },
    ),
    test(
        "backward_pawn",
        P,
        "p is a pawn, not isolated, that no neighbour can support, and whose next square an enemy pawn guards",
        |env, args| man(args).map(|man| is_backward(env.state(), man.square)),
    ),
    compute(
        "weak_pawns",
        X,
        Sort::Number,
        "how many pawns of x are doubled, isolated or backward",
        |env, args| {
            let state = env.state();
            let weak = |square: &Square| is_weak(state, *square);
            color(args).map(|x| {
                let pawns = (state.board.pawns() & state.board.by_color(x)).into_iter();
                count(pawns.filter(weak).count())
            })
        },
    ),
    compute(
        "holes",
        X,
        Sort::Number,
        "how many squares on the third and fourth rank of x, on the files c to f or within two steps of its king, no pawn of x can guard and no bishop of x does",
        |env, args| color(args).map(|x| count(holes(env.state(), x).count())),
    ),
    compute(
        "wing_pawns",
        &[param("x", Sort::Color), param("side", Sort::Side)],
        Sort::Number,
        "how many pawns x has on the files a to c (queenside) or f to h (kingside)",
        |env, args| match args {
            [Value::Color(color), Value::Side(side)] => {
                let board = &env.state().board;
                let wing = |file: File| match side {
                    krog_chess::CastlingSide::QueenSide => file <= File::C,
                    krog_chess::CastlingSide::KingSide => file >= File::F,
                };
                let pawns = (board.pawns() & board.by_color(*color)).into_iter();
                Some(count(pawns.filter(|pawn| wing(pawn.file())).count()))
            }
            _ => None,
        },
    ),
    compute(
        "passers",
        X,
        Sort::Number,
        "how many passed pawns x has",
        |env, args| {
            let state = env.state();
            color(args).map(|x| count(passers(state, x).count()))
        },
    ),
];

pub(super) const DEFINITIONS: &[Definition] = &[Definition {
    name: "outpost",
    params: P,
    meaning: "p is a knight or bishop on its fourth to sixth rank, where a pawn of its own guards it and no enemy pawn can ever attack it",
    formula: "(role(p) = knight ∨ role(p) = bishop) ∧ rank(p, color(p)) ≥ 4 ∧ rank(p, color(p)) ≤ 6 \
        ∧ hole(p, other(color(p))) ∧ (∃q ∈ pieces(color(p), pawn): PA(q, p))",
}];

pub(super) fn count(value: usize) -> Value {
    number(i64::try_from(value).unwrap_or(i64::MAX))
}

fn neighbours(file: File) -> Bitboard {
    [-1, 1]
        .into_iter()
        .filter_map(|step| file.offset(step))
        .map(Bitboard::from)
        .fold(Bitboard::EMPTY, |all, file| all | file)
}

/// The squares behind a square as `color` sees it, on every file.
fn behind(square: Square, color: Color) -> Bitboard {
    let ranks = krog_chess::Rank::ALL
        .into_iter()
        .filter(|rank| color.relative_rank(*rank) < color.relative_rank(square.rank()));
    ranks.fold(Bitboard::EMPTY, |all, rank| all | rank)
}

pub(super) fn is_hole(state: &State, square: Square, color: Color) -> bool {
    let pawns = state.board.pawns() & state.board.by_color(color);
    (pawns & neighbours(square.file()) & behind(square, color)).is_empty()
}

fn holes(state: &State, color: Color) -> Bitboard {
    let king = state.king(color);
    let guards = state.board.bishops();
    [2, 3]
        .into_iter()
        .map(|rank| color.relative_rank(krog_chess::Rank::new(rank)))
        .fold(Bitboard::EMPTY, |all, rank| all | rank)
        .into_iter()
        .filter(|square| {
            let central = (2..=5).contains(&square.file().to_u32());
            central || king.is_some_and(|king| king.distance(*square) <= 2)
        })
        .filter(|square| is_hole(state, *square, color))
        .filter(|square| (crate::rules::attackers(state, color, *square) & guards).is_empty())
        .collect()
}

pub(super) fn passers(state: &State, color: Color) -> impl Iterator<Item = Square> + '_ {
    let enemy = state.board.pawns() & state.board.by_color(!color);
    let own = state.board.pawns() & state.board.by_color(color);
    own.into_iter().filter(move |square| {
        let files = neighbours(square.file()) | square.file();
        let ahead = !behind(*square, color) & !Bitboard::from(square.rank());
        (enemy & files & ahead).is_empty()
    })
}

fn is_weak(state: &State, square: Square) -> bool {
    let Some(color) = state.board.color_at(square) else {
        return false;
    };
    let own = state.board.pawns() & state.board.by_color(color);
    let doubled = (own & square.file()).more_than_one();
    let isolated = (own & neighbours(square.file())).is_empty();
    doubled || isolated || is_backward(state, square)
}

fn is_backward(state: &State, square: Square) -> bool {
    let Some(man) = state.board.piece_at(square) else {
        return false;
    };
    if man.role != Role::Pawn {
        return false;
    }
    let own = state.board.pawns() & state.board.by_color(man.color);
    let enemy = state.board.pawns() & state.board.by_color(!man.color);
    let near = own & neighbours(square.file());
    let level = behind(square, man.color) | square.rank();
    let stop = crate::rules::pawn_steps(man.color, square).0;
    !near.is_empty()
        && (near & level).is_empty()
        && stop.is_some_and(|stop| !(attacks::pawn_attacks(man.color, stop) & enemy).is_empty())
}
