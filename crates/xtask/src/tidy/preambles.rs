//! Every Rust file opens with a sentence on what it is for, so that a reader
//! can decide on the first line whether to read on.

use super::Finding;
use super::tree::TextFile;

/// Rust files that do not open with an inner doc comment.
pub fn preambles(file: &TextFile) -> Vec<Finding> {
    if !file.is_rust() {
        return Vec::new();
    }
    let first = file.text.lines().next().unwrap_or_default();
    let sentence = first.strip_prefix("//!").unwrap_or_default();
    if !sentence.trim().is_empty() {
        return Vec::new();
    }
    let found = if first.is_empty() {
        "an empty first line".to_owned()
    } else {
        format!("`{first}`")
    };
    let expected = "`//!` and what the file is for";
    vec![Finding::new(&file.path, 1, found, expected)]
}

#[cfg(test)]
mod tests {
    use super::super::check_findings;
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let file = TextFile {
            path: "a.rs".to_owned(),
            text: text.to_owned(),
        };
        check_findings(&preambles(&file), expected);
    }

    #[test]
    fn a_file_opens_with_what_it_is_for() {
        check("//! Scores.\n", &[]);
        check(
            "use std::fmt;\n\n//! Scores.",
            &["a.rs:1: `use std::fmt;`, expected `//!` and what the file is for"],
        );
        check(
            "//!\n",
            &["a.rs:1: `//!`, expected `//!` and what the file is for"],
        );
        check(
            "",
            &["a.rs:1: an empty first line, expected `//!` and what the file is for"],
        );
    }
}
