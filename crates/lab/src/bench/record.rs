//! What it costs to put one game into a store, as a server does that records
//! them as they end: a door is opened, the game goes in, the door is closed.

use std::{fs, num::NonZero, time::Instant};

use krog_importer::{Choice, Origin, Progress, Settings, import};
use krog_store::{Embedded, MAIN};

use super::{Bench, Cost, lookup::at};
use crate::{folder::Folder, gamesmith};

pub(super) const BENCH: Bench = Bench {
    name: "record",
    question: "How long does it take to put one game into a store, a thousand times?",
    run,
};

const GAMES: u64 = 1_000;

fn run() -> Result<Vec<Cost>, String> {
    let folder = Folder::new("record")?;
    let store = folder.0.join("store");
    let opened = Embedded::create(&store).map_err(|error| error.to_string())?;
    let file = folder.0.join("recorded.pgn");
    let settings = Settings {
        collection: MAIN.to_owned(),
        choice: Choice::default(),
        max_ply: None,
        keep_games: true,
        memory: Settings::MEMORY,
        threads: NonZero::<usize>::MIN,
    };
    gamesmith::write(&file, 0, GAMES)?;
    let text = fs::read_to_string(&file).map_err(|error| error.to_string())?;
    let mut times = Vec::new();
    for game in text.split_inclusive("\n\n[") {
        let game = game.strip_suffix('[').unwrap_or(game);
        let lead = if game.starts_with('[') { "" } else { "[" };
        fs::write(&file, format!("{lead}{game}")).map_err(|error| error.to_string())?;
        let origins = [Origin::Path(file.clone())];
        let start = Instant::now();
        let report = import(&opened, &origins, &settings, &Progress::default());
        times.push(start.elapsed().as_secs_f64() * 1e3);
        let report = report.map_err(|error| error.to_string())?;
        if report.imported != 1 {
            return Err(format!("imported {} games of one", report.imported));
        }
    }
    if times.len() as u64 != GAMES {
        return Err(format!("found {} games of {GAMES}", times.len()));
    }
    let mut files = 0;
    for part in ["segments", "games"] {
        let entries = fs::read_dir(store.join(part)).map_err(|error| error.to_string())?;
        files += entries.count();
    }
    let mut cost = |of, figure: Option<f64>, share, bar, unit| Cost {
        of: Some(of),
        figure: figure.unwrap_or_else(|| at(&mut times, share)),
        peer: None,
        bar: Some(bar),
        unit,
    };
    let files = u32::try_from(files).unwrap_or(u32::MAX);
    Ok(vec![
        cost("p50", None, 50, 50.0, "ms"),
        cost("p99", None, 99, 50.0, "ms"),
        cost("files left", Some(f64::from(files)), 0, 30.0, "files"),
    ])
}
