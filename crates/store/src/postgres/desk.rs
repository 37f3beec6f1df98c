//! The desk of a PostgreSQL store.

use std::sync::Arc;

use sqlx::{
    AssertSqlSafe, Column as _, Postgres, Row as _, TypeInfo as _, ValueRef as _,
    postgres::{PgArguments, PgRow},
    query::Query,
};

use super::Inner;
use crate::{
    contract::StoreError,
    desk::{Records, Value},
};

impl Records for Arc<Inner> {
    const SKIP: &'static str = "FOR UPDATE SKIP LOCKED";

    fn change(&self, sql: &str, values: &[Value]) -> Result<u64, StoreError> {
        let query = bound(sql, values);
        self.work(async |connection| Ok(query.execute(connection).await?.rows_affected()))
    }

    fn select(&self, sql: &str, values: &[Value]) -> Result<Vec<Vec<Value>>, StoreError> {
        self.returning(sql, values)
    }

    fn returning(&self, sql: &str, values: &[Value]) -> Result<Vec<Vec<Value>>, StoreError> {
        let query = bound(sql, values);
        self.work(async |connection| {
            let rows = query.fetch_all(connection).await?;
            rows.iter().map(fields).collect()
        })
    }
}

fn bound<'a>(sql: &str, values: &'a [Value]) -> Query<'a, Postgres, PgArguments> {
    // The statements are ours; what others wrote is bound, never pasted in.
    let mut query = sqlx::query(AssertSqlSafe(sql.to_owned()));
    for value in values {
        query = match value {
            Value::Nothing => query.bind(None::<i64>),
            Value::Number(number) => query.bind(*number),
            Value::Real(real) => query.bind(*real),
            Value::Text(text) => query.bind(text.as_str()),
        };
    }
    query
}

fn fields(row: &PgRow) -> sqlx::Result<Vec<Value>> {
    let field = |column: usize| {
        let kind = row.column(column).type_info().name();
        Ok(if row.try_get_raw(column)?.is_null() {
            Value::Nothing
        } else if kind == "INT8" {
            Value::Number(row.try_get(column)?)
        } else if kind == "FLOAT8" {
            Value::Real(row.try_get(column)?)
        } else {
            Value::Text(row.try_get(column)?)
        })
    };
    (0..row.len()).map(field).collect()
}
