//! What became of the games: counted, known before, or skipped and why.

use std::collections::BTreeMap;

use krog_chess::pgn::{Fault, NoMainLine, PgnError};

use crate::remote::Trouble;

/// How many skipped games are told for each reason.
const TOLD: usize = 5;

/// Why a game is not counted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Skip {
    /// A move of its main line cannot be read or is not legal.
    IllegalMove,
    /// A comment or a variation has no end.
    Unfinished,
    /// Its main line holds a pass.
    NullMove,
    /// It has no moves.
    NoMoves,
    /// It has no result.
    NoResult,
    /// It follows other rules.
    Variant,
    /// It begins in a position that is none.
    StartPosition,
    /// It is longer than any game.
    TooLarge,
    /// There are neither tags nor moves.
    NoGame,
    /// It was not asked for.
    NotChosen,
    /// Ratings were not at stake, and only rated games were asked for.
    Unrated,
    /// The stream broke off.
    Unreadable,
}

impl Skip {
    /// Every reason.
    pub const ALL: [Skip; 12] = [
        Skip::IllegalMove,
        Skip::Unfinished,
        Skip::NullMove,
        Skip::NoMoves,
        Skip::NoResult,
        Skip::Variant,
        Skip::StartPosition,
        Skip::TooLarge,
        Skip::NoGame,
        Skip::NotChosen,
        Skip::Unrated,
        Skip::Unreadable,
    ];

    /// The name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Skip::IllegalMove => "illegalMove",
            Skip::Unfinished => "unfinished",
            Skip::NullMove => "nullMove",
            Skip::NoMoves => "noMoves",
            Skip::NoResult => "noResult",
            Skip::Variant => "variant",
            Skip::StartPosition => "startPosition",
            Skip::TooLarge => "tooLarge",
            Skip::NoGame => "noGame",
            Skip::NotChosen => "notChosen",
            Skip::Unrated => "unrated",
            Skip::Unreadable => "unreadable",
        }
    }
}

impl From<&NoMainLine> for Skip {
    fn from(reason: &NoMainLine) -> Skip {
        match reason {
            NoMainLine::Pass { .. } => Skip::NullMove,
            NoMainLine::Broken(issue) => match issue.fault {
                Fault::OpenComment | Fault::OpenVariation => Skip::Unfinished,
                _ => Skip::IllegalMove,
            },
            NoMainLine::Unread(error) => match error {
                PgnError::Io(_) => Skip::Unreadable,
                PgnError::TooLarge { .. } => Skip::TooLarge,
                PgnError::NoGame { .. } => Skip::NoGame,
                PgnError::Variant { .. } => Skip::Variant,
                PgnError::Start { .. } => Skip::StartPosition,
            },
        }
    }
}

/// A game that was skipped, and where it stands.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Skipped {
    /// The file.
    pub file: String,
    /// The line on which it begins.
    pub line: u64,
    /// What is wrong with it.
    pub message: String,
}

/// What an import did. Reports of parts add up.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Report {
    /// Games that were read.
    pub processed: u64,
    /// Games that are counted now and were not before.
    pub imported: u64,
    /// Games that were counted before.
    pub duplicates: u64,
    /// Games that were skipped, by reason.
    pub skipped: BTreeMap<Skip, u64>,
    /// The first of them, by reason.
    pub examples: BTreeMap<Skip, Vec<Skipped>>,
    /// Positions with something new, summed over batches.
    pub positions: u64,
    /// Moves with something new, summed over batches.
    pub moves: u64,
    /// Files that could not be read to their end, and why.
    pub broken: Vec<String>,
    /// What services refused.
    pub troubles: Vec<Trouble>,
    /// Whether the import was told to stop before its end.
    pub stopped: bool,
}

impl Report {
    /// Counts a game that is skipped; the place is made only if it is told.
    pub(crate) fn skip(&mut self, reason: Skip, place: impl FnOnce() -> Skipped) {
        *self.skipped.entry(reason).or_default() += 1;
        let told = self.examples.entry(reason).or_default();
        if !matches!(reason, Skip::NotChosen | Skip::Unrated) && told.len() < TOLD {
            told.push(place());
        }
    }

    /// How many games were skipped.
    pub fn skips(&self) -> u64 {
        self.skipped.values().sum()
    }

    /// Adds the report of another part.
    pub fn merge(&mut self, other: Report) {
        self.processed += other.processed;
        self.imported += other.imported;
        self.duplicates += other.duplicates;
        self.positions += other.positions;
        self.moves += other.moves;
        self.broken.extend(other.broken);
        self.troubles.extend(other.troubles);
        self.stopped |= other.stopped;
        for (reason, count) in other.skipped {
            *self.skipped.entry(reason).or_default() += count;
        }
        for (reason, more) in other.examples {
            let told = self.examples.entry(reason).or_default();
            told.extend(more);
            told.sort();
            told.truncate(TOLD);
        }
    }
}
