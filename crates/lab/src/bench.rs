//! The registry of benches and the table they are told in: what something
//! costs, beside a peer where there is one.

mod attacks;
mod bare;
mod claim;
mod clickhouse;
mod growth;
mod import;
mod insight;
mod lookup;
mod middlegame;
mod nps;
mod pgn;
mod postgres;
mod record;
mod review_cpu;
mod see;
mod service;
mod slow;
mod threads;
mod validate;
mod workers;

use std::time::{Duration, Instant};

pub use clickhouse::help_with_list;

/// One question about speed.
#[derive(Clone, Copy, Debug)]
pub struct Bench {
    /// The name on the command line.
    pub name: &'static str,
    /// What is asked, in one sentence.
    pub question: &'static str,
    run: fn() -> Result<Vec<Cost>, String>,
}

/// The answer, or one of several: all figures in the same unit.
#[derive(Clone, PartialEq, Debug)]
pub struct Cost {
    /// What was done, where a bench answers for several things.
    pub of: Option<&'static str>,
    /// What krog takes.
    pub figure: f64,
    /// What the peer takes in the same run.
    pub peer: Option<f64>,
    /// What krog may take at most.
    pub bar: Option<f64>,
    /// The unit of all, and what it is counted per.
    pub unit: &'static str,
}

/// Every bench.
pub const ALL: &[Bench] = &[
    pgn::BENCH,
    see::BENCH,
    attacks::BENCH,
    validate::BENCH,
    claim::BENCH,
    insight::BENCH,
    review_cpu::BENCH,
    nps::BENCH,
    threads::BENCH,
    threads::STOP,
    import::BENCH,
    growth::BENCH,
    lookup::BENCH,
    record::BENCH,
    postgres::BENCH,
    clickhouse::BENCH,
    service::BENCH,
    service::ON_CLUSTER,
    slow::BENCH,
    workers::BENCH,
];

/// The benches of these names, all of them without a name; the first unknown
/// name if there is one.
pub fn choose<'a>(names: &[&'a str]) -> Result<Vec<Bench>, &'a str> {
    if names.is_empty() {
        return Ok(ALL.to_vec());
    }
    let find = |name: &&'a str| {
        let found = ALL.iter().find(|bench| bench.name == *name);
        found.copied().ok_or(*name)
    };
    names.iter().map(find).collect()
}

/// Runs benches and prints `name  figure  peer  ratio  bar`.
pub fn report(benches: &[Bench]) {
    println!(
        "{:<10} {:>24} {:>10} {:>7} {:>10}",
        "name", "figure", "peer", "ratio", "bar"
    );
    for bench in benches {
        match (bench.run)() {
            Ok(costs) => {
                for cost in costs {
                    println!("{:<10} {}", bench.name, cost.row());
                }
            }
            Err(reason) => println!("{:<10} skipped: {reason}", bench.name),
        }
    }
}

impl Cost {
    fn row(&self) -> String {
        let figure = format!("{:.1} {}", self.figure, self.unit);
        let (peer, ratio) = match self.peer {
            Some(peer) => (format!("{peer:.1}"), format!("{:.2}", self.figure / peer)),
            None => ("-".to_owned(), "-".to_owned()),
        };
        let bar = match self.bar {
            Some(bar) if self.figure <= bar => format!("≤ {bar:.1}"),
            Some(bar) => format!("MISSED {bar:.1}"),
            None => "-".to_owned(),
        };
        let of = self.of.map_or_else(String::new, |of| format!("  {of}"));
        format!("{figure:>24} {peer:>10} {ratio:>7} {bar:>10}{of}")
    }
}

/// The middle one of an odd number of values.
fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Nanoseconds per item of work that is done over the same items again and
/// again; the fastest round counts, for nothing makes a processor faster than it is.
#[expect(clippy::cast_precision_loss, reason = "counts stay far below 2^52")]
fn nanos_each(items: usize, mut work: impl FnMut()) -> f64 {
    const ROUNDS: usize = 5;
    // Long beside the ticks of some milliseconds in which the system counts.
    const ROUND: Duration = Duration::from_millis(500);
    let round = |_| {
        let start = Instant::now();
        let (time, times) = crate::meter::cpu_time(|| {
            let mut times = 0;
            while start.elapsed() < ROUND {
                work();
                times += 1;
            }
            times
        });
        time.as_nanos() as f64 / (items * times) as f64
    };
    (0..ROUNDS).map(round).fold(f64::INFINITY, f64::min)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_tells_figure_peer_ratio_and_bar() {
        let cost = Cost {
            of: Some("games"),
            figure: 3.0,
            peer: Some(2.0),
            bar: Some(4.0),
            unit: "CPU s",
        };
        let words: Vec<String> = cost.row().split_whitespace().map(str::to_owned).collect();
        assert_eq!(
            words,
            ["3.0", "CPU", "s", "2.0", "1.50", "≤", "4.0", "games"]
        );
    }

    #[test]
    fn the_median_is_the_middle_one() {
        assert!((median(vec![9.0, 1.0, 3.0]) - 3.0).abs() < f64::EPSILON);
    }
}
