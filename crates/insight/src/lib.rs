//! Principles, tactics, and claims that the checker has proved.
//!
//! A detector proposes a claim about a move, the checker of `logic` disposes:
//! what it does not prove from the position and the lines alone is counted and
//! never shown. Proved claims are rendered in English and Norwegian.
//!
//! ```
//! use krog_chess::{fen, notation};
//! use krog_insight::{Given, explain};
//!
//! let position = fen::parse("r3k3/8/8/1N6/8/8/8/4K3 w - - 0 1")?;
//! let fork = notation::read(&position, "Nc7+")?;
//! let explanation = explain(&position, fork, Given::default()).expect("the move is legal");
//! assert_eq!(
//!     explanation.claims[0].text().en,
//!     "forks the rook on a8 and the king on e8 with the knight on c7 and wins at least a rook's worth"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::sync::LazyLock;

use krog_text::{Language, Messages};

mod claim;
mod counsel;
pub mod danger;
mod effect;
mod explanation;
mod gain;
mod principle;
mod render;
mod reply;
mod report;
mod scene;
mod solution;
mod theme;
mod tree;
mod vocabulary;

pub use claim::{Claim, Court, Polarity, Source};
pub use counsel::Counsel;
pub use explanation::{Better, Explanation, Given, HANDFUL, explain, tactical_score};
pub use krog_logic::Witness;
pub use principle::{Category, Example, Finding, PRINCIPLES, Principle};
pub use render::{Span, sentences, spans};
pub use report::{Report, report};
pub use scene::Scene;
pub use solution::{Followup, Ply, Solution};
pub use theme::{THEMES, Theme, tag};
pub use vocabulary::vocabulary;

static MESSAGES: LazyLock<Messages> = LazyLock::new(|| {
    Messages::new(&[
        (Language::English, include_str!("../messages/en.ftl")),
        (Language::Norwegian, include_str!("../messages/no.ftl")),
    ])
    .expect("the message files are checked by a test")
});
