//! Spoken moves in both languages: what is said is heard again, phrases that
//! leave something open are heard as every move that fits, and the phrases of
//! the field are understood.

mod phrases;
mod rows;

use krog_chess::{
    Chess, Move, Position as _, fen,
    notation::{
        self,
        spoken::{self, HearError},
    },
};
use krog_text::Language;

use super::{Measure, Size};
use crate::{
    figure::{Bar, Figure},
    parallel,
};

pub(super) const MEASURE: Measure = Measure {
    name: "spoken",
    claim: "What is said is heard as the same move, and an open phrase as exactly the legal moves that fit it.",
    bar: Bar::All,
    full: 2_000,
    quick: 250,
    run,
};

fn run(positions: usize, _: Size) -> Figure {
    let random = parallel::over_random_positions(14, positions, |figure, position| {
        for language in Language::ALL {
            said(figure, position, language);
            open_phrases(figure, position, language);
        }
    });
    rows::examine().merge(random)
}

fn said(figure: &mut Figure, position: &Chess, language: Language) {
    for m in position.legal_moves() {
        let text = spoken::say(position, m, language);
        figure.compare(
            &hear(position, &text, language),
            &Ok(written(position, &[m])),
            || place(position, &text),
        );
    }
}

fn open_phrases(figure: &mut Figure, position: &Chess, language: Language) {
    for phrase in phrases::about(position, language) {
        let fitting: Vec<Move> = position
            .legal_moves()
            .into_iter()
            .filter(|m| phrase.wants.fits(position, *m))
            .collect();
        let expected = Ok(written(position, &fitting));
        figure.compare(&hear(position, &phrase.text, language), &expected, || {
            place(position, &phrase.text)
        });
    }
}

/// The moves heard, in UCI and in order; none where no legal move fits.
fn hear(position: &Chess, text: &str, language: Language) -> Result<Vec<String>, HearError> {
    match spoken::hear(position, text, language) {
        Ok(moves) => Ok(written(position, &moves)),
        Err(HearError::NoSuchMove { .. }) => Ok(Vec::new()),
        Err(error) => Err(error),
    }
}

fn written(position: &Chess, moves: &[Move]) -> Vec<String> {
    let write = |m: &Move| notation::write(position, *m, notation::Form::UciRook);
    let mut written: Vec<String> = moves.iter().map(write).collect();
    written.sort();
    written
}

fn place(position: &Chess, text: &str) -> String {
    format!("{text:?} in {}", fen::write(position))
}
