//! Reads one chunk of a stream as a game.

use std::borrow::Cow;

use shakmaty::{Chess, Outcome, Position as _};

use super::{
    Chunk, Fault, Issue, PgnError, decode,
    tag::{self, Tag},
    token::{Token, Tokens, outcome},
};
use crate::{
    fen,
    game::{Comment, Game, NodeId, ROOT, Step, Tags},
    notation::{self, MoveError},
};

/// Variations nested deeper than this are left out.
pub const DEEPEST_VARIATION: usize = 200;

/// Tags kept per game; the standard names some forty.
pub(super) const MOST_TAGS: usize = 400;

/// Faults told per game; a thousand more would help nobody.
const MOST_ISSUES: usize = 20;

/// A game and what was wrong with it.
#[derive(Clone, PartialEq, Debug)]
pub struct Reading {
    /// The game, as far as it can be read.
    pub game: Game,
    /// The line of the stream on which it begins.
    pub line: u64,
    /// What was wrong, in the order of the file; the first twenty.
    pub issues: Vec<Issue>,
    /// What ended the main line before its end, if something did.
    pub broken: Option<Issue>,
}

impl Chunk {
    /// Reads the game.
    pub fn read(&self) -> Result<Reading, PgnError> {
        if self.too_large {
            return Err(PgnError::TooLarge { line: self.line });
        }
        let mut issues = Vec::new();
        let (mut tags, movetext, line) = self.read_tags(&mut issues);
        let mut game = Game::new(self.start(&mut tags, &mut issues)?);
        game.tags = tags;
        let mut builder = Builder {
            main: Place::at(game.start().clone(), line),
            game,
            variations: Vec::new(),
            left_out: 0,
            before: Vec::new(),
            after_stray_word: false,
            issues,
            broken: None,
        };
        let ended = builder.read_moves(Tokens::new(movetext, line));
        if ended.is_none() && builder.game.is_empty() && builder.game.tags.iter().count() == 0 {
            return Err(PgnError::NoGame { line: self.line });
        }
        builder.settle_outcome(self.line, ended);
        Ok(Reading {
            game: builder.game,
            line: self.line,
            issues: builder.issues,
            broken: builder.broken,
        })
    }

    /// The tags, the movetext behind them and the line on which that begins.
    fn read_tags(&self, issues: &mut Vec<Issue>) -> (Tags, &[u8], u64) {
        let mut tags = Tags::default();
        let mut rest = self.bytes.as_slice();
        let mut line = self.line;
        loop {
            let blank = rest.iter().take_while(|b| b.is_ascii_whitespace()).count();
            line += memchr::memchr_iter(b'\n', &rest[..blank]).count() as u64;
            let at_line_start = blank == 0 || rest[..blank].ends_with(b"\n");
            rest = &rest[blank..];
            match rest.first() {
                Some(b'[') => {
                    let (text, tail) = rest.split_at(tag::length(rest));
                    if let Some(fault) = add_tag(&mut tags, text) {
                        tell(issues, line, fault);
                    }
                    rest = tail;
                }
                Some(b'%') if at_line_start => {
                    let end = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
                    rest = &rest[end..];
                }
                _ => return (tags, rest, line),
            }
        }
    }

    fn start(&self, tags: &mut Tags, issues: &mut Vec<Issue>) -> Result<Chess, PgnError> {
        let variant = tags.get("Variant").unwrap_or("Standard");
        if !is_chess(variant) {
            return Err(PgnError::Variant {
                line: self.line,
                variant: variant.to_owned(),
            });
        }
        let Some(text) = tags.get("FEN") else {
            return Ok(Chess::default());
        };
        if let Ok(start) = fen::parse(text) {
            return Ok(start);
        }
        let line = self.line;
        let start = fen::parse_forgiving(text).map_err(|error| PgnError::Start { line, error })?;
        tell(issues, line, Fault::Rights);
        tags.set("FEN", fen::write(&start));
        Ok(start)
    }
}

/// Whether a variant tag names ordinary chess or Chess960, from any position.
fn is_chess(variant: &str) -> bool {
    let plain: String = variant
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .collect::<String>()
        .to_ascii_lowercase();
    matches!(
        plain.as_str(),
        "" | "standard"
            | "chess"
            | "normal"
            | "fromposition"
            | "chess960"
            | "fischerandom"
            | "fischerrandom"
            | "freestyle"
    )
}

fn add_tag(tags: &mut Tags, text: &[u8]) -> Option<Fault> {
    match tag::parse(text) {
        Tag::Damaged(text) => Some(Fault::Tag(decode(&text[..text.len().min(80)]))),
        Tag::Pair { name, value } => {
            let name = decode(name);
            if tags.get(&name).is_some() {
                return Some(Fault::DoubleTag(name));
            }
            if tags.iter().count() >= MOST_TAGS {
                return Some(Fault::SurplusTag(name));
            }
            tags.set(&name, decode(&value));
            None
        }
    }
}

/// A word as text, without a copy where it is UTF-8 already.
fn as_text(word: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(word) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(decode(word)),
    }
}

fn tell(issues: &mut Vec<Issue>, line: u64, fault: Fault) {
    if issues.len() < MOST_ISSUES {
        issues.push(Issue { line, fault });
    }
}

/// Where the next move of a line goes.
#[derive(Debug)]
struct Place {
    node: NodeId,
    position: Chess,
    /// The place before the last move, where a variation of it begins.
    previous: Option<(NodeId, Chess)>,
    /// Nothing more can be added: a move of this line could not be read.
    dead: bool,
    /// Where in the stream this line of moves begins.
    line: u64,
}

impl Place {
    fn at(start: Chess, line: u64) -> Place {
        Place {
            node: ROOT,
            position: start,
            previous: None,
            dead: false,
            line,
        }
    }
}

#[derive(Debug)]
struct Builder {
    game: Game,
    main: Place,
    /// The variations that are open, the innermost last.
    variations: Vec<Place>,
    /// How many variations are open inside one that is left out.
    left_out: usize,
    /// Comments that await the first move of a variation.
    before: Vec<Comment>,
    /// The last word was left out, so a mark behind it is its own.
    after_stray_word: bool,
    issues: Vec<Issue>,
    broken: Option<Issue>,
}

impl Builder {
    /// Reads up to the result; gives it back if there is one.
    fn read_moves(&mut self, tokens: Tokens<'_>) -> Option<Outcome> {
        for (line, token) in tokens {
            match token {
                Token::Open => self.open(line),
                Token::Close => self.close(line),
                _ if self.left_out > 0 => {}
                Token::Outcome(outcome) if self.variations.is_empty() => return Some(outcome),
                Token::Outcome(_) => {}
                Token::Move(text) => self.play_word(line, text),
                Token::Pass => self.pass(line),
                Token::Nag(nag) => {
                    let place = self.place();
                    let (node, dead) = (place.node, place.dead);
                    if node != ROOT && !dead && !self.after_stray_word {
                        self.game.notes_mut(node).nags.push(nag);
                    }
                }
                Token::Comment(text) => self.comment(text),
                Token::OpenComment(text) => {
                    self.break_off(line, Fault::OpenComment);
                    self.comment(text);
                }
            }
        }
        if let Some(outermost) = self.variations.first() {
            self.break_off(outermost.line, Fault::OpenVariation);
        }
        None
    }

    fn place(&mut self) -> &mut Place {
        self.variations.last_mut().unwrap_or(&mut self.main)
    }

    fn open(&mut self, line: u64) {
        if self.left_out > 0 {
            self.left_out += 1;
            return;
        }
        let fault = if self.variations.len() >= DEEPEST_VARIATION {
            Fault::DeepVariation
        } else if let Some((node, position)) = self.place().previous.clone() {
            self.variations.push(Place {
                node,
                position,
                previous: None,
                dead: false,
                line,
            });
            return;
        } else {
            Fault::StrayVariation
        };
        self.left_out = 1;
        tell(&mut self.issues, line, fault);
    }

    fn close(&mut self, line: u64) {
        if self.left_out > 0 {
            self.left_out -= 1;
        } else if self.variations.pop().is_none() {
            tell(&mut self.issues, line, Fault::StrayVariation);
        }
        self.before.clear();
    }

    fn play_word(&mut self, line: u64, text: &[u8]) {
        if self.place().dead {
            return;
        }
        let text = as_text(text);
        match notation::read(&self.place().position, &text) {
            Ok(m) => {
                let place = self.place();
                let before = place.position.clone();
                place.position.play_unchecked(m);
                self.advance(Step::Move(m), before);
            }
            // A word with a digit was meant as a move: going on without it would
            // make another game of the rest.
            Err(MoveError::Unreadable { text })
                if !text.contains(|ch: char| ch.is_ascii_digit()) =>
            {
                tell(&mut self.issues, line, Fault::Word(text));
                self.after_stray_word = true;
            }
            Err(error) => self.end_line(line, error),
        }
    }

    fn pass(&mut self, line: u64) {
        let place = self.place();
        if place.dead {
            return;
        }
        let Some(after) = Step::Pass.play(&place.position) else {
            let error = MoveError::Illegal {
                text: "--".to_owned(),
                reason: "a side in check cannot pass".to_owned(),
            };
            return self.end_line(line, error);
        };
        let before = std::mem::replace(&mut place.position, after);
        self.advance(Step::Pass, before);
    }

    /// Takes down a step that has just been made from `before`.
    fn advance(&mut self, step: Step, before: Chess) {
        let place = self.variations.last_mut().unwrap_or(&mut self.main);
        let node = self.game.push_legal(place.node, step);
        place.previous = Some((place.node, before));
        place.node = node;
        self.after_stray_word = false;
        if !self.before.is_empty() {
            self.game.notes_mut(node).before = std::mem::take(&mut self.before);
        }
    }

    fn end_line(&mut self, line: u64, error: MoveError) {
        // A variation of a move that could not be played would become the main
        // line, with moves that nobody made: it is left out.
        let place = self.place();
        place.previous = None;
        place.dead = true;
        let fault = Fault::Move(error);
        if self.variations.is_empty() {
            self.break_off(line, fault);
        } else {
            tell(&mut self.issues, line, fault);
        }
    }

    /// Tells a fault behind which the main line cannot be known.
    fn break_off(&mut self, line: u64, fault: Fault) {
        self.broken.get_or_insert(Issue {
            line,
            fault: fault.clone(),
        });
        tell(&mut self.issues, line, fault);
    }

    fn comment(&mut self, text: &[u8]) {
        let comment = Comment::parse(&decode(text));
        let in_variation = !self.variations.is_empty();
        let place = self.place();
        let (node, dead) = (place.node, place.dead);
        let starts_variation = in_variation && place.previous.is_none();
        if comment.is_empty() || dead {
            return;
        }
        if starts_variation {
            self.before.push(comment);
        } else {
            self.game.notes_mut(node).after.push(comment);
        }
    }

    fn settle_outcome(&mut self, line: u64, moves: Option<Outcome>) {
        let tag = self
            .game
            .tags
            .get("Result")
            .and_then(|text| outcome(text.as_bytes()));
        self.game.outcome = match (moves, tag) {
            (Some(moves), Some(tag)) if moves != tag => {
                let fault = Fault::Result {
                    tag: tag.to_string(),
                    moves: moves.to_string(),
                };
                tell(&mut self.issues, line, fault);
                self.game.tags.set("Result", moves.to_string());
                moves
            }
            (moves, tag) => moves.or(tag).unwrap_or(Outcome::Unknown),
        };
    }
}
