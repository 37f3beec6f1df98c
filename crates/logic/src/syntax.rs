//! Formulas as text: reading and printing, in Unicode and in ASCII.
//!
//! Reading goes in three steps: [`lexer`] cuts the text into tokens, [`parser`]
//! builds a tree by precedence, [`elaborate`] gives every part its sort and
//! resolves names. Each step reports errors with their place.

mod elaborate;
mod lexer;
mod names;
mod parser;
mod print;

use std::{fmt, ops::Range};

use crate::{
    formula::Formula,
    vocabulary::{Param, Vocabulary},
};

/// The longest formula that is read, in bytes; deeper nesting than a reader
/// could follow is refused with it.
pub const LONGEST: usize = 10_000;

/// How much of a long line is shown before and after the wrong token.
const AROUND: usize = 60;

/// Parentheses and operators may be nested this deep.
pub const DEEPEST: usize = 200;

impl Formula {
    /// Reads a formula in the words of `vocabulary`.
    ///
    /// ```
    /// use krog_logic::{Formula, Vocabulary};
    ///
    /// let formula = Formula::parse("forall m in moves: ~CS(self) after m", Vocabulary::base())?;
    /// assert_eq!(formula.to_string(), "∀m ∈ moves: ¬CS(self) after m");
    /// # Ok::<(), krog_logic::SyntaxError>(())
    /// ```
    pub fn parse(text: &str, vocabulary: &Vocabulary) -> Result<Formula, SyntaxError> {
        parse_definition(text, &[], vocabulary)
    }
}

/// Reads a formula over parameters, which take the outermost places.
pub(crate) fn parse_definition(
    text: &str,
    params: &[Param],
    vocabulary: &Vocabulary,
) -> Result<Formula, SyntaxError> {
    let within = |fault: Fault| SyntaxError {
        text: text.to_owned(),
        fault,
    };
    if text.len() > LONGEST {
        return Err(within(Fault {
            span: LONGEST..LONGEST,
            found: format!("{} bytes", text.len()),
            expected: format!("at most {LONGEST}"),
        }));
    }
    let tokens = lexer::tokens(text).map_err(within)?;
    let tree = parser::parse(&tokens, text.len()).map_err(within)?;
    elaborate::formula(&tree, params, vocabulary).map_err(within)
}

/// What is wrong at a place of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Fault {
    span: Range<usize>,
    found: String,
    expected: String,
}

/// Why a text is no formula: the place, what was found and what was expected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SyntaxError {
    text: String,
    fault: Fault,
}

impl SyntaxError {
    /// The bytes of the text that are wrong.
    pub fn span(&self) -> Range<usize> {
        self.fault.span.clone()
    }

    /// What was found there.
    pub fn found(&self) -> &str {
        &self.fault.found
    }

    /// What was expected there.
    pub fn expected(&self) -> &str {
        &self.fault.expected
    }
}

impl fmt::Display for SyntaxError {
    /// The line of the formula, a caret under the wrong token, and the message.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let start = floor(&self.text, self.fault.span.start);
        let end = floor(&self.text, self.fault.span.end);
        let line_start = self.text[..start].rfind('\n').map_or(0, |index| index + 1);
        let line_end = self.text[start..]
            .find('\n')
            .map_or(self.text.len(), |i| start + i);
        let indent = self.text[line_start..start].chars().count();
        let width = self.text[start..end.min(line_end).max(start)]
            .chars()
            .count()
            .clamp(1, AROUND);
        let hidden = indent.saturating_sub(AROUND);
        let line: String = self.text[line_start..line_end]
            .chars()
            .skip(hidden)
            .take(3 * AROUND)
            .collect();
        let indent = indent - hidden;
        writeln!(
            f,
            "found {}, expected {}",
            self.fault.found, self.fault.expected
        )?;
        writeln!(f, "  {line}")?;
        write!(f, "  {}{}", " ".repeat(indent), "^".repeat(width))
    }
}

impl std::error::Error for SyntaxError {}

/// The nearest character boundary at or before a byte.
fn floor(text: &str, byte: usize) -> usize {
    (0..=byte.min(text.len()))
        .rev()
        .find(|index| text.is_char_boundary(*index))
        .unwrap_or(0)
}
