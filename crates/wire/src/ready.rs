//! Whether the service can do its work.

use serde::Serialize;
use utoipa::ToSchema;

/// The answer of `/readyz`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Readiness {
    /// `ready`, or `unready` if a part is not.
    pub status: &'static str,
    /// The parts that the service needs.
    pub parts: Vec<ReadyPart>,
}

/// A part that the service needs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReadyPart {
    /// What it is: `store`, `engine` or `service`.
    pub name: &'static str,
    /// Whether it does its work.
    pub ready: bool,
    /// What is wrong with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<&'static str>,
}

impl Readiness {
    /// How the parts are together.
    pub fn new(parts: Vec<ReadyPart>) -> Readiness {
        let all = parts.iter().all(|part| part.ready);
        let status = if all { "ready" } else { "unready" };
        Readiness { status, parts }
    }
}
