//! Phrases that leave something open, made from the moves of a position, with
//! what each of them demands of a move.

use krog_chess::{
    CastlingSide, Chess, File, Move, Position as _, PositionKey, Role, Square, random::Dice,
};
use krog_text::Language;

/// How many of a position's moves phrases are made from.
const MOVES_SPOKEN_OF: usize = 3;

/// A phrase and its meaning.
#[derive(Clone, Debug)]
pub(super) struct Phrase {
    pub(super) text: String,
    pub(super) wants: Wants,
}

/// What a phrase demands of a move; what it leaves out is left open.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Wants {
    role: Option<Role>,
    from: Option<Square>,
    from_file: Option<File>,
    to: Option<Square>,
    takes: bool,
    victim: Option<Role>,
    promotion: Option<Role>,
    check: bool,
    castling: Castling,
}

/// Castling is meant only where the phrase says so, or speaks of no man at all.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
enum Castling {
    #[default]
    Not,
    Also,
    Only(Option<CastlingSide>),
}

impl Wants {
    /// Whether a legal move is one that the phrase can mean.
    pub(super) fn fits(&self, position: &Chess, m: Move) -> bool {
        let is_castling = m.is_castle();
        let castling = match self.castling {
            Castling::Not => !is_castling,
            Castling::Also => true,
            Castling::Only(side) => is_castling && (side.is_none() || side == m.castling_side()),
        };
        let from = m.from().expect("only drops have no origin");
        castling
            && self.role.is_none_or(|role| m.role() == role)
            && self.from.is_none_or(|square| from == square)
            && self.from_file.is_none_or(|file| from.file() == file)
            && self.to.is_none_or(|square| m.to() == square)
            && (!self.takes || m.capture().is_some())
            && (self.victim.is_none() || m.capture() == self.victim)
            && (self.promotion.is_none() || m.promotion() == self.promotion)
            && (!self.check || gives_check(position, m))
    }

    fn by(mut self, role: Role) -> Wants {
        self.role = Some(role);
        self
    }

    fn from(mut self, square: Square) -> Wants {
        self.from = Some(square);
        self
    }

    fn off_file(mut self, file: File) -> Wants {
        self.from_file = Some(file);
        self
    }

    fn to(mut self, square: Square) -> Wants {
        self.to = Some(square);
        self
    }

    fn becoming(mut self, role: Role) -> Wants {
        self.promotion = Some(role);
        self
    }
}

fn gives_check(position: &Chess, m: Move) -> bool {
    let mut after = position.clone();
    after.play_unchecked(m);
    after.is_check()
}

/// Phrases about a position, most of them about moves that can be played there.
pub(super) fn about(position: &Chess, language: Language) -> Vec<Phrase> {
    let mut dice = Dice::new(PositionKey::of(position).0);
    let words = match language {
        Language::English => &ENGLISH,
        Language::Norwegian => &NORWEGIAN,
    };
    let mut phrases = castling_phrases(words);
    phrases.push(Phrase {
        text: words.check.to_owned(),
        wants: Wants {
            check: true,
            castling: Castling::Also,
            ..Wants::default()
        },
    });
    let moves = position.legal_moves();
    for _ in 0..MOVES_SPOKEN_OF {
        if let Some(m) = dice.pick(&moves) {
            let subject = Subject::of(*m, &mut dice);
            phrases.extend(quiet_phrases(words, &subject));
            phrases.extend(taking_phrases(words, &subject, &mut dice));
        }
    }
    phrases
}

/// What the phrases speak of: the parts of a move, now and then one of them
/// wrong, so that no legal move need fit.
struct Subject {
    role: Role,
    from: Square,
    to: Square,
    victim: Role,
    promotion: Role,
}

impl Subject {
    fn of(m: Move, dice: &mut Dice) -> Subject {
        let pieces = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
        let any = Role::ALL[dice.below(Role::ALL.len())];
        let mut subject = Subject {
            role: m.role(),
            from: m.from().expect("only drops have no origin"),
            to: m.to(),
            victim: m.capture().unwrap_or(any),
            promotion: m.promotion().unwrap_or(pieces[dice.below(4)]),
        };
        match dice.below(8) {
            0 => subject.role = any,
            1 => subject.to = Square::ALL[dice.below(64)],
            2 => subject.from = Square::ALL[dice.below(64)],
            _ => {}
        }
        subject
    }
}

/// The words of a language.
struct Words {
    language: Language,
    to: &'static str,
    from: &'static str,
    on: &'static str,
    takes: [&'static str; 2],
    castle: &'static str,
    kingside: &'static str,
    queenside: &'static str,
    promotes: &'static str,
    check: &'static str,
    numbers: [&'static str; 8],
}

const ENGLISH: Words = Words {
    language: Language::English,
    to: "to",
    from: "from",
    on: "on",
    takes: ["takes", "captures"],
    castle: "castle",
    kingside: "castle kingside",
    queenside: "castle queenside",
    promotes: "promotes to",
    check: "check",
    numbers: [
        "one", "two", "three", "four", "five", "six", "seven", "eight",
    ],
};

const NORWEGIAN: Words = Words {
    language: Language::Norwegian,
    to: "til",
    from: "fra",
    on: "på",
    takes: ["slår", "tar"],
    castle: "rokade",
    kingside: "kort rokade",
    queenside: "lang rokade",
    promotes: "forfremmes til",
    check: "sjakk",
    numbers: ["en", "to", "tre", "fire", "fem", "seks", "sju", "åtte"],
};

impl Words {
    fn piece(&self, role: Role) -> &'static str {
        match (self.language, role) {
            (Language::English, Role::Pawn) => "pawn",
            (Language::English, Role::Knight) => "knight",
            (Language::English, Role::Bishop) => "bishop",
            (Language::English, Role::Rook) => "rook",
            (Language::English, Role::Queen) => "queen",
            (Language::English, Role::King) => "king",
            (Language::Norwegian, Role::Pawn) => "bonde",
            (Language::Norwegian, Role::Knight) => "springer",
            (Language::Norwegian, Role::Bishop) => "løper",
            (Language::Norwegian, Role::Rook) => "tårn",
            (Language::Norwegian, Role::Queen) => "dronning",
            (Language::Norwegian, Role::King) => "konge",
        }
    }

    /// A square in two words: "e four".
    fn aloud(&self, square: Square) -> String {
        let number = self.numbers[square.rank().to_usize()];
        format!("{} {number}", square.file().char())
    }
}

fn castling_phrases(words: &Words) -> Vec<Phrase> {
    [
        (words.castle, None),
        (words.kingside, Some(CastlingSide::KingSide)),
        (words.queenside, Some(CastlingSide::QueenSide)),
    ]
    .into_iter()
    .map(|(text, side)| Phrase {
        text: text.to_owned(),
        wants: Wants {
            castling: Castling::Only(side),
            ..Wants::default()
        },
    })
    .collect()
}

fn quiet_phrases(words: &Words, subject: &Subject) -> Vec<Phrase> {
    let (to, from, check, promotes) = (words.to, words.from, words.check, words.promotes);
    let (target, origin, file) = (subject.to, subject.from, subject.from.file().char());
    let (piece, pawn) = (words.piece(subject.role), words.piece(Role::Pawn));
    let becomes = words.piece(subject.promotion);
    let aloud = words.aloud(target);
    let open = Wants::default();
    let man = open.by(subject.role);
    let there = man.to(target);
    let pawn_there = open.by(Role::Pawn).to(target);
    let new_piece = pawn_there.becoming(subject.promotion);
    let checking = Wants {
        check: true,
        ..there
    };
    phrases([
        (piece.to_owned(), man),
        (format!("{piece} {to} {target}"), there),
        (format!("{piece} {to} {aloud}"), there),
        (format!("{piece} {target}"), there),
        (format!("{piece} {to} {target} {check}"), checking),
        (
            format!("{file} {piece} {to} {target}"),
            there.off_file(origin.file()),
        ),
        (format!("{piece} {from} {origin}"), man.from(origin)),
        (
            format!("{piece} {from} {origin} {to} {target}"),
            there.from(origin),
        ),
        (
            format!("{origin} {to} {target}"),
            open.from(origin).to(target),
        ),
        (target.to_string(), pawn_there),
        (
            format!("{promotes} {becomes}"),
            open.becoming(subject.promotion),
        ),
        (
            format!("{pawn} {to} {target} {promotes} {becomes}"),
            new_piece,
        ),
        (format!("{target} {becomes}"), new_piece),
    ])
}

fn taking_phrases(words: &Words, subject: &Subject, dice: &mut Dice) -> Vec<Phrase> {
    let (on, promotes, takes) = (words.on, words.promotes, words.takes[dice.below(2)]);
    let (target, origin, file) = (subject.to, subject.from, subject.from.file().char());
    let (piece, victim) = (words.piece(subject.role), words.piece(subject.victim));
    let becomes = words.piece(subject.promotion);
    let taking = Wants {
        takes: true,
        ..Wants::default()
    };
    let by_man = taking.by(subject.role);
    let there = taking.to(target);
    let of_victim = Wants {
        victim: Some(subject.victim),
        ..taking
    };
    let by_man_of_victim = of_victim.by(subject.role);
    phrases([
        (takes.to_owned(), taking),
        (format!("{piece} {takes}"), by_man),
        (format!("{takes} {on} {target}"), there),
        (format!("{piece} {takes} {target}"), by_man.to(target)),
        (format!("{piece} {takes} {on} {target}"), by_man.to(target)),
        (format!("{takes} {victim}"), of_victim),
        (format!("{piece} {takes} {victim}"), by_man_of_victim),
        (
            format!("{piece} {takes} {victim} {on} {target}"),
            by_man_of_victim.to(target),
        ),
        (format!("{origin} {takes} {target}"), there.from(origin)),
        (
            format!("{piece} {on} {origin} {takes} {target}"),
            by_man.from(origin).to(target),
        ),
        (
            format!("{file} {takes} {target}"),
            there.by(Role::Pawn).off_file(origin.file()),
        ),
        (
            format!("{takes} {on} {target} {promotes} {becomes}"),
            there.becoming(subject.promotion),
        ),
    ])
}

fn phrases(rows: impl IntoIterator<Item = (String, Wants)>) -> Vec<Phrase> {
    rows.into_iter()
        .map(|(text, wants)| Phrase { text, wants })
        .collect()
}
