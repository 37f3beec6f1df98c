//! Lists in running text: "c4, d4 and e5", "c4, d4 eller e5". There is no comma
//! before the conjunction, in either language.

use std::fmt::Display;

use crate::{Bilingual, Language, both};

/// What stands before the last item of a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Conjunction {
    /// "and", "og".
    #[default]
    And,
    /// "or", "eller".
    Or,
}

impl Conjunction {
    /// The names in message files, in the order of the variants.
    pub const NAMES: [&str; 2] = ["and", "or"];

    /// The conjunction of that name.
    pub fn from_name(name: &str) -> Option<Conjunction> {
        [Conjunction::And, Conjunction::Or]
            .into_iter()
            .find(|&conjunction| Conjunction::NAMES[conjunction as usize] == name)
    }

    /// The word in a language.
    pub const fn word(self, language: Language) -> &'static str {
        match (self, language) {
            (Conjunction::And, Language::English) => "and",
            (Conjunction::And, Language::Norwegian) => "og",
            (Conjunction::Or, Language::English) => "or",
            (Conjunction::Or, Language::Norwegian) => "eller",
        }
    }

    /// Joins items into one phrase; no items give an empty one.
    ///
    /// ```
    /// use krog_text::{Conjunction, Language};
    /// use shakmaty::Square;
    ///
    /// let squares = [Square::C4, Square::D4, Square::E5];
    /// assert_eq!(Conjunction::Or.join(Language::English, squares), "c4, d4 or e5");
    /// ```
    pub fn join<T: Display>(
        self,
        language: Language,
        items: impl IntoIterator<Item = T>,
    ) -> String {
        let mut items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
        match (items.pop(), items.is_empty()) {
            (None, _) => String::new(),
            (Some(only), true) => only,
            (Some(last), false) => {
                format!("{} {} {last}", items.join(", "), self.word(language))
            }
        }
    }

    /// Joins texts that exist in both languages.
    pub fn join_both(self, items: &[Bilingual]) -> Bilingual {
        both(|language| self.join(language, items.iter().map(|item| item.get(language))))
    }
}

/// Joins items with "and" or "og".
///
/// ```
/// use krog_text::{Language, list};
///
/// assert_eq!(list(Language::Norwegian, ["d4", "e5"]), "d4 og e5");
/// ```
pub fn list<T: Display>(language: Language, items: impl IntoIterator<Item = T>) -> String {
    Conjunction::And.join(language, items)
}

/// Joins items with "or" or "eller".
///
/// ```
/// use krog_text::{Language, alternatives};
///
/// assert_eq!(alternatives(Language::Norwegian, ["d4", "e5"]), "d4 eller e5");
/// ```
pub fn alternatives<T: Display>(language: Language, items: impl IntoIterator<Item = T>) -> String {
    Conjunction::Or.join(language, items)
}

#[cfg(test)]
mod tests {
    use super::*;
    use Language::{English, Norwegian};

    #[track_caller]
    fn check(items: &[&str], and: [&str; 2], or: [&str; 2]) {
        for (index, language) in [English, Norwegian].into_iter().enumerate() {
            assert_eq!(list(language, items), and[index]);
            assert_eq!(alternatives(language, items), or[index]);
        }
    }

    #[test]
    fn the_conjunction_stands_before_the_last_item_only() {
        check(&[], ["", ""], ["", ""]);
        check(&["d4"], ["d4", "d4"], ["d4", "d4"]);
        check(
            &["d4", "e5"],
            ["d4 and e5", "d4 og e5"],
            ["d4 or e5", "d4 eller e5"],
        );
        check(
            &["c4", "d4", "e5"],
            ["c4, d4 and e5", "c4, d4 og e5"],
            ["c4, d4 or e5", "c4, d4 eller e5"],
        );
    }

    #[test]
    fn texts_in_both_languages_are_joined_in_both() {
        let items = [
            Bilingual {
                en: "the knight".to_owned(),
                no: "springeren".to_owned(),
            },
            Bilingual {
                en: "the rook".to_owned(),
                no: "tårnet".to_owned(),
            },
        ];
        let joined = Conjunction::And.join_both(&items);
        assert_eq!(joined.en, "the knight and the rook");
        assert_eq!(joined.no, "springeren og tårnet");
    }

    #[test]
    fn conjunctions_are_found_by_name() {
        assert_eq!(Conjunction::from_name("and"), Some(Conjunction::And));
        assert_eq!(Conjunction::from_name("or"), Some(Conjunction::Or));
        assert_eq!(Conjunction::from_name("nor"), None);
    }
}
