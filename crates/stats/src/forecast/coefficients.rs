//! The coefficients of the forecast, written by `cargo xtask fit`.

use super::{EVEN as EVENS, ODD as ODDS};

pub(super) const EVEN: [f64; EVENS] = [0.0; EVENS];

pub(super) const ODD: [f64; ODDS] = [0.0; ODDS];
