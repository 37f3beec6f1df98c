//! Evaluation by named terms, search, and the UCI protocol.
//!
//! The builtin engine: an [evaluation](evaluate) whose every term can be
//! printed and explained, and a search to trust. It reads no clock except
//! through the one it is given.

pub mod bench;
mod board;
mod builtin;
pub mod evaluate;
pub mod search;
mod tapered;
pub mod uci;

use std::sync::LazyLock;

use krog_text::{Language, Messages};

pub use builtin::Builtin;
pub use tapered::Tapered;

/// What the engine calls itself.
pub const NAME: &str = concat!("krog ", env!("CARGO_PKG_VERSION"));

static MESSAGES: LazyLock<Messages> = LazyLock::new(|| {
    Messages::new(&[
        (Language::English, include_str!("../messages/en.ftl")),
        (Language::Norwegian, include_str!("../messages/no.ftl")),
    ])
    .expect("the message files are checked by a test")
});
