//! What a UCI engine prints: whatever it is, what is left of it are lines of
//! legal moves, at most as many as were asked for, no two with the same start.
//!
//! An input is a position and, on the lines after it, an engine's output.

use std::{io::BufReader, num::NonZeroU8};

use krog_analyst::read_search;
use krog_chess::{Chess, EngineLine, Position as _};

/// Lines that are asked for.
const COUNTS: [u8; 3] = [1, 2, 5];

/// Lines are legal and differ, however the output comes.
pub fn law(bytes: &[u8]) {
    let end = bytes.iter().position(|byte| *byte == b'\n');
    let Some((first, rest)) = end.and_then(|end| bytes.split_at_checked(end + 1)) else {
        return;
    };
    let first = String::from_utf8_lossy(first);
    let Ok(position) = krog_chess::fen::parse(&first) else {
        return;
    };
    for count in COUNTS.into_iter().filter_map(NonZeroU8::new) {
        let lines = read_search(rest, &position, count);
        assert!(lines.len() <= count.get().into());
        legal(&position, &lines);
        let in_drops = read_search(BufReader::with_capacity(3, rest), &position, count);
        assert_eq!(lines, in_drops);
    }
}

fn legal(position: &Chess, lines: &[EngineLine]) {
    for (index, line) in lines.iter().enumerate() {
        let line = &line.line;
        assert_eq!(line.start(), position);
        let mut board = position.clone();
        for m in line.moves() {
            assert!(board.is_legal(*m), "{m:?} is not legal");
            board.play_unchecked(*m);
        }
        assert_eq!(line.end(), &board);
        let others = lines[..index]
            .iter()
            .map(|other| other.line.moves().first());
        assert!(
            others
                .into_iter()
                .all(|first| first != line.moves().first())
        );
    }
}
