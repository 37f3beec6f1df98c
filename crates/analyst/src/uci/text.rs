//! What an engine prints, line by line, however long its lines are.

use std::io::{BufRead, ErrorKind};

/// The lines of a stream. A line beyond the limit is left out without being
/// kept in memory; bytes that are no text are replaced.
#[derive(Debug)]
pub(super) struct Lines<R> {
    reader: R,
    limit: usize,
}

/// What was read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    Line,
    TooLong,
    End,
}

impl<R: BufRead> Lines<R> {
    pub(super) const fn new(reader: R, limit: usize) -> Lines<R> {
        Lines { reader, limit }
    }

    /// Reads a line, if it is not too long to be kept.
    fn read(&mut self, line: &mut Vec<u8>) -> Part {
        line.clear();
        let mut part = Part::End;
        loop {
            let available = match self.reader.fill_buf() {
                Ok(bytes) => bytes,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                // A pipe that cannot be read has ended.
                Err(_) => &[],
            };
            if available.is_empty() {
                return part;
            }
            let end = available.iter().position(|byte| *byte == b'\n');
            let bytes = &available[..end.unwrap_or(available.len())];
            if part == Part::TooLong || line.len() + bytes.len() > self.limit {
                part = Part::TooLong;
            } else {
                part = Part::Line;
                line.extend_from_slice(bytes);
            }
            let used = bytes.len() + usize::from(end.is_some());
            self.reader.consume(used);
            if end.is_some() {
                return part;
            }
        }
    }
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        let mut line = Vec::new();
        loop {
            match self.read(&mut line) {
                Part::Line => break,
                Part::TooLong => {}
                Part::End => return None,
            }
        }
        let text = String::from_utf8_lossy(&line);
        Some(text.trim_end_matches('\r').to_owned())
    }
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    #[track_caller]
    fn check(bytes: &[u8], expected: &[&str]) {
        for capacity in [1, 3, 1_024] {
            let reader = BufReader::with_capacity(capacity, bytes);
            let lines: Vec<String> = Lines::new(reader, 5).collect();
            assert_eq!(lines, expected, "buffer of {capacity}");
        }
    }

    #[test]
    fn lines_beyond_the_limit_are_left_out() {
        check(b"", &[]);
        check(b"a\nb\r\n\nc", &["a", "b", "", "c"]);
        check(b"12345\n123456\n1\n", &["12345", "1"]);
        check(b"1\n1234567890", &["1"]);
        check(b"\xff\n", &["\u{fffd}"]);
    }
}
