//! Puzzles to practise.

use std::time::{Duration, UNIX_EPOCH};

use krog_advisor::{
    Puzzle,
    practice::{Grade, Schedule},
};
use krog_chess::{
    fen,
    notation::{self, Form},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::iso8601;

/// A position in which something is to be found.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PuzzleCard {
    /// Its id.
    pub id: String,
    /// The position to be solved.
    pub fen: String,
    /// The opponent's last move, in UCI.
    pub last_move: String,
    /// Every sound answer in UCI, the solution's first.
    pub answers: Vec<String>,
    /// The solution in UCI.
    pub solution: Vec<String>,
    /// The solution in SAN.
    pub solution_san: Vec<String>,
    /// What it is about.
    pub themes: Vec<String>,
    /// Where the game can be found.
    pub site: Option<String>,
}

/// Puzzles that are due.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Puzzles {
    /// The longest overdue first.
    pub puzzles: Vec<PuzzleCard>,
}

/// When a puzzle is shown, and how it went so far.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PuzzleSchedule {
    /// Not before, in ISO 8601.
    pub due: String,
    /// The days between the last time and the next.
    pub interval: f64,
    /// By how much the interval grows.
    pub ease: f64,
    /// How often it was solved in a row.
    pub streak: u32,
    /// How often it was failed.
    pub lapses: u32,
}

/// A puzzle that is due.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DuePuzzle {
    /// The puzzle.
    #[serde(flatten)]
    pub card: PuzzleCard,
    /// When it was due, and how it went so far.
    pub schedule: PuzzleSchedule,
}

/// `POST puzzles/{id}/grade`: how well was it solved?
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct GradeRequest {
    /// `again`, `hard`, `good` or `easy`.
    #[schema(example = "good")]
    pub grade: String,
}

/// A puzzle that was answered.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GradedPuzzle {
    /// The puzzle's id.
    pub id: String,
    /// How well it was solved: `again`, `hard`, `good` or `easy`.
    pub grade: &'static str,
    /// When it is due again.
    pub schedule: PuzzleSchedule,
}

impl From<Schedule> for PuzzleSchedule {
    fn from(schedule: Schedule) -> PuzzleSchedule {
        let due = Duration::from_secs(u64::try_from(schedule.due).unwrap_or(0));
        PuzzleSchedule {
            due: iso8601(UNIX_EPOCH + due),
            interval: schedule.interval,
            ease: schedule.ease,
            streak: schedule.streak,
            lapses: schedule.lapses,
        }
    }
}

impl GradedPuzzle {
    /// The answer to a grade.
    pub fn new(id: &str, grade: Grade, schedule: Schedule) -> GradedPuzzle {
        GradedPuzzle {
            id: id.to_owned(),
            grade: grade.code(),
            schedule: schedule.into(),
        }
    }
}

impl PuzzleCard {
    /// A card that was kept.
    pub fn read(text: &str) -> Option<PuzzleCard> {
        serde_json::from_str(text).ok()
    }
}

impl From<&Puzzle> for PuzzleCard {
    fn from(puzzle: &Puzzle) -> PuzzleCard {
        let position = puzzle.position();
        let written = |form: Form| -> Vec<String> {
            let steps = puzzle.line.steps();
            steps
                .map(|(before, m)| notation::write(&before, m, form))
                .collect()
        };
        let mut uci = written(Form::Uci).into_iter();
        let answer = |m: &krog_chess::Move| notation::write(&position, *m, Form::Uci);
        PuzzleCard {
            id: puzzle.id(),
            fen: fen::write(&position),
            last_move: uci.next().unwrap_or_default(),
            answers: puzzle.answers.iter().map(answer).collect(),
            solution: uci.collect(),
            solution_san: written(Form::San).into_iter().skip(1).collect(),
            themes: puzzle
                .themes
                .iter()
                .map(|theme| theme.id.to_owned())
                .collect(),
            site: puzzle.site.clone(),
        }
    }
}
