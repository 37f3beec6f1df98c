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
    let Words {
        to,
        from,
        check,
        promotes,
        ..
    } = words;
    let (target, origin) = (subject.to, subject.from);
    let piece = words.piece(subject.role);
    let pawn = words.piece(Role::Pawn);
    let becomes = words.piece(subject.promotion);
    let file = origin.file().char();
    let open = Wants::default();
    let man = Wants {
        role: Some(subject.role),
        ..open
    };
    let there = Wants {
        to: Some(target),
        ..man
    };
    let promoted = Wants {
        promotion: Some(subject.promotion),
        ..open
    };
    let pawn_there = Wants {
        role: Some(Role::Pawn),
        to: Some(target),
        ..open
    };
    let from_file = Some(origin.file());
    phrases([
        (piece.to_owned(), man),
        (format!("{piece} {to} {target}"), there),
        (format!("{piece} {to} {}", words.aloud(target)), there),
        (format!("{piece} {target}"), there),
        (
            format!("{piece} {to} {target} {check}"),
            Wants {
                check: true,
                ..there
            },
        ),
        (
            format!("{file} {piece} {to} {target}"),
            Wants { from_file, ..there },
        ),
        (
            format!("{piece} {from} {origin}"),
            Wants {
                from: Some(origin),
                ..man
            },
        ),
        (
            format!("{piece} {from} {origin} {to} {target}"),
            Wants {
                from: Some(origin),
                ..there
            },
        ),
        (
            format!("{origin} {to} {target}"),
            Wants {
                from: Some(origin),
                to: Some(target),
                ..open
            },
        ),
        (target.to_string(), pawn_there),
        (format!("{promotes} {becomes}"), promoted),
        (
            format!("{pawn} {to} {target} {promotes} {becomes}"),
            Wants {
                promotion: Some(subject.promotion),
                ..pawn_there
            },
        ),
        (
            format!("{target} {becomes}"),
            Wants {
                promotion: Some(subject.promotion),
                ..pawn_there
            },
        ),
    ])
}

fn taking_phrases(words: &Words, subject: &Subject, dice: &mut Dice) -> Vec<Phrase> {
    let Words { on, promotes, .. } = words;
    let takes = words.takes[dice.below(2)];
    let (target, origin) = (subject.to, subject.from);
    let piece = words.piece(subject.role);
    let victim = words.piece(subject.victim);
    let becomes = words.piece(subject.promotion);
    let file = origin.file().char();
    let taking = Wants {
        takes: true,
        ..Wants::default()
    };
    let by_man = Wants {
        role: Some(subject.role),
        ..taking
    };
    let there = Wants {
        to: Some(target),
        ..taking
    };
    let by_man_there = Wants {
        to: Some(target),
        ..by_man
    };
    let of_victim = Wants {
        victim: Some(subject.victim),
        ..taking
    };
    let by_man_of_victim = Wants {
        role: Some(subject.role),
        ..of_victim
    };
    let by_pawn = Wants {
        role: Some(Role::Pawn),
        from_file: Some(origin.file()),
        ..there
    };
    phrases([
        (takes.to_owned(), taking),
        (format!("{piece} {takes}"), by_man),
        (format!("{takes} {on} {target}"), there),
        (format!("{piece} {takes} {target}"), by_man_there),
        (format!("{piece} {takes} {on} {target}"), by_man_there),
        (format!("{takes} {victim}"), of_victim),
        (format!("{piece} {takes} {victim}"), by_man_of_victim),
        (
            format!("{piece} {takes} {victim} {on} {target}"),
            Wants {
                to: Some(target),
                ..by_man_of_victim
            },
        ),
        (
            format!("{origin} {takes} {target}"),
            Wants {
                from: Some(origin),
                ..there
            },
        ),
        (
            format!("{piece} {on} {origin} {takes} {target}"),
            Wants {
                from: Some(origin),
                ..by_man_there
            },
        ),
        (format!("{file} {takes} {target}"), by_pawn),
        (
            format!("{takes} {on} {target} {promotes} {becomes}"),
            Wants {
                promotion: Some(subject.promotion),
                ..there
            },
        ),
    ])
}

fn phrases(rows: impl IntoIterator<Item = (String, Wants)>) -> Vec<Phrase> {
    rows.into_iter()
        .map(|(text, wants)| Phrase { text, wants })
        .collect()
}
