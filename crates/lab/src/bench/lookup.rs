//! How fast a store answers: all moves with all bands of a stored position, in
//! four segments that are not merged.

use std::{
    fs::{self, File},
    num::NonZero,
    os::unix::fs::FileExt as _,
    path::Path,
    time::Instant,
};

use krog_chess::{Chess, Position as _, pgn, random::Dice};
use krog_importer::{Choice, Origin, Progress, Settings, import};
use krog_stats::Statistics as _;
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

const LOOKUPS: usize = 20_000;

fn run() -> Result<Vec<Cost>, String> {
    let folder = Folder::new("lookup")?;
    let store = folder.0.join("store");
    let mut first = 0;
    let mut text = Vec::new();
    for games in PARTS {
        let file = folder.0.join("games.pgn");
        gamesmith::write(&file, first, games)?;
        first += games;
        one_segment(&store, &file)?;
        text = fs::read(&file).map_err(|error| error.to_string())?;
    }
    let opened = Embedded::open(&store).map_err(|error| error.to_string())?;
    let collections = opened.collections().map_err(|error| error.to_string())?;
    let parts: u64 = collections.iter().map(|collection| collection.parts).sum();
    if parts != 4 {
        return Err(format!("found {parts} segments, expected 4"));
    }
    let positions = stored_positions(&text);
    let mut times = Vec::new();
    // The first round warms.
    for round in 0..2 {
        for position in &positions {
            let start = Instant::now();
            let counts = opened
                .counts(MAIN, position)
                .map_err(|error| error.to_string())?;
            let time = start.elapsed();
            if counts.moves.is_empty() {
                return Err("a stored position was not found".to_owned());
            }
            if round > 0 {
                times.push(time.as_secs_f64() * 1e6);
            }
        }
    }
    let peer = bare_reads(&store)?;
    let cost = |of, share, bar| Cost {
        of: Some(of),
        figure: at(&mut times, share),
        peer: Some(at(&mut peer.clone(), share)),
        bar: Some(bar),
        unit: "µs",
    };
    let mut cost = cost;
    Ok(vec![
        cost("p50, five bare reads", 50, 10.0),
        cost("p99, five bare reads", 99, 100.0),
    ])
}

/// The time below which so many percent of the times are.
pub(super) fn at(times: &mut [f64], share: usize) -> f64 {
    times.sort_by(f64::total_cmp);
    times[(times.len() - 1) * share / 100]
}

/// For scale: what it takes to read a kilobyte at five random places of the
/// same files, as a lookup in four segments does.
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
pub(super) fn stored_positions(text: &[u8]) -> Vec<Chess> {
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
