//! What is wrong with a file of the store.

use std::{
    io,
    path::{Path, PathBuf},
};

use thiserror::Error;

/// A file that cannot be answered from.
#[derive(Debug, Error)]
pub enum Damage {
    /// The bytes are not those that were written.
    #[error("{}: the {part} is not as it was written; the file is damaged", .file.display())]
    Changed {
        /// The file.
        file: PathBuf,
        /// Which part of it.
        part: &'static str,
    },
    /// The file could not be read or written.
    #[error("{}: {error}", .file.display())]
    Io {
        /// The file.
        file: PathBuf,
        /// What the system says.
        error: io::Error,
    },
}

impl Damage {
    pub(super) fn changed(file: &Path, part: &'static str) -> Damage {
        Damage::Changed {
            file: file.to_owned(),
            part,
        }
    }

    pub(super) fn io(file: &Path, error: io::Error) -> Damage {
        Damage::Io {
            file: file.to_owned(),
            error,
        }
    }

    /// Whether the file is not there at all.
    pub(super) fn is_absence(&self) -> bool {
        matches!(self, Damage::Io { error, .. } if error.kind() == io::ErrorKind::NotFound)
    }
}
