//! A key that was just made.

use serde::Serialize;
use utoipa::ToSchema;

/// The answer of `krog keys new`: told once, kept nowhere.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewKey {
    /// What the client sends.
    pub key: String,
    /// The line for the file of `--api-keys`.
    pub line: String,
}
