//! Finds engines that are installed.

use std::{
    env,
    ffi::OsStr,
    path::{Path, PathBuf},
};

/// Where Debian puts games, which is not always on the search path.
const DEBIAN_GAMES: &str = "/usr/games";

/// Stockfish on this machine: on the search path, or where Debian puts it.
pub fn find_stockfish() -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    find("stockfish", &path).or_else(|| find("stockfish", OsStr::new(DEBIAN_GAMES)))
}

fn find(program: &str, path: &OsStr) -> Option<PathBuf> {
    env::split_paths(path)
        .map(|folder| folder.join(program))
        .find(|candidate| is_program(candidate))
}

#[cfg(unix)]
fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    path.metadata()
        .is_ok_and(|file| file.is_file() && file.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(path: &Path) -> bool {
    path.is_file()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_programs_on_the_path_are_found() {
        let shell = find("sh", OsStr::new("/nonexistent:/bin:/usr/bin"));
        assert!(shell.is_some_and(|path| path.ends_with("sh")));
        assert_eq!(find("sh", OsStr::new("/nonexistent")), None);
        // A folder and a plain file are no programs.
        assert_eq!(find("bin", OsStr::new("/usr")), None);
        assert_eq!(find("passwd", OsStr::new("/etc")), None);
    }
}
