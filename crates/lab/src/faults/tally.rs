//! What a scenario suffered, what was checked, and what did not hold.

/// Progress is told after so many faults.
const OFTEN: usize = 10;

/// The count of one scenario.
#[derive(Debug)]
pub(super) struct Tally {
    scenario: &'static str,
    planned: usize,
    pub(super) faults: usize,
    pub(super) checks: usize,
    pub(super) failures: Vec<String>,
    /// Why not all of it could be done.
    pub(super) skipped: Option<String>,
    /// What was struck since the last check that held.
    since: Vec<String>,
}

impl Tally {
    pub(super) fn new(scenario: &'static str, planned: usize) -> Tally {
        eprintln!("{scenario}: {planned} faults");
        Tally {
            scenario,
            planned,
            faults: 0,
            checks: 0,
            failures: Vec::new(),
            skipped: None,
            since: Vec::new(),
        }
    }

    /// Counts a fault.
    pub(super) fn strike(&mut self, what: impl Into<String>) {
        self.faults += 1;
        self.since.push(format!("#{} {}", self.faults, what.into()));
        if self.faults.is_multiple_of(OFTEN) {
            let failures = self.failures.len();
            let (scenario, planned) = (self.scenario, self.planned);
            eprintln!(
                "{scenario}: {} of {planned}, {failures} failures",
                self.faults
            );
        }
    }

    /// Counts a check.
    pub(super) fn check(&mut self, right: bool, wrong: impl FnOnce() -> String) {
        self.checks += 1;
        if !right {
            self.fail(&wrong());
        }
    }

    /// Checks that something went well; gives what came of it.
    pub(super) fn good<T>(&mut self, what: &str, done: Result<T, String>) -> Option<T> {
        self.checks += 1;
        done.map_err(|error| self.fail(&format!("{what}: {error}")))
            .ok()
    }

    /// Checks that two texts are the same; tells the first line that differs.
    pub(super) fn same(&mut self, what: &str, found: &str, expected: &str) {
        self.check(found == expected, || {
            let pairs = found.lines().zip(expected.lines());
            let differs = pairs.enumerate().find(|(_, (one, other))| one != other);
            if let Some((line, (one, other))) = differs {
                let line = line + 1;
                return format!("{what}, line {line}: found {one:?}, expected {other:?}");
            }
            let (found, expected) = (found.lines().count(), expected.lines().count());
            format!("{what}: found {found} lines, expected {expected}")
        });
    }

    /// Something did not hold.
    pub(super) fn fail(&mut self, what: &str) {
        let since = match self.since.len() {
            0 => "none".to_owned(),
            _ => self.since.join("; "),
        };
        let failure = format!("{}: {what} (after {since})", self.scenario);
        eprintln!("{failure}");
        self.failures.push(failure);
    }

    /// The group of faults is over, and has been checked.
    pub(super) fn settle(&mut self) {
        self.since.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_names_what_differs_and_what_came_before() {
        let mut tally = Tally::new("importer", 2);
        tally.strike("killed");
        tally.same("export", "a\nb\n", "a\nc\n");
        tally.settle();
        tally.same("export", "a\n", "a\n");
        assert_eq!((tally.faults, tally.checks), (1, 2));
        let expected =
            "importer: export, line 2: found \"b\", expected \"c\" (after #1 killed)".to_owned();
        assert_eq!(tally.failures, [expected]);
    }
}
