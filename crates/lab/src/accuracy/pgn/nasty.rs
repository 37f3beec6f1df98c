//! Files made by hand to hurt, most of them with a good game behind the pain.

use std::io::{self, Read};

use krog_chess::{pgn, random::Dice};

use super::{guarded, round_trip};
use crate::figure::Figure;

const GOOD: &str = "[Event \"Good\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n";

/// A file that is made as it is read, so that its size is not ours.
struct Nasty {
    name: &'static str,
    reader: Box<dyn Read + Send>,
    /// Whether a good game stands at the end and must be found there.
    good_at_end: bool,
}

pub(super) fn examine() -> Figure {
    let mut figure = Figure::default();
    for nasty in large().into_iter().chain(foreign()) {
        let Nasty {
            name,
            reader,
            good_at_end,
        } = nasty;
        match guarded(move || read(reader)) {
            Ok((found, last)) => {
                figure = figure.merge(found);
                let survived = !good_at_end || last.as_deref() == Some(GOOD);
                figure.judge(survived, || {
                    format!("{name}: the good game at the end is lost; found last {last:?}")
                });
            }
            Err(fault) => figure.judge(false, || format!("{name}: {fault}")),
        }
    }
    figure
}

/// Reads all games; gives back how they fared and the last one, written.
fn read(reader: Box<dyn Read + Send>) -> (Figure, Option<String>) {
    let mut figure = Figure::default();
    let mut last = None;
    for reading in pgn::games(reader) {
        if let Ok(reading) = &reading {
            round_trip(&mut figure, reading);
            last = Some(pgn::write(&reading.game));
        }
    }
    (figure, last)
}

fn nasty(
    name: &'static str,
    before: &str,
    filling: &'static str,
    times: u64,
    after: &str,
) -> Nasty {
    let end = format!("{after}\n\n{GOOD}");
    let reader = io::Cursor::new(before.to_owned())
        .chain(Repeat::new(filling).take(times * filling.len() as u64))
        .chain(io::Cursor::new(end));
    Nasty {
        name,
        reader: Box::new(reader),
        good_at_end: true,
    }
}

/// Name, beginning, filling, how often that, and end.
const LARGE: [(&str, &str, &str, u64, &str); 25] = [
    ("a million open variations", "1. e4 ", "(", 1_000_000, ""),
    ("a million moves deep", "1. e4 ", "(1. d4 ", 500_000, ""),
    (
        "100,000 variations of one move",
        "1. e4 ",
        "(1. d4) ",
        100_000,
        "*",
    ),
    (
        "a comment of 50 MB",
        "1. e4 {",
        "words ",
        9_000_000,
        "} e5 *",
    ),
    (
        "an open comment of 50 MB",
        "1. e4 {",
        "words\n",
        9_000_000,
        "",
    ),
    (
        "a tag of 100 MB",
        "[Event \"",
        "x",
        100 << 20,
        "\"]\n\n1. e4 *",
    ),
    ("a million comments", "1. e4 ", "{a} ", 1_000_000, "*"),
    (
        "words with a mark of byte order",
        "1. e4 {",
        "\u{feff}word ",
        10_000,
        "} *",
    ),
    ("a million marks", "1. e4 ", "$1 ", 1_000_000, "*"),
    ("a million words", "1. e4 ", "word ", 800_000, "*"),
    ("a word of 4 MB", "1. e4 ", "Q", 4_000_000, " *"),
    ("many tags of one name", "", "[A \"x\"]\n", 500_000, "\n*"),
    ("many tags on one line", "", "[A \"x\"]", 500_000, "\n\n*"),
    ("tags without names", "", "[\"\"]", 900_000, "\n\n*"),
    ("open brackets", "", "[", 4_000_000, "\n\n*"),
    (
        "open brackets after a move",
        "1. e4 ",
        "[a ",
        1_300_000,
        "\n\n*",
    ),
    ("open commands", "1. e4 {", "[%a ", 1_000_000, "} *"),
    ("commands", "1. e4 {", "[%a]", 1_000_000, "} *"),
    ("many games on one line", "", "1. e4 * ", 300_000, ""),
    ("many results", "", "* ", 1_000_000, ""),
    ("blank lines", "", "\n", 20_000_000, ""),
    ("blanks", "1. e4", " ", 20_000_000, "*"),
    ("passes", "", "-- ", 1_000_000, "*"),
    (
        "backslashes in a tag",
        "[Event \"",
        "\\",
        3_000_000,
        "\"]\n\n*",
    ),
    ("line comments", "1. e4\n", ";}\n", 1_000_000, "*"),
];

fn large() -> Vec<Nasty> {
    let mut files: Vec<Nasty> = LARGE
        .into_iter()
        .map(|(name, before, filling, times, after)| nasty(name, before, filling, times, after))
        .collect();
    let tags = different_tags(300_000) + "\n\n*\n\n" + GOOD;
    files.push(Nasty {
        name: "many tags of different names",
        reader: Box::new(io::Cursor::new(tags)),
        good_at_end: true,
    });
    files
}

/// Files that hold no text, or not as we know it.
fn foreign() -> Vec<Nasty> {
    let utf16 = GOOD.encode_utf16().flat_map(u16::to_le_bytes);
    let utf16_marked = [0xff, 0xfe].into_iter().chain(utf16.clone());
    let mut dice = Dice::new(17);
    let noise = (0..1_000_000).map(|_| dice.roll().to_le_bytes()[0]);
    [
        ("nothing", Vec::new()),
        ("UTF-16", utf16.collect()),
        ("UTF-16 with its mark", utf16_marked.collect()),
        ("noise", noise.collect::<Vec<u8>>()),
        (
            "no newline at all",
            GOOD.replace('\n', " ").repeat(1_000).into_bytes(),
        ),
    ]
    .into_iter()
    .map(|(name, bytes)| Nasty {
        name,
        reader: Box::new(io::Cursor::new(bytes)),
        good_at_end: false,
    })
    .collect()
}

pub(super) fn different_tags(count: usize) -> String {
    let tags: Vec<String> = (0..count)
        .map(|number| format!("[A{number} \"\"]"))
        .collect();
    tags.join("\n")
}

/// A text over and over.
struct Repeat {
    text: &'static [u8],
    place: usize,
}

impl Repeat {
    fn new(text: &'static str) -> Repeat {
        Repeat {
            text: text.as_bytes(),
            place: 0,
        }
    }
}

impl Read for Repeat {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        for byte in buffer.iter_mut() {
            *byte = self.text[self.place];
            self.place = (self.place + 1) % self.text.len();
        }
        Ok(buffer.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_nasty_file_is_what_it_says() {
        let mut text = String::new();
        let mut file = nasty("two words", "1. e4 ", "word ", 2, "*");
        file.reader.read_to_string(&mut text).unwrap();
        assert_eq!(text, format!("1. e4 word word *\n\n{GOOD}"));
    }
}
