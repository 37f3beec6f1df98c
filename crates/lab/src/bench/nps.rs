//! How long the engine takes for a node, beside Stockfish's own bench.

use std::{
    path::Path,
    process::{Command, Stdio},
    time::Duration,
};

use krog_engine::{
    bench,
    search::{Engine, NoClock, Options, Signals},
};

use super::{Bench, Cost, median};
use crate::{meter, rival};

pub(super) const BENCH: Bench = Bench {
    name: "nps",
    question: "How long does a node of search take?",
    run,
};

const ROUNDS: usize = 3;
/// Krog is to reach this many times Stockfish's nodes per second.
const RATIO: f64 = 1.2;

fn run() -> Result<Vec<Cost>, String> {
    let stockfish = rival::stockfish().ok_or("Stockfish is not installed")?;
    let mut ours = Vec::new();
    let mut theirs = Vec::new();
    for _ in 0..ROUNDS {
        // What an engine takes to start (a table, a network) is not search, ours or theirs.
        let (start, _) = meter::cpu_time(|| Engine::new(Options::default()));
        let (time, outcome) = meter::cpu_time(|| {
            let signals = Signals::default();
            bench::run(Options::default(), bench::DEPTH, &NoClock, &signals)
        });
        let time = time.saturating_sub(start);
        ours.push(time.as_secs_f64() / count(outcome.nodes) * 1e9);
        let (start, _) = told(&stockfish, "quit")?;
        let (time, text) = told(&stockfish, "bench")?;
        let nodes = nodes(&text).ok_or("Stockfish told no nodes")?;
        let time = time.saturating_sub(start);
        theirs.push(time.as_secs_f64() / count(nodes) * 1e9);
    }
    let peer = median(theirs);
    Ok(vec![Cost {
        of: None,
        figure: median(ours),
        peer: Some(peer),
        bar: Some(peer / RATIO),
        unit: "ns/node",
    }])
}

/// The processor time of a program started with a word, and what it said.
fn told(program: &Path, word: &str) -> Result<(Duration, String), String> {
    let before = meter::children_cpu_time();
    let output = Command::new(program)
        .arg(word)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| error.to_string())?;
    let time = meter::children_cpu_time()
        .zip(before)
        .map(|(after, before)| after.saturating_sub(before))
        .ok_or("the system does not count the time of processes")?;
    Ok((time, String::from_utf8_lossy(&output.stderr).into_owned()))
}

fn nodes(text: &str) -> Option<u64> {
    let line = text
        .lines()
        .find(|line| line.starts_with("Nodes searched"))?;
    line.split(':').nth(1)?.trim().parse().ok()
}

#[expect(clippy::cast_precision_loss, reason = "counts stay far below 2^52")]
fn count(nodes: u64) -> f64 {
    nodes as f64
}
