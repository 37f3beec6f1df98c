//! How far the work is, on standard error, where a person sees it; nothing when
//! the output goes to a file or a program.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// How often the display moves when there is no news.
const TICK: Duration = Duration::from_millis(200);

/// A display of progress that vanishes when it is dropped.
pub(crate) struct Progress(ProgressBar);

impl Progress {
    /// A bar for work of so many steps, with the time that is left, as in
    /// `positions ━━━━━──── 40/81 12s`.
    pub(crate) fn of(steps: usize, what: &str) -> Progress {
        let bar = ProgressBar::new(u64::try_from(steps).unwrap_or(u64::MAX));
        let style = ProgressStyle::with_template("{msg} {bar:40} {pos}/{len} {eta}");
        bar.set_style(
            style
                .expect("the template is well formed")
                .progress_chars("━━─"),
        );
        bar.set_message(what.to_owned());
        bar.enable_steady_tick(TICK);
        Progress(bar)
    }

    /// A bar for reading so many bytes, with the time that is left.
    pub(crate) fn of_bytes(size: u64) -> Progress {
        let bar = ProgressBar::new(size);
        let style = ProgressStyle::with_template("{bar:40} {percent}% {eta} {msg}");
        bar.set_style(
            style
                .expect("the template is well formed")
                .progress_chars("━━─"),
        );
        bar.enable_steady_tick(TICK);
        Progress(bar)
    }

    /// So much is done.
    pub(crate) fn reach(&self, done: u64) {
        self.0.set_position(done);
    }

    /// A sign of life for work that has no known end.
    pub(crate) fn without_end() -> Progress {
        let bar = ProgressBar::new_spinner();
        bar.enable_steady_tick(TICK);
        Progress(bar)
    }

    /// One step is done.
    pub(crate) fn step(&self) {
        self.0.inc(1);
    }

    /// Tells how things stand.
    pub(crate) fn say(&self, text: String) {
        self.0.set_message(text);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
