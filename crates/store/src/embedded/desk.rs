//! The desk of an embedded store: an SQLite file of its own, so that who keeps
//! evaluations and reviews never waits for an import, and made only when
//! something is first written to it.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

use rusqlite::{Connection, Row, params_from_iter, types::ValueRef};

use super::sqlite;
use crate::{
    contract::StoreError,
    desk::{Records, Value},
};

/// The format of the desk.
const FORMAT: i64 = 2;

const TABLES: &str = "
CREATE TABLE evaluations (
    position TEXT NOT NULL,
    engine TEXT NOT NULL,
    asked INTEGER NOT NULL,
    depth INTEGER NOT NULL,
    nodes INTEGER NOT NULL,
    lines INTEGER NOT NULL,
    document TEXT NOT NULL,
    PRIMARY KEY (position, engine, asked)
) STRICT, WITHOUT ROWID;
CREATE TABLE reviews (
    id TEXT PRIMARY KEY,
    title TEXT NOT NULL,
    document TEXT NOT NULL,
    made INTEGER NOT NULL
) STRICT;
CREATE INDEX reviews_by_time ON reviews (made DESC, id);
CREATE TABLE jobs (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    payload TEXT NOT NULL,
    urgency INTEGER NOT NULL,
    state TEXT NOT NULL DEFAULT 'waiting',
    done INTEGER NOT NULL DEFAULT 0,
    total INTEGER NOT NULL DEFAULT 0,
    outcome TEXT,
    worker TEXT,
    attempts INTEGER NOT NULL DEFAULT 0,
    added INTEGER NOT NULL,
    taken INTEGER,
    ended INTEGER,
    lease INTEGER
) STRICT;
CREATE INDEX jobs_to_do ON jobs (urgency DESC, added, number)
    WHERE state IN ('waiting', 'running');
CREATE INDEX jobs_by_time ON jobs (added DESC, number DESC);
CREATE TABLE practice (
    id TEXT PRIMARY KEY,
    document TEXT NOT NULL,
    due INTEGER NOT NULL,
    days REAL NOT NULL,
    ease REAL NOT NULL,
    streak INTEGER NOT NULL,
    lapses INTEGER NOT NULL
) STRICT;
CREATE INDEX practice_by_time ON practice (due, id);
";

/// What the second format has beyond the first.
const MARKS: &str = "CREATE TABLE marks (origin TEXT PRIMARY KEY, mark TEXT NOT NULL) STRICT";

/// The file of a desk, opened when it is first needed.
#[derive(Debug)]
pub(super) struct DeskFile {
    path: PathBuf,
    connection: Mutex<Option<Connection>>,
}

impl DeskFile {
    pub(super) fn new(path: PathBuf) -> DeskFile {
        DeskFile {
            path,
            connection: Mutex::default(),
        }
    }

    /// Whether the file is sound, in the database's own words if not. One that
    /// is not there is.
    pub(super) fn soundness(&self) -> Option<String> {
        let check = |connection: &Connection| {
            connection.query_row("PRAGMA quick_check", [], |row| row.get::<_, String>(0))
        };
        match self.with(false, check) {
            Ok(None) => None,
            Ok(Some(text)) => (text != "ok").then_some(text),
            Err(error) => Some(error.to_string()),
        }
    }

    /// Does something with the file; nothing if it is not there and is not to be
    /// made.
    fn with<T>(
        &self,
        make: bool,
        work: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<Option<T>, StoreError> {
        // A panic elsewhere leaves no half statement: it was rolled back.
        let mut place = self
            .connection
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if place.is_none() {
            // One that a full disk left without anything in it is none.
            let size = fs::metadata(&self.path).map_or(0, |file| file.len());
            if !make && size == 0 {
                return Ok(None);
            }
            let Some(opened) = open(&self.path, make)? else {
                return Ok(None);
            };
            *place = Some(opened);
        }
        let connection = place.as_ref().expect("opened above");
        work(connection)
            .map(Some)
            .map_err(|error| self.failed(error))
    }

    fn failed(&self, error: rusqlite::Error) -> StoreError {
        StoreError::failed(self.path.display().to_string())(sqlite::complaint(error))
    }
}

/// Opens a desk; none if there are no tables and none are to be made.
fn open(path: &Path, make_tables: bool) -> Result<Option<Connection>, StoreError> {
    let place = || path.display().to_string();
    let failed = |error: rusqlite::Error| StoreError::failed(place())(sqlite::complaint(error));
    let mut connection = sqlite::open(path).map_err(failed)?;
    let version = |connection: &Connection| {
        connection.query_row("PRAGMA user_version", [], |row| row.get::<_, i64>(0))
    };
    match version(&connection).map_err(failed)? {
        0 if !make_tables => return Ok(None),
        FORMAT.. => {}
        _ => make(&mut connection).map_err(failed)?,
    }
    // What was kept survives the death of this program; a power cut may take
    // the last moments' work, which can be done again, and nothing else.
    let settings = "PRAGMA synchronous = NORMAL";
    connection.execute_batch(settings).map_err(failed)?;
    match version(&connection).map_err(failed)? {
        FORMAT => Ok(Some(connection)),
        found => Err(StoreError::Format {
            place: place(),
            found: found.to_string(),
            expected: FORMAT.to_string(),
        }),
    }
}

/// Makes the tables that are missing, unless another process did so in the meantime.
fn make(connection: &mut Connection) -> rusqlite::Result<()> {
    let change = connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
    let version: i64 = change.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    if version == 0 {
        change.execute_batch(TABLES)?;
    }
    if version < FORMAT {
        change.execute_batch(MARKS)?;
        change.pragma_update(None, "user_version", FORMAT)?;
    }
    change.commit()
}

impl Records for DeskFile {
    /// One statement writes at a time.
    const SKIP: &'static str = "";

    fn change(&self, sql: &str, values: &[Value]) -> Result<u64, StoreError> {
        let changed = self.with(true, |connection| {
            let mut statement = connection.prepare_cached(&numbered(sql))?;
            statement.execute(params_from_iter(values))
        })?;
        Ok(changed.unwrap_or(0) as u64)
    }

    fn select(&self, sql: &str, values: &[Value]) -> Result<Vec<Vec<Value>>, StoreError> {
        let found = self.with(false, |connection| rows(connection, sql, values))?;
        Ok(found.unwrap_or_default())
    }

    fn returning(&self, sql: &str, values: &[Value]) -> Result<Vec<Vec<Value>>, StoreError> {
        // All that is taken was put there before.
        self.select(sql, values)
    }
}

fn rows(connection: &Connection, sql: &str, values: &[Value]) -> rusqlite::Result<Vec<Vec<Value>>> {
    let mut statement = connection.prepare_cached(&numbered(sql))?;
    let columns = statement.column_count();
    let fields = |row: &Row<'_>| {
        (0..columns)
            .map(|column| value(row, column))
            .collect::<rusqlite::Result<Vec<Value>>>()
    };
    statement
        .query_map(params_from_iter(values), fields)?
        .collect()
}

/// Numbered places are written another way here.
fn numbered(sql: &str) -> String {
    sql.replace('$', "?")
}

fn value(row: &Row<'_>, column: usize) -> rusqlite::Result<Value> {
    Ok(match row.get_ref(column)? {
        ValueRef::Null => Value::Nothing,
        ValueRef::Integer(number) => Value::Number(number),
        ValueRef::Real(real) => Value::Real(real),
        ValueRef::Text(_) | ValueRef::Blob(_) => Value::Text(row.get(column)?),
    })
}

impl rusqlite::ToSql for Value {
    fn to_sql(&self) -> rusqlite::Result<rusqlite::types::ToSqlOutput<'_>> {
        let borrowed = match self {
            Value::Nothing => ValueRef::Null,
            Value::Number(number) => ValueRef::Integer(*number),
            Value::Real(real) => ValueRef::Real(*real),
            Value::Text(text) => ValueRef::Text(text.as_bytes()),
        };
        Ok(rusqlite::types::ToSqlOutput::Borrowed(borrowed))
    }
}
