//! The evaluations in the comments of real games, as the `pgn` analyst tells
//! them, beside a walk over the text that knows no chess.

use std::{io::Read as _, num::NonZeroU8};

use krog_analyst::{Choice, Found, Settings, open};
use krog_chess::{Color, Limit, Value, pgn};

use super::{Measure, Size};
use crate::{
    figure::{Bar, Figure},
    shared,
};

const GAMES: &str = "games/lichess-with-evals.pgn.zst";

pub(super) const MEASURE: Measure = Measure {
    name: "evals",
    claim: "The pgn analyst tells every [%eval] of real games at its ply, mates included.",
    bar: Bar::All,
    full: usize::MAX,
    quick: 50,
    run,
};

/// A score as it is written: pawns times a hundred, or moves to mate with the
/// sign of who mates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Written {
    Cp(i64),
    Mate(i64),
}

fn run(games: usize, _: Size) -> Figure {
    let mut text = String::new();
    let read = shared::unpacked(GAMES)
        .and_then(|mut file| file.read_to_string(&mut text).map_err(|e| e.to_string()));
    if let Err(reason) = read {
        return Figure::skipped(reason);
    }
    let analyst = match open(&Choice::Pgn, &Settings::default()) {
        Ok(analyst) => analyst,
        Err(error) => return Figure::skipped(error.to_string()),
    };
    let mut figure = Figure::default();
    let mut mates = 0;
    let readings = pgn::games(text.as_bytes());
    for (index, (text, reading)) in split(&text).zip(readings).take(games).enumerate() {
        let place = || format!("game {}", index + 1);
        let expected = evals(text);
        mates += expected
            .iter()
            .filter(|(_, w)| matches!(w, Written::Mate(_)))
            .count();
        // A game without comments is refused, and has nothing to tell.
        let found = match reading {
            Ok(reading) if expected.is_empty() => {
                let refused = analyst.analyse(&reading.game, Limit::depth(1), NonZeroU8::MIN);
                figure.judge(refused.finish().is_err(), place);
                continue;
            }
            Ok(reading) => analyst
                .analyse(&reading.game, Limit::depth(1), NonZeroU8::MIN)
                .finish(),
            Err(error) => {
                figure.judge(false, || format!("{}: {error}", place()));
                continue;
            }
        };
        match found {
            Ok(found) => compare(&mut figure, &found, &expected, &place()),
            Err(error) => figure.judge(false, || format!("{}: {error}", place())),
        }
    }
    figure.remark(format!("{mates} mates among them"));
    figure
}

/// Every written score is told at its ply, and nothing else but the mate or
/// draw that stands on the board at the end.
fn compare(figure: &mut Figure, found: &[Found], expected: &[(usize, Written)], place: &str) {
    for (ply, written) in expected {
        let told = found.get(*ply).and_then(told);
        figure.compare(&told, &Some(*written), || format!("{place}, ply {ply}"));
    }
    for found in found.iter().filter(|found| !found.lines.is_empty()) {
        let is_written = expected.iter().any(|(ply, _)| *ply == found.ply);
        let is_over = krog_analyst::settled(found.lines[0].line.end()).is_some();
        if !is_written {
            figure.judge(is_over, || {
                format!("{place}, ply {}: told, not written", found.ply)
            });
        }
    }
}

fn told(found: &Found) -> Option<Written> {
    Some(match found.lines.first()?.score.pov(Color::White) {
        Value::Cp(cp) => Written::Cp(cp.into()),
        Value::MateIn(moves) => Written::Mate(moves.into()),
        Value::MatedIn(moves) => Written::Mate(-i64::from(moves)),
    })
}

/// The texts of the games: each begins with its first tag.
fn split(text: &str) -> impl Iterator<Item = &str> {
    text.split("[Event ").skip(1)
}

/// The evaluations of a game with the ply after which they stand.
fn evals(game: &str) -> Vec<(usize, Written)> {
    let moves = game.rsplit("]\n\n").next().unwrap_or_default();
    let mut evals = Vec::new();
    let mut ply = 0;
    for (index, part) in moves.split(['{', '}']).enumerate() {
        // Every second part is a comment.
        if index % 2 == 0 {
            ply += part.split_whitespace().filter(|word| is_move(word)).count();
        } else if let Some((_, rest)) = part.split_once("[%eval ") {
            let value = rest.split([']', ',']).next().unwrap_or_default();
            evals.extend(written(value).map(|written| (ply, written)));
        }
    }
    evals
}

/// A word that begins with a letter: neither a number nor a result.
fn is_move(word: &str) -> bool {
    word.starts_with(|first: char| first.is_ascii_alphabetic())
}

#[expect(clippy::cast_possible_truncation, reason = "a rounded score is small")]
fn written(text: &str) -> Option<Written> {
    match text.strip_prefix('#') {
        Some(moves) => moves.parse().ok().map(Written::Mate),
        None => text
            .parse()
            .ok()
            .map(|pawns: f64| Written::Cp((pawns * 100.0).round() as i64)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_walk_finds_what_is_written() {
        let text = "[Event \"a\"]\n[B \"[%eval 9.9]\"]\n\n1. e4 { [%eval 0.15] [%clk 0:10:00] } 1... d5 \
            { [%eval #-3] } 2. Nf3 { nothing } 2... O-O { [%eval -1.2,20] } 1-0\n\n[Event \"b\"]\n\n1. d4 *";
        let games: Vec<_> = split(text).map(evals).collect();
        let first = [
            (1, Written::Cp(15)),
            (2, Written::Mate(-3)),
            (4, Written::Cp(-120)),
        ];
        assert_eq!(games, [first.to_vec(), Vec::new()]);
    }
}
