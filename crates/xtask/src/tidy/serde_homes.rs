//! Keeps serde where types leave the process: the JSON contract, the codecs of
//! the stores and the files of profiles. Everywhere else types stay free to
//! change without anyone outside noticing.

use super::Finding;
use super::items::{after_brackets, starts_with};
use super::tokens::{Token, tokens};
use super::tree::TextFile;

/// Folders and files where serde is at home, with the reason.
pub const HOMES: &[(&str, &str)] = &[("crates/wire/", "the JSON contract")];

/// Uses of serde away from home.
pub fn serde_homes(file: &TextFile) -> Vec<Finding> {
    let at_home = HOMES.iter().any(|(home, _)| file.path.starts_with(home));
    if at_home || !file.is_rust() {
        return Vec::new();
    }
    let tokens = tokens(&file.text);
    let mut lines: Vec<_> = tokens
        .iter()
        .enumerate()
        .filter(|(at, token)| token.is("serde") || derives_serde(&tokens, *at))
        .map(|(_, token)| token.line)
        .collect();
    lines.dedup();
    let homes: Vec<_> = HOMES.iter().map(|(home, _)| *home).collect();
    let expected = format!("serde only in {}", homes.join(", "));
    lines
        .into_iter()
        .map(|line| Finding::new(&file.path, line, "a use of serde", expected.clone()))
        .collect()
}

/// Whether a derive of serde's traits stands at this token.
fn derives_serde(tokens: &[Token<'_>], at: usize) -> bool {
    starts_with(&tokens[at..], &["derive", "("])
        && tokens[at..after_brackets(tokens, at + 1)]
            .iter()
            .any(|token| token.is("Serialize") || token.is("Deserialize"))
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
                format!("{path}:{line}: a use of serde, expected serde only in crates/wire/")
            })
            .collect();
        let expected: Vec<_> = expected.iter().map(String::as_str).collect();
        check_findings(&serde_homes(&file), &expected);
    }

    #[test]
    fn serde_is_seen_in_imports_derives_and_attributes() {
        let path = "crates/chess/src/score.rs";
        check(path, "use serde::Serialize;", &[1]);
        check(path, "use serde::{\n    Serialize,\n};", &[1]);
        check(
            path,
            "struct A;\n#[derive(Clone, Serialize)]\nstruct B;",
            &[2],
        );
        check(path, "#[derive(\n    Clone,\n    Deserialize,\n)]", &[1]);
        check(
            path,
            "#[cfg_attr(feature = \"a\", derive(serde::Serialize))]",
            &[1],
        );
        check(path, "#[serde(rename = \"a\")]\na: u8,", &[1]);
    }

    #[test]
    fn what_only_looks_like_serde_is_fine() {
        let path = "crates/chess/src/score.rs";
        check(path, "use serde_json::Value; // serde", &[]);
        check(path, "let a = \"use serde\"; struct Serialize;", &[]);
        check("README.md", "use serde::Serialize;", &[]);
    }

    #[test]
    fn serde_is_at_home_in_the_contract() {
        check("crates/wire/src/review.rs", "use serde::Serialize;", &[]);
    }
}
