//! Time and memory as the system counts them. Where the system does not tell,
//! time falls back to the clock on the wall and memory to nothing.

use std::{fs, time::Duration, time::Instant};

use krog_engine::search::Clock;

/// The clock on the wall, for search.
#[derive(Debug)]
pub struct Wall(Instant);

impl Wall {
    /// One that begins now.
    pub fn start() -> Wall {
        Wall(Instant::now())
    }
}

impl Clock for Wall {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}

/// The processor time that `work` takes on this thread, and its result. The
/// system may count in ticks of some milliseconds; work should be long beside them.
pub(crate) fn cpu_time<T>(work: impl FnOnce() -> T) -> (Duration, T) {
    let wall = Instant::now();
    let before = on_cpu();
    let result = work();
    let time = match (before, on_cpu()) {
        (Some(before), Some(after)) => after.saturating_sub(before),
        _ => wall.elapsed(),
    };
    (time, result)
}

/// The processor time of all processes that were started here and have ended.
/// The system counts it in hundredths of a second (man `proc_pid_stat`).
pub(crate) fn children_cpu_time() -> Option<Duration> {
    let text = fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program is in brackets and may hold spaces.
    let (_, rest) = text.rsplit_once(')')?;
    let fields: Vec<&str> = rest.split_whitespace().collect();
    let ticks = |index: usize| fields.get(index)?.parse::<u64>().ok();
    Some(Duration::from_millis(10 * (ticks(13)? + ticks(14)?)))
}

/// For how long the threads of a process were ready and had no processor, which
/// is the doing of others on the machine: the second number of schedstat.
pub(crate) fn waited(process: u32) -> Option<Duration> {
    let threads = fs::read_dir(format!("/proc/{process}/task")).ok()?;
    let waited = |entry: std::io::Result<fs::DirEntry>| {
        let text = fs::read_to_string(entry.ok()?.path().join("schedstat")).ok()?;
        text.split_whitespace().nth(1)?.parse::<u64>().ok()
    };
    Some(Duration::from_nanos(threads.filter_map(waited).sum()))
}

/// The largest resident memory of the process since [`forget_peak_memory`], in bytes.
pub(crate) fn peak_memory() -> Option<u64> {
    status("self", "VmHWM:")
}

/// The resident memory of a process, in bytes.
pub(crate) fn memory_of(process: u32) -> Option<u64> {
    status(&process.to_string(), "VmRSS:")
}

/// A size that the system tells about a process, in bytes.
fn status(process: &str, name: &str) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    let kilobytes: u64 = line.trim().trim_end_matches("kB").trim().parse().ok()?;
    Some(kilobytes * 1024)
}

/// Counts the peak from now on. Where that is not possible the peak stays
/// that of the whole process, which can only be larger.
pub(crate) fn forget_peak_memory() {
    // "5" is the kernel's word for it (man proc_pid_clear_refs).
    let _stays_larger = fs::write("/proc/self/clear_refs", "5");
}

/// Time spent on a processor by this thread: the first number of schedstat, in
/// nanoseconds (Linux Documentation/scheduler/sched-stats).
fn on_cpu() -> Option<Duration> {
    let text = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanos = text.split_whitespace().next()?.parse().ok()?;
    Some(Duration::from_nanos(nanos))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_takes_time() {
        let (time, ()) = cpu_time(|| {
            let start = Instant::now();
            while start.elapsed() < Duration::from_millis(50) {}
        });
        assert!(time > Duration::ZERO);
    }
}
