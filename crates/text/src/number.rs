//! Numbers as people write and say them: in words, with separators, with a
//! sign, as percent; and the number words a listener recognises. It knows
//! nothing of what is counted.
//!
//! Two choices hold in both languages. The minus sign is the ASCII hyphen, so
//! that a printed number can be read back by a program. A percent sign stands
//! after a no-break space, as in the sample of the specification.

use crate::{Gender, Language};

/// Keeps a number and what belongs to it on one line.
const NO_BREAK_SPACE: char = '\u{a0}';

const ENGLISH_CARDINALS: [&str; 13] = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve",
];

const NORWEGIAN_CARDINALS: [&str; 13] = [
    "null", "én", "to", "tre", "fire", "fem", "seks", "sju", "åtte", "ni", "ti", "elleve", "tolv",
];

const ENGLISH_ORDINALS: [&str; 8] = [
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth",
];

const NORWEGIAN_ORDINALS: [&str; 8] = [
    "første", "andre", "tredje", "fjerde", "femte", "sjette", "sjuende", "åttende",
];

/// What a speech recogniser writes for an English number. "to" is missing on
/// purpose: "knight to f3" would lose its preposition.
const ENGLISH_HEARD: [(&str, u8); 4] = [("too", 2), ("for", 4), ("fore", 4), ("ate", 8)];

/// The other spellings of Norwegian numbers.
const NORWEGIAN_HEARD: [(&str, u8); 3] = [("en", 1), ("ett", 1), ("syv", 7)];

/// A counting number: in words up to twelve, in digits above.
///
/// The Norwegian one is the numeral, "én" or "ett"; the article "en" or "et"
/// belongs to [`crate::piece`].
///
/// ```
/// use krog_text::{Gender, Language, number};
///
/// assert_eq!(number::cardinal(Language::English, 7, Gender::Common), "seven");
/// assert_eq!(number::cardinal(Language::Norwegian, 1, Gender::Neuter), "ett");
/// assert_eq!(number::cardinal(Language::Norwegian, 13, Gender::Neuter), "13");
/// ```
pub fn cardinal(language: Language, n: u64, gender: Gender) -> String {
    if language == Language::Norwegian && n == 1 && gender == Gender::Neuter {
        return "ett".to_owned();
    }
    match usize::try_from(n)
        .ok()
        .and_then(|n| cardinals(language).get(n))
    {
        Some(word) => (*word).to_owned(),
        None => grouped(language, &n.to_string()),
    }
}

/// A number in a row: in words up to eighth, as on a chess board, then "9th" or "9.".
///
/// ```
/// use krog_text::{Language, number};
///
/// assert_eq!(number::ordinal(Language::English, 4), "fourth");
/// assert_eq!(number::ordinal(Language::Norwegian, 7), "sjuende");
/// assert_eq!(number::ordinal(Language::English, 22), "22nd");
/// ```
pub fn ordinal(language: Language, n: u64) -> String {
    let word = usize::try_from(n)
        .ok()
        .and_then(|n| n.checked_sub(1))
        .and_then(|index| ordinals(language).get(index));
    match (word, language) {
        (Some(word), _) => (*word).to_owned(),
        (None, Language::Norwegian) => format!("{n}."),
        (None, Language::English) => {
            let suffix = match (n % 10, n % 100) {
                (_, 11..=13) => "th",
                (1, _) => "st",
                (2, _) => "nd",
                (3, _) => "rd",
                _ => "th",
            };
            format!("{n}{suffix}")
        }
    }
}

/// A whole number in digits with thousands separators. Ratings and years want
/// none: print those with `to_string`.
///
/// ```
/// use krog_text::{Language, number};
///
/// assert_eq!(number::integer(Language::English, 142_000), "142,000");
/// assert_eq!(number::integer(Language::Norwegian, 142_000), "142\u{a0}000");
/// ```
pub fn integer(language: Language, n: i64) -> String {
    grouped(language, &n.to_string())
}

/// A number with that many decimals, rounded. It is never a negative zero.
///
/// ```
/// use krog_text::{Language, number};
///
/// assert_eq!(number::decimal(Language::English, 0.25, 2), "0.25");
/// assert_eq!(number::decimal(Language::Norwegian, -0.25, 2), "-0,25");
/// ```
pub fn decimal(language: Language, value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    match text.strip_prefix('-') {
        Some(zero) if !zero.contains(|c: char| c != '0' && c != '.') => grouped(language, zero),
        _ => grouped(language, &text),
    }
}

/// A number with its sign, as an evaluation is written. Zero has no sign.
///
/// ```
/// use krog_text::{Language, number};
///
/// assert_eq!(number::signed(Language::English, 0.25, 2), "+0.25");
/// assert_eq!(number::signed(Language::Norwegian, -1.5, 1), "-1,5");
/// assert_eq!(number::signed(Language::English, -0.001, 2), "0.00");
/// ```
pub fn signed(language: Language, value: f64, decimals: usize) -> String {
    let text = decimal(language, value, decimals);
    let positive = value > 0.0 && text.contains(|c: char| ('1'..='9').contains(&c));
    if positive { format!("+{text}") } else { text }
}

/// A share of one as percent, with that many decimals.
///
/// ```
/// use krog_text::{Language, number};
///
/// assert_eq!(number::percent(Language::English, 0.58, 0), "58\u{a0}%");
/// assert_eq!(number::percent(Language::Norwegian, 0.583, 1), "58,3\u{a0}%");
/// ```
pub fn percent(language: Language, share: f64, decimals: usize) -> String {
    let number = decimal(language, share * 100.0, decimals);
    format!("{number}{NO_BREAK_SPACE}%")
}

/// The number from one to eight that a listener hears in a word or a digit, in any case.
///
/// ```
/// use krog_text::{Language, number};
///
/// assert_eq!(number::digit(Language::English, "four"), Some(4));
/// assert_eq!(number::digit(Language::Norwegian, "syv"), Some(7));
/// assert_eq!(number::digit(Language::English, "to"), None);
/// ```
pub fn digit(language: Language, word: &str) -> Option<u8> {
    let word = word.to_lowercase();
    if let [digit @ b'1'..=b'8'] = word.as_bytes() {
        return Some(digit - b'0');
    }
    let heard: &[(&str, u8)] = match language {
        Language::English => &ENGLISH_HEARD,
        Language::Norwegian => &NORWEGIAN_HEARD,
    };
    position(&cardinals(language)[1..=8], &word).or_else(|| {
        heard
            .iter()
            .find_map(|&(spelling, n)| (spelling == word).then_some(n))
    })
}

/// The number from first to eighth that a listener hears in a word, in any case.
///
/// ```
/// use krog_text::{Language, number};
///
/// assert_eq!(number::ordinal_named(Language::Norwegian, "syvende"), Some(7));
/// ```
pub fn ordinal_named(language: Language, word: &str) -> Option<u8> {
    let word = word.to_lowercase();
    if language == Language::Norwegian && word == "syvende" {
        return Some(7);
    }
    position(ordinals(language), &word)
}

/// Digits with the separators of the language, from digits as Rust prints them.
pub(crate) fn grouped(language: Language, digits: &str) -> String {
    let (separator, point) = match language {
        Language::English => (',', '.'),
        Language::Norwegian => (NO_BREAK_SPACE, ','),
    };
    let (whole, fraction) = match digits.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (digits, None),
    };
    let mut text = String::with_capacity(digits.len() + 8);
    let count = whole.bytes().filter(u8::is_ascii_digit).count();
    let mut left = count;
    for c in whole.chars() {
        if c.is_ascii_digit() {
            if left != count && left % 3 == 0 {
                text.push(separator);
            }
            left -= 1;
        }
        text.push(c);
    }
    if let Some(fraction) = fraction {
        text.push(point);
        text.push_str(fraction);
    }
    text
}

fn cardinals(language: Language) -> &'static [&'static str] {
    match language {
        Language::English => &ENGLISH_CARDINALS,
        Language::Norwegian => &NORWEGIAN_CARDINALS,
    }
}

fn ordinals(language: Language) -> &'static [&'static str] {
    match language {
        Language::English => &ENGLISH_ORDINALS,
        Language::Norwegian => &NORWEGIAN_ORDINALS,
    }
}

/// The place of a word in a list, counted from one.
fn position(words: &[&str], word: &str) -> Option<u8> {
    (1..)
        .zip(words)
        .find_map(|(n, &w)| (w == word).then_some(n))
}

#[cfg(test)]
mod tests {
    use super::*;
    use Language::{English, Norwegian};

    #[test]
    fn cardinals_are_words_up_to_twelve() {
        #[track_caller]
        fn check(n: u64, english: &str, common: &str, neuter: &str) {
            assert_eq!(cardinal(English, n, Gender::Common), english);
            assert_eq!(cardinal(English, n, Gender::Neuter), english);
            assert_eq!(cardinal(Norwegian, n, Gender::Common), common);
            assert_eq!(cardinal(Norwegian, n, Gender::Neuter), neuter);
        }
        check(0, "zero", "null", "null");
        check(1, "one", "én", "ett");
        check(2, "two", "to", "to");
        check(3, "three", "tre", "tre");
        check(4, "four", "fire", "fire");
        check(5, "five", "fem", "fem");
        check(6, "six", "seks", "seks");
        check(7, "seven", "sju", "sju");
        check(8, "eight", "åtte", "åtte");
        check(9, "nine", "ni", "ni");
        check(10, "ten", "ti", "ti");
        check(11, "eleven", "elleve", "elleve");
        check(12, "twelve", "tolv", "tolv");
        check(13, "13", "13", "13");
        check(1300, "1,300", "1\u{a0}300", "1\u{a0}300");
    }

    #[test]
    fn ordinals_are_words_up_to_eighth() {
        #[track_caller]
        fn check(n: u64, english: &str, norwegian: &str) {
            assert_eq!(ordinal(English, n), english);
            assert_eq!(ordinal(Norwegian, n), norwegian);
        }
        check(0, "0th", "0.");
        check(1, "first", "første");
        check(2, "second", "andre");
        check(3, "third", "tredje");
        check(4, "fourth", "fjerde");
        check(5, "fifth", "femte");
        check(6, "sixth", "sjette");
        check(7, "seventh", "sjuende");
        check(8, "eighth", "åttende");
        check(9, "9th", "9.");
        check(11, "11th", "11.");
        check(12, "12th", "12.");
        check(21, "21st", "21.");
        check(22, "22nd", "22.");
        check(33, "33rd", "33.");
        check(113, "113th", "113.");
    }

    #[test]
    fn integers_are_grouped_by_three() {
        #[track_caller]
        fn check(n: i64, english: &str, norwegian: &str) {
            assert_eq!(integer(English, n), english);
            assert_eq!(integer(Norwegian, n), norwegian);
        }
        check(0, "0", "0");
        check(999, "999", "999");
        check(1000, "1,000", "1\u{a0}000");
        check(-1000, "-1,000", "-1\u{a0}000");
        check(-142, "-142", "-142");
        check(1_234_567, "1,234,567", "1\u{a0}234\u{a0}567");
        check(
            i64::MIN,
            "-9,223,372,036,854,775,808",
            "-9\u{a0}223\u{a0}372\u{a0}036\u{a0}854\u{a0}775\u{a0}808",
        );
    }

    #[test]
    fn decimals_have_the_point_of_their_language() {
        #[track_caller]
        fn check(value: f64, decimals: usize, english: &str, norwegian: &str) {
            assert_eq!(decimal(English, value, decimals), english);
            assert_eq!(decimal(Norwegian, value, decimals), norwegian);
        }
        check(0.25, 2, "0.25", "0,25");
        check(-0.25, 2, "-0.25", "-0,25");
        check(-0.001, 2, "0.00", "0,00");
        check(-0.0, 0, "0", "0");
        check(1234.5, 1, "1,234.5", "1\u{a0}234,5");
        check(1234.5678, 4, "1,234.5678", "1\u{a0}234,5678");
        check(f64::NAN, 2, "NaN", "NaN");
        check(f64::NEG_INFINITY, 2, "-inf", "-inf");
    }

    #[test]
    fn signs_follow_the_rounded_value() {
        #[track_caller]
        fn check(value: f64, english: &str, norwegian: &str) {
            assert_eq!(signed(English, value, 2), english);
            assert_eq!(signed(Norwegian, value, 2), norwegian);
        }
        check(0.25, "+0.25", "+0,25");
        check(-0.25, "-0.25", "-0,25");
        check(0.0, "0.00", "0,00");
        check(0.001, "0.00", "0,00");
        check(-0.001, "0.00", "0,00");
        check(0.005_1, "+0.01", "+0,01");
        check(10.0, "+10.00", "+10,00");
    }

    #[test]
    fn percent_signs_stand_after_a_no_break_space() {
        #[track_caller]
        fn check(share: f64, decimals: usize, english: &str, norwegian: &str) {
            assert_eq!(percent(English, share, decimals), english);
            assert_eq!(percent(Norwegian, share, decimals), norwegian);
        }
        check(0.0, 0, "0\u{a0}%", "0\u{a0}%");
        check(0.58, 0, "58\u{a0}%", "58\u{a0}%");
        check(0.5834, 1, "58.3\u{a0}%", "58,3\u{a0}%");
        check(1.0, 0, "100\u{a0}%", "100\u{a0}%");
    }

    #[test]
    fn every_number_word_that_is_printed_is_heard() {
        for language in Language::ALL {
            for n in 1..=8 {
                for gender in [Gender::Common, Gender::Neuter] {
                    let word = cardinal(language, u64::from(n), gender);
                    assert_eq!(digit(language, &word), Some(n), "{word}");
                    assert_eq!(digit(language, &word.to_uppercase()), Some(n), "{word}");
                }
                let word = ordinal(language, u64::from(n));
                assert_eq!(ordinal_named(language, &word), Some(n), "{word}");
                assert_eq!(digit(language, &n.to_string()), Some(n));
            }
        }
    }

    #[test]
    fn other_spellings_are_heard_and_other_words_are_not() {
        #[track_caller]
        fn check(language: Language, word: &str, expected: Option<u8>) {
            assert_eq!(digit(language, word), expected, "{word}");
        }
        check(English, "too", Some(2));
        check(English, "for", Some(4));
        check(English, "fore", Some(4));
        check(English, "ate", Some(8));
        check(English, "to", None);
        check(English, "won", None);
        check(English, "zero", None);
        check(English, "nine", None);
        check(English, "0", None);
        check(English, "9", None);
        check(English, "", None);
        check(Norwegian, "en", Some(1));
        check(Norwegian, "én", Some(1));
        check(Norwegian, "ett", Some(1));
        check(Norwegian, "to", Some(2));
        check(Norwegian, "sju", Some(7));
        check(Norwegian, "syv", Some(7));
        check(Norwegian, "ÅTTE", Some(8));
        check(Norwegian, "ni", None);
        check(Norwegian, "four", None);
    }
}
