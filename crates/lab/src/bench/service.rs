//! What the service takes for a request beside a bare handler that gives out the
//! same bytes, how long the slowest wait, and what many `WebSocket`s cost. The
//! requests are made by `wrk`; krog is a process of its own.

mod bare;
mod sockets;
mod wrk;

use std::{num::NonZero, path::PathBuf};

use krog_importer::{Choice, Origin, Progress, Settings, import};
use krog_store::{ClickHouse, Embedded, MAIN, Store};

use self::{bare::Bare, wrk::Run};
use super::{
    Bench, Cost,
    import::told,
    lookup::{at, remote_times},
    median,
};
use crate::{cluster::Cluster, folder::Folder, gamesmith, served::Served, shards::Shards};

pub(super) const BENCH: Bench = Bench {
    name: "service",
    question: "What does a request take beside a bare handler of the same bytes?",
    run,
};

pub(super) const ON_CLUSTER: Bench = Bench {
    name: "cluster-service",
    question: "What does a request take where the store is a cluster of two shards?",
    run: on_cluster,
};

/// Games in the store.
const GAMES: u64 = 20_000;

/// Both take turns so often.
const ROUNDS: usize = 5;

/// Seconds for which `WebSocket`s are open, unless `KROG_BENCH_SECONDS` tells.
const SECONDS: u64 = 60;

/// How a service is started.
const SERVES: [&str; 4] = ["--nodes", "20000", "--threads", "2"];

const EXPLORER: &str = "/api/v1/explorer?fen=startpos&play=e2e4";
const MOVES: &str = "/api/v1/position/moves?fen=startpos&limit=5";

/// A handler may take so many times what a bare one takes: half as many requests
/// in the same time, and three tenths of them.
const EXPLORER_BAR: f64 = 1.0 / 0.5;
const MOVES_BAR: f64 = 1.0 / 0.3;

fn run() -> Result<Vec<Cost>, String> {
    wrk::find()?;
    let folder = Folder::new("service")?;
    let path = folder.0.join("store");
    let store = Embedded::create(&path).map_err(|error| error.to_string())?;
    fill(&folder, &store)?;
    drop(store);
    let served = Served::start(&path, &SERVES)?;
    let mut costs = explorer(&served)?;
    costs.extend(beside(
        &served,
        MOVES,
        ["moves, cached", "moves, p99"],
        MOVES_BAR,
    )?);
    costs.push(busy(&served)?);
    let seconds = told("KROG_BENCH_SECONDS")?.unwrap_or(SECONDS);
    costs.extend(sockets::grow(&served, seconds)?);
    Ok(costs)
}

/// The explorer where the store is a cluster; and the lookups behind it, which are
/// what is waited for when nobody has asked before.
fn on_cluster() -> Result<Vec<Cost>, String> {
    wrk::find()?;
    let folder = Folder::new("cluster-service")?;
    let servers = Shards::start(Cluster::shared());
    let url = servers.store();
    let store = ClickHouse::create(&url).map_err(|error| error.to_string())?;
    let file = fill(&folder, &store)?;
    let served = Served::run(
        Served::command(&url, &SERVES)?,
        &folder.0.join("service.log"),
    )?;
    let mut costs = explorer(&served)?;
    let mut times = remote_times(&store, &file)?;
    let lookup = |of, figure, bar| Cost {
        of: Some(of),
        figure,
        peer: None,
        bar,
        unit: "ms",
    };
    costs.push(lookup("lookup, p50", at(&mut times, 50), None));
    costs.push(lookup("lookup, p99", at(&mut times, 99), Some(50.0)));
    Ok(costs)
}

/// Fills a store; says where the games are.
fn fill(folder: &Folder, store: &dyn Store) -> Result<PathBuf, String> {
    let file = folder.0.join("games.pgn");
    gamesmith::write(&file, 0, GAMES)?;
    let settings = Settings {
        collection: MAIN.to_owned(),
        choice: Choice::default(),
        max_ply: None,
        keep_games: true,
        memory: Settings::MEMORY,
        threads: NonZero::new(2).unwrap_or(NonZero::<usize>::MIN),
    };
    let origins = [Origin::Path(file.clone())];
    let done = import(store, &origins, &settings, &Progress::default());
    done.map_err(|error| error.to_string())?;
    Ok(file)
}

/// What the explorer takes for a question that was asked before.
fn explorer(served: &Served) -> Result<Vec<Cost>, String> {
    let names = ["explorer", "explorer, p99"];
    beside(served, EXPLORER, names, EXPLORER_BAR).map(Vec::from)
}

/// What an answer takes, and the slowest of a hundred, beside a bare handler
/// that is asked in turns with it.
fn beside(
    served: &Served,
    path: &str,
    names: [&'static str; 2],
    bar: f64,
) -> Result<[Cost; 2], String> {
    let bytes = served.get(path)?;
    let bare = Bare::start(bytes)?;
    let (mut ours, mut theirs): (Vec<Run>, Vec<Run>) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        ours.push(wrk::run(&served.address, path)?);
        theirs.push(wrk::run(&bare.address, path)?);
    }
    let of = |runs: &[Run], pick: fn(&Run) -> f64| median(runs.iter().map(pick).collect());
    let peer = of(&theirs, |run| run.micros);
    Ok([
        Cost {
            of: Some(names[0]),
            figure: of(&ours, |run| run.micros),
            peer: Some(peer),
            bar: Some(peer * bar),
            unit: "µs",
        },
        Cost {
            of: Some(names[1]),
            figure: of(&ours, |run| run.p99),
            peer: Some(of(&theirs, |run| run.p99)),
            bar: Some(20.0),
            unit: "ms",
        },
    ])
}

/// The slowest of a hundred answers while both engines search.
fn busy(served: &Served) -> Result<Cost, String> {
    let searching = sockets::Searching::start(served, 4)?;
    let mut runs = Vec::new();
    for _ in 0..ROUNDS {
        runs.push(wrk::run(&served.address, EXPLORER)?.p99);
    }
    let running = served.get("/api/v1/server")?;
    searching.end();
    if !running.contains("\"running\":2") {
        return Err(format!("found {running}, expected two searches"));
    }
    Ok(Cost {
        of: Some("explorer beside two searches, p99"),
        figure: median(runs),
        peer: None,
        bar: Some(100.0),
        unit: "ms",
    })
}
