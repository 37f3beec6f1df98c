//! The words of a movetext.

use shakmaty::{Color, KnownOutcome, Outcome};

/// One word, or one thing that needs no board to be understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token<'a> {
    /// What should be a move, without number and marks.
    Move(&'a [u8]),
    /// A pass: `--`, `Z0` and the like.
    Pass,
    /// A numeric annotation glyph.
    Nag(u8),
    /// The inside of a comment.
    Comment(&'a [u8]),
    /// A comment that runs to the end of the game because it is never closed.
    OpenComment(&'a [u8]),
    /// `(`
    Open,
    /// `)`
    Close,
    Outcome(Outcome),
}

/// Tokens of a movetext, with the line on which each begins.
#[derive(Debug)]
pub(super) struct Tokens<'a> {
    rest: &'a [u8],
    line: u64,
    at_line_start: bool,
    /// The mark behind a move (`!?`), to be given out next.
    mark: Option<u8>,
}

impl<'a> Tokens<'a> {
    pub(super) fn new(movetext: &'a [u8], line: u64) -> Tokens<'a> {
        Tokens {
            rest: movetext,
            line,
            at_line_start: false,
            mark: None,
        }
    }

    fn take(&mut self, count: usize) -> &'a [u8] {
        let (taken, rest) = self.rest.split_at(count.min(self.rest.len()));
        self.rest = rest;
        self.line += memchr::memchr_iter(b'\n', taken).count() as u64;
        self.at_line_start = taken.ends_with(b"\n");
        taken
    }

    fn take_line(&mut self) -> &'a [u8] {
        let end = memchr::memchr2(b'\n', b'\r', self.rest).unwrap_or(self.rest.len());
        self.take(end)
    }

    fn comment(&mut self) -> Token<'a> {
        self.take(1);
        match memchr::memchr(b'}', self.rest) {
            Some(end) => {
                let inside = self.take(end);
                self.take(1);
                Token::Comment(inside)
            }
            None => Token::OpenComment(self.take(self.rest.len())),
        }
    }

    /// Reads a word; `None` if it is a move number or other filling.
    fn word(&mut self) -> Option<Token<'a>> {
        let end = self.rest.iter().position(|byte| is_word_end(*byte));
        let word = self.take(end.unwrap_or(self.rest.len()).max(1));
        if let Some(outcome) = ending(word) {
            return Some(Token::Outcome(outcome));
        }
        let word = without_number(word);
        let marks = word
            .iter()
            .rev()
            .take_while(|b| matches!(b, b'!' | b'?'))
            .count();
        let (word, marks) = word.split_at(word.len() - marks);
        let nag = nag_of(marks);
        match word {
            b"" => nag.map(Token::Nag),
            b"--" | b"Z0" | b"@@@@" | b"0000" => Some(Token::Pass),
            b"e.p." | b"ep" => None,
            _ => {
                self.mark = nag;
                Some(Token::Move(word))
            }
        }
    }

    fn nag(&mut self) -> Option<Token<'a>> {
        self.take(1);
        let digits = self.rest.iter().take_while(|b| b.is_ascii_digit()).count();
        let number = std::str::from_utf8(self.take(digits)).ok()?;
        number.parse().ok().map(Token::Nag)
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = (u64, Token<'a>);

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(nag) = self.mark.take() {
            return Some((self.line, Token::Nag(nag)));
        }
        loop {
            let line = self.line;
            let token = match self.rest.first()? {
                b'%' if self.at_line_start => {
                    self.take_line();
                    None
                }
                byte if byte.is_ascii_whitespace() || matches!(byte, 0 | b'.' | b'}' | b']') => {
                    self.take(1);
                    None
                }
                b'{' => Some(self.comment()),
                b';' => {
                    self.take(1);
                    Some(Token::Comment(self.take_line()))
                }
                b'(' => {
                    self.take(1);
                    Some(Token::Open)
                }
                b')' => {
                    self.take(1);
                    Some(Token::Close)
                }
                b'$' => self.nag(),
                _ => self.word(),
            };
            if let Some(token) = token {
                return Some((line, token));
            }
        }
    }
}

/// The result that a word is, if it is one.
pub(super) fn outcome(word: &[u8]) -> Option<Outcome> {
    let decisive = |winner| Outcome::Known(KnownOutcome::Decisive { winner });
    match word {
        b"1-0" => Some(decisive(Color::White)),
        b"0-1" => Some(decisive(Color::Black)),
        b"1/2-1/2" | b"1/2" | b"\xc2\xbd-\xc2\xbd" => Some(Outcome::Known(KnownOutcome::Draw)),
        b"*" => Some(Outcome::Unknown),
        _ => None,
    }
}

/// The longest word that can be a result with the number of a move before it: room
/// for a number of ten digits, an ellipsis and the longest result.
pub(super) const LONGEST_ENDING: usize = 24;

/// The result that a word of the movetext tells, on its own or right behind the
/// number of a move.
pub(super) fn ending(word: &[u8]) -> Option<Outcome> {
    let behind_number = || outcome(without_number(word));
    let short = word.len() <= LONGEST_ENDING;
    outcome(word).or_else(|| short.then(behind_number).flatten())
}

fn is_word_end(byte: u8) -> bool {
    byte.is_ascii_whitespace()
        || matches!(
            byte,
            0 | b'{' | b'}' | b'(' | b')' | b';' | b'$' | b'[' | b']'
        )
}

/// Cuts `12.`, `12...` off the front; `0-0` is no number.
fn without_number(word: &[u8]) -> &[u8] {
    let digits = word.iter().take_while(|b| b.is_ascii_digit()).count();
    let after = &word[digits..];
    let dots = after.iter().take_while(|b| **b == b'.').count();
    let ellipsis = if after[dots..].starts_with("…".as_bytes()) {
        "…".len()
    } else {
        0
    };
    match (digits, dots + ellipsis) {
        (_, 0) if !after.is_empty() || digits == 0 => word,
        (_, cut) => &after[cut..],
    }
}

fn nag_of(marks: &[u8]) -> Option<u8> {
    match marks {
        b"!" => Some(1),
        b"?" => Some(2),
        b"!!" => Some(3),
        b"??" => Some(4),
        b"!?" => Some(5),
        b"?!" => Some(6),
        _ => None,
    }
}
