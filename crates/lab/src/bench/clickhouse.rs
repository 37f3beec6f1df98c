//! What a cluster of two shards costs beside the embedded store on the same two
//! cores, servers included: time for the same games, by two importers that share a
//! list, and for a lookup. And whether its text is that of the embedded store, also
//! when an importer and a shard are killed on the way.

use std::{
    io::{self, Write},
    num::NonZero,
    path::Path,
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use krog_importer::{Choice, Origin, Piece, Progress, Settings, help, import, share};
use krog_store::{ClickHouse, Embedded, MAIN, Store};
use xxhash_rust::xxh3::Xxh3;

use super::{
    Bench, Cost,
    import::told,
    lookup::{at, remote_times},
};
use crate::{
    cluster::{self, Cluster},
    folder::Folder,
    gamesmith,
    shards::Shards,
};

pub(super) const BENCH: Bench = Bench {
    name: "cluster",
    question: "What does a cluster of two shards take beside the embedded store?",
    run,
};

/// How many games are imported unless `KROG_BENCH_GAMES` says otherwise.
const GAMES: u64 = 400_000;

/// The list that importers share.
const LIST: &str = "bench";

/// The rate of the cluster is at least this part of the embedded store's.
const SHARE: f64 = 0.3;

fn run() -> Result<Vec<Cost>, String> {
    let games = told("KROG_BENCH_GAMES")?.unwrap_or(GAMES);
    let folder = Folder::new("cluster")?;
    let file = folder.0.join("games.pgn");
    gamesmith::write(&file, 0, games)?;
    let (embedded, expected) = embedded(&folder.0.join("store"), &file)?;
    let servers = Shards::start(Cluster::shared());
    let url = servers.store();
    let store = ClickHouse::create(&url).map_err(|error| error.to_string())?;
    let seconds = together(&url, &file)?;
    let mut differing = f64::from(hash(&store)? != expected);
    let (bytes, moves) = size(&store)?;
    let mut times = remote_times(&store, &file)?;
    let killed = servers.store();
    ClickHouse::create(&killed).map_err(|error| error.to_string())?;
    through_deaths(&servers, &killed, &file)?;
    let store = ClickHouse::open(&killed).map_err(|error| error.to_string())?;
    differing += f64::from(hash(&store)? != expected);
    let cost = |of, figure, peer: Option<f64>, bar, unit| Cost {
        of: Some(of),
        figure,
        peer,
        bar,
        unit,
    };
    let bar = embedded / SHARE;
    Ok(vec![
        cost("import, embedded", seconds, Some(embedded), Some(bar), "s"),
        cost("size", bytes / moves, None, None, "B/move"),
        cost("lookup, p50", at(&mut times, 50), None, None, "ms"),
        cost("lookup, p99", at(&mut times, 99), None, Some(50.0), "ms"),
        cost("texts that differ", differing, None, Some(0.0), "of 2"),
    ])
}

fn settings(threads: usize) -> Settings {
    Settings {
        collection: MAIN.to_owned(),
        choice: Choice::default(),
        max_ply: None,
        keep_games: true,
        memory: Settings::MEMORY / 2 * threads,
        threads: NonZero::new(threads).unwrap_or(NonZero::<usize>::MIN),
    }
}

/// Imports into a directory; says how many seconds that took, and what came of it.
fn embedded(folder: &Path, file: &Path) -> Result<(f64, u128), String> {
    let start = Instant::now();
    let store = Embedded::create(folder).map_err(|error| error.to_string())?;
    let origins = [Origin::Path(file.to_owned())];
    let done = import(&store, &origins, &settings(2), &Progress::default());
    done.map_err(|error| error.to_string())?;
    let seconds = start.elapsed().as_secs_f64();
    Ok((seconds, hash(&store)?))
}

/// Two importers of one thread each; says how many seconds they took.
fn together(url: &str, file: &Path) -> Result<f64, String> {
    let start = Instant::now();
    put_on_list(url, file)?;
    thread::scope(|scope| {
        let importers = [(); 2].map(|()| scope.spawn(|| help_with_list(url)));
        let mut done = importers.into_iter().map(|importer| {
            let done = importer.join();
            done.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        });
        done.try_for_each(|done| done)
    })?;
    Ok(start.elapsed().as_secs_f64())
}

fn put_on_list(url: &str, file: &Path) -> Result<u64, String> {
    let store = ClickHouse::open(url).map_err(|error| error.to_string())?;
    let origins = [Origin::Path(file.to_owned())];
    let shared = share(store.desk(), LIST, &origins, &settings(1), Piece::SIZE);
    shared.map_err(|error| error.to_string())
}

/// An importer of one thread: takes pieces of the list until it is done.
pub fn help_with_list(url: &str) -> Result<(), String> {
    let store = ClickHouse::open(url).map_err(|error| error.to_string())?;
    let done = help(&store, LIST, &settings(1), &Progress::default());
    done.map(drop).map_err(|error| error.to_string())
}

/// The same with processes of which one is killed, as is a shard.
fn through_deaths(servers: &Shards, url: &str, file: &Path) -> Result<(), String> {
    let pieces = put_on_list(url, file)?;
    let catalog = url
        .split_once("?catalog=")
        .map_or("", |(_, catalog)| catalog);
    let wait_for = |runs: u64| {
        let counted = "SELECT count(*)::text FROM runs WHERE state <> 'writing'";
        let few = |text: String| text.parse().is_ok_and(|counted: u64| counted < runs);
        while few(cluster::rows(catalog, counted).concat()) {
            thread::sleep(Duration::from_millis(20));
        }
    };
    let mut importers = [importer(url)?, importer(url)?];
    wait_for((pieces / 4).max(1));
    let failed = |error: io::Error| error.to_string();
    importers[0].kill().map_err(failed)?;
    importers[0].wait().map_err(failed)?;
    // As if the time had passed for which the dead one had its piece.
    let late = "UPDATE jobs SET lease = 0 WHERE state = 'running'";
    cluster::execute(catalog, late);
    importers[0] = importer(url)?;
    wait_for(pieces / 2);
    servers.kill(1);
    thread::sleep(Duration::from_secs(1));
    servers.restart(1);
    for importer in &mut importers {
        let ended = importer.wait().map_err(failed)?;
        if !ended.success() {
            return Err(format!("an importer failed: {ended}"));
        }
    }
    Ok(())
}

/// A process of this program that helps with the list.
fn importer(url: &str) -> Result<Child, String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    Command::new(program)
        .args(["help-with-list", url])
        .stdin(Stdio::null())
        .spawn()
        .map_err(|error| error.to_string())
}

/// The hash of a store's text.
fn hash(store: &dyn Store) -> Result<u128, String> {
    struct Hashed(Xxh3);
    impl Write for Hashed {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.update(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let mut text = Hashed(Xxh3::new());
    store.export(&mut text).map_err(|error| error.to_string())?;
    Ok(text.0.digest128())
}

/// Bytes on all servers, and moves.
#[expect(clippy::cast_precision_loss, reason = "counts stay far below 2^52")]
fn size(store: &ClickHouse) -> Result<(f64, f64), String> {
    let told = store.collections().map_err(|error| error.to_string())?;
    let (bytes, moves) = told.iter().fold((0, 0), |(bytes, moves), known| {
        (bytes + known.bytes, moves + known.moves)
    });
    Ok((bytes as f64, moves as f64))
}
