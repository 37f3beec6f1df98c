//! Dialogues, and garbage.

use std::{
    io::{BufReader, Read},
    sync::{Mutex, mpsc},
    time::{Duration, Instant},
};

use krog_chess::{Chess, random::Dice};
use proptest::prelude::*;

use super::*;
use crate::search::Outlook;

struct Wall(Instant);

impl Clock for Wall {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}

/// Runs a session on bytes; what it says.
fn talk(input: &[u8]) -> String {
    talk_with(input, &|path| Err(format!("no tables in {path}")))
}

/// The same where endgame tables can be opened.
fn talk_with(input: &[u8], open_tables: &OpenTables<'_>) -> String {
    let mut output = Vec::new();
    let clock = Wall(Instant::now());
    let outside = Outside {
        clock: &clock,
        open_tables,
    };
    serve(input, &mut output, &outside).expect("a vector takes all");
    String::from_utf8(output).expect("answers are text")
}

#[track_caller]
fn check(input: &str, expected: &str) {
    let output = talk(input.as_bytes());
    let last = output.lines().last().unwrap_or_default();
    assert!(last.starts_with(expected), "{input:?} gave\n{output}");
}

#[test]
fn commands_are_answered() {
    check("uci\n", "uciok");
    check("isready\n", "readyok");
    check("position startpos moves e2e4\ngo nodes 500\n", "bestmove ");
    check("go depth 2", "bestmove ");
    check("go infinite\nstop\nisready\nquit\n", "bestmove ");
    check("go ponder wtime 100 btime 100\nponderhit\n", "bestmove ");
    check("go movetime 20\n", "bestmove ");
    check("go wtime 50 btime 50 winc 1 binc 1\n", "bestmove ");
    check("go nodes 200 searchmoves a2a3\n", "bestmove a2a3");
    check(
        "position fen 8/8/8/8/8/5k2/5p2/5K2 w - - 0 1\ngo nodes 10\n",
        "bestmove (none)",
    );
    check(
        "setoption name MultiPV value 2\ngo nodes 300\n",
        "bestmove ",
    );
    check("eval\n", "Evaluation: ");
    check("perft 3\n", "Nodes searched: 8902");
    check("go perft 2\n", "Nodes searched: 400");
    check("bench 1\n", "Nodes/second: ");
    check("perft 3\nquit\n", "Nodes searched: 8902");
    check("perft 0\n", "Nodes searched: 1");
    check("perft 30\nstop\n", "info string stopped before all");
    check("perft 4294967295\nstop\n", "info string stopped before all");
    check("bench 99\nstop\n", "info string stopped before all");
    check("bench 99\ngo nodes 100\n", "bestmove ");
    check("d\n", "To move: white");
    check("sing\n", "info string unknown command \"sing\"");
    check("position fen nonsense\n", "info string board: found ");
    check(
        "position startpos moves e2e5\n",
        "info string position: \"e2e5\"",
    );
    check(
        "setoption name Hash value many\n",
        "info string option Hash: found ",
    );
    check(
        "setoption name SyzygyPath value /x\n",
        "info string no tables in /x",
    );
}

#[test]
fn the_end_of_the_input_ends_what_would_not_end() {
    check("go ponder\nponderhit\n", "bestmove ");
    check("go mate 3\n", "bestmove ");
    check("go infinite\n", "bestmove ");
}

#[test]
fn a_move_that_is_not_legal_does_not_hide_those_that_are() {
    let output = talk(b"go nodes 200 searchmoves e2e5 a2a3 nodes 100\n");
    assert!(output.contains("searchmoves: \"e2e5\" is not legal here"));
    assert!(output.contains("bestmove a2a3"), "{output}");
    let output = talk(b"go nodes 200 searchmoves any a2a3\n");
    assert!(output.contains("searchmoves: \"any\" is not legal here"));
    assert!(output.contains("bestmove a2a3"), "{output}");
}

#[test]
fn a_limit_beyond_all_numbers_is_the_largest_and_a_word_is_told() {
    for limits in [
        "depth 2 nodes 99999999999999999999",
        "depth 99999999999 nodes 300",
        "mate 100000 nodes 300",
        "nodes 300 wtime -20 btime -20",
    ] {
        let output = talk(format!("go {limits}\n").as_bytes());
        assert!(!output.contains("info string"), "{limits}: {output}");
        assert!(output.contains("bestmove"), "{limits}: {output}");
    }
    let output = talk(b"go movetime 1e3 nodes 300\n");
    assert!(
        output.starts_with("info string go movetime: found \"1e3\", expected a number"),
        "{output}"
    );
    // The word that stands where a number should is a limit of its own.
    let output = talk(b"go depth nodes 300\n");
    assert!(
        output.starts_with("info string go depth: found \"nodes\""),
        "{output}"
    );
    let nodes = output.lines().filter_map(nodes_told).max();
    assert!(nodes.is_some_and(|nodes| nodes <= 300), "{output}");
}

#[test]
fn an_option_that_is_none_does_not_end_a_search() {
    let output = talk(b"go infinite\nsetoption name Style value 1\nisready\nstop\n");
    let places = ["there is no option", "readyok", "bestmove"].map(|text| output.find(text));
    assert!(places.is_sorted() && places[0].is_some(), "{output}");
}

#[test]
fn a_position_that_is_over_has_a_score_and_no_move() {
    let mated = "position fen k7/1Q6/1K6/8/8/8/8/8 b - - 0 1\ngo nodes 10\n";
    let output = talk(mated.as_bytes());
    assert!(output.contains("score mate 0 "), "{output}");
    assert!(output.ends_with("bestmove (none)\n"), "{output}");
}

#[test]
fn castling_is_written_as_the_option_says() {
    let castle = "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1\ngo nodes 10 searchmoves ";
    check(&format!("{castle}e1g1\n"), "bestmove e1g1");
    let chess960 = format!("setoption name UCI_Chess960 value true\n{castle}e1h1\n");
    check(&chess960, "bestmove e1h1");
}

#[test]
fn wdl_is_told_on_request() {
    let output = talk(b"setoption name UCI_ShowWDL value true\ngo depth 1\n");
    assert!(output.contains(" wdl "), "{output}");
}

#[test]
fn a_line_without_end_is_left_out() {
    let mut input = vec![b'g'; 5 << 20];
    input.extend(b"\nisready\n");
    let output = talk(&input);
    assert_eq!(output.lines().count(), 2, "{output}");
    assert!(output.starts_with("info string found a line of more than"));
    assert!(output.ends_with("readyok\n"));
}

/// Input that waits for the test's words.
struct Pipe(mpsc::Receiver<Vec<u8>>);

impl Read for Pipe {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let Ok(words) = self.0.recv() else {
            return Ok(0);
        };
        buffer[..words.len()].copy_from_slice(&words);
        Ok(words.len())
    }
}

struct Told(Mutex<mpsc::Sender<String>>);

impl Write for Told {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let text = String::from_utf8_lossy(bytes).into_owned();
        // The test may have heard enough.
        let _ = self.0.lock().expect("no panic").send(text);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// How many nodes may be searched after the word: a millisecond's worth, and the
/// same on a busy machine. The bar of 50 ms follows wherever a thread gets a core;
/// the time itself is only held to a second.
const NODES_AFTER_STOP: u64 = 1_024;

/// Nodes as the last line of a search tells them.
fn nodes_told(text: &str) -> Option<u64> {
    let (_, rest) = text.rsplit_once(" nodes ")?;
    rest.split_whitespace().next()?.parse().ok()
}

#[test]
fn a_search_looks_up_soon_after_stop() {
    use crate::search::{Engine, Limits, Options, Question, Signals};
    use krog_chess::{Chess, Line};
    use std::ops::ControlFlow;

    let game = Line::at(Chess::default());
    let signals = Signals::default();
    let mut engine = Engine::new(Options {
        hash: 4,
        ..Options::default()
    });
    let clock = Wall(Instant::now());
    let question = Question {
        game: &game,
        limits: &Limits::default(),
        lines: 1,
    };
    let mut at_stop = 0;
    let report = engine.search(question, &clock, &signals, &mut |report| {
        if report.depth == 9 {
            at_stop = report.nodes;
            signals.stop();
        }
        ControlFlow::Continue(())
    });
    assert!(at_stop > 0);
    assert!(
        report.nodes - at_stop <= NODES_AFTER_STOP,
        "{}",
        report.nodes
    );
}

/// Tables that break at the first capture or pawn move of a search.
struct Broken;

impl Tablebase for Broken {
    fn most_men(&self) -> usize {
        32
    }

    fn outlook(&self, _: &Chess) -> Option<Outlook> {
        panic!("a table is damaged")
    }

    fn distance(&self, _: &Chess) -> Option<i32> {
        None
    }
}

#[test]
fn a_fault_in_search_costs_one_search() {
    for threads in [1, 2] {
        let input = format!(
            "setoption name Threads value {threads}\nsetoption name SyzygyPath value x\n\
             go depth 9 searchmoves h2h3\nisready\nsetoption name SyzygyPath value <empty>\n\
             go nodes 300\n"
        );
        let output = talk_with(input.as_bytes(), &|_| Ok(Arc::new(Broken)));
        let answers = |word: &str| output.lines().filter(|line| line.starts_with(word)).count();
        assert_eq!(answers("bestmove"), 2, "{output}");
        assert_eq!(answers("bestmove h2h3"), 1, "{output}");
        assert_eq!(answers("info string the search failed"), 1, "{output}");
    }
}

#[test]
fn every_iteration_tells_its_nodes() {
    let output = talk(b"go depth 4\n");
    let nodes: Vec<u64> = output.lines().filter_map(nodes_told).collect();
    assert!(nodes.len() > 3 && nodes[0] > 0, "{output}");
    assert!(nodes.is_sorted_by(|one, next| one < next || *next == nodes[nodes.len() - 1]));
}

#[test]
fn stop_is_answered_at_once() {
    let (say, words) = mpsc::channel();
    let (tell, told) = mpsc::channel();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let clock = Wall(Instant::now());
            let outside = Outside {
                clock: &clock,
                open_tables: &|path| Err(path.to_owned()),
            };
            serve(
                BufReader::new(Pipe(words)),
                Told(Mutex::new(tell)),
                &outside,
            )
        });
        say.send(b"go infinite\n".to_vec()).unwrap();
        let heard = |word: &str| told.iter().find(|text| text.contains(word));
        assert!(heard("info depth 6").is_some());
        let start = Instant::now();
        say.send(b"stop\n".to_vec()).unwrap();
        let last = heard("bestmove").expect("an answer");
        assert!(start.elapsed() < Duration::from_secs(1));
        assert!(nodes_told(&last).is_some(), "{last}");
        drop(say);
    });
}

/// Words that mean something, and some that do not.
const WORDS: &[&str] = &[
    "go",
    "position",
    "startpos",
    "moves",
    "fen",
    "e2e4",
    "setoption",
    "name",
    "value",
    "Hash",
    "-1",
    "99999999999999999999",
    "0",
    "depth",
    "1",
    "nodes",
    "30",
    "stop",
    "ponderhit",
    "isready",
    "ucinewgame",
    "mate",
    "searchmoves",
    "MultiPV",
    "movetime",
    "2",
    "wtime",
    "\u{0}",
    "8/8/8/8/8/8/8/8",
    "w",
    "KQkq",
    "-",
    "d",
    "eval",
    "perft",
    "bench",
    "infinite",
    "ponder",
    "Without",
    "æøå",
    "movestogo",
    "winc",
    "debug",
    "register",
    "Clear",
    "e1h1",
    "Threads",
    "true",
];

#[test]
fn garbage_neither_ends_nor_hangs_it() {
    let mut dice = Dice::new(77);
    for _ in 0..60 {
        let mut input = Vec::new();
        for _ in 0..30 {
            for _ in 0..dice.below(7) {
                input.extend(dice.pick(WORDS).unwrap().as_bytes());
                input.push(b' ');
            }
            if dice.below(5) == 0 {
                input.extend(dice.roll().to_le_bytes());
            }
            input.push(b'\n');
        }
        input.extend(b"\nstop\nisready\n");
        assert!(talk(&input).contains("readyok"));
    }
}

/// A line of words, or of anything at all; none that asks for memory or
/// threads, and none that ends the session by right.
fn line() -> impl Strategy<Value = String> {
    let words = prop::collection::vec(prop::sample::select(WORDS), 0..9);
    prop_oneof![words.prop_map(|words| words.join(" ")), ".{0,60}"].prop_filter("costly", |line| {
        let line = line.to_lowercase();
        ["quit", "hash", "threads"]
            .iter()
            .all(|word| !line.contains(word))
    })
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 40,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// The law of the fuzz target `uci`, on inputs of every kind.
    #[test]
    fn whatever_is_said_the_next_question_is_answered(
        lines in prop::collection::vec(line(), 0..20)
    ) {
        let input = lines.join("\n") + "\nstop\nisready\n";
        prop_assert!(talk(input.as_bytes()).contains("readyok"));
    }
}
