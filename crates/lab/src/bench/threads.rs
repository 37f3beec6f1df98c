//! What a second thread of search is worth in nodes, and how soon a search ends
//! when it is told to.

use std::{
    ops::ControlFlow,
    thread,
    time::{Duration, Instant},
};

use krog_chess::{Line, fen};
use krog_engine::search::{Clock as _, Engine, Limits, Options, Question, Signals};

use super::{Bench, Cost, median};
use crate::{meter::Wall, rival::Rival};

pub(super) const BENCH: Bench = Bench {
    name: "threads",
    question: "How long does a node take on the clock with two threads of search?",
    run: run_threads,
};

pub(super) const STOP: Bench = Bench {
    name: "stop",
    question: "How long does krog take to answer `stop`?",
    run: run_stop,
};

/// Two threads are to reach this many times the nodes of one.
const RATIO: f64 = 1.6;
/// How long each search lasts, and how often each is asked.
const TIME: Duration = Duration::from_secs(1);
const ROUNDS: usize = 3;
/// `stop` is answered within so many milliseconds.
const PROMPT: f64 = 50.0;
/// How long searches go on before they are stopped; with a large table they have
/// the most to do when they begin.
const BEFORE_STOP: [Duration; 3] = [
    Duration::from_millis(5),
    Duration::from_millis(50),
    Duration::from_millis(300),
];

/// An opening, middlegames and endings.
const POSITIONS: [&str; 5] = [
    "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4",
    "r1b2rk1/2q1bppp/p2ppn2/1p6/3BPP2/2N2B2/PPPQ2PP/R4RK1 w - - 0 1",
    "3r1rk1/pb1nqppp/1p2p3/2pp4/3P4/1PNBPN2/P1Q2PPP/2RR2K1 w - - 0 1",
    "2r3k1/pp3ppp/4p3/3pP3/1P1P4/P4N2/5PPP/2R3K1 w - - 0 1",
    "8/5pk1/4p1p1/3pP2p/1p1P1P1P/1P2K1P1/8/8 w - - 0 1",
];

fn run_threads() -> Result<Vec<Cost>, String> {
    let mut alone = Vec::new();
    let mut shares = Vec::new();
    for text in POSITIONS {
        let game = Line::at(fen::parse(text).map_err(|error| error.to_string())?);
        for _ in 0..ROUNDS {
            let one = nanoseconds(&game, 1);
            alone.push(one);
            shares.push(nanoseconds(&game, 2) / one);
        }
    }
    let peer = median(alone);
    Ok(vec![Cost {
        of: None,
        figure: peer * median(shares),
        peer: Some(peer),
        bar: Some(peer / RATIO),
        unit: "ns/node",
    }])
}

/// Time on the wall for a node of a search with so many threads.
fn nanoseconds(game: &Line, threads: usize) -> f64 {
    let mut engine = Engine::new(Options {
        threads,
        ..Options::default()
    });
    let limits = Limits {
        movetime: Some(TIME),
        ..Limits::default()
    };
    let question = Question {
        game,
        limits: &limits,
        lines: 1,
    };
    let clock = Wall::start();
    let report = engine.search(question, &clock, &Signals::default(), &mut |_| {
        ControlFlow::Continue(())
    });
    #[expect(clippy::cast_precision_loss, reason = "far below 2^52")]
    let nodes = report.nodes as f64;
    clock.now().as_secs_f64() * 1e9 / nodes
}

fn run_stop() -> Result<Vec<Cost>, String> {
    let mut krog = Rival::start(&"krog;Threads=2;Hash=1024".parse()?)?;
    let mut longest: f64 = 0.0;
    for text in POSITIONS {
        for pause in BEFORE_STOP {
            krog.say(&format!("position fen {text}"))?;
            krog.say("go infinite")?;
            thread::sleep(pause);
            let told = Instant::now();
            krog.say("stop")?;
            krog.hear("bestmove")?;
            longest = longest.max(told.elapsed().as_secs_f64() * 1e3);
        }
    }
    Ok(vec![Cost {
        of: None,
        figure: longest,
        peer: None,
        bar: Some(PROMPT),
        unit: "ms",
    }])
}
