//! `krog explain`: what a move does and why it is good or bad; without a move,
//! what the position is like.

use std::{num::NonZeroU8, ops::ControlFlow};

use anyhow::anyhow;
use krog_advisor::suggest::{Advice, Question};
use krog_analyst::{Analyst, Choice};
use krog_chess::{
    Bitboard, Chess, EngineLine, Evaluate as _, Limit, Line, Move, Position as _, notation,
};
use krog_insight::{
    Claim, Counsel, Explanation, Given, Polarity, Principle, Report, Solution, Source, Theme,
    explain, report, sentences, tag,
};
use krog_text::{Args, Language, capitalize};
use krog_wire::{EngineVerdict, MoveAnalysis, PositionReport, to_json};

use super::{MESSAGES, analyze, position, print, suggest};
use crate::{
    args::{AnswerArgs, ExplainArgs, Format},
    board,
    outcome::{Failure, Outcome},
};

/// What an engine may search for each position of a tree.
const FURTHER: Limit = Limit::nodes(40_000);

/// What was found out about a move.
struct Answer {
    explanation: Explanation,
    /// The engine's name, or why none was asked.
    engine: Result<String, String>,
    before: Vec<EngineLine>,
    after: Vec<EngineLine>,
    /// All moves weighed against each other, where that was asked for.
    advice: Option<Advice>,
    /// The themes of the line that was given.
    themes: Vec<&'static Theme>,
}

pub(super) fn run(args: &ExplainArgs, answer: AnswerArgs) -> Result<Outcome, Failure> {
    let position = position(&args.fen)?;
    let Some(text) = &args.text else {
        let report = report(&position);
        return match answer.format {
            Format::Json => print(&to_json(&PositionReport::new(&position, &report))),
            Format::Text => print(&overview(&position, &report, answer.lang)),
        }
        .map(|()| Outcome::Yes);
    };
    let m = notation::read(&position, text).map_err(|error| Failure::input("MOVE", error))?;
    let line = line(&position, m, args.line.as_deref())?;
    let weighed = answer.format == Format::Json;
    let found = look(&position, &line, args, weighed)?;
    match answer.format {
        Format::Json => {
            let mut analysis = MoveAnalysis::from(&found.explanation);
            analysis.themes = found.themes.iter().map(|theme| theme.id).collect();
            analysis.engine = found
                .engine
                .ok()
                .map(|name| EngineVerdict::new(name, &found.before, &found.after));
            if let Some(advice) = &found.advice {
                analysis.weigh(advice);
            }
            print(&to_json(&analysis))?;
        }
        Format::Text => print(&describe(&found, answer.lang))?,
    }
    Ok(Outcome::Yes)
}

/// The judged move and what follows it; the line may begin with the move or
/// with the reply.
fn line(position: &Chess, m: Move, text: Option<&str>) -> Result<Line, Failure> {
    let mut line = Line::at(position.clone());
    line.push(m)
        .map_err(|_| Failure::input("MOVE", anyhow!("the move is not legal")))?;
    let Some(text) = text else { return Ok(line) };
    let from_move = Line::parse(position.clone(), text);
    if let Ok(whole) = from_move.as_ref()
        && whole.moves().first() == Some(&m)
    {
        return Ok(whole.clone());
    }
    let rest =
        Line::parse(line.end().clone(), text).map_err(|error| Failure::input("--line", error))?;
    for m in rest.moves() {
        line.push(*m)
            .map_err(|_| Failure::input("--line", anyhow!("a move is not legal")))?;
    }
    Ok(line)
}

/// The moves of the position weighed by all sources.
fn weigh(
    position: &Chess,
    engine: Option<&Analyst>,
    asked: &ExplainArgs,
) -> Result<Advice, Failure> {
    let games = asked.counts.open()?;
    let games = games.as_ref().map(|(store, name)| (store.as_ref(), *name));
    suggest::weigh(position, engine, &asked.engine, games, Question::usual())
}

fn look(
    position: &Chess,
    line: &Line,
    asked: &ExplainArgs,
    weighed: bool,
) -> Result<Answer, Failure> {
    let args = &asked.engine;
    let analyst = match analyze::open(args, &args.for_position()) {
        Ok(analyst) => Ok(analyst),
        // Without an engine the board still has much to say.
        Err(failure) if args.engine == Choice::Auto => Err(failure.to_string()),
        Err(failure) => return Err(failure),
    };
    let m = line.moves()[0];
    let ask = |line: &Line, count: NonZeroU8| -> Result<Vec<EngineLine>, Failure> {
        let Ok(analyst) = &analyst else {
            return Ok(Vec::new());
        };
        evaluate(analyst, line, args.limit(), count)
    };
    let before = ask(&Line::at(position.clone()), args.multipv)?;
    let mut played = Line::at(position.clone());
    played
        .push(m)
        .map_err(|_| Failure::input("MOVE", anyhow!("the move is not legal")))?;
    let after = ask(&played, NonZeroU8::MIN)?;
    let counsel = analyst.as_ref().ok().map(|engine| Counsel {
        engine,
        limit: FURTHER.and(args.limit()),
    });
    let given = Given {
        before: &before,
        after: &after,
        hint: line.moves().get(1).copied(),
        counsel,
    };
    let explanation = explain(position, m, given)
        .map_err(|_| Failure::input("MOVE", anyhow!("the move is not legal")))?;
    let engine = analyst.as_ref().ok();
    let advice = weighed
        .then(|| weigh(position, engine, asked))
        .transpose()?;
    Ok(Answer {
        explanation,
        engine: analyst.map(|analyst| analyst.name()),
        before,
        after,
        advice,
        themes: Solution::new(line).map_or_else(Vec::new, |solution| tag(&solution)),
    })
}

fn evaluate(
    analyst: &Analyst,
    line: &Line,
    limit: Limit,
    count: NonZeroU8,
) -> Result<Vec<EngineLine>, Failure> {
    if line.end().legal_moves().is_empty() {
        return Ok(Vec::new());
    }
    let watch = &mut |_: &[EngineLine]| ControlFlow::Continue(());
    analyst
        .evaluate(line, limit, count, watch)
        .map_err(|error| Failure::Work(error.into()))
}

fn describe(found: &Answer, language: Language) -> String {
    let explanation = &found.explanation;
    let scene = &explanation.scene;
    let marked: Bitboard = explanation
        .claims
        .iter()
        .take(1)
        .flat_map(|claim| &claim.witnesses)
        .map(|witness| witness.square)
        .collect();
    let after = found.after.first();
    let score = after.map(|line| format!(" ({:+})", line.score));
    let mut lines = vec![
        board::draw(scene.after().board(), marked),
        String::new(),
        format!("{}{}", scene.san(), score.unwrap_or_default()),
    ];
    lines.extend(rows(&explanation.claims, language));
    let mut notes = Vec::new();
    let say = |id: &str, args: Args| MESSAGES.text(language, id, &args);
    if let Some(line) = explanation
        .claims
        .first()
        .and_then(|claim| claim.lines.first())
    {
        notes.push(say(
            "explain-line",
            Args::new().text("line", line.to_string()),
        ));
    }
    if !found.themes.is_empty() {
        let names: Vec<_> = found.themes.iter().map(|theme| theme.name()).collect();
        notes.push(say("explain-themes", Args::new().texts("themes", names)));
    }
    if let Some(better) = &explanation.better {
        let reason = sentences(&better.scene.san(), &better.claims);
        notes.push(say("explain-better", Args::new().both("reason", reason)));
    }
    notes.push(match &found.engine {
        Ok(name) => say("explain-engine", Args::new().text("name", name.as_str())),
        Err(reason) => say(
            "explain-no-engine",
            Args::new().text("reason", reason.as_str()),
        ),
    });
    lines.push(String::new());
    lines.extend(notes);
    lines.join("\n")
}

/// The claims as branches of a tree, each with its norm.
pub(super) fn rows(claims: &[Claim], language: Language) -> Vec<String> {
    let norms: Vec<String> = claims.iter().map(norm).collect();
    let width = norms
        .iter()
        .map(|norm| norm.chars().count())
        .max()
        .unwrap_or(0);
    claims
        .iter()
        .zip(&norms)
        .enumerate()
        .map(|(index, (claim, norm))| {
            let branch = if index + 1 == claims.len() {
                "└──"
            } else {
                "├──"
            };
            let gap = " ".repeat(width - norm.chars().count());
            format!("{branch} {norm}{gap} {}", claim.text().get(language))
        })
        .collect()
}

/// The norm that a claim stands under, with its mark.
fn norm(claim: &Claim) -> String {
    let mark = match claim.polarity {
        Polarity::For => '✓',
        Polarity::Against => '✗',
    };
    match claim.source {
        Source::Principle(code) => {
            let letter = Principle::get(code).map_or('O', |principle| principle.norm.letter());
            format!("{letter}({code}) {mark}")
        }
        _ => format!("{mark}"),
    }
}

/// The position in words.
fn overview(position: &Chess, report: &Report, language: Language) -> String {
    let list = |claims: &[Claim]| -> Vec<String> {
        let text = |claim: &Claim| capitalize(claim.text().get(language));
        claims
            .iter()
            .map(|claim| format!("- {}", text(claim)))
            .collect()
    };
    let heading = |id: &str| MESSAGES.text(language, id, &Args::new());
    let names: Vec<_> = report.principles.iter().map(|p| p.name()).collect();
    let mut lines = vec![
        board::draw(position.board(), Bitboard::EMPTY),
        String::new(),
    ];
    lines.push(heading("explain-factors"));
    lines.extend(list(&report.factors));
    if !report.threats.is_empty() {
        lines.push(heading("explain-threats"));
        lines.extend(list(&report.threats));
    }
    let args = Args::new().texts("names", names);
    lines.push(MESSAGES.text(language, "explain-principles", &args));
    lines.join("\n")
}
