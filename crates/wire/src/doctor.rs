//! What is installed and what is missing.

use serde::Serialize;
use utoipa::ToSchema;

/// The report of `krog doctor`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Doctor {
    /// The version of krog.
    pub version: &'static str,
    /// What was looked for.
    pub checks: Vec<Check>,
}

/// One thing that was looked for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Check {
    /// What it is: `engine`, `store`, …
    pub name: &'static str,
    /// Whether it is there.
    pub status: CheckStatus,
    /// What was found, or what is lacking.
    pub detail: String,
    /// How to get it, when something is to be done.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub advice: Option<String>,
}

/// Whether a thing is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum CheckStatus {
    /// It is there.
    Found,
    /// It is not there; krog works without it.
    Missing,
}

impl Doctor {
    /// A report of these checks.
    pub const fn new(checks: Vec<Check>) -> Doctor {
        Doctor {
            version: env!("CARGO_PKG_VERSION"),
            checks,
        }
    }
}
