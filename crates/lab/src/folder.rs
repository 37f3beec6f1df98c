//! Folders that go with the measure that made them.

use std::{env, fs, path::PathBuf};

/// A folder that goes with its measure.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Result<Folder, String> {
        let path = env::temp_dir().join(format!("krog-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).map_err(|error| error.to_string())?;
        Ok(Folder(path))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _stays = fs::remove_dir_all(&self.0);
    }
}
