//! `krog opening`: what the opening of a position or a game is called, and what
//! is taught about it.

mod lesson;

use krog_chess::Game;
use krog_stats::{opening, teaching};
use krog_text::{Args, Language};
use krog_wire::{Opening, to_json};

use super::{MESSAGES, print};
use crate::{
    args::{AnswerArgs, Format},
    games,
    outcome::{Failure, Outcome},
    subject::{self, Subject},
};

pub(super) fn run(argument: &str, answer: AnswerArgs) -> Result<Outcome, Failure> {
    match subject::read(argument)? {
        Subject::Position(position) => {
            let found = opening::at(&position);
            let lesson = found.and_then(|_| teaching::at(&position));
            let text = match answer.format {
                Format::Json => to_json(&found.map(|it| Opening::from(it).taught(lesson))),
                Format::Text => {
                    let name = found.map_or_else(|| unknown(answer.lang), |it| it.to_string());
                    lesson::below(&name, lesson, answer.lang)
                }
            };
            print(&text)?;
            Ok(found.map_or(Outcome::No, |_| Outcome::Yes))
        }
        Subject::Games(games) => {
            let found: Vec<_> = games.iter().map(Found::of).collect();
            let text = match answer.format {
                Format::Json => json(&found),
                Format::Text => text(&games, &found, answer.lang),
            };
            print(&text)?;
            let all = found.iter().all(|it| it.name.is_some());
            Ok(if all { Outcome::Yes } else { Outcome::No })
        }
    }
}

/// What is known about the opening of a game.
struct Found {
    name: Option<opening::Reached>,
    lesson: Option<&'static teaching::Lesson>,
}

impl Found {
    fn of(game: &Game) -> Found {
        let line = game.line();
        Found {
            name: opening::of(&line),
            lesson: teaching::of(&line),
        }
    }
}

/// One object for one game, an array for several; null for no name.
fn json(found: &[Found]) -> String {
    let names = found.iter().map(|it| {
        let name = it.name.map(Opening::from);
        name.map(|name| name.taught(it.lesson))
    });
    let names: Vec<_> = names.collect();
    match &names[..] {
        [only] => to_json(only),
        several => to_json(&several),
    }
}

/// The name and the lesson for one game, a line for each of several.
fn text(games: &[Game], found: &[Found], language: Language) -> String {
    let rows = games.iter().zip(found).map(|(game, found)| {
        let name = found
            .name
            .map_or_else(|| unknown(language), |it| told(&it, game, language));
        match games {
            [_] => lesson::below(&name, found.lesson, language),
            _ => format!("{}: {name}", games::title(game)),
        }
    });
    rows.collect::<Vec<_>>().join("\n")
}

/// The name, and where the game left it.
fn told(reached: &opening::Reached, game: &Game, language: Language) -> String {
    let args = Args::new().text("opening", reached.opening.to_string());
    let line = game.line();
    let Some((before, _)) = line.steps().nth(reached.ply) else {
        return MESSAGES.text(language, "opening-to-the-end", &args);
    };
    let mut left = krog_chess::Line::at(before);
    left.push(line.moves()[reached.ply])
        .expect("the moves of a line are legal");
    let args = args.text("move", left.to_string());
    MESSAGES.text(language, "opening-left", &args)
}

fn unknown(language: Language) -> String {
    MESSAGES.text(language, "opening-unknown", &Args::new())
}
