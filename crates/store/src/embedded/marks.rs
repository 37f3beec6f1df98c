//! Marks in the catalog. Their table is made with the first of them, so that
//! stores of the time before marks need no change.

use rusqlite::OptionalExtension as _;

use super::{
    Embedded,
    catalog::{Catalog, failed},
};
use crate::{contract::StoreError, marks::Marks};

const TABLE: &str =
    "CREATE TABLE IF NOT EXISTS marks (key TEXT PRIMARY KEY, mark TEXT NOT NULL) STRICT";

impl Marks for Embedded {
    fn mark(&self, key: &str) -> Result<Option<String>, StoreError> {
        self.inner.catalog().mark(key)
    }

    fn keep_mark(&self, key: &str, mark: &str) -> Result<(), StoreError> {
        self.inner.catalog().keep_mark(key, mark)
    }
}

impl Catalog {
    fn mark(&self, key: &str) -> Result<Option<String>, StoreError> {
        let there = "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = 'marks'";
        let there: i64 = self
            .connection
            .query_row(there, [], |row| row.get(0))
            .map_err(failed)?;
        if there == 0 {
            return Ok(None);
        }
        let find = "SELECT mark FROM marks WHERE key = ?1";
        self.connection
            .query_row(find, [key], |row| row.get(0))
            .optional()
            .map_err(failed)
    }

    fn keep_mark(&self, key: &str, mark: &str) -> Result<(), StoreError> {
        self.connection.execute(TABLE, []).map_err(failed)?;
        let keep = "INSERT INTO marks (key, mark) VALUES (?1, ?2)
            ON CONFLICT (key) DO UPDATE SET mark = excluded.mark";
        self.connection.execute(keep, [key, mark]).map_err(failed)?;
        Ok(())
    }
}
