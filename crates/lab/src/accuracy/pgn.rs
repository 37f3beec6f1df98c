//! The PGN reader under attack: damaged files, nasty files, files of growing
//! size. It may neither panic nor hang, must stay linear and small, must not
//! let one broken game spoil its neighbours, and must read what it writes.

mod linear;
mod mutation;
mod nasty;
mod rows;
mod survival;

use std::{
    io::Read,
    sync::mpsc::{self, RecvTimeoutError},
    thread,
    time::Duration,
};

use krog_chess::{
    pgn::{self, LARGEST_GAME, PgnError, Reading},
    random::Dice,
};

use super::{Measure, Size};
use crate::{
    figure::{Bar, Figure},
    meter, shared,
};

/// A file that takes longer than this hangs.
const PATIENCE: Duration = Duration::from_secs(10);

/// The most memory that all of this may take, in bytes.
const MOST_MEMORY: u64 = 512 << 20;

pub(super) const MEASURE: Measure = Measure {
    name: "pgn",
    claim: "Damaged PGN files never stop the reader or spoil the games around the damage.",
    bar: Bar::All,
    full: 3_000,
    quick: 400,
    run,
};

fn run(files: usize, _: Size) -> Figure {
    let seeds = mutation::seeds(shared::samples());
    meter::forget_peak_memory();
    let parts = [
        ("mutated files", mutated(&seeds, files)),
        (
            "neighbours of a broken game",
            survival::examine(&seeds, files / 2),
        ),
        ("small files", rows::examine()),
        ("nasty files", nasty::examine()),
        ("growing files", linear::examine(&seeds)),
    ];
    let whole = parts
        .into_iter()
        .map(|(name, figure)| part(name, figure))
        .fold(Figure::default(), Figure::merge);
    memory(whole)
}

/// Names a part of the measure; two failures of each leave room for all.
fn part(name: &str, mut figure: Figure) -> Figure {
    figure.remark(format!("{name}: {} of {}", figure.agreed, figure.cases));
    figure.failures.truncate(2);
    figure
}

/// Reads mutated files; every game found is written and read again.
fn mutated(seeds: &[Vec<u8>], files: usize) -> Figure {
    let mut dice = Dice::new(15);
    let mut figure = Figure::default();
    for number in 0..files {
        let bytes = mutation::file(seeds, &mut dice);
        let found = guarded({
            let bytes = bytes.clone();
            move || round_trips(&bytes[..])
        });
        match found {
            Ok(found) => figure = figure.merge(found),
            Err(fault) => figure.judge(false, || format!("mutated file {number}: {fault}")),
        }
    }
    figure
}

fn memory(mut figure: Figure) -> Figure {
    match meter::peak_memory() {
        Some(peak) => {
            figure.judge(peak <= MOST_MEMORY, || {
                format!("peak memory: found {peak} bytes, expected at most {MOST_MEMORY}")
            });
            figure.remark(format!("peak memory {} MB", peak >> 20));
        }
        None => figure.remark("peak memory unknown: the system does not tell"),
    }
    figure
}

/// Runs work on a thread of its own; says so if it panics or takes too long.
/// What hangs is left behind: a thread cannot be stopped from outside.
fn guarded<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, String> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let result = work();
        // The receiver is gone if patience ran out; then nobody asks any more.
        let _nobody_asks = sender.send(result);
    });
    receiver
        .recv_timeout(PATIENCE)
        .map_err(|error| match error {
            RecvTimeoutError::Timeout => format!("not done after {} s", PATIENCE.as_secs()),
            RecvTimeoutError::Disconnected => "panicked".to_owned(),
        })
}

/// Writes every game of a stream and reads it again: one equal game, no issues.
fn round_trips(reader: impl Read) -> Figure {
    let mut figure = Figure::default();
    for reading in pgn::games(reader) {
        match reading {
            Ok(reading) => round_trip(&mut figure, &reading),
            // To refuse a game is allowed; what counts is that reading goes on.
            Err(_) => figure.judge(true, String::new),
        }
    }
    figure
}

fn round_trip(figure: &mut Figure, reading: &Reading) {
    let text = pgn::write(&reading.game);
    let again: Vec<_> = pgn::games(text.as_bytes()).collect();
    let difference = match &again[..] {
        [Ok(again)] if !again.issues.is_empty() => {
            let issues: Vec<String> = again.issues.iter().map(ToString::to_string).collect();
            Some(format!("issues: {}", issues.join("; ")))
        }
        [Ok(again)] if again.game == reading.game => None,
        [Ok(again)] => Some(format!(
            "another game, written {:?}",
            pgn::write(&again.game)
        )),
        // Written out, a game can be longer than it was: then it is refused as documented.
        [Err(PgnError::TooLarge { .. })] if text.len() > LARGEST_GAME => None,
        [Err(error)] => Some(error.to_string()),
        _ => Some(format!("{} games", again.len())),
    };
    figure.judge(difference.is_none(), || {
        let found = difference.unwrap_or_default();
        format!(
            "written {}: read again gives {}",
            excerpt(&text),
            excerpt(&found)
        )
    });
}

/// A text of any length, short enough for a table.
fn excerpt(text: &str) -> String {
    const LONGEST: usize = 700;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{:?}…", &text[..end]),
        None => format!("{text:?}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panics_are_told_and_good_work_comes_through() {
        assert_eq!(guarded(|| 7), Ok(7));
        let panicking = guarded(|| "x".parse::<u8>().expect("this panic belongs to the test"));
        assert_eq!(panicking, Err("panicked".to_owned()));
    }
}
