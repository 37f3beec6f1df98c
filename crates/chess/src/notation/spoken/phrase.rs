//! What a phrase says about a move.
//!
//! The parser walks over the words once and keeps what each of them settles.
//! The rules of reading: a square after "from" is the origin; a square before
//! the verb is the origin if another one follows; a piece before the target
//! moves, a piece right after "takes" is taken, a piece after the target is
//! what a pawn becomes; a bare square means a pawn, as in SAN.

use krog_text::Language;
use shakmaty::{
    CastlingSide, Chess, File, Move, Rank, Role, Square,
    san::{SanPlus, Suffix},
};

use super::{
    HearError, excerpt,
    words::{self, Word},
};

/// The constraints that a phrase puts on a move.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Phrase {
    piece: Option<Role>,
    from: Place,
    to: Place,
    takes: bool,
    victim: Option<Role>,
    promotion: Option<Role>,
    castles: bool,
    side: Option<CastlingSide>,
    en_passant: bool,
    /// Check, or nothing less than mate.
    threat: Option<Suffix>,
}

/// A square, or as much of it as was said.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Place {
    file: Option<File>,
    rank: Option<Rank>,
}

impl Place {
    fn is_empty(self) -> bool {
        self == Place::default()
    }

    fn is_square(self) -> bool {
        self.file.is_some() && self.rank.is_some()
    }

    fn fits(self, square: Square) -> bool {
        self.file.is_none_or(|file| file == square.file())
            && self.rank.is_none_or(|rank| rank == square.rank())
    }
}

/// What the next place or piece would be.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
enum Expect {
    #[default]
    Anything,
    Origin,
    Target,
    Victim,
    Promotion,
}

#[derive(Default)]
struct Parser {
    phrase: Phrase,
    expect: Expect,
    /// "takes" or "to" has been said.
    verb: bool,
}

impl Phrase {
    /// Reads a phrase in one language.
    pub(super) fn parse(text: &str, language: Language) -> Result<Phrase, HearError> {
        let words = split(text);
        let mut parser = Parser::default();
        let mut index = 0;
        while let Some(word) = words.get(index) {
            let word = word.as_str();
            let next = words.get(index + 1).map(String::as_str);
            let item = item(language, word, next).ok_or_else(|| HearError::UnknownWord {
                word: excerpt(word),
                expected: words::examples(language),
            })?;
            index += 1 + usize::from(matches!(item, Item::Square(_, true)));
            parser.take(item).ok_or_else(|| HearError::Misplaced {
                word: excerpt(word),
                text: excerpt(text),
            })?;
        }
        let mut phrase = parser.phrase;
        if phrase == Phrase::default() {
            return Err(HearError::NoMove {
                text: excerpt(text),
            });
        }
        phrase.default_to_pawn();
        Ok(phrase)
    }

    /// Whether a legal move of `position` is what was said.
    pub(super) fn fits(&self, position: &Chess, m: Move) -> bool {
        let Some(from) = m.from() else { return false };
        let place = match m.castling_side() {
            Some(side) => {
                self.castles && self.side.is_none_or(|said| said == side)
                    || self.names_nothing_but_check()
            }
            None => !self.castles && self.from.fits(from) && self.to.fits(m.to()),
        };
        place
            && self.piece.is_none_or(|role| role == m.role())
            && (!self.takes || m.is_capture())
            && self.victim.is_none_or(|role| Some(role) == m.capture())
            && self
                .promotion
                .is_none_or(|role| Some(role) == m.promotion())
            && (!self.en_passant || m.is_en_passant())
            && self.fits_check(position, m)
    }

    fn fits_check(&self, position: &Chess, m: Move) -> bool {
        let given = || SanPlus::from_move(position.clone(), m).suffix;
        match self.threat {
            None => true,
            Some(Suffix::Check) => given().is_some(),
            Some(Suffix::Checkmate) => given() == Some(Suffix::Checkmate),
        }
    }

    /// "Check!" alone is fulfilled by any move, castling too.
    fn names_nothing_but_check(&self) -> bool {
        let only = Phrase {
            threat: self.threat,
            ..Phrase::default()
        };
        *self == only
    }

    /// A bare square, and a file in place of a piece, speak of a pawn.
    fn default_to_pawn(&mut self) {
        let file_only = self.from.file.is_some() && self.from.rank.is_none();
        let bare = self.to.is_square() && !self.takes && self.from.is_empty();
        if self.piece.is_none() && (file_only || bare) {
            self.piece = Some(Role::Pawn);
        }
    }
}

impl Parser {
    /// Takes one item in; `None` if it does not fit here.
    fn take(&mut self, item: Item) -> Option<()> {
        match item {
            Item::Square(square, _) => self.place(Place {
                file: Some(square.file()),
                rank: Some(square.rank()),
            })?,
            // "promotes to a queen": an article, not the a-file.
            Item::Word(Word::File(File::A)) if self.expect == Expect::Promotion => {}
            Item::Word(Word::File(file)) => self.place(Place {
                file: Some(file),
                rank: None,
            })?,
            Item::Word(Word::Rank(rank)) => self.place(Place {
                file: None,
                rank: Some(rank),
            })?,
            Item::Word(Word::Piece(role)) => self.piece(role)?,
            Item::Word(Word::Takes) => {
                self.verb()?;
                self.phrase.takes = true;
                self.expect = Expect::Victim;
            }
            Item::Word(Word::To) if self.expect != Expect::Promotion => {
                self.verb()?;
                self.expect = Expect::Target;
            }
            Item::Word(Word::From) => self.expect = Expect::Origin,
            Item::Word(Word::On) if !self.verb => self.expect = Expect::Origin,
            Item::Word(Word::On) => self.expect = Expect::Target,
            Item::Word(Word::Castles) => self.phrase.castles = true,
            Item::Word(Word::Side(side)) => self.phrase.side = Some(side),
            Item::Word(Word::Promotes) => self.expect = Expect::Promotion,
            Item::Word(Word::EnPassant) => self.phrase.en_passant = true,
            Item::Word(Word::Check) => {
                self.phrase.threat.get_or_insert(Suffix::Check);
            }
            Item::Word(Word::Mate) => self.phrase.threat = Some(Suffix::Checkmate),
            Item::Word(Word::Filling | Word::To) => {}
        }
        Some(())
    }

    fn place(&mut self, place: Place) -> Option<()> {
        let phrase = &mut self.phrase;
        let is_origin = match self.expect {
            Expect::Origin => true,
            Expect::Target | Expect::Victim => false,
            // A part of a square before the verb tells men apart: "b knight".
            Expect::Anything | Expect::Promotion => !place.is_square() && !self.verb,
        };
        if is_origin {
            if !phrase.from.is_empty() {
                return None;
            }
            phrase.from = place;
        } else {
            if !phrase.to.is_empty() {
                // "e2 e4": the first was the origin after all.
                if self.verb || !phrase.from.is_empty() {
                    return None;
                }
                phrase.from = phrase.to;
            }
            phrase.to = place;
        }
        self.expect = Expect::Anything;
        Some(())
    }

    fn piece(&mut self, role: Role) -> Option<()> {
        let phrase = &mut self.phrase;
        let slot = if phrase.castles {
            // "Castle queen side": the piece names the side.
            phrase.side = match role {
                Role::King => Some(CastlingSide::KingSide),
                Role::Queen => Some(CastlingSide::QueenSide),
                _ => return None,
            };
            return Some(());
        } else if self.expect == Expect::Promotion {
            &mut phrase.promotion
        } else if self.expect == Expect::Victim {
            &mut phrase.victim
        } else if phrase.to.is_empty() && phrase.piece.is_none() {
            &mut phrase.piece
        } else {
            &mut phrase.promotion
        };
        self.expect = Expect::Anything;
        slot.is_none().then(|| *slot = Some(role))
    }

    /// At the verb, what stood before it turns out to be who moves from where.
    fn verb(&mut self) -> Option<()> {
        let phrase = &mut self.phrase;
        if !self.verb && !phrase.to.is_empty() {
            if !phrase.from.is_empty() {
                return None;
            }
            phrase.from = std::mem::take(&mut phrase.to);
            phrase.piece = phrase.piece.or(phrase.promotion.take());
        }
        self.verb = true;
        Some(())
    }
}

/// A word, or a square made of one word or two.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Item {
    Word(Word),
    /// The square, and whether it took two words.
    Square(Square, bool),
}

fn item(language: Language, word: &str, next: Option<&str>) -> Option<Item> {
    if let Ok(square) = Square::from_ascii(word.as_bytes()) {
        return Some(Item::Square(square, false));
    }
    let found = words::look_up(language, word);
    let following = next.and_then(|next| words::look_up(language, next));
    match (found, following) {
        (Some(Word::File(file)), Some(Word::Rank(rank))) => {
            Some(Item::Square(Square::from_coords(file, rank), true))
        }
        // Norwegian "en" is one, but also the article, and half of "en passant".
        (Some(Word::Rank(_)), Some(Word::Piece(_) | Word::EnPassant)) if word == "en" => {
            Some(Item::Word(Word::Filling))
        }
        (found, _) => found.map(Item::Word),
    }
}

/// Words in lower case; punctuation and hyphens divide them, but castling in
/// writing stays one word.
fn split(text: &str) -> Vec<String> {
    let lower = text.to_lowercase();
    let castled = lower
        .replace("e.p.", "en passant")
        .replace("o-o-o", "castles long")
        .replace("0-0-0", "castles long")
        .replace("o-o", "castles short")
        .replace("0-0", "castles short");
    castled
        .replace('=', " = ")
        .split(|ch: char| !ch.is_alphanumeric() && ch != '=')
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}
