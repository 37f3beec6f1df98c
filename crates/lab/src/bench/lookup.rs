//! How fast a store answers: all moves with all bands of a stored position, in
//! four segments that are not merged, and in as many as there ever are of a size.

use std::{
    fs::{self, File},
    num::NonZero,
    os::unix::fs::FileExt as _,
    path::Path,
    time::Instant,
};

use krog_chess::{Chess, Position as _, pgn, random::Dice};
use krog_importer::{Choice, Origin, Progress, Settings, import};
use krog_stats::Statistics;
use krog_store::{Embedded, MAIN, Store as _};

use super::{Bench, Cost};
use crate::{folder::Folder, gamesmith};

pub(super) const BENCH: Bench = Bench {
    name: "lookup",
    question: "How long does it take to look a stored position up in four segments?",
    run,
};

/// The sizes of the four imports, in games: no four of one size, so that they
/// stay apart.
const PARTS: [u64; 4] = [80_000, 80_000, 80_000, 8_000];

/// One large segment more, and they would become one.
const MANY: [u64; 31] = [40_000; 31];

const LOOKUPS: usize = 20_000;

/// How many where servers are asked each time.
const REMOTE_LOOKUPS: usize = 4_000;

fn run() -> Result<Vec<Cost>, String> {
    let mut few = times(&PARTS)?;
    let mut many = times(&MANY)?;
    let cost = |of, (times, peer): &mut (Vec<f64>, Vec<f64>), share, bar| Cost {
        of: Some(of),
        figure: at(times, share),
        peer: Some(at(peer, share)),
        bar,
        unit: "µs",
    };
    Ok(vec![
        cost("p50, five bare reads", &mut few, 50, Some(10.0)),
        cost("p99, five bare reads", &mut few, 99, Some(100.0)),
        cost("p50 in 31 segments, 32 reads", &mut many, 50, None),
        cost("p99 in 31 segments, 32 reads", &mut many, 99, None),
    ])
}

/// The times of lookups in segments of so many games, and of bare reads.
fn times(parts: &[u64]) -> Result<(Vec<f64>, Vec<f64>), String> {
    let folder = Folder::new("lookup")?;
    let store = folder.0.join("store");
    let mut first = 0;
    let mut text = Vec::new();
    for &games in parts {
        let file = folder.0.join("games.pgn");
        gamesmith::write(&file, first, games)?;
        first += games;
        one_segment(&store, &file)?;
        text = fs::read(&file).map_err(|error| error.to_string())?;
    }
    let opened = Embedded::open(&store).map_err(|error| error.to_string())?;
    let collections = opened.collections().map_err(|error| error.to_string())?;
    let found: u64 = collections.iter().map(|collection| collection.parts).sum();
    if found != parts.len() as u64 {
        return Err(format!("found {found} segments, expected {}", parts.len()));
    }
    let positions = stored_positions(&text);
    let mut times = Vec::new();
    // The first round warms.
    for round in 0..2 {
        for position in &positions {
            let seconds = timed(&opened, position)?;
            if round > 0 {
                times.push(seconds * 1e6);
            }
        }
    }
    Ok((times, bare_reads(&store)?))
}

/// What lookups take of positions that a file has and a store in servers, too, in
/// milliseconds.
pub(super) fn remote_times(store: &impl Statistics, file: &Path) -> Result<Vec<f64>, String> {
    let text = fs::read(file).map_err(|error| error.to_string())?;
    let positions = stored_positions(&text);
    let asked = positions.iter().take(REMOTE_LOOKUPS);
    asked
        .map(|position| Ok(timed(store, position)? * 1e3))
        .collect()
}

/// The seconds that it takes to look a stored position up.
fn timed(store: &impl Statistics, position: &Chess) -> Result<f64, String> {
    let start = Instant::now();
    let counts = store.counts(MAIN, position);
    let seconds = start.elapsed().as_secs_f64();
    let counts = counts.map_err(|error| error.to_string())?;
    if counts.moves.is_empty() {
        return Err("a stored position was not found".to_owned());
    }
    Ok(seconds)
}

/// The time below which so many percent of the times are.
pub(super) fn at(times: &mut [f64], share: usize) -> f64 {
    times.sort_by(f64::total_cmp);
    times[(times.len() - 1) * share / 100]
}

/// For scale: what it takes to read a kilobyte at a random place of each of the
/// same files, and one more of the first.
fn bare_reads(store: &Path) -> Result<Vec<f64>, String> {
    let failed = |error: std::io::Error| error.to_string();
    let mut files = Vec::new();
    for entry in fs::read_dir(store.join("segments")).map_err(failed)? {
        let file = File::open(entry.map_err(failed)?.path()).map_err(failed)?;
        let length = file.metadata().map_err(failed)?.len();
        files.push((file, length));
    }
    let mut dice = Dice::new(7);
    let mut bytes = [0; 1 << 10];
    let mut times = Vec::new();
    for _ in 0..LOOKUPS {
        let start = Instant::now();
        for (file, length) in files.iter().chain(files.first()) {
            let place = dice.roll() % (length - bytes.len() as u64);
            file.read_exact_at(&mut bytes, place).map_err(failed)?;
        }
        times.push(start.elapsed().as_secs_f64() * 1e6);
    }
    Ok(times)
}

fn one_segment(store: &Path, file: &Path) -> Result<(), String> {
    let opened = Embedded::create(store).map_err(|error| error.to_string())?;
    let settings = Settings {
        collection: MAIN.to_owned(),
        choice: Choice::default(),
        max_ply: None,
        keep_games: true,
        memory: Settings::MEMORY,
        threads: NonZero::<usize>::MIN,
    };
    let origins = [Origin::Path(file.to_owned())];
    let done = import(&opened, &origins, &settings, &Progress::default());
    done.map(drop).map_err(|error| error.to_string())
}

/// Positions of the games, some ply of each.
fn stored_positions(text: &[u8]) -> Vec<Chess> {
    let mut dice = Dice::new(5);
    let mut positions = Vec::new();
    pgn::main_lines(text, 1, |_, game| {
        let Ok(game) = game else { return };
        let ply = dice.below(game.steps.len().max(1));
        let mut position = Chess::default();
        for (_, m) in game.steps.iter().take(ply) {
            position.play_unchecked(*m);
        }
        positions.push(position);
    });
    positions.truncate(LOOKUPS);
    positions
}
