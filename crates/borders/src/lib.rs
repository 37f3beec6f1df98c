//! The borders of krog: wherever text or bytes come in from outside, and what
//! holds there whatever comes.
//!
//! Each module has one function, `law`, which is handed any bytes at all and
//! panics where the law is broken. The fuzz targets in `fuzz/` try the laws on
//! inputs they make up (`cargo xtask fuzz`); an ordinary test tries them on the
//! inputs kept in `fuzz/corpus`. Nothing here is a dependency of the program
//! that people use.

pub mod engine_output;
pub mod fen;
pub mod formula;
pub mod frames;
pub mod pgn;
pub mod requests;
pub mod san;
pub mod segment;
mod service;
pub mod spoken;
pub mod uci;

use krog_chess::Chess;

/// A border and its law.
#[derive(Clone, Copy, Debug)]
pub struct Border {
    /// What it is called: the fuzz target and the folder of its inputs.
    pub name: &'static str,
    /// Panics where the law is broken.
    pub law: fn(&[u8]),
}

/// Every border, by name.
pub const BORDERS: &[Border] = &[
    border("engine_output", engine_output::law),
    border("fen", fen::law),
    border("formula", formula::law),
    border("frames", frames::law),
    border("pgn", pgn::law),
    border("requests", requests::law),
    border("san", san::law),
    border("segment", segment::law),
    border("spoken", spoken::law),
    border("uci", uci::law),
];

const fn border(name: &'static str, law: fn(&[u8])) -> Border {
    Border { name, law }
}

/// An input that begins with a position on a line of its own; none if that line
/// is no position, which is the affair of [`fen`].
fn after_position(bytes: &[u8]) -> Option<(Chess, String)> {
    let text = String::from_utf8_lossy(bytes);
    let (first, rest) = text.split_once('\n')?;
    let position = krog_chess::fen::parse(first).ok()?;
    Some((position, rest.to_owned()))
}
