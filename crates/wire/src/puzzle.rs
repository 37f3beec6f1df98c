//! Puzzles to practise.

use krog_advisor::Puzzle;
use krog_chess::{
    fen,
    notation::{self, Form},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

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
