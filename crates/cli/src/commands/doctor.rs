//! `krog doctor`: what is installed and what would be used.

use krog_analyst::{Choice, Settings, find_stockfish, open};
use krog_chess::Evaluate as _;
use krog_store::{Address, Embedded, Store as _, StoreError};
use krog_text::{Args, Language, number};
use krog_wire::{Check, CheckStatus, Doctor, to_json};

use super::{MESSAGES, print};
use crate::{
    args::{AnswerArgs, Format, store::usual_directory},
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

/// Starts the engine that would be used, and asks for its name.
fn check_engine(choice: &Choice, language: Language) -> Check {
    let text = |id: &str, args: Args| MESSAGES.text(language, id, &args);
    let args = || Args::new().text("choice", choice.to_string());
    let (program, has_own) = match choice {
        Choice::Uci(path) => (Some(path.clone()), false),
        Choice::Stockfish => (find_stockfish(), false),
        Choice::Auto | Choice::Hybrid => (find_stockfish(), true),
        Choice::Builtin => (None, true),
        Choice::Cloud | Choice::Pgn => return found("engine", text("doctor-engine-ready", args())),
    };
    if program.is_none() && !has_own {
        let advice = text("doctor-engine-advice", Args::new());
        return Check {
            advice: Some(advice),
            ..missing("engine", text("doctor-engine-missing", args()))
        };
    }
    match open(choice, &Settings::default()) {
        Ok(analyst) => {
            let place =
                program.map_or_else(|| "builtin".to_owned(), |path| path.display().to_string());
            let args = args().text("name", analyst.name()).text("place", place);
            found("engine", text("doctor-engine-found", args))
        }
        Err(error) => {
            let args = args().text("reason", error.to_string());
            missing("engine", text("doctor-engine-broken", args))
        }
    }
}

fn found(name: &'static str, detail: String) -> Check {
    Check {
        name,
        status: CheckStatus::Found,
        detail,
        advice: None,
    }
}

fn missing(name: &'static str, detail: String) -> Check {
    Check {
        status: CheckStatus::Missing,
        ..found(name, detail)
    }
}

/// Opens the store that would be used, and asks what it holds.
fn check_store(db: Option<&Address>, language: Language) -> Check {
    let say = |id: &str, args: Args| MESSAGES.text(language, id, &args);
    let path = match db {
        None => usual_directory(),
        Some(Address::Embedded(path)) => Some(path.clone()),
        Some(address) => {
            let args = Args::new().text("place", address.to_string());
            return missing("store", say("doctor-store-later", args));
        }
    };
    let Some(path) = path else {
        return missing("store", say("doctor-store-unset", Args::new()));
    };
    let place = || Args::new().text("place", path.display().to_string());
    let collections = Embedded::open(&path).and_then(|store| store.collections());
    match collections {
        Ok(collections) => {
            let games: u64 = collections.iter().map(|collection| collection.games).sum();
            let games = number::integer(language, i64::try_from(games).unwrap_or(i64::MAX));
            found(
                "store",
                say("doctor-store-directory", place().text("games", games)),
            )
        }
        Err(StoreError::Absent { .. }) => Check {
            advice: Some(say("doctor-store-advice", Args::new())),
            ..missing("store", say("doctor-store-no-directory", place()))
        },
        Err(error) => missing("store", error.to_string()),
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
