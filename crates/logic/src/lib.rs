//! Formulas over boards and games, and the laws of chess written in them.
//!
//! This crate will hold the formula language, its parser, printer and checker,
//! the 26 laws and the validation of moves. Every sentence krog shows about a
//! board is a formula that the checker has proved, so nothing here may call a
//! detector, an engine or the rules library's own verdict on legality.
//!
//! ```
//! use krog_logic::{LAWS, Law};
//!
//! assert_eq!(LAWS.len(), 26);
//! assert_eq!(Law::get("castling").map(|law| law.fide), Some("3.8.2"));
//! ```

use std::sync::LazyLock;

use krog_text::{Language, Messages};

mod check;
mod env;
pub mod formula;
pub mod law;
mod proof;
mod rtype;
pub mod rules;
pub mod sort;
mod state;
pub mod syntax;
mod trace;
mod tree;
pub mod validate;
pub mod vocabulary;
mod witness;

pub use env::{Env, Fuel};
pub use formula::Formula;
pub use law::{LAWS, Law};
pub use proof::Proof;
pub use rtype::RType;
pub use state::State;
pub use syntax::SyntaxError;
pub use trace::Trace;
pub use vocabulary::Vocabulary;
pub use witness::Witness;

static MESSAGES: LazyLock<Messages> = LazyLock::new(|| {
    Messages::new(&[
        (Language::English, include_str!("../messages/en.ftl")),
        (Language::Norwegian, include_str!("../messages/no.ftl")),
    ])
    .expect("the message files are checked by a test")
});
