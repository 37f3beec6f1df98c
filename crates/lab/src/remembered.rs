//! An engine whose answers are kept in the folder of the build, or in the file that
//! the variable `KROG_ANSWERS` names, so that a long measure on a busy machine may
//! be stopped and go on. Only for engines that this workspace does not change: what
//! ours says must be asked anew.

use std::{
    collections::HashMap,
    fs::{self, File, OpenOptions},
    io::Write as _,
    num::NonZeroU8,
    ops::ControlFlow,
    sync::{Mutex, PoisonError},
};

use krog_analyst::{Choice, Settings, open};
use krog_chess::{
    EngineLine, Evaluate, EvaluateError, Limit, Line, fen,
    notation::{self, Form},
};

use crate::python;

const FILE: &str = "lab-answers.tsv";

/// The variable that names another file for them.
const PLACE: &str = "KROG_ANSWERS";

/// Stockfish, once installed, with a memory.
pub(crate) struct Remembered {
    engine: krog_analyst::Analyst,
    known: Mutex<HashMap<String, String>>,
    file: Mutex<File>,
}

impl Remembered {
    /// Stockfish with `engines` processes.
    pub(crate) fn stockfish(engines: usize) -> Result<Remembered, String> {
        let settings = Settings {
            engines: engines.try_into().map_err(|_| "no engine was asked for")?,
            ..Settings::default()
        };
        let engine = open(&Choice::Stockfish, &settings).map_err(|error| error.to_string())?;
        let path = match std::env::var_os(PLACE) {
            Some(path) => path.into(),
            None => python::build_folder()?.join(FILE),
        };
        let text = fs::read_to_string(&path).unwrap_or_default();
        let rows = text.lines().filter_map(|row| row.split_once('\t'));
        let known = rows.map(|(key, answer)| (key.to_owned(), answer.to_owned()));
        let file = OpenOptions::new().create(true).append(true).open(&path);
        Ok(Remembered {
            engine,
            known: Mutex::new(known.collect()),
            file: Mutex::new(file.map_err(|error| format!("{FILE}: {error}"))?),
        })
    }
}

impl Evaluate for Remembered {
    fn name(&self) -> String {
        self.engine.name()
    }

    fn evaluate(
        &self,
        game: &Line,
        limit: Limit,
        count: NonZeroU8,
        watch: &mut dyn FnMut(&[EngineLine]) -> ControlFlow<()>,
    ) -> Result<Vec<EngineLine>, EvaluateError> {
        let key = format!(
            "{} {limit:?} {count} {} {}",
            self.name(),
            fen::write(game.start()),
            moves(game)
        );
        let known = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let answer = known().get(&key).cloned();
        if let Some(lines) = answer.and_then(|answer| read(&answer, game)) {
            return Ok(lines);
        }
        let lines = self.engine.evaluate(game, limit, count, watch)?;
        let answer = write(&lines);
        let row = format!("{key}\t{answer}\n");
        known().insert(key, answer);
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        if let Err(error) = file.write_all(row.as_bytes()) {
            eprintln!("{FILE}: {error}");
        }
        Ok(lines)
    }
}

fn moves(line: &Line) -> String {
    let moves = line
        .steps()
        .map(|(position, m)| notation::write(&position, m, Form::Uci));
    moves.collect::<Vec<_>>().join(" ")
}

fn write(lines: &[EngineLine]) -> String {
    let line = |line: &EngineLine| format!("{}|{}|{}", line.score, line.depth, moves(&line.line));
    lines.iter().map(line).collect::<Vec<_>>().join(";")
}

fn read(answer: &str, game: &Line) -> Option<Vec<EngineLine>> {
    let line = |text: &str| {
        let mut parts = text.split('|');
        Some(EngineLine {
            score: parts.next()?.parse().ok()?,
            depth: parts.next()?.parse().ok()?,
            nodes: None,
            line: Line::parse(game.end().clone(), parts.next()?).ok()?,
        })
    };
    answer.split(';').map(line).collect()
}

#[cfg(test)]
mod tests {
    use krog_chess::Chess;

    use super::*;

    #[test]
    fn an_answer_is_read_as_it_was_written() {
        let mut game = Line::at(Chess::default());
        let m = game.end().clone();
        game.push(notation::read(&m, "e4").unwrap()).unwrap();
        let line = |score: &str, moves: &str| EngineLine {
            score: score.parse().unwrap(),
            depth: 12,
            nodes: None,
            line: Line::parse(game.end().clone(), moves).unwrap(),
        };
        let lines = [
            line("-0.35", "c5 Nf3 d6"),
            line("#-3", "e5"),
            line("#2", ""),
        ];
        assert_eq!(read(&write(&lines), &game).as_deref(), Some(&lines[..]));
        assert_eq!(read("nonsense", &game), None);
    }
}
