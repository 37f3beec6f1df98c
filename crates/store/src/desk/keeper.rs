//! A desk over a database that can run statements: what is kept how, written
//! once for SQLite and PostgreSQL.

use std::time::Duration;

use super::{
    Asked, Desk, Ending, Job, JobState, KeptEvaluation, KeptPuzzle, KeptReview, NewJob, Progress,
    Schedule, statements as sql,
};
use crate::contract::{StoreError, check_name};

/// A database with the tables of a desk.
pub(crate) trait Records: Send + Sync {
    /// What a selection needs so that two who take a row at once get two rows.
    const SKIP: &'static str;

    /// Runs a statement; says how many rows it changed.
    fn change(&self, sql: &str, values: &[Value]) -> Result<u64, StoreError>;

    /// The rows that a statement without effect gives.
    fn select(&self, sql: &str, values: &[Value]) -> Result<Vec<Vec<Value>>, StoreError>;

    /// The rows that a statement with an effect gives.
    fn returning(&self, sql: &str, values: &[Value]) -> Result<Vec<Vec<Value>>, StoreError>;
}

/// A value in a database.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Value {
    Nothing,
    Number(i64),
    Real(f64),
    Text(String),
}

/// A desk that keeps its records in a database.
#[derive(Clone, Debug)]
pub(crate) struct Keeper<R>(pub(crate) R);

impl<R: Records> Keeper<R> {
    /// Whether a statement changed its row.
    fn changed(&self, sql: &str, values: &[Value]) -> Result<bool, StoreError> {
        Ok(self.0.change(sql, values)? > 0)
    }

    fn read<T>(&self, sql: &str, values: &[Value], one: Reader<T>) -> Result<Vec<T>, StoreError> {
        all(self.0.select(sql, values)?, one)
    }
}

impl<R: Records> Desk for Keeper<R> {
    fn evaluation(&self, asked: &Asked<'_>) -> Result<Option<KeptEvaluation>, StoreError> {
        let values = [
            text(asked.position),
            text(asked.engine),
            number(asked.lines),
        ];
        let found = self.read(sql::EVALUATION, &values, evaluation)?;
        Ok(found.into_iter().next())
    }

    fn keep_evaluation(
        &self,
        asked: &Asked<'_>,
        evaluation: &KeptEvaluation,
    ) -> Result<(), StoreError> {
        let (position, engine) = (text(asked.position), text(asked.engine));
        let values = [
            position.clone(),
            engine.clone(),
            number(asked.lines.max(evaluation.lines)),
            number(evaluation.depth),
            large(evaluation.nodes),
            number(evaluation.lines),
            text(&evaluation.document),
        ];
        if self.changed(sql::KEEP_EVALUATION, &values)? {
            self.0.change(sql::DROP_EVALUATIONS, &[position, engine])?;
        }
        Ok(())
    }

    fn keep_review(&self, review: &KeptReview) -> Result<(), StoreError> {
        check_name(&review.id)?;
        let values = [
            text(&review.id),
            text(&review.title),
            text(&review.document),
            number(review.made),
        ];
        self.0.change(sql::KEEP_REVIEW, &values).map(drop)
    }

    fn review(&self, id: &str) -> Result<Option<KeptReview>, StoreError> {
        let found = self.read(sql::REVIEW, &[text(id)], review)?;
        Ok(found.into_iter().next())
    }

    fn reviews(&self, limit: usize) -> Result<Vec<KeptReview>, StoreError> {
        self.read(sql::REVIEWS, &[count(limit)], review)
    }

    fn add_job(&self, job: &NewJob<'_>, now: i64) -> Result<bool, StoreError> {
        check_name(job.id)?;
        let values = [
            text(job.id),
            text(job.kind),
            text(job.payload),
            number(job.urgency),
            number(now),
        ];
        self.changed(sql::ADD_JOB, &values)
    }

    fn job(&self, id: &str) -> Result<Option<Job>, StoreError> {
        Ok(self.read(sql::JOB, &[text(id)], job)?.into_iter().next())
    }

    fn jobs(&self, limit: usize) -> Result<Vec<Job>, StoreError> {
        self.read(sql::JOBS, &[count(limit)], job)
    }

    fn take_job(
        &self,
        kinds: &[&str],
        worker: &str,
        lease: Duration,
        now: i64,
    ) -> Result<Option<Job>, StoreError> {
        if kinds.is_empty() {
            return Ok(None);
        }
        // A lease that ends later than two from now was written by a clock that has
        // been put back since. Clocks of several machines may be one lease apart.
        let impossible = until(now, lease * 2);
        let mut values = vec![text(worker), number(now), until(now, lease), impossible];
        values.extend(kinds.iter().map(|kind| text(kind)));
        let take = sql::take_job(kinds.len(), R::SKIP);
        let taken = all(self.0.returning(&take, &values)?, job)?;
        Ok(taken.into_iter().next())
    }

    fn report_job(
        &self,
        id: &str,
        worker: &str,
        progress: Progress,
        lease: Duration,
        now: i64,
    ) -> Result<bool, StoreError> {
        let values = [
            text(id),
            text(worker),
            large(progress.done),
            large(progress.total),
            until(now, lease),
        ];
        self.changed(sql::REPORT_JOB, &values)
    }

    fn end_job(
        &self,
        id: &str,
        worker: &str,
        ending: Ending<'_>,
        now: i64,
    ) -> Result<bool, StoreError> {
        let (state, outcome) = match ending {
            Ending::Released => return self.changed(sql::RELEASE_JOB, &[text(id), text(worker)]),
            Ending::Done(outcome) => (JobState::Done, outcome),
            Ending::Failed(outcome) => (JobState::Failed, outcome),
        };
        let values = [
            text(id),
            text(worker),
            text(state_name(state)),
            text(outcome),
            number(now),
        ];
        self.changed(sql::END_JOB, &values)
    }

    fn cancel_job(&self, id: &str, now: i64) -> Result<bool, StoreError> {
        self.changed(sql::CANCEL_JOB, &[text(id), number(now)])
    }

    fn keep_puzzle(&self, puzzle: &KeptPuzzle) -> Result<(), StoreError> {
        check_name(&puzzle.id)?;
        let mut values = vec![text(&puzzle.id), text(&puzzle.document)];
        values.extend(schedule_values(puzzle.schedule));
        self.0.change(sql::KEEP_PUZZLE, &values).map(drop)
    }

    fn puzzle(&self, id: &str) -> Result<Option<KeptPuzzle>, StoreError> {
        let found = self.read(sql::PUZZLE, &[text(id)], puzzle)?;
        Ok(found.into_iter().next())
    }

    fn due_puzzles(&self, now: i64, limit: usize) -> Result<Vec<KeptPuzzle>, StoreError> {
        self.read(sql::DUE_PUZZLES, &[number(now), count(limit)], puzzle)
    }

    fn schedule_puzzle(&self, id: &str, schedule: Schedule) -> Result<bool, StoreError> {
        let mut values = vec![text(id)];
        values.extend(schedule_values(schedule));
        self.changed(sql::SCHEDULE_PUZZLE, &values)
    }

    fn sync_mark(&self, origin: &str) -> Result<Option<String>, StoreError> {
        let found = self.read(sql::MARK, &[text(origin)], Fields::text)?;
        Ok(found.into_iter().next())
    }

    fn keep_sync_mark(&self, origin: &str, mark: &str) -> Result<(), StoreError> {
        let values = [text(origin), text(mark)];
        self.0.change(sql::KEEP_MARK, &values).map(drop)
    }
}

/// Text without what PostgreSQL cannot keep: the character 0, which names in
/// games may have and nobody would miss.
fn text(text: &str) -> Value {
    Value::Text(text.replace('\0', ""))
}

fn number(number: impl Into<i64>) -> Value {
    Value::Number(number.into())
}

/// The databases have signed numbers; ours stay far below their end.
fn large(number: u64) -> Value {
    Value::Number(i64::try_from(number).unwrap_or(i64::MAX))
}

fn count(limit: usize) -> Value {
    large(limit as u64)
}

/// The end of a lease, in whole seconds.
fn until(now: i64, lease: Duration) -> Value {
    let seconds = lease.as_secs() + u64::from(lease.subsec_nanos() > 0);
    number(now.saturating_add_unsigned(seconds))
}

fn schedule_values(schedule: Schedule) -> [Value; 5] {
    [
        number(schedule.due),
        Value::Real(schedule.interval),
        Value::Real(schedule.ease),
        number(schedule.streak),
        number(schedule.lapses),
    ]
}

/// The fields of a row, from the first on.
struct Fields(std::vec::IntoIter<Value>);

/// A field that is of another kind than expected.
struct Strange;

impl Fields {
    fn text(&mut self) -> Result<String, Strange> {
        self.maybe_text()?.ok_or(Strange)
    }

    fn maybe_text(&mut self) -> Result<Option<String>, Strange> {
        match self.0.next() {
            Some(Value::Text(text)) => Ok(Some(text)),
            Some(Value::Nothing) => Ok(None),
            Some(Value::Number(_) | Value::Real(_)) | None => Err(Strange),
        }
    }

    fn number<T: TryFrom<i64>>(&mut self) -> Result<T, Strange> {
        self.maybe_number()?.ok_or(Strange)
    }

    fn maybe_number<T: TryFrom<i64>>(&mut self) -> Result<Option<T>, Strange> {
        match self.0.next() {
            Some(Value::Number(number)) => number.try_into().map(Some).map_err(|_| Strange),
            Some(Value::Nothing) => Ok(None),
            Some(Value::Text(_) | Value::Real(_)) | None => Err(Strange),
        }
    }

    fn real(&mut self) -> Result<f64, Strange> {
        match self.0.next() {
            Some(Value::Real(real)) => Ok(real),
            Some(Value::Number(_) | Value::Text(_) | Value::Nothing) | None => Err(Strange),
        }
    }
}

/// Reads a row.
type Reader<T> = fn(&mut Fields) -> Result<T, Strange>;

fn all<T>(rows: Vec<Vec<Value>>, one: Reader<T>) -> Result<Vec<T>, StoreError> {
    let strange = |_: Strange| StoreError::Failed {
        doing: "the desk".to_owned(),
        error: "found a row that no krog wrote".into(),
    };
    rows.into_iter()
        .map(|row| one(&mut Fields(row.into_iter())).map_err(strange))
        .collect()
}

fn evaluation(row: &mut Fields) -> Result<KeptEvaluation, Strange> {
    Ok(KeptEvaluation {
        depth: row.number()?,
        nodes: row.number()?,
        lines: row.number()?,
        document: row.text()?,
    })
}

fn review(row: &mut Fields) -> Result<KeptReview, Strange> {
    Ok(KeptReview {
        id: row.text()?,
        title: row.text()?,
        document: row.text()?,
        made: row.number()?,
    })
}

fn job(row: &mut Fields) -> Result<Job, Strange> {
    Ok(Job {
        id: row.text()?,
        kind: row.text()?,
        payload: row.text()?,
        urgency: row.number()?,
        state: state_of(&row.text()?).ok_or(Strange)?,
        progress: Progress {
            done: row.number()?,
            total: row.number()?,
        },
        outcome: row.maybe_text()?,
        worker: row.maybe_text()?,
        attempts: row.number()?,
        added: row.number()?,
        taken: row.maybe_number()?,
        ended: row.maybe_number()?,
        lease: row.maybe_number()?,
    })
}

fn puzzle(row: &mut Fields) -> Result<KeptPuzzle, Strange> {
    Ok(KeptPuzzle {
        id: row.text()?,
        document: row.text()?,
        schedule: Schedule {
            due: row.number()?,
            interval: row.real()?,
            ease: row.real()?,
            streak: row.number()?,
            lapses: row.number()?,
        },
    })
}

const STATES: [JobState; 5] = [
    JobState::Waiting,
    JobState::Running,
    JobState::Done,
    JobState::Failed,
    JobState::Cancelled,
];

/// A state as the database has it.
fn state_name(state: JobState) -> &'static str {
    match state {
        JobState::Waiting => "waiting",
        JobState::Running => "running",
        JobState::Done => "done",
        JobState::Failed => "failed",
        JobState::Cancelled => "cancelled",
    }
}

fn state_of(name: &str) -> Option<JobState> {
    STATES.into_iter().find(|state| state_name(*state) == name)
}
