//! The words for squares, files and ranks, and the words by which a listener
//! recognises files and ranks. A written square is the same in all languages:
//! `Square` itself displays as "e4".

use shakmaty::{File, Rank, Square};

use crate::{Gender, Language, number};

/// The grammatical form of a file's or a rank's name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Form {
    /// "e-file", "e-linje".
    Bare,
    /// "the e-file", "e-linjen".
    #[default]
    Definite,
}

/// The international spelling alphabet, with the spellings of both languages,
/// since speech recognisers mix them.
const SPELLING_ALPHABET: [(&str, File); 10] = [
    ("alpha", File::A),
    ("alfa", File::A),
    ("bravo", File::B),
    ("charlie", File::C),
    ("delta", File::D),
    ("echo", File::E),
    ("ekko", File::E),
    ("foxtrot", File::F),
    ("golf", File::G),
    ("hotel", File::H),
];

/// English letter names. "see" and "sea" are missing on purpose: they are
/// words of sentences.
const ENGLISH_LETTERS: [(&str, File); 6] = [
    ("bee", File::B),
    ("cee", File::C),
    ("dee", File::D),
    ("eff", File::F),
    ("gee", File::G),
    ("aitch", File::H),
];

const NORWEGIAN_LETTERS: [(&str, File); 6] = [
    ("be", File::B),
    ("ce", File::C),
    ("de", File::D),
    ("eff", File::F),
    ("ge", File::G),
    ("hå", File::H),
];

impl Form {
    /// The names in message files, in the order of the variants.
    pub const NAMES: [&str; 2] = ["bare", "definite"];

    /// The form of that name.
    pub fn from_name(name: &str) -> Option<Form> {
        [Form::Bare, Form::Definite]
            .into_iter()
            .find(|&form| Form::NAMES[form as usize] == name)
    }
}

/// A square as it is said aloud.
///
/// ```
/// use krog_text::{Language, square};
/// use shakmaty::Square;
///
/// assert_eq!(square::spoken(Language::English, Square::E4), "e four");
/// assert_eq!(square::spoken(Language::Norwegian, Square::E4), "e fire");
/// ```
pub fn spoken(language: Language, square: Square) -> String {
    let rank = number::cardinal(language, rank_number(square.rank()), Gender::Common);
    format!("{} {rank}", square.file().char())
}

/// The name of a file.
///
/// ```
/// use krog_text::{Language, square};
/// use shakmaty::File;
///
/// let definite = square::Form::Definite;
/// assert_eq!(square::file(Language::English, File::E, definite), "the e-file");
/// assert_eq!(square::file(Language::Norwegian, File::E, definite), "e-linjen");
/// ```
pub fn file(language: Language, file: File, form: Form) -> String {
    let letter = file.char();
    match (language, form) {
        (Language::English, Form::Bare) => format!("{letter}-file"),
        (Language::English, Form::Definite) => format!("the {letter}-file"),
        (Language::Norwegian, Form::Bare) => format!("{letter}-linje"),
        (Language::Norwegian, Form::Definite) => format!("{letter}-linjen"),
    }
}

/// The name of a rank, counted from White's side. Norwegian has one form for both.
///
/// ```
/// use krog_text::{Language, square};
/// use shakmaty::Rank;
///
/// let definite = square::Form::Definite;
/// assert_eq!(square::rank(Language::English, Rank::Fourth, definite), "the fourth rank");
/// assert_eq!(square::rank(Language::Norwegian, Rank::Fourth, definite), "fjerde rad");
/// ```
pub fn rank(language: Language, rank: Rank, form: Form) -> String {
    let ordinal = number::ordinal(language, rank_number(rank));
    match (language, form) {
        (Language::English, Form::Bare) => format!("{ordinal} rank"),
        (Language::English, Form::Definite) => format!("the {ordinal} rank"),
        (Language::Norwegian, _) => format!("{ordinal} rad"),
    }
}

/// The file that a listener hears in one word, in any case: a letter, its
/// name, or the word of the spelling alphabet.
///
/// ```
/// use krog_text::{Language, square};
/// use shakmaty::File;
///
/// assert_eq!(square::file_named(Language::English, "echo"), Some(File::E));
/// assert_eq!(square::file_named(Language::Norwegian, "hå"), Some(File::H));
/// ```
pub fn file_named(language: Language, word: &str) -> Option<File> {
    let word = word.to_lowercase();
    let letters = match language {
        Language::English => &ENGLISH_LETTERS,
        Language::Norwegian => &NORWEGIAN_LETTERS,
    };
    let letter = || {
        let mut chars = word.chars();
        let first = chars.next().filter(|_| chars.next().is_none())?;
        File::from_char(first)
    };
    letter().or_else(|| {
        SPELLING_ALPHABET
            .iter()
            .chain(letters)
            .find_map(|&(name, file)| (name == word).then_some(file))
    })
}

/// The rank that a listener hears in one word, in any case: a digit, a number or an ordinal.
///
/// ```
/// use krog_text::{Language, square};
/// use shakmaty::Rank;
///
/// assert_eq!(square::rank_named(Language::English, "seven"), Some(Rank::Seventh));
/// assert_eq!(square::rank_named(Language::Norwegian, "første"), Some(Rank::First));
/// ```
pub fn rank_named(language: Language, word: &str) -> Option<Rank> {
    let number = number::digit(language, word).or_else(|| number::ordinal_named(language, word))?;
    Rank::ALL.get(usize::from(number).checked_sub(1)?).copied()
}

/// Ranks count from one.
fn rank_number(rank: Rank) -> u64 {
    u64::from(rank.to_u32()) + 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use Language::{English, Norwegian};

    #[test]
    fn every_square_is_said_by_letter_and_number() {
        for language in Language::ALL {
            for square in Square::ALL {
                let text = spoken(language, square);
                let (file, rank) = text.split_once(' ').expect("two words");
                assert_eq!(file_named(language, file), Some(square.file()));
                assert_eq!(rank_named(language, rank), Some(square.rank()));
            }
        }
        assert_eq!(spoken(English, Square::A1), "a one");
        assert_eq!(spoken(Norwegian, Square::A1), "a én");
        assert_eq!(spoken(English, Square::H8), "h eight");
        assert_eq!(spoken(Norwegian, Square::H8), "h åtte");
    }

    #[test]
    fn every_file_has_its_names() {
        for language in Language::ALL {
            for line in File::ALL {
                let bare = file(language, line, Form::Bare);
                let (letter, _) = bare.split_once('-').expect("a hyphen");
                assert_eq!(letter, line.char().to_string());
                assert_eq!(file_named(language, letter), Some(line));
                assert!(file(language, line, Form::Definite).contains(&bare));
            }
        }
        assert_eq!(file(English, File::H, Form::Bare), "h-file");
        assert_eq!(file(Norwegian, File::H, Form::Bare), "h-linje");
    }

    #[test]
    fn every_rank_has_its_names() {
        #[track_caller]
        fn check(row: Rank, english: &str, norwegian: &str) {
            assert_eq!(rank(English, row, Form::Bare), english);
            assert_eq!(rank(English, row, Form::Definite), format!("the {english}"));
            assert_eq!(rank(Norwegian, row, Form::Bare), norwegian);
            assert_eq!(rank(Norwegian, row, Form::Definite), norwegian);
        }
        check(Rank::First, "first rank", "første rad");
        check(Rank::Second, "second rank", "andre rad");
        check(Rank::Third, "third rank", "tredje rad");
        check(Rank::Fourth, "fourth rank", "fjerde rad");
        check(Rank::Fifth, "fifth rank", "femte rad");
        check(Rank::Sixth, "sixth rank", "sjette rad");
        check(Rank::Seventh, "seventh rank", "sjuende rad");
        check(Rank::Eighth, "eighth rank", "åttende rad");
    }

    #[test]
    fn files_are_heard_in_letters_and_their_names() {
        #[track_caller]
        fn check(language: Language, words: &str, expected: &str) {
            let heard: String = words
                .split(' ')
                .map(|word| file_named(language, word).map_or('-', File::char))
                .collect();
            assert_eq!(heard, expected);
        }
        let alphabet = "alpha bravo charlie delta echo foxtrot golf hotel";
        check(English, alphabet, "abcdefgh");
        check(Norwegian, alphabet, "abcdefgh");
        check(Norwegian, "alfa ekko Alfa EKKO", "aeae");
        check(English, "a B c D e F g H", "abcdefgh");
        check(English, "bee cee dee eff gee aitch", "bcdfgh");
        check(Norwegian, "be ce de eff ge hå HÅ", "bcdfghh");
        check(English, "i see sea be hå 1 ab india", "--------");
        check(Norwegian, "bee å se juliett", "----");
    }

    #[test]
    fn ranks_are_heard_in_digits_numbers_and_ordinals() {
        #[track_caller]
        fn check(language: Language, word: &str, expected: Option<Rank>) {
            assert_eq!(rank_named(language, word), expected, "{word}");
        }
        check(English, "1", Some(Rank::First));
        check(English, "ate", Some(Rank::Eighth));
        check(English, "Seventh", Some(Rank::Seventh));
        check(English, "nine", None);
        check(Norwegian, "sju", Some(Rank::Seventh));
        check(Norwegian, "åttende", Some(Rank::Eighth));
        check(Norwegian, "niende", None);
    }
}
