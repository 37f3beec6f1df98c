//! The verdict on a move, and the context in which advice is asked for.

use std::str::FromStr;

use thiserror::Error;

/// The verdict on a move. Which move earns which label is a profile's matter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Label {
    /// A sound sacrifice that is best or nearly so.
    Brilliant,
    /// The only move that holds the result.
    Critical,
    /// The engine's choice, or as good.
    Best,
    /// Nearly the best.
    Excellent,
    /// A little less.
    Good,
    /// Gives something away.
    Inaccuracy,
    /// Gives much away.
    Mistake,
    /// Changes the likely result.
    Blunder,
    /// Lets a gift of the opponent slip.
    Miss,
    /// Known opening theory.
    Book,
    /// The only legal move.
    Forced,
}

impl Label {
    /// Every label.
    pub const ALL: [Label; 11] = [
        Label::Brilliant,
        Label::Critical,
        Label::Best,
        Label::Excellent,
        Label::Good,
        Label::Inaccuracy,
        Label::Mistake,
        Label::Blunder,
        Label::Miss,
        Label::Book,
        Label::Forced,
    ];

    /// The name in JSON.
    pub const fn code(self) -> &'static str {
        match self {
            Label::Brilliant => "brilliant",
            Label::Critical => "critical",
            Label::Best => "best",
            Label::Excellent => "excellent",
            Label::Good => "good",
            Label::Inaccuracy => "inaccuracy",
            Label::Mistake => "mistake",
            Label::Blunder => "blunder",
            Label::Miss => "miss",
            Label::Book => "book",
            Label::Forced => "forced",
        }
    }

    /// The numeric annotation glyph in PGN, where one is customary.
    ///
    /// ```
    /// use krog_advisor::Label;
    ///
    /// assert_eq!(Label::Blunder.nag(), Some(4)); // ??
    /// assert_eq!(Label::Good.nag(), None);
    /// ```
    pub const fn nag(self) -> Option<u8> {
        match self {
            Label::Critical => Some(1),
            Label::Mistake | Label::Miss => Some(2),
            Label::Brilliant => Some(3),
            Label::Blunder => Some(4),
            Label::Inaccuracy => Some(6),
            Label::Forced => Some(7),
            Label::Best | Label::Excellent | Label::Good | Label::Book => None,
        }
    }

    /// The sign that annotators write behind a move, where there is one.
    pub const fn sign(self) -> &'static str {
        match self.nag() {
            Some(1) => "!",
            Some(2) => "?",
            Some(3) => "!!",
            Some(4) => "??",
            Some(6) => "?!",
            _ => "",
        }
    }

    /// Whether the move gave something away that is worth talking about.
    pub const fn is_fault(self) -> bool {
        matches!(
            self,
            Label::Inaccuracy | Label::Mistake | Label::Blunder | Label::Miss
        )
    }
}

impl FromStr for Label {
    type Err = UnknownCode;

    fn from_str(text: &str) -> Result<Label, UnknownCode> {
        let known = Label::ALL.into_iter();
        known
            .clone()
            .find(|label| label.code() == text)
            .ok_or_else(|| UnknownCode::new(text, known.map(Label::code)))
    }
}

/// A text that names nothing of its kind.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("found {found:?}, expected one of {}", .known.join(", "))]
pub struct UnknownCode {
    found: String,
    known: Vec<String>,
}

impl UnknownCode {
    /// What was found, and what there is.
    pub fn new<'a>(found: &str, known: impl IntoIterator<Item = &'a str>) -> UnknownCode {
        UnknownCode {
            found: found.chars().take(60).collect(),
            known: known.into_iter().map(str::to_owned).collect(),
        }
    }
}

/// What advice is for; it decides how the sources are weighed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Context {
    /// To understand.
    Learning,
    /// To win.
    Competitive,
    /// To find the truth.
    Analysis,
    /// To know the opening.
    Opening,
    /// To play the ending.
    Endgame,
}

impl Context {
    /// Every context.
    pub const ALL: [Context; 5] = [
        Context::Learning,
        Context::Competitive,
        Context::Analysis,
        Context::Opening,
        Context::Endgame,
    ];

    /// The name in JSON and on the command line.
    pub const fn code(self) -> &'static str {
        match self {
            Context::Learning => "learning",
            Context::Competitive => "competitive",
            Context::Analysis => "analysis",
            Context::Opening => "opening",
            Context::Endgame => "endgame",
        }
    }
}

impl FromStr for Context {
    type Err = UnknownCode;

    fn from_str(text: &str) -> Result<Context, UnknownCode> {
        let known = Context::ALL.into_iter();
        known
            .clone()
            .find(|context| context.code() == text)
            .ok_or_else(|| UnknownCode::new(text, known.map(Context::code)))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn codes_are_unique() {
        let labels: HashSet<&str> = Label::ALL.iter().map(|label| label.code()).collect();
        assert_eq!(labels.len(), Label::ALL.len());
        let contexts: HashSet<&str> = Context::ALL.iter().map(|c| c.code()).collect();
        assert_eq!(contexts.len(), Context::ALL.len());
    }
}
