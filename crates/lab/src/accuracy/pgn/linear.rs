//! Reading takes time in proportion to the size of a file, whatever stands in it.

use std::time::Duration;

use krog_chess::pgn;

use super::{guarded, nasty};
use crate::{figure::Figure, meter};

/// The smaller of two files, in bytes; the other one is twice as large.
const SMALLER: usize = 400 << 10;

/// Times each file is read; the fastest counts, for a machine has other work.
const ROUNDS: usize = 3;

/// A file of twice the size may take this many times as long …
const MOST_TIMES: u32 = 3;

/// … and so much more, for the system counts time in ticks of some milliseconds.
const SLACK: Duration = Duration::from_millis(12);

pub(super) fn examine(seeds: &[Vec<u8>]) -> Figure {
    let mut figure = Figure::default();
    for (name, make) in shapes(seeds) {
        let [small, large] = [SMALLER, 2 * SMALLER].map(|size| {
            let bytes = make(size);
            guarded(move || fastest(&bytes))
        });
        match (small, large) {
            (Ok(small), Ok(large)) => figure.judge(large <= small * MOST_TIMES + SLACK, || {
                format!("{name}: {SMALLER} bytes take {small:?}, twice as many {large:?}")
            }),
            (Err(fault), _) | (_, Err(fault)) => figure.judge(false, || format!("{name}: {fault}")),
        }
    }
    figure
}

fn fastest(bytes: &[u8]) -> Duration {
    let times = (0..ROUNDS).map(|_| meter::cpu_time(|| pgn::games(bytes).count()).0);
    times.min().unwrap_or_default()
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
