//! `krog predict`: how a game will probably end, from a score, both ratings,
//! the phase of the game and, for a position, the games counted there.

use std::{num::NonZeroU8, ops::ControlFlow};

use anyhow::anyhow;
use krog_analyst::{Choice, Found};
use krog_chess::{Chess, Color, Evaluate as _, Game, Line, Score, Value};
use krog_stats::forecast::Situation;
use krog_text::{Args, Language};
use krog_wire::{GamePrediction, Prediction, to_json};

use super::{MESSAGES, analyze, print};
use crate::{
    args::{AnswerArgs, Form, Format, PredictArgs},
    games,
    outcome::{Failure, Outcome},
    progress::Progress,
    subject::{self, Subject},
};

pub(super) fn run(args: &PredictArgs, form: Form, answer: AnswerArgs) -> Result<Outcome, Failure> {
    let language = answer.lang;
    let text = match subject::read(&args.subject)? {
        Subject::Position(_) if form == Form::Csv => {
            let error =
                anyhow!("found csv and a position, expected a game: csv has a row for each ply");
            return Err(Failure::input("--format", error));
        }
        Subject::Position(position) => {
            let prediction = of_position(&position, args)?;
            match answer.format {
                Format::Json => to_json(&prediction),
                Format::Text => MESSAGES.text(language, "predict-chances", &percents(&prediction)),
            }
        }
        Subject::Games(_) if args.cp.is_some() => {
            let error = anyhow!("found a game, expected a position: each ply has its own score");
            return Err(Failure::input("--cp", error));
        }
        Subject::Games(games) => {
            let rows = of_games(&games, args, language)?;
            match (form, answer.format) {
                (Form::Csv, _) => csv(&rows),
                (_, Format::Json) => to_json(&rows),
                (_, Format::Text) => table(&games, &rows, language),
            }
        }
    };
    print(&text)?;
    Ok(Outcome::Yes)
}

fn of_position(position: &Chess, args: &PredictArgs) -> Result<Prediction, Failure> {
    let (score, source) = match args.cp {
        Some(cp) => (
            Score::seen_by(Color::White, Value::Cp(cp)),
            "score".to_owned(),
        ),
        None => search(position, args)?,
    };
    let ratings = games::both(args.white_elo, args.black_elo);
    let situation = Situation::new(position, score).rated(ratings);
    let asked = args.counts.open()?;
    let counts = asked.as_ref().map(|(games, name)| {
        let counts = games.counts(name, position);
        counts.map_err(|error| Failure::Work(error.into()))
    });
    let counts = counts.transpose()?;
    Ok(Prediction::with_games(&situation, &source, counts.as_ref()))
}

/// The score that the engine gives, and its name.
fn search(position: &Chess, args: &PredictArgs) -> Result<(Score, String), Failure> {
    let engine = &args.engine;
    if engine.engine == Choice::Pgn {
        let error = anyhow!("found a position, expected a game: pgn reads its comments");
        return Err(Failure::input("--engine", error));
    }
    let analyst = analyze::open(engine, &engine.for_position())?;
    let line = Line::at(position.clone());
    let lines = analyst
        .evaluate(&line, engine.limit(), NonZeroU8::MIN, &mut |_| {
            ControlFlow::Continue(())
        })
        .map_err(anyhow::Error::from)?;
    let best = lines.first();
    let best = best.ok_or_else(|| anyhow!("{} knows no score of this position", analyst.name()))?;
    Ok((best.score, analyst.name()))
}

fn of_games(
    games: &[Game],
    args: &PredictArgs,
    language: Language,
) -> Result<Vec<GamePrediction>, Failure> {
    let longest = games.iter().map(|game| game.line().moves().len()).max();
    let settings = args.engine.for_game(longest.unwrap_or(0) + 1);
    let analyst = analyze::open(&args.engine, &settings)?;
    let total = games.iter().map(|game| game.line().moves().len() + 1).sum();
    let progress = Progress::of(
        total,
        &MESSAGES.text(language, "analyze-progress", &Args::new()),
    );
    let mut rows = Vec::new();
    for (number, game) in (1..).zip(games) {
        let analysis = analyst.analyse(game, args.engine.limit(), NonZeroU8::MIN);
        let found = match analysis.finish_with(|_| progress.step()) {
            Ok(found) => found,
            // One game without comments is no reason to leave out the others.
            Err(error) if args.engine.engine == Choice::Pgn && games.len() > 1 => {
                eprintln!("krog: game {number}: {error}");
                continue;
            }
            Err(error) => return Err(Failure::Work(error.into())),
        };
        rows.extend(of_game(number, game, &found, args));
    }
    Ok(rows)
}

/// The predictions at each ply with a score.
fn of_game(number: usize, game: &Game, found: &[Found], args: &PredictArgs) -> Vec<GamePrediction> {
    let ratings = games::ratings(game, args.white_elo, args.black_elo);
    let pool = games::pool(game);
    let line = game.line();
    let before = line.steps().map(|(position, _)| position);
    let positions = before.chain([line.end().clone()]);
    let told = positions.zip(found).filter_map(|(position, found)| {
        let score = found.lines.first()?.score;
        let situation = Situation::new(&position, score)
            .rated(ratings)
            .played(Some(pool));
        Some(GamePrediction {
            game: number,
            ply: found.ply,
            prediction: Prediction::of(&situation, &found.source),
            result: game.outcome.to_string(),
        })
    });
    told.collect()
}

fn csv(rows: &[GamePrediction]) -> String {
    let row = |row: &GamePrediction| {
        let Prediction {
            white, draw, black, ..
        } = row.prediction;
        let GamePrediction {
            game, ply, result, ..
        } = row;
        format!("{game},{ply},{white:.4},{draw:.4},{black:.4},{result}")
    };
    let header = "game,ply,white,draw,black,result".to_owned();
    let rows: Vec<String> = [header].into_iter().chain(rows.iter().map(row)).collect();
    rows.join("\n")
}

/// A line for each ply, under the name of each game.
fn table(games: &[Game], rows: &[GamePrediction], language: Language) -> String {
    let mut lines = Vec::new();
    for (number, game) in (1..).zip(games) {
        if games.len() > 1 {
            lines.push(crate::games::title(game));
        }
        let moves: Vec<String> = analyze::headings(&game.line(), language);
        let own = rows.iter().filter(|row| row.game == number);
        lines.extend(own.map(|row| {
            let chances = MESSAGES.text(language, "predict-chances", &percents(&row.prediction));
            let heading = moves.get(row.ply).map_or("", String::as_str);
            format!("{heading:<14}{chances}")
        }));
    }
    lines.join("\n")
}

fn percents(prediction: &Prediction) -> Args {
    #[expect(clippy::cast_possible_truncation, reason = "a share is small")]
    let percent = |share: f64| (100.0 * share).round() as i64;
    Args::new()
        .number("white", percent(prediction.white))
        .number("draw", percent(prediction.draw))
        .number("black", percent(prediction.black))
}
