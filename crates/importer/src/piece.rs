//! Pieces of large files, so that several machines can share one: stretches of
//! plain text, or frames of zstd. Games do not end where pieces do; each game is
//! in exactly one piece, that in which it begins.

use std::{
    fs::File,
    io::{self, BufReader, Read, Seek as _, SeekFrom},
    path::{Path, PathBuf},
};

use krog_chess::pgn;

use crate::unpack::{self, Packing};

/// A stretch of a file, in bytes as they lie on disk.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    /// The file.
    pub path: PathBuf,
    /// Where it begins.
    pub from: u64,
    /// Where it ends; none for the end of the file.
    pub to: Option<u64>,
}

impl Piece {
    /// How large pieces are meant to be, in bytes: some hundred thousand games.
    pub const SIZE: u64 = 32 << 20;

    /// A whole file.
    pub fn whole(path: PathBuf) -> Piece {
        Piece {
            path,
            from: 0,
            to: None,
        }
    }

    /// The pieces of a file, of about this size. What is packed in one go stays
    /// one piece.
    pub fn all(path: &Path, size: u64) -> io::Result<Vec<Piece>> {
        let mut file = File::open(path)?;
        let length = file.metadata()?.len();
        let (packing, _) = unpack::peek(&mut file)?;
        let places = match packing {
            Packing::Plain => (1..length.div_ceil(size.max(1)))
                .map(|number| number * size)
                .collect(),
            Packing::Zstd => frames(&mut file, length)?,
            Packing::Gzip | Packing::Bzip2 | Packing::Zip => Vec::new(),
        };
        let mut from = 0;
        let mut pieces = Vec::new();
        for place in places {
            if place - from >= size {
                pieces.push(Piece {
                    path: path.to_owned(),
                    from,
                    to: Some(place),
                });
                from = place;
            }
        }
        pieces.push(Piece {
            path: path.to_owned(),
            from,
            to: None,
        });
        Ok(pieces)
    }

    /// Whether it is all of its file.
    pub(crate) fn is_whole(&self) -> bool {
        self.from == 0 && self.to.is_none()
    }

    /// The text of the games that begin here.
    pub(crate) fn open(
        &self,
        count: impl Fn(io::Take<File>) -> Box<dyn Read + Send>,
    ) -> io::Result<Box<dyn Read + Send>> {
        let part = |from: u64, length: u64| -> io::Result<Box<dyn Read + Send>> {
            let mut file = File::open(&self.path)?;
            let (packing, _) = unpack::peek(&mut file)?;
            file.seek(SeekFrom::Start(from))?;
            unpack::unpack_as(packing, count(file.take(length)))
        };
        let body = part(self.from, self.to.map_or(u64::MAX, |to| to - self.from))?;
        let text: Box<dyn Read + Send> = match self.to {
            None => body,
            Some(to) => Box::new(body.chain(UpToBorder::new(part(to, u64::MAX)?))),
        };
        Ok(if self.from == 0 {
            text
        } else {
            Box::new(FromBorder::new(text))
        })
    }
}

/// Where the frames of a zstd file begin, without the first. RFC 8878, section 3.
fn frames(file: &mut File, length: u64) -> io::Result<Vec<u64>> {
    let broken = || io::Error::new(io::ErrorKind::InvalidData, "found no zstd frame");
    let mut places = Vec::new();
    let mut place = 0;
    file.seek(SeekFrom::Start(0))?;
    let mut reader = BufReader::with_capacity(1 << 10, file);
    while place < length {
        if place > 0 {
            places.push(place);
        }
        let magic = u32::from_le_bytes(array(&mut reader)?);
        place += 4;
        match magic {
            0x184d_2a50..=0x184d_2a5f => {
                let length = u32::from_le_bytes(array(&mut reader)?);
                place += 4;
                skip_in(&mut reader, u64::from(length), &mut place)?;
            }
            0xfd2f_b528 => {
                let [descriptor] = array(&mut reader)?;
                let single = descriptor & 0x20 != 0;
                let dictionary = [0, 1, 2, 4][usize::from(descriptor & 3)];
                let content = match descriptor >> 6 {
                    0 => u64::from(single),
                    flag => 1 << flag,
                };
                place += 1;
                let head = u64::from(!single) + dictionary + content;
                skip_in(&mut reader, head, &mut place)?;
                blocks(&mut reader, &mut place)?;
                let checksum = if descriptor & 4 == 0 { 0 } else { 4 };
                skip_in(&mut reader, checksum, &mut place)?;
            }
            _ => return Err(broken()),
        }
    }
    Ok(places)
}

/// Goes past the blocks of a frame.
fn blocks(reader: &mut BufReader<&mut File>, place: &mut u64) -> io::Result<()> {
    loop {
        let [low, middle, high] = array(reader)?;
        let head = u32::from_le_bytes([low, middle, high, 0]);
        *place += 3;
        // A block of one byte many times has that byte only.
        let length = if head >> 1 & 3 == 1 { 1 } else { head >> 3 };
        skip_in(reader, u64::from(length), place)?;
        if head & 1 == 1 {
            return Ok(());
        }
    }
}

fn skip_in(reader: &mut BufReader<&mut File>, length: u64, place: &mut u64) -> io::Result<()> {
    *place += length;
    reader.seek_relative(i64::try_from(length).unwrap_or(i64::MAX))
}

fn array<const N: usize>(reader: &mut impl Read) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    reader.read_exact(&mut bytes)?;
    Ok(bytes)
}

/// How much is read at a time.
const CHUNK: usize = 1 << 16;

/// How many bytes may have to come before a border is seen.
const HELD: usize = 16;

/// A stream from the first border on.
struct FromBorder<R> {
    inner: R,
    /// What was read beyond the border; none before it is found.
    found: Option<io::Cursor<Vec<u8>>>,
}

impl<R: Read> FromBorder<R> {
    fn new(inner: R) -> FromBorder<R> {
        FromBorder { inner, found: None }
    }

    fn find(&mut self) -> io::Result<Vec<u8>> {
        let mut text = Vec::new();
        loop {
            let got = more(&mut self.inner, &mut text)?;
            if let Some(border) = first_border(&text) {
                return Ok(text.split_off(border));
            }
            if got == 0 {
                return Ok(Vec::new());
            }
            text.drain(..text.len().saturating_sub(HELD));
        }
    }
}

impl<R: Read> Read for FromBorder<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.found.is_none() {
            self.found = Some(io::Cursor::new(self.find()?));
        }
        let rest = self
            .found
            .as_mut()
            .map_or(Ok(0), |rest| rest.read(buffer))?;
        match rest {
            0 => self.inner.read(buffer),
            count => Ok(count),
        }
    }
}

/// A stream up to the first border.
struct UpToBorder<R> {
    inner: R,
    text: Vec<u8>,
    /// How much of the text is known to lie before the border.
    ready: usize,
    ended: bool,
}

impl<R: Read> UpToBorder<R> {
    fn new(inner: R) -> UpToBorder<R> {
        UpToBorder {
            inner,
            text: Vec::new(),
            ready: 0,
            ended: false,
        }
    }
}

impl<R: Read> Read for UpToBorder<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.ready == 0 && !self.ended {
            let got = more(&mut self.inner, &mut self.text)?;
            match first_border(&self.text) {
                Some(border) => (self.ready, self.ended) = (border, true),
                None if got == 0 => (self.ready, self.ended) = (self.text.len(), true),
                None => self.ready = self.text.len().saturating_sub(HELD),
            }
        }
        let count = self.ready.min(buffer.len());
        buffer[..count].copy_from_slice(&self.text[..count]);
        self.text.drain(..count);
        self.ready -= count;
        Ok(count)
    }
}

/// Where the first game begins that is certain to begin there. That shows within
/// the text, so whoever searches finds the same place.
fn first_border(text: &[u8]) -> Option<usize> {
    let (mut first, mut rest) = (None, text);
    while let Some(border) = pgn::last_border(rest) {
        first = Some(border);
        // The next is the last before this one.
        rest = &rest[..=border];
    }
    first
}

/// Reads some more; says how much.
fn more(reader: &mut impl Read, text: &mut Vec<u8>) -> io::Result<usize> {
    reader.take(CHUNK as u64).read_to_end(text)
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use krog_chess::random::Dice;

    use super::*;

    fn scratch(name: &str, bytes: &[u8]) -> PathBuf {
        let name = format!("krog-piece-{name}-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::write(&path, bytes).expect("written");
        path
    }

    /// The pieces of a file, one after the other.
    fn joined(path: &Path, size: u64) -> (usize, Vec<u8>) {
        let pieces = Piece::all(path, size).expect("readable");
        let mut text = Vec::new();
        for piece in &pieces {
            let before = text.len();
            let mut stream = piece.open(|file| Box::new(file)).expect("readable");
            stream.read_to_end(&mut text).expect("readable");
            let begins = text.len() == before || text[before..].starts_with(b"[Event \"");
            assert!(piece.from == 0 || begins, "a piece begins with a game");
        }
        (pieces.len(), text)
    }

    fn games(many: usize, end: &str) -> String {
        let mut dice = Dice::new(3);
        let game = |number: usize| {
            let comment = "x".repeat(dice.below(300));
            format!("[Event \"{number}\"]{end}{end}{{{comment}}} 1. e4 *{end}{end}")
        };
        (0..many).map(game).collect()
    }

    #[test]
    fn pieces_of_text_are_the_whole_text() {
        for end in ["\n", "\r\n"] {
            let text = games(60, end);
            let path = scratch(&format!("plain{}", end.len()), text.as_bytes());
            // Cuts at every place of a game's head, and pieces without a border.
            for size in (1..60).chain([100, 500, 5_000, 1 << 20]) {
                let (many, found) = joined(&path, size);
                assert!(found == text.as_bytes(), "size {size}");
                assert_eq!(many as u64, (text.len() as u64).div_ceil(size));
            }
            std::fs::remove_file(path).expect("ours");
        }
    }

    #[test]
    fn frames_are_found_and_read() {
        let text = games(2_000, "\n");
        let mut packed = Vec::new();
        let mut many = 0;
        for (number, part) in text.as_bytes().chunks(30_011).enumerate() {
            // Some with a checksum, some with their size, some skippable between.
            let mut encoder = zstd::stream::write::Encoder::new(Vec::new(), 1).expect("made");
            encoder.include_checksum(number % 2 == 0).expect("set");
            if number % 3 == 0 {
                let size = Some(part.len() as u64);
                encoder.set_pledged_src_size(size).expect("set");
            }
            encoder.write_all(part).expect("packed");
            packed.extend(encoder.finish().expect("packed"));
            many += 1;
            if number % 4 == 1 {
                packed.extend_from_slice(&[0x5a, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3]);
                many += 1;
            }
        }
        let path = scratch("zstd", &packed);
        let (pieces, found) = joined(&path, 1);
        assert_eq!(pieces, many);
        assert!(found == text.as_bytes());
        for size in [2_000, 10_000, 1 << 30] {
            assert!(joined(&path, size).1 == text.as_bytes(), "size {size}");
        }
        std::fs::remove_file(path).expect("ours");
    }
}
