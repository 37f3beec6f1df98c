//! Games analysed by a pool: who gets which position in which order, and what
//! happens when the asker goes.

#![cfg(unix)]
#![allow(clippy::unwrap_used)] // what cannot be unwrapped here has failed the test

#[path = "common/process_table.rs"]
mod process_table;

use std::{
    num::{NonZeroU8, NonZeroUsize},
    ops::ControlFlow,
    path::Path,
    sync::{Arc, Barrier, Mutex},
    time::{Duration, Instant},
};

use krog_analyst::{Analyst, Choice, Engine, Pool, Settings, open};
use krog_chess::{
    Chess, Color, EngineLine, Evaluate, EvaluateError, Game, Limit, Line, Score, Value, fen, pgn,
};
use process_table::{alone, check_nothing_is_left};

const TWO: NonZeroU8 = NonZeroU8::new(2).unwrap();

/// An engine that writes down what it is asked, and knows nothing but the ply.
struct Clerk {
    number: usize,
    asked: Asked,
    /// All clerks begin together, so that none does the work of another.
    begin: Arc<Barrier>,
}

impl Evaluate for Clerk {
    fn name(&self) -> String {
        format!("clerk {}", self.number)
    }

    fn evaluate(
        &self,
        game: &Line,
        limit: Limit,
        _count: NonZeroU8,
        _watch: &mut dyn FnMut(&[EngineLine]) -> ControlFlow<()>,
    ) -> Result<Vec<EngineLine>, EvaluateError> {
        let ply = game.moves().len();
        self.asked.lock().unwrap().push((self.number, ply));
        if limit == Limit::depth(13) {
            let reason = "it is superstitious".to_owned();
            return Err(EvaluateError::Failed {
                name: self.name(),
                reason,
            });
        }
        let cp = i32::try_from(ply).unwrap();
        Ok(vec![EngineLine {
            score: Score::seen_by(Color::White, Value::Cp(cp)),
            depth: 1,
            nodes: None,
            line: Line::at(game.end().clone()),
        }])
    }
}

impl Engine for Clerk {
    fn forget(&self) {
        self.begin.wait();
    }
}

/// The clerk and the ply of each question.
type Asked = Arc<Mutex<Vec<(usize, usize)>>>;

/// A pool of clerks and what they write down.
fn clerks(count: usize) -> (Pool, Asked) {
    let asked = Asked::default();
    let begin = Arc::new(Barrier::new(count));
    let clerk = |number| -> Box<dyn Engine> {
        Box::new(Clerk {
            number,
            asked: asked.clone(),
            begin: begin.clone(),
        })
    };
    let pool = Pool::new((0..count).map(clerk).collect()).unwrap();
    (pool, asked)
}

/// The plies that each clerk is asked about, in order.
#[track_caller]
fn check_order(count: usize, moves: &str, expected: &[&[usize]]) {
    let game = Line::parse(Chess::default(), moves).unwrap();
    let (pool, asked) = clerks(count);
    let found = pool.analyse(&game, Limit::depth(1), TWO).finish().unwrap();
    let plies: Vec<usize> = found.iter().map(|found| found.ply).collect();
    assert_eq!(plies, (0..=game.moves().len()).collect::<Vec<_>>());
    let asked = asked.lock().unwrap();
    let mut chunks: Vec<Vec<usize>> = (0..count)
        .map(|clerk| {
            let own = asked.iter().filter(|(number, _)| *number == clerk);
            own.map(|(_, ply)| *ply).collect()
        })
        .collect();
    chunks.sort();
    assert_eq!(chunks, expected);
}

#[test]
fn chunks_are_analysed_backwards_and_overlap_by_one() {
    let ten = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7";
    check_order(1, ten, &[&[10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]]);
    check_order(2, ten, &[&[5, 4, 3, 2, 1, 0], &[10, 9, 8, 7, 6, 5]]);
    check_order(3, ten, &[&[3, 2, 1, 0], &[7, 6, 5, 4, 3], &[10, 9, 8, 7]]);
}

#[test]
fn the_end_of_the_game_needs_no_engine() {
    check_order(1, "f3 e5 g4 Qh4#", &[&[3, 2, 1, 0]]);
    let game = Line::parse(Chess::default(), "f3 e5 g4 Qh4#").unwrap();
    let (pool, _) = clerks(1);
    let found = pool.analyse(&game, Limit::depth(1), TWO).finish().unwrap();
    assert_eq!(found[4].lines[0].score.to_string(), "#-0");
}

#[test]
fn an_engine_that_fails_ends_the_analysis() {
    let game = Line::parse(Chess::default(), "e4 e5 Nf3 Nc6").unwrap();
    let (pool, _) = clerks(2);
    let error = pool
        .analyse(&game, Limit::depth(13), TWO)
        .finish()
        .unwrap_err();
    assert!(
        error.to_string().ends_with("failed: it is superstitious"),
        "{error}"
    );
}

fn analyst(choice: &Choice, engines: usize) -> Analyst {
    let settings = Settings {
        engines: NonZeroUsize::new(engines).unwrap(),
        ..Settings::default()
    };
    open(choice, &settings).unwrap()
}

fn game(text: &str) -> Game {
    pgn::games(text.as_bytes()).next().unwrap().unwrap().game
}

/// The scores of a game at a low depth, with Stockfish.
fn scores(text: &str, engines: usize) -> Vec<String> {
    let analyst = analyst(&Choice::Stockfish, engines);
    let found = analyst
        .analyse(&game(text), Limit::depth(8), TWO)
        .finish()
        .unwrap();
    assert!(
        found
            .iter()
            .all(|found| found.source.starts_with("Stockfish"))
    );
    let scores = found.iter().map(|found| found.lines[0].score.to_string());
    scores.collect()
}

#[test]
fn games_from_a_position_and_chess960_are_right() {
    let _alone = alone();
    let mate = "[FEN \"6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1\"]\n\n1. Kh1 Kf8 2. Ra8+ *";
    let found = scores(mate, 2);
    assert_eq!(found.len(), 4);
    assert_eq!(found[0], "#1");
    let castles =
        "[Variant \"Chess960\"]\n[FEN \"4rkr1/4p1p1/8/8/8/8/8/5KR1 w Gge - 0 1\"]\n\n1. O-O# 1-0";
    assert_eq!(scores(castles, 2), ["#1", "#0"]);
    check_nothing_is_left();
}

#[test]
fn dropping_an_analysis_frees_the_engines() {
    let _alone = alone();
    let analyst = analyst(&Choice::Stockfish, 2);
    let long = game("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 *");
    let begun = Instant::now();
    let mut analysis = analyst.analyse(&long, Limit::nodes(5_000), TWO);
    assert_eq!(analysis.total(), 11);
    assert!(analysis.next().unwrap().is_ok());
    drop(analysis);
    // Days of work, dropped at once, twice.
    for _ in 0..2 {
        drop(analyst.analyse(&long, Limit::depth(100), TWO));
    }
    let mut go_on = |_: &[EngineLine]| ControlFlow::Continue(());
    let lines = analyst.evaluate(&long.line(), Limit::nodes(5_000), TWO, &mut go_on);
    assert_eq!(lines.unwrap().len(), 2);
    // And work in the background that nobody asks about any more.
    let _forgotten = analyst.analyse(&long, Limit::depth(100), TWO);
    drop(analyst);
    assert!(
        begun.elapsed() < Duration::from_secs(30),
        "{:?}",
        begun.elapsed()
    );
    check_nothing_is_left();
}

#[test]
fn who_waits_for_an_engine_may_go() {
    let _alone = alone();
    let analyst = analyst(&Choice::Stockfish, 1);
    let line = Line::at(fen::parse("startpos").unwrap());
    let busy = analyst.analyse(&Game::new(Chess::default()), Limit::depth(100), TWO);
    let mut asked = 0;
    let mut leave = |lines: &[EngineLine]| {
        asked += 1;
        match (asked, lines) {
            (5, _) => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    };
    let lines = analyst.evaluate(&line, Limit::depth(100), TWO, &mut leave);
    assert!(lines.is_ok());
    drop(busy);
    drop(analyst);
    check_nothing_is_left();
}

#[test]
fn an_engine_that_keeps_dying_is_named_and_leaves_nothing() {
    let _alone = alone();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/engines/dies-in-search.sh");
    let analyst = analyst(&Choice::Uci(path), 2);
    let error = analyst
        .analyse(&game("1. e4 e5 2. Nf3 *"), Limit::depth(9), TWO)
        .finish()
        .unwrap_err();
    let told = "mortal failed: it ended by itself (signal: 11 (SIGSEGV))";
    assert_eq!(error.to_string(), told);
    drop(analyst);
    check_nothing_is_left();
}
