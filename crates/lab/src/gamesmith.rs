//! Makes as many games as wanted, in the shape of Lichess exports: real
//! openings to ply 20, continued by random legal moves to the length of the
//! real game. The same seed gives the same games.

use std::{
    fs::File,
    io::{self, BufWriter, Write},
    path::Path,
};

use krog_chess::{Chess, Move, Position as _, pgn, random::Dice, shakmaty::san::SanPlus};

use crate::{parallel, shared};

/// Real moves are played to this ply.
const REAL: usize = 20;

/// How many real games are taken as beginnings.
const BEGINNINGS: usize = 20_000;

/// The beginning of a real game, and how long it was.
struct Beginning {
    moves: Vec<Move>,
    length: usize,
}

/// Games are made in slices of so many, some slices at a time.
const SLICE: u64 = 2_000;
const SLICES: usize = 50;

/// Writes games numbered from `first` on into a file.
pub(crate) fn write(path: &Path, first: u64, count: u64) -> Result<(), String> {
    let beginnings = beginnings()?;
    let failed = |error: io::Error| format!("{}: {error}", path.display());
    let mut file = BufWriter::new(File::create(path).map_err(failed)?);
    let end = first + count;
    let starts: Vec<u64> = (first..end).step_by(2_000).collect();
    for starts in starts.chunks(SLICES) {
        let slice = |start: u64| {
            let mut text = Vec::new();
            for number in start..(start + SLICE).min(end) {
                game(&mut text, number, &beginnings);
            }
            text
        };
        for text in parallel::map(starts.to_vec(), slice) {
            file.write_all(&text).map_err(failed)?;
        }
    }
    file.flush().map_err(failed)
}

fn beginnings() -> Result<Vec<Beginning>, String> {
    let mut found = Vec::new();
    for file in ["games/lichess.pgn.zst", "games/masters-100k.pgn.zst"] {
        let games = pgn::games(shared::unpacked(file)?).flatten();
        let lines = games
            .filter(|reading| reading.broken.is_none() && *reading.game.start() == Chess::default())
            .map(|reading| {
                let line = reading.game.line();
                Beginning {
                    moves: line.moves().iter().take(REAL).copied().collect(),
                    length: line.moves().len(),
                }
            });
        found.extend(lines.filter(|line| line.length > 0).take(BEGINNINGS / 2));
    }
    Ok(found)
}

fn game(text: &mut Vec<u8>, number: u64, beginnings: &[Beginning]) {
    let mut dice = Dice::new(number);
    let Some(beginning) = dice.pick(beginnings) else {
        return;
    };
    let result = ["1-0", "0-1", "1/2-1/2"][dice.below(3)];
    let _in_memory = tags(text, number, &mut dice, result);
    let mut position = Chess::default();
    let mut ply = 0;
    while ply < beginning.length {
        let legal = position.legal_moves();
        let m = match beginning.moves.get(ply) {
            Some(m) => *m,
            None => match dice.pick(&legal) {
                Some(m) => *m,
                None => break,
            },
        };
        if ply % 2 == 0 {
            let _in_memory = write!(text, "{}. ", ply / 2 + 1);
        }
        let _in_memory = write!(
            text,
            "{} ",
            SanPlus::from_move_and_play_unchecked(&mut position, m)
        );
        ply += 1;
    }
    let _in_memory = write!(text, "{result}\n\n");
}

fn tags(text: &mut Vec<u8>, number: u64, dice: &mut Dice, result: &str) -> io::Result<()> {
    let letters = b"0123456789abcdefghijklmnopqrstuvwxyz";
    let mut site = [b'0'; 8];
    let mut rest = number;
    for letter in &mut site {
        *letter = letters[usize::try_from(rest % 36).unwrap_or(0)];
        rest /= 36;
    }
    let site = String::from_utf8_lossy(&site);
    let rating = |dice: &mut Dice| 800 + dice.below(700) + dice.below(700);
    let (white, black) = (rating(dice), rating(dice));
    let (day, hour, minute) = (1 + dice.below(28), dice.below(24), dice.below(60));
    writeln!(text, "[Event \"Rated blitz game\"]")?;
    writeln!(text, "[Site \"https://lichess.org/{site}\"]")?;
    writeln!(text, "[Date \"2024.05.{day:02}\"]\n[Round \"-\"]")?;
    writeln!(text, "[White \"player{}\"]", dice.below(100_000))?;
    writeln!(text, "[Black \"player{}\"]", dice.below(100_000))?;
    writeln!(
        text,
        "[Result \"{result}\"]\n[UTCDate \"2024.05.{day:02}\"]"
    )?;
    writeln!(text, "[UTCTime \"{hour:02}:{minute:02}:00\"]")?;
    writeln!(text, "[WhiteElo \"{white}\"]\n[BlackElo \"{black}\"]")?;
    writeln!(text, "[WhiteRatingDiff \"+5\"]\n[BlackRatingDiff \"-5\"]")?;
    writeln!(text, "[ECO \"C50\"]\n[Opening \"Italian Game\"]")?;
    writeln!(text, "[TimeControl \"180+2\"]\n[Termination \"Normal\"]\n")
}
