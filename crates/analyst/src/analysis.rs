//! The evaluation of a whole game, position by position, while it is made.

use std::{
    ops::ControlFlow,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, Receiver, Sender},
    },
    thread,
};

use krog_chess::{EngineLine, EvaluateError, Line};

use crate::agree::agree;

/// What was found about one position of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// The number of moves played before it: 0 is the start.
    pub ply: usize,
    /// The best lines, best first; none when the source knows nothing.
    pub lines: Vec<EngineLine>,
    /// Who found it, for reports.
    pub source: Arc<str>,
}

/// A game under analysis: an iterator over what is found, in the order of
/// finding, which is not that of the game. It ends after an error. Dropping it
/// ends the work. [`finish`](Analysis::finish) has the whole.
#[derive(Debug)]
pub struct Analysis {
    game: Line,
    total: usize,
    told: usize,
    name: String,
    news: Receiver<Result<Found, EvaluateError>>,
    cancel: Cancel,
}

/// Tells workers that nobody wants their results any more.
#[derive(Clone, Default, Debug)]
pub(crate) struct Cancel(Arc<AtomicBool>);

/// Where the workers of an analysis put what they find.
#[derive(Clone, Debug)]
pub(crate) struct Report {
    news: Sender<Result<Found, EvaluateError>>,
    cancel: Cancel,
}

impl Analysis {
    /// Works in the background; `work` is given the game up to each position.
    pub(crate) fn spawn(
        name: String,
        game: &Line,
        work: impl FnOnce(&[Line], &Report) + Send + 'static,
    ) -> Analysis {
        let lines = prefixes(game);
        let total = lines.len();
        let (sender, news) = mpsc::channel();
        let cancel = Cancel::default();
        let report = Report {
            news: sender,
            cancel: cancel.clone(),
        };
        let failure = report.clone();
        let thread = thread::Builder::new().name("analysis".to_owned());
        if let Err(error) = thread.spawn(move || work(&lines, &report)) {
            failure.fail(EvaluateError::Failed {
                name: name.clone(),
                reason: format!("no thread can be started: {error}"),
            });
        }
        Analysis {
            game: game.clone(),
            total,
            told: 0,
            name,
            news,
            cancel,
        }
    }

    /// How many positions there are.
    pub const fn total(&self) -> usize {
        self.total
    }

    /// Waits for the rest; what is found, in the order of the game. Mates agree
    /// from position to position: one that is found is not lost or new in the
    /// next, where only the engine looked less well.
    pub fn finish(self) -> Result<Vec<Found>, EvaluateError> {
        self.finish_with(|_| ())
    }

    /// Waits for the rest as [`finish`](Analysis::finish) does, and tells each
    /// position as it is found.
    pub fn finish_with(self, mut tell: impl FnMut(&Found)) -> Result<Vec<Found>, EvaluateError> {
        self.finish_while(|found| {
            tell(found);
            ControlFlow::Continue(())
        })
    }

    /// Waits as [`finish_with`](Analysis::finish_with) does, until it is told to
    /// break off; what is found by then is the answer.
    pub fn finish_while(
        mut self,
        mut tell: impl FnMut(&Found) -> ControlFlow<()>,
    ) -> Result<Vec<Found>, EvaluateError> {
        let mut all = Vec::with_capacity(self.total);
        for news in self.by_ref() {
            let found = news?;
            let flow = tell(&found);
            all.push(found);
            if flow.is_break() {
                break;
            }
        }
        all.sort_by_key(|found| found.ply);
        agree(&self.game, &mut all);
        Ok(all)
    }
}

impl Iterator for Analysis {
    type Item = Result<Found, EvaluateError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.told == self.total {
            return None;
        }
        let news = self.news.recv().unwrap_or_else(|_| {
            Err(EvaluateError::Failed {
                name: self.name.clone(),
                reason: format!("found {} of {} positions", self.told, self.total),
            })
        });
        self.told = match news {
            Ok(_) => self.told + 1,
            Err(_) => self.total,
        };
        Some(news)
    }
}

impl Drop for Analysis {
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}

impl Cancel {
    pub(crate) fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl Report {
    /// Tells what was found, unless nobody listens.
    pub(crate) fn found(&self, found: Found) {
        // Whoever has gone wants no news.
        let _nobody = self.news.send(Ok(found));
    }

    /// Tells why the analysis fails, and ends it.
    pub(crate) fn fail(&self, error: EvaluateError) {
        let _nobody = self.news.send(Err(error));
        self.cancel.cancel();
    }

    pub(crate) fn is_cancelled(&self) -> bool {
        self.cancel.is_cancelled()
    }
}

/// The game up to each of its positions, the start first.
fn prefixes(game: &Line) -> Vec<Line> {
    let mut line = Line::at(game.start().clone());
    let mut prefixes = vec![line.clone()];
    for m in game.moves() {
        line.push(*m).expect("the moves of a line are legal");
        prefixes.push(line.clone());
    }
    prefixes
}
