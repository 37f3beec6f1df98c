//! Engines that misbehave, and a real one. Every test ends with a look at the
//! process table: nothing that was started may be left, alive or dead.

#![cfg(unix)]
#![allow(clippy::unwrap_used)] // what cannot be unwrapped here has failed the test

#[path = "common/process_table.rs"]
mod process_table;

use std::{
    num::NonZeroU8,
    ops::ControlFlow,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use krog_analyst::{Options, Patience, StartError, Uci, find_stockfish};
use krog_chess::{Chess, EngineLine, Evaluate as _, EvaluateError, Limit, Line, fen};
use process_table::{alone, check_nothing_is_left};

fn fake(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/engines");
    folder.join(name).with_extension("sh")
}

/// Long enough for a busy machine.
const LONG: Options = Options {
    threads: std::num::NonZeroU32::MIN,
    hash: 16,
    patience: Patience {
        start: Duration::from_secs(20),
        ready: Duration::from_secs(20),
        silence: Duration::from_secs(20),
        stop: Duration::from_secs(20),
    },
};

/// Long, but short where the engine is expected to fail.
fn short(change: impl FnOnce(&mut Patience)) -> Options {
    let mut options = LONG;
    change(&mut options.patience);
    options
}

const MOMENT: Duration = Duration::from_millis(300);

const TWO: NonZeroU8 = NonZeroU8::new(2).unwrap();

fn go_on(_: &[EngineLine]) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

fn written(lines: &[EngineLine]) -> Vec<String> {
    lines
        .iter()
        .map(|line| format!("{} {} {}", line.depth, line.score, line.line))
        .collect()
}

/// Asks a fake engine about the start position.
fn ask(name: &str, options: Options, limit: Limit) -> Result<Vec<String>, String> {
    let engine = Uci::start(fake(name), options).map_err(told)?;
    let lines = engine.evaluate(&Line::at(Chess::default()), limit, TWO, &mut go_on);
    lines
        .map(|lines| written(&lines))
        .map_err(|error| error.to_string())
}

#[expect(clippy::needless_pass_by_value, reason = "it stands for a conversion")]
fn told(error: StartError) -> String {
    let text = error.to_string();
    text.rsplit('/').next().unwrap_or_default().to_owned()
}

#[track_caller]
fn check(name: &str, options: Options, expected: Result<&[&str], &str>) {
    let _alone = alone();
    let start = Instant::now();
    let found = ask(name, options, Limit::depth(8));
    let expected = expected.map(|lines| lines.iter().map(|line| (*line).to_owned()).collect());
    assert_eq!(found, expected.map_err(str::to_owned));
    assert!(
        start.elapsed() < Duration::from_secs(30),
        "{:?}",
        start.elapsed()
    );
    check_nothing_is_left();
}

#[test]
fn an_engine_that_hangs_in_the_handshake_is_given_up() {
    let fault = "found no `uciok` within 0.3 s, expected a UCI engine";
    let told = format!("hangs-in-handshake.sh: {fault}");
    let options = short(|patience| {
        patience.start = MOMENT;
        patience.stop = MOMENT;
    });
    check("hangs-in-handshake", options, Err(&told));
    let told = format!("floods-the-handshake.sh: {fault}");
    check("floods-the-handshake", options, Err(&told));
}

#[test]
fn a_program_that_is_no_engine_is_told() {
    check(
        "ends-in-handshake",
        LONG,
        Err("ends-in-handshake.sh: it ended by itself (exit status: 3)"),
    );
    check(
        "missing",
        LONG,
        Err("missing.sh: it cannot be started: No such file or directory (os error 2)"),
    );
}

#[test]
fn an_engine_that_dies_is_started_again_once() {
    check(
        "dies-in-search",
        LONG,
        Err("mortal failed: it ended by itself (signal: 11 (SIGSEGV))"),
    );
    check("dies-once", LONG, Ok(&["7 0.10 1. e4 e5"]));
}

#[test]
fn silence_is_a_fault_only_without_an_answer_to_isready() {
    let options = short(|patience| {
        patience.ready = Duration::from_secs(3);
        patience.silence = MOMENT;
        patience.stop = MOMENT;
    });
    check(
        "hangs-in-search",
        options,
        Err("sleeper failed: found no answer to `isready` within 3 s"),
    );
    let options = short(|patience| patience.silence = MOMENT);
    check("thinks-in-silence", options, Ok(&["30 #12 1. e4"]));
}

#[test]
fn garbage_and_endless_lines_are_passed_over() {
    check("prints-garbage", LONG, Ok(&["5 0.31 1. d4 d5"]));
}

#[test]
fn bounds_and_illegal_moves_are_not_believed() {
    let lines = ["8 0.25 1. e4 e5", "8 0.20 1. d4"];
    check("bounds-and-illegal-moves", LONG, Ok(&lines));
}

#[test]
fn a_slow_start_is_no_fault_and_options_are_set_only_if_offered() {
    check("slow-to-start", LONG, Ok(&["4 0.12 1. Nf3"]));
    check("offers-nothing", LONG, Ok(&["4 0.12 1. Nf3"]));
}

#[test]
fn an_engine_beyond_its_limit_is_stopped() {
    let _alone = alone();
    let found = ask("never-has-enough", LONG, Limit::nodes(50_000));
    assert_eq!(found, Ok(vec!["6 0.41 1. e4".to_owned()]));
    check_nothing_is_left();
}

#[test]
fn an_engine_that_ignores_stop_and_quit_is_ended_by_force() {
    let _alone = alone();
    let limit = Limit::time(Duration::from_secs(2));
    let options = short(|patience| patience.stop = MOMENT);
    let found = ask("ignores-stop-and-quit", options, limit);
    assert_eq!(found, Ok(vec!["3 0.15 1. c4".to_owned()]));
    check_nothing_is_left();
    // And when the asker has gone.
    let engine = Uci::start(fake("ignores-stop-and-quit"), options).unwrap();
    let game = Line::at(Chess::default());
    let mut leave = |lines: &[EngineLine]| match lines {
        [] => ControlFlow::Continue(()),
        _ => ControlFlow::Break(()),
    };
    let known = engine.evaluate(&game, Limit::depth(99), TWO, &mut leave);
    assert_eq!(written(&known.unwrap()), ["3 0.15 1. c4"]);
    drop(engine);
    check_nothing_is_left();
}

#[test]
fn who_waits_for_a_hanging_engine_may_go() {
    let _alone = alone();
    let options = short(|patience| patience.stop = MOMENT);
    let engine = Uci::start(fake("hangs-before-search"), options).unwrap();
    let game = Line::at(Chess::default());
    let start = Instant::now();
    let mut leave = |_: &[EngineLine]| ControlFlow::Break(());
    let known = engine.evaluate(&game, Limit::depth(9), TWO, &mut leave);
    assert_eq!(known, Ok(Vec::new()));
    assert!(
        start.elapsed() < Duration::from_secs(15),
        "{:?}",
        start.elapsed()
    );
    drop(engine);
    check_nothing_is_left();
}

#[test]
fn chess960_needs_an_engine_that_knows_it() {
    let _alone = alone();
    let engine = Uci::start(fake("offers-nothing"), LONG).unwrap();
    let start = fen::parse("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9");
    let error = engine
        .evaluate(&Line::at(start.unwrap()), Limit::depth(3), TWO, &mut go_on)
        .unwrap_err();
    let EvaluateError::Failed { reason, .. } = error else {
        panic!("found {error:?}");
    };
    assert_eq!(
        reason,
        "it does not offer UCI_Chess960, which this position needs"
    );
    drop(engine);
    check_nothing_is_left();
}

fn stockfish() -> Uci {
    Uci::start(find_stockfish().expect("Stockfish is installed"), LONG).unwrap()
}

#[track_caller]
fn check_stockfish(fen: &str, moves: &str, count: u8, expected: &[&str]) {
    let _alone = alone();
    let engine = stockfish();
    let game = Line::parse(fen::parse(fen).unwrap(), moves).unwrap();
    let count = NonZeroU8::new(count).unwrap();
    let lines = engine
        .evaluate(&game, Limit::depth(10), count, &mut go_on)
        .unwrap();
    let found: Vec<String> = lines
        .iter()
        .map(|line| format!("{} {}", line.score, line.line))
        .collect();
    assert_eq!(found, expected);
    drop(engine);
    check_nothing_is_left();
}

#[test]
fn stockfish_finds_mates_for_either_side() {
    let back_rank = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1";
    check_stockfish(back_rank, "", 1, &["#1 1. Ra8#"]);
    check_stockfish(
        "r6k/8/8/8/8/8/5PPP/6K1 b - - 0 1",
        "",
        1,
        &["#-1 1... Ra1#"],
    );
    // Decided positions need no engine.
    check_stockfish(back_rank, "Ra8", 2, &["#0 "]);
    // As many lines as there are moves.
    check_stockfish("7k/8/8/8/8/8/r7/1r5K w - - 0 1", "", 3, &["#-0 "]);
}

#[test]
fn stockfish_castles_in_chess960() {
    // King and rook change places, which no other move does.
    let fen = "4rkr1/4p1p1/8/8/8/8/8/5KR1 w G - 0 1";
    check_stockfish(fen, "", 1, &["#1 1. O-O#"]);
    check_stockfish(fen, "O-O", 1, &["#0 "]);
}

#[test]
fn stockfish_tells_what_it_finds_and_stops_when_told() {
    let _alone = alone();
    let engine = stockfish();
    assert!(engine.name().starts_with("Stockfish "), "{}", engine.name());
    let game = Line::parse(Chess::default(), "e4 e5 Nf3").unwrap();
    let start = Instant::now();
    let mut seen = 0;
    let mut until_depth_12 = |lines: &[EngineLine]| {
        seen += usize::from(!lines.is_empty());
        match lines.first() {
            Some(best) if best.depth >= 12 => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    };
    let lines = engine
        .evaluate(&game, Limit::depth(200), TWO, &mut until_depth_12)
        .unwrap();
    assert!(seen >= 8, "{seen}");
    assert_eq!(lines.len(), 2);
    assert!(lines[0].depth >= 12 && lines[0].nodes.is_some());
    assert!(
        start.elapsed() < Duration::from_secs(30),
        "{:?}",
        start.elapsed()
    );
    // It can be asked again at once.
    let lines = engine.evaluate(&game, Limit::nodes(20_000), TWO, &mut go_on);
    assert_eq!(lines.unwrap().len(), 2);
    drop(engine);
    check_nothing_is_left();
}

#[test]
fn the_same_question_gets_the_same_answer() {
    let _alone = alone();
    let engine = stockfish();
    let ask = |moves: &str| {
        let game = Line::parse(Chess::default(), moves).unwrap();
        let lines = engine.evaluate(&game, Limit::nodes(30_000), TWO, &mut go_on);
        written(&lines.unwrap())
    };
    let first = ask("e4 e5 Nf3 Nc6");
    ask("d4 d5 c4 e6 Nc3");
    assert_eq!(ask("e4 e5 Nf3 Nc6"), first);
}
