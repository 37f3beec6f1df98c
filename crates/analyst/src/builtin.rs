//! The place of krog's own engine among the analysts. Everything else asks for
//! it here, by the same door as any other engine.

use std::{
    num::NonZeroU8,
    ops::ControlFlow,
    panic::resume_unwind,
    sync::mpsc::{self, RecvTimeoutError},
    thread,
    time::{Duration, Instant},
};

use krog_chess::{EngineLine, Evaluate, EvaluateError, Limit, Line};
use krog_engine::{Builtin, search};

use crate::{pool::Engine, uci::Options};

/// A search of so few nodes is over before anybody could ask for its end.
const SHORT: u64 = 50_000;

/// How often it is asked whether a search is to go on.
const TICK: Duration = Duration::from_millis(20);

/// Starts one instance of krog's own engine.
pub(crate) fn start(options: Options) -> Box<dyn Engine> {
    let options = search::Options {
        hash: usize::try_from(options.hash).unwrap_or(16),
        threads: usize::try_from(options.threads.get()).unwrap_or(1),
        ..search::Options::default()
    };
    Box::new(Own(Builtin::new(options, Box::new(Wall(Instant::now())))))
}

/// The engine with a clock on the wall.
struct Own(Builtin);

/// Time since the engine was started.
struct Wall(Instant);

impl search::Clock for Wall {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}

impl Evaluate for Own {
    fn name(&self) -> String {
        self.0.name()
    }

    fn evaluate(
        &self,
        game: &Line,
        limit: Limit,
        count: NonZeroU8,
        watch: &mut dyn FnMut(&[EngineLine]) -> ControlFlow<()>,
    ) -> Result<Vec<EngineLine>, EvaluateError> {
        if limit.max_nodes().is_some_and(|nodes| nodes <= SHORT) {
            return self.0.evaluate(game, limit, count, watch);
        }
        Ok(self.search(game, limit, count, watch))
    }
}

impl Own {
    /// Searches on a thread of its own and asks meanwhile whether to go on, so
    /// that nobody waits for the end of a long iteration.
    fn search(
        &self,
        game: &Line,
        limit: Limit,
        count: NonZeroU8,
        watch: &mut dyn FnMut(&[EngineLine]) -> ControlFlow<()>,
    ) -> Vec<EngineLine> {
        let signals = search::Signals::default();
        let (tell, news) = mpsc::channel();
        let (answer, answers) = mpsc::channel();
        // The search waits for what is said to each of its reports: who breaks
        // off at a depth gets the lines of that depth.
        let mut report = move |lines: &[EngineLine]| match tell.send(lines.to_vec()) {
            Ok(()) => answers.recv().unwrap_or(ControlFlow::Break(())),
            Err(_) => ControlFlow::Break(()),
        };
        thread::scope(|scope| {
            // Gone with this talk, whatever ends it, so that the search does not
            // wait for an answer that never comes.
            let (news, answer) = (news, answer);
            let told = &signals;
            // Its end ends the talk, for the report goes with it.
            let search = scope.spawn(move || self.0.search(game, limit, count, told, &mut report));
            let mut latest = Vec::new();
            loop {
                match news.recv_timeout(TICK) {
                    Ok(lines) => {
                        latest = lines;
                        let _the_search_waits = answer.send(watch(&latest));
                    }
                    Err(RecvTimeoutError::Timeout) => {
                        if watch(&latest).is_break() {
                            signals.stop();
                        }
                    }
                    Err(RecvTimeoutError::Disconnected) => break,
                }
            }
            search.join().unwrap_or_else(|panic| resume_unwind(panic))
        })
    }
}

impl Engine for Own {
    fn forget(&self) {
        self.0.forget();
    }
}

#[cfg(test)]
mod tests {
    use krog_chess::Chess;

    use super::*;

    #[test]
    fn it_answers_through_the_same_door() {
        let engine = start(Options::default());
        let line = Line::parse(Chess::default(), "f3 e5 g4").expect("legal moves");
        let watch = &mut |_: &[EngineLine]| ControlFlow::Continue(());
        let lines = engine
            .evaluate(&line, Limit::depth(3), NonZeroU8::MIN, watch)
            .expect("an answer");
        assert_eq!(lines[0].line.to_string(), "2... Qh4#");
        engine.forget();
    }

    /// An iteration of this depth takes hours.
    #[test]
    fn a_search_ends_in_the_midst_of_an_iteration() {
        let engine = start(Options::default());
        let start = Instant::now();
        let mut depth = 0;
        let watch = &mut |lines: &[EngineLine]| {
            depth = lines.first().map_or(0, |line| line.depth);
            if start.elapsed() < Duration::from_millis(300) {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        };
        let game = Line::at(Chess::default());
        let lines = engine.evaluate(&game, Limit::depth(90), NonZeroU8::MIN, watch);
        assert!(start.elapsed() < Duration::from_secs(20), "it went on");
        assert_eq!(lines.expect("an answer").len(), 1);
        assert!(depth > 0);
    }

    #[test]
    fn who_breaks_off_at_a_depth_gets_that_depth() {
        let engine = start(Options::default());
        let watch = &mut |lines: &[EngineLine]| match lines.first() {
            Some(line) if line.depth >= 4 => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        };
        let game = Line::at(Chess::default());
        let lines = engine.evaluate(&game, Limit::depth(30), NonZeroU8::MIN, watch);
        assert_eq!(lines.expect("an answer")[0].depth, 4);
    }
}
