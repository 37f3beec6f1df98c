//! What the lines of an engine mean. What cannot be understood means nothing:
//! engines chat.

use krog_chess::Value;

/// A line that an engine prints.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Reply<'a> {
    /// `id name …`
    Name(&'a str),
    /// `option name … type …`
    Option(Offered),
    /// `uciok`
    UciOk,
    /// `readyok`
    ReadyOk,
    /// `info …` with a depth, a score or a line.
    Info(Info<'a>),
    /// `bestmove …`, with the word that stands for the move.
    BestMove(&'a str),
    /// Anything else.
    Chatter,
}

/// An option that an engine offers. The bounds are those of a number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Offered {
    pub(super) name: String,
    pub(super) min: Option<u64>,
    pub(super) max: Option<u64>,
}

/// What an engine tells during a search.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Info<'a> {
    pub(super) depth: Option<u32>,
    pub(super) multipv: Option<usize>,
    /// The value for the side to move, unless it is only a bound.
    pub(super) exact: Option<Value>,
    /// Whether the value is only a bound.
    pub(super) is_bound: bool,
    pub(super) nodes: Option<u64>,
    /// The words of the line, if there is one.
    pub(super) pv: Option<Vec<&'a str>>,
}

impl Reply<'_> {
    /// Reads a line.
    pub(super) fn parse(line: &str) -> Reply<'_> {
        let (word, rest) = cut(line);
        match word {
            "id" => match cut(rest) {
                ("name", name) if !name.is_empty() => Reply::Name(name),
                _ => Reply::Chatter,
            },
            "option" => offered(rest).map_or(Reply::Chatter, Reply::Option),
            "uciok" => Reply::UciOk,
            "readyok" => Reply::ReadyOk,
            "info" => Reply::Info(info(rest)),
            "bestmove" => Reply::BestMove(cut(rest).0),
            _ => Reply::Chatter,
        }
    }
}

/// The first word and what follows it.
fn cut(text: &str) -> (&str, &str) {
    let text = text.trim();
    match text.split_once(char::is_whitespace) {
        Some((word, rest)) => (word, rest.trim_start()),
        None => (text, ""),
    }
}

/// `name Clear Hash type button`: a name may have several words.
fn offered(text: &str) -> Option<Offered> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let kind = words.iter().position(|word| *word == "type")?;
    let name = match &words[..kind] {
        ["name", name @ ..] if !name.is_empty() => name.join(" "),
        _ => return None,
    };
    let number = |key: &str| {
        let at = words[kind..].iter().position(|word| *word == key)?;
        words.get(kind + at + 1)?.parse().ok()
    };
    Some(Offered {
        name,
        min: number("min"),
        max: number("max"),
    })
}

fn info(text: &str) -> Info<'_> {
    let mut info = Info::default();
    let mut words = text.split_whitespace().peekable();
    while let Some(word) = words.next() {
        match word {
            "depth" => info.depth = words.next().and_then(|word| word.parse().ok()),
            "multipv" => info.multipv = words.next().and_then(|word| word.parse().ok()),
            "nodes" => info.nodes = words.next().and_then(|word| word.parse().ok()),
            "score" => info.exact = value(words.next(), words.next()),
            "lowerbound" | "upperbound" => info.is_bound = true,
            "pv" => {
                info.pv = Some(words.collect());
                break;
            }
            // The rest is free text.
            "string" => break,
            _ => {}
        }
    }
    if info.is_bound {
        info.exact = None;
    }
    info
}

/// `cp 13`, `mate -3`. A mate in 0 would be a finished game, which no engine
/// is asked about.
fn value(kind: Option<&str>, number: Option<&str>) -> Option<Value> {
    let number: i32 = number?.parse().ok()?;
    let moves = || u16::try_from(number.unsigned_abs()).ok();
    match kind? {
        "cp" => Some(Value::Cp(number)),
        "mate" if number > 0 => moves().map(Value::MateIn),
        "mate" if number < 0 => moves().map(Value::MatedIn),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, expected: &Reply<'_>) {
        assert_eq!(&Reply::parse(line), expected, "{line:?}");
    }

    #[test]
    fn the_handshake_is_understood() {
        check("id name Stockfish 15.1", &Reply::Name("Stockfish 15.1"));
        check("  uciok ", &Reply::UciOk);
        check("readyok", &Reply::ReadyOk);
        let option = |name: &str, min, max| {
            Reply::Option(Offered {
                name: name.to_owned(),
                min,
                max,
            })
        };
        check(
            "option name Hash type spin default 16 min 1 max 33554432",
            &option("Hash", Some(1), Some(33_554_432)),
        );
        check(
            "option name Clear Hash type button",
            &option("Clear Hash", None, None),
        );
    }

    #[test]
    fn scores_are_exact_or_bounds() {
        let info = |text| match Reply::parse(text) {
            Reply::Info(info) => (info.exact, info.is_bound),
            other => panic!("found {other:?}"),
        };
        assert_eq!(info("info score cp -23"), (Some(Value::Cp(-23)), false));
        assert_eq!(info("info score mate 3"), (Some(Value::MateIn(3)), false));
        assert_eq!(info("info score mate -3"), (Some(Value::MatedIn(3)), false));
        assert_eq!(info("info score cp 30 lowerbound nodes 1"), (None, true));
        assert_eq!(info("info score upperbound cp 30"), (None, false));
        assert_eq!(info("info score mate 99999"), (None, false));
        assert_eq!(info("info score mate 0"), (None, false));
    }

    #[test]
    fn a_line_of_moves_ends_the_info() {
        check(
            "info depth 5 seldepth 6 multipv 2 score cp -55 nodes 1035 nps 258750 pv e7e5 g1f3",
            &Reply::Info(Info {
                depth: Some(5),
                multipv: Some(2),
                exact: Some(Value::Cp(-55)),
                is_bound: false,
                nodes: Some(1_035),
                pv: Some(vec!["e7e5", "g1f3"]),
            }),
        );
        check("info string pv depth 5", &Reply::Info(Info::default()));
        check("bestmove c7c5 ponder c2c3", &Reply::BestMove("c7c5"));
        check("bestmove", &Reply::BestMove(""));
    }

    #[test]
    fn anything_else_is_chatter() {
        for line in ["", "uciokay", "id", "id author me", "option name x", "♞"] {
            check(line, &Reply::Chatter);
        }
    }
}
