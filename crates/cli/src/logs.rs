//! The log of the service, on standard error.

use std::{fs, io};

use tracing_subscriber::{
    Layer as _,
    filter::{LevelFilter, Targets},
    fmt,
    layer::SubscriberExt as _,
    util::SubscriberInitExt as _,
};

use crate::args::{Level, Log};

/// Files that the store and the engines may need beside connections.
const OTHER_FILES: usize = 128;

/// Starts to write. Only krog's own words are written: what libraries say may
/// hold addresses with passwords.
pub(crate) fn start(log: Log, level: Level) {
    let level = match level {
        Level::Error => LevelFilter::ERROR,
        Level::Warn => LevelFilter::WARN,
        Level::Info => LevelFilter::INFO,
        Level::Debug => LevelFilter::DEBUG,
    };
    let own = Targets::new()
        .with_default(LevelFilter::OFF)
        .with_target("krog", level);
    let lines = fmt::layer()
        .with_writer(io::stderr)
        .with_target(false)
        .with_ansi(false)
        .log_internal_errors(false);
    let registry = tracing_subscriber::registry();
    let started = match log {
        Log::Off => return,
        Log::Text => registry.with(lines.with_filter(own)).try_init(),
        Log::Json => {
            let objects = lines.json().flatten_event(true).with_current_span(false);
            registry.with(objects.with_filter(own)).try_init()
        }
    };
    if started.is_err() {
        eprintln!("krog: the log was started before");
    }
}

/// How many connections the files that the system allows are enough for.
pub(crate) fn most_connections() -> usize {
    let limits = fs::read_to_string("/proc/self/limits").unwrap_or_default();
    let line = limits
        .lines()
        .find_map(|line| line.strip_prefix("Max open files"));
    let files = line.and_then(|line| line.split_whitespace().next()?.parse::<usize>().ok());
    files.map_or(usize::MAX, |files| {
        files.saturating_sub(OTHER_FILES).max(16)
    })
}
