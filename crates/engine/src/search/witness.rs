//! Looking on while search judges positions: what the evaluation is taught must
//! be what search asks it.

use krog_chess::Chess;

use crate::board::Board;

/// Someone who is shown positions of which search wants the static value.
pub trait Witness: Send + Sync {
    /// Whether to show the next one.
    fn wants(&self) -> bool;

    /// A position that search judges, never one in check.
    fn see(&self, position: Chess);
}

/// Shows a position to whoever wants it.
#[cold]
pub(super) fn show(witness: &dyn Witness, board: &Board) {
    if witness.wants()
        && let Some(position) = board.chess()
    {
        witness.see(position);
    }
}

#[cfg(test)]
mod tests {
    use std::{
        ops::ControlFlow,
        sync::{Arc, Mutex},
    };

    use krog_chess::{Line, Position as _};

    use super::*;
    use crate::search::{Engine, Limits, NoClock, Options, Question, Signals};

    /// Wants every second position.
    #[derive(Default)]
    struct Album(Mutex<(usize, Vec<Chess>)>);

    impl Witness for Album {
        fn wants(&self) -> bool {
            let mut album = self.0.lock().unwrap();
            album.0 += 1;
            album.0.is_multiple_of(2)
        }

        fn see(&self, position: Chess) {
            self.0.lock().unwrap().1.push(position);
        }
    }

    #[test]
    fn a_witness_sees_what_it_wants_and_changes_nothing() {
        let game = Line::at(Chess::default());
        let limits = Limits {
            nodes: Some(2_000),
            ..Limits::default()
        };
        let answer = |witness: Option<Arc<dyn Witness>>| {
            let mut engine = Engine::new(Options {
                hash: 1,
                witness,
                ..Options::default()
            });
            let question = Question {
                game: &game,
                limits: &limits,
                lines: 1,
            };
            let watch = &mut |_: &_| ControlFlow::Continue(());
            engine.search(question, &NoClock, &Signals::default(), watch)
        };
        let album = Arc::new(Album::default());
        assert_eq!(answer(Some(album.clone())).lines, answer(None).lines);
        let (asked, seen) = &*album.0.lock().unwrap();
        assert_eq!(seen.len(), asked / 2);
        assert!(seen.len() > 100, "{}", seen.len());
        assert!(seen.iter().all(|position| !position.is_check()));
    }
}
