//! The builtin engine behind the door that all engines stand behind.

use std::{
    fmt,
    num::NonZeroU8,
    ops::ControlFlow,
    sync::{Mutex, PoisonError},
};

use krog_chess::{EngineLine, Evaluate, EvaluateError, Limit, Line};

use crate::search::{Clock, Engine, Limits, Options, Question, Signals};

/// An [`Engine`] with a clock, for whoever asks through [`Evaluate`]. It answers
/// one question at a time; for several at once there are several of them.
pub struct Builtin {
    engine: Mutex<Engine>,
    clock: Box<dyn Clock + Send>,
}

impl Builtin {
    /// An engine that measures time by this clock.
    pub fn new(options: Options, clock: Box<dyn Clock + Send>) -> Builtin {
        Builtin {
            engine: Mutex::new(Engine::new(options)),
            clock,
        }
    }

    /// Makes the next answer independent of all earlier ones.
    pub fn forget(&self) {
        let mut engine = self.engine.lock().unwrap_or_else(PoisonError::into_inner);
        engine.forget();
    }

    /// Answers a question, unless it is told to stop: then with what is known.
    pub fn search(
        &self,
        game: &Line,
        limit: Limit,
        count: NonZeroU8,
        signals: &Signals,
        watch: &mut dyn FnMut(&[EngineLine]) -> ControlFlow<()>,
    ) -> Vec<EngineLine> {
        let limits = Limits::from(limit);
        let question = Question {
            game,
            limits: &limits,
            lines: usize::from(count.get()),
        };
        // A search that panicked has left nothing half done that matters.
        let mut engine = self.engine.lock().unwrap_or_else(PoisonError::into_inner);
        let report = engine.search(question, self.clock.as_ref(), signals, &mut |report| {
            watch(&report.lines)
        });
        report.lines
    }
}

impl fmt::Debug for Builtin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Builtin").finish_non_exhaustive()
    }
}

impl Evaluate for Builtin {
    fn name(&self) -> String {
        crate::NAME.to_owned()
    }

    fn evaluate(
        &self,
        game: &Line,
        limit: Limit,
        count: NonZeroU8,
        watch: &mut dyn FnMut(&[EngineLine]) -> ControlFlow<()>,
    ) -> Result<Vec<EngineLine>, EvaluateError> {
        Ok(self.search(game, limit, count, &Signals::default(), watch))
    }
}

#[cfg(test)]
mod tests {
    use krog_chess::Chess;

    use super::*;
    use crate::search::NoClock;

    #[test]
    fn it_answers_and_can_be_ended_early() {
        let builtin = Builtin::new(Options::default(), Box::new(NoClock));
        let game = Line::at(Chess::default());
        let two = NonZeroU8::new(2).unwrap();
        let mut seen = 0;
        let lines = builtin
            .evaluate(&game, Limit::depth(30), two, &mut |lines| {
                seen = lines[0].depth;
                if seen < 3 {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            })
            .unwrap();
        assert_eq!((lines.len(), seen), (2, 3));
        assert!(builtin.name().starts_with("krog"));
    }
}
