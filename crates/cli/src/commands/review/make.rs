//! Puzzles from mistakes: each position in which something was missed is looked
//! at once more, all its moves, so that every sound answer is accepted.

use krog_advisor::{
    Puzzle,
    puzzle::HEADER,
    review::Reviewed,
    session::{Sources, practise},
};
use krog_chess::{Evaluate, Game};
use krog_store::Store;
use krog_wire::{PuzzleCard, to_json};

use super::{Output, Work};
use crate::{
    args::Form,
    commands::practice,
    outcome::{Failure, Outcome},
};

/// Writes the puzzles of all games, and keeps them if there is a store to keep
/// them in; none at all is the answer "no".
pub(super) fn run(
    work: &Work<'_>,
    games: Vec<Game>,
    form: Form,
    store: Option<&dyn Store>,
) -> Result<Outcome, Failure> {
    let mut found = Vec::new();
    let mut output = Output::new(work.args)?;
    if matches!(form, Form::Text | Form::Csv) {
        output.write(HEADER)?;
    }
    for game in games {
        let done = work.review(game)?;
        let site = done.game.tags.get("Site").map(str::to_owned);
        for (_, review) in &done.parts {
            for pair in review.moves.windows(2) {
                let Some(mut puzzle) = puzzle(work, &pair[0], &pair[1])? else {
                    continue;
                };
                puzzle.site.clone_from(&site);
                let told = PuzzleCard::from(&puzzle);
                if let Some(store) = store {
                    practice::keep(store, &told)?;
                }
                found.push(told);
                match form {
                    Form::Pgn => output.write(&puzzle.pgn())?,
                    Form::Text | Form::Csv => output.write(&puzzle.csv())?,
                    Form::Json => {}
                }
            }
        }
        if work.interrupt.is_on() {
            break;
        }
    }
    if form == Form::Json {
        output.write(&to_json(&found))?;
    }
    Ok(if found.is_empty() {
        Outcome::No
    } else {
        Outcome::Yes
    })
}

/// The puzzle of a mistake, if it is one.
fn puzzle(work: &Work<'_>, last: &Reviewed, mistake: &Reviewed) -> Result<Option<Puzzle>, Failure> {
    if work.interrupt.is_on() {
        return Ok(None);
    }
    let engine: &dyn Evaluate = &work.analyst;
    let args = &work.args.engine;
    let sources = Sources {
        engine: Some((engine, args.limit(), args.multipv)),
        ..Sources::default()
    };
    practise(last, mistake, sources).map_err(|error| Failure::Work(error.into()))
}
