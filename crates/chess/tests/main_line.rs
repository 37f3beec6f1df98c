//! The main-line reader finds what the thorough one finds, in any text.

#![allow(clippy::unwrap_used)] // what cannot be unwrapped here has failed the test

use std::fmt::Write as _;

use krog_chess::{
    Chess, Move, Position as _, PositionKey,
    game::Step,
    pgn::{self, NoMainLine, PgnError, Start},
};
use proptest::{prelude::*, test_runner::RngSeed};

/// Every game of a text as the thorough reader sees it.
fn thorough(text: &[u8]) -> Vec<String> {
    let games = pgn::games(text).map(|reading| match reading {
        Err(error) => error.to_string(),
        Ok(reading) => {
            if let Some(issue) = reading.broken {
                return format!("broken {issue}");
            }
            let game = &reading.game;
            let tags: Vec<(String, String)> = game
                .tags
                .iter()
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .collect();
            let mut position = game.start().clone();
            let mut told = format!("{} {tags:?} {} ", reading.line, game.outcome);
            if position != Chess::default() {
                write!(told, "from {} ", PositionKey::of(&position)).unwrap();
            }
            for id in game.main_line() {
                let Some(Step::Move(m)) = game.step(id) else {
                    return format!("pass {}", reading.line);
                };
                tell(&mut told, PositionKey::of(&position), m);
                position.play_unchecked(m);
            }
            told
        }
    });
    games.collect()
}

fn tell(told: &mut String, key: PositionKey, m: Move) {
    write!(told, "{key} {m:?} ").unwrap();
}

/// The same by main lines, of a text cut in two where that is allowed.
fn quick(text: &[u8]) -> Vec<String> {
    let (first, second) = text.split_at(pgn::last_border(text).unwrap_or(text.len()));
    let mut told = Vec::new();
    let lines = memchr::memchr_iter(b'\n', first).count() as u64;
    for (part, line) in [(first, 1), (second, 1 + lines)] {
        pgn::main_lines(part, line, |line, game| {
            told.push(match game {
                Err(NoMainLine::Unread(error)) => error.to_string(),
                Err(NoMainLine::Broken(issue)) => format!("broken {issue}"),
                Err(NoMainLine::Pass { line }) => format!("pass {line}"),
                Ok(game) => {
                    let tags: Vec<(&str, &str)> = game
                        .tags
                        .iter()
                        .map(|(name, value)| (name.as_ref(), value.as_ref()))
                        .collect();
                    let mut text = format!("{line} {tags:?} {} ", game.outcome);
                    if let Start::At(start) = game.start {
                        write!(text, "from {} ", PositionKey::of(start)).unwrap();
                    }
                    for (key, m) in game.steps {
                        tell(&mut text, *key, *m);
                    }
                    text
                }
            });
        });
    }
    told
}

#[track_caller]
fn check(text: &[u8]) {
    let expected = thorough(text);
    let found = quick(text);
    assert_eq!(found, expected, "{}", String::from_utf8_lossy(text));
}

fn samples() -> Vec<u8> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/samples");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "pgn"))
        .collect();
    files.sort();
    let texts = files.iter().map(|file| std::fs::read(file).unwrap());
    texts.collect::<Vec<_>>().join(&b"\n"[..])
}

#[test]
fn the_samples_are_read_alike() {
    let text = samples();
    assert!(thorough(&text).len() >= 40);
    check(&text);
    let carriage = String::from_utf8_lossy(&text).replace('\n', "\r\n");
    check(carriage.as_bytes());
}

#[test]
fn unusual_games_are_read_alike() {
    for text in [
        "",
        "\n\n",
        "1. e4 e5 1-0 1. d4 0-1",
        "[Event \"a\"]\n\n1. e4 {one\n\n[Event \"b\"]\n\n1. d4 *\n",
        "[Event \"a\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 1-0\n",
        "[Event \"a\"]\n[Variant \"Atomic\"]\n\n1. e4 1-0\n",
        "[Event \"a\"]\n[Result \"0-1\"]\n\n1. e4 1-0\n",
        "[Event \"a\"]\n[Result \"0-1\"]\n\n1. e4 e5 (1... c5 2. Nf3) 2. -- *\n",
        "[Event \"a\"]\n\n1. e4 e5 2. Ke3 1-0\n\n[Event \"b\"]\n\n1. d4 d5 1/2-1/2\n",
        "[Event \"a\"]\n[White \"x \\\"y\\\"\"]\n\n1. e4 $1 e5!? ; so\n2. Nf3 *\n",
        "[Event \"a\"]\n\n1. e4 *\n\n1. d4 *\n\n[Event \"b\"]\n1. c4 *",
        "[Event \"a\"]\n[Event \"a\"]\n\n1. e4 *\n",
        "[Event \"a\"]\n\n1. e4 1-0 e5\n",
        "0.*\r\n",
        "[Event \"a\"]\n\n1.\n\n1. e4 *\n",
        "[Event \"a\"]\n\n{so}\n\n1. e4 *\n",
        "[Event \"a\"]\n\n$1\n\n1. e4 *\n",
        "1. e4 2.1-0\n",
        "1. e4 000000000000000000000000002.*\n\n1. d4 *\n",
        "[Event \"\u{fffd}\"]\n\n1. e4 e.p. e5 0-0\n",
    ] {
        check(text.as_bytes());
    }
    // What looks like UTF-16, but not at the beginning.
    check(b"\n\xfe\xff\xff\"]\n[Result \"1-0\"]\n\n1. c4 e6 1-0\n");
    check(b"[Event \"a\"]\n[White \"J\xf8rgen\"]\n\n1. e4 *\n");
    check(b"\xef\xbb\xbf[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. d4 *\n");
}

/// A stream that cannot be read at all is told by both, each in its way.
#[test]
fn utf16_is_told() {
    let mut errors = 0;
    pgn::main_lines(b"\xff\xfe[\0E\0v\0", 1, |_, game| {
        assert!(matches!(game, Err(NoMainLine::Unread(PgnError::Io(_)))));
        errors += 1;
    });
    assert_eq!(errors, 1);
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "texts are short"
)]
fn part(share: f64, whole: usize) -> usize {
    (share * whole as f64) as usize
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, rng_seed: RngSeed::Fixed(1), ..ProptestConfig::default() })]

    /// Wounds anywhere: bytes overwritten, stretches cut out.
    #[test]
    fn wounded_games_are_read_alike(
        from in 0.0_f64..1.0,
        length in 200_usize..4_000,
        wounds in prop::collection::vec((0.0_f64..1.0, prop::sample::select(
            &b"\n\r{}()[];%$ .*x1-0\"\\Z\0\xffeO"[..])), 0..12),
    ) {
        let text = samples();
        let from = part(from, text.len() - length);
        let mut text = text[from..from + length].to_vec();
        for (place, byte) in wounds {
            let index = part(place, text.len());
            text[index] = byte;
        }
        // Text that begins like UTF-16 is one error here and another there.
        prop_assume!(!text.starts_with(b"\xff\xfe"));
        check(&text);
    }
}
