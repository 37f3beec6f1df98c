//! What two workers are beside one, compared with what two bare engine processes
//! are beside one that search the same positions with the same limit; and what it
//! costs that a worker is killed.
//!
//! All take turns on the same game, and are timed from when they search: workers
//! are there for long. From every time is taken what the engines waited for a
//! processor: that is the doing of others on the machine, and they do not treat
//! all turns alike.

use std::{
    num::NonZeroU8,
    path::Path,
    process::Command,
    thread,
    time::{Duration, Instant},
};

use krog_analyst::find_stockfish;
use krog_chess::{Chess, Line, Position as _, PositionKey, pgn};
use serde_json::{Value, json};

use super::{
    Bench, Cost,
    bare::{Script, seconds},
    median,
};
use crate::{
    folder::Folder,
    krog::{Running, krog},
    meter,
    served::Served,
    shared,
};

pub(super) const BENCH: Bench = Bench {
    name: "workers",
    question: "What are two workers beside one, and what does the death of one cost?",
    run,
};

/// Real games, one for each round.
const GAMES: &str = "games/masters-100k.pgn.zst";
const ROUNDS: usize = 3;

/// Their length: some 25 orders. The first two of a worker are searched again in
/// part, which of a few would be much.
const PLIES: std::ops::RangeInclusive<usize> = 130..=160;

/// What is searched for each position.
const NODES: u32 = 40_000;
const LINES: NonZeroU8 = NonZeroU8::new(2).expect("two is not zero");

/// The positions of an order (`server::tasks::lend`): the bare processes take as many.
const ORDER: usize = 6;

/// For how long an order is lent, in seconds.
const LEASE: u32 = 4;

/// How the service is started: it searches nothing itself.
const SERVES: [&str; 8] = [
    "--engine",
    "stockfish",
    "--threads",
    "1",
    "--rate",
    "0",
    "--workers",
    "only",
];

/// Two workers are at least this part of what two processes are.
const SHARE: f64 = 0.95;

/// How often orders are looked at: seldom, for it costs the service time.
const GLANCE: Duration = Duration::from_millis(100);

/// All orders are there when there are no more after this.
const SETTLED: Duration = Duration::from_millis(300);

/// No game takes longer.
const PATIENCE: Duration = Duration::from_mins(2);

/// The seconds of one game, searched by one, by two, and by two of whom one died.
struct Round {
    workers: [f64; 2],
    bare: [f64; 2],
    bereft: f64,
}

fn run() -> Result<Vec<Cost>, String> {
    let stockfish = find_stockfish().ok_or("Stockfish is not installed")?;
    let mut rounds = Vec::new();
    for (game, text) in games()? {
        let workers = |many, death| Shift::work(&text, game.moves().len() + 1, many, death);
        let bare = |many| bare(&stockfish, &game, many);
        rounds.push(Round {
            workers: [workers(1, false)?, workers(2, false)?],
            bare: [bare(1)?, bare(2)?],
            bereft: workers(2, true)?,
        });
        let last = rounds
            .last()
            .map(|round| (round.workers, round.bare, round.bereft));
        eprintln!("workers: {last:.2?}");
    }
    let of = |pick: &dyn Fn(&Round) -> f64| median(rounds.iter().map(pick).collect());
    let share = |of: [f64; 2]| 100.0 * of[1] / of[0];
    // How many times the share of the bare ones that of the workers is.
    let beside = of(&|round| share(round.workers) / share(round.bare));
    let peer = of(&|round| share(round.bare));
    Ok(vec![
        Cost {
            of: Some("time of two workers, of that of one"),
            figure: peer * beside,
            peer: Some(peer),
            bar: Some(peer / SHARE),
            unit: "%",
        },
        Cost {
            of: Some("one worker, a game"),
            figure: of(&|round| round.workers[0]),
            peer: Some(of(&|round| round.bare[0])),
            bar: None,
            unit: "s",
        },
        Cost {
            of: Some("more when one of two is killed"),
            figure: of(&|round| round.bereft - round.workers[1]),
            peer: None,
            bar: Some(f64::from(LEASE)),
            unit: "s",
        },
    ])
}

/// Games in which every position is one to be searched by whoever comes: none
/// comes twice, none is near the fifty-move rule, the last is not the end.
fn games() -> Result<Vec<(Line, String)>, String> {
    let readings = pgn::games(shared::unpacked(GAMES)?).flatten();
    let found = readings.filter_map(|reading| {
        let line = reading.game.line();
        let plain = reading.broken.is_none() && *line.start() == Chess::default();
        (plain && PLIES.contains(&line.moves().len()) && is_lent_whole(&line))
            .then(|| (line, pgn::write(&reading.game)))
    });
    Ok(found.take(ROUNDS).collect())
}

fn is_lent_whole(line: &Line) -> bool {
    let mut position = line.start().clone();
    let mut seen = vec![PositionKey::of(&position)];
    for m in line.moves() {
        position.play_unchecked(*m);
        let key = PositionKey::of(&position);
        if seen.contains(&key) || position.halfmoves() >= 60 {
            return false;
        }
        seen.push(key);
    }
    !position.legal_moves().is_empty()
}

/// What bare processes take for a game.
fn bare(stockfish: &Path, game: &Line, processes: usize) -> Result<f64, String> {
    let script = Script {
        stockfish,
        game,
        part: ORDER,
        limit: &format!("nodes {NODES}"),
        lines: LINES,
    };
    let output = script.start(processes)?.wait_with_output();
    let (took, waited) = seconds(&output.map_err(|error| error.to_string())?)?;
    Ok(took - waited)
}

/// A game that is searched by workers.
struct Shift {
    served: Served,
    workers: Vec<Running>,
    orders: usize,
    _folder: Folder,
}

impl Shift {
    /// What workers take for a game, from when the first of them has an order to the
    /// end of the last.
    fn work(game: &str, positions: usize, many: usize, death: bool) -> Result<f64, String> {
        let folder = Folder::new("workers")?;
        let lease = LEASE.to_string();
        let arguments = [&SERVES[..], &["--lease", &lease]].concat();
        let served = Served::start(&folder.0.join("store"), &arguments)?;
        let body = json!({ "pgn": game, "nodes": NODES }).to_string();
        let job = read(&served.post("/api/v1/game/review", &body)?)?;
        let id = job["id"].as_str().unwrap_or_default();
        let mut shift = Shift {
            served,
            workers: Vec::new(),
            orders: 0,
            _folder: folder,
        };
        // The orders lie there when the workers come.
        shift.until(|shift| {
            let before = shift.count(&["waiting"])?;
            thread::sleep(SETTLED);
            Ok(before > 0 && shift.count(&["waiting"])? == before)
        })?;
        shift.orders = shift.count(&["waiting"])?;
        if shift.orders + 1 < positions.div_ceil(ORDER) {
            return Err(format!(
                "found {} orders for {positions} positions",
                shift.orders
            ));
        }
        for _ in 0..many {
            shift.hire()?;
        }
        shift.until(|shift| Ok(shift.count(&["running"])? > 0))?;
        let (start, before) = (Instant::now(), shift.waits());
        if death {
            shift.until(|shift| Ok(shift.count(&["done"])? >= shift.orders / 3))?;
            shift.until(|shift| Ok(shift.count(&["running"])? == many))?;
            shift.workers.remove(0);
            shift.hire()?;
        }
        shift.until(|shift| Ok(shift.count(&["waiting", "running"])? == 0))?;
        let took = start.elapsed();
        let waited = shift.waits().saturating_sub(before) / u32::try_from(many).unwrap_or(1);
        if shift.count(&["done"])? != shift.orders {
            return Err("an order was not done".to_owned());
        }
        // The review itself goes on with what was found; it is not what is timed.
        let job = read(&shift.served.get(&format!("/api/v1/jobs/{id}"))?)?;
        if !matches!(job["state"].as_str(), Some("running" | "done")) {
            return Err(format!("the review: {job}"));
        }
        Ok(took.saturating_sub(waited).as_secs_f64())
    }

    /// How long engines have waited for a processor, all together.
    fn waits(&self) -> Duration {
        self.workers.iter().map(engine_waits).sum()
    }

    /// Starts one more worker, with one engine.
    fn hire(&mut self) -> Result<(), String> {
        let mut command = krog(["worker", "--engine", "stockfish", "--threads", "1"])?;
        command.args(["--server", &format!("http://{}", self.served.address)]);
        self.workers.push(Running::quiet(command)?);
        Ok(())
    }

    /// How many orders are in one of some states.
    fn count(&self, states: &[&str]) -> Result<usize, String> {
        let jobs = read(&self.served.get("/api/v1/jobs?limit=200")?)?;
        let jobs = jobs.as_array().into_iter().flatten();
        let is_one = |job: &&Value| {
            let state = job["state"].as_str().unwrap_or_default();
            job["kind"] == "search" && states.contains(&state)
        };
        Ok(jobs.filter(is_one).count())
    }

    fn until(&self, right: impl Fn(&Shift) -> Result<bool, String>) -> Result<(), String> {
        let start = Instant::now();
        while !right(self)? {
            if start.elapsed() > PATIENCE {
                return Err(format!("orders that wait: {:?}", self.count(&["waiting"])));
            }
            thread::sleep(GLANCE);
        }
        Ok(())
    }
}

fn read(text: &str) -> Result<Value, String> {
    serde_json::from_str(text).map_err(|error| format!("{error}: {text}"))
}

/// How long the engine of a worker waited for a processor.
fn engine_waits(worker: &Running) -> Duration {
    let found = Command::new("pgrep")
        .args(["-P", &worker.id().to_string()])
        .output();
    let text = found.map(|found| found.stdout).unwrap_or_default();
    let text = String::from_utf8_lossy(&text).into_owned();
    let ids = text.lines().filter_map(|line| line.parse().ok());
    ids.filter_map(meter::waited).sum()
}
