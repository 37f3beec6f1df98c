//! What the service takes for a request beside a bare handler that gives out the
//! same bytes, how long the slowest wait, and what many `WebSocket`s cost. The
//! requests are made by `wrk`; krog is a process of its own.

mod bare;
mod sockets;
mod wrk;

use std::num::NonZero;

use krog_importer::{Choice, Origin, Progress, Settings, import};
use krog_store::{Embedded, MAIN};

use self::{bare::Bare, wrk::Run};
use super::{Bench, Cost, import::told, median};
use crate::{folder::Folder, gamesmith, served::Served};

pub(super) const BENCH: Bench = Bench {
    name: "service",
    question: "What does a request take beside a bare handler of the same bytes?",
    run,
};

/// Games in the store.
const GAMES: u64 = 20_000;

/// Both take turns so often.
const ROUNDS: usize = 5;

/// Seconds for which `WebSocket`s are open, unless `KROG_BENCH_SECONDS` tells.
const SECONDS: u64 = 60;

const EXPLORER: &str = "/api/v1/explorer?fen=startpos&play=e2e4";
const MOVES: &str = "/api/v1/position/moves?fen=startpos&limit=5";

/// A handler may take so many times what a bare one takes: half as many requests
/// in the same time, and three tenths of them.
const EXPLORER_BAR: f64 = 1.0 / 0.5;
const MOVES_BAR: f64 = 1.0 / 0.3;

fn run() -> Result<Vec<Cost>, String> {
    wrk::find()?;
    let folder = Folder::new("service")?;
    let store = folder.0.join("store");
    fill(&folder, &store)?;
    let arguments = ["--nodes", "20000", "--threads", "2"];
    let served = Served::start(&store, &arguments)?;
    let mut costs = Vec::new();
    costs.extend(beside(
        &served,
        EXPLORER,
        ["explorer", "explorer, p99"],
        EXPLORER_BAR,
    )?);
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

fn fill(folder: &Folder, store: &std::path::Path) -> Result<(), String> {
    let file = folder.0.join("games.pgn");
    gamesmith::write(&file, 0, GAMES)?;
    let settings = Settings {
        collection: MAIN.to_owned(),
        choice: Choice::default(),
        max_ply: Some(40),
        keep_games: true,
        memory: Settings::MEMORY,
        threads: NonZero::new(2).unwrap_or(NonZero::<usize>::MIN),
    };
    let store = Embedded::create(store).map_err(|error| error.to_string())?;
    let done = import(
        &store,
        &[Origin::Path(file)],
        &settings,
        &Progress::default(),
    );
    done.map(drop).map_err(|error| error.to_string())
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
