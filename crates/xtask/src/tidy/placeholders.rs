//! Nothing is left for later in the tree: no code to be written, no test
//! switched off without a reason.

use super::Finding;
use super::items::starts_with;
use super::tokens::{Token, tokens};
use super::tree::TextFile;

/// Sequences of tokens that stand for something missing, with what was
/// expected instead.
const PLACEHOLDERS: &[(&[&str], &str)] = &[
    (&["todo", "!"], "the code itself"),
    (&["unimplemented", "!"], "the code itself"),
    (&["#", "[", "ignore", "]"], "a reason, as in ignore = \"…\""),
    (&[",", "ignore", ")", "]"], "a reason, as in ignore = \"…\""),
];

/// Places where something is left for later.
pub fn placeholders(file: &TextFile) -> Vec<Finding> {
    if !file.is_rust() {
        return Vec::new();
    }
    let tokens = tokens(&file.text);
    let mut findings = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        for (sequence, expected) in PLACEHOLDERS {
            if starts_with(&tokens[at..], sequence) {
                let found = written(&tokens[at..at + sequence.len()]);
                findings.push(Finding::new(&file.path, token.line, found, *expected));
            }
        }
    }
    findings
}

fn written(tokens: &[Token<'_>]) -> String {
    let text: String = tokens.iter().map(|token| token.text).collect();
    format!("`{text}`")
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
        check_findings(&placeholders(&file), expected);
    }

    #[test]
    fn code_to_be_written_is_found() {
        check(
            "fn a() {\n    todo!()\n}",
            &["a.rs:2: `todo!`, expected the code itself"],
        );
        check(
            "std::unimplemented!(\"later\")",
            &["a.rs:1: `unimplemented!`, expected the code itself"],
        );
        check("// todo!\nlet todo = \"todo!\";", &[]);
    }

    #[test]
    fn a_test_switched_off_has_a_reason() {
        check("#[ignore = \"takes an hour\"]", &[]);
        check(
            "#[test]\n#[ignore]",
            &["a.rs:2: `#[ignore]`, expected a reason, as in ignore = \"…\""],
        );
        check(
            "#[cfg_attr(unix, ignore)]",
            &["a.rs:1: `,ignore)]`, expected a reason, as in ignore = \"…\""],
        );
    }
}
