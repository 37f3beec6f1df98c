//! The coefficients of the forecast, in the order of the features; written by a
//! program.
//!
//! Fitted by `cargo xtask fit` to 74448 positions of master games and 7993 of
//! Lichess games, four of each game; log-loss on them 0.7036; 2026-11-16.

use super::{EVEN as EVENS, ODD as ODDS};

pub(super) const EVEN: [f64; EVENS] = [
    -0.6827,
    -0.3339,
    2.3549,
    0.7825,
    -0.2635,
    1.4392,
    0.1343,
    -1.1961,
    0.1941,
    -1.3889,
    -0.3262,
    0.0010,
    0.0199,
    -0.6955,
    0.2069,
    0.8167,
    -0.0016,
    0.1486,
    0.1802,
    -0.5849,
    0.3150,
    0.6046,
    1.9332,
    -0.4355,
    -1.5466,
    0.4368,
    -0.6321,
    -0.7530,
    0.0043,
    0.9457,
    3.1844,
    -0.9598,
    -0.8880,
    -0.5095,
    -1.1791,
    -0.9694,
    0.4899,
];

pub(super) const ODD: [f64; ODDS] = [
    -0.0323,
    0.9774,
    2.0881,
    1.4891,
    -0.9661,
    -0.3743,
    0.2352,
    0.0502,
    0.7953,
    -0.3124,
    -0.3221,
    0.1749,
    0.1752,
    -0.0231,
    -0.0544,
    -1.0924,
    -0.3533,
    -0.1712,
    0.4105,
];
