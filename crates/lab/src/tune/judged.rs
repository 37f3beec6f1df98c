//! Positions with Stockfish's judgement of them, kept in a file as lines of FEN and
//! score if that is wanted, for judging takes minutes.

use std::{fmt::Write as _, fs, path::Path, thread};

use krog_chess::{Chess, Line, Position as _, fen};

use super::Position;
use crate::rival::Rival;

/// The nodes each position is judged by.
const NODES: u32 = 1_500;
/// Beyond this a score is not kept.
const MOST: i32 = 2_000;
/// Engines that judge side by side; what they say depends on their number, for
/// each remembers what it has seen.
const JUDGES: usize = 2;

/// The positions of this name, from the file in this folder where they are kept if it
/// is there, otherwise found and judged.
pub(super) fn load(
    folder: Option<&Path>,
    name: &str,
    find: impl FnOnce() -> Result<Vec<Chess>, String>,
) -> Result<Vec<Position>, String> {
    let kept = folder.map(|folder| folder.join(format!("{name}.txt")));
    let text = match &kept {
        Some(path) if path.exists() => {
            fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?
        }
        _ => {
            let positions = find()?;
            eprintln!("{name}: {} positions to judge", positions.len());
            let text = judge(&positions)?;
            if let Some(path) = &kept {
                fs::write(path, &text).map_err(|error| format!("{}: {error}", path.display()))?;
            }
            text
        }
    };
    let mut positions = Vec::new();
    for line in text.lines() {
        let (position, score) =
            read(line).ok_or_else(|| format!("found {line:?}, expected FEN;score"))?;
        positions.extend(Position::judged(&position, score));
    }
    Ok(positions)
}

/// The position of a line of the file, and White's score in centipawns.
fn read(line: &str) -> Option<(Chess, i32)> {
    let (position, score) = line.split_once(';')?;
    Some((fen::parse(position).ok()?, score.parse().ok()?))
}

/// The lines of these positions; none for those that are decided.
fn judge(positions: &[Chess]) -> Result<String, String> {
    let share = positions.len().div_ceil(JUDGES).max(1);
    thread::scope(|scope| {
        let judges: Vec<_> = positions
            .chunks(share)
            .map(|part| scope.spawn(move || judge_part(part)))
            .collect();
        let mut text = String::new();
        for judge in judges {
            text += &judge.join().map_err(|_| "a thread has panicked")??;
        }
        Ok(text)
    })
}

fn judge_part(positions: &[Chess]) -> Result<String, String> {
    let mut stockfish = Rival::start(&"stockfish".parse()?)?;
    let mut text = String::new();
    for position in positions {
        let line = Line::at(position.clone());
        let reply = stockfish.ask(&line, &format!("nodes {NODES}"))?;
        if let (Some(score), None) = (reply.score, reply.mate)
            && score.abs() < MOST
        {
            let score = position.turn().fold_wb(score, -score);
            // Writing into a string cannot fail.
            let _ = writeln!(text, "{};{score}", fen::write(position));
        }
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_the_file_is_read() {
        let start = fen::write(&Chess::default());
        let (position, score) = read(&format!("{start};-30")).expect("a line");
        assert_eq!((position, score), (Chess::default(), -30));
        assert!(read("nonsense").is_none());
    }
}
