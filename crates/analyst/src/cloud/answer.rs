//! The answer of a cloud-eval service:
//! `{"depth": 22, "knodes": 13683, "pvs": [{"cp": -13, "moves": "c8f5 d1b3"}]}`,
//! White's point of view, castling as king takes rook.

use krog_chess::{Chess, Color, EngineLine, Line, Score, Value};
use serde_json::Value as Json;
use thiserror::Error;

/// An answer that is not of this shape.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("found {found:?}, expected {expected}")]
pub(super) struct AnswerError {
    found: String,
    expected: &'static str,
}

/// Reads the lines of an answer about a position, at most `count`. The line
/// ends before a move that is not legal; one without a legal move is no line.
pub(super) fn read(
    text: &str,
    position: &Chess,
    count: usize,
) -> Result<Vec<EngineLine>, AnswerError> {
    let error = |expected| AnswerError {
        found: text.chars().take(60).collect(),
        expected,
    };
    let json: Json = serde_json::from_str(text).map_err(|_| error("JSON"))?;
    let depth = json["depth"]
        .as_u64()
        .and_then(|depth| depth.try_into().ok());
    let depth = depth.ok_or_else(|| error("a depth"))?;
    let nodes = json["knodes"]
        .as_u64()
        .map(|nodes| nodes.saturating_mul(1_000));
    let pvs = json["pvs"].as_array().ok_or_else(|| error("pvs"))?;
    let mut lines: Vec<EngineLine> = Vec::new();
    for pv in pvs.iter().take(count) {
        let score = score(pv).ok_or_else(|| error("cp or mate in every line"))?;
        let moves = pv["moves"].as_str().unwrap_or_default().split(' ');
        let line = Line::from_uci(position.clone(), moves);
        if line.moves().is_empty() {
            return Err(error("legal moves in every line"));
        }
        lines.push(EngineLine {
            score,
            depth,
            nodes,
            line,
        });
    }
    if lines.is_empty() {
        return Err(error("at least one line"));
    }
    Ok(lines)
}

fn score(pv: &Json) -> Option<Score> {
    let number = |key: &str| i32::try_from(pv[key].as_i64()?).ok();
    let value = match (number("cp"), number("mate")) {
        (Some(cp), None) => Value::Cp(cp),
        (None, Some(mate)) if mate != 0 => {
            let moves = u16::try_from(mate.unsigned_abs()).ok()?;
            if mate > 0 {
                Value::MateIn(moves)
            } else {
                Value::MatedIn(moves)
            }
        }
        _ => return None,
    };
    Some(Score::seen_by(Color::White, value))
}

#[cfg(test)]
mod tests {
    use krog_chess::fen;

    use super::*;

    #[track_caller]
    fn check(fen: &str, text: &str, expected: &[&str]) {
        let position = fen::parse(fen).expect("a legal position");
        let found: Vec<String> = read(text, &position, 2)
            .expect("a good answer")
            .iter()
            .map(|l| format!("{} {} {:?} {}", l.depth, l.score, l.nodes, l.line))
            .collect();
        assert_eq!(found, expected);
    }

    #[track_caller]
    fn check_fails(text: &str, expected: &str) {
        let error = read(text, &Chess::default(), 2).expect_err("a bad answer");
        assert_eq!(error.expected, expected, "{text}");
    }

    #[test]
    fn scores_are_whites_and_the_king_takes_its_rook() {
        check(
            "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4",
            r#"{"fen": "x", "knodes": 13, "depth": 40, "pvs": [
                {"moves": "e1h1 g8f6", "cp": -13}, {"moves": "d2d3 e1e8", "mate": -3}, {"moves": "a2a3", "cp": 1}
            ]}"#,
            &[
                "40 -0.13 Some(13000) 4. O-O Nf6",
                "40 #-3 Some(13000) 4. d3",
            ],
        );
        check(
            "6k1/5ppp/8/8/8/8/8/7K b - - 0 1",
            r#"{"depth": 9, "pvs": [{"moves": "h7h6", "mate": 5}]}"#,
            &["9 #5 None 1... h6"],
        );
    }

    #[test]
    fn an_answer_of_another_shape_is_refused() {
        check_fails("<html>", "JSON");
        check_fails("[]", "a depth");
        check_fails(r#"{"depth": -1}"#, "a depth");
        check_fails(r#"{"depth": 9}"#, "pvs");
        check_fails(r#"{"depth": 9, "pvs": []}"#, "at least one line");
        let pv = |pv: &str| format!(r#"{{"depth": 9, "pvs": [{pv}]}}"#);
        check_fails(&pv("{}"), "cp or mate in every line");
        check_fails(
            &pv(r#"{"cp": 1e99, "moves": "e2e4"}"#),
            "cp or mate in every line",
        );
        check_fails(
            &pv(r#"{"mate": 0, "moves": "e2e4"}"#),
            "cp or mate in every line",
        );
        check_fails(
            &pv(r#"{"cp": 1, "moves": "e7e5"}"#),
            "legal moves in every line",
        );
    }
}
