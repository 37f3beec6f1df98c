//! Spaced repetition: when a puzzle is shown again after an answer.
//!
//! The rule is `SuperMemo`'s second (SM-2, Woźniak 1990) with the four grades, the
//! steps of ease and the credit for late answers that Anki made common: intervals
//! grow by a factor of the puzzle's own, a failure starts from the beginning, and
//! who still knows the answer after a longer time than asked for has shown more.
//! Times are seconds since 1970 and are handed in.

use std::{fmt, str::FromStr};

/// Seconds of a day.
const DAY: f64 = 86_400.0;

/// The intervals in days: after a failure, and after a first success by grade.
const RELEARN: f64 = 10.0 / 1_440.0;
const FIRST_HARD: f64 = 0.5;
const FIRST_GOOD: f64 = 1.0;
const FIRST_EASY: f64 = 4.0;

/// What a hard answer lets the interval grow by, and what an easy one adds to the
/// puzzle's own factor.
const HARD: f64 = 1.2;
const EASY: f64 = 1.3;

/// Where the factor begins, and its limits (SM-2's are 2.5 and 1.3).
const EASE: f64 = 2.5;
const LEAST_EASE: f64 = 1.3;
const MOST_EASE: f64 = 3.0;

/// Nothing is put off for longer than a year.
const LONGEST: f64 = 365.0;

/// How well a puzzle was solved.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Grade {
    /// Not solved.
    Again,
    /// Solved with trouble.
    Hard,
    /// Solved.
    Good,
    /// Solved at once.
    Easy,
}

impl Grade {
    /// All grades, the worst first.
    pub const ALL: [Grade; 4] = [Grade::Again, Grade::Hard, Grade::Good, Grade::Easy];

    /// The name in commands and answers.
    pub const fn code(self) -> &'static str {
        match self {
            Grade::Again => "again",
            Grade::Hard => "hard",
            Grade::Good => "good",
            Grade::Easy => "easy",
        }
    }

    /// By how much the factor changes, as in Anki.
    const fn step(self) -> f64 {
        match self {
            Grade::Again => -0.20,
            Grade::Hard => -0.15,
            Grade::Good => 0.0,
            Grade::Easy => 0.15,
        }
    }
}

impl fmt::Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// A word that is no grade.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("found {0:?}, expected again, hard, good or easy")]
pub struct UnknownGrade(String);

impl FromStr for Grade {
    type Err = UnknownGrade;

    fn from_str(text: &str) -> Result<Grade, UnknownGrade> {
        let known = Grade::ALL.into_iter().find(|grade| grade.code() == text);
        known.ok_or_else(|| UnknownGrade(text.to_owned()))
    }
}

/// When a puzzle is shown, and how it went so far.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Schedule {
    /// Not before.
    pub due: i64,
    /// The days between the last time and the next.
    pub interval: f64,
    /// By how much the interval grows.
    pub ease: f64,
    /// How often it was solved in a row.
    pub streak: u32,
    /// How often it was failed.
    pub lapses: u32,
}

impl Schedule {
    /// A puzzle that nobody has tried: due at once.
    pub const fn new(now: i64) -> Schedule {
        Schedule {
            due: now,
            interval: 0.0,
            ease: EASE,
            streak: 0,
            lapses: 0,
        }
    }

    /// The schedule after an answer.
    ///
    /// ```
    /// use krog_advisor::practice::{Grade, Schedule};
    ///
    /// let first = Schedule::new(0).after(Grade::Good, 0);
    /// assert_eq!(first.due, 86_400);
    /// let second = first.after(Grade::Good, first.due);
    /// assert_eq!(second.due, first.due + 216_000); // two days and a half
    /// assert_eq!(second.after(Grade::Again, second.due).streak, 0);
    /// ```
    #[must_use]
    pub fn after(self, grade: Grade, now: i64) -> Schedule {
        let ease = within(self.ease, LEAST_EASE, MOST_EASE, EASE);
        let interval = self.next(grade, ease, now);
        let failed = grade == Grade::Again;
        Schedule {
            due: now.saturating_add(seconds(interval)),
            interval,
            ease: (ease + grade.step()).clamp(LEAST_EASE, MOST_EASE),
            streak: if failed {
                0
            } else {
                self.streak.saturating_add(1)
            },
            lapses: self.lapses.saturating_add(failed.into()),
        }
    }

    /// The days until the next time. An answer before its time counts for the days
    /// that have passed and shortens nothing; of the days that one is late, a
    /// quarter, a half or all count.
    fn next(self, grade: Grade, ease: f64, now: i64) -> f64 {
        if self.streak == 0 {
            return match grade {
                Grade::Again => RELEARN,
                Grade::Hard => FIRST_HARD,
                Grade::Good => FIRST_GOOD,
                Grade::Easy => FIRST_EASY,
            };
        }
        let planned = within(self.interval, RELEARN, LONGEST, FIRST_GOOD);
        let late = days(now.saturating_sub(self.due)).max(-planned);
        let grown = |factor: f64, credit: f64| {
            let known = planned + if late > 0.0 { credit * late } else { late };
            (known * factor).max(planned).min(LONGEST)
        };
        match grade {
            Grade::Again => RELEARN,
            Grade::Hard => grown(HARD, 0.25),
            Grade::Good => grown(ease, 0.5),
            Grade::Easy => grown(ease * EASY, 1.0),
        }
    }
}

/// The number within limits; the usual one for what is no number.
fn within(number: f64, least: f64, most: f64, usual: f64) -> f64 {
    if number.is_nan() {
        usual
    } else {
        number.clamp(least, most)
    }
}

#[expect(clippy::cast_precision_loss, reason = "times stay far below 2^52")]
fn days(seconds: i64) -> f64 {
    seconds as f64 / DAY
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "an interval is a year at most"
)]
fn seconds(days: f64) -> i64 {
    (days * DAY).round() as i64
}

#[cfg(test)]
mod tests {
    use krog_chess::random::Dice;

    use super::*;

    const NOON: i64 = 1_800_000_000;

    /// Schedules as they come about: random answers at random moments, early, in
    /// time and late.
    fn lived() -> Vec<(Schedule, i64)> {
        let mut all = Vec::new();
        for seed in 0..300 {
            let mut dice = Dice::new(seed);
            let mut now = NOON;
            let mut schedule = Schedule::new(now);
            for _ in 0..30 {
                all.push((schedule, now));
                // Failures are rarer than the rest, so that intervals get long.
                let grade = Grade::ALL[(1 + dice.below(9)).div_ceil(3)];
                schedule = schedule.after(grade, now);
                let span = seconds(schedule.interval);
                now += span * i64::try_from(dice.below(300)).unwrap_or(0) / 100;
                if dice.below(12) == 0 {
                    schedule = schedule.after(Grade::Again, now);
                }
            }
        }
        all
    }

    #[test]
    fn a_better_answer_never_brings_the_next_showing_nearer() {
        for (schedule, now) in lived() {
            let due = Grade::ALL.map(|grade| schedule.after(grade, now).due);
            assert!(due.is_sorted(), "{due:?} after {schedule:?} at {now}");
            assert!(due[0] < due[1], "{due:?} after {schedule:?} at {now}");
        }
    }

    #[test]
    fn intervals_grow_with_every_success_until_a_year() {
        for (schedule, now) in lived().iter().filter(|(it, _)| it.streak > 0) {
            for grade in [Grade::Hard, Grade::Good, Grade::Easy] {
                let next = schedule.after(grade, *now);
                assert!(next.interval >= schedule.interval, "{schedule:?} {grade}");
                let in_time = schedule.after(grade, schedule.due);
                let grows = in_time.interval > schedule.interval || in_time.interval >= LONGEST;
                assert!(grows, "{schedule:?} {grade}");
            }
        }
    }

    #[test]
    fn who_waits_longer_and_still_knows_waits_longer_again() {
        for (schedule, _) in lived() {
            for grade in Grade::ALL {
                let spans = [-2, 0, 3, 30].map(|days| {
                    let now = schedule.due + days * seconds(1.0);
                    schedule.after(grade, now).interval
                });
                assert!(spans.is_sorted(), "{schedule:?} {grade} {spans:?}");
            }
        }
    }

    #[test]
    fn limits_hold_whatever_was_kept() {
        let numbers = [f64::NAN, f64::NEG_INFINITY, -1.0, 0.0, 1e300, f64::INFINITY];
        for interval in numbers {
            for ease in numbers {
                for (due, streak) in [(i64::MIN, 0), (NOON, 7), (i64::MAX, u32::MAX)] {
                    let kept = Schedule {
                        due,
                        interval,
                        ease,
                        streak,
                        lapses: u32::MAX,
                    };
                    for grade in Grade::ALL {
                        let next = kept.after(grade, NOON);
                        assert!((RELEARN..=LONGEST).contains(&next.interval), "{next:?}");
                        assert!((LEAST_EASE..=MOST_EASE).contains(&next.ease), "{next:?}");
                        assert!(next.due > NOON, "{next:?}");
                        assert!(next.due <= NOON + 366 * seconds(1.0), "{next:?}");
                    }
                }
            }
        }
    }

    #[track_caller]
    fn check(grades: &str, expected: &[f64]) {
        let mut schedule = Schedule::new(NOON);
        let found: Vec<f64> = grades
            .split(' ')
            .map(|word| {
                schedule = schedule.after(word.parse().expect("a grade"), schedule.due);
                (schedule.interval * 1000.0).round() / 1000.0
            })
            .collect();
        assert_eq!(found, expected, "{grades}");
    }

    #[test]
    fn answers_in_time_give_these_days() {
        check("good good good good", &[1.0, 2.5, 6.25, 15.625]);
        check("easy easy easy", &[4.0, 13.78, 50.159]);
        check("hard hard good", &[0.5, 0.6, 1.32]);
        check("good good again good good", &[1.0, 2.5, 0.007, 1.0, 2.3]);
        check(
            "good again again again again again again good good",
            &[1.0, 0.007, 0.007, 0.007, 0.007, 0.007, 0.007, 1.0, 1.3],
        );
    }

    #[test]
    fn failures_are_counted_and_end_a_streak() {
        let kept = Schedule::new(NOON).after(Grade::Good, NOON);
        assert_eq!((kept.streak, kept.lapses), (1, 0));
        let failed = kept.after(Grade::Again, kept.due);
        assert_eq!((failed.streak, failed.lapses), (0, 1));
        assert_eq!(failed.due, kept.due + 600);
    }

    #[test]
    fn a_grade_is_read_as_it_is_written() {
        for grade in Grade::ALL {
            assert_eq!(grade.to_string().parse(), Ok(grade));
        }
        assert!("fine".parse::<Grade>().is_err());
    }
}
