//! Teaching the network of the evaluation.
//!
//! [Lessons](lessons) are positions with Stockfish's judgement; the [pupil] learns
//! what has to be added to the named terms to foretell it. The same seed and the
//! same lessons give the same network.

mod lesson;
mod lessons;
mod pupil;

use std::{
    fs::{self, File},
    io::{BufWriter, Write as _},
    path::Path,
};

use krog_chess::{Position as _, random::Dice};
use krog_engine::evaluate;

use lesson::{BYTES, Lesson};
use pupil::{Example, Pupil};

/// Examples whose slopes make one step.
const BATCH: usize = 4_096;
/// The rate of the first steps, and what is left of it at the end.
const RATE: f32 = 0.003;
const LAST: f32 = 0.01;
/// One lesson of so many is held back, to tell what was learned.
const HELD_BACK: usize = 50;

/// Writes lessons into a file: those that Stockfish gives by a seed, or where
/// none are asked for, those of games with scores. How many there are.
pub fn lessons(seed: u64, count: usize, path: &Path) -> Result<usize, String> {
    let file = File::create(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut out = BufWriter::new(file);
    let written = match count {
        0 => lessons::copy(&mut out)?,
        _ => lessons::write(seed, count, &mut out)?,
    };
    out.flush()
        .map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(written)
}

/// Teaches a network the lessons of some files; its bytes.
pub fn learn(seed: u64, rounds: usize, paths: &[&Path]) -> Result<Vec<u8>, String> {
    let mut dice = Dice::new(seed);
    let mut examples = Vec::new();
    let mut held_back = Vec::new();
    for path in paths {
        let mut read = read(path)?;
        // The last ones: neighbours in a file are alike.
        held_back.extend(read.split_off(read.len() - read.len() / HELD_BACK));
        examples.extend(read);
    }
    let mut pupil = Pupil::new(&mut dice);
    let steps = rounds * examples.len().div_ceil(BATCH);
    let mut step = 0;
    eprintln!(
        "{} lessons, terms alone {:.6}",
        examples.len(),
        pupil.loss(&held_back)
    );
    for round in 1..=rounds {
        shuffle(&mut examples, &mut dice);
        for batch in examples.chunks(BATCH) {
            pupil.learn(batch, rate(step, steps));
            step += 1;
        }
        eprintln!("round {round}: {:.6}", pupil.loss(&held_back));
    }
    Ok(pupil.bytes())
}

/// The rate falls along half a wave of the cosine.
#[expect(clippy::cast_precision_loss, reason = "a count of steps")]
fn rate(step: usize, steps: usize) -> f32 {
    let way = step as f32 / steps as f32;
    let left = f32::midpoint(1.0, (way * std::f32::consts::PI).cos());
    RATE * (LAST + (1.0 - LAST) * left)
}

fn shuffle(examples: &mut [Example], dice: &mut Dice) {
    for index in (1..examples.len()).rev() {
        examples.swap(index, dice.below(index + 1));
    }
}

/// The examples of a file of lessons.
fn read(path: &Path) -> Result<Vec<Example>, String> {
    let bytes = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let (lessons, _) = bytes.as_chunks::<BYTES>();
    let broken = || format!("{}: found bytes that are no lesson", path.display());
    lessons
        .iter()
        .map(|bytes| example(bytes).ok_or_else(broken))
        .collect()
}

fn example(bytes: &[u8; BYTES]) -> Option<Example> {
    let lesson = Lesson::unpack(bytes)?;
    let turn = lesson.position.turn();
    let terms = i16::try_from(evaluate::counted_terms(&lesson.position)).ok()?;
    let seen = |white: i16| turn.fold_wb(white, -white);
    let (occupied, men) = lesson::men(bytes)?;
    Some(Example {
        occupied,
        men,
        turn,
        terms: seen(terms),
        score: seen(lesson.score),
    })
}
