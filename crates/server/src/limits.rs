//! How long the texts of a request may be.

use crate::problem::Refusal;

/// The longest position: a FEN has at most some 90 characters.
pub(crate) const FEN: usize = 256;

/// The longest formula.
pub(crate) const FORMULA: usize = 4_096;

/// The longest phrase that is spoken.
pub(crate) const PHRASE: usize = 1_024;

/// Refuses a text that is longer than its part may be.
pub(crate) fn check_length(part: &str, text: &str, most: usize) -> Result<(), Refusal> {
    if text.len() <= most {
        return Ok(());
    }
    let found = text.len();
    let detail = format!("found {found} bytes, expected at most {most}");
    Err(Refusal::bad(part, detail))
}
