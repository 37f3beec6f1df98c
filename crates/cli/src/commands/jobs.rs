//! `krog jobs`: work in the background, done here, listed and cancelled.

use std::{sync::Arc, thread, time::Duration};

use anyhow::{Context as _, anyhow};
use krog_importer::{Services, ServicesSettings};
use krog_server::{
    Lending, QueueSettings, Service, Settings, Sources, job_status, new_job_id, now,
};
use krog_store::{JobState, NewJob, Store};
use krog_text::{Args, Language};
use krog_wire::{BackgroundRequest, JobStatus, to_json, to_line};

use super::{MESSAGES, analyze, print};
use crate::{
    args::{
        AnswerArgs, Format,
        jobs::{JobsCommand, RunArgs},
        store,
    },
    interrupt::Interrupt,
    outcome::{Failure, Outcome},
    progress::Progress,
};

/// How many jobs are listed.
const NEWEST: usize = 50;

/// How often a job is looked at.
const GLANCE: Duration = Duration::from_millis(200);

/// How many positions one search may take.
const MOST_NODES: u64 = 20_000_000;

pub(super) fn run(command: &JobsCommand, answer: AnswerArgs) -> Result<Outcome, Failure> {
    match command {
        JobsCommand::Run(args) => perform(args, answer),
        JobsCommand::List { store } => {
            let opened = store.open()?;
            let jobs = opened.desk().jobs(NEWEST).map_err(store::failure)?;
            let jobs: Vec<JobStatus> = jobs.into_iter().map(job_status).collect();
            print(&match answer.format {
                Format::Json => to_json(&jobs),
                Format::Text if jobs.is_empty() => say(answer.lang, "jobs-none", &Args::new()),
                Format::Text => {
                    let rows: Vec<String> = jobs.iter().map(|job| text(job, answer.lang)).collect();
                    rows.join("\n")
                }
            })?;
            Ok(Outcome::Yes)
        }
        JobsCommand::Cancel { id, store } => {
            let opened = store.open()?;
            let cancelled = opened.desk().cancel_job(id, now());
            if !cancelled.map_err(store::failure)? {
                let error = anyhow!("found {id:?}, expected the id of a job that has not ended");
                return Err(Failure::input("ID", error));
            }
            Ok(Outcome::Yes)
        }
    }
}

/// Puts a job on the desk, works on it, and shows how it goes.
fn perform(args: &RunArgs, answer: AnswerArgs) -> Result<Outcome, Failure> {
    let store: Arc<dyn Store> = args.store.create()?.into();
    let engines = args.engine.for_service();
    let engine = analyze::open(&args.engine, &engines)?;
    let services = Services::new(&ServicesSettings::default()).context("the services")?;
    let settings = Settings {
        collection: args.collection.clone(),
        limit: args.engine.limit(),
        most_nodes: MOST_NODES,
        lines: args.engine.multipv,
        queue: QueueSettings {
            engines: engines.engines,
            most_waiting: usize::MAX,
        },
        lending: Lending::default(),
        use_idle: false,
    };
    let request = BackgroundRequest {
        batch: args.batch,
        depth: args.engine.limit().max_depth(),
        min_games: args.min_games,
    };
    let id = new_job_id();
    let job = NewJob {
        id: &id,
        kind: args.kind.name(),
        payload: &to_line(&request),
        urgency: 1,
    };
    store.desk().add_job(&job, now()).map_err(store::failure)?;
    let sources = Sources {
        store: Some(store.clone()),
        engine: Some(Box::new(engine)),
        services,
    };
    let service = Service::new(sources, settings);
    let status = watch(store.as_ref(), &id, answer.lang);
    let runtime = tokio::runtime::Runtime::new().context("the runtime cannot start")?;
    runtime.block_on(service.shut_down());
    let status = status?;
    match answer.format {
        Format::Json => print(&to_json(&status))?,
        Format::Text => print(&text(&status, answer.lang))?,
    }
    Ok(match status.state {
        "done" => Outcome::Yes,
        _ => Outcome::No,
    })
}

/// How a job stands when it has ended or the user has had enough.
fn watch(store: &dyn Store, id: &str, language: Language) -> Result<JobStatus, Failure> {
    let interrupt = Interrupt::listen();
    let progress = Progress::without_end();
    loop {
        let job = store.desk().job(id).map_err(store::failure)?;
        let job = job.ok_or_else(|| Failure::Work(anyhow!("the job is gone")))?;
        let over = !matches!(job.state, JobState::Waiting | JobState::Running);
        let status = job_status(job);
        if over || interrupt.is_on() {
            return Ok(status);
        }
        progress.say(text(&status, language));
        thread::sleep(GLANCE);
    }
}

fn say(language: Language, id: &str, args: &Args) -> String {
    MESSAGES.text(language, id, args)
}

/// A job on one line.
fn text(job: &JobStatus, language: Language) -> String {
    let state = say(language, &format!("jobs-{}", job.state), &Args::new());
    let mut parts = vec![job.id.clone(), job.kind.clone(), state];
    let progress = job.progress;
    if progress.total > 0 {
        parts.push(format!("{}/{}", progress.done, progress.total));
    } else if progress.done > 0 {
        parts.push(progress.done.to_string());
    }
    parts.extend(job.error.clone());
    if let Some(positions) = job.result.as_ref().and_then(|result| result.positions) {
        let count = i64::try_from(positions).unwrap_or(i64::MAX);
        let args = Args::new().number("count", count);
        parts.push(say(language, "jobs-positions", &args));
    }
    parts.join("  ")
}
