//! `krog validate`: is a move legal, and by which laws?

use std::time::SystemTime;

use anyhow::anyhow;
use krog_chess::{Bitboard, Chess, notation::Written};
use krog_logic::{
    State,
    validate::{self, Attempt},
};
use krog_text::{Args, Language};
use krog_wire::{Validation, iso8601, to_json};

use super::{MESSAGES, position, print};
use crate::{
    args::{AnswerArgs, Format},
    board,
    outcome::{Failure, Outcome},
    tree::{self, Node},
};

pub(super) fn run(fen: &str, text: &str, answer: AnswerArgs) -> Result<Outcome, Failure> {
    let position = position(fen)?;
    let verdict = validate::judge(&State::of(&position), attempt(&position, text)?);
    match answer.format {
        Format::Json => {
            print(&to_json(&Validation::new(
                &verdict,
                iso8601(SystemTime::now()),
            )))?;
        }
        Format::Text => print(&describe(&position, text, &verdict, answer.lang))?,
    }
    Ok(if verdict.is_valid() {
        Outcome::Yes
    } else {
        Outcome::No
    })
}

fn attempt(position: &Chess, text: &str) -> Result<Attempt, Failure> {
    let blame = |error| Failure::input("MOVE", error);
    let written = Written::parse(text).ok_or_else(|| {
        blame(anyhow!(
            "found {text:?}, expected SAN (Nf3), long algebraic (Ng1-f3) or UCI (g1f3)"
        ))
    })?;
    let attempts = Attempt::read(&State::of(position), &written);
    attempts.first().copied().ok_or_else(|| {
        blame(anyhow!(
            "found {text:?}, but the side to move has no such piece on the board"
        ))
    })
}

fn describe(
    position: &Chess,
    text: &str,
    verdict: &validate::Validation,
    language: Language,
) -> String {
    let valid = verdict.is_valid();
    let id = if valid {
        "validate-legal"
    } else {
        "validate-illegal"
    };
    let mark = if valid { '✓' } else { '✗' };
    let heading = MESSAGES.text(language, id, &Args::new().text("move", text));
    let nodes: Vec<Node> = verdict
        .conditions
        .iter()
        .map(|condition| Node {
            holds: condition.met,
            text: format!(
                "{} (FIDE {}): {}",
                condition.law.id,
                condition.law.fide,
                condition.text().get(language)
            ),
            children: Vec::new(),
        })
        .collect();
    let marked: Bitboard = verdict
        .conditions
        .iter()
        .filter(|condition| condition.met == valid)
        .flat_map(|condition| &condition.witnesses)
        .map(|witness| witness.square)
        .collect();
    let board = board::draw(krog_chess::Position::board(position), marked);
    format!(
        "{mark} {heading}\n\n{board}\n\n{}\n\n{}",
        tree::draw(&nodes),
        verdict.formula()
    )
}
