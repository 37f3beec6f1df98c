//! What a source file may not be called: names that say nothing about what is
//! inside, and `mod.rs`, which hides its name in its folder.

use super::Finding;
use super::tree::TextFile;

/// Names that fit anything.
const EMPTY_NAMES: &[&str] = &[
    "util", "utils", "helper", "helpers", "manager", "data", "info", "process",
];

/// Rust files with a name that they may not have.
pub fn names(file: &TextFile) -> Vec<Finding> {
    let name = file.name();
    let Some(stem) = name.strip_suffix(".rs") else {
        return Vec::new();
    };
    let expected = if stem == "mod" {
        "foo.rs beside foo/"
    } else if EMPTY_NAMES.contains(&stem) {
        "a name for what is in the file"
    } else {
        return Vec::new();
    };
    vec![Finding::new(
        &file.path,
        1,
        format!("a file called {name}"),
        expected,
    )]
}

#[cfg(test)]
mod tests {
    use super::super::check_findings;
    use super::*;

    #[track_caller]
    fn check(path: &str, expected: &[&str]) {
        let file = TextFile {
            path: path.to_owned(),
            text: String::new(),
        };
        check_findings(&names(&file), expected);
    }

    #[test]
    fn a_file_has_a_name_of_its_own() {
        check("crates/chess/src/score.rs", &[]);
        check("crates/chess/src/model.rs", &[]);
        check("data/info.json", &[]);
        check(
            "crates/chess/src/pgn/mod.rs",
            &["crates/chess/src/pgn/mod.rs:1: a file called mod.rs, expected foo.rs beside foo/"],
        );
        for name in EMPTY_NAMES {
            check(
                &format!("src/{name}.rs"),
                &[&format!(
                    "src/{name}.rs:1: a file called {name}.rs, expected a name for what is in the file"
                )],
            );
        }
    }
}
