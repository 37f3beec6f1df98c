//! Where a cluster is: its shards in their order, and its catalog.

use crate::{address::without_password, contract::StoreError};

/// The port on which a server answers HTTP, and with TLS.
const PORTS: [u16; 2] = [8123, 8443];

/// The name of a database unless told.
const DATABASE: &str = "krog";

/// The cluster in the servers' own settings unless told.
const CLUSTER: &str = "krog";

/// What `clickhouse://user:password@host,host/database?catalog=postgres://…` says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Place {
    /// The addresses of the shards, in their order.
    pub(super) shards: Vec<String>,
    pub(super) database: String,
    pub(super) user: Option<String>,
    pub(super) password: Option<String>,
    /// The address of the catalog, a PostgreSQL database.
    pub(super) catalog: String,
    /// What the servers call the cluster, if they know it.
    pub(super) cluster: String,
}

impl Place {
    /// Reads an address.
    pub(super) fn parse(url: &str) -> Result<Place, StoreError> {
        let expected = |what: &str| StoreError::Unfit {
            place: without_password(url),
            found: "an address that is not complete".to_owned(),
            expected: what.to_owned(),
        };
        let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
        let (rest, options) = rest.split_once('?').unwrap_or((rest, ""));
        let (authority, path) = rest.split_once('/').unwrap_or((rest, ""));
        let (credentials, hosts) = match authority.rsplit_once('@') {
            Some((credentials, hosts)) => (Some(credentials), hosts),
            None => (None, authority),
        };
        let (user, password) = match credentials.map(|text| text.split_once(':')) {
            Some(Some((user, password))) => (Some(decoded(user)), Some(decoded(password))),
            Some(None) => (credentials.map(decoded), None),
            None => (None, None),
        };
        let option = |name: &str| {
            let mut options = options.split('&').filter_map(|part| part.split_once('='));
            let (_, value) = options.find(|(known, _)| *known == name)?;
            Some(decoded(value))
        };
        let secure = match option("secure").as_deref() {
            None | Some("false") => false,
            Some("true") => true,
            Some(_) => return Err(expected("secure=true or secure=false")),
        };
        let database = if path.is_empty() { DATABASE } else { path };
        let cluster = option("cluster").unwrap_or_else(|| CLUSTER.to_owned());
        if !is_plain(database) || !is_plain(&cluster) {
            return Err(expected("names of letters, digits and _"));
        }
        let shards: Vec<String> = hosts
            .split(',')
            .filter(|host| !host.is_empty())
            .map(|host| base(host, secure))
            .collect();
        if shards.is_empty() {
            return Err(expected(
                "clickhouse://HOST,HOST/DATABASE?catalog=postgres://…",
            ));
        }
        let catalog = option("catalog")
            .filter(|catalog| {
                catalog.starts_with("postgres://") || catalog.starts_with("postgresql://")
            })
            .ok_or_else(|| expected("?catalog=postgres://…, the database of games and jobs"))?;
        Ok(Place {
            shards,
            database: database.to_owned(),
            user,
            password,
            catalog,
            cluster,
        })
    }
}

/// `http://host:port/` of a host, whose port may be missing.
fn base(host: &str, secure: bool) -> String {
    let scheme = if secure { "https" } else { "http" };
    let behind = host.rsplit_once(']').map_or(host, |(_, behind)| behind);
    if behind.contains(':') {
        format!("{scheme}://{host}/")
    } else {
        format!("{scheme}://{host}:{}/", PORTS[usize::from(secure)])
    }
}

/// Whether a name can stand in a statement as it is.
fn is_plain(name: &str) -> bool {
    let letter = |ch: char| ch.is_ascii_alphanumeric() || ch == '_';
    !name.is_empty()
        && name.chars().all(letter)
        && !name.starts_with(|ch: char| ch.is_ascii_digit())
}

/// A text whose `%` escapes are resolved; one that is none stays.
pub(crate) fn decoded(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut found = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    while let Some((first, behind)) = rest.split_first() {
        let digits = behind
            .get(..2)
            .and_then(|digits| std::str::from_utf8(digits).ok());
        let escaped = digits.filter(|_| *first == b'%');
        let byte = escaped.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        found.push(byte.unwrap_or(*first));
        rest = if byte.is_some() { &behind[2..] } else { behind };
    }
    String::from_utf8_lossy(&found).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(url: &str, shards: &[&str], catalog: &str) {
        let place = Place::parse(url).expect("an address");
        assert_eq!(place.shards, shards);
        assert_eq!(place.catalog, catalog);
    }

    #[test]
    fn shards_come_in_their_order() {
        check(
            "clickhouse://a,b:9/?catalog=postgres://krog@db/krog?sslmode=require",
            &["http://a:8123/", "http://b:9/"],
            "postgres://krog@db/krog?sslmode=require",
        );
        check(
            "clickhouse://u:p%40@[::1],[::1]:8124/games?secure=true&catalog=postgres%3A%2F%2Fdb%2Fk%3Fa%3D1%26b%3D2",
            &["https://[::1]:8443/", "https://[::1]:8124/"],
            "postgres://db/k?a=1&b=2",
        );
        let place =
            Place::parse("clickhouse://u:p%40@h/games?catalog=postgres://d/k").expect("one");
        assert_eq!(place.user.as_deref(), Some("u"));
        assert_eq!(place.password.as_deref(), Some("p@"));
        assert_eq!(
            (place.database.as_str(), place.cluster.as_str()),
            ("games", "krog")
        );
    }

    #[test]
    fn what_is_missing_is_told_without_the_password() {
        for (url, expected) in [
            ("clickhouse://u:secret@h/games", "catalog"),
            ("clickhouse://u:secret@h/games?catalog=mysql://x", "catalog"),
            ("clickhouse:///games?catalog=postgres://x", "HOST"),
            ("clickhouse://h/ga;mes?catalog=postgres://x", "letters"),
            (
                "clickhouse://h/g?secure=1&catalog=postgres://x",
                "secure=true",
            ),
        ] {
            let told = Place::parse(url).expect_err("not complete").to_string();
            assert!(
                told.contains(expected) && !told.contains("secret"),
                "{told}"
            );
        }
    }
}
