//! The files of lessons, as `data/teaching/open.txt` describes them.

use std::iter::Peekable;

use krog_chess::{Chess, Color, Line};
use krog_text::Bilingual;
use thiserror::Error;

use super::lesson::{Lesson, Plan, Sign};
use crate::opening;

/// What is wrong in a file of lessons, and on which line.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: {problem}")]
pub(super) struct ReadError {
    line: usize,
    problem: String,
}

/// The lines that say something, with their numbers.
type Rows<'a> = Peekable<Box<dyn Iterator<Item = (usize, &'static str)> + 'a>>;

/// Reads the lessons of a file.
pub(super) fn lessons(text: &'static str) -> Result<Vec<Lesson>, ReadError> {
    let rows = (1..).zip(text.lines().map(str::trim));
    let rows = rows.filter(|(_, row)| !row.is_empty() && !row.starts_with('#'));
    let rows: Box<dyn Iterator<Item = _>> = Box::new(rows);
    let mut rows = rows.peekable();
    let mut lessons = Vec::new();
    while let Some((number, row)) = rows.next() {
        let title = title(row).map_err(|problem| ReadError {
            line: number,
            problem,
        })?;
        lessons.push(lesson(title, number, &mut rows)?);
    }
    Ok(lessons)
}

/// `[C60] e4 e5 Nf3 Nc6 Bb5`
fn title(row: &str) -> Result<(opening::Opening, Line), String> {
    let parts = row.strip_prefix('[').and_then(|row| row.split_once(']'));
    let (eco, moves) = parts.ok_or_else(|| format!("expected [ECO] and moves, found {row:?}"))?;
    let line = Line::parse(Chess::default(), moves).map_err(|error| error.to_string())?;
    match opening::at(line.end()) {
        Some(opening) if opening.eco == eco => Ok((opening, line)),
        Some(opening) => Err(format!("expected code {}, found {eco}", opening.eco)),
        None => Err(format!("the position after {moves} has no name")),
    }
}

fn lesson(
    (opening, line): (opening::Opening, Line),
    number: usize,
    rows: &mut Rows,
) -> Result<Lesson, ReadError> {
    let mut verdict = None;
    let mut principles = Vec::new();
    let mut ideas = Vec::new();
    let mut plans = Vec::new();
    while let Some((line, row)) = rows.next_if(|(_, row)| !row.starts_with('[')) {
        let wrong = |problem| ReadError { line, problem };
        let (key, value) = row.split_once(':').unwrap_or((row, ""));
        let value = value.trim();
        match key {
            "verdict" => verdict = Some((sign(value).map_err(wrong)?, sentence(line, rows)?)),
            "principles" => principles.extend(value.split_whitespace()),
            "idea" => ideas.push(sentence(line, rows)?),
            "white" => plans.push(plan(Color::White, value, line, rows)?),
            "black" => plans.push(plan(Color::Black, value, line, rows)?),
            _ => return Err(wrong(format!("unknown key {key:?}"))),
        }
    }
    let (sign, verdict) = verdict.ok_or_else(|| ReadError {
        line: number,
        problem: "the lesson has no verdict".to_owned(),
    })?;
    Ok(Lesson {
        opening,
        line,
        sign,
        verdict,
        principles,
        ideas,
        plans,
    })
}

fn sign(text: &str) -> Result<Sign, String> {
    let found = Sign::ALL.into_iter().find(|sign| sign.symbol() == text);
    found.ok_or_else(|| format!("unknown sign {text:?}"))
}

fn plan(side: Color, moves: &str, line: usize, rows: &mut Rows) -> Result<Plan, ReadError> {
    let moves = moves.split_whitespace().map(str::parse);
    let moves = moves.collect::<Result<_, String>>();
    let moves = moves.map_err(|problem| ReadError { line, problem })?;
    let text = sentence(line, rows)?;
    Ok(Plan { side, text, moves })
}

/// The two rows after a key: `en …` and `no …`.
fn sentence(line: usize, rows: &mut Rows) -> Result<Bilingual, ReadError> {
    let mut next = |language: &str| {
        let row = rows.next_if(|(_, row)| row.starts_with(language));
        let text = row.map(|(_, row)| row[language.len()..].trim().to_owned());
        text.filter(|text| !text.is_empty())
            .ok_or_else(|| ReadError {
                line,
                problem: format!("expected a row {language:?} below"),
            })
    };
    Ok(Bilingual {
        en: next("en ")?,
        no: next("no ")?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &'static str, expected: &str) {
        let error = lessons(text).expect_err("it is wrong");
        assert_eq!(error.to_string(), expected);
    }

    #[test]
    fn errors_name_the_line_and_what_was_expected() {
        check("e4 c5", "line 1: expected [ECO] and moves, found \"e4 c5\"");
        check("# a\n[C00] e4 c5", "line 2: expected code B20, found C00");
        check("[B20] e4 c5\nverdict: !\n", "line 2: unknown sign \"!\"");
        check("[B20] e4 c5\n", "line 1: the lesson has no verdict");
        check(
            "[B20] e4 c5\nverdict: =\nen Level.",
            "line 2: expected a row \"no \" below",
        );
        check("[B20] e4 c5\nplan: e4", "line 2: unknown key \"plan\"");
        check("[B20] e4 c5\nwhite: e9", "line 2: no move: \"e9\"");
    }
}
