//! An engine whose answers are kept, so that a second tree from the same move
//! need not ask for them again.

use std::{collections::HashMap, num::NonZeroU8, ops::ControlFlow, sync::Mutex};

use krog_chess::{EngineLine, Evaluate, EvaluateError, Limit, Line, fen};

/// What was asked: the position and the number of lines.
type Question = (String, NonZeroU8);

/// An engine that is asked about single positions with one limit, and what it
/// has said.
pub(crate) struct Memory<'a> {
    engine: &'a dyn Evaluate,
    said: Mutex<HashMap<Question, Vec<EngineLine>>>,
}

impl<'a> Memory<'a> {
    pub(crate) fn of(engine: &'a dyn Evaluate) -> Memory<'a> {
        let said = Mutex::default();
        Memory { engine, said }
    }
}

impl Evaluate for Memory<'_> {
    fn name(&self) -> String {
        self.engine.name()
    }

    fn evaluate(
        &self,
        game: &Line,
        limit: Limit,
        count: NonZeroU8,
        watch: &mut dyn FnMut(&[EngineLine]) -> ControlFlow<()>,
    ) -> Result<Vec<EngineLine>, EvaluateError> {
        let question = (fen::write(game.end()), count);
        let said = || self.said.lock().expect("no thread fails holding it");
        let known = said().get(&question).cloned();
        if let Some(lines) = known {
            return Ok(lines);
        }
        let lines = self.engine.evaluate(game, limit, count, watch)?;
        said().insert(question, lines.clone());
        Ok(lines)
    }
}
