//! Puzzles from mistakes: each position in which something was missed is looked
//! at once more, all its moves, so that every sound answer is accepted.

use anyhow::anyhow;
use krog_advisor::{
    Label, Puzzle,
    puzzle::HEADER,
    review::Reviewed,
    session::{Sources, consult},
};
use krog_chess::{Evaluate, Game};

use super::{Output, Work};
use crate::{
    args::Form,
    outcome::{Failure, Outcome},
};

/// Writes the puzzles of all games; none at all is the answer "no".
pub(super) fn run(work: &Work<'_>, games: Vec<Game>, form: Form) -> Result<Outcome, Failure> {
    if form == Form::Json {
        let error = anyhow!("found json, expected text (which is CSV) or pgn");
        return Err(Failure::input("--format", error));
    }
    let mut output = Output::new(work.args)?;
    if form == Form::Text {
        output.write(HEADER)?;
    }
    let mut any = false;
    for game in games {
        let done = work.review(game)?;
        let site = done.game.tags.get("Site").map(str::to_owned);
        for (_, review) in &done.parts {
            for pair in review.moves.windows(2) {
                let Some(mut puzzle) = puzzle(work, &pair[0], &pair[1])? else {
                    continue;
                };
                puzzle.site.clone_from(&site);
                any = true;
                output.write(&match form {
                    Form::Pgn => puzzle.pgn(),
                    Form::Text | Form::Json | Form::Csv => puzzle.csv(),
                })?;
            }
        }
        if work.interrupt.is_on() {
            break;
        }
    }
    Ok(if any { Outcome::Yes } else { Outcome::No })
}

/// The puzzle of a mistake, if it is one.
fn puzzle(work: &Work<'_>, last: &Reviewed, mistake: &Reviewed) -> Result<Option<Puzzle>, Failure> {
    let label = mistake.judged.judgement.label;
    let serious = matches!(label, Some(Label::Mistake | Label::Blunder | Label::Miss));
    if !serious || work.interrupt.is_on() {
        return Ok(None);
    }
    let engine: &dyn Evaluate = &work.analyst;
    let args = &work.args.engine;
    let sources = Sources {
        engine: Some((engine, args.limit(), args.multipv)),
        ..Sources::default()
    };
    let findings = consult(&mistake.judged.position, sources);
    let findings = findings.map_err(|error| Failure::Work(error.into()))?;
    let before = &last.judged;
    Ok(Puzzle::of_mistake(
        &before.position,
        before.played,
        mistake,
        &findings,
    ))
}
