//! Labels, suggestions and reviews: where engine, statistics and claims meet.
//!
//! The judgement is pure: the same answer for the same inputs, byte for byte. A
//! missing source is an absence that the answer mentions, not an error.
//!
//! [`Profile`] says how moves are labelled, [`judge`] labels them, [`accuracy`]
//! counts, [`combine`] weighs the three sources, [`review`] goes through a game,
//! [`suggest`] ranks the moves of a position from what [`session`] was told,
//! [`puzzle`] makes practice of mistakes, [`practice`] says when it is due again.

pub mod about;
pub mod accuracy;
pub mod combine;
mod danger;
pub mod forecast;
pub mod judge;
mod label;
pub mod practice;
pub mod profile;
pub mod puzzle;
pub mod review;
mod safety;
pub mod session;
pub mod suggest;

use std::sync::LazyLock;

use krog_text::{Language, Messages};

pub use judge::{Judgement, Moment, Previous};
pub use label::{Context, Label, UnknownCode};
pub use profile::{Formula, PROFILES, Profile, Switches};
pub use puzzle::Puzzle;
pub use review::Review;

static MESSAGES: LazyLock<Messages> = LazyLock::new(|| {
    Messages::new(&[
        (Language::English, include_str!("../messages/en.ftl")),
        (Language::Norwegian, include_str!("../messages/no.ftl")),
    ])
    .expect("the message files are checked by a test")
});
