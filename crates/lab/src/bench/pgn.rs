//! What reading a large PGN file costs, beside the `pgn-reader` crate with
//! moves replayed by the rules library.

use std::io::Read as _;

use krog_chess::pgn;

use super::{Bench, Cost, median};
use crate::{meter, oracle::mainline, shared};

const GAMES: &str = "games/masters-100k.pgn.zst";
const ROUNDS: usize = 3;

pub(super) const BENCH: Bench = Bench {
    name: "pgn",
    question: "How much processor time does reading a hundred thousand games take?",
    run,
};

fn run() -> Result<Vec<Cost>, String> {
    let mut bytes = Vec::new();
    shared::unpacked(GAMES)?
        .read_to_end(&mut bytes)
        .map_err(|error| format!("{GAMES}: {error}"))?;
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    // The two take turns, so that a busy machine is busy for both.
    for _ in 0..ROUNDS {
        let (time, our_plies) = meter::cpu_time(|| our_plies(&bytes));
        ours.push(time.as_secs_f64());
        let (time, their_plies) = meter::cpu_time(|| their_plies(&bytes));
        theirs.push(time.as_secs_f64());
        if our_plies != their_plies {
            return Err(format!("found {our_plies} plies, expected {their_plies}"));
        }
    }
    Ok(vec![Cost {
        of: None,
        figure: median(ours),
        peer: Some(median(theirs)),
        bar: None,
        unit: "CPU s",
    }])
}

fn our_plies(bytes: &[u8]) -> usize {
    pgn::Chunks::new(bytes)
        .filter_map(|chunk| chunk.ok()?.read().ok())
        .map(|reading| reading.game.main_line().count())
        .sum()
}

fn their_plies(bytes: &[u8]) -> usize {
    mainline::main_lines(bytes)
        .filter_map(Result::ok)
        .map(|moves| moves.len())
        .sum()
}
