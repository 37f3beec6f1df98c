//! Keeps the rules library's own verdicts out of `logic`: legality, check and
//! outcome are derived there from movement, path and attack, or they would prove
//! nothing. Its tests may ask the library, as an oracle.

use super::Finding;
use super::items::without_tests;
use super::tokens::tokens;
use super::tree::TextFile;

/// Where the verdicts are not to be asked for.
const HOME: &str = "crates/logic/src/";

/// The verdicts.
const VERDICTS: &[&str] = &[
    "legal_moves",
    "is_legal",
    "is_check",
    "is_checkmate",
    "is_stalemate",
    "is_insufficient_material",
    "is_game_over",
    "outcome",
];

/// Uses of the library's verdicts in `logic`.
pub fn derivation(file: &TextFile) -> Vec<Finding> {
    if !file.path.starts_with(HOME) || !file.is_rust() {
        return Vec::new();
    }
    without_tests(&tokens(&file.text))
        .iter()
        .filter(|token| VERDICTS.contains(&token.text))
        .map(|token| {
            Finding::new(
                &file.path,
                token.line,
                format!("`{}`", token.text),
                "a verdict derived from the operators",
            )
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::check_findings;
    use super::*;

    #[track_caller]
    fn check(path: &str, text: &str, expected: &[&str]) {
        let file = TextFile {
            path: path.to_owned(),
            text: text.to_owned(),
        };
        check_findings(&derivation(&file), expected);
    }

    #[test]
    fn the_librarys_verdict_is_found() {
        check(
            "crates/logic/src/rules.rs",
            "let a = 1;\nposition.legal_moves();",
            &[
                "crates/logic/src/rules.rs:2: `legal_moves`, expected a verdict derived from the operators",
            ],
        );
    }

    #[test]
    fn tests_and_other_crates_may_ask() {
        let asks = "position.is_legal(m)";
        check("crates/chess/src/line.rs", asks, &[]);
        check("crates/logic/tests/norms.rs", asks, &[]);
        let in_tests = format!("#[cfg(test)]\nmod tests {{\n    fn f() {{ {asks} }}\n}}");
        check("crates/logic/src/rules.rs", &in_tests, &[]);
        check(
            "crates/logic/src/rules.rs",
            "// is_legal\nlet a = \"outcome\";",
            &[],
        );
    }
}
