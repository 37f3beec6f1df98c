//! What engines say about positions, without judgement.

use std::num::NonZeroU8;

use krog_chess::{
    Chess, Color, EngineLine, Limit, Score, Value, fen,
    notation::{self, Form},
};
use serde::Serialize;
use utoipa::ToSchema;

/// The lines of every position of a game, or of one position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Analysis {
    /// Who evaluated.
    pub engine: String,
    /// How long each position was searched.
    pub limit: SearchLimit,
    /// The positions in the order of the game.
    pub positions: Vec<AnalysedPosition>,
}

/// How long a position was searched; the first limit reached counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SearchLimit {
    /// In plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// In positions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// In milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub movetime: Option<u64>,
    /// How many lines were asked for.
    pub multipv: u8,
}

/// A position and the best lines from it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AnalysedPosition {
    /// The number of moves played before it.
    pub ply: usize,
    /// The position.
    pub fen: String,
    /// Who evaluated it.
    pub source: String,
    /// The lines, best first; none when the source knows nothing.
    pub lines: Vec<AnalysedLine>,
}

/// A line with what it is worth.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AnalysedLine {
    /// The value of the position for White.
    #[serde(flatten)]
    pub eval: Eval,
    /// The depth searched; 0 when the game is over or the source does not tell.
    pub depth: u32,
    /// The positions searched for it, where the engine tells.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// The moves in UCI.
    pub moves: Vec<String>,
    /// The same in SAN.
    pub san: Vec<String>,
}

/// A score as White sees it: `{"cp": 18}` or `{"mate": -3}`. Mate 0 stands on
/// the board, against the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum Eval {
    /// Hundredths of a pawn.
    Cp(i32),
    /// Moves until mate; negative when Black mates.
    Mate(i32),
}

impl SearchLimit {
    /// The limit of a search for so many lines.
    pub fn new(limit: Limit, count: NonZeroU8) -> SearchLimit {
        let milliseconds = limit.max_time().map(|time| time.as_millis());
        SearchLimit {
            depth: limit.max_depth(),
            nodes: limit.max_nodes(),
            movetime: milliseconds.map(|time| u64::try_from(time).unwrap_or(u64::MAX)),
            multipv: count.get(),
        }
    }
}

impl AnalysedPosition {
    /// What `source` says about a position.
    pub fn new(
        ply: usize,
        position: &Chess,
        source: &str,
        lines: &[EngineLine],
    ) -> AnalysedPosition {
        AnalysedPosition {
            ply,
            fen: fen::write(position),
            source: source.to_owned(),
            lines: lines.iter().map(AnalysedLine::from).collect(),
        }
    }
}

impl From<&EngineLine> for AnalysedLine {
    fn from(line: &EngineLine) -> AnalysedLine {
        let written = |form| {
            let steps = line.line.steps();
            steps
                .map(|(before, m)| notation::write(&before, m, form))
                .collect()
        };
        AnalysedLine {
            eval: line.score.into(),
            depth: line.depth,
            nodes: line.nodes,
            moves: written(Form::Uci),
            san: written(Form::San),
        }
    }
}

impl From<Score> for Eval {
    fn from(score: Score) -> Eval {
        match score.pov(Color::White) {
            Value::Cp(cp) => Eval::Cp(cp),
            Value::MateIn(moves) => Eval::Mate(i32::from(moves)),
            Value::MatedIn(moves) => Eval::Mate(-i32::from(moves)),
        }
    }
}

#[cfg(test)]
mod tests {
    use krog_chess::Line;

    use super::*;

    #[test]
    fn a_line_has_cp_or_mate_beside_its_moves() {
        let line = Line::parse(Chess::default(), "e4 e5").expect("legal moves");
        let mut line = EngineLine {
            score: "-0.25".parse().expect("a score"),
            depth: 14,
            nodes: Some(9),
            line,
        };
        let json = serde_json::to_string(&AnalysedLine::from(&line)).expect("wire types");
        assert_eq!(
            json,
            r#"{"cp":-25,"depth":14,"nodes":9,"moves":["e2e4","e7e5"],"san":["e4","e5"]}"#
        );
        line.score = "#-3".parse().expect("a score");
        assert_eq!(AnalysedLine::from(&line).eval, Eval::Mate(-3));
    }
}
