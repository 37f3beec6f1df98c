//! What it costs to have a game analysed by krog's pool, beside a bare script
//! that sends the same searches to Stockfish in the same order.
//!
//! The two take turns, since two engines each on two cores would share them and
//! none would get faster; each counts its own processor time, that of its engines
//! included.

use std::{
    fs,
    num::NonZeroU8,
    path::Path,
    process::Child,
    time::{Duration, Instant},
};

use krog_analyst::{Engine, Options, Pool, Uci, find_stockfish};
use krog_chess::{Limit, Line, pgn};

use super::{
    Bench, Cost,
    bare::{Script, seconds},
    median,
};
use crate::shared;

/// Eighty plies of a famous middlegame.
const GAME: &str = "1985-karpov-kasparov-game-16-octopus.pgn";
const DEPTH: u32 = 14;
const COUNT: NonZeroU8 = NonZeroU8::new(2).expect("two is not zero");
const ROUNDS: usize = 3;

pub(super) const BENCH: Bench = Bench {
    name: "review-cpu",
    question: "What does the analysis of an 80-ply game cost beside the bare searches?",
    run,
};

/// Seconds of one analysis.
#[derive(Clone, Copy, Debug)]
struct Seconds {
    cpu: f64,
    wall: f64,
}

/// Both contestants of one race.
#[derive(Clone, Copy, Debug)]
struct Race {
    ours: Seconds,
    bare: Seconds,
}

fn run() -> Result<Vec<Cost>, String> {
    let stockfish = find_stockfish().ok_or("Stockfish is not installed")?;
    let game = game()?;
    let (mut one, mut two) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        one.push(race(&stockfish, &game, 1)?);
        two.push(race(&stockfish, &game, 2)?);
    }
    let of = |races: &[Race], pick: fn(&Race) -> f64| median(races.iter().map(pick).collect());
    let bare_cpu = of(&one, |race| race.bare.cpu);
    // The share of the time of one engine that two need.
    let shares = |pick: fn(&Race) -> Seconds| {
        let pairs = one.iter().zip(&two);
        let share = |(one, two): (&Race, &Race)| 100.0 * pick(two).wall / pick(one).wall;
        median(pairs.map(share).collect())
    };
    let bare_share = shares(|race| race.bare);
    Ok(vec![
        Cost {
            of: Some("81 positions, MultiPV 2, depth 14, one engine"),
            figure: of(&one, |race| race.ours.cpu),
            peer: Some(bare_cpu),
            bar: Some(bare_cpu * 1.10),
            unit: "CPU s",
        },
        Cost {
            of: Some("time with two engines, of that with one"),
            figure: shares(|race| race.ours),
            peer: Some(bare_share),
            bar: Some(bare_share / 0.95),
            unit: "%",
        },
    ])
}

fn game() -> Result<Line, String> {
    let samples = shared::samples();
    let (_, bytes) = samples
        .iter()
        .find(|(name, _)| name == GAME)
        .ok_or_else(|| format!("no sample {GAME}"))?;
    let reading = pgn::games(bytes.as_slice()).next().ok_or("no game")?;
    let line = reading.map_err(|error| error.to_string())?.game.line();
    match line.moves().len() {
        80 => Ok(line),
        other => Err(format!("{GAME}: found {other} plies, expected 80")),
    }
}

/// Lets both analyse the game, one after the other. The system adds the time of a
/// process to ours when its end is seen.
fn race(stockfish: &Path, game: &Line, engines: usize) -> Result<Race, String> {
    let before = cpu_with_children()?;
    let script = start_script(stockfish, game, engines)?;
    let output = script
        .wait_with_output()
        .map_err(|error| error.to_string())?;
    let bare_wall = seconds(&output)?.0;
    let between = cpu_with_children()?;
    let wall = analyse(stockfish, game, engines)?.as_secs_f64();
    let after = cpu_with_children()?;
    Ok(Race {
        ours: Seconds {
            cpu: after.saturating_sub(between).as_secs_f64(),
            wall,
        },
        bare: Seconds {
            cpu: between.saturating_sub(before).as_secs_f64(),
            wall: bare_wall,
        },
    })
}

/// User and system time of this process and of its ended children, in ticks of
/// a hundredth of a second (`man proc_pid_stat`, fields 14 to 17).
fn cpu_with_children() -> Result<Duration, String> {
    let stat = fs::read_to_string("/proc/self/stat").map_err(|error| error.to_string())?;
    let after_name = stat.rsplit(')').next().unwrap_or_default();
    let fields = after_name.split_whitespace().skip(11).take(4);
    let ticks: u64 = fields.filter_map(|field| field.parse::<u64>().ok()).sum();
    Ok(Duration::from_millis(ticks * 10))
}

/// As krog does it. Says what it took from when all engines were ready, as the
/// script does.
fn analyse(stockfish: &Path, game: &Line, engines: usize) -> Result<Duration, String> {
    let start = |_| -> Result<Box<dyn Engine>, String> {
        let engine = Uci::start(stockfish, Options::default());
        Ok(Box::new(engine.map_err(|error| error.to_string())?))
    };
    let engines: Vec<_> = (0..engines).map(start).collect::<Result<_, _>>()?;
    let pool = Pool::new(engines).ok_or("no engine")?;
    let start = Instant::now();
    let found = pool.analyse(game, Limit::depth(DEPTH), COUNT).finish();
    match found.map_err(|error| error.to_string())?.len() {
        81 => Ok(start.elapsed()),
        other => Err(format!("found {other} positions, expected 81")),
    }
}

/// As a script does it: each process gets a part of the game, backwards.
fn start_script(stockfish: &Path, game: &Line, processes: usize) -> Result<Child, String> {
    let part = (game.moves().len() + 1).div_ceil(processes);
    Script {
        stockfish,
        game,
        part,
        limit: &format!("depth {DEPTH}"),
        lines: COUNT,
    }
    .start(processes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_game_has_eighty_plies() {
        assert_eq!(game().map(|line| line.moves().len()), Ok(80));
    }

    #[test]
    fn time_on_the_processor_does_not_run_backwards() {
        let before = cpu_with_children().expect("the system tells");
        assert!(cpu_with_children().expect("the system tells") >= before);
    }
}
