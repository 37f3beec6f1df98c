//! What an import did.

use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::ToSchema;

/// The end of an import.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Imported {
    /// The collection that the games went into.
    pub collection: String,
    /// Games that were read.
    pub games_processed: u64,
    /// Games that are counted now and were not before.
    pub games_imported: u64,
    /// Games that were counted before.
    pub games_duplicate: u64,
    /// Games that were skipped, by reason.
    pub games_skipped: BTreeMap<&'static str, u64>,
    /// Positions with something new.
    pub positions_updated: u64,
    /// Moves with something new.
    pub moves_updated: u64,
    /// How long it took.
    pub seconds: f64,
    /// Whether it was stopped before its end.
    pub stopped: bool,
    /// The first skipped games of each reason, and files that broke off.
    pub errors: Vec<String>,
}
