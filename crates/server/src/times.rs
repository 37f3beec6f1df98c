//! Times as the API writes them.

use std::time::{Duration, UNIX_EPOCH};

/// Seconds since 1970 in ISO 8601.
pub(crate) fn iso8601(seconds: i64) -> String {
    let since = Duration::from_secs(u64::try_from(seconds).unwrap_or(0));
    krog_wire::iso8601(UNIX_EPOCH + since)
}
