//! No text of the project names a folder of one person's machine: it would mean
//! nothing on another. Lock files are written by tools and left alone.

use super::Finding;
use super::tree::TextFile;

// Put together from parts, so that this file does not name them either.
const PRIVATE: &[&str] = &[
    concat!("/", "home/"),
    concat!("/", "root/"),
    concat!("/", "work/"),
    concat!("/", "Users/"),
];

const LOCK_FILES: &[&str] = &["Cargo.lock", "package-lock.json"];

/// Lines that name a folder of one machine.
pub fn machine_paths(file: &TextFile) -> Vec<Finding> {
    if LOCK_FILES.contains(&file.name()) {
        return Vec::new();
    }
    let mut findings = Vec::new();
    for (index, line) in file.text.lines().enumerate() {
        for folder in PRIVATE {
            if names_folder(line, folder) {
                findings.push(Finding::new(
                    &file.path,
                    index + 1,
                    format!("a path below {folder}"),
                    "no path of one machine",
                ));
            }
        }
    }
    findings
}

/// Whether the line names the folder from the root; inside a longer path or an
/// address it is someone else's folder.
fn names_folder(line: &str, folder: &str) -> bool {
    line.match_indices(folder).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        !before.is_some_and(|c| c.is_alphanumeric() || "._-~}*/>".contains(c))
    })
}

#[cfg(test)]
mod tests {
    use super::super::check_findings;
    use super::*;

    #[track_caller]
    fn check(path: &str, text: &str, lines: &[usize]) {
        let file = TextFile {
            path: path.to_owned(),
            text: text.to_owned(),
        };
        let expected: Vec<_> = lines
            .iter()
            .map(|line| {
                let folder = PRIVATE[0];
                format!("{path}:{line}: a path below {folder}, expected no path of one machine")
            })
            .collect();
        let expected: Vec<_> = expected.iter().map(String::as_str).collect();
        check_findings(&machine_paths(&file), &expected);
    }

    #[test]
    fn folders_of_one_machine_are_found() {
        check("a.md", &format!("see\n`{}me/a.pgn`", PRIVATE[0]), &[2]);
        check("a.rs", &format!("{}me", PRIVATE[0]), &[1]);
        check("a.sh", &format!("A={}me", PRIVATE[0]), &[1]);
    }

    #[test]
    fn addresses_longer_paths_and_lock_files_are_fine() {
        check("a.md", &format!("https://example.org{}", PRIVATE[0]), &[]);
        check("a.md", &format!("docs{}", PRIVATE[0]), &[]);
        check("Cargo.lock", &format!("{}me", PRIVATE[0]), &[]);
        check("web/package-lock.json", &format!("{}me", PRIVATE[0]), &[]);
    }
}
