//! Steps in order, each announced and timed; the first that fails stops the
//! rest and says how to repeat it. It does not know what the steps are for.

use std::fmt::Write;
use std::time::{Duration, Instant};

use anyhow::Result;

use crate::call::Call;

/// A named call.
#[derive(Clone, Debug)]
pub struct Step {
    /// What the table calls it.
    pub name: &'static str,
    /// What it runs.
    pub call: Call,
}

/// The steps that have run, with their times.
#[derive(Debug, Default)]
pub struct Timetable {
    rows: Vec<(&'static str, Duration)>,
}

impl Timetable {
    /// Runs the work of one row and keeps its time.
    pub fn time<T>(&mut self, name: &'static str, work: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let outcome = work();
        let spent = start.elapsed();
        eprintln!("── {name}: {:.1} s", spent.as_secs_f64());
        self.rows.push((name, spent));
        outcome
    }

    /// Runs a step; its exit code, which is 0 when all is well.
    pub fn run(&mut self, step: &Step) -> Result<u8> {
        eprintln!("── {}: {}", step.name, step.call);
        let code = self.time(step.name, || step.call.run())?;
        if code != 0 {
            eprintln!(
                "── {} failed (exit code {code}); to repeat it: {}",
                step.name, step.call
            );
        }
        Ok(code)
    }

    /// Runs steps until one fails; the code of the last one run.
    pub fn run_all(&mut self, steps: &[Step]) -> Result<u8> {
        for step in steps {
            let code = self.run(step)?;
            if code != 0 {
                return Ok(code);
            }
        }
        Ok(0)
    }

    /// The table of steps with their seconds, and their sum.
    pub fn table(&self) -> String {
        let total = self.rows.iter().map(|(_, spent)| *spent).sum();
        let rows = self.rows.iter().copied().chain([("together", total)]);
        let width = rows.clone().map(|(name, _)| name.len()).max().unwrap_or(0);
        rows.fold(format!("{:width$}  seconds\n", "step"), |mut table, row| {
            // Writing into a string cannot fail.
            let _ = writeln!(table, "{:width$}  {:>7.1}", row.0, row.1.as_secs_f64());
            table
        })
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn step(name: &'static str, program: &str) -> Step {
        let call = Call::new(program, [""; 0], Path::new("."));
        Step { name, call }
    }

    #[test]
    fn a_failing_step_stops_the_rest() {
        let mut timetable = Timetable::default();
        let steps = [
            step("one", "true"),
            step("two", "false"),
            step("three", "true"),
        ];
        let code = timetable.run_all(&steps).expect("the programs exist");
        assert_eq!(code, 1);
        let ran: Vec<_> = timetable.rows.iter().map(|(name, _)| *name).collect();
        assert_eq!(ran, ["one", "two"]);
    }

    #[test]
    fn a_program_that_is_missing_is_named() {
        let error = Timetable::default()
            .run(&step("lost", "krog-no-such-program"))
            .expect_err("there is no such program");
        assert_eq!(error.to_string(), "could not start `krog-no-such-program`");
    }

    #[test]
    fn the_table_lists_steps_and_their_sum() {
        let rows = vec![
            ("fmt", Duration::from_millis(1200)),
            ("clippy", Duration::from_secs(90)),
        ];
        let expected = "step      seconds\n\
                        fmt           1.2\n\
                        clippy       90.0\n\
                        together     91.2\n";
        assert_eq!(Timetable { rows }.table(), expected);
    }
}
