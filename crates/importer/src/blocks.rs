//! Cuts a stream into blocks of whole games, cheaply, so that the games can be
//! read on any thread.

use std::io::{self, Read};

use krog_chess::pgn::{self, Chunk, Chunks, MainLine, NoMainLine};

/// How large a block grows before it is cut, in bytes.
const BLOCK: usize = 1 << 20;

/// How far is looked for a place to cut, in bytes. Text without one is cut
/// game by game.
const FARTHEST: usize = 2 * pgn::LARGEST_GAME;

/// Some whole games of a stream.
#[derive(Debug)]
pub struct Block {
    part: Part,
}

#[derive(Debug)]
enum Part {
    /// Text that begins on a line.
    Text(u64, Vec<u8>),
    /// Games that were cut one by one.
    Games(Vec<Chunk>),
}

impl Block {
    /// The games of a text.
    pub(crate) fn of_text(text: Vec<u8>) -> Block {
        Block {
            part: Part::Text(1, text),
        }
    }

    /// Reads the games and hands each of them on, with its line.
    pub fn read(&self, mut each: impl FnMut(u64, Result<MainLine<'_>, NoMainLine>)) {
        match &self.part {
            Part::Text(line, text) => pgn::main_lines(text, *line, each),
            Part::Games(games) => {
                for game in games {
                    pgn::main_line(game, &mut each);
                }
            }
        }
    }
}

/// The blocks of a stream.
#[derive(Debug)]
pub struct Blocks<R> {
    state: State<R>,
}

#[derive(Debug)]
enum State<R> {
    /// Cut at borders that are easily seen.
    Plain {
        reader: R,
        rest: Vec<u8>,
        line: u64,
        started: bool,
    },
    /// Cut game by game, by one who looks at everything.
    Careful {
        chunks: Chunks<io::Chain<io::Cursor<Vec<u8>>, R>>,
        line: u64,
    },
    /// The stream broke off; what came before was handed out.
    Failed(io::Error),
    Ended,
}

impl<R: Read> Blocks<R> {
    /// The blocks of what a reader gives.
    pub fn new(reader: R) -> Blocks<R> {
        Blocks {
            state: State::Plain {
                reader,
                rest: Vec::new(),
                line: 1,
                started: false,
            },
        }
    }

    /// The next block; none at the end of the stream.
    pub fn next_block(&mut self) -> io::Result<Option<Block>> {
        match std::mem::replace(&mut self.state, State::Ended) {
            State::Ended => Ok(None),
            State::Failed(error) => Err(error),
            State::Careful { chunks, line } => self.careful(chunks, line),
            State::Plain {
                reader,
                rest,
                line,
                started,
            } => self.plain(reader, rest, line, started),
        }
    }

    fn plain(
        &mut self,
        mut reader: R,
        mut text: Vec<u8>,
        line: u64,
        started: bool,
    ) -> io::Result<Option<Block>> {
        let mut wanted = BLOCK;
        loop {
            let missing = wanted.saturating_sub(text.len()) as u64;
            text.reserve(wanted.saturating_sub(text.len()));
            let got = match (&mut reader).take(missing).read_to_end(&mut text) {
                Ok(got) => got,
                Err(error) => return self.broken_off(text, line, error),
            };
            if !started {
                check_start(&text)?;
            }
            if (got as u64) < missing {
                // The end: what is left is one block, and nothing follows.
                let block = Block {
                    part: Part::Text(line, text),
                };
                return Ok(Some(block));
            }
            if let Some(border) = pgn::last_border(&text) {
                let rest = text.split_off(border);
                let next = line + memchr::memchr_iter(b'\n', &text).count() as u64;
                self.state = State::Plain {
                    reader,
                    rest,
                    line: next,
                    started: true,
                };
                return Ok(Some(Block {
                    part: Part::Text(line, text),
                }));
            }
            if text.len() >= FARTHEST {
                let chunks = Chunks::new(io::Cursor::new(text).chain(reader));
                return self.careful(chunks, line);
            }
            wanted = text.len() * 2;
        }
    }

    /// Hands out the games before the one in which the stream broke off.
    fn broken_off(
        &mut self,
        mut text: Vec<u8>,
        line: u64,
        error: io::Error,
    ) -> io::Result<Option<Block>> {
        let Some(border) = pgn::last_border(&text) else {
            return Err(error);
        };
        text.truncate(border);
        self.state = State::Failed(error);
        Ok(Some(Block {
            part: Part::Text(line, text),
        }))
    }

    fn careful(
        &mut self,
        mut chunks: Chunks<io::Chain<io::Cursor<Vec<u8>>, R>>,
        line: u64,
    ) -> io::Result<Option<Block>> {
        let mut games = Vec::new();
        let mut bytes = 0;
        while bytes < BLOCK {
            match chunks.next() {
                None => {
                    let block = (!games.is_empty()).then_some(Block {
                        part: Part::Games(games),
                    });
                    return Ok(block);
                }
                Some(Err(error)) => {
                    let error = match error {
                        pgn::PgnError::Io(error) => error,
                        other => io::Error::other(other),
                    };
                    if games.is_empty() {
                        return Err(error);
                    }
                    self.state = State::Failed(error);
                    return Ok(Some(Block {
                        part: Part::Games(games),
                    }));
                }
                Some(Ok(mut chunk)) => {
                    chunk.line += line - 1;
                    bytes += chunk.bytes.len();
                    games.push(chunk);
                }
            }
        }
        self.state = State::Careful { chunks, line };
        Ok(Some(Block {
            part: Part::Games(games),
        }))
    }
}

/// Refuses what is certainly no PGN.
fn check_start(text: &[u8]) -> io::Result<()> {
    let wide = text.starts_with(b"\xff\xfe") || text.starts_with(b"\xfe\xff");
    if wide {
        let message = "found UTF-16 text, expected UTF-8 or Latin-1";
        return Err(io::Error::new(io::ErrorKind::InvalidData, message));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(blocks: &mut Blocks<&[u8]>) -> Vec<String> {
        let mut told = Vec::new();
        while let Some(block) = blocks.next_block().expect("readable") {
            block.read(|line, game| {
                told.push(match game {
                    Ok(game) => format!("{line} {}", game.steps.len()),
                    Err(reason) => format!("{reason:?}"),
                });
            });
        }
        told
    }

    #[track_caller]
    fn check(text: &str) {
        let mut whole = Vec::new();
        pgn::main_lines(text.as_bytes(), 1, |line, game| {
            whole.push(match game {
                Ok(game) => format!("{line} {}", game.steps.len()),
                Err(reason) => format!("{reason:?}"),
            });
        });
        assert_eq!(told(&mut Blocks::new(text.as_bytes())), whole);
    }

    #[test]
    fn blocks_hold_what_the_stream_held() {
        let game = |index: usize| {
            format!(
                "[Event \"{index}\"]\n\n{{{}}} 1. e4 e5 2. Nf3 *\n\n",
                "x".repeat(index % 5_000)
            )
        };
        check("");
        check(&game(1));
        check(&(0..4_000).map(game).collect::<String>());
        // Without events nothing is easily seen.
        let bare = |_| "1. e4 {a long comment that takes room} e5 2. Nf3 1-0\n\n";
        check(&(0..200_000).map(bare).collect::<String>());
    }

    #[test]
    fn a_giant_costs_itself_only() {
        let text = format!(
            "[Event \"a\"]\n[White \"{}\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. d4 *\n",
            "x".repeat(20 << 20)
        );
        let told = told(&mut Blocks::new(text.as_bytes()));
        assert_eq!(
            told.len(),
            2,
            "{:?}",
            told.iter()
                .map(|text| &text[..40.min(text.len())])
                .collect::<Vec<_>>()
        );
        assert_eq!(told[1], "6 1");
    }

    #[test]
    fn utf16_is_refused() {
        let error = Blocks::new(&b"\xff\xfe[\0"[..])
            .next_block()
            .expect_err("no text");
        assert_eq!(
            error.to_string(),
            "found UTF-16 text, expected UTF-8 or Latin-1"
        );
    }
}
