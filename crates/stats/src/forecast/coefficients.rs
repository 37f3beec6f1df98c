//! The coefficients of the forecast, in the order of the features; written by a
//! program.
//!
//! Fitted by `cargo xtask fit` to 74448 positions of master games and 7993 of
//! Lichess games, four of each game; log-loss on them 0.7037; 2026-11-16.

use super::{EVEN as EVENS, ODD as ODDS};

pub(super) const EVEN: [f64; EVENS] = [
    -0.6659, -0.3398, 2.3686, 0.7820, -0.2732, 1.4539, 0.1336, -1.1848, 0.1677, -1.3875, -0.3265,
    -0.0415, 0.0231, -0.7109, 0.2279, 0.8094, -0.0099, 0.1694, 0.1529, -0.6276, 0.3271, 0.5934,
    1.9418, -0.4282, -1.5199, 0.4528, -0.6532, -0.8206, 0.0150, 1.0416, 3.2688, -0.9698, -0.8797,
    -0.6040, -1.7319, 0.4419, -1.1768,
];

pub(super) const ODD: [f64; ODDS] = [
    -0.0302, 0.9834, 2.0874, 1.4884, -0.9654, -0.3707, 0.2338, 0.0394, 0.8040, -0.3125, -0.3216,
    0.1601, 0.1720, -0.0398, -0.0544, -1.0991, -0.3527, -0.1752, 0.3890,
];
