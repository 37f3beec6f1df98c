//! The engine alone, without the rest of krog: quick to build while it is worked
//! on. `krog uci` is the same with endgame tables.

use std::{
    io::{self, BufReader},
    time::{Duration, Instant},
};

use krog_engine::{
    search::Clock,
    uci::{self, Outside},
};

struct Wall(Instant);

impl Clock for Wall {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}

fn main() -> io::Result<()> {
    let outside = Outside {
        clock: &Wall(Instant::now()),
        open_tables: &|_| Err("this program reads no tables".to_owned()),
    };
    uci::serve(BufReader::new(io::stdin()), io::stdout(), &outside)
}
