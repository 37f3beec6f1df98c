//! What can be wrong with message files.

use std::fmt::Write;

use thiserror::Error;

use crate::Language;

/// Message files that cannot be used, with every reason.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("message files are not usable:{}", listed(.problems))]
pub struct MessagesError {
    /// Everything that is wrong, never empty.
    pub problems: Vec<Problem>,
}

/// One thing that is wrong with a message file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Problem {
    /// No file of a language was given.
    #[error("found no file in `{language}`, expected at least one")]
    NoSource {
        /// The language without a file.
        language: Language,
    },
    /// The file does not parse.
    #[error("`{language}`, line {line}, column {column}: {reason} (found `{found}`)")]
    Syntax {
        /// The language of the file.
        language: Language,
        /// The line, from one.
        line: usize,
        /// The column in characters, from one.
        column: usize,
        /// What the parser says.
        reason: String,
        /// The line itself.
        found: String,
    },
    /// A message, or a term, is defined twice in one language.
    #[error("`{language}`: `{id}` is defined twice")]
    Duplicate {
        /// The language of the file.
        language: Language,
        /// The id of the message.
        id: String,
    },
    /// A message has attributes and no text.
    #[error("`{language}`, line {line}: message `{id}` has no text of its own")]
    NoText {
        /// The language of the file.
        language: Language,
        /// The line on which the message begins.
        line: usize,
        /// The id of the message.
        id: String,
    },
    /// A message exists in the other language only.
    #[error("`{language}` lacks the message `{id}`")]
    MissingMessage {
        /// The language without the message.
        language: Language,
        /// The id of the message.
        id: String,
    },
    /// A message uses a variable in the other language only.
    #[error("`{language}`: message `{id}` lacks the variable `${variable}`")]
    MissingVariable {
        /// The language without the variable.
        language: Language,
        /// The id of the message.
        id: String,
        /// The variable.
        variable: String,
    },
    /// A message refers to a message or a term that does not exist.
    #[error("`{language}`, line {line}: `{id}` refers to `{found}`, which does not exist")]
    UnknownReference {
        /// The language of the file.
        language: Language,
        /// The line on which the message begins.
        line: usize,
        /// The id of the message.
        id: String,
        /// What it refers to; a term begins with a hyphen.
        found: String,
    },
    /// A message refers to itself, maybe through others.
    #[error("`{language}`, line {line}: `{id}` refers to itself")]
    Circle {
        /// The language of the file.
        language: Language,
        /// The line on which the message begins.
        line: usize,
        /// The id of the message.
        id: String,
    },
    /// A message calls a function that does not exist.
    #[error("`{language}`, line {line}: `{id}` calls `{found}`, expected one of {expected}")]
    UnknownFunction {
        /// The language of the file.
        language: Language,
        /// The line on which the message begins.
        line: usize,
        /// The id of the message.
        id: String,
        /// The function that was called.
        found: String,
        /// The functions that exist.
        expected: String,
    },
    /// A message calls a function with an option that it does not have, or a
    /// value that the option does not have.
    #[error(
        "`{language}`, line {line}: `{id}` calls `{function}` with `{found}`, expected {expected}"
    )]
    UnknownOption {
        /// The language of the file.
        language: Language,
        /// The line on which the message begins.
        line: usize,
        /// The id of the message.
        id: String,
        /// The function that was called.
        function: String,
        /// The option and its value as written.
        found: String,
        /// What the function understands.
        expected: String,
    },
    /// A message selects by a name where only numbers can match.
    #[error(
        "`{language}`, line {line}: `{id}` selects `[{key}]` by `${variable}`, \
         expected `KEY(${variable}) ->` or a plural key"
    )]
    Selector {
        /// The language of the file.
        language: Language,
        /// The line on which the message begins.
        line: usize,
        /// The id of the message.
        id: String,
        /// The variable.
        variable: String,
        /// The key that cannot match.
        key: String,
    },
}

impl Problem {
    /// A syntax problem at a byte offset of a source.
    pub(super) fn syntax(language: Language, source: &str, at: usize, reason: &str) -> Problem {
        let before = &source[..source.floor_char_boundary(at)];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let line = source[line_start..].lines().next().unwrap_or_default();
        Problem::Syntax {
            language,
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            reason: uncapitalized(reason),
            found: line.trim().to_owned(),
        }
    }
}

/// One problem on the same line, several on lines of their own.
fn listed(problems: &[Problem]) -> String {
    if let [only] = problems {
        return format!(" {only}");
    }
    problems.iter().fold(String::new(), |mut text, problem| {
        write!(text, "\n  {problem}").expect("a string takes all");
        text
    })
}

/// Our errors begin with a small letter, Fluent's with a capital.
fn uncapitalized(text: &str) -> String {
    let mut rest = text.chars();
    match rest.next() {
        Some(first) => first.to_lowercase().chain(rest).collect(),
        None => String::new(),
    }
}
