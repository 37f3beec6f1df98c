//! The nouns for the pieces, with articles, plurals, genitives, colours and
//! counts, and the words by which a listener recognises them. Which piece is
//! meant on the board is decided elsewhere.

use shakmaty::{Color, Role};

use crate::{Gender, Language, number, side};

/// The grammatical form of a piece's name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Form {
    /// "knight", "springer".
    #[default]
    Bare,
    /// "a knight", "en springer".
    Indefinite,
    /// "the knight", "springeren".
    Definite,
    /// "knights", "springere".
    Plural,
    /// "the knights", "springerne".
    DefinitePlural,
}

/// A noun phrase about a piece: form, and if wanted colour, number and genitive.
///
/// ```
/// use krog_text::{Language, piece::{Form, Phrase}};
/// use shakmaty::{Color, Role};
///
/// let rook = Phrase::new(Role::Rook, Form::Definite).colored(Color::White);
/// assert_eq!(rook.text(Language::English), "the white rook");
/// assert_eq!(rook.text(Language::Norwegian), "det hvite tårnet");
/// assert_eq!(rook.counted(2).text(Language::Norwegian), "de to hvite tårnene");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Phrase {
    role: Role,
    form: Form,
    color: Option<Color>,
    count: Option<u64>,
    genitive: bool,
}

/// The inflected forms of one noun.
struct Noun {
    bare: &'static str,
    definite: &'static str,
    plural: &'static str,
    definite_plural: &'static str,
    gender: Gender,
}

/// What Norwegian players say besides the names that krog prints.
const NORWEGIAN_SPOKEN: [(&str, Role); 8] = [
    ("dame", Role::Queen),
    ("damen", Role::Queen),
    ("damer", Role::Queen),
    ("damene", Role::Queen),
    ("hest", Role::Knight),
    ("hesten", Role::Knight),
    ("hester", Role::Knight),
    ("hestene", Role::Knight),
];

impl Form {
    /// Every form, in the order of the variants.
    pub const ALL: [Form; 5] = [
        Form::Bare,
        Form::Indefinite,
        Form::Definite,
        Form::Plural,
        Form::DefinitePlural,
    ];

    /// The names in message files, in the same order.
    pub const NAMES: [&str; 5] = [
        "bare",
        "indefinite",
        "definite",
        "plural",
        "definite-plural",
    ];

    /// The form of that name.
    pub fn from_name(name: &str) -> Option<Form> {
        Form::ALL
            .into_iter()
            .find(|&form| Form::NAMES[form as usize] == name)
    }

    const fn is_definite(self) -> bool {
        matches!(self, Form::Definite | Form::DefinitePlural)
    }

    const fn is_plural(self) -> bool {
        matches!(self, Form::Plural | Form::DefinitePlural)
    }

    /// The form that goes with a number of things.
    const fn counted(self, count: u64) -> Form {
        match (self.is_definite(), count) {
            (true, 1) => Form::Definite,
            (true, 2..) => Form::DefinitePlural,
            (false, 1) => Form::Indefinite,
            (true, 0) | (false, _) => Form::Plural,
        }
    }
}

impl Phrase {
    /// The name of a piece in a form.
    pub const fn new(role: Role, form: Form) -> Phrase {
        Phrase {
            role,
            form,
            color: None,
            count: None,
            genitive: false,
        }
    }

    /// Adds the colour, which agrees with the noun.
    #[must_use]
    pub const fn colored(mut self, color: Color) -> Phrase {
        self.color = Some(color);
        self
    }

    /// Adds the number of pieces: "a knight", "two knights", "no knights", or
    /// with a definite form "the knight", "the two knights".
    #[must_use]
    pub const fn counted(mut self, count: u64) -> Phrase {
        self.count = Some(count);
        self
    }

    /// Makes the phrase an owner: "the knight's", "springerens".
    #[must_use]
    pub const fn genitive(mut self) -> Phrase {
        self.genitive = true;
        self
    }

    /// The phrase in a language.
    pub fn text(self, language: Language) -> String {
        let noun = noun(language, self.role);
        let form = match self.count {
            Some(count) => self.form.counted(count),
            None => self.form,
        };
        let numeral = match self.count {
            None | Some(1) => None,
            Some(0) => Some(none(language).to_owned()),
            Some(count) => Some(number::cardinal(language, count, noun.gender)),
        };
        let adjective = self.color.map(|color| {
            if form.is_definite() || form.is_plural() {
                side::weak_adjective(language, color)
            } else {
                side::adjective(language, color, noun.gender)
            }
        });
        let word = noun.inflected(form);

        let next = numeral.as_deref().or(adjective);
        let determiner = match language {
            Language::English => english_determiner(form, next.unwrap_or(word)),
            Language::Norwegian => norwegian_determiner(form, noun.gender, next.is_some()),
        };
        let words: Vec<&str> = [determiner, numeral.as_deref(), adjective, Some(word)]
            .into_iter()
            .flatten()
            .collect();
        let mut text = words.join(" ");
        if self.genitive {
            text.push_str(genitive_ending(language, form));
        }
        text
    }
}

impl Noun {
    const fn inflected(&self, form: Form) -> &'static str {
        match form {
            Form::Bare | Form::Indefinite => self.bare,
            Form::Definite => self.definite,
            Form::Plural => self.plural,
            Form::DefinitePlural => self.definite_plural,
        }
    }
}

/// The name of a piece in a form: short for [`Phrase::text`].
///
/// ```
/// use krog_text::{Language, piece};
/// use shakmaty::Role;
///
/// let text = piece::name(Language::Norwegian, Role::Rook, piece::Form::Indefinite);
/// assert_eq!(text, "et tårn");
/// ```
pub fn name(language: Language, role: Role, form: Form) -> String {
    Phrase::new(role, form).text(language)
}

/// The name of the kind of piece that stands for it in message keys: the bare English one.
///
/// ```
/// assert_eq!(krog_text::piece::key(shakmaty::Role::Rook), "rook");
/// ```
pub const fn key(role: Role) -> &'static str {
    noun(Language::English, role).bare
}

/// The gender of a piece's name; English names count as common.
///
/// ```
/// use krog_text::{Gender, Language, piece};
/// use shakmaty::Role;
///
/// assert_eq!(piece::gender(Language::Norwegian, Role::Rook), Gender::Neuter);
/// ```
pub const fn gender(language: Language, role: Role) -> Gender {
    noun(language, role).gender
}

/// The piece that a listener hears in one word, in any case: every noun form
/// that is printed, and what players say besides.
///
/// ```
/// use krog_text::{Language, piece};
/// use shakmaty::Role;
///
/// assert_eq!(piece::named(Language::Norwegian, "bøndene"), Some(Role::Pawn));
/// assert_eq!(piece::named(Language::Norwegian, "damen"), Some(Role::Queen));
/// ```
pub fn named(language: Language, word: &str) -> Option<Role> {
    let word = word.to_lowercase();
    let spoken: &[(&str, Role)] = match language {
        Language::English => &[],
        Language::Norwegian => &NORWEGIAN_SPOKEN,
    };
    let printed = |&role: &Role| {
        let noun = noun(language, role);
        Form::ALL.iter().any(|&form| noun.inflected(form) == word)
    };
    Role::ALL.into_iter().find(printed).or_else(|| {
        spoken
            .iter()
            .find_map(|&(name, role)| (name == word).then_some(role))
    })
}

const fn noun(language: Language, role: Role) -> Noun {
    match (language, role) {
        (Language::English, Role::Pawn) => english("pawn", "pawns"),
        (Language::English, Role::Knight) => english("knight", "knights"),
        (Language::English, Role::Bishop) => english("bishop", "bishops"),
        (Language::English, Role::Rook) => english("rook", "rooks"),
        (Language::English, Role::Queen) => english("queen", "queens"),
        (Language::English, Role::King) => english("king", "kings"),
        (Language::Norwegian, Role::Pawn) => common("bonde", "bonden", "bønder", "bøndene"),
        (Language::Norwegian, Role::Knight) => {
            common("springer", "springeren", "springere", "springerne")
        }
        (Language::Norwegian, Role::Bishop) => common("løper", "løperen", "løpere", "løperne"),
        (Language::Norwegian, Role::Rook) => Noun {
            bare: "tårn",
            definite: "tårnet",
            plural: "tårn",
            definite_plural: "tårnene",
            gender: Gender::Neuter,
        },
        (Language::Norwegian, Role::Queen) => {
            common("dronning", "dronningen", "dronninger", "dronningene")
        }
        (Language::Norwegian, Role::King) => common("konge", "kongen", "konger", "kongene"),
    }
}

const fn english(singular: &'static str, plural: &'static str) -> Noun {
    common(singular, singular, plural, plural)
}

const fn common(
    bare: &'static str,
    definite: &'static str,
    plural: &'static str,
    definite_plural: &'static str,
) -> Noun {
    Noun {
        bare,
        definite,
        plural,
        definite_plural,
        gender: Gender::Common,
    }
}

const fn none(language: Language) -> &'static str {
    match language {
        Language::English => "no",
        Language::Norwegian => "ingen",
    }
}

/// "the", or "a" or "an" after the first letter of the next word. By letter,
/// not by sound: no word of these phrases needs more.
fn english_determiner(form: Form, next: &str) -> Option<&'static str> {
    match form {
        Form::Bare | Form::Plural => None,
        Form::Indefinite if next.starts_with(['a', 'e', 'i', 'o', 'u']) => Some("an"),
        Form::Indefinite => Some("a"),
        Form::Definite | Form::DefinitePlural => Some("the"),
    }
}

/// Norwegian puts the definite article at the end of the noun, and another one
/// in front only when an adjective or a numeral stands between.
const fn norwegian_determiner(form: Form, gender: Gender, described: bool) -> Option<&'static str> {
    match (form, gender, described) {
        (Form::Indefinite, Gender::Common, _) => Some("en"),
        (Form::Indefinite, Gender::Neuter, _) => Some("et"),
        (Form::Definite, Gender::Common, true) => Some("den"),
        (Form::Definite, Gender::Neuter, true) => Some("det"),
        (Form::DefinitePlural, _, true) => Some("de"),
        (Form::Definite | Form::DefinitePlural, _, false) | (Form::Bare | Form::Plural, _, _) => {
            None
        }
    }
}

const fn genitive_ending(language: Language, form: Form) -> &'static str {
    match (language, form.is_plural()) {
        (Language::English, false) => "'s",
        (Language::English, true) => "'",
        (Language::Norwegian, _) => "s",
    }
}

#[cfg(test)]
mod tests;
