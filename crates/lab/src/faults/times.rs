//! The clock of one process, which can be put forward and back while it runs: the
//! time of day that libfaketime tells it. How time passes stays true, as it does
//! when a machine's clock is set.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// A clock that some processes go by.
pub(super) struct Clock {
    library: PathBuf,
    file: PathBuf,
    /// How many seconds it is ahead of the true time.
    ahead: i64,
}

impl Clock {
    /// A clock that is right.
    pub(super) fn new(folder: &Path, name: &str) -> Result<Clock, String> {
        let libraries = fs::read_dir("/usr/lib").into_iter().flatten().flatten();
        let library = libraries
            .map(|entry| entry.path().join("faketime/libfaketimeMT.so.1"))
            .find(|path| path.is_file());
        let missing = "found no libfaketime: `cargo xtask setup` installs it";
        let clock = Clock {
            library: library.ok_or(missing)?,
            file: folder.join(format!("{name}.clock")),
            ahead: 0,
        };
        clock.show()?;
        Ok(clock)
    }

    /// Puts it forward, or back.
    pub(super) fn jump(&mut self, seconds: i64) -> Result<(), String> {
        self.ahead += seconds;
        self.show()
    }

    /// Lets a process go by it.
    pub(super) fn give_to(&self, command: &mut Command) {
        command
            .env("LD_PRELOAD", &self.library)
            .env("FAKETIME_TIMESTAMP_FILE", &self.file)
            .env("FAKETIME_NO_CACHE", "1")
            .env("FAKETIME_DONT_FAKE_MONOTONIC", "1");
    }

    fn show(&self) -> Result<(), String> {
        // Under another name first: whoever reads it sees a whole number.
        let new = self.file.with_extension("new");
        fs::write(&new, format!("{:+}s\n", self.ahead))
            .and_then(|()| fs::rename(&new, &self.file))
            .map_err(|error| format!("{}: {error}", self.file.display()))
    }
}
