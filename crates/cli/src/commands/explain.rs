//! `krog explain`: what a move does, and why it is good or bad.

use anyhow::anyhow;
use krog_chess::{Bitboard, notation};
use krog_insight::{Claim, Explanation, Given, Polarity, Principle, Source, explain};
use krog_text::{Args, Language};
use krog_wire::{MoveAnalysis, to_json};

use super::{MESSAGES, position, print};
use crate::{
    args::{AnswerArgs, ExplainArgs, Format},
    board,
    outcome::{Failure, Outcome},
};

pub(super) fn run(args: &ExplainArgs, answer: AnswerArgs) -> Result<Outcome, Failure> {
    let position = position(&args.fen)?;
    let m = notation::read(&position, &args.text).map_err(|error| Failure::input("MOVE", error))?;
    let explanation = explain(&position, m, Given::default())
        .map_err(|_| Failure::input("MOVE", anyhow!("{} is not legal", args.text)))?;
    match answer.format {
        Format::Json => print(&to_json(&MoveAnalysis::from(&explanation)))?,
        Format::Text => print(&describe(&explanation, answer.lang))?,
    }
    Ok(Outcome::Yes)
}

fn describe(explanation: &Explanation, language: Language) -> String {
    let scene = &explanation.scene;
    let marked: Bitboard = explanation
        .claims
        .iter()
        .take(1)
        .flat_map(|claim| &claim.witnesses)
        .map(|witness| witness.square)
        .collect();
    let board = board::draw(krog_chess::Position::board(scene.after()), marked);
    let mut lines = vec![scene.san()];
    let rows: Vec<(String, String)> = explanation
        .claims
        .iter()
        .map(|claim| (norm(claim), claim.text().get(language).to_owned()))
        .collect();
    let width = rows.iter().map(|(norm, _)| norm.chars().count()).max();
    for (index, (norm, text)) in rows.iter().enumerate() {
        let branch = if index + 1 == rows.len() {
            "└──"
        } else {
            "├──"
        };
        let gap = width.unwrap_or(0) - norm.chars().count();
        lines.push(format!("{branch} {norm}{} {text}", " ".repeat(gap)));
    }
    if let Some(line) = explanation
        .claims
        .first()
        .and_then(|claim| claim.lines.first())
    {
        let args = Args::new().text("line", line.to_string());
        lines.push(String::new());
        lines.push(MESSAGES.text(language, "explain-line", &args));
    }
    format!("{board}\n\n{}", lines.join("\n"))
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
