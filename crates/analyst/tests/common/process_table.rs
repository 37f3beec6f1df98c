//! A look at the process table. One test at a time has engines, so that what
//! is found there is its own.

use std::{
    fs,
    sync::{Mutex, MutexGuard, PoisonError},
};

static ALONE: Mutex<()> = Mutex::new(());

/// Keeps other tests from starting engines.
pub(crate) fn alone() -> MutexGuard<'static, ()> {
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Fails when anything that was started is still there, alive or dead.
#[track_caller]
pub(crate) fn check_nothing_is_left() {
    assert_eq!(children(), Vec::<String>::new());
}

/// The entries of all children of this process.
fn children() -> Vec<String> {
    let me = std::process::id().to_string();
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries
        .filter_map(|entry| fs::read_to_string(entry.path().join("stat")).ok())
        .filter(|stat| {
            // pid (name) state parent …
            let after = stat.rsplit(')').next().unwrap_or_default();
            after.split_whitespace().nth(1) == Some(me.as_str())
        })
        .collect()
}
