//! `krog worker`: searches for a service on another machine.

use std::{num::NonZeroUsize, thread};

use anyhow::anyhow;
use krog_analyst::{Settings, open};
use krog_server::{
    new_job_id,
    worker::{WorkerSettings, work},
};
use krog_text::Args;

use super::{MESSAGES, print};
use crate::{
    args::{AnswerArgs, WorkerArgs},
    interrupt::Interrupt,
    outcome::{Failure, Outcome},
};

pub(super) fn run(args: &WorkerArgs, answer: AnswerArgs) -> Result<Outcome, Failure> {
    let cores = || thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let engines = args.threads.unwrap_or_else(cores);
    let settings = Settings {
        engines,
        ..Settings::default()
    };
    let engine = open(&args.engine, &settings);
    let engine = engine.map_err(|error| Failure::input("--engine", anyhow!(error)))?;
    let settings = WorkerSettings {
        server: args.server.clone(),
        key: args.key.clone(),
        name: args.name.clone().unwrap_or_else(new_job_id),
        engines,
        once: args.once,
    };
    let interrupt = Interrupt::listen();
    let tell = |text: &str| eprintln!("krog: {text}");
    let done = work(&settings, &engine, &|| interrupt.is_on(), &tell);
    let numbers = Args::new()
        .number("orders", done.orders)
        .number("positions", done.positions);
    print(&MESSAGES.text(answer.lang, "worker-done", &numbers))?;
    match done.refused {
        None => Ok(Outcome::Yes),
        Some(reason) => Err(Failure::input("--server", anyhow!(reason))),
    }
}
