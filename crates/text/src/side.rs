//! The words for the two sides: the names of the players, and the adjectives
//! that agree with a piece.

use shakmaty::Color;

use crate::{Gender, Language};

/// The name of the player with these pieces, with a capital.
///
/// ```
/// use krog_text::{Language, side};
/// use shakmaty::Color;
///
/// assert_eq!(side::name(Language::Norwegian, Color::Black), "Svart");
/// ```
pub const fn name(language: Language, color: Color) -> &'static str {
    match (language, color) {
        (Language::English, Color::White) => "White",
        (Language::English, Color::Black) => "Black",
        (Language::Norwegian, Color::White) => "Hvit",
        (Language::Norwegian, Color::Black) => "Svart",
    }
}

/// The name of the player as an owner.
///
/// ```
/// use krog_text::{Language, side};
/// use shakmaty::Color;
///
/// assert_eq!(side::possessive(Language::English, Color::White), "White's");
/// assert_eq!(side::possessive(Language::Norwegian, Color::White), "Hvits");
/// ```
pub const fn possessive(language: Language, color: Color) -> &'static str {
    match (language, color) {
        (Language::English, Color::White) => "White's",
        (Language::English, Color::Black) => "Black's",
        (Language::Norwegian, Color::White) => "Hvits",
        (Language::Norwegian, Color::Black) => "Svarts",
    }
}

/// The adjective before one thing that is not "the" thing: "hvit springer", "hvitt tårn".
///
/// ```
/// use krog_text::{Gender, Language, side};
/// use shakmaty::Color;
///
/// assert_eq!(side::adjective(Language::Norwegian, Color::White, Gender::Neuter), "hvitt");
/// ```
pub const fn adjective(language: Language, color: Color, gender: Gender) -> &'static str {
    match (language, color, gender) {
        (Language::English, Color::White, _) => "white",
        (Language::English, Color::Black, _) => "black",
        (Language::Norwegian, Color::White, Gender::Common) => "hvit",
        (Language::Norwegian, Color::White, Gender::Neuter) => "hvitt",
        (Language::Norwegian, Color::Black, _) => "svart",
    }
}

/// The adjective before definite things and before several: "den hvite springeren", "hvite tårn".
///
/// ```
/// use krog_text::{Language, side};
/// use shakmaty::Color;
///
/// assert_eq!(side::weak_adjective(Language::Norwegian, Color::Black), "svarte");
/// ```
pub const fn weak_adjective(language: Language, color: Color) -> &'static str {
    match (language, color) {
        (Language::English, _) => adjective(language, color, Gender::Common),
        (Language::Norwegian, Color::White) => "hvite",
        (Language::Norwegian, Color::Black) => "svarte",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(language: Language, color: Color, expected: [&str; 5]) {
        let words = [
            name(language, color),
            possessive(language, color),
            adjective(language, color, Gender::Common),
            adjective(language, color, Gender::Neuter),
            weak_adjective(language, color),
        ];
        assert_eq!(words, expected);
    }

    #[test]
    fn sides_have_names_owners_and_adjectives() {
        use Language::{English, Norwegian};
        check(
            English,
            Color::White,
            ["White", "White's", "white", "white", "white"],
        );
        check(
            English,
            Color::Black,
            ["Black", "Black's", "black", "black", "black"],
        );
        check(
            Norwegian,
            Color::White,
            ["Hvit", "Hvits", "hvit", "hvitt", "hvite"],
        );
        check(
            Norwegian,
            Color::Black,
            ["Svart", "Svarts", "svart", "svart", "svarte"],
        );
    }
}
