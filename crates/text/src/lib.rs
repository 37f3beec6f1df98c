//! Languages, message files and the grammar of chess words.
//!
//! krog explains moves in English and in Norwegian bokmål. The sentences live
//! in the message files of the crates that say them; this crate loads those
//! files, refuses them when a translation is missing, and knows the words of
//! chess in both languages: to print them, and to recognise them in what a
//! player says. It does no input or output and knows no position.
//!
//! ```
//! use krog_text::{Args, Language, Messages};
//! use shakmaty::{Role, Square};
//!
//! let messages = Messages::new(&[
//!     (Language::English, r#"develops = develops { PIECE($piece, form: "definite") } from { $from }"#),
//!     (Language::Norwegian, r#"develops = utvikler { PIECE($piece, form: "definite") } fra { $from }"#),
//! ])?;
//! let args = Args::new().role("piece", Role::Knight).square("from", Square::G1);
//! assert_eq!(messages.text(Language::English, "develops", &args), "develops the knight from g1");
//! assert_eq!(messages.text(Language::Norwegian, "develops", &args), "utvikler springeren fra g1");
//! # Ok::<(), krog_text::MessagesError>(())
//! ```

mod args;
mod gender;
mod language;
mod list;
mod messages;
pub mod number;
pub mod piece;
mod sentence;
pub mod side;
pub mod square;

pub use args::Args;
pub use gender::Gender;
pub use language::{Bilingual, Language, UnknownLanguage, both};
pub use list::{Conjunction, alternatives, list};
pub use messages::{Messages, MessagesError, Problem};
pub use sentence::capitalize;
