//! `krog validate`: is a move legal, and by which laws?

use std::time::SystemTime;

use krog_chess::{
    Bitboard, Chess, Position as _, Role,
    notation::{self, Form},
};
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
    let state = State::of(&position);
    let attempt = Attempt::parse(&state, text).map_err(|error| Failure::input("MOVE", error))?;
    let verdict = validate::judge(&state, attempt);
    match answer.format {
        Format::Json => {
            print(&to_json(&Validation::new(
                &verdict,
                iso8601(SystemTime::now()),
            )))?;
        }
        Format::Text => print(&describe(&position, &verdict, answer.lang))?,
    }
    Ok(if verdict.is_valid() {
        Outcome::Yes
    } else {
        Outcome::No
    })
}

fn describe(position: &Chess, verdict: &validate::Validation, language: Language) -> String {
    let valid = verdict.is_valid();
    let id = if valid {
        "validate-legal"
    } else {
        "validate-illegal"
    };
    let mark = if valid { '✓' } else { '✗' };
    let heading = MESSAGES.text(
        language,
        id,
        &Args::new().text("move", title(position, verdict.attempt)),
    );
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
    let board = board::draw(position.board(), marked);
    format!(
        "{mark} {heading}\n\n{board}\n\n{}\n\n{}",
        tree::draw(&nodes),
        verdict.formula()
    )
}

/// The move as it would be written: SAN where it is legal, else long notation.
fn title(position: &Chess, attempt: Attempt) -> String {
    let legal = position
        .legal_moves()
        .into_iter()
        .find(|m| Attempt::of(*m) == Some(attempt));
    match (legal, attempt) {
        (Some(m), _) => notation::write(position, m, Form::San),
        (None, Attempt::Castle(_)) => attempt.text(),
        (
            None,
            Attempt::Step {
                from,
                to,
                promotion,
            },
        ) => {
            let role = position
                .board()
                .role_at(from)
                .filter(|role| *role != Role::Pawn);
            let letter = role
                .map(|role| role.upper_char().to_string())
                .unwrap_or_default();
            let takes = if position.them().contains(to) {
                "x"
            } else {
                "-"
            };
            let becomes = promotion.map(|role| format!("={}", role.upper_char()));
            format!("{letter}{from}{takes}{to}{}", becomes.unwrap_or_default())
        }
    }
}
