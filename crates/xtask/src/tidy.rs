//! The tidy rules: what the tree has to look like, as pure functions from a
//! path and a text to findings. `tests/tidy.rs` runs each over the real tree.
//! What clippy or rustfmt can tell is not told here.

use std::fmt;

pub mod budgets;
pub mod dependencies;
pub mod derivation;
pub mod exemptions;
pub mod items;
pub mod machine_paths;
pub mod manifests;
pub mod messages;
pub mod names;
pub mod placeholders;
pub mod preambles;
pub mod purity;
pub mod serde_homes;
pub mod tokens;
pub mod tree;

use exemptions::Exemption;

/// What a finding is about; exemptions name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Who may depend on whom.
    Dependencies,
    /// Core crates do no I/O and read no clock.
    Purity,
    /// Legality is derived, not asked for.
    Derivation,
    /// How long a file may be.
    FileLength,
    /// How long a function may be.
    FunctionLength,
    /// What a file may not be called.
    Names,
    /// Where serde may be used.
    SerdeHomes,
    /// Nothing is left for later.
    Placeholders,
    /// Every message exists in every language.
    Messages,
    /// No path of one machine.
    MachinePaths,
    /// What a crate's manifest says.
    Manifests,
    /// How a file opens.
    Preambles,
}

/// Something that is not as a rule expects it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The file, from the root.
    pub path: String,
    /// The line; 1 when it is about the whole file.
    pub line: usize,
    /// The item of the file it is about, such as a function; may be empty.
    pub item: String,
    /// What was measured, where the rule is a budget.
    pub size: Option<usize>,
    /// What was found.
    pub found: String,
    /// What was expected.
    pub expected: String,
}

impl Finding {
    /// A finding about a line of a file.
    pub fn new(
        path: &str,
        line: usize,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) -> Self {
        Self {
            path: path.to_owned(),
            line,
            item: String::new(),
            size: None,
            found: found.into(),
            expected: expected.into(),
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            path,
            line,
            found,
            expected,
            ..
        } = self;
        write!(f, "{path}:{line}: {found}, expected {expected}")
    }
}

/// The findings that remain after the exemptions of a rule, and one for every
/// exemption that nothing needs.
pub fn settle(rule: Rule, findings: Vec<Finding>, exemptions: &[Exemption]) -> Vec<Finding> {
    let mine: Vec<_> = exemptions.iter().filter(|e| e.rule == rule).collect();
    let idle = mine.iter().filter(|exemption| {
        let needed = findings.iter().any(|finding| exemption.is_about(finding));
        !needed
    });
    let mut remaining: Vec<_> = idle.map(|exemption| exemption.idle()).collect();
    let open = |finding: &Finding| !mine.iter().any(|exemption| exemption.covers(finding));
    remaining.extend(findings.into_iter().filter(open));
    remaining
}

/// The findings as a list, one per line.
pub fn report(findings: &[Finding]) -> String {
    let lines: Vec<_> = findings.iter().map(ToString::to_string).collect();
    lines.join("\n")
}

/// Compares findings with expected lines, for the rows of every rule.
#[cfg(test)]
#[track_caller]
fn check_findings(findings: &[Finding], expected: &[&str]) {
    let found: Vec<_> = findings.iter().map(ToString::to_string).collect();
    assert_eq!(found, expected);
}

#[cfg(test)]
mod tests {
    use super::*;

    const EXEMPTIONS: &[Exemption] = &[Exemption {
        rule: Rule::FunctionLength,
        path: "crates/engine/src/search.rs",
        item: "search",
        up_to: Some(150),
        reason: "numbered steps",
    }];

    fn long(path: &str, item: &str, size: usize) -> Finding {
        Finding {
            item: item.to_owned(),
            size: Some(size),
            ..Finding::new(path, 7, format!("{size} lines"), "at most 60")
        }
    }

    #[track_caller]
    fn check(rule: Rule, findings: &[Finding], expected: &[&str]) {
        check_findings(&settle(rule, findings.to_vec(), EXEMPTIONS), expected);
    }

    #[test]
    fn an_exemption_covers_its_item_up_to_its_limit() {
        let search = "crates/engine/src/search.rs";
        let rule = Rule::FunctionLength;
        check(rule, &[long(search, "search", 150)], &[]);
        check(
            rule,
            &[long(search, "search", 151)],
            &["crates/engine/src/search.rs:7: 151 lines, expected at most 60"],
        );
        check(
            rule,
            &[long(search, "search", 90), long(search, "other", 90)],
            &["crates/engine/src/search.rs:7: 90 lines, expected at most 60"],
        );
    }

    #[test]
    fn an_exemption_that_nothing_needs_is_a_finding() {
        check(
            Rule::FunctionLength,
            &[],
            &[
                "crates/engine/src/search.rs:1: an exemption for search that nothing needs, \
               expected its removal from the list",
            ],
        );
        check(Rule::FileLength, &[], &[]);
    }
}
