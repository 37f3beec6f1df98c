//! What a measure finds: how many cases, how many of them agreed, and the
//! first that did not.

use std::fmt::Debug;

/// Failures told per measure; the rest is only counted.
pub const FAILURES_TOLD: usize = 5;

/// The outcome of a measure. Figures of parts add up to that of the whole.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Figure {
    /// Cases tried.
    pub cases: u64,
    /// Cases in which krog and the examiner agree.
    pub agreed: u64,
    /// The first cases in which they do not.
    pub failures: Vec<String>,
    /// What else is worth telling, such as a peak of memory.
    pub remarks: Vec<String>,
    /// Why the measure, or a part of it, could not be taken.
    pub skipped: Option<String>,
}

/// What a measure must reach.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Bar {
    /// Every case agrees.
    All,
    /// At least this share of the cases agrees, in percent.
    Percent(f64),
    /// The same with another share for a sample, which is too small for the first.
    Shares {
        /// What a full run must reach.
        full: f64,
        /// What fewer than `MANY` cases must reach.
        sample: f64,
    },
}

/// Cases that are no sample any more.
const MANY: u64 = 100;

impl Bar {
    /// The share of so many cases that must agree, in percent.
    pub fn percent(self, cases: u64) -> f64 {
        match self {
            Bar::All => 100.0,
            Bar::Percent(percent) => percent,
            Bar::Shares { full, .. } if cases >= MANY => full,
            Bar::Shares { sample, .. } => sample,
        }
    }
}

/// The verdict on a figure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The bar is reached.
    Passed,
    /// It is not.
    Failed,
    /// There was nothing to measure.
    Skipped,
}

impl Figure {
    /// Nothing could be measured.
    pub fn skipped(reason: impl Into<String>) -> Figure {
        Figure {
            skipped: Some(reason.into()),
            ..Figure::default()
        }
    }

    /// Counts a case; the text is made only if it is told.
    pub fn judge(&mut self, agreed: bool, failure: impl FnOnce() -> String) {
        self.cases += 1;
        self.agreed += u64::from(agreed);
        if !agreed && self.failures.len() < FAILURES_TOLD {
            self.failures.push(failure());
        }
    }

    /// Counts a case in which two values should be equal.
    pub fn compare<T: PartialEq + Debug>(
        &mut self,
        found: &T,
        expected: &T,
        place: impl FnOnce() -> String,
    ) {
        self.judge(found == expected, || {
            format!("{}: found {found:?}, expected {expected:?}", place())
        });
    }

    /// Adds something worth telling.
    pub fn remark(&mut self, text: impl Into<String>) {
        self.remarks.push(text.into());
    }

    /// The figure of two parts together.
    #[must_use]
    pub fn merge(mut self, other: Figure) -> Figure {
        self.cases += other.cases;
        self.agreed += other.agreed;
        self.failures.extend(other.failures);
        self.failures.truncate(FAILURES_TOLD);
        self.remarks.extend(other.remarks);
        self.skipped = self.skipped.or(other.skipped);
        self
    }

    /// Whether the figure reaches a bar.
    pub fn verdict(&self, bar: Bar) -> Verdict {
        match (self.cases, bar) {
            (0, _) if self.skipped.is_some() => Verdict::Skipped,
            // A measure that tried nothing has shown nothing.
            (0, _) => Verdict::Failed,
            (cases, Bar::All) if self.agreed == cases => Verdict::Passed,
            (_, Bar::All) => Verdict::Failed,
            (cases, bar) if self.percent() >= bar.percent(cases) => Verdict::Passed,
            _ => Verdict::Failed,
        }
    }

    #[expect(clippy::cast_precision_loss, reason = "counts stay far below 2^52")]
    fn percent(&self) -> f64 {
        100.0 * self.agreed as f64 / self.cases as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figure(cases: u64, agreed: u64) -> Figure {
        Figure {
            cases,
            agreed,
            ..Figure::default()
        }
    }

    #[track_caller]
    fn check(figure: &Figure, bar: Bar, expected: Verdict) {
        assert_eq!(figure.verdict(bar), expected, "{figure:?} against {bar:?}");
    }

    #[test]
    fn a_bar_is_reached_or_missed() {
        check(&figure(10, 10), Bar::All, Verdict::Passed);
        check(&figure(10, 9), Bar::All, Verdict::Failed);
        check(&figure(10, 9), Bar::Percent(90.0), Verdict::Passed);
        check(&figure(10, 8), Bar::Percent(90.0), Verdict::Failed);
        let shares = Bar::Shares {
            full: 90.0,
            sample: 50.0,
        };
        check(&figure(10, 5), shares, Verdict::Passed);
        check(&figure(10, 4), shares, Verdict::Failed);
        check(&figure(100, 90), shares, Verdict::Passed);
        check(&figure(100, 89), shares, Verdict::Failed);
        check(&figure(0, 0), Bar::All, Verdict::Failed);
        check(&Figure::skipped("no data"), Bar::All, Verdict::Skipped);
    }

    #[test]
    fn parts_add_up_and_a_skipped_part_hides_no_failure() {
        let whole = figure(10, 9).merge(Figure::skipped("no data"));
        assert_eq!((whole.cases, whole.agreed), (10, 9));
        check(&whole, Bar::All, Verdict::Failed);
    }

    #[test]
    fn only_the_first_failures_are_told() {
        let mut figure = Figure::default();
        for number in 0..100 {
            figure.compare(&number, &-1, || "number".to_owned());
        }
        assert_eq!((figure.cases, figure.agreed), (100, 0));
        assert_eq!(figure.failures.len(), FAILURES_TOLD);
        assert_eq!(figure.failures[0], "number: found 0, expected -1");
    }
}
