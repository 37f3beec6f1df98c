//! Where things are: the root of the project, the folder of large data beside
//! it, and how cargo is called from here.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use crate::call::Call;

/// The variable that tells tests where the large data is.
pub const SHARED_VARIABLE: &str = "KROG_SHARED";

/// The project on disk.
#[derive(Clone, Debug)]
pub struct Workspace {
    /// The folder with the workspace manifest.
    pub root: PathBuf,
    /// Where the large data is.
    pub shared: Shared,
}

/// The folder of large data that some tests read when it is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shared {
    /// The user named it in `KROG_SHARED`; the variable is passed on as it is.
    Given,
    /// It lies beside the project.
    Beside(PathBuf),
    /// There is none.
    Absent,
}

impl Workspace {
    /// The workspace that this crate belongs to.
    pub fn find() -> Result<Self> {
        // Cargo names the crate it runs; the folder of the build is the answer
        // when the binary is started by hand.
        let crate_folder = env::var_os("CARGO_MANIFEST_DIR")
            .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
        let root = crate_folder
            .ancestors()
            .nth(2)
            .with_context(|| {
                let found = crate_folder.display();
                format!(
                    "the crate lies in {found}, expected a folder `crates/xtask` in a workspace"
                )
            })?
            .to_owned();
        ensure!(
            root.join("Cargo.toml").is_file(),
            "no Cargo.toml in {}, expected the workspace manifest; start this through `cargo xtask`",
            root.display()
        );
        let shared = Shared::find(&root, env::var_os(SHARED_VARIABLE));
        Ok(Self { root, shared })
    }

    /// A call of the cargo that started this program, from the root.
    pub fn cargo<I>(&self, arguments: I) -> Call
    where
        I: IntoIterator,
        I::Item: Into<String>,
    {
        let call = self.cargo_in("", arguments);
        match absolute_target_dir() {
            Some(folder) => call.with("CARGO_TARGET_DIR", folder),
            None => call,
        }
    }

    /// A call of that cargo from a folder below the root, where nothing is said
    /// about the folder it builds in.
    pub fn cargo_in<I>(&self, folder: &str, arguments: I) -> Call
    where
        I: IntoIterator,
        I::Item: Into<String>,
    {
        let program = env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
        Call::new(program, arguments, &self.root.join(folder)).shown_as("cargo")
    }

    /// Adds to a call where the large data is, unless the user has said it.
    #[must_use]
    pub fn with_shared(&self, call: Call) -> Call {
        match &self.shared {
            Shared::Beside(folder) => call.with(SHARED_VARIABLE, folder.to_string_lossy()),
            Shared::Given | Shared::Absent => call,
        }
    }

    /// Says once where the large data is, or what its absence means.
    pub fn announce_shared(&self) {
        match &self.shared {
            Shared::Given => eprintln!("large data: as {SHARED_VARIABLE} says"),
            Shared::Beside(folder) => eprintln!("large data: {}", folder.display()),
            Shared::Absent => eprintln!(
                "large data: none (no ../shared, {SHARED_VARIABLE} not set); tests that need it are skipped"
            ),
        }
    }
}

impl Shared {
    fn find(root: &Path, given: Option<OsString>) -> Self {
        if given.is_some_and(|folder| !folder.is_empty()) {
            return Self::Given;
        }
        match root.join("../shared").canonicalize() {
            Ok(folder) if folder.is_dir() => Self::Beside(folder),
            _ => Self::Absent,
        }
    }
}

/// `CARGO_TARGET_DIR` made absolute when it is relative: it is relative to
/// where the user stands, and the calls here stand at the root.
fn absolute_target_dir() -> Option<String> {
    let folder = PathBuf::from(env::var_os("CARGO_TARGET_DIR")?);
    if folder.is_absolute() || folder.as_os_str().is_empty() {
        return None;
    }
    let absolute = env::current_dir().ok()?.join(folder);
    Some(absolute.to_string_lossy().into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(root: &Path, given: Option<&str>, expected: &Shared) {
        assert_eq!(&Shared::find(root, given.map(OsString::from)), expected);
    }

    #[test]
    fn shared_is_what_the_user_says_or_what_lies_beside() {
        let base = env::temp_dir().join(format!("krog-xtask-shared-{}", std::process::id()));
        let (alone, beside) = (base.join("a/project"), base.join("b/project"));
        for folder in [&alone, &beside, &base.join("b/shared")] {
            std::fs::create_dir_all(folder).expect("a folder below the temporary one");
        }
        let found = base.join("b/shared").canonicalize().expect("just created");

        check(&alone, None, &Shared::Absent);
        check(&alone, Some(""), &Shared::Absent);
        check(&alone, Some("elsewhere"), &Shared::Given);
        check(&beside, Some("elsewhere"), &Shared::Given);
        check(&beside, None, &Shared::Beside(found));
        std::fs::remove_dir_all(&base).expect("created above");
    }

    #[test]
    fn the_workspace_is_found() {
        let workspace = Workspace::find().expect("this crate lies in its workspace");
        assert!(workspace.root.join("crates/xtask/Cargo.toml").is_file());
    }
}
