//! Games that come in, through a job or one at a time.

use std::{
    fs,
    num::NonZeroUsize,
    path::PathBuf,
    thread,
    time::{Duration, Instant},
};

use krog_chess::pgn;
use krog_importer::{
    Choice, ImportError, Origin, Progress, Report, Settings, Source, identity, sync,
};
use krog_wire::{ImportPayload, Imported, JobResult, RecordGameResponse, to_value};

use super::{Broken, Task, new_id};
use crate::{problem::Refusal, service::Service};

/// How often an import is looked at.
const GLANCE: Duration = Duration::from_millis(100);

/// How much memory an import of the service takes.
const MEMORY: usize = 64 << 20;

/// How much one game takes.
const SMALL: usize = 1 << 20;

/// A file that goes when it is not needed any more.
struct Upload(PathBuf);

impl Upload {
    fn new(text: &str) -> std::io::Result<Upload> {
        let name = format!("krog-upload-{}.pgn", new_id());
        let upload = Upload(std::env::temp_dir().join(name));
        fs::write(&upload.0, text)?;
        Ok(upload)
    }

    fn origin(&self) -> Origin {
        Origin::Path(self.0.clone())
    }

    /// A message without the name of the file.
    fn hide(&self, message: &str) -> String {
        message.replace(&self.0.display().to_string(), "upload")
    }
}

impl Drop for Upload {
    fn drop(&mut self) {
        let _may_be_gone = fs::remove_file(&self.0);
    }
}

fn settings(collection: String, memory: usize) -> Settings {
    Settings {
        collection,
        choice: Choice::default(),
        max_ply: None,
        keep_games: true,
        memory,
        threads: NonZeroUsize::MIN,
    }
}

/// Counts one game that was written as PGN.
pub(crate) fn record(service: &Service, text: &str) -> Result<RecordGameResponse, Refusal> {
    let store = service.need_store()?;
    let mut id = None;
    pgn::main_lines(text.as_bytes(), 1, |_, game| {
        if let Ok(game) = game {
            id = Some(identity(&game));
        }
    });
    let id = id.ok_or_else(|| Refusal::bad("pgn", "found no game, expected one"))?;
    let failed = |error: std::io::Error| Refusal::unavailable(error.to_string());
    let upload = Upload::new(text).map_err(failed)?;
    let settings = settings(service.settings().collection.clone(), SMALL);
    let report = krog_importer::import(
        store.as_ref(),
        &[upload.origin()],
        &settings,
        &Progress::default(),
    );
    let report = report.map_err(|error| match error {
        ImportError::Store(error) => error.into(),
        ImportError::Origin(error) => Refusal::unavailable(upload.hide(&error.to_string())),
    })?;
    if report.imported + report.duplicates == 0 {
        let reasons: Vec<&str> = report.skipped.keys().map(|skip| skip.name()).collect();
        let error = format!("the game was skipped: {}", reasons.join(", "));
        return Err(Refusal::bad("pgn", error));
    }
    Ok(RecordGameResponse {
        game_id: format!("{:032x}", id.0),
        positions_recorded: report.positions,
        moves_recorded: report.moves,
        duplicate: report.imported == 0,
    })
}

/// Imports the games of a job.
pub(super) fn import(service: &Service, payload: &str, task: &Task) -> Result<JobResult, Broken> {
    let payload: ImportPayload = krog_wire::read(payload).map_err(Broken::Failed)?;
    let usual = || service.settings().collection.clone();
    let store = service.store().ok_or(Broken::Left)?;
    let start = Instant::now();
    let (report, collection) = match &payload {
        ImportPayload::Text { into, pgn } => {
            let upload = Upload::new(pgn).map_err(|error| Broken::Failed(error.to_string()))?;
            let settings = settings(into.clone().unwrap_or_else(usual), MEMORY);
            let failed = |error: ImportError| match error {
                ImportError::Store(error) => error.into(),
                ImportError::Origin(error) => Broken::Failed(upload.hide(&error.to_string())),
            };
            let origins = [upload.origin()];
            let mut report = watched(task, |progress| {
                krog_importer::import(store.as_ref(), &origins, &settings, progress).map_err(failed)
            })?;
            for example in report.examples.values_mut().flatten() {
                example.file = upload.hide(&example.file);
            }
            (report, settings.collection)
        }
        ImportPayload::Fetch(request) => {
            let source = Source::find(&request.source)
                .ok_or_else(|| Broken::Failed(format!("found {:?}", request.source)))?;
            let source = source.map_err(|error| Broken::Failed(error.to_string()))?;
            let settings = settings(request.into.clone().unwrap_or_else(usual), MEMORY);
            let report = watched(task, |progress| {
                sync(
                    store.as_ref(),
                    service.services(),
                    &source,
                    &settings,
                    progress,
                )
                .map_err(|error| match error {
                    ImportError::Store(error) => error.into(),
                    ImportError::Origin(error) => Broken::Failed(error.to_string()),
                })
            })?;
            if let (0, Some(trouble)) = (report.processed, report.troubles.first()) {
                return Err(Broken::Failed(trouble.to_string()));
            }
            (report, settings.collection)
        }
    };
    service.answers().forget();
    let imported = summary(&report, &collection, start.elapsed());
    Ok(JobResult {
        imported: Some(to_value(&imported)),
        ..JobResult::default()
    })
}

/// Imports, and tells how far it is; stops when the job is left.
fn watched(
    task: &Task,
    import: impl FnOnce(&Progress) -> Result<Report, Broken> + Send,
) -> Result<Report, Broken> {
    let progress = Progress::default();
    thread::scope(|scope| {
        let work = scope.spawn(|| import(&progress));
        let mut left = Ok(());
        while !work.is_finished() {
            thread::sleep(GLANCE);
            if left.is_ok() {
                left = task.report(progress.read(), progress.size().unwrap_or(0));
                if left.is_err() {
                    progress.stop();
                }
            }
        }
        let report = work
            .join()
            .map_err(|_| Broken::Failed("the import broke off".to_owned()))?;
        left.and(report)
    })
}

/// What an import did, for clients.
pub fn summary(report: &Report, collection: &str, time: Duration) -> Imported {
    let skipped = report.skipped.iter();
    let examples = report.examples.iter().flat_map(|(reason, examples)| {
        examples.iter().map(|example| {
            let reason = reason.name();
            format!(
                "{reason}: {}:{}: {}",
                example.file, example.line, example.message
            )
        })
    });
    Imported {
        collection: collection.to_owned(),
        games_processed: report.processed,
        games_imported: report.imported,
        games_duplicate: report.duplicates,
        games_skipped: skipped
            .map(|(reason, count)| (reason.name(), *count))
            .collect(),
        positions_updated: report.positions,
        moves_updated: report.moves,
        seconds: time.as_secs_f64(),
        stopped: report.stopped,
        errors: report
            .broken
            .iter()
            .cloned()
            .chain(report.troubles.iter().map(ToString::to_string))
            .chain(examples)
            .collect(),
    }
}
