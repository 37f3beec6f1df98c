//! Marks in their table.

use sqlx::Row as _;

use super::Postgres;
use crate::{contract::StoreError, marks::Marks};

impl Marks for Postgres {
    fn mark(&self, key: &str) -> Result<Option<String>, StoreError> {
        self.inner.work(async |connection| {
            let found = sqlx::query("SELECT mark FROM marks WHERE key = $1")
                .bind(key)
                .fetch_optional(connection)
                .await?;
            found.map(|row| row.try_get(0)).transpose()
        })
    }

    fn keep_mark(&self, key: &str, mark: &str) -> Result<(), StoreError> {
        self.inner.work(async |connection| {
            let keep = "INSERT INTO marks (key, mark) VALUES ($1, $2)
                ON CONFLICT (key) DO UPDATE SET mark = excluded.mark";
            sqlx::query(keep)
                .bind(key)
                .bind(mark)
                .execute(connection)
                .await?;
            Ok(())
        })
    }
}
