//! Main lines alone, for those who read millions of games: the same games and
//! the same moves as [`Chunk::read`](super::Chunk::read) finds, without
//! comments and variations.
//!
//! A game that is written as most are is read in one go. Whatever is unusual
//! (a start position, a variation, an escape, a word that is no move) sends it
//! the long way; so there is one judge of what a game is.

use std::borrow::Cow;

use shakmaty::{
    Chess, EnPassantMode, KnownOutcome, Move, Outcome, Position as _, san::SanPlus,
    zobrist::Zobrist64,
};

use super::{Chunk, Chunks, Issue, PgnError, token};
use crate::{
    game::{Game, Step},
    key::PositionKey,
};

/// Where one game may follow another, in files as they are exported.
const BORDERS: [&[u8]; 2] = [b"\n\n[Event \"", b"\n\r\n[Event \""];

/// The main line of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct MainLine<'a> {
    /// The tags, in the order of the file.
    pub tags: Vec<(Cow<'a, str>, Cow<'a, str>)>,
    /// Each position's key and the move that was played there.
    pub steps: &'a [(PositionKey, Move)],
    /// Where the first move was made.
    pub start: Start<'a>,
    /// How the game ended.
    pub outcome: Outcome,
}

/// Where a game began.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Start<'a> {
    /// In the initial position.
    Initial,
    /// In another.
    At(&'a Chess),
}

/// Why a game has no main line that can be counted.
#[derive(Debug)]
pub enum NoMainLine {
    /// It could not be read at all.
    Unread(PgnError),
    /// Its main line breaks off.
    Broken(Issue),
    /// Its main line holds a pass.
    Pass {
        /// The line of the stream on which the game begins.
        line: u64,
    },
}

impl MainLine<'_> {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let mut tags = self.tags.iter();
        let (_, value) = tags.find(|(known, _)| known == name)?;
        Some(value)
    }
}

/// Where in `text` the last game begins that is certain to begin there; before
/// it the text may be cut.
pub fn last_border(text: &[u8]) -> Option<usize> {
    let ends = BORDERS.iter().filter_map(|border| {
        let index = memchr::memmem::rfind(text, border)?;
        Some(index + border.len() - b"[Event \"".len())
    });
    ends.max()
}

/// Reads the games of a stretch of a stream that begins on this line and holds
/// whole games, and hands each of them on.
pub fn main_lines(
    text: &[u8],
    line: u64,
    mut each: impl FnMut(u64, Result<MainLine<'_>, NoMainLine>),
) {
    let mut steps = Vec::new();
    let mut at_stream_start = line == 1;
    let (mut rest, mut line) = (text, line);
    loop {
        let blank = blank_lines(rest);
        at_stream_start &= blank == 0;
        line += memchr::memchr_iter(b'\n', &rest[..blank]).count() as u64;
        rest = &rest[blank..];
        if rest.is_empty() {
            return;
        }
        let (stretch, tail) = rest.split_at(next_border(rest).unwrap_or(rest.len()));
        match quick(stretch, &mut steps) {
            Some((tags, outcome)) => {
                let game = MainLine {
                    tags,
                    steps: &steps,
                    start: Start::Initial,
                    outcome,
                };
                each(line, Ok(game));
            }
            None => thorough(
                Chunks::part(stretch, at_stream_start),
                line,
                &mut steps,
                &mut each,
            ),
        }
        at_stream_start = false;
        line += memchr::memchr_iter(b'\n', stretch).count() as u64;
        rest = tail;
    }
}

/// How many bytes the blank lines at the front take.
fn blank_lines(text: &[u8]) -> usize {
    let space = text.iter().take_while(|b| b.is_ascii_whitespace()).count();
    memchr::memrchr(b'\n', &text[..space]).map_or(0, |end| end + 1)
}

fn next_border(text: &[u8]) -> Option<usize> {
    let [plain, carriage] = BORDERS;
    let plain = memchr::memmem::find(text, plain).map(|index| index + 2);
    // Files with carriage returns have them everywhere; the others are not
    // searched for them to the end.
    let returns = memchr::memchr(b'\n', text).is_some_and(|end| text[..end].ends_with(b"\r"));
    if !returns {
        return plain;
    }
    let carriage = memchr::memmem::find(text, carriage).map(|index| index + 3);
    plain.into_iter().chain(carriage).min()
}

/// Reads the one game of a chunk and hands it on.
pub fn main_line(chunk: &Chunk, mut each: impl FnMut(u64, Result<MainLine<'_>, NoMainLine>)) {
    tell_chunk(Ok(chunk.clone()), chunk.line, &mut Vec::new(), &mut each);
}

/// Reads a stretch with the reader that knows everything.
fn thorough(
    chunks: Chunks<&[u8]>,
    line: u64,
    steps: &mut Vec<(PositionKey, Move)>,
    each: &mut impl FnMut(u64, Result<MainLine<'_>, NoMainLine>),
) {
    for chunk in chunks {
        let chunk = chunk.map(|mut chunk| {
            chunk.line += line - 1;
            chunk
        });
        tell_chunk(chunk, line, steps, each);
    }
}

fn tell_chunk(
    chunk: Result<Chunk, PgnError>,
    line: u64,
    steps: &mut Vec<(PositionKey, Move)>,
    each: &mut impl FnMut(u64, Result<MainLine<'_>, NoMainLine>),
) {
    let begins = chunk.as_ref().map_or(line, |chunk| chunk.line);
    let reading = match chunk.and_then(|chunk| chunk.read()) {
        Err(error) => return each(begins, Err(NoMainLine::Unread(error))),
        Ok(reading) => reading,
    };
    let game = &reading.game;
    let passed = !replay(game, steps);
    let start = if *game.start() == Chess::default() {
        Start::Initial
    } else {
        Start::At(game.start())
    };
    let told = match reading.broken {
        Some(issue) => Err(NoMainLine::Broken(issue)),
        None if passed => Err(NoMainLine::Pass { line: begins }),
        None => Ok(MainLine {
            tags: game
                .tags
                .iter()
                .map(|(n, v)| (n.into(), v.into()))
                .collect(),
            steps,
            start,
            outcome: game.outcome,
        }),
    };
    each(begins, told);
}

/// The steps of a game's main line; false if one of them is a pass.
fn replay(game: &Game, steps: &mut Vec<(PositionKey, Move)>) -> bool {
    steps.clear();
    let mut position = game.start().clone();
    for id in game.main_line() {
        let Some(Step::Move(m)) = game.step(id) else {
            return false;
        };
        steps.push((PositionKey::of(&position), m));
        position.play_unchecked(m);
    }
    true
}

type Tags<'a> = Vec<(Cow<'a, str>, Cow<'a, str>)>;

/// Reads a stretch that is exactly one game, written as most are.
fn quick<'a>(
    stretch: &'a [u8],
    steps: &mut Vec<(PositionKey, Move)>,
) -> Option<(Tags<'a>, Outcome)> {
    let (tags, movetext) = quick_tags(stretch)?;
    let outcome = quick_moves(movetext, steps)?;
    let said = tags.iter().find(|(name, _)| name == "Result");
    let agrees = said.is_none_or(|(_, text)| token::outcome(text.as_bytes()) == Some(outcome));
    agrees.then_some((tags, outcome))
}

fn quick_tags(stretch: &[u8]) -> Option<(Tags<'_>, &[u8])> {
    let mut tags: Tags<'_> = Vec::with_capacity(20);
    let mut rest = stretch;
    while let Some(tag) = rest.strip_prefix(b"[") {
        let end = memchr::memchr(b'\n', tag)?;
        rest = &tag[end + 1..];
        let tag = tag[..end].strip_suffix(b"\r").unwrap_or(&tag[..end]);
        let tag = tag.strip_suffix(b"\"]")?;
        let space = memchr::memchr(b' ', tag)?;
        let value = tag[space + 1..].strip_prefix(b"\"")?;
        let name = &tag[..space];
        let plain = name.iter().all(u8::is_ascii_alphanumeric) && !name.is_empty();
        if !plain || memchr::memchr3(b'"', b'\\', b'\r', value).is_some() {
            return None;
        }
        let name = std::str::from_utf8(name).ok()?;
        let value = std::str::from_utf8(value).ok()?;
        let common = match name {
            "FEN" | "SetUp" => false,
            "Variant" => value == "Standard",
            _ => !tags.iter().any(|(known, _)| known == name),
        };
        if !common || tags.len() >= super::read::MOST_TAGS {
            return None;
        }
        tags.push((name.into(), value.into()));
    }
    Some((tags, rest))
}

fn quick_moves(movetext: &[u8], steps: &mut Vec<(PositionKey, Move)>) -> Option<Outcome> {
    steps.clear();
    let mut position = Chess::default();
    let mut hash: Zobrist64 = position.zobrist_hash(EnPassantMode::Legal);
    let mut rest = movetext;
    loop {
        let text = rest.trim_ascii_start();
        let skipped = &rest[..rest.len() - text.len()];
        // Behind a blank line another game may begin.
        let begun = rest.len() < movetext.len();
        if begun && skipped.len() > 1 && memchr::memchr_iter(b'\n', skipped).count() > 1 {
            return None;
        }
        rest = text;
        match rest.first()? {
            b'{' => {
                let close = memchr::memchr(b'}', rest)?;
                // A tag in a comment may begin a game when the comment was
                // never meant to reach there: the thorough reader decides.
                if memchr::memmem::find(&rest[..close], b"\n[").is_some() {
                    return None;
                }
                rest = &rest[close + 1..];
                continue;
            }
            b'$' => {
                let digits = rest[1..].iter().take_while(|b| b.is_ascii_digit());
                rest = &rest[1 + digits.count()..];
                continue;
            }
            b'*' if rest.trim_ascii_end() == b"*" => return Some(Outcome::Unknown),
            b'0'..=b'9' => {
                let digits = rest.iter().take_while(|b| b.is_ascii_digit()).count();
                let dots = rest[digits..].iter().take_while(|b| **b == b'.').count();
                if dots == 0 {
                    return ended(rest);
                }
                rest = &rest[digits + dots..];
                // What is right behind a number here is one word with it, and no move.
                if matches!(rest.first(), Some(b'0'..=b'9' | b'*')) {
                    return None;
                }
                continue;
            }
            _ => {}
        }
        let (san, length) = SanPlus::from_ascii_prefix(rest).ok()?;
        rest = &rest[length..];
        let marks = rest.iter().take_while(|b| matches!(b, b'!' | b'?')).count();
        rest = &rest[marks..];
        if !rest.first()?.is_ascii_whitespace() {
            return None;
        }
        let m = san.san.to_move(&position).ok()?;
        steps.push((PositionKey(hash.0), m));
        let updated = position.update_zobrist_hash(hash, m, EnPassantMode::Legal);
        position.play_unchecked(m);
        hash = updated.unwrap_or_else(|| position.zobrist_hash(EnPassantMode::Legal));
    }
}

/// The result that is the whole rest of a movetext.
fn ended(rest: &[u8]) -> Option<Outcome> {
    match token::outcome(rest.trim_ascii_end())? {
        Outcome::Known(known @ (KnownOutcome::Draw | KnownOutcome::Decisive { .. })) => {
            Some(Outcome::Known(known))
        }
        Outcome::Unknown => None,
    }
}
