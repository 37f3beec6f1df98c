//! A broken game between good ones: the good ones stay as they are.

use krog_chess::{pgn, random::Dice};

use super::{guarded, mutation};
use crate::figure::Figure;

/// Good games on each side of the broken one.
const NEIGHBOURS: usize = 3;

/// Games broken in a way that once seemed worth a thought.
const BROKEN: [&str; 14] = [
    "[Event \"Open comment\"]\n\n1. e4 { and so on",
    "[Event \"Open variation\"]\n\n1. e4 ( 1. d4 ( 1. c4",
    "[Event \"Open tag",
    "[Event \"Only tags\"]\n[White \"A\"]",
    "[White \"Only tags, no event\"]\n[Result \"1-0\"]",
    "1. e4 e5",
    "1. e4 e5 2. Ke5 Nothing here is a move 1-0",
    "[Event \"Atomic\"]\n[Variant \"Atomic\"]\n\n1. e4 e5 *",
    "[Event \"No position\"]\n[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 *",
    "[Event \"Quote in comment\"]\n\n1. e4 { \" [ \" } e5 ; {\n*",
    "}}}}))))]]]]",
    "% nothing but an escape",
    "1-0 0-1 * 1/2-1/2",
    "\0\0\0\0\u{fffd}\u{7f}",
];

pub(super) fn examine(seeds: &[Vec<u8>], files: usize) -> Figure {
    let mut dice = Dice::new(16);
    let mut figure = Figure::default();
    for broken in BROKEN {
        survive(&mut figure, seeds, broken.as_bytes(), &mut dice);
    }
    for _ in 0..files {
        let mut broken = dice.pick(seeds).cloned().unwrap_or_default();
        for _ in 0..=dice.below(20) {
            mutation::damage(&mut broken, &mut dice);
        }
        survive(&mut figure, seeds, &broken, &mut dice);
    }
    figure
}

/// Puts a broken game between good ones and looks for those.
fn survive(figure: &mut Figure, seeds: &[Vec<u8>], broken: &[u8], dice: &mut Dice) {
    let mut pick = || dice.pick(seeds).cloned().unwrap_or_default();
    let before: Vec<Vec<u8>> = (0..NEIGHBOURS).map(|_| pick()).collect();
    let after: Vec<Vec<u8>> = (0..NEIGHBOURS).map(|_| pick()).collect();
    let file: Vec<&[u8]> = before.iter().map(Vec::as_slice).chain([broken]).collect();
    let file: Vec<&[u8]> = file
        .into_iter()
        .chain(after.iter().map(Vec::as_slice))
        .collect();
    let file = file.join(&b"\n\n"[..]);
    let expected = [before.concat(), after.concat()].map(|bytes| written(&bytes));
    let (found, fault) = match guarded(move || written(&file)) {
        Ok(found) => (found, None),
        Err(fault) => (Vec::new(), Some(fault)),
    };
    let [before, after] = expected;
    let kept = found.starts_with(&before) && found.ends_with(&after);
    figure.judge(kept, || {
        let first = before
            .iter()
            .zip(&found)
            .position(|(good, found)| good != found);
        let what = fault.unwrap_or_else(|| match first {
            Some(index) => format!("game {} before it changed", index + 1),
            None => format!(
                "{} games of which the last are not the good ones",
                found.len()
            ),
        });
        let broken = String::from_utf8_lossy(broken);
        format!("broken game {}: {what}", super::excerpt(&broken))
    });
}

fn written(bytes: &[u8]) -> Vec<String> {
    pgn::games(bytes)
        .map(|reading| match reading {
            Ok(reading) => pgn::write(&reading.game),
            Err(error) => error.to_string(),
        })
        .collect()
}
