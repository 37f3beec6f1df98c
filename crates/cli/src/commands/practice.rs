//! `krog puzzles due` and `grade`: puzzles that were kept, shown again when it is
//! time.

use anyhow::{Context as _, anyhow};
use krog_advisor::practice;
use krog_chess::{
    Bitboard, Position as _, fen,
    notation::{self, Form},
};
use krog_insight::Theme;
use krog_server::{
    now,
    schedule::{kept, own},
};
use krog_store::{KeptPuzzle, Store};
use krog_text::{Args, Bilingual, Language};
use krog_wire::{DuePuzzle, GradedPuzzle, PuzzleCard, to_json};

use super::{MESSAGES, print};
use crate::{
    args::{
        AnswerArgs, Format,
        puzzles::{DueArgs, GradeArgs},
        store,
    },
    board,
    outcome::{Failure, Outcome},
};

/// What is due sooner than this is told in minutes.
const SOON: i64 = 3_600;

/// Keeps a puzzle, due at once. One that is kept already stays as it is.
pub(super) fn keep(store: &dyn Store, card: &PuzzleCard) -> Result<(), Failure> {
    let kept = KeptPuzzle {
        id: card.id.clone(),
        document: to_json(card),
        schedule: kept(practice::Schedule::new(now())),
    };
    store.desk().keep_puzzle(&kept).map_err(store::failure)
}

/// Shows the puzzles that are due; none is the answer "no".
pub(super) fn due(args: &DueArgs, answer: AnswerArgs) -> Result<Outcome, Failure> {
    let store = args.store.open()?;
    let found = store.desk().due_puzzles(now(), args.limit.get());
    let found = found.map_err(store::failure)?;
    let any = !found.is_empty();
    let puzzles = found.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    match answer.format {
        Format::Json => print(&to_json(&puzzles))?,
        Format::Text => print(&describe(&puzzles, args.answers, answer.lang)?)?,
    }
    Ok(if any { Outcome::Yes } else { Outcome::No })
}

/// Takes down how well a puzzle was solved.
pub(super) fn grade(args: &GradeArgs, answer: AnswerArgs) -> Result<Outcome, Failure> {
    let store = args.store.open()?;
    let unknown = || {
        let id = Args::new().text("id", args.id.as_str());
        Failure::input(
            "ID",
            anyhow!(MESSAGES.text(answer.lang, "practice-unknown", &id)),
        )
    };
    let desk = store.desk();
    let puzzle = desk.puzzle(&args.id).map_err(store::failure)?;
    let before = own(puzzle.ok_or_else(unknown)?.schedule);
    let now = now();
    let after = before.after(args.grade, now);
    let written = desk.schedule_puzzle(&args.id, kept(after));
    if !written.map_err(store::failure)? {
        return Err(unknown());
    }
    let told = GradedPuzzle::new(&args.id, args.grade, after);
    match answer.format {
        Format::Json => print(&to_json(&told))?,
        Format::Text => {
            let soon = after.due - now < SOON;
            let id = if soon {
                "practice-soon"
            } else {
                "practice-graded"
            };
            let args = Args::new()
                .text("id", told.id.as_str())
                .text("due", day(&told.schedule.due));
            print(&MESSAGES.text(answer.lang, id, &args))?;
        }
    }
    Ok(Outcome::Yes)
}

fn read(kept: &KeptPuzzle) -> Result<DuePuzzle, Failure> {
    let card = PuzzleCard::read(&kept.document)
        .ok_or_else(|| anyhow!("found no puzzle under {} of the store", kept.id))?;
    Ok(DuePuzzle {
        card,
        schedule: own(kept.schedule).into(),
    })
}

fn describe(puzzles: &[DuePuzzle], answers: bool, language: Language) -> Result<String, Failure> {
    let say = |id: &str, args: Args| MESSAGES.text(language, id, &args);
    if puzzles.is_empty() {
        return Ok(say("practice-none", Args::new()));
    }
    let count = i64::try_from(puzzles.len()).unwrap_or(i64::MAX);
    let mut blocks = vec![say("practice-due", Args::new().number("count", count))];
    for due in puzzles {
        let position = fen::parse(&due.card.fen)
            .with_context(|| format!("puzzle {} of the store", due.card.id))?;
        let heading = Args::new()
            .text("id", due.card.id.as_str())
            .color("side", position.turn())
            .text("due", day(&due.schedule.due));
        let mut lines = vec![
            say("practice-puzzle", heading),
            board::draw(position.board(), Bitboard::EMPTY),
            due.card.fen.clone(),
        ];
        if answers {
            let san = |uci: &String| {
                let read = notation::read(&position, uci);
                read.map_or_else(
                    |_| uci.clone(),
                    |m| notation::write(&position, m, Form::San),
                )
            };
            let moves: Vec<String> = due.card.answers.iter().map(san).collect();
            let moves = Args::new().text("moves", moves.join(", "));
            lines.push(say("practice-answers", moves));
            let themes = due.card.themes.iter().filter_map(|id| Theme::get(id));
            let themes: Vec<Bilingual> = themes.map(Theme::name).collect();
            if !themes.is_empty() {
                lines.push(say("practice-themes", Args::new().texts("themes", themes)));
            }
        }
        blocks.push(lines.join("\n"));
    }
    Ok(blocks.join("\n\n"))
}

/// The day of a moment.
fn day(moment: &str) -> String {
    moment.split('T').next().unwrap_or(moment).to_owned()
}
