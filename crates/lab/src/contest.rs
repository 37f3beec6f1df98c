//! Matches between two UCI engines: varied openings, each played with both
//! colours, adjudication, PGN, and Elo with error bars.

mod game;
mod openings;
mod request;
mod tally;

use std::{
    fs::File,
    io::Write as _,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    },
    thread,
};

use krog_chess::{Color, Line};

use crate::rival::Rival;
use game::{End, Ended};
pub use request::Request;
use tally::Tally;

/// Plays the match and prints how it stands; the exit is good unless an engine
/// broke the rules.
pub fn run(request: &Request) -> Result<bool, String> {
    let openings = openings::choose(request.seed, request.games / 2);
    let next = AtomicU64::new(0);
    let decided = AtomicBool::new(false);
    let pgn = match &request.pgn {
        Some(path) => Some(File::create(path).map_err(|error| format!("{path}: {error}"))?),
        None => None,
    };
    let standing = Mutex::new((Tally::default(), pgn));
    let failures = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..request.concurrency {
            scope.spawn(|| {
                let played = play_pairs(request, &openings, &next, &decided, &standing);
                if let Err(error) = played {
                    decided.store(true, Relaxed);
                    locked(&failures).push(error);
                }
            });
        }
    });
    let (tally, _) = standing
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner);
    println!("{} against {}", request.first.name(), request.second.name());
    println!("{}", tally.report(request.sprt));
    match failures
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner)
        .first()
    {
        Some(error) => Err(error.clone()),
        None => Ok(tally.faults() == 0),
    }
}

type Standing = Mutex<(Tally, Option<File>)>;

fn play_pairs(
    request: &Request,
    openings: &[Line],
    next: &AtomicU64,
    decided: &AtomicBool,
    standing: &Standing,
) -> Result<(), String> {
    let mut players = [
        Rival::start(&request.first)?,
        Rival::start(&request.second)?,
    ];
    loop {
        let number = next.fetch_add(1, Relaxed);
        let index = usize::try_from(number).unwrap_or(usize::MAX);
        let Some(opening) = openings.get(index).filter(|_| !decided.load(Relaxed)) else {
            return Ok(());
        };
        let mut pair = [0.0; 2];
        for (round, first_color) in [Color::White, Color::Black].into_iter().enumerate() {
            let ended = game::play(&mut players, first_color, opening, request.pace);
            if matches!(ended.end, End::Crash) {
                players = [
                    Rival::start(&request.first)?,
                    Rival::start(&request.second)?,
                ];
            }
            pair[round] = ended.points(first_color);
            record(request, standing, &ended, first_color, 2 * index + round);
        }
        let mut standing = locked(standing);
        standing.0.add_pair(pair[0] + pair[1]);
        if standing.0.is_decided(request.sprt) {
            decided.store(true, Relaxed);
        }
    }
}

fn record(request: &Request, standing: &Standing, ended: &Ended, first: Color, number: usize) {
    let mut standing = locked(standing);
    let (tally, pgn) = &mut *standing;
    tally.add(ended, first);
    if let Some(file) = pgn {
        let names = [request.first.name(), request.second.name()];
        // A full disk does not spoil the match.
        let _ = file.write_all(ended.pgn(&names, first, number + 1).as_bytes());
    }
    if tally.games().is_multiple_of(20) {
        eprintln!("{}", tally.report(request.sprt));
    }
}

fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
