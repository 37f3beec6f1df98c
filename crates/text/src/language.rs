//! The languages krog speaks, and a text that travels in all of them. What the
//! words are is the business of the other files; how a language is chosen is
//! the business of the callers.

use std::{fmt, str::FromStr};

use thiserror::Error;

/// A language of the explanations.
///
/// ```
/// use krog_text::Language;
///
/// assert_eq!("nb-NO".parse(), Ok(Language::Norwegian));
/// assert_eq!(Language::Norwegian.code(), "no");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Language {
    /// English, the default.
    #[default]
    English,
    /// Norwegian bokmål.
    Norwegian,
}

/// A language code that names none of krog's languages.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("found {found:?}, expected en, no or nb")]
pub struct UnknownLanguage {
    /// The code as it was given.
    pub found: String,
}

/// One text in every language, as explanations travel through krog.
///
/// ```
/// use krog_text::{Language, side};
/// use shakmaty::Color;
///
/// let white = krog_text::both(|language| side::name(language, Color::White).to_owned());
/// assert_eq!(white.get(Language::Norwegian), "Hvit");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Bilingual {
    /// The English text.
    pub en: String,
    /// The Norwegian text.
    pub no: String,
}

impl Language {
    /// Every language, in the order in which they are listed to people.
    pub const ALL: [Language; 2] = [Language::English, Language::Norwegian];

    /// The code in JSON, on the command line and in errors: `en` or `no`.
    pub const fn code(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::Norwegian => "no",
        }
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl FromStr for Language {
    type Err = UnknownLanguage;

    /// Reads `en`, `no` or `nb` in any case, with or without a region.
    fn from_str(code: &str) -> Result<Self, UnknownLanguage> {
        let unknown = || UnknownLanguage {
            found: code.to_owned(),
        };
        let mut subtags = code.split(['-', '_']);
        let primary = subtags.next().unwrap_or_default().to_ascii_lowercase();
        if !subtags.all(is_subtag) {
            return Err(unknown());
        }
        match primary.as_str() {
            "en" => Ok(Language::English),
            "no" | "nb" => Ok(Language::Norwegian),
            _ => Err(unknown()),
        }
    }
}

impl Bilingual {
    /// The text in one language.
    pub fn get(&self, language: Language) -> &str {
        match language {
            Language::English => &self.en,
            Language::Norwegian => &self.no,
        }
    }
}

/// Makes a text in every language.
pub fn both(f: impl Fn(Language) -> String) -> Bilingual {
    Bilingual {
        en: f(Language::English),
        no: f(Language::Norwegian),
    }
}

/// Region, script and variant subtags have two to eight letters or digits.
fn is_subtag(subtag: &str) -> bool {
    (2..=8).contains(&subtag.len()) && subtag.bytes().all(|b| b.is_ascii_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(code: &str, expected: Option<Language>) {
        let read = code.parse::<Language>();
        assert_eq!(read.clone().ok(), expected, "{code}");
        if let Err(unknown) = read {
            assert_eq!(unknown.found, code);
        }
    }

    #[test]
    fn codes_are_read_in_any_case_and_with_a_region() {
        check("en", Some(Language::English));
        check("EN", Some(Language::English));
        check("en-GB", Some(Language::English));
        check("en_us", Some(Language::English));
        check("no", Some(Language::Norwegian));
        check("nb", Some(Language::Norwegian));
        check("nb-NO", Some(Language::Norwegian));
        check("No_no", Some(Language::Norwegian));
        check("nb-Latn-NO", Some(Language::Norwegian));
    }

    #[test]
    fn other_languages_and_malformed_codes_are_refused() {
        for code in ["", "nn", "sv", "english", "en-", "-en", "en-!", "e n"] {
            check(code, None);
        }
    }

    #[test]
    fn every_code_is_read_back() {
        for language in Language::ALL {
            check(&language.to_string(), Some(language));
        }
    }

    #[test]
    fn the_error_names_what_was_found_and_what_was_expected() {
        let error = "klingon".parse::<Language>().expect_err("no language");
        assert_eq!(
            error.to_string(),
            "found \"klingon\", expected en, no or nb"
        );
    }

    #[test]
    fn both_asks_for_each_language_once() {
        let codes = both(|language| language.code().to_owned());
        assert_eq!(codes.get(Language::English), "en");
        assert_eq!(codes.get(Language::Norwegian), "no");
    }
}
