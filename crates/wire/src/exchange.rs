//! The value of an exchange.

use krog_chess::{
    Chess, Move,
    notation::{self, Form},
    see,
};
use serde::Serialize;
use utoipa::ToSchema;

/// What a move wins or loses on its target square.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Exchange {
    /// The move in SAN.
    pub san: String,
    /// The move in UCI.
    pub uci: String,
    /// Centipawns, for the side that moves.
    pub value: i32,
}

impl Exchange {
    /// The exchange that a legal move begins.
    pub fn new(position: &Chess, m: Move) -> Exchange {
        Exchange {
            san: notation::write(position, m, Form::San),
            uci: notation::write(position, m, Form::Uci),
            value: see::value(position, m),
        }
    }
}
