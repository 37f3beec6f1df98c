//! `krog analyze`: the engine's lines of a position or a game, no judgement.

use std::ops::ControlFlow;

use anyhow::anyhow;
use krog_analyst::{Analyst, Choice, Found, OpenError, Settings};
use krog_chess::{Chess, EngineLine, Evaluate as _, Game, Limit, Line};
use krog_text::{Args, Language};
use krog_wire::{AnalysedPosition, Analysis, SearchLimit, to_json};

use super::{MESSAGES, print};
use crate::{
    args::{AnalyzeArgs, AnswerArgs, EngineArgs, Format},
    games,
    outcome::{Failure, Outcome},
    progress::Progress,
    subject::{self, Subject},
};

/// How much of a line people want to read.
const PLIES_SHOWN: usize = 12;

/// What was found about a game or a position.
struct Answer {
    /// Who played, where there was a game.
    title: Option<String>,
    line: Line,
    found: Vec<Found>,
}

pub(super) fn run(args: &AnalyzeArgs, answer: AnswerArgs) -> Result<Outcome, Failure> {
    let engine = &args.engine;
    let (analyst, answers) = match subject::read(&args.subject)? {
        Subject::Position(_) if engine.engine == Choice::Pgn => {
            let error = anyhow!("found a position, expected a game: pgn reads its comments");
            return Err(Failure::input("--engine", error));
        }
        Subject::Position(position) => {
            let analyst = open(engine, &engine.for_position())?;
            let answer = search(&analyst, Line::at(position), engine, answer.lang)?;
            (analyst, vec![answer])
        }
        Subject::Games(games) => {
            let longest = games.iter().map(|game| game.line().moves().len()).max();
            let analyst = open(engine, &engine.for_game(longest.unwrap_or(0) + 1))?;
            let answers = analyse(&analyst, &games, engine, answer.lang)?;
            (analyst, answers)
        }
    };
    let name = analyst.name();
    match answer.format {
        Format::Json => print(&json(&name, engine, &answers))?,
        Format::Text => print(&text(&name, engine, &answers, answer.lang))?,
    }
    Ok(Outcome::Yes)
}

/// Starts the analyst that was asked for.
pub(super) fn open(args: &EngineArgs, settings: &Settings) -> Result<Analyst, Failure> {
    krog_analyst::open(&args.engine, settings).map_err(|error| match error {
        OpenError::Start(_) => Failure::input("--engine", error),
        OpenError::Address(error) => Failure::input("--cloud-url", error),
        OpenError::NoStockfish => Failure::Work(error.into()),
    })
}

/// Searches one position.
fn search(
    analyst: &Analyst,
    line: Line,
    args: &EngineArgs,
    language: Language,
) -> Result<Answer, Failure> {
    let progress = Progress::without_end();
    let mut watch = |lines: &[EngineLine]| {
        if let Some(best) = lines.first() {
            progress.say(describe(best, language));
        }
        ControlFlow::Continue(())
    };
    let lines = analyst
        .evaluate(&line, args.limit(), args.multipv, &mut watch)
        .map_err(anyhow::Error::from)?;
    let found = Found {
        ply: 0,
        lines,
        source: analyst.name().into(),
    };
    Ok(Answer {
        title: None,
        line,
        found: vec![found],
    })
}

/// Analyses games one after another, each with all engines.
fn analyse(
    analyst: &Analyst,
    games: &[Game],
    args: &EngineArgs,
    language: Language,
) -> Result<Vec<Answer>, Failure> {
    let total = games.iter().map(|game| game.line().moves().len() + 1).sum();
    let what = MESSAGES.text(language, "analyze-progress", &Args::new());
    let progress = Progress::of(total, &what);
    let mut answers = Vec::new();
    for game in games {
        let analysis = analyst.analyse(game, args.limit(), args.multipv);
        let found = analysis
            .finish_with(|_| progress.step())
            .map_err(anyhow::Error::from)?;
        answers.push(Answer {
            title: Some(games::title(game)),
            line: game.line(),
            found,
        });
    }
    Ok(answers)
}

/// One object for a position or a game, an array for several games.
fn json(engine: &str, args: &EngineArgs, answers: &[Answer]) -> String {
    let limit = SearchLimit::new(args.limit(), args.multipv);
    let analysis = |answer: &Answer| Analysis {
        engine: engine.to_owned(),
        limit,
        positions: answer
            .positions()
            .map(|(position, found)| {
                AnalysedPosition::new(found.ply, &position, &found.source, &found.lines)
            })
            .collect(),
    };
    match answers {
        [only] => to_json(&analysis(only)),
        _ => to_json(&answers.iter().map(analysis).collect::<Vec<_>>()),
    }
}

impl Answer {
    /// Each position with what was found about it.
    fn positions(&self) -> impl Iterator<Item = (Chess, &Found)> {
        let before = self.line.steps().map(|(position, _)| position);
        before
            .chain([self.line.end().clone()])
            .zip(self.found.iter())
    }
}

/// The moves of a line with their numbers, after "start".
pub(super) fn headings(line: &Line, language: Language) -> Vec<String> {
    let start = MESSAGES.text(language, "analyze-start", &Args::new());
    let moves = line.steps().map(|(before, m)| {
        let mut only = Line::at(before);
        only.push(m).expect("the moves of a line are legal");
        only.to_string()
    });
    [start].into_iter().chain(moves).collect()
}

fn text(engine: &str, args: &EngineArgs, answers: &[Answer], language: Language) -> String {
    // Who does not search knows no limit.
    let heading = match args.engine {
        Choice::Pgn | Choice::Cloud => engine.to_owned(),
        _ => format!("{engine} · {}", limit(args, language)),
    };
    let mut parts = vec![heading];
    for answer in answers {
        if let Some(title) = answer.title.as_deref() {
            parts.push(format!("\n{title}"));
        }
        let headings = headings(&answer.line, language);
        for (heading, found) in headings.iter().zip(&answer.found) {
            parts.push(match answer.title {
                Some(_) => format!("\n{heading}"),
                None => String::new(),
            });
            parts.extend(found.lines.iter().map(|line| describe(line, language)));
            if found.lines.is_empty() {
                parts.push(MESSAGES.text(language, "analyze-unknown", &Args::new()));
            }
        }
    }
    parts.join("\n")
}

/// The limits as facts: `depth 14 · 300,000 nodes · 2 lines`.
pub(super) fn limit(args: &EngineArgs, language: Language) -> String {
    let limit: Limit = args.limit();
    let fact = |id: &str, number: Option<u64>| {
        let number = number.map(|number| i64::try_from(number).unwrap_or(i64::MAX))?;
        Some(MESSAGES.text(language, id, &Args::new().number("count", number)))
    };
    let milliseconds = limit.max_time().map(|time| time.as_millis());
    let facts = [
        fact("analyze-depth", limit.max_depth().map(u64::from)),
        fact("analyze-nodes", limit.max_nodes()),
        fact(
            "analyze-time",
            milliseconds.and_then(|time| time.try_into().ok()),
        ),
        fact("analyze-lines", Some(args.multipv.get().into())),
    ];
    let facts: Vec<String> = facts.into_iter().flatten().collect();
    facts.join(" · ")
}

/// A line for people: score, depth, moves. A source that knows no depth or no
/// moves leaves them out.
fn describe(line: &EngineLine, language: Language) -> String {
    let mut text = format!("{:>7}", format!("{:+}", line.score));
    if line.depth > 0 {
        let args = Args::new().number("count", line.depth);
        text += "  ";
        text += &MESSAGES.text(language, "analyze-depth", &args);
    }
    if !line.line.moves().is_empty() {
        let mut shown = Line::at(line.line.start().clone());
        for m in line.line.moves().iter().take(PLIES_SHOWN) {
            shown.push(*m).expect("the moves of a line are legal");
        }
        text += "  ";
        text += &shown.to_string();
        if line.line.moves().len() > PLIES_SHOWN {
            text += " …";
        }
    }
    text
}
