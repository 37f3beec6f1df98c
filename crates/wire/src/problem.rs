//! Errors over HTTP, as RFC 9457 describes them.

use serde::Serialize;
use utoipa::ToSchema;

/// A problem document.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Problem {
    /// The kind of problem; `about:blank`, for the status says it.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// A short name of the kind of problem, the same for every occurrence.
    pub title: &'static str,
    /// The HTTP status.
    pub status: u16,
    /// What was found and what was expected, this time.
    pub detail: String,
    /// The part of the request that is bad, where one is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub part: Option<String>,
}

impl Problem {
    /// The media type of problem documents.
    pub const MEDIA_TYPE: &'static str = "application/problem+json";
}

/// What a problem document says was found and expected, if the text is one.
pub fn problem_detail(text: &str) -> Option<String> {
    let document: serde_json::Value = serde_json::from_str(text).ok()?;
    Some(document.get("detail")?.as_str()?.to_owned())
}
