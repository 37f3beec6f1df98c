//! `krog uci` and `krog bench`: the builtin engine, with the clock, the files
//! and the streams that it does not touch by itself.

use std::{
    env,
    io::{self, BufReader},
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::Context as _;
use krog_chess::{Chess, Position as _};
use krog_engine::{
    bench,
    search::{Clock, Options, Outlook, Signals, Tablebase},
    uci::{self, Outside},
};
use shakmaty_syzygy::{AmbiguousWdl, Wdl};

use super::print;
use crate::outcome::{Failure, Outcome};

pub(super) fn uci() -> Result<Outcome, Failure> {
    let outside = Outside {
        clock: &Wall::new(),
        open_tables: &open_tables,
    };
    match uci::serve(BufReader::new(io::stdin()), io::stdout(), &outside) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Err(Failure::PipeClosed),
        served => {
            served.context("the dialogue cannot go on")?;
            Ok(Outcome::Yes)
        }
    }
}

pub(super) fn bench(depth: u32) -> Result<Outcome, Failure> {
    let outcome = bench::run(Options::default(), depth, &Wall::new(), &Signals::default());
    print(&format!("{} nodes {} nps", outcome.nodes, outcome.speed()))?;
    Ok(Outcome::Yes)
}

/// The clock on the wall.
struct Wall(Instant);

impl Wall {
    fn new() -> Wall {
        Wall(Instant::now())
    }
}

impl Clock for Wall {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}

/// Syzygy tables in folders.
struct Tables(shakmaty_syzygy::Tablebase<Chess>);

fn open_tables(path: &str) -> Result<Arc<dyn Tablebase>, String> {
    let mut tables = shakmaty_syzygy::Tablebase::new();
    let mut count = 0;
    for folder in env::split_paths(path) {
        count += tables
            .add_directory(&folder)
            .map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    if count == 0 {
        return Err(format!("found no tables in {path}"));
    }
    Ok(Arc::new(Tables(tables)))
}

impl Tablebase for Tables {
    fn most_men(&self) -> usize {
        self.0.max_pieces()
    }

    fn outlook(&self, position: &Chess) -> Option<Outlook> {
        if position.castles().any() {
            return None;
        }
        match self.0.probe_wdl_after_zeroing(position).ok()? {
            Wdl::Loss => Some(Outlook::Loss),
            Wdl::BlessedLoss | Wdl::Draw | Wdl::CursedWin => Some(Outlook::Draw),
            Wdl::Win => Some(Outlook::Win),
        }
    }

    fn distance(&self, position: &Chess) -> Option<i32> {
        if position.castles().any() {
            return None;
        }
        let distance = self.0.probe_dtz(position).ok()?.ignore_rounding().0;
        // Beyond fifty moves a win is a draw.
        match self.0.probe_wdl(position).ok()? {
            AmbiguousWdl::Win | AmbiguousWdl::MaybeWin => Some(distance.max(1)),
            AmbiguousWdl::Loss | AmbiguousWdl::MaybeLoss => Some(distance.min(-1)),
            _ => Some(0),
        }
    }
}
