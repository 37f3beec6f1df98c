//! `krog label`: evaluated moves in, labels out, one object to a line.

use krog_advisor::{Judgement, Moment, Previous, Profile, judge::judge};
use krog_chess::{Chess, Color, EngineLine, Line, Position as _, Score, Value, fen, notation};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A move and what engines said around it. Scores are White's.
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EvaluatedMove {
    /// Given back as it is.
    #[serde(default)]
    pub id: Option<serde_json::Value>,
    /// The position before the move.
    pub fen: String,
    /// The move in SAN, UCI or long algebraic notation.
    #[serde(rename = "move")]
    pub text: String,
    /// Lines before the move, best first.
    #[serde(default)]
    pub before: Vec<GivenLine>,
    /// Lines after it.
    #[serde(default)]
    pub after: Vec<GivenLine>,
    /// Lines before the opponent's last move.
    #[serde(default)]
    pub previous_before: Vec<GivenLine>,
    /// Lines after it; those before the move where there are none.
    #[serde(default)]
    pub previous_after: Vec<GivenLine>,
    /// Whether the move leads to known theory.
    #[serde(default)]
    pub book: bool,
}

/// A line of an engine: `cp` or `mate`, and its moves.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GivenLine {
    /// Hundredths of a pawn.
    #[serde(default)]
    pub cp: Option<i32>,
    /// Moves until mate; negative when Black mates. 0 stands on the board.
    #[serde(default)]
    pub mate: Option<i32>,
    /// The depth searched.
    #[serde(default)]
    pub depth: u32,
    /// The positions searched for it.
    #[serde(default)]
    pub nodes: Option<u64>,
    /// The moves.
    #[serde(default)]
    pub moves: Vec<String>,
}

/// The label of a move.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LabelledMove {
    /// As it was given.
    pub id: Option<serde_json::Value>,
    /// The label; absent where there was nothing to judge by.
    pub label: Option<&'static str>,
    /// What the move gave away, from 0 to 1.
    pub loss: Option<f64>,
    /// From 0 to 100.
    pub accuracy: Option<f64>,
}

/// Labels one line of JSON; what is wrong is told by its key.
///
/// ```
/// use krog_advisor::Profile;
///
/// let text = r#"{"id": 7, "fen": "startpos", "move": "f3",
///     "before": [{"cp": 30, "depth": 20, "moves": ["e2e4"]}], "after": [{"cp": -60}]}"#;
/// let answer = krog_wire::label_line(Profile::get("wintr").expect("built in"), text)?;
/// assert!(answer.starts_with(r#"{"id":7,"label":"good","loss":0.078"#), "{answer}");
/// # Ok::<(), String>(())
/// ```
pub fn label_line(profile: &Profile, text: &str) -> Result<String, String> {
    let given: EvaluatedMove = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let verdict = given.judge(profile)?;
    let answer = LabelledMove {
        id: given.id,
        label: verdict.label.map(krog_advisor::Label::code),
        loss: verdict.loss.map(|loss| rounded(loss, 6)),
        accuracy: verdict.accuracy.map(|percent| rounded(percent, 2)),
    };
    serde_json::to_string(&answer).map_err(|error| error.to_string())
}

/// Lines of an engine as they are kept.
pub fn write_lines(lines: &[EngineLine]) -> String {
    let lines: Vec<crate::AnalysedLine> = lines.iter().map(crate::AnalysedLine::from).collect();
    serde_json::to_string(&lines).expect("wire types have text keys and finite numbers")
}

/// Lines that were kept, from a position; none if that is not what the text is.
pub fn read_lines(position: &Chess, text: &str) -> Option<Vec<EngineLine>> {
    let lines: Vec<GivenLine> = serde_json::from_str(text).ok()?;
    read("", &lines, position, true).ok()
}

impl EvaluatedMove {
    fn judge(&self, profile: &Profile) -> Result<Judgement, String> {
        let position = fen::parse(&self.fen).map_err(|error| format!("fen: {error}"))?;
        let played =
            notation::read(&position, &self.text).map_err(|error| format!("move: {error}"))?;
        let mut next = position.clone();
        next.play_unchecked(played);
        let before = read("before", &self.before, &position, true)?;
        let after = read("after", &self.after, &next, true)?;
        // The position before the last move is not told, so neither are its moves.
        let gift = read("previousBefore", &self.previous_before, &position, false)?;
        let kept = read("previousAfter", &self.previous_after, &position, true)?;
        let previous = (!gift.is_empty()).then_some(Previous {
            before: &gift,
            after: &kept,
            played: None,
        });
        let moment = Moment {
            position: &position,
            played,
            before: &before,
            after: &after,
            previous,
            book: self.book,
        };
        Ok(judge(profile, &moment))
    }
}

pub(crate) fn read(
    key: &str,
    lines: &[GivenLine],
    position: &Chess,
    with_moves: bool,
) -> Result<Vec<EngineLine>, String> {
    let one = |(index, given): (usize, &GivenLine)| {
        let place = |error: String| format!("{key}[{index}]{error}");
        let moves = if with_moves {
            given.moves.join(" ")
        } else {
            String::new()
        };
        let line = Line::parse(position.clone(), &moves)
            .map_err(|error| place(format!(".moves: {error}")))?;
        Ok(EngineLine {
            score: given.score(position.turn()).map_err(place)?,
            depth: given.depth,
            nodes: given.nodes,
            line,
        })
    };
    lines.iter().enumerate().map(one).collect()
}

impl GivenLine {
    fn score(&self, turn: Color) -> Result<Score, String> {
        let distance = |mate: i32| u16::try_from(mate.unsigned_abs()).unwrap_or(u16::MAX);
        match (self.cp, self.mate) {
            (Some(cp), None) => Ok(Score::seen_by(Color::White, Value::Cp(cp))),
            (None, Some(0)) => Ok(Score::seen_by(turn, Value::MatedIn(0))),
            (None, Some(mate)) if mate > 0 => {
                Ok(Score::seen_by(Color::White, Value::MateIn(distance(mate))))
            }
            (None, Some(mate)) => Ok(Score::seen_by(Color::Black, Value::MateIn(distance(mate)))),
            (Some(_), Some(_)) => Err(": found cp and mate, expected one of them".to_owned()),
            (None, None) => Err(": found neither cp nor mate, expected one of them".to_owned()),
        }
    }
}

/// A number with so many decimals: the same text on every machine.
pub(crate) fn rounded(number: f64, decimals: i32) -> f64 {
    let scale = 10_f64.powi(decimals);
    (number * scale).round() / scale
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let profile = Profile::get("wintr").expect("built in");
        let found = label_line(profile, text).unwrap_or_else(|error| error);
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn lines_are_labelled_and_ids_given_back() {
        check(
            r#"{"id":"a","fen":"startpos","move":"e4","before":[{"cp":20,"moves":["e2e4"]}],"after":[{"cp":20}]}"#,
            r#"{"id":"a","label":"best","loss":0.0,"accuracy":99.99}"#,
        );
        check(
            r#"{"fen":"startpos","move":"e4","book":true}"#,
            r#"{"id":null,"label":"book","loss":null,"accuracy":null}"#,
        );
        // Mate on the board, told as mate 0.
        check(
            r#"{"fen":"6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1","move":"Ra8","before":[{"mate":1}],"after":[{"mate":0}]}"#,
            r#"{"id":null,"label":"best","loss":0.0,"accuracy":99.99}"#,
        );
    }

    #[test]
    fn what_is_wrong_is_told_by_its_key() {
        check(
            r#"{"fen":"startpos","move":"e5"}"#,
            "move: \"e5\" is not legal: no pawn can go to e5",
        );
        check(
            r#"{"fen":"startpos","move":"e4","before":[{"depth":3}]}"#,
            "before[0]: found neither cp nor mate, expected one of them",
        );
        check(
            r#"{"fen":"startpos","move":"e4","after":[{"cp":3,"mate":2}]}"#,
            "after[0]: found cp and mate, expected one of them",
        );
        check(
            r#"{"move":"e4"}"#,
            "missing field `fen` at line 1 column 13",
        );
    }
}
