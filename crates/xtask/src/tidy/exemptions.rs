//! The named exceptions to the tidy rules, each with its reason. One that is no
//! longer needed is itself a finding, so the list only holds what is true.

use super::{Finding, Rule};

/// A file, or an item of one, that a rule does not bind.
#[derive(Debug)]
pub struct Exemption {
    /// The rule that does not bind it.
    pub rule: Rule,
    /// The file, from the root.
    pub path: &'static str,
    /// The item, such as a function; empty for the file.
    pub item: &'static str,
    /// The budget it has instead, where the rule is a budget.
    pub up_to: Option<usize>,
    /// Why it is an exception.
    pub reason: &'static str,
}

/// All exceptions.
pub const EXEMPTIONS: &[Exemption] = &[
    Exemption {
        rule: Rule::FunctionLength,
        path: "crates/engine/src/search/tree.rs",
        item: "search",
        up_to: Some(90),
        reason: "the search loop: numbered steps before the moves",
    },
    Exemption {
        rule: Rule::FunctionLength,
        path: "crates/engine/src/search/tree.rs",
        item: "try_moves",
        up_to: Some(150),
        reason: "the search loop: numbered steps for each move",
    },
    Exemption {
        rule: Rule::FunctionLength,
        path: "crates/engine/src/search/quiescence.rs",
        item: "quiesce_here",
        up_to: Some(120),
        reason: "the search loop at the leaves, in numbered steps",
    },
];

impl Exemption {
    /// Whether the finding is about the exempted thing.
    pub fn is_about(&self, finding: &Finding) -> bool {
        self.path == finding.path && self.item == finding.item
    }

    /// Whether the finding is about the exempted thing and within its own budget.
    pub fn covers(&self, finding: &Finding) -> bool {
        let within = match (self.up_to, finding.size) {
            (Some(limit), Some(size)) => size <= limit,
            _ => true,
        };
        self.is_about(finding) && within
    }

    /// The finding that this exemption is not needed.
    pub fn idle(&self) -> Finding {
        let what = if self.item.is_empty() {
            "the file"
        } else {
            self.item
        };
        Finding::new(
            self.path,
            1,
            format!("an exemption for {what} that nothing needs"),
            "its removal from the list",
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_exemption_has_a_reason() {
        for exemption in EXEMPTIONS {
            assert!(!exemption.reason.is_empty(), "{}", exemption.path);
        }
    }
}
