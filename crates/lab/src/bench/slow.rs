//! Whether clients that are slow on purpose keep others waiting: `slowhttptest` in
//! its three modes against a live service, and a client that asks beside it.

use std::{
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use super::{Bench, Cost, lookup::at};
use crate::{folder::Folder, served::Served};

pub(super) const BENCH: Bench = Bench {
    name: "slow",
    question: "How long do others wait while hundreds of clients are slow on purpose?",
    run,
};

/// What the program calls its modes, and what they are.
const MODES: [(&str, &[&str]); 3] = [
    ("slow headers, p99", &["-H", "-t", "GET"]),
    ("slow bodies, p99", &["-B", "-t", "POST", "-s", "8192"]),
    (
        "slow readers, p99",
        &["-X", "-w", "1", "-y", "16", "-n", "2", "-z", "8"],
    ),
];

/// Connections that are slow, how many come in a second, and for how long.
const COMMON: [&str; 8] = ["-c", "500", "-r", "200", "-l", "15", "-i", "3"];

/// The others ask so often, beginning when the slow ones are there.
const QUESTIONS: usize = 400;
const FIRST: Duration = Duration::from_secs(3);
const BETWEEN: Duration = Duration::from_millis(20);

/// What others may wait, in milliseconds.
const BAR: f64 = 100.0;

const PATH: &str = "/api/v1/opening?fen=startpos";

fn run() -> Result<Vec<Cost>, String> {
    let folder = Folder::new("slow")?;
    let served = Served::start(&folder.0.join("store"), &["--rate", "0"])?;
    let mut costs = Vec::new();
    for (of, mode) in MODES {
        let slow = Slow::start(&served.address, mode)?;
        std::thread::sleep(FIRST);
        let mut times = Vec::new();
        for _ in 0..QUESTIONS {
            let start = Instant::now();
            served.get(PATH)?;
            times.push(start.elapsed().as_secs_f64() * 1e3);
            std::thread::sleep(BETWEEN);
        }
        drop(slow);
        costs.push(Cost {
            of: Some(of),
            figure: at(&mut times, 99),
            peer: None,
            bar: Some(BAR),
            unit: "ms",
        });
    }
    Ok(costs)
}

/// The program at work, ended when it is dropped.
struct Slow(Child);

impl Slow {
    fn start(address: &str, mode: &[&str]) -> Result<Slow, String> {
        let child = Command::new("slowhttptest")
            .args(mode)
            .args(COMMON)
            .args(["-u", &format!("http://{address}{PATH}")])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        let missing = "slowhttptest is not installed; `cargo xtask setup` installs it";
        child.map(Slow).map_err(|_| missing.to_owned())
    }
}

impl Drop for Slow {
    fn drop(&mut self) {
        let _may_have_ended = self.0.kill();
        let _ended = self.0.wait();
    }
}
