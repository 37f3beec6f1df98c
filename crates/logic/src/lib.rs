//! Formulas over boards and games, and the laws of chess written in them.
//!
//! This crate will hold the formula language, its parser, printer and checker,
//! the 26 laws and the validation of moves. Every sentence krog shows about a
//! board is a formula that the checker has proved, so nothing here may call a
//! detector, an engine or the rules library's own verdict on legality.
//!
//! So far it names the kinds of rules that the laws are sorted into.

mod check;
pub mod formula;
mod rtype;
pub mod rules;
pub mod sort;
mod state;
pub mod syntax;
mod trace;
pub mod vocabulary;

pub use check::Env;
pub use formula::Formula;
pub use rtype::RType;
pub use state::State;
pub use syntax::SyntaxError;
pub use trace::Trace;
pub use vocabulary::Vocabulary;
