//! `krog import`: games into the store.

use std::{
    fs, io,
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

use anyhow::anyhow;
use krog_importer::{
    Given, ImportError, Piece, Progress, Report, Services, Settings, Skip, Trouble, help, import,
    share, sync,
};
use krog_server::import_summary;
use krog_store::{Embedded, Store};
use krog_text::{Args, Language, number};
use krog_wire::{Imported, to_json};

use super::{MESSAGES, print};
use crate::{
    args::{
        AnswerArgs, Format,
        store::{self, ImportArgs},
    },
    outcome::{Failure, Outcome},
    progress,
};

/// How often the display is renewed.
const TICK: Duration = Duration::from_millis(250);

pub(super) fn run(args: &ImportArgs, answer: AnswerArgs) -> Result<Outcome, Failure> {
    let opened = open(args)?;
    let settings = args.settings();
    let services = args.services.open()?;
    let watched = Arc::new(Progress::default());
    stop_on_signal(&watched);
    let start = Instant::now();
    let report = thread::scope(|scope| {
        let work = scope.spawn(|| all(opened.as_ref(), args, &services, &settings, &watched));
        show(&watched, || work.is_finished(), answer.lang);
        work.join()
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    });
    let report = report.map_err(|error| match error {
        ImportError::Origin(error) => Failure::input("FILE", error),
        ImportError::Store(error) => store::failure(error),
    })?;
    let imported = import_summary(&report, &settings.collection, start.elapsed());
    match answer.format {
        Format::Json => print(&to_json(&imported))?,
        Format::Text => print(&text(&report, &imported, answer.lang))?,
    }
    let failed = report.stopped || !report.broken.is_empty() || !report.troubles.is_empty();
    Ok(if failed { Outcome::No } else { Outcome::Yes })
}

/// The store that games go into: one that is named, or a new one among runs.
fn open(args: &ImportArgs) -> Result<Box<dyn Store>, Failure> {
    let remote = args
        .origins
        .iter()
        .find(|given| matches!(given, Given::There(_)));
    if let (Some(_), Some(given)) = (&args.list, remote) {
        let error = anyhow!("found {given}, expected files: services are asked by one machine");
        return Err(Failure::input("--list", error));
    }
    let Some(folder) = &args.to else {
        return args.store.create();
    };
    let failed =
        |error: io::Error| Failure::input("--to", anyhow!("{}: {error}", folder.display()));
    fs::create_dir_all(folder).map_err(failed)?;
    for number in 1.. {
        let run = folder.join(format!("{number:04}"));
        match fs::create_dir(&run) {
            Ok(()) => return Ok(Box::new(Embedded::create(&run).map_err(store::failure)?)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(failed(error)),
        }
    }
    unreachable!("there are more numbers than folders")
}

/// Imports what lies here, then what lies at the services, one after the other.
fn all(
    store: &dyn Store,
    args: &ImportArgs,
    services: &Services,
    settings: &Settings,
    watched: &Progress,
) -> Result<Report, ImportError> {
    let here = args.origins.iter().filter_map(|given| match given {
        Given::Here(origin) => Some(origin.clone()),
        Given::There(_) => None,
    });
    let here: Vec<_> = here.collect();
    if let Some(list) = &args.list {
        share(store.desk(), list, &here, settings, Piece::SIZE)?;
        return help(store, list, settings, watched);
    }
    let mut report = match here[..] {
        [] => Report::default(),
        _ => import(store, &here, settings, watched)?,
    };
    for given in &args.origins {
        if let Given::There(source) = given
            && !report.stopped
        {
            report.merge(sync(store, services, source, settings, watched)?);
        }
    }
    Ok(report)
}

/// The first Ctrl-C lets the work come to a clean end, the second ends it.
fn stop_on_signal(progress: &Arc<Progress>) {
    let progress = Arc::clone(progress);
    let mut asked = false;
    let _without_handler_the_signal_ends_the_process = ctrlc::set_handler(move || {
        if std::mem::replace(&mut asked, true) {
            std::process::exit(130);
        }
        progress.stop();
    });
}

/// Shows how far the import is until it is done.
fn show(watched: &Progress, done: impl Fn() -> bool, language: Language) {
    let mut shown: Option<(Option<u64>, progress::Progress)> = None;
    let start = Instant::now();
    while !done() {
        let size = watched.size();
        if shown.as_ref().is_none_or(|(known, _)| *known != size) {
            // The old display goes before the new one comes.
            drop(shown.take());
            let display = match size {
                Some(size) => progress::Progress::of_bytes(size),
                None => progress::Progress::without_end(),
            };
            shown = Some((size, display));
        }
        let Some((_, display)) = &shown else { continue };
        let seconds = start.elapsed().as_secs_f64().max(0.001);
        display.reach(watched.read());
        display.say(rates(watched, seconds, language));
        thread::sleep(TICK);
    }
}

#[expect(clippy::cast_precision_loss, reason = "shown to three digits")]
fn rates(watched: &Progress, seconds: f64, language: Language) -> String {
    let games = watched.games();
    let per_second = games as f64 / seconds;
    let megabytes = watched.read() as f64 / seconds / 1e6;
    if let Some(time) = watched.waiting() {
        let seconds = i64::try_from(time.as_secs()).unwrap_or(i64::MAX);
        let args = Args::new()
            .text("games", number::decimal(language, games as f64, 0))
            .text("seconds", number::integer(language, seconds));
        return MESSAGES.text(language, "import-waiting", &args);
    }
    let args = Args::new()
        .text("games", number::decimal(language, games as f64, 0))
        .text("rate", number::decimal(language, per_second, 0))
        .text("bytes", number::decimal(language, megabytes, 1));
    MESSAGES.text(language, "import-progress", &args)
}

fn text(report: &Report, imported: &Imported, language: Language) -> String {
    let whole = |count: u64| number::integer(language, i64::try_from(count).unwrap_or(i64::MAX));
    let args = Args::new()
        .number(
            "imported",
            i64::try_from(report.imported).unwrap_or(i64::MAX),
        )
        .text("collection", imported.collection.clone())
        .text("seconds", number::decimal(language, imported.seconds, 1))
        .number(
            "duplicates",
            i64::try_from(report.duplicates).unwrap_or(i64::MAX),
        )
        .text("moves", whole(report.moves));
    let mut lines = vec![MESSAGES.text(language, "import-done", &args)];
    if report.duplicates > 0 {
        lines.push(MESSAGES.text(language, "import-duplicates", &args));
    }
    for (reason, count) in &report.skipped {
        let id = format!("import-skipped-{}", kebab(*reason));
        lines.push(MESSAGES.text(language, &id, &Args::new().text("count", whole(*count))));
        let examples = report.examples.get(reason).into_iter().flatten();
        lines
            .extend(examples.map(|example| {
                format!("  {}:{}: {}", example.file, example.line, example.message)
            }));
    }
    for broken in &report.broken {
        let args = Args::new().text("file", broken.clone());
        lines.push(MESSAGES.text(language, "import-broken", &args));
    }
    lines.extend(report.troubles.iter().map(|told| trouble(told, language)));
    if report.stopped {
        lines.push(MESSAGES.text(language, "import-stopped", &Args::new()));
    }
    lines.join("\n")
}

/// What a service refused, as people read it.
fn trouble(trouble: &Trouble, language: Language) -> String {
    let args = Args::new()
        .text("service", trouble.service)
        .text("subject", trouble.kind.subject());
    let id = format!("import-trouble-{}", trouble.kind.name());
    MESSAGES.text(language, &id, &args)
}

/// The name of a reason as messages have it.
pub(super) fn kebab(reason: Skip) -> String {
    let mut text = String::new();
    for ch in reason.name().chars() {
        if ch.is_ascii_uppercase() {
            text.push('-');
        }
        text.push(ch.to_ascii_lowercase());
    }
    text
}

#[cfg(test)]
mod tests {
    use krog_importer::TroubleKind;

    use super::*;

    #[test]
    fn every_trouble_has_its_sentence() {
        for name in TroubleKind::NAMES {
            let id = format!("import-trouble-{name}");
            assert!(MESSAGES.contains(&id), "{id}");
        }
    }

    #[test]
    fn every_reason_has_its_sentence() {
        for reason in Skip::ALL {
            let id = format!("import-skipped-{}", kebab(reason));
            assert!(MESSAGES.contains(&id), "{id}");
        }
    }
}
