//! The text files of the project: what git tracks or would track, or, without
//! git, what lies in the tree beside the output of builds.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use crate::call::Call;

/// A text file of the project.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextFile {
    /// The path from the root, with forward slashes.
    pub path: String,
    /// The content.
    pub text: String,
}

/// Folders that hold no source, for a tree without git.
const SKIPPED: &[&str] = &[".git", "target", "node_modules", "artifacts"];

impl TextFile {
    /// The last part of the path.
    pub fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or(&self.path)
    }

    /// Whether the file is Rust.
    pub fn is_rust(&self) -> bool {
        self.has_extension("rs")
    }

    /// Whether the name ends in a full stop and this.
    pub fn has_extension(&self, extension: &str) -> bool {
        let ending = self.name().rsplit_once('.').map(|(_, ending)| ending);
        ending == Some(extension)
    }
}

/// Reads all text files below the root, in the order of their paths.
pub fn read(root: &Path) -> Result<Vec<TextFile>> {
    let mut paths = match listed_by_git(root) {
        Some(paths) => paths,
        None => walk(root)?,
    };
    paths.sort_unstable();
    paths.dedup();
    let mut files = Vec::with_capacity(paths.len());
    for path in paths {
        let file = root.join(&path);
        // What git still lists may be gone from the tree.
        if !file.is_file() {
            continue;
        }
        let bytes = fs::read(&file).with_context(|| format!("could not read {path}"))?;
        // What is not UTF-8 is not text.
        if let Ok(text) = String::from_utf8(bytes) {
            files.push(TextFile { path, text });
        }
    }
    Ok(files)
}

fn listed_by_git(root: &Path) -> Option<Vec<String>> {
    // New files count before they are added.
    let arguments = "ls-files -z --cached --others --exclude-standard".split(' ');
    let output = Call::new("git", arguments, root).output().ok()?;
    let paths = String::from_utf8(output).ok()?;
    let paths: Vec<_> = paths.split_terminator('\0').map(str::to_owned).collect();
    // A project unpacked inside some other repository is not tracked there.
    (!paths.is_empty()).then_some(paths)
}

fn walk(root: &Path) -> Result<Vec<String>> {
    let mut paths = Vec::new();
    let mut folders = vec![String::new()];
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(root.join(&folder))
            .with_context(|| format!("could not list the folder `{folder}`"))?;
        for entry in entries {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let path = format!("{folder}{name}");
            let kind = entry.file_type()?;
            if kind.is_file() {
                paths.push(path);
            } else if kind.is_dir() && !SKIPPED.contains(&name.as_str()) {
                folders.push(format!("{path}/"));
            }
        }
    }
    Ok(paths)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_walk_passes_by_the_output_of_builds() {
        let root = std::env::temp_dir().join(format!("krog-xtask-walk-{}", std::process::id()));
        for file in ["a.rs", "b/c.rs", "target/d.rs", "b/node_modules/e.ts"] {
            let file = root.join(file);
            fs::create_dir_all(file.parent().expect("below the root")).expect("a folder");
            fs::write(file, "").expect("a file");
        }
        let mut paths = walk(&root).expect("the tree can be read");
        paths.sort();
        assert_eq!(paths, ["a.rs", "b/c.rs"]);
        fs::remove_dir_all(root).expect("created above");
    }

    #[track_caller]
    fn check(path: &str, name: &str, is_rust: bool) {
        let file = TextFile {
            path: path.to_owned(),
            text: String::new(),
        };
        assert_eq!((file.name(), file.is_rust()), (name, is_rust));
    }

    #[test]
    fn a_file_is_known_by_the_end_of_its_path() {
        check("README.md", "README.md", false);
        check("crates/chess/src/lib.rs", "lib.rs", true);
        check("crates/chess/rs", "rs", false);
    }
}
