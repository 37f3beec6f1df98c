//! Whether the process lives.

use serde::Serialize;
use utoipa::ToSchema;

/// The answer of `/healthz`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Health {
    /// Always `ok`: a process that cannot say so does not answer.
    pub status: &'static str,
    /// The version of krog.
    pub version: &'static str,
}

impl Health {
    /// The health of a running process.
    pub const fn ok() -> Health {
        Health {
            status: "ok",
            version: env!("CARGO_PKG_VERSION"),
        }
    }
}
