//! Reading takes time in proportion to the size of a file, whatever stands in it.

use std::time::Duration;

use krog_chess::pgn;

use super::{guarded, nasty};
use crate::{figure::Figure, meter};

/// The smaller of two files, in bytes.
const SMALLER: usize = 200 << 10;

/// The larger one is so many times as large: doubled three times, for the
/// noise of a busy machine to vanish beside the difference.
const LARGER: usize = 8;

/// Each doubling may take three times as long (a square would take four), so
/// the larger file at most 27 times as long as the smaller one.
const MOST_TIMES: u32 = 27;

/// The system counts time in ticks of some milliseconds.
const SLACK: Duration = Duration::from_millis(12);

/// Times each file is read; the fastest counts, for a machine has other work.
const ROUNDS: usize = 3;

pub(super) fn examine(seeds: &[Vec<u8>]) -> Figure {
    let mut figure = Figure::default();
    for (name, make) in shapes(seeds) {
        let (small, large) = (make(SMALLER), make(LARGER * SMALLER));
        // As many bytes in both, so that short times are equally exact.
        let small = guarded(move || fastest(&small, LARGER));
        let large = guarded(move || fastest(&large, 1));
        match (small, large) {
            (Ok(small), Ok(large)) => {
                let small = small / u32::try_from(LARGER).expect("a small number");
                figure.judge(large <= small * MOST_TIMES + SLACK, || {
                    format!(
                        "{name}: {SMALLER} bytes take {small:?}, {LARGER} times as many {large:?}"
                    )
                });
            }
            (Err(fault), _) | (_, Err(fault)) => figure.judge(false, || format!("{name}: {fault}")),
        }
    }
    figure
}

/// The shortest time in which a file is read so many times.
fn fastest(bytes: &[u8], times: usize) -> Duration {
    let read = || (0..times).map(|_| pgn::games(bytes).count()).sum::<usize>();
    (0..ROUNDS)
        .map(|_| meter::cpu_time(read).0)
        .min()
        .unwrap_or_default()
}

type Make = Box<dyn Fn(usize) -> Vec<u8>>;

/// Ways to make a file of about a size.
fn shapes(seeds: &[Vec<u8>]) -> Vec<(&'static str, Make)> {
    let games = seeds.join(&b"\n"[..]);
    let one_line: Vec<u8> = games
        .iter()
        .map(|byte| if *byte == b'\n' { b' ' } else { *byte })
        .collect();
    let mut shapes: Vec<(&'static str, Make)> = vec![
        ("games", filled("", games)),
        ("games on one line", filled("", one_line)),
        (
            "different tags",
            Box::new(|size| nasty::different_tags(size / 12).into_bytes()),
        ),
    ];
    for (name, before, filling) in FILLINGS {
        shapes.push((name, filled(before, filling.as_bytes().to_vec())));
    }
    shapes
}

const FILLINGS: [(&str, &str, &str); 20] = [
    ("open variations", "1. e4 ", "("),
    ("deeper variations", "1. e4 ", "(1. d4 "),
    ("variations of one move", "1. e4 ", "(1. d4) "),
    ("closed variations", "1. e4 ", ")"),
    ("comments", "1. e4 ", "{a} "),
    ("open comment", "1. e4 ", "{a\n"),
    ("commands", "1. e4 {", "[%eval 1.0]"),
    ("open commands", "1. e4 {", "[%a "),
    ("marks", "1. e4 ", "$1 "),
    ("words", "1. e4 ", "word "),
    ("one word", "1. e4 ", "Q"),
    ("wrong moves", "1. e4 ", "Ke5 "),
    ("moves there and back", "", "Nf3 Nf6 Ng1 Ng8 "),
    ("passes", "", "-- "),
    ("same tags", "", "[A \"x\"]\n"),
    ("same tags on one line", "", "[A \"x\"]"),
    ("open tags", "", "[A \"x"),
    ("open brackets after a move", "1. e4 ", "[a "),
    ("tiny games on one line", "", "1. e4 * "),
    ("line comments", "1. e4\n", ";}\n"),
];

fn filled(before: &'static str, filling: Vec<u8>) -> Make {
    Box::new(move |size| {
        let mut bytes = before.as_bytes().to_vec();
        while bytes.len() < size {
            bytes.extend_from_slice(&filling);
        }
        bytes.truncate(size);
        bytes
    })
}
