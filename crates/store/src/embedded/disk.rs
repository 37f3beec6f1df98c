//! Files that are whole or not there. Every step that a crash or a full disk
//! may interrupt has a name, so that tests can interrupt it.

use std::{
    fmt,
    fs::{self, File},
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
    sync::Arc,
};

/// A step of writing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Step {
    /// A file is made.
    Create,
    /// Bytes are handed to the system.
    Write,
    /// The system is asked to keep them.
    Sync,
    /// The file gets its name.
    Rename,
    /// The system is asked to keep the name.
    SyncFolder,
    /// The catalog is about to take the file in.
    Commit,
    /// The catalog has taken the file in.
    Committed,
    /// A file that nobody needs is removed.
    Remove,
}

/// Is asked before every step; an error is taken for one of the system.
pub type Watch = Arc<dyn Fn(Step) -> io::Result<()> + Send + Sync>;

/// The disk, with somebody who may interrupt.
#[derive(Clone, Default)]
pub(super) struct Disk {
    watch: Option<Watch>,
}

impl fmt::Debug for Disk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Disk").finish_non_exhaustive()
    }
}

impl Disk {
    pub(super) fn new(watch: Option<Watch>) -> Disk {
        Disk { watch }
    }

    pub(super) fn step(&self, step: Step) -> io::Result<()> {
        self.watch.as_ref().map_or(Ok(()), |watch| watch(step))
    }

    /// Begins a file that gets its name when it is [kept](Draft::keep).
    pub(super) fn draft(&self, path: &Path) -> io::Result<Draft> {
        self.step(Step::Create)?;
        let mut temporary = path.as_os_str().to_owned();
        temporary.push(".new");
        let temporary = PathBuf::from(temporary);
        let file = File::create(&temporary)?;
        let output = Output {
            file,
            disk: self.clone(),
        };
        Ok(Draft {
            out: BufWriter::with_capacity(1 << 20, output),
            temporary,
            path: path.to_owned(),
        })
    }

    /// Removes a file that nobody needs; that it stays is no harm.
    pub(super) fn remove(&self, path: &Path) {
        let _stays = self.step(Step::Remove).and_then(|()| fs::remove_file(path));
    }
}

/// A file that has no name yet. Dropped, it is removed.
#[derive(Debug)]
pub(super) struct Draft {
    out: BufWriter<Output>,
    temporary: PathBuf,
    path: PathBuf,
}

#[derive(Debug)]
struct Output {
    file: File,
    disk: Disk,
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.disk.step(Step::Write)?;
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl Draft {
    /// Gives the file its name, once all of it is on disk.
    pub(super) fn keep(mut self) -> io::Result<PathBuf> {
        self.out.flush()?;
        let output = self.out.get_ref();
        output.disk.step(Step::Sync)?;
        output.file.sync_all()?;
        output.disk.step(Step::Rename)?;
        fs::rename(&self.temporary, &self.path)?;
        output.disk.step(Step::SyncFolder)?;
        if let Some(folder) = self.path.parent() {
            File::open(folder)?.sync_all()?;
        }
        Ok(self.path.clone())
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        // After a rename there is nothing of that name.
        let _gone = fs::remove_file(&self.temporary);
    }
}
