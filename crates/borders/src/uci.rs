//! The UCI loop of the engine: whatever is said to it, it neither ends nor
//! hangs, and answers `isready` afterwards.
//!
//! One loop of a thread hears all its inputs, with a table of a mebibyte: to make
//! the usual one for every input took nearly all the time. In between it is told
//! to forget, so that an input that breaks the law breaks it alone as well.

use std::{
    io::{self, BufReader, Read, Write},
    mem,
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{Receiver, Sender, channel},
    },
    thread,
    time::{Duration, Instant},
};

use krog_engine::{
    search::Clock,
    uci::{Outside, serve},
};

/// Words that ask for gigabytes or threads, or that end the dialogue by right: they
/// are understood, and not what is tried here.
const LEFT_OUT: [&str; 3] = ["quit", "hash", "threads"];

/// What makes the loop as it was before an input.
const FORGET: &str = "ucinewgame\nposition startpos\n\
    setoption name MultiPV value 1\nsetoption name UCI_Chess960 value false\n\
    setoption name UCI_ShowWDL value false\nsetoption name SyzygyPath value <empty>\n\
    setoption name Without value <empty>\n";

thread_local! {
    static LOOP: Loop = Loop::start();
}

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
    input.extend_from_slice(FORGET.as_bytes());
    let output = LOOP.with(|serving| serving.tell(input));
    let output = String::from_utf8(output).expect("answers are text");
    assert!(output.contains("readyok"));
}

/// A loop on a thread of its own, which ends when nobody can tell it anything.
struct Loop {
    mouth: Sender<Vec<u8>>,
    obeyed: Receiver<()>,
    output: Output,
}

impl Loop {
    fn start() -> Loop {
        let (mouth, heard) = channel();
        let (done, obeyed) = channel();
        let output = Output::default();
        let ear = Ear {
            heard,
            done,
            rest: io::Cursor::default(),
        };
        let kept = output.clone();
        thread::spawn(move || {
            let outside = Outside {
                clock: &Wall(Instant::now()),
                open_tables: &|path| Err(format!("no tables in {path}")),
            };
            serve(BufReader::new(ear), kept, &outside).expect("a vector takes all");
        });
        let serving = Loop {
            mouth,
            obeyed,
            output,
        };
        serving.tell(format!("setoption name Hash value 1\n{FORGET}").into_bytes());
        serving
    }

    /// What is answered until all these lines are obeyed.
    fn tell(&self, lines: Vec<u8>) -> Vec<u8> {
        self.mouth.send(lines).expect("the loop goes on");
        self.obeyed.recv().expect("the loop goes on");
        mem::take(&mut *self.output.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// What the loop reads from: says that all is obeyed when it is asked for more.
struct Ear {
    heard: Receiver<Vec<u8>>,
    done: Sender<()>,
    rest: io::Cursor<Vec<u8>>,
}

impl Read for Ear {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.rest.read(buffer)?;
        if read > 0 {
            return Ok(read);
        }
        // Whoever does not listen any more does not say anything either.
        if !self.rest.get_ref().is_empty() && self.done.send(()).is_err() {
            return Ok(0);
        }
        match self.heard.recv() {
            Ok(lines) => self.rest = io::Cursor::new(lines),
            Err(_) => return Ok(0),
        }
        self.rest.read(buffer)
    }
}

/// What the loop has answered.
#[derive(Clone, Default)]
struct Output(Arc<Mutex<Vec<u8>>>);

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

struct Wall(Instant);

impl Clock for Wall {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}
