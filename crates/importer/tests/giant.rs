//! A stream larger than memory should be. Alone in its process, so that the
//! memory is its own.

#![allow(clippy::unwrap_used)] // what cannot be unwrapped here has failed the test

use std::{
    fs,
    io::{self, Read},
};

use krog_importer::{Blocks, Skip};

const GAME: &str = "[Event \"b\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n";

/// A stream of so many bytes that were never all in memory.
struct Giant {
    head: io::Cursor<Vec<u8>>,
    middle: io::Take<io::Repeat>,
    tail: io::Cursor<Vec<u8>>,
}

impl Read for Giant {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.head.read(buffer)? {
            0 => match self.middle.read(buffer)? {
                0 => self.tail.read(buffer),
                count => Ok(count),
            },
            count => Ok(count),
        }
    }
}

#[test]
fn a_tag_of_a_hundred_megabytes_takes_bounded_memory() {
    let giant = Giant {
        head: io::Cursor::new(b"[Event \"a\"]\n[White \"".to_vec()),
        middle: io::repeat(b'x').take(100 << 20),
        tail: io::Cursor::new(format!("\"]\n\n1. e4 1-0\n\n{GAME}").into_bytes()),
    };
    let mut blocks = Blocks::new(giant);
    let (mut whole, mut too_large) = (0, 0);
    while let Some(block) = blocks.next_block().unwrap() {
        block.read(|_, game| match game {
            Ok(game) => whole += game.steps.len(),
            Err(reason) => too_large += usize::from(Skip::from(&reason) == Skip::TooLarge),
        });
        let peak = peak_memory();
        assert!(peak < 100 << 20, "{peak} bytes");
    }
    assert_eq!((whole, too_large), (4, 1));
}

/// The largest resident memory of this process, in bytes.
fn peak_memory() -> u64 {
    let Ok(status) = fs::read_to_string("/proc/self/status") else {
        return 0;
    };
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))
        .unwrap();
    line.trim()
        .trim_end_matches("kB")
        .trim()
        .parse::<u64>()
        .unwrap()
        * 1024
}
