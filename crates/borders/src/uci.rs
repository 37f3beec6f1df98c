//! The UCI loop of the engine: whatever is said to it, it neither ends nor
//! hangs, and answers `isready` afterwards.

use std::time::{Duration, Instant};

use krog_engine::{
    search::Clock,
    uci::{Outside, serve},
};

/// Words that ask for gigabytes, threads or minutes, or that end the dialogue by
/// right: they are understood, and not what is tried here.
const LEFT_OUT: [&str; 4] = ["bench", "quit", "hash", "threads"];

/// The loop takes any lines and still answers.
pub fn law(bytes: &[u8]) {
    let mut input = Vec::new();
    for line in bytes.split(|byte| *byte == b'\n') {
        let text = String::from_utf8_lossy(line).to_lowercase();
        if LEFT_OUT.iter().all(|word| !text.contains(word)) {
            input.extend_from_slice(line);
            input.push(b'\n');
        }
    }
    input.extend_from_slice(b"stop\nisready\n");
    let mut output = Vec::new();
    let outside = Outside {
        clock: &Wall(Instant::now()),
        open_tables: &|path| Err(format!("no tables in {path}")),
    };
    serve(&input[..], &mut output, &outside).expect("a vector takes all");
    let output = String::from_utf8(output).expect("answers are text");
    assert!(output.contains("readyok"));
}

struct Wall(Instant);

impl Clock for Wall {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}
