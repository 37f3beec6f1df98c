//! `krog doctor`: what is installed and what would be used.

use krog_analyst::{Choice, find_stockfish};
use krog_store::Address;
use krog_text::{Args, Language};
use krog_wire::{Check, CheckStatus, Doctor, to_json};

use super::{MESSAGES, print};
use crate::{
    args::{AnswerArgs, Format},
    outcome::{Failure, Outcome},
};

pub(super) fn run(
    engine: &Choice,
    db: Option<&Address>,
    answer: AnswerArgs,
) -> Result<Outcome, Failure> {
    let checks = vec![
        check_engine(engine, answer.lang),
        check_store(db, answer.lang),
    ];
    let doctor = Doctor::new(checks);
    match answer.format {
        Format::Json => print(&to_json(&doctor))?,
        Format::Text => print(&text(&doctor, answer.lang))?,
    }
    Ok(Outcome::Yes)
}

fn check_engine(engine: &Choice, language: Language) -> Check {
    let text = |id: &str, args: Args| MESSAGES.text(language, id, &args);
    let stockfish = match engine {
        Choice::Auto | Choice::Stockfish | Choice::Hybrid => find_stockfish(),
        Choice::Uci(path) => path.is_file().then(|| path.clone()),
        Choice::Builtin | Choice::Cloud | Choice::Pgn => None,
    };
    let args = Args::new().text("choice", engine.to_string());
    match (stockfish, engine) {
        (Some(path), _) => Check {
            name: "engine",
            status: CheckStatus::Found,
            detail: text(
                "doctor-engine-found",
                args.text("path", path.display().to_string()),
            ),
            advice: None,
        },
        (None, Choice::Uci(path)) => Check {
            name: "engine",
            status: CheckStatus::Missing,
            detail: text(
                "doctor-engine-no-file",
                args.text("path", path.display().to_string()),
            ),
            advice: None,
        },
        (None, Choice::Builtin | Choice::Cloud | Choice::Pgn) => Check {
            name: "engine",
            status: CheckStatus::Missing,
            detail: text("doctor-engine-later", args),
            advice: None,
        },
        (None, _) => Check {
            name: "engine",
            status: CheckStatus::Missing,
            detail: text("doctor-engine-missing", args),
            advice: Some(text("doctor-engine-advice", Args::new())),
        },
    }
}

fn check_store(db: Option<&Address>, language: Language) -> Check {
    let (status, id, place) = match db {
        None => (CheckStatus::Missing, "doctor-store-unset", String::new()),
        Some(Address::Embedded(path)) if path.is_dir() => (
            CheckStatus::Found,
            "doctor-store-directory",
            path.display().to_string(),
        ),
        Some(Address::Embedded(path)) => (
            CheckStatus::Missing,
            "doctor-store-no-directory",
            path.display().to_string(),
        ),
        Some(address) => (
            CheckStatus::Missing,
            "doctor-store-later",
            address.to_string(),
        ),
    };
    Check {
        name: "store",
        status,
        detail: MESSAGES.text(language, id, &Args::new().text("place", place)),
        advice: None,
    }
}

fn text(doctor: &Doctor, language: Language) -> String {
    let mut lines = vec![format!("krog {}", doctor.version)];
    for check in &doctor.checks {
        let mark = match check.status {
            CheckStatus::Found => '✓',
            CheckStatus::Missing => '–',
        };
        let name = MESSAGES.text(language, &format!("doctor-{}", check.name), &Args::new());
        lines.push(format!("{mark} {name:<8} {}", check.detail));
        if let Some(advice) = &check.advice {
            lines.push(format!("  {:<8} {advice}", ""));
        }
    }
    lines.join("\n")
}
