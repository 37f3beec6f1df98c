//! What the PostgreSQL store costs: time for each key of the first two million,
//! room for a row with its index, and how long a lookup takes. The server is
//! started for the bench; `KROG_TEST_DATABASE_URL` names another one.
//! `KROG_BENCH_GAMES=160000` goes on until eight million keys are there.

use std::{num::NonZero, path::Path, time::Instant};

use krog_importer::{Choice, Origin, Progress, Settings, import};
use krog_store::{MAIN, Postgres, Store as _};

use super::{
    Bench, Cost,
    import::{count, told},
    lookup::{at, remote_times},
};
use crate::{
    cluster::{self, Cluster},
    folder::Folder,
    gamesmith,
};

pub(super) const BENCH: Bench = Bench {
    name: "postgres",
    question: "What does PostgreSQL take for a key, a row and a lookup?",
    run,
};

/// So many games bring some two million keys: most positions are met once.
const PORTION: u64 = 32_000;

/// What a key may take, in microseconds: 100,000 in a second of the first two
/// million, half as many when eight million are there.
const EMPTY: f64 = 10.0;
const FULL: f64 = 20.0;

fn run() -> Result<Vec<Cost>, String> {
    let games = told("KROG_BENCH_GAMES")?.unwrap_or(PORTION);
    let folder = Folder::new("postgres")?;
    let file = folder.0.join("games.pgn");
    let url = Cluster::shared().database();
    let store = Postgres::create(&url).map_err(|error| error.to_string())?;
    let mut first = None;
    let mut last = (0, 0.0);
    for from in (0..games).step_by(usize::try_from(PORTION).unwrap_or(1)) {
        gamesmith::write(&file, from, PORTION.min(games - from))?;
        let before = last.0;
        let seconds = portion(&store, &file)?;
        let keys = keys(&store)?;
        last = (keys, seconds * 1e6 / count(keys - before));
        first.get_or_insert(last.1);
    }
    let size = "SELECT (sum(pg_total_relation_size(relid))::float8
        / (SELECT count(*) FROM move_counts))::text FROM pg_partition_tree('move_counts')";
    let size = cluster::rows(&url, size).concat();
    let size = size.parse().map_err(|_| format!("found the size {size}"))?;
    let cost = |of, figure, bar, unit| Cost {
        of: Some(of),
        figure,
        peer: None,
        bar: Some(bar),
        unit,
    };
    let mut costs = vec![cost("a key", first.unwrap_or(0.0), EMPTY, "µs")];
    if games > PORTION {
        costs.push(cost("a key, at the end", last.1, FULL, "µs"));
    }
    costs.push(cost("a row with index", size, 135.0, "bytes"));
    let mut times = remote_times(&store, &file)?;
    costs.push(cost("lookup, p99", at(&mut times, 99), 5.0, "ms"));
    Ok(costs)
}

/// Imports the games of a file; says how many seconds that took.
fn portion(store: &Postgres, file: &Path) -> Result<f64, String> {
    let settings = Settings {
        collection: MAIN.to_owned(),
        choice: Choice::default(),
        max_ply: None,
        keep_games: false,
        memory: Settings::MEMORY,
        threads: NonZero::new(2).unwrap_or(NonZero::<usize>::MIN),
    };
    let start = Instant::now();
    let origins = [Origin::Path(file.to_owned())];
    let done = import(store, &origins, &settings, &Progress::default());
    done.map_err(|error| error.to_string())?;
    Ok(start.elapsed().as_secs_f64())
}

/// How many keys the batches brought.
fn keys(store: &Postgres) -> Result<u64, String> {
    let told = store.collections().map_err(|error| error.to_string())?;
    Ok(told.iter().map(|collection| collection.moves).sum())
}
