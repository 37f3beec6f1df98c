//! Cuts a PGN stream into games without understanding their moves.
//!
//! A new game begins at a tag that follows moves, at a second `[Event`, after a
//! result, or at a move number 1 after a blank line. A comment that was never
//! closed ends where tags begin again, so that it cannot swallow the games
//! behind it.

use std::{io, mem};

use super::{
    PgnError,
    token::{LONGEST_ENDING, ending},
};

/// The longest game that is read, in bytes.
pub const LARGEST_GAME: usize = 4 << 20;

const BUFFER: usize = 64 << 10;

/// A stretch of a stream that holds one game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chunk {
    /// The line of the stream on which it begins, counted from 1.
    pub line: u64,
    /// The bytes. Cut short if the game is too large.
    pub bytes: Vec<u8>,
    /// Whether the game is longer than [`LARGEST_GAME`].
    pub too_large: bool,
}

/// The chunks of a stream, in order.
#[derive(Debug)]
pub struct Chunks<R> {
    reader: R,
    buffer: Vec<u8>,
    /// The part of the buffer that is filled and not yet scanned.
    rest: std::ops::Range<usize>,
    line: u64,
    at_line_start: bool,
    at_stream_start: bool,
    ended: bool,
    scan: Scan,
    chunk: Chunk,
}

impl<R: io::Read> Chunks<R> {
    /// Chunks of what `reader` gives; it need not be buffered.
    pub fn new(reader: R) -> Chunks<R> {
        Chunks {
            reader,
            buffer: vec![0; BUFFER],
            rest: 0..0,
            line: 1,
            at_line_start: true,
            at_stream_start: true,
            ended: false,
            scan: Scan::default(),
            chunk: Chunk {
                line: 1,
                bytes: Vec::new(),
                too_large: false,
            },
        }
    }

    /// The same of a part of a stream. Only where the stream begins can there be a
    /// mark of its encoding.
    pub(super) fn part(reader: R, at_stream_start: bool) -> Chunks<R> {
        Chunks {
            at_stream_start,
            ..Chunks::new(reader)
        }
    }

    /// Takes the next line, or as much of it as fits the buffer; empty at the end.
    fn next_piece(&mut self) -> io::Result<std::ops::Range<usize>> {
        loop {
            let rest = &self.buffer[self.rest.clone()];
            let newline = memchr::memchr(b'\n', rest);
            let full = rest.len() == self.buffer.len();
            if let Some(length) = newline
                .map(|index| index + 1)
                .or((full || self.ended).then_some(rest.len()))
            {
                let piece = self.rest.start..self.rest.start + length;
                self.rest.start = piece.end;
                return Ok(piece);
            }
            self.buffer.copy_within(self.rest.clone(), 0);
            self.rest = 0..self.rest.len();
            match self.reader.read(&mut self.buffer[self.rest.end..]) {
                Ok(0) => self.ended = true,
                Ok(count) => self.rest.end += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Scans one piece; gives back the game that ends in it, if one does.
    fn feed(&mut self, mut piece: std::ops::Range<usize>) -> Option<Chunk> {
        if self.at_line_start && self.scan.inside != Inside::Braces {
            let bytes = &self.buffer[piece.clone()];
            piece.start += usize::from(bytes.starts_with(b"\xef\xbb\xbf")) * 3;
        }
        let bytes = &self.buffer[piece.clone()];
        let boundary = self.scan.boundary(bytes, self.at_line_start);
        let belongs = &bytes[..boundary.unwrap_or(bytes.len())];
        let room = LARGEST_GAME.saturating_sub(self.chunk.bytes.len());
        self.chunk.too_large |= belongs.len() > room;
        if self.chunk.too_large {
            self.scan.section = Section::Lost;
        }
        self.chunk
            .bytes
            .extend_from_slice(&belongs[..belongs.len().min(room)]);
        if let Some(index) = boundary {
            // What lies behind the boundary is scanned again, as a new game.
            self.rest.start = piece.start + index;
            self.at_line_start &= index == 0;
            self.scan = Scan::default();
            return self.take_chunk();
        }
        self.at_line_start = bytes.ends_with(b"\n");
        self.line += u64::from(self.at_line_start);
        if !self.scan.has_content() {
            self.chunk.bytes.clear();
            self.chunk.line = self.line;
        }
        None
    }

    fn take_chunk(&mut self) -> Option<Chunk> {
        let next = Chunk {
            line: self.line,
            bytes: Vec::new(),
            too_large: false,
        };
        let chunk = mem::replace(&mut self.chunk, next);
        (!chunk.bytes.trim_ascii().is_empty()).then_some(chunk)
    }

    fn advance(&mut self) -> io::Result<Option<Chunk>> {
        loop {
            let piece = self.next_piece()?;
            if piece.is_empty() {
                return Ok(self.take_chunk());
            }
            if mem::take(&mut self.at_stream_start) && is_utf16(&self.buffer[piece.clone()]) {
                return Err(io::Error::new(
                    io::ErrorKind::InvalidData,
                    "found UTF-16 text, expected UTF-8 or Latin-1",
                ));
            }
            if let Some(chunk) = self.feed(piece) {
                return Ok(Some(chunk));
            }
        }
    }
}

impl<R: io::Read> Iterator for Chunks<R> {
    type Item = Result<Chunk, PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        let next = self.advance();
        if next.is_err() {
            self.ended = true;
            self.rest = 0..0;
            self.chunk.bytes.clear();
        }
        next.map_err(PgnError::Io).transpose()
    }
}

fn is_utf16(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff")
}

/// Where in a game the scan is.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
enum Section {
    #[default]
    Before,
    Tags,
    Moves,
    /// The game is too large; only tags can begin another.
    Lost,
}

/// What the next byte is part of.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
enum Inside {
    #[default]
    Text,
    /// A comment in braces.
    Braces,
    /// A `%` escape or a `;` comment, to the end of the line.
    Line,
}

/// What the scan remembers of the game so far.
#[derive(Default, Debug)]
struct Scan {
    section: Section,
    inside: Inside,
    depth: u32,
    after_blank: bool,
    seen_event: bool,
    /// A result stood at the end of a line before a blank one.
    finished: bool,
    word: Word,
}

impl Scan {
    fn has_content(&self) -> bool {
        self.section != Section::Before
    }

    /// Scans a piece of a line; says where in it the next game begins.
    fn boundary(&mut self, piece: &[u8], at_line_start: bool) -> Option<usize> {
        let mut index = 0;
        if self.section == Section::Lost {
            return (at_line_start && is_tag(piece)).then_some(0);
        }
        if at_line_start {
            self.inside = match self.inside {
                Inside::Braces => Inside::Braces,
                _ if piece.starts_with(b"%") => Inside::Line,
                _ => Inside::Text,
            };
            if piece.trim_ascii().is_empty() {
                self.blank_line();
                return None;
            }
            if self.begins_game(piece) {
                return Some(0);
            }
            self.after_blank = false;
        }
        if self.inside == Inside::Line {
            return None;
        }
        if self.section != Section::Moves {
            index = self.skip_tags(piece);
        }
        (self.section == Section::Moves)
            .then(|| self.scan_moves(piece, index))
            .flatten()
    }

    fn blank_line(&mut self) {
        self.after_blank = true;
        self.finished |= self.section == Section::Moves && self.ends_with_result();
    }

    fn ends_with_result(&self) -> bool {
        self.inside != Inside::Braces && self.depth == 0 && self.word.is_result()
    }

    /// Whether a line that is not blank starts another game.
    fn begins_game(&self, line: &[u8]) -> bool {
        let is_event = line.starts_with(b"[Event ");
        let in_braces = self.inside == Inside::Braces;
        match self.section {
            Section::Before | Section::Lost => false,
            Section::Tags => is_event && (self.seen_event || self.after_blank),
            Section::Moves if is_tag(line) => !in_braces || self.after_blank || is_event,
            Section::Moves if in_braces => false,
            Section::Moves if self.finished => !line.starts_with(b"{") && !line.starts_with(b";"),
            Section::Moves => {
                let first_move = line.starts_with(b"1.") && !line.starts_with(b"1..");
                first_move && self.after_blank && self.depth == 0
            }
        }
    }

    /// Passes over the tags at the start of a piece.
    fn skip_tags(&mut self, piece: &[u8]) -> usize {
        let mut index = 0;
        loop {
            index += piece[index..]
                .iter()
                .take_while(|b| b.is_ascii_whitespace())
                .count();
            match piece.get(index) {
                None => return index,
                Some(b'[') => {
                    self.section = Section::Tags;
                    self.seen_event |= piece[index..].starts_with(b"[Event ");
                    index += super::tag::length(&piece[index..]);
                }
                Some(_) => {
                    self.section = Section::Moves;
                    return index;
                }
            }
        }
    }

    fn scan_moves(&mut self, piece: &[u8], start: usize) -> Option<usize> {
        let mut index = start;
        while let Some(byte) = piece.get(index) {
            if self.inside == Inside::Braces {
                let close = memchr::memchr(b'}', &piece[index..])?;
                self.inside = Inside::Text;
                index += close + 1;
                continue;
            }
            match byte {
                b'{' => self.inside = Inside::Braces,
                b';' => {
                    self.inside = Inside::Line;
                    return None;
                }
                b'(' => self.depth += 1,
                b')' => self.depth = self.depth.saturating_sub(1),
                b'[' if is_tag(&piece[index..]) => return Some(index),
                b'0'..=b'9' if self.word.ended && self.ends_with_result() => return Some(index),
                _ => {}
            }
            self.word.push(*byte);
            index += 1;
        }
        None
    }
}

/// Whether bytes begin like `[Name "`.
fn is_tag(bytes: &[u8]) -> bool {
    let Some(rest) = bytes.strip_prefix(b"[") else {
        return false;
    };
    let name = rest
        .iter()
        .take_while(|b| b.is_ascii_alphanumeric() || **b == b'_')
        .count();
    let after = &rest[name..];
    name > 0 && after.trim_ascii_start().starts_with(b"\"") && rest[0].is_ascii_alphabetic()
}

/// The last word outside comments, as far as it can be a result, a number of a
/// move before it included.
#[derive(Default, Debug)]
struct Word {
    bytes: [u8; LONGEST_ENDING],
    length: usize,
    ended: bool,
}

impl Word {
    fn push(&mut self, byte: u8) {
        if byte.is_ascii_whitespace() || matches!(byte, b'(' | b')' | b'{' | b'}') {
            self.ended = true;
            return;
        }
        if mem::take(&mut self.ended) {
            self.length = 0;
        }
        if let Some(place) = self.bytes.get_mut(self.length) {
            *place = byte;
        }
        self.length = (self.length + 1).min(self.bytes.len() + 1);
    }

    fn is_result(&self) -> bool {
        let word = self.bytes.get(..self.length);
        word.is_some_and(|word| ending(word).is_some())
    }
}
