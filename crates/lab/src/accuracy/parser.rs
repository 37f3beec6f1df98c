//! The reader of formulas under attack: good formulas damaged, and heaps of
//! tokens that nobody wrote. It may neither panic nor hang, and where it
//! refuses a text it points inside it.

mod texts;

use std::{
    panic,
    sync::{Arc, Mutex, PoisonError, mpsc},
    thread,
    time::Duration,
};

use krog_chess::random::Dice;
use krog_logic::{Formula, Vocabulary};

use super::{Measure, Size};
use crate::{
    figure::{Bar, Figure},
    parallel,
};

/// Texts that are read on one thread under one eye.
const BATCH: usize = 2_500;

/// A text that takes longer than this hangs; a batch takes far less.
const PATIENCE: Duration = Duration::from_mins(1);

pub(super) const MEASURE: Measure = Measure {
    name: "parser",
    claim: "No text makes the reader of formulas panic or hang, and errors point inside the text.",
    bar: Bar::All,
    full: 1_000_000,
    quick: 50_000,
    run,
};

fn run(texts: usize, _: Size) -> Figure {
    let seeds = Arc::new(texts::seeds());
    let batches: Vec<usize> = (0..texts.div_ceil(BATCH)).collect();
    let mut figure = parallel::over(batches, |batch| {
        watched(&seeds, batch as u64, BATCH.min(texts - batch * BATCH))
    });
    figure.remark(format!("{} formulas to start from", seeds.len()));
    figure
}

/// Reads a batch on a thread of its own and tells which text it hangs at.
fn watched(seeds: &Arc<Vec<String>>, batch: u64, texts: usize) -> Figure {
    let current = Arc::new(Mutex::new(String::new()));
    let (sender, receiver) = mpsc::channel();
    let (seeds, shown) = (Arc::clone(seeds), Arc::clone(&current));
    thread::spawn(move || {
        let mut dice = Dice::new(batch + 400_000);
        let mut figure = Figure::default();
        for index in 0..texts {
            let text = texts::text(&seeds, index % 2 == 0, &mut dice);
            shown
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .clone_from(&text);
            let fault = fault(&text);
            figure.judge(fault.is_none(), || {
                format!("{text:?}: {}", fault.unwrap_or_default())
            });
        }
        // The receiver is gone if patience ran out; then nobody asks any more.
        let _nobody_asks = sender.send(figure);
    });
    receiver.recv_timeout(PATIENCE).unwrap_or_else(|_| {
        let mut figure = Figure::default();
        let text = current.lock().unwrap_or_else(PoisonError::into_inner);
        figure.judge(false, || {
            format!("{text:?}: not done after {} s", PATIENCE.as_secs())
        });
        figure
    })
}

/// What is wrong with the way a text is read.
fn fault(text: &str) -> Option<String> {
    let reading = panic::catch_unwind(|| Formula::parse(text, Vocabulary::base()));
    match reading {
        Err(_) => Some("panicked".to_owned()),
        Ok(Err(error)) => {
            let span = error.span();
            let inside = span.start <= span.end && span.end <= text.len();
            let whole = text.is_char_boundary(span.start) && text.is_char_boundary(span.end);
            let told = panic::catch_unwind(|| error.to_string());
            match told {
                Err(_) => Some("panicked while telling the error".to_owned()),
                Ok(_) if !inside => Some(format!("found {span:?}, expected a place in the text")),
                Ok(_) if !whole => Some(format!("found {span:?}, expected whole characters")),
                Ok(_) => None,
            }
        }
        Ok(Ok(formula)) => {
            let printed = formula.to_string();
            match Formula::parse(&printed, Vocabulary::base()) {
                Ok(again) if again == formula => None,
                Ok(_) => Some(format!("printed {printed:?}, which is another formula")),
                // What is printed can be longer than what was read.
                Err(_) if printed.len() > krog_logic::syntax::LONGEST => None,
                Err(error) => Some(format!("printed {printed:?}: {error}")),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn good_and_bad_formulas_are_no_fault() {
        for text in ["P(Nf3)", "P(", "", "é", "\"", "∀"] {
            assert_eq!(fault(text), None, "{text}");
        }
    }
}
