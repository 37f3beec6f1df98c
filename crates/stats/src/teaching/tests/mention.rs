//! The moves and squares that a sentence names.

use krog_chess::{Color, Role, Square, shakmaty::san::SanPlus};

/// Something of the board that a sentence names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Mention {
    /// `d5`
    Square(Square),
    /// `Nd5` or `...c5`
    Move(Color, String),
    /// `the knight on d5`
    Stands(Role, Square),
    /// `the knight to d5`
    Goes(Role, Square),
}

/// What a sentence names, and the first word that looks like a move or a
/// square and is neither.
#[derive(Default, Debug)]
pub(super) struct Said {
    pub(super) mentions: Vec<Mention>,
    pub(super) unread: Option<String>,
}

impl Said {
    pub(super) fn read(text: &str) -> Said {
        let mut said = Said::default();
        let words: Vec<&str> = words(text).collect();
        for (index, word) in words.iter().enumerate() {
            said.word(word);
            let Ok(square) = word.parse() else { continue };
            if let [.., noun, link] = words[..index]
                && let Some(role) = role(noun)
            {
                match link {
                    "on" | "på" => said.mentions.push(Mention::Stands(role, square)),
                    "to" | "til" => said.mentions.push(Mention::Goes(role, square)),
                    _ => {}
                }
            }
        }
        said
    }

    fn word(&mut self, word: &str) {
        if let Ok(square) = word.parse() {
            return self.mentions.push(Mention::Square(square));
        }
        let (side, san) = match word.strip_prefix("...") {
            Some(san) => (Color::Black, san),
            None => (Color::White, word),
        };
        let is_castling = san.starts_with("O-O");
        if !is_castling && !san.chars().any(|ch| ch.is_ascii_digit()) {
            return;
        }
        match san.parse::<SanPlus>() {
            Ok(read) => {
                let san = read.san.to_string();
                self.mentions.push(Mention::Move(side, san));
            }
            Err(_) => self.unread = self.unread.take().or(Some(word.to_owned())),
        }
    }
}

/// The words of a text: `a4-a5` is two, `O-O` is one.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|ch: char| ch.is_whitespace() || "/–,;:()".contains(ch));
    let words = words.map(|word| word.trim_end_matches('.'));
    words
        .flat_map(|word| {
            let parts: Vec<&str> = match word {
                _ if word.contains("O-O") => vec![word],
                _ => word.split('-').collect(),
            };
            parts
        })
        .filter(|word| !word.is_empty())
}

/// The man that a noun means, in English or Norwegian.
fn role(noun: &str) -> Option<Role> {
    let noun = noun.to_lowercase();
    Some(match noun.as_str() {
        "pawn" | "bonde" | "bonden" => Role::Pawn,
        "knight" | "springer" | "springeren" => Role::Knight,
        "bishop" | "løper" | "løperen" => Role::Bishop,
        "rook" | "tårn" | "tårnet" => Role::Rook,
        "queen" | "dronning" | "dronningen" => Role::Queen,
        "king" | "konge" | "kongen" => Role::King,
        _ => return None,
    })
}

#[track_caller]
fn check(text: &str, expected: &[Mention]) {
    let said = Said::read(text);
    assert_eq!(
        (said.unread, &said.mentions[..]),
        (None, expected),
        "{text}"
    );
}

#[test]
fn sentences_name_squares_moves_and_men() {
    let moved = |side, san: &str| Mention::Move(side, san.to_owned());
    check("Break with ...c5.", &[moved(Color::Black, "c5")]);
    check(
        "O-O, then Nd5.",
        &[moved(Color::White, "O-O"), moved(Color::White, "Nd5")],
    );
    check(
        "a4-a5",
        &[Mention::Square(Square::A4), Mention::Square(Square::A5)],
    );
    check(
        "springeren til d5",
        &[
            Mention::Square(Square::D5),
            Mention::Goes(Role::Knight, Square::D5),
        ],
    );
    check(
        "the bishop on g7",
        &[
            Mention::Square(Square::G7),
            Mention::Stands(Role::Bishop, Square::G7),
        ],
    );
    check("the e-pawn and the c-file", &[]);
    assert_eq!(Said::read("Nd9 now").unread.as_deref(), Some("Nd9"));
}
