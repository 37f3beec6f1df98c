//! Words that the principles of play are made of: phase, centre, development,
//! activity, and the safety and reach of kings.

use krog_chess::{Bitboard, CastlingSide, Color, Phase, Rank, Role, Square, shakmaty::attacks};

use super::{
    Definition, Entry, Param,
    gain::{arrived, color, man, number, risk},
    operators::{compute, test},
    param,
    pawns::{count, passers},
};
use crate::{
    env::Env,
    rules,
    sort::{Sort, Value},
    state::State,
};

const X: &[Param] = &[param("x", Sort::Color)];
const P: &[Param] = &[param("p", Sort::Piece)];
const ST: &[Param] = &[param("s", Sort::Square), param("t", Sort::Square)];

const CENTRE: [Square; 4] = [Square::D4, Square::E4, Square::D5, Square::E5];

pub(super) fn entries() -> impl Iterator<Item = &'static Entry> {
    PHASES.iter().chain(PIECES).chain(KINGS)
}

static PHASES: &[Entry] = &[
    test("opening", &[], "the game is in its opening", |env, _| {
        Some(phase(env) == Phase::Opening)
    }),
    test(
        "middlegame",
        &[],
        "the game is in its middlegame",
        |env, _| Some(phase(env) == Phase::Middlegame),
    ),
    test("endgame", &[], "the game is in its endgame", |env, _| {
        Some(phase(env) == Phase::Endgame)
    }),
    test(
        "pawn_ending",
        &[],
        "only kings and pawns are left",
        |env, _| {
            let board = &env.state().board;
            Some((board.occupied() & !board.pawns() & !board.kings()).is_empty())
        },
    ),
];

static PIECES: &[Entry] = &[
    compute(
        "arrived",
        &[],
        Sort::Square,
        "the square where the man that has just moved stands",
        |env, _| arrived(env).map(Value::Square),
    ),
    compute(
        "center",
        X,
        Sort::Number,
        "by how much x holds more of d4, e4, d5, e5 than the other side: one for each man that attacks one of them, two for each that stands there",
        |env, args| color(args).map(|x| number(center(env.state(), x) - center(env.state(), !x))),
    ),
    compute(
        "undeveloped",
        X,
        Sort::Number,
        "how many knights and bishops of x stand on their first squares",
        |env, args| color(args).map(|x| count(undeveloped(env.state(), x).count())),
    ),
    compute(
        "activity",
        P,
        Sort::Number,
        "how many squares p attacks where no man of its own side stands and that no enemy pawn guards",
        |env, args| man(args).map(|man| count(activity(env.state(), man.square))),
    ),
    test(
        "forks",
        &[param("m", Sort::Move)],
        "after m the man that moved cannot be taken with gain and attacks two or more men that it wins by exchange, or the king and one",
        |env, args| match args {
            [Value::Move(m)] => Some(forks(&env.state().after(*m), m.to())),
            _ => None,
        },
    ),
];

static KINGS: &[Entry] = &[
    compute(
        "distance",
        ST,
        Sort::Number,
        "how many steps a king needs from s to t",
        |_, args| match args {
            [Value::Square(s), Value::Square(t)] => Some(number(s.distance(*t))),
            _ => None,
        },
    ),
    compute(
        "remoteness",
        X,
        Sort::Number,
        "how many steps the king of x stands from the nearest passed pawn of the other side or, without one, from the centre",
        |env, args| {
            let x = color(args)?;
            remoteness(env.state(), x).map(number)
        },
    ),
    compute(
        "shield",
        X,
        Sort::Number,
        "how many pawns of x stand one or two ranks before its king on the king's file and beside it (in the corner, on the three files nearest it); 0 on the d- and e-file",
        |env, args| color(args).map(|x| count(shield(env.state(), x).count())),
    ),
    compute(
        "castling_bars",
        X,
        Sort::Number,
        "how many men stand between the king of x and the rooks that it may still castle with",
        |env, args| color(args).map(|x| count(bars(env.state(), x).count())),
    ),
    test(
        "in_opposition",
        X,
        "the kings stand on one file, rank or diagonal with an odd number of squares between them (on a diagonal one), nobody stands there (between kings two steps apart on a file a pawn may), and x is not to move",
        |env, args| color(args).map(|x| opposition(env.state(), x).is_some()),
    ),
    test(
        "direct_opposition",
        X,
        "the kings stand on one file or rank with one square between them, and x is not to move",
        |env, args| color(args).map(|x| opposition(env.state(), x) == Some(Facing::Direct)),
    ),
    test(
        "walled_in",
        X,
        "the king of x stands on its back rank, every square before it holds a man of x or is attacked, and the enemy has a rook or queen",
        |env, args| color(args).map(|x| walled_in(env.state(), x)),
    ),
    test(
        "back_rank_mate",
        X,
        "the enemy of x, were it to move, could mate at once with a rook or queen on the back rank of x",
        |env, args| color(args).map(|x| back_rank_mate(env.state(), x)),
    ),
];

pub(super) const DEFINITIONS: &[Definition] = &[
    Definition {
        name: "won",
        params: &[param("x", Sort::Color), param("n", Sort::Number)],
        meaning: "x has mated, or stands safe with a balance of at least n",
        formula: "checkmate(other(x)) ∨ settled(x) ∧ balance(x) ≥ n",
    },
    Definition {
        name: "connected",
        params: X,
        meaning: "two rooks of x on its back rank guard each other",
        formula: "∃p ∈ pieces(x, rook): rank(p, x) = 1 ∧ (∃q ∈ pieces(x, rook): \
            rank(q, x) = 1 ∧ PA(p, q))",
    },
];

fn phase(env: &Env<'_>) -> Phase {
    Phase::of(&env.state().board)
}

fn center(state: &State, color: Color) -> i64 {
    let held = |square: &Square| {
        let attackers = rules::attackers(state, color, *square).count();
        let stands = 2 * usize::from(state.board.color_at(*square) == Some(color));
        i64::try_from(attackers + stands).unwrap_or(0)
    };
    CENTRE.iter().map(held).sum()
}

fn undeveloped(state: &State, color: Color) -> Bitboard {
    let home: Bitboard = [
        (Role::Knight, krog_chess::File::B),
        (Role::Bishop, krog_chess::File::C),
        (Role::Bishop, krog_chess::File::F),
        (Role::Knight, krog_chess::File::G),
    ]
    .into_iter()
    .filter(|(role, file)| {
        let square = Square::from_coords(*file, color.backrank());
        state.board.piece_at(square) == Some(role.of(color))
    })
    .map(|(_, file)| Square::from_coords(file, color.backrank()))
    .collect();
    home
}

fn activity(state: &State, square: Square) -> usize {
    let Some(color) = state.board.color_at(square) else {
        return 0;
    };
    let enemy_pawns = state.board.pawns() & state.board.by_color(!color);
    let guarded = enemy_pawns
        .into_iter()
        .map(|pawn| attacks::pawn_attacks(!color, pawn))
        .fold(Bitboard::EMPTY, |all, more| all | more);
    (state.board.attacks_from(square) & !state.board.by_color(color) & !guarded).count()
}

/// Whether the man on `square`, which has just moved, forks with gain.
fn forks(state: &State, square: Square) -> bool {
    let Some(man) = state.board.piece_at(square) else {
        return false;
    };
    if man.role == Role::King {
        return false;
    }
    let asked = State {
        turn: man.color,
        ..state.clone()
    };
    let prey = state.board.attacks_from(square) & state.board.by_color(!man.color);
    let mut wins = false;
    let mut targets = 0;
    for target in prey {
        if state.board.role_at(target) == Some(Role::King) {
            targets += 1;
            continue;
        }
        let gains = rules::steps(&asked, square, target)
            .into_iter()
            .any(|m| krog_chess::see::on_board(&asked.board, man.color, m) > 0);
        wins |= gains;
        targets += usize::from(gains);
    }
    targets >= 2 && wins && risk(state, square) == 0
}

fn remoteness(state: &State, color: Color) -> Option<i64> {
    let king = state.king(color)?;
    let to_pawn = passers(state, !color).map(|pawn| king.distance(pawn)).min();
    let to_centre = CENTRE.iter().map(|square| king.distance(*square)).min();
    to_pawn.or(to_centre).map(i64::from)
}

fn shield(state: &State, color: Color) -> Bitboard {
    let Some(king) = state.king(color) else {
        return Bitboard::EMPTY;
    };
    if matches!(king.file(), krog_chess::File::D | krog_chess::File::E) {
        return Bitboard::EMPTY;
    }
    let middle = match king.file() {
        krog_chess::File::A => krog_chess::File::B,
        krog_chess::File::H => krog_chess::File::G,
        file => file,
    };
    let own = state.board.pawns() & state.board.by_color(color);
    let level = |rank: Rank| i32::from(color.relative_rank(rank));
    own.into_iter()
        .filter(|pawn| {
            let ahead = level(pawn.rank()) - level(king.rank());
            pawn.file().distance(middle) <= 1 && (1..=2).contains(&ahead)
        })
        .collect()
}

fn bars(state: &State, color: Color) -> Bitboard {
    let Some(king) = state.king(color) else {
        return Bitboard::EMPTY;
    };
    CastlingSide::ALL
        .into_iter()
        .filter_map(|side| state.castling_rook(color, side))
        .map(|rook| attacks::between(king, rook) & state.board.occupied())
        .fold(Bitboard::EMPTY, |all, more| all | more)
}

/// How kings in opposition stand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Facing {
    /// One square apart on a file or rank.
    Direct,
    /// Farther apart, or on a diagonal.
    Other,
}

fn opposition(state: &State, color: Color) -> Option<Facing> {
    let (own, other) = (state.king(color)?, state.king(!color)?);
    let files = own.file().distance(other.file());
    let ranks = own.rank().distance(other.rank());
    let facing = match (files, ranks) {
        (0, 2) | (2, 0) => Facing::Direct,
        (0, 4 | 6) | (4 | 6, 0) | (2, 2) => Facing::Other,
        _ => return None,
    };
    let free = facing == Facing::Direct || rules::path_clear(state, own, other);
    (free && state.turn != color).then_some(facing)
}

/// The squares before a king on its back rank.
fn front(state: &State, color: Color) -> Option<(Square, Bitboard)> {
    let king = state.king(color)?;
    let next = color.fold_wb(Rank::Second, Rank::Seventh);
    (king.rank() == color.backrank()).then(|| (king, attacks::king_attacks(king) & next))
}

fn walled_in(state: &State, color: Color) -> bool {
    let Some((_, front)) = front(state, color) else {
        return false;
    };
    let heavy = state.board.rooks_and_queens() & state.board.by_color(!color);
    !heavy.is_empty()
        && front.into_iter().all(|square| {
            state.board.color_at(square) == Some(color)
                || !rules::attackers(state, !color, square).is_empty()
        })
}

fn back_rank_mate(state: &State, color: Color) -> bool {
    if front(state, color).is_none() || rules::in_check(state, color) && state.turn == color {
        return false;
    }
    let asked = State {
        turn: !color,
        ..state.clone()
    };
    let heavy = state.board.rooks_and_queens() & state.board.by_color(!color);
    let back = Bitboard::from(color.backrank());
    heavy.into_iter().any(|from| {
        let reach = state.board.attacks_from(from) & back & !state.board.by_color(!color);
        reach.into_iter().any(|to| {
            rules::steps(&asked, from, to).into_iter().any(|m| {
                let after = asked.after(m);
                rules::in_check(&after, color)
                    && !rules::in_check(&after, !color)
                    && !rules::can_move(&after, color)
            })
        })
    })
}
