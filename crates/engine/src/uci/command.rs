//! Commands as they are written, turned into what is meant.

use std::{iter::Peekable, time::Duration};

use krog_chess::{ByColor, Chess, Line, Move, fen, shakmaty::uci::UciMove};

use crate::search::Limits;

/// A command.
#[derive(Debug)]
pub(super) enum Command<'a> {
    Uci,
    IsReady,
    NewGame,
    SetOption {
        name: &'a str,
        value: &'a str,
    },
    Position(&'a str),
    Go(&'a str),
    Perft(u32),
    Stop,
    PonderHit,
    Show,
    Eval,
    Bench(Option<u32>),
    Quit,
    /// Words of the protocol that need no answer, and empty lines.
    Nothing,
    Unknown(&'a str),
}

impl<'a> Command<'a> {
    pub(super) fn read(line: &'a str) -> Command<'a> {
        let (word, rest) = first_word(line);
        match word {
            "" | "debug" | "register" => Command::Nothing,
            "uci" => Command::Uci,
            "isready" => Command::IsReady,
            "ucinewgame" => Command::NewGame,
            "setoption" => option(rest),
            "position" => Command::Position(rest),
            "go" => match first_word(rest) {
                ("perft", depth) => Command::Perft(perft_depth(depth)),
                _ => Command::Go(rest),
            },
            "perft" => Command::Perft(perft_depth(rest)),
            "stop" => Command::Stop,
            "ponderhit" => Command::PonderHit,
            "d" => Command::Show,
            "eval" => Command::Eval,
            "bench" => Command::Bench(number(rest)),
            "quit" => Command::Quit,
            _ => Command::Unknown(word),
        }
    }
}

fn option(rest: &str) -> Command<'_> {
    let rest = rest.strip_prefix("name").unwrap_or(rest).trim_start();
    let (name, value) = match rest.split_once(" value") {
        Some((name, value)) => (name.trim(), value.trim()),
        None => (rest.trim(), ""),
    };
    Command::SetOption { name, value }
}

fn first_word(text: &str) -> (&str, &str) {
    let text = text.trim();
    match text.split_once(char::is_whitespace) {
        Some((word, rest)) => (word, rest.trim()),
        None => (text, ""),
    }
}

/// Nobody lives to see deeper counts, and each ply takes room on the stack.
const DEEPEST_PERFT: u32 = 32;

fn perft_depth(text: &str) -> u32 {
    number(text).unwrap_or(1).min(DEEPEST_PERFT)
}

fn number<T: std::str::FromStr>(text: &str) -> Option<T> {
    text.split_whitespace().next()?.parse().ok()
}

/// Reads `startpos` or `fen …`, and the moves; a complaint if something in it
/// is wrong, with what could be read.
pub(super) fn game(text: &str) -> Result<(Line, Option<String>), String> {
    let (setup, moves) = match text.split_once("moves") {
        Some((setup, moves)) => (setup.trim(), moves),
        None => (text, ""),
    };
    let start = match first_word(setup) {
        ("startpos", _) => Chess::default(),
        ("fen", fields) => fen::parse_forgiving(fields).map_err(|error| error.to_string())?,
        (word, _) => {
            return Err(format!(
                "position: found {word:?}, expected startpos or fen"
            ));
        }
    };
    let mut line = Line::at(start);
    for word in moves.split_whitespace() {
        let legal = read_move(line.end(), word);
        if legal.is_none_or(|m| line.push(m).is_err()) {
            return Ok((line, Some(illegal("position", word))));
        }
    }
    Ok((line, None))
}

fn read_move(position: &Chess, word: &str) -> Option<Move> {
    let uci: UciMove = word.parse().ok()?;
    uci.to_move(position).ok()
}

fn illegal(where_from: &str, word: &str) -> String {
    format!("{where_from}: {word:?} is not legal here")
}

/// What `go` asks for.
#[derive(Debug, Default)]
pub(super) struct Go {
    pub(super) limits: Limits,
    pub(super) infinite: bool,
    pub(super) ponder: bool,
    /// What is wrong with it.
    pub(super) complaint: Option<String>,
}

/// Reads what follows `go`; words that are not understood are passed over, but where
/// moves are expected.
pub(super) fn go(text: &str, position: &Chess) -> Go {
    let mut go = Go::default();
    let mut times: ByColor<Option<Duration>> = ByColor::default();
    let mut words = text.split_whitespace().peekable();
    let mut asked = false;
    while let Some(word) = words.next() {
        let mut limit = || match number_after(word, &mut words) {
            Ok(number) => Some(number),
            Err(complaint) => {
                go.complaint = Some(complaint);
                None
            }
        };
        let limits = &mut go.limits;
        match word {
            "infinite" => go.infinite = true,
            "ponder" => go.ponder = true,
            "depth" => limits.depth = limit().map(saturated),
            "nodes" => limits.nodes = limit(),
            "mate" => limits.mate = limit().map(|moves| u16::try_from(moves).unwrap_or(u16::MAX)),
            "movestogo" => limits.moves_to_go = limit().map(saturated),
            "movetime" => limits.movetime = limit().map(Duration::from_millis),
            "wtime" => times.white = limit().map(Duration::from_millis),
            "btime" => times.black = limit().map(Duration::from_millis),
            "winc" => limits.increment.white = millis(limit()),
            "binc" => limits.increment.black = millis(limit()),
            "searchmoves" => asked = true,
            _ if asked => match read_move(position, word) {
                Some(m) => limits.moves.push(m),
                None => go.complaint = Some(illegal("searchmoves", word)),
            },
            _ => {}
        }
    }
    if times.white.is_some() || times.black.is_some() {
        let either = times.white.or(times.black).unwrap_or_default();
        go.limits.time = Some(times.map(|time| time.unwrap_or(either)));
    }
    go.infinite |= !go.limits.are_reached() && go.limits.mate.is_none() && !go.ponder;
    go
}

/// The number behind the name of a limit, which stays where it is if it is none. Clocks
/// may run below zero, and what is too large is as good as the largest.
fn number_after<'a>(
    name: &str,
    words: &mut Peekable<impl Iterator<Item = &'a str>>,
) -> Result<u64, String> {
    let word = words.peek().copied().unwrap_or_default();
    let digits = word.strip_prefix('-').unwrap_or(word);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(format!("go {name}: found {word:?}, expected a number"));
    }
    words.next();
    if word.starts_with('-') {
        return Ok(0);
    }
    Ok(digits.parse().unwrap_or(u64::MAX))
}

fn millis(number: Option<u64>) -> Duration {
    number.map_or(Duration::ZERO, Duration::from_millis)
}

fn saturated(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
