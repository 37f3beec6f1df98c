//! The place of krog's own engine among the analysts. Everything else asks for
//! it here, by the same door as any other engine.

use std::{
    num::NonZeroU8,
    ops::ControlFlow,
    time::{Duration, Instant},
};

use krog_chess::{EngineLine, Evaluate, EvaluateError, Limit, Line};
use krog_engine::{Builtin, search};

use crate::{pool::Engine, uci::Options};

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
        self.0.evaluate(game, limit, count, watch)
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
}
