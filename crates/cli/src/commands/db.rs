//! `krog db`: care of the store.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use anyhow::anyhow;
use krog_importer::{Target, rejoin};
use krog_insight::PRINCIPLES;
use krog_store::{Address, ClickHouse, Collection, Embedded, Postgres, PrincipleRow, Store};
use krog_text::{Args, Language, number};

use super::{MESSAGES, print};
use crate::{
    args::{
        AnswerArgs, Format,
        store::{self, DbCommand, StoreArgs},
    },
    outcome::{Failure, Outcome},
};

pub(super) fn run(command: &DbCommand, answer: AnswerArgs) -> Result<Outcome, Failure> {
    match command {
        DbCommand::Verify { store } => verify(store, answer),
        DbCommand::Stats { store } => stats(store, answer),
        DbCommand::Merge { into, from } => merge(&into.address("INTO")?, from, answer),
        DbCommand::Migrate { store } => migrate(store, answer),
        DbCommand::Export { store } => {
            let opened = store.open()?;
            let mut out = Pipe { closed: false };
            let done = opened.export(&mut out);
            match done {
                Err(_) if out.closed => Err(Failure::PipeClosed),
                done => done.map(|()| Outcome::Yes).map_err(store::failure),
            }
        }
    }
}

/// Standard output, which remembers that nobody reads any more.
struct Pipe {
    closed: bool,
}

impl io::Write for Pipe {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = io::stdout().lock().write(bytes);
        self.closed |= written
            .as_ref()
            .is_err_and(|error| error.kind() == io::ErrorKind::BrokenPipe);
        written
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stdout().lock().flush()
    }
}

/// Adds the games of directories to a store.
fn merge(into: &Address, from: &[PathBuf], answer: AnswerArgs) -> Result<Outcome, Failure> {
    let mut others = Vec::new();
    for path in from {
        for path in stores_in(path) {
            let other = Embedded::open(&path);
            others.push(other.map_err(|error| Failure::input("FROM", error))?);
        }
    }
    let add = |target: Target<'_>| {
        let mut others = others.iter();
        others.try_for_each(|other| rejoin(target, other))
    };
    let grown: Box<dyn Store> = match into {
        Address::Embedded(path) => {
            let store = Embedded::create(path).map_err(store::failure)?;
            add(Target::Embedded(&store)).map_err(store::failure)?;
            Box::new(store)
        }
        Address::Postgres(url) => {
            let store = Postgres::create(url).map_err(store::failure)?;
            add(Target::Postgres(&store)).map_err(store::failure)?;
            Box::new(store)
        }
        Address::ClickHouse(url) => {
            let store = ClickHouse::create(url).map_err(store::failure)?;
            add(Target::ClickHouse(&store)).map_err(store::failure)?;
            Box::new(store)
        }
    };
    print(&told(grown.as_ref(), answer)?)?;
    Ok(Outcome::Yes)
}

/// A directory that is a store, or the stores in it.
fn stores_in(path: &Path) -> Vec<PathBuf> {
    if Embedded::is_there(path) {
        return vec![path.to_owned()];
    }
    let entries = fs::read_dir(path).into_iter().flatten().flatten();
    let mut found: Vec<PathBuf> = entries
        .map(|entry| entry.path())
        .filter(|path| Embedded::is_there(path))
        .collect();
    found.sort();
    match found[..] {
        // Opening it says what is wrong.
        [] => vec![path.to_owned()],
        _ => found,
    }
}

/// What was looked at, and what is wrong with it.
struct Looked {
    files: u64,
    games: u64,
    moves: u64,
    remains: u64,
    findings: Vec<String>,
}

fn look(address: &Address) -> Result<Looked, Failure> {
    match address {
        Address::Embedded(path) => {
            let store = Embedded::open(path).map_err(store::failure)?;
            let report = store.verify().map_err(store::failure)?;
            Ok(Looked {
                files: report.files,
                games: report.games,
                moves: report.moves,
                remains: report.remains,
                findings: report.findings.iter().map(ToString::to_string).collect(),
            })
        }
        Address::ClickHouse(url) => {
            let store = ClickHouse::open(url).map_err(store::failure)?;
            let collections = store::collections(&store)?;
            let sum = |part: fn(&Collection) -> u64| collections.iter().map(part).sum();
            Ok(Looked {
                files: sum(|known| known.parts),
                games: sum(|known| known.games),
                moves: sum(|known| known.moves),
                remains: 0,
                findings: store.verify().map_err(store::failure)?,
            })
        }
        Address::Postgres(_) => {
            let error = anyhow!("found {address}, expected a directory or clickhouse://…");
            Err(Failure::input("--db", error))
        }
    }
}

fn verify(args: &StoreArgs, answer: AnswerArgs) -> Result<Outcome, Failure> {
    let report = look(&args.address()?)?;
    let sound = report.findings.is_empty();
    let findings = report.findings;
    let text = match answer.format {
        Format::Json => krog_wire::to_json(&krog_wire::StoreCheck {
            sound,
            files: report.files,
            games: report.games,
            moves: report.moves,
            remains: report.remains,
            findings,
        }),
        Format::Text => {
            let lang = answer.lang;
            let args = Args::new()
                .text("files", whole(lang, report.files))
                .text("games", whole(lang, report.games))
                .text("moves", whole(lang, report.moves))
                .text("remains", whole(lang, report.remains));
            let id = if sound { "db-sound" } else { "db-damaged" };
            let mut lines = vec![MESSAGES.text(lang, id, &args)];
            if report.remains > 0 {
                lines.push(MESSAGES.text(lang, "db-remains", &args));
            }
            lines.extend(findings.iter().map(|finding| format!("  {finding}")));
            lines.join("\n")
        }
    };
    print(&text)?;
    Ok(if sound { Outcome::Yes } else { Outcome::No })
}

fn migrate(args: &StoreArgs, answer: AnswerArgs) -> Result<Outcome, Failure> {
    let opened = match args.address()? {
        Address::Postgres(url) => Postgres::create(&url).map_err(store::failure)?,
        Address::ClickHouse(url) => return tidy(&url, answer),
        other @ Address::Embedded(_) => {
            let error = anyhow!("found {other}, expected postgres://… or clickhouse://…");
            return Err(Failure::input("--db", error));
        }
    };
    let principles: Vec<PrincipleRow> = PRINCIPLES.iter().map(row).collect();
    opened.set_principles(&principles).map_err(store::failure)?;
    let positions = opened.materialize().map_err(store::failure)?;
    let text = match answer.format {
        Format::Json => told(&opened, answer)?,
        Format::Text => {
            let args = Args::new()
                .text("principles", principles.len().to_string())
                .text("positions", whole(answer.lang, positions));
            MESSAGES.text(answer.lang, "db-migrated", &args)
        }
    };
    print(&text)?;
    Ok(Outcome::Yes)
}

/// Care of a cluster.
fn tidy(url: &str, answer: AnswerArgs) -> Result<Outcome, Failure> {
    let opened = ClickHouse::create(url).map_err(store::failure)?;
    let runs = opened.tidy().map_err(store::failure)?;
    let text = match answer.format {
        Format::Json => told(&opened, answer)?,
        Format::Text => {
            let args = Args::new().text("runs", whole(answer.lang, runs));
            MESSAGES.text(answer.lang, "db-tidied", &args)
        }
    };
    print(&text)?;
    Ok(Outcome::Yes)
}

/// A principle as the database has it.
fn row(principle: &krog_insight::Principle) -> PrincipleRow {
    let rule = krog_wire::PrincipleRule::from(principle);
    PrincipleRow {
        code: rule.id.to_owned(),
        category: rule.category.to_owned(),
        name_en: rule.name.en,
        name_no: rule.name.no,
        krog_type: rule.norm.to_string(),
        krog_formula: rule.formula,
        base_weight: i16::try_from(rule.base_weight).unwrap_or(i16::MAX),
        phase_weights: krog_wire::to_json(&rule.phase_weights),
        explanation_en: rule.explanation.en,
        explanation_no: rule.explanation.no,
        examples: krog_wire::to_json(&rule.examples),
    }
}

fn stats(args: &StoreArgs, answer: AnswerArgs) -> Result<Outcome, Failure> {
    let opened = args.open()?;
    print(&told(opened.as_ref(), answer)?)?;
    Ok(Outcome::Yes)
}

fn whole(language: Language, count: u64) -> String {
    number::integer(language, i64::try_from(count).unwrap_or(i64::MAX))
}

/// What a store holds, collection by collection.
fn told(opened: &dyn Store, answer: AnswerArgs) -> Result<String, Failure> {
    let collections = store::collections(opened)?;
    if answer.format == Format::Json {
        let rows = collections
            .into_iter()
            .map(|row| krog_wire::StoredCollection {
                name: row.name,
                games: row.games,
                moves: row.moves,
                parts: row.parts,
                bytes: row.bytes,
                through: row.through,
            });
        return Ok(krog_wire::to_json(&rows.collect::<Vec<_>>()));
    }
    let lang = answer.lang;
    let lines: Vec<String> = collections
        .iter()
        .map(|row| {
            let args = Args::new()
                .text("name", row.name.clone())
                .text("games", whole(lang, row.games))
                .text("moves", whole(lang, row.moves))
                .text("parts", whole(lang, row.parts))
                .text("size", megabytes(lang, row.bytes))
                .text(
                    "through",
                    row.through.clone().unwrap_or_else(|| "?".to_owned()),
                );
            MESSAGES.text(lang, "db-collection", &args)
        })
        .collect();
    match lines[..] {
        [] => Ok(MESSAGES.text(lang, "db-empty", &Args::new())),
        _ => Ok(lines.join("\n")),
    }
}

#[expect(clippy::cast_precision_loss, reason = "shown to one decimal")]
fn megabytes(language: Language, bytes: u64) -> String {
    number::decimal(language, bytes as f64 / 1e6, 1)
}
