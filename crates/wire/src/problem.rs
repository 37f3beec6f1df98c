//! Errors over HTTP, as RFC 9457 describes them.

use serde::Serialize;

/// A problem document.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Problem {
    /// A short name of the kind of problem, the same for every occurrence.
    pub title: &'static str,
    /// The HTTP status.
    pub status: u16,
    /// What was found and what was expected, this time.
    pub detail: String,
}

impl Problem {
    /// The media type of problem documents.
    pub const MEDIA_TYPE: &'static str = "application/problem+json";
}
