//! Teaching the network of the evaluation.
//!
//! [Lessons](lessons) are positions with the judgement of Stockfish's network, the
//! [teacher]; the [pupil] learns what has to be added to the named terms to foretell it. The same seed and the
//! same lessons give the same network.

mod lesson;
mod lessons;
mod pupil;
mod searches;
mod teacher;
mod walks;

use std::{
    fs::{self, File},
    io::{BufWriter, Write as _},
    path::Path,
    thread,
};

use krog_chess::{Position as _, random::Dice};
use krog_engine::evaluate;

pub use lessons::Way;

use lesson::{BYTES, Lesson};
use pupil::{Example, Pupil};

/// One half of teaching.
struct Course {
    /// Examples whose slopes make one step.
    batch: usize,
    /// The rate of the first steps.
    rate: f32,
}

/// At first all places of a king are alike, then they are told apart.
const ALIKE: Course = Course {
    batch: 4_096,
    rate: 0.003,
};
const APART: Course = Course {
    batch: 16_384,
    rate: 0.002,
};
/// What is left of the rate at the end of a course.
const LAST: f32 = 0.01;
/// One lesson of so many is held back, to tell what was learned.
const HELD_BACK: usize = 50;
/// How often, in steps, it is told how far a course is.
const TOLD: usize = 2_000;

/// Writes so many lessons of a seed into a file.
pub fn lessons(way: Way, seed: u64, count: usize, path: &Path) -> Result<usize, String> {
    let file = File::create(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut out = BufWriter::new(file);
    let written = lessons::write(way, seed, count, &mut out)?;
    out.flush()
        .map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(written)
}

/// Teaches a new network the lessons of some files, so many rounds in each of the
/// two courses; its bytes.
pub fn learn(seed: u64, rounds: [usize; 2], paths: &[&Path]) -> Result<Vec<u8>, String> {
    let mut dice = Dice::new(seed);
    let mut pupil = Pupil::new(&mut dice);
    let mut lessons = Lessons::load(paths)?;
    ALIKE.attend(&mut pupil, rounds[0], &mut dice, &mut lessons);
    go_on(&pupil.bytes(), seed, rounds[1], lessons)
}

/// Teaches the network of these bytes more lessons; its new bytes.
pub fn learn_on(
    bytes: &[u8],
    seed: u64,
    rounds: usize,
    paths: &[&Path],
) -> Result<Vec<u8>, String> {
    go_on(bytes, seed, rounds, Lessons::load(paths)?)
}

fn go_on(bytes: &[u8], seed: u64, rounds: usize, mut lessons: Lessons) -> Result<Vec<u8>, String> {
    let mut pupil = Pupil::telling_apart(bytes)?;
    APART.attend(&mut pupil, rounds, &mut Dice::new(!seed), &mut lessons);
    Ok(pupil.bytes())
}

impl Course {
    fn attend(&self, pupil: &mut Pupil, rounds: usize, dice: &mut Dice, lessons: &mut Lessons) {
        let Lessons {
            examples,
            held_back,
        } = lessons;
        let steps = rounds * examples.len().div_ceil(self.batch);
        let mut step = 0;
        eprintln!(
            "{} lessons, at first {:.6}",
            examples.len(),
            pupil.loss(held_back)
        );
        for round in 1..=rounds {
            shuffle(examples, dice);
            for batch in examples.chunks(self.batch) {
                pupil.learn(batch, self.rate * left(step, steps));
                step += 1;
                if step.is_multiple_of(TOLD) {
                    eprintln!("{step} of {steps} steps");
                }
            }
            eprintln!("round {round}: {:.6}", pupil.loss(held_back));
        }
    }
}

/// The examples of some files, and those that are held back.
struct Lessons {
    examples: Vec<Example>,
    held_back: Vec<Example>,
}

impl Lessons {
    fn load(paths: &[&Path]) -> Result<Lessons, String> {
        let mut examples = Vec::new();
        let mut held_back = Vec::new();
        for path in paths {
            let mut read = read(path)?;
            // The last ones: neighbours in a file are alike.
            held_back.extend(read.split_off(read.len() - read.len() / HELD_BACK));
            examples.extend(read);
        }
        Ok(Lessons {
            examples,
            held_back,
        })
    }
}

/// The rate falls along half a wave of the cosine.
#[expect(clippy::cast_precision_loss, reason = "a count of steps")]
fn left(step: usize, steps: usize) -> f32 {
    let way = step as f32 / steps as f32;
    let left = f32::midpoint(1.0, (way * std::f32::consts::PI).cos());
    LAST + (1.0 - LAST) * left
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
    let half = lessons.len() / 2;
    let all = |lessons: &[[u8; BYTES]]| lessons.iter().map(example).collect();
    let (first, second): (Option<Vec<_>>, Option<Vec<_>>) = thread::scope(|scope| {
        let second = scope.spawn(|| all(&lessons[half..]));
        (all(&lessons[..half]), second.join().unwrap_or(None))
    });
    let broken = || format!("{}: found bytes that are no lesson", path.display());
    let mut examples = first.ok_or_else(broken)?;
    examples.append(&mut second.ok_or_else(broken)?);
    Ok(examples)
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
