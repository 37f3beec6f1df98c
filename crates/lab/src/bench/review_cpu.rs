//! What it costs to have a game analysed by krog's pool, beside a bare loop
//! that sends the same searches to Stockfish in the same order.

use std::{
    fs,
    io::{BufRead as _, BufReader, Write as _},
    num::NonZeroU8,
    ops::Range,
    path::Path,
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use krog_analyst::{Engine, Options, Pool, Uci, find_stockfish};
use krog_chess::{CastlingMode, Limit, Line, pgn};

use super::{Bench, Cost, median};
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

fn run() -> Result<Vec<Cost>, String> {
    let stockfish = find_stockfish().ok_or("Stockfish is not installed")?;
    let game = game()?;
    let (mut ours, mut bare) = ([vec![], vec![]], [vec![], vec![]]);
    // All take turns, so that a busy machine is busy for all.
    for _ in 0..ROUNDS {
        for engines in [1, 2] {
            ours[engines - 1].push(time(|| analyse(&stockfish, &game, engines))?);
            bare[engines - 1].push(time(|| search_bare(&stockfish, &game, engines))?);
        }
    }
    let cpu = |seconds: &[Seconds]| median(seconds.iter().map(|s| s.cpu).collect());
    // The share of the time of one engine that two need; pairs of one round.
    let share = |both: &[Vec<Seconds>; 2]| {
        let pairs = both[0].iter().zip(&both[1]);
        median(
            pairs
                .map(|(one, two)| 100.0 * two.wall / one.wall)
                .collect(),
        )
    };
    let (own_cpu, bare_cpu) = (cpu(&ours[0]), cpu(&bare[0]));
    let (own_share, bare_share) = (share(&ours), share(&bare));
    Ok(vec![
        Cost {
            of: Some("81 positions, MultiPV 2, depth 14, one engine"),
            figure: own_cpu,
            peer: Some(bare_cpu),
            bar: Some(bare_cpu * 1.10),
            unit: "CPU s",
        },
        Cost {
            of: Some("time with two engines, of that with one"),
            figure: own_share,
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

/// The time that work takes, that of the processes it started and saw the end
/// of included.
fn time(work: impl FnOnce() -> Result<(), String>) -> Result<Seconds, String> {
    let cpu = cpu_with_children()?;
    let wall = Instant::now();
    work()?;
    Ok(Seconds {
        wall: wall.elapsed().as_secs_f64(),
        cpu: cpu_with_children()?.saturating_sub(cpu).as_secs_f64(),
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

/// As krog does it.
fn analyse(stockfish: &Path, game: &Line, engines: usize) -> Result<(), String> {
    let start = |_| -> Result<Box<dyn Engine>, String> {
        let engine = Uci::start(stockfish, Options::default());
        Ok(Box::new(engine.map_err(|error| error.to_string())?))
    };
    let engines: Vec<_> = (0..engines).map(start).collect::<Result<_, _>>()?;
    let pool = Pool::new(engines).ok_or("no engine")?;
    let found = pool.analyse(game, Limit::depth(DEPTH), COUNT).finish();
    match found.map_err(|error| error.to_string())?.len() {
        81 => Ok(()),
        other => Err(format!("found {other} positions, expected 81")),
    }
}

/// As a script does it: each process gets a part of the game, backwards, and
/// what it says is read as far as `bestmove`.
fn search_bare(stockfish: &Path, game: &Line, processes: usize) -> Result<(), String> {
    let positions = game.moves().len() + 1;
    let border = |part: usize| positions * part / processes;
    thread::scope(|scope| {
        let parts: Vec<_> = (0..processes)
            .map(|part| {
                let plies = border(part)..border(part + 1);
                scope.spawn(move || search_part(stockfish, game, plies))
            })
            .collect();
        for part in parts {
            let ended = part
                .join()
                .map_err(|_| "the thread ended early".to_owned())?;
            ended.map_err(|error| error.to_string())?;
        }
        Ok(())
    })
}

fn search_part(stockfish: &Path, game: &Line, plies: Range<usize>) -> std::io::Result<()> {
    let mut child = Command::new(stockfish)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let mut input = child.stdin.take().expect("the input is a pipe");
    let mut output = BufReader::new(child.stdout.take().expect("the output is a pipe")).lines();
    let hash = Options::default().hash;
    writeln!(input, "setoption name Hash value {hash}")?;
    writeln!(input, "setoption name MultiPV value {COUNT}\nucinewgame")?;
    let moves: Vec<String> = game
        .moves()
        .iter()
        .map(|m| m.to_uci(CastlingMode::Standard).to_string())
        .collect();
    for ply in plies.rev() {
        let moves = moves[..ply].join(" ");
        writeln!(input, "position startpos moves {moves}\ngo depth {DEPTH}")?;
        for line in output.by_ref() {
            if line?.starts_with("bestmove") {
                break;
            }
        }
    }
    writeln!(input, "quit")?;
    child.wait().map(|_| ())
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
