//! The 22 chess operators.

use krog_chess::{CastlingMode, CastlingSide, Move, notation, notation::Form, notation::spoken};
use krog_chess::{Chess, Color, Role, Setup, Square, shakmaty::FromSetup as _};
use krog_text::Language;

use super::{Body, Entry, Gives, Param, optional, param};
use crate::{
    check::{has_ended, is_over, repetitions},
    env::Env,
    rules,
    sort::{Sort, Value},
    state::State,
};

const SQUARES: &[Param] = &[param("s", Sort::Square), param("t", Sort::Square)];
const TEXT: &[Param] = &[param("text", Sort::Text)];

/// The operators, in the order of the source: pieces, board, notation.
pub(super) fn entries() -> impl Iterator<Item = &'static Entry> {
    PIECES.iter().chain(BOARD).chain(WRITTEN)
}

pub(super) const fn test(
    name: &'static str,
    params: &'static [Param],
    meaning: &'static str,
    test: fn(&Env<'_>, &[Value]) -> Option<bool>,
) -> Entry {
    Entry {
        name,
        params,
        gives: Gives::Truth,
        meaning,
        body: Body::Test(test),
    }
}

pub(super) const fn compute(
    name: &'static str,
    params: &'static [Param],
    sort: Sort,
    meaning: &'static str,
    compute: fn(&Env<'_>, &[Value]) -> Option<Value>,
) -> Entry {
    Entry {
        name,
        params,
        gives: Gives::Value(sort),
        meaning,
        body: Body::Compute(compute),
    }
}

static PIECES: &[Entry] = &[
    test(
        "PM",
        const {
            &[
                param("p", Sort::Role),
                param("s", Sort::Square),
                param("t", Sort::Square),
            ]
        },
        "a man of this kind stands on s and its movement takes it to t",
        |env, args| match args {
            [Value::Role(role), Value::Square(from), Value::Square(to)] => Some(
                env.state().board.role_at(*from) == Some(*role)
                    && rules::moves_to(env.state(), *from, *to),
            ),
            _ => None,
        },
    ),
    test(
        "PC",
        SQUARES,
        "no man stands between s and t",
        |env, args| match args {
            [Value::Square(from), Value::Square(to)] => {
                Some(rules::path_clear(env.state(), *from, *to))
            }
            _ => None,
        },
    ),
    test(
        "PA",
        &[param("p", Sort::Piece), param("s", Sort::Square)],
        "p attacks s: capture geometry and a clear path, pins left aside",
        |env, args| match args {
            [Value::Piece(man), Value::Square(to)] => {
                Some(rules::attacks_square(env.state(), man.square, *to))
            }
            _ => None,
        },
    ),
    test(
        "NV",
        TEXT,
        "the text is a legal move in writing",
        |env, args| {
            written_move(env, args)
                .map(|m| rules::keeps_king_safe(env.state(), env.state().turn, m))
        },
    ),
    test(
        "PD",
        &[param("p", Sort::Piece)],
        "p is a knight, bishop, rook or queen that has left its kind's first squares",
        |_, args| match args {
            [Value::Piece(man)] => Some(is_developed(man.piece.role, man.piece.color, man.square)),
            _ => None,
        },
    ),
    test(
        "CR",
        &[param("side", Sort::Side), optional("x", Sort::Color)],
        "x may castle there: right kept, no check, path empty, king's squares safe",
        |env, args| match args {
            [Value::Side(side)] => Some(may_castle(env, *side, env.me())),
            [Value::Side(side), Value::Color(color)] => Some(may_castle(env, *side, *color)),
            _ => None,
        },
    ),
    test(
        "EP",
        &[param("s", Sort::Square)],
        "a pawn of the side to move can capture in passing on s",
        |env, args| match args {
            [Value::Square(square)] => {
                Some(rules::en_passant(env.state(), env.state().turn, *square))
            }
            _ => None,
        },
    ),
    test(
        "PO",
        &[param("p", Sort::Piece)],
        "p is a pawn one step before its last rank: it moves only by promotion",
        |env, args| match args {
            [Value::Piece(man)] => Some(rules::must_promote(env.state(), man.square)),
            _ => None,
        },
    ),
];

static BOARD: &[Entry] = &[
    test(
        "PV",
        &[],
        "the position is one that can stand on a board",
        |env, _| Some(is_valid(env.state())),
    ),
    test(
        "MH",
        &[param("n", Sort::Number)],
        "at least n moves of this game lie behind",
        |env, args| match args {
            [Value::Number(n)] => Some(i64::try_from(env.plies()).is_ok_and(|plies| plies >= *n)),
            _ => None,
        },
    ),
    test(
        "CS",
        &[optional("x", Sort::Color)],
        "the king of x (self if none is named) is attacked",
        |env, args| Some(rules::in_check(env.state(), color_or_me(env, args)?)),
    ),
    compute(
        "LMG",
        &[optional("x", Sort::Color)],
        Sort::Moves,
        "the legal moves of x, or what they would be if it were x's turn",
        |env, args| {
            let color = color_or_me(env, args)?;
            Some(Value::Moves(rules::legal(env.state(), color)))
        },
    ),
    test(
        "GT",
        &[optional("r", Sort::Ending)],
        "the game is over; with r, that ending stands on the board or can be claimed",
        |env, args| match args {
            [] => Some(is_over(env)),
            [Value::Ending(ending)] => Some(has_ended(env, *ending)),
            _ => None,
        },
    ),
    compute(
        "TC",
        &[optional("x", Sort::Color)],
        Sort::Number,
        "the seconds left on the clock of x, where known",
        |env, args| {
            let color = color_or_me(env, args)?;
            let left = (*env.state().clocks.get(color))?;
            let seconds = left.as_millis().div_ceil(1000);
            i64::try_from(seconds).ok().map(Value::Number)
        },
    ),
    test(
        "PR",
        &[param("n", Sort::Number)],
        "the position stands for at least the n-th time",
        |env, args| match args {
            [Value::Number(n)] => Some(i64::try_from(repetitions(env)).is_ok_and(|r| r >= *n)),
            _ => None,
        },
    ),
    compute(
        "FMC",
        &[],
        Sort::Number,
        "half-moves since the last capture or pawn move",
        |env, _| Some(Value::Number(i64::from(env.state().quiet_plies))),
    ),
];

const FORM: &[Param] = &[param("m", Sort::Move), param("form", Sort::Text)];
const CONVERT: &[Param] = &[param("text", Sort::Text), param("form", Sort::Text)];

static WRITTEN: &[Entry] = &[
    compute(
        "PSA",
        TEXT,
        Sort::Move,
        "the move that the text is in SAN",
        |env, args| move_in(Form::San, env, args),
    ),
    compute(
        "PLA",
        TEXT,
        Sort::Move,
        "the move that the text is in long notation",
        |env, args| move_in(Form::Long, env, args),
    ),
    compute(
        "PUCI",
        TEXT,
        Sort::Move,
        "the move that the text is in UCI",
        |env, args| move_in(Form::Uci, env, args),
    ),
    compute(
        "PVN",
        TEXT,
        Sort::Move,
        "the move that is said, in either language",
        |env, args| {
            let [Value::Text(text)] = args else {
                return None;
            };
            let heard =
                spoken::understand(&position(env.state())?, text, Language::English).ok()?;
            match heard.moves[..] {
                [only] => Some(Value::Move(only)),
                _ => None,
            }
        },
    ),
    compute(
        "GN",
        FORM,
        Sort::Text,
        "a move in a form: san, long, uci, en or no",
        |env, args| match args {
            [Value::Move(m), Value::Text(form)] => {
                write_move(&position(env.state())?, *m, form).map(Value::Text)
            }
            _ => None,
        },
    ),
    compute(
        "NC",
        CONVERT,
        Sort::Text,
        "a written move in another form",
        |env, args| match args {
            [text @ Value::Text(_), Value::Text(form)] => {
                let m = written_move(env, std::slice::from_ref(text))?;
                write_move(&position(env.state())?, m, form).map(Value::Text)
            }
            _ => None,
        },
    ),
];

fn color_or_me(env: &Env<'_>, args: &[Value]) -> Option<Color> {
    match args {
        [] => Some(env.me()),
        [Value::Color(color)] => Some(*color),
        _ => None,
    }
}

fn may_castle(env: &Env<'_>, side: CastlingSide, color: Color) -> bool {
    rules::may_castle(env.state(), color, side).is_some()
}

fn is_developed(role: Role, color: Color, square: Square) -> bool {
    let home: &[u32] = match role {
        Role::Rook => &[0, 7],
        Role::Knight => &[1, 6],
        Role::Bishop => &[2, 5],
        Role::Queen => &[3],
        Role::Pawn | Role::King => return false,
    };
    square.rank() != color.backrank() || !home.contains(&square.file().to_u32())
}

/// One king a side, no pawn on the first or last rank, and nobody in check
/// who has just moved.
fn is_valid(state: &State) -> bool {
    let kings = |color: Color| (state.board.kings() & state.board.by_color(color)).count() == 1;
    let edges = krog_chess::Bitboard::from(krog_chess::Rank::First)
        | krog_chess::Bitboard::from(krog_chess::Rank::Eighth);
    Color::ALL.into_iter().all(kings)
        && (state.board.pawns() & edges).is_empty()
        && !rules::in_check(state, !state.turn)
}

/// The move that a text in writing means.
fn written_move(env: &Env<'_>, args: &[Value]) -> Option<Move> {
    let [Value::Text(text)] = args else {
        return None;
    };
    let written = notation::Written::parse(text)?;
    rules::only_fitting(env.state(), |m| written.fits(m))
}

/// The move that a text means, if it is written in this form.
fn move_in(form: Form, env: &Env<'_>, args: &[Value]) -> Option<Value> {
    let [Value::Text(text)] = args else {
        return None;
    };
    let fits = match form {
        Form::San => !is_uci(text) && (!is_long(text) || is_castling(text)),
        Form::Long => is_long(text),
        Form::Uci | Form::UciRook => is_uci(text),
    };
    fits.then(|| written_move(env, args))
        .flatten()
        .map(Value::Move)
}

fn is_uci(text: &str) -> bool {
    let squares = text.get(..4).filter(|_| text.len() <= 5);
    squares.is_some_and(|squares| {
        let (from, to) = squares.as_bytes().split_at(2);
        Square::from_ascii(from).is_ok() && Square::from_ascii(to).is_ok()
    })
}

fn is_castling(text: &str) -> bool {
    text.starts_with("O-O") || text.starts_with("0-0")
}

/// Two squares with a hyphen or a cross between them, or castling.
fn is_long(text: &str) -> bool {
    let steps = text.trim_start_matches(['K', 'Q', 'R', 'B', 'N']);
    let between = steps.as_bytes().get(2);
    let starts_with_square = steps
        .get(..2)
        .is_some_and(|s| Square::from_ascii(s.as_bytes()).is_ok());
    is_castling(text) || starts_with_square && matches!(between, Some(b'-' | b'x'))
}

/// The position of a state, for the notations that need one; `None` when the
/// state is none that can be played on.
fn position(state: &State) -> Option<Chess> {
    let setup = Setup {
        board: state.board.clone(),
        turn: state.turn,
        castling_rights: state.rights,
        ep_square: state.passed,
        ..Setup::empty()
    };
    let mode = CastlingMode::detect(&setup);
    Chess::from_setup(setup, mode).ok()
}

fn write_move(position: &Chess, m: Move, form: &str) -> Option<String> {
    let in_form = |form| Some(notation::write(position, m, form));
    match form {
        "san" => in_form(Form::San),
        "long" => in_form(Form::Long),
        "uci" => in_form(Form::Uci),
        language => {
            let language: Language = language.parse().ok()?;
            Some(spoken::say(position, m, language))
        }
    }
}
