//! `krog doctor`: what is installed and what would be used.

use std::{fs, io, net::TcpListener, path::Path};

use krog_analyst::{Choice, Settings, find_stockfish, open};
use krog_chess::Evaluate as _;
use krog_server::Keys;
use krog_store::{Address, ClickHouse, Embedded, Postgres, Store, StoreError};
use krog_text::{Args, Language, number};
use krog_wire::{Check, CheckStatus, Doctor, to_json};

use super::{MESSAGES, print};
use crate::{
    args::{AnswerArgs, Format, ServeArgs},
    outcome::{Failure, Outcome},
};

pub(super) fn run(args: &ServeArgs, answer: AnswerArgs) -> Result<Outcome, Failure> {
    let checks = vec![
        check_engine(&args.engine.engine, answer.lang),
        check_store(args, answer.lang),
        check_address(args, answer.lang),
        check_keys(args, answer.lang),
    ];
    let doctor = Doctor::new(checks);
    match answer.format {
        Format::Json => print(&to_json(&doctor))?,
        Format::Text => print(&text(&doctor, answer.lang))?,
    }
    Ok(Outcome::Yes)
}

/// Tries whether the service could listen on its address.
fn check_address(args: &ServeArgs, language: Language) -> Check {
    let say = |id: &str, args: Args| MESSAGES.text(language, id, &args);
    let place = || Args::new().text("place", args.bind.to_string());
    match TcpListener::bind(args.bind) {
        Ok(_) => found("address", say("doctor-address-free", place())),
        Err(error) if error.kind() == io::ErrorKind::AddrInUse => Check {
            advice: Some(say("doctor-address-advice", place())),
            ..missing("address", say("doctor-address-taken", place()))
        },
        Err(error) => {
            let args = place().text("reason", error.to_string());
            missing("address", say("doctor-address-broken", args))
        }
    }
}

/// Reads the keys, and tells whether any are needed.
fn check_keys(args: &ServeArgs, language: Language) -> Check {
    let say = |id: &str, args: Args| MESSAGES.text(language, id, &args);
    match &args.door.api_keys {
        Some(path) => match Keys::open(path) {
            Ok(keys) => {
                let count = i64::try_from(keys.count()).unwrap_or(i64::MAX);
                let args = Args::new()
                    .text("place", path.display().to_string())
                    .text("keys", number::integer(language, count));
                found("keys", say("doctor-keys-found", args))
            }
            Err(error) => missing("keys", error),
        },
        None if args.door.is_exposed(args.bind) => Check {
            advice: Some(say("doctor-keys-advice", Args::new())),
            ..missing("keys", say("doctor-keys-missing", Args::new()))
        },
        None => found("keys", say("doctor-keys-unneeded", Args::new())),
    }
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

/// Opens the store that would be used, asks what it holds, and tries whether it
/// can be written.
fn check_store(args: &ServeArgs, language: Language) -> Check {
    let say = |id: &str, args: Args| MESSAGES.text(language, id, &args);
    let address = match args.store.address() {
        Ok(address) => address,
        Err(failure) => return missing("store", failure.to_string()),
    };
    let place = || Args::new().text("place", address.to_string());
    let opened: Result<Box<dyn Store>, StoreError> = match &address {
        Address::Embedded(path) => Embedded::open(path).map(|store| Box::new(store) as _),
        Address::Postgres(url) => Postgres::open(url).map(|store| Box::new(store) as _),
        Address::ClickHouse(url) => ClickHouse::open(url).map(|store| Box::new(store) as _),
    };
    match opened.and_then(|store| store.collections()) {
        Ok(collections) => {
            let games: u64 = collections.iter().map(|collection| collection.games).sum();
            let games = number::integer(language, i64::try_from(games).unwrap_or(i64::MAX));
            let args = place().text("games", games);
            match &address {
                Address::Embedded(path) if !is_writable(path) => {
                    missing("store", say("doctor-store-read-only", args))
                }
                _ => found("store", say("doctor-store-directory", args)),
            }
        }
        Err(StoreError::Absent { .. }) => Check {
            advice: Some(say("doctor-store-advice", Args::new())),
            ..missing("store", say("doctor-store-no-directory", place()))
        },
        Err(error) => missing("store", error.to_string()),
    }
}

/// Whether a file can be made in a folder.
fn is_writable(folder: &Path) -> bool {
    let probe = folder.join(format!("doctor-{}.tmp", std::process::id()));
    let made = fs::File::create_new(&probe).is_ok();
    made && fs::remove_file(&probe).is_ok()
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
