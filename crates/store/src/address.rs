//! Which store the user means.

use std::{fmt, path::PathBuf, str::FromStr};

use thiserror::Error;

use crate::clickhouse::decoded;

/// The place of a store, as given with `--db` or `KROG_DB`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Address {
    /// A directory on this machine.
    Embedded(PathBuf),
    /// A PostgreSQL database; the whole URL.
    Postgres(String),
    /// A ClickHouse cluster; the whole URL.
    ClickHouse(String),
}

/// A text that names no store.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("found {found:?}, expected a directory, postgres://… or clickhouse://…")]
pub struct UnknownAddress {
    found: String,
}

impl FromStr for Address {
    type Err = UnknownAddress;

    fn from_str(text: &str) -> Result<Address, UnknownAddress> {
        match text.split_once("://") {
            Some(("postgres" | "postgresql", _)) => Ok(Address::Postgres(text.to_owned())),
            Some(("clickhouse", _)) => Ok(Address::ClickHouse(text.to_owned())),
            None if !text.is_empty() => Ok(Address::Embedded(text.into())),
            _ => Err(UnknownAddress {
                found: without_password(text),
            }),
        }
    }
}

impl fmt::Display for Address {
    /// The address for people: a password in it is left out.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Address::Embedded(path) => write!(f, "{}", path.display()),
            Address::Postgres(url) | Address::ClickHouse(url) => {
                f.write_str(&without_password(url))
            }
        }
    }
}

/// `scheme://user:secret@host` becomes `scheme://user@host`, in the address of a
/// catalog, too.
pub(crate) fn without_password(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else {
        return url.to_owned();
    };
    if let Some((before, catalog)) = rest.split_once("catalog=") {
        let (catalog, behind) = catalog.split_at(catalog.find('&').unwrap_or(catalog.len()));
        let before = without_password(&format!("{scheme}://{before}"));
        let catalog = without_password(&decoded(catalog));
        return format!("{before}catalog={catalog}{behind}");
    }
    let authority = rest.split(['/', '?']).next().unwrap_or_default();
    let Some((credentials, _)) = authority.rsplit_once('@') else {
        return url.to_owned();
    };
    let user = credentials.split(':').next().unwrap_or_default();
    format!("{scheme}://{user}{}", &rest[credentials.len()..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Result<&str, &str>) {
        let shown = text.parse::<Address>().map(|address| address.to_string());
        let expected = expected.map(str::to_owned);
        assert_eq!(
            shown.map_err(|error| error.to_string()),
            expected.map_err(str::to_owned)
        );
    }

    #[test]
    fn addresses_are_shown_without_their_password() {
        check("games.krog", Ok("games.krog"));
        check(
            "postgres://krog:s3cret@db.example/krog",
            Ok("postgres://krog@db.example/krog"),
        );
        check(
            "postgresql://db.example/krog?x=a@b",
            Ok("postgresql://db.example/krog?x=a@b"),
        );
        check("clickhouse://a:b:c@h:9000", Ok("clickhouse://a@h:9000"));
        for catalog in ["postgres://p:q@r/s", "postgres%3A%2F%2Fp%3Aq%40r%2Fs"] {
            check(
                &format!("clickhouse://a:b@h,i/d?catalog={catalog}&cluster=x"),
                Ok("clickhouse://a@h,i/d?catalog=postgres://p@r/s&cluster=x"),
            );
        }
        check(
            "mysql://a:b@h",
            Err("found \"mysql://a@h\", expected a directory, postgres://… or clickhouse://…"),
        );
        check(
            "",
            Err("found \"\", expected a directory, postgres://… or clickhouse://…"),
        );
    }
}
