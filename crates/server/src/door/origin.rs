//! Whose pages may speak to the service. A page is known by its origin; one that
//! the service itself served is at home, others the operator names.

use std::{fmt, net::IpAddr, str::FromStr};

use axum::http::{
    HeaderMap, HeaderValue,
    header::{HOST, ORIGIN},
};

/// The origin of a page: `https://example.org` or `http://localhost:5173`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Origin {
    text: String,
}

impl Origin {
    /// The origin as a header tells it.
    pub(super) fn header(&self) -> Option<HeaderValue> {
        HeaderValue::from_str(&self.text).ok()
    }

    /// The name and the port.
    fn authority(&self) -> &str {
        self.text.split_once("://").map_or("", |(_, rest)| rest)
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl FromStr for Origin {
    type Err = String;

    fn from_str(text: &str) -> Result<Origin, String> {
        let expected = || format!("found {text:?}, expected an origin such as https://example.org");
        let lower = text.trim_end_matches('/').to_ascii_lowercase();
        let (scheme, authority) = lower.split_once("://").ok_or_else(expected)?;
        let known = |byte: u8| byte.is_ascii_alphanumeric() || b".-_:[]".contains(&byte);
        let whole = !authority.is_empty() && authority.bytes().all(known);
        if !matches!(scheme, "http" | "https") || !whole {
            return Err(expected());
        }
        Ok(Origin { text: lower })
    }
}

/// Whether the page that a request comes from may do more than ask: it has no
/// origin, its origin is the service's own, or it is on the list.
pub(super) fn is_welcome(headers: &HeaderMap, allowed: &[Origin]) -> bool {
    let Some(origin) = headers.get(ORIGIN) else {
        return true;
    };
    let origin = origin.to_str().ok().map(str::parse::<Origin>);
    let Some(Ok(origin)) = origin else {
        return false;
    };
    allowed.contains(&origin) || host(headers).is_some_and(|host| host == origin.authority())
}

/// The name under which the service was asked.
fn host(headers: &HeaderMap) -> Option<String> {
    let host = headers.get(HOST)?.to_str().ok()?;
    Some(host.to_ascii_lowercase())
}

/// Whether a service of this machine alone is asked under a name of this machine.
/// A page from elsewhere whose name was made to mean this machine gives itself
/// away here: its name has dots.
pub(super) fn is_local_name(headers: &HeaderMap, allowed: &[Origin]) -> bool {
    let Some(host) = host(headers) else {
        return true;
    };
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => &host,
    };
    let bare = name.trim_start_matches('[').trim_end_matches(']');
    !name.contains('.')
        || bare.parse::<IpAddr>().is_ok()
        || name.ends_with(".localhost")
        || allowed.iter().any(|origin| origin.authority() == host)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        let pairs = pairs.iter().map(|(name, value)| {
            let name = axum::http::HeaderName::from_static(name);
            (name, value.parse().unwrap())
        });
        pairs.collect()
    }

    #[test]
    fn pages_of_the_service_and_of_the_list_are_welcome() {
        let allowed = ["https://friend.example".parse().unwrap()];
        for (origin, expected) in [
            ("http://krog.example:8080", true),
            ("https://KROG.example:8080", true),
            ("https://friend.example", true),
            ("http://friend.example", false),
            ("https://friend.example.evil", false),
            ("http://krog.example", false),
            ("null", false),
            ("", false),
            ("file://", false),
        ] {
            let headers = headers(&[("host", "krog.example:8080"), ("origin", origin)]);
            assert_eq!(is_welcome(&headers, &allowed), expected, "{origin}");
        }
        assert!(is_welcome(&headers(&[("host", "x")]), &[]));
    }

    #[test]
    fn names_from_elsewhere_do_not_mean_this_machine() {
        let allowed = ["https://krog.example".parse().unwrap()];
        for (host, expected) in [
            ("localhost:8080", true),
            ("127.0.0.1:8080", true),
            ("[::1]:8080", true),
            ("[::1]", true),
            ("krog", true),
            ("krog.localhost", true),
            ("krog.example", true),
            ("evil.example:8080", false),
            ("127.0.0.1.evil.example", false),
        ] {
            let headers = headers(&[("host", host)]);
            assert_eq!(is_local_name(&headers, &allowed), expected, "{host}");
        }
    }

    #[test]
    fn an_origin_has_no_path() {
        for bad in [
            "*",
            "example.org",
            "https://",
            "https://a/b",
            "ftp://a",
            "https://a b",
        ] {
            assert!(bad.parse::<Origin>().is_err(), "{bad}");
        }
        assert_eq!(
            "https://A.example/".parse::<Origin>().unwrap().to_string(),
            "https://a.example"
        );
    }
}
