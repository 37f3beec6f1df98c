//! The complete table of piece names, written out so that a person can read
//! it, and the laws that hold between its rows.

use super::*;
use Color::{Black, White};
use Language::{English, Norwegian};
use Role::{Bishop, King, Knight, Pawn, Queen, Rook};

/// Compares all five forms, in the order of [`Form::ALL`], split at the bars.
#[track_caller]
fn check(language: Language, role: Role, color: Option<Color>, expected: &str) {
    let texts: Vec<String> = Form::ALL
        .into_iter()
        .map(|form| Phrase::new(role, form))
        .map(|phrase| color.map_or(phrase, |color| phrase.colored(color)))
        .map(|phrase| phrase.text(language))
        .collect();
    assert_eq!(texts.join(" | "), expected);
}

#[test]
fn english_pieces_have_articles_and_plurals() {
    check(
        English,
        Pawn,
        None,
        "pawn | a pawn | the pawn | pawns | the pawns",
    );
    check(
        English,
        Knight,
        None,
        "knight | a knight | the knight | knights | the knights",
    );
    check(
        English,
        Bishop,
        None,
        "bishop | a bishop | the bishop | bishops | the bishops",
    );
    check(
        English,
        Rook,
        None,
        "rook | a rook | the rook | rooks | the rooks",
    );
    check(
        English,
        Queen,
        None,
        "queen | a queen | the queen | queens | the queens",
    );
    check(
        English,
        King,
        None,
        "king | a king | the king | kings | the kings",
    );
}

#[test]
fn norwegian_pieces_have_gender_and_endings() {
    check(
        Norwegian,
        Pawn,
        None,
        "bonde | en bonde | bonden | bønder | bøndene",
    );
    check(
        Norwegian,
        Knight,
        None,
        "springer | en springer | springeren | springere | springerne",
    );
    check(
        Norwegian,
        Bishop,
        None,
        "løper | en løper | løperen | løpere | løperne",
    );
    check(
        Norwegian,
        Rook,
        None,
        "tårn | et tårn | tårnet | tårn | tårnene",
    );
    check(
        Norwegian,
        Queen,
        None,
        "dronning | en dronning | dronningen | dronninger | dronningene",
    );
    check(
        Norwegian,
        King,
        None,
        "konge | en konge | kongen | konger | kongene",
    );
}

#[test]
#[rustfmt::skip] // a table to be read across
fn english_colours_stand_before_the_noun() {
    let rows = [
        (Pawn, White, "white pawn | a white pawn | the white pawn | white pawns | the white pawns"),
        (Pawn, Black, "black pawn | a black pawn | the black pawn | black pawns | the black pawns"),
        (Knight, White, "white knight | a white knight | the white knight | white knights | the white knights"),
        (Knight, Black, "black knight | a black knight | the black knight | black knights | the black knights"),
        (Bishop, White, "white bishop | a white bishop | the white bishop | white bishops | the white bishops"),
        (Bishop, Black, "black bishop | a black bishop | the black bishop | black bishops | the black bishops"),
        (Rook, White, "white rook | a white rook | the white rook | white rooks | the white rooks"),
        (Rook, Black, "black rook | a black rook | the black rook | black rooks | the black rooks"),
        (Queen, White, "white queen | a white queen | the white queen | white queens | the white queens"),
        (Queen, Black, "black queen | a black queen | the black queen | black queens | the black queens"),
        (King, White, "white king | a white king | the white king | white kings | the white kings"),
        (King, Black, "black king | a black king | the black king | black kings | the black kings"),
    ];
    for (role, color, expected) in rows {
        check(English, role, Some(color), expected);
    }
}

#[test]
#[rustfmt::skip] // a table to be read across
fn norwegian_colours_agree_with_the_noun() {
    let rows = [
        (Pawn, White, "hvit bonde | en hvit bonde | den hvite bonden | hvite bønder | de hvite bøndene"),
        (Pawn, Black, "svart bonde | en svart bonde | den svarte bonden | svarte bønder | de svarte bøndene"),
        (Knight, White, "hvit springer | en hvit springer | den hvite springeren | hvite springere | de hvite springerne"),
        (Knight, Black, "svart springer | en svart springer | den svarte springeren | svarte springere | de svarte springerne"),
        (Bishop, White, "hvit løper | en hvit løper | den hvite løperen | hvite løpere | de hvite løperne"),
        (Bishop, Black, "svart løper | en svart løper | den svarte løperen | svarte løpere | de svarte løperne"),
        (Rook, White, "hvitt tårn | et hvitt tårn | det hvite tårnet | hvite tårn | de hvite tårnene"),
        (Rook, Black, "svart tårn | et svart tårn | det svarte tårnet | svarte tårn | de svarte tårnene"),
        (Queen, White, "hvit dronning | en hvit dronning | den hvite dronningen | hvite dronninger | de hvite dronningene"),
        (Queen, Black, "svart dronning | en svart dronning | den svarte dronningen | svarte dronninger | de svarte dronningene"),
        (King, White, "hvit konge | en hvit konge | den hvite kongen | hvite konger | de hvite kongene"),
        (King, Black, "svart konge | en svart konge | den svarte kongen | svarte konger | de svarte kongene"),
    ];
    for (role, color, expected) in rows {
        check(Norwegian, role, Some(color), expected);
    }
}

#[test]
fn counts_choose_number_and_article() {
    #[track_caller]
    fn check(phrase: Phrase, count: u64, english: &str, norwegian: &str) {
        let phrase = phrase.counted(count);
        assert_eq!(phrase.text(English), english);
        assert_eq!(phrase.text(Norwegian), norwegian);
    }
    let knight = Phrase::new(Knight, Form::Bare);
    check(knight, 0, "no knights", "ingen springere");
    check(knight, 1, "a knight", "en springer");
    check(knight, 2, "two knights", "to springere");
    check(knight, 12, "twelve knights", "tolv springere");
    check(knight, 13, "13 knights", "13 springere");

    let rook = Phrase::new(Rook, Form::Definite);
    check(rook, 0, "no rooks", "ingen tårn");
    check(rook, 1, "the rook", "tårnet");
    check(rook, 2, "the two rooks", "de to tårnene");

    let pawn = Phrase::new(Pawn, Form::Plural).colored(White);
    check(pawn, 0, "no white pawns", "ingen hvite bønder");
    check(pawn, 1, "a white pawn", "en hvit bonde");
    check(pawn, 8, "eight white pawns", "åtte hvite bønder");

    let rooks = Phrase::new(Rook, Form::DefinitePlural).colored(Black);
    check(rooks, 1, "the black rook", "det svarte tårnet");
    check(rooks, 2, "the two black rooks", "de to svarte tårnene");
}

#[test]
fn owners_end_as_their_language_has_it() {
    #[track_caller]
    fn check(phrase: Phrase, english: &str, norwegian: &str) {
        assert_eq!(phrase.genitive().text(English), english);
        assert_eq!(phrase.genitive().text(Norwegian), norwegian);
    }
    check(Phrase::new(Knight, Form::Bare), "knight's", "springers");
    check(
        Phrase::new(Knight, Form::Definite),
        "the knight's",
        "springerens",
    );
    check(Phrase::new(Rook, Form::Definite), "the rook's", "tårnets");
    check(Phrase::new(Pawn, Form::Plural), "pawns'", "bønders");
    check(
        Phrase::new(Rook, Form::DefinitePlural),
        "the rooks'",
        "tårnenes",
    );
    check(
        Phrase::new(King, Form::Definite).colored(Black),
        "the black king's",
        "den svarte kongens",
    );
}

#[test]
fn the_english_article_follows_the_next_letter() {
    #[track_caller]
    fn check(next: &str, expected: &str) {
        assert_eq!(english_determiner(Form::Indefinite, next), Some(expected));
    }
    check("knight", "a");
    check("isolated", "an");
    check("open", "an");
}

#[test]
fn every_name_that_is_printed_is_recognised() {
    for language in Language::ALL {
        for role in Role::ALL {
            for form in Form::ALL {
                let text = name(language, role, form);
                let word = text.split(' ').next_back().expect("a word");
                assert_eq!(named(language, word), Some(role), "{word}");
                assert_eq!(named(language, &word.to_uppercase()), Some(role), "{word}");
            }
        }
    }
}

#[test]
fn listeners_know_what_players_say_and_nothing_else() {
    #[track_caller]
    fn check(language: Language, word: &str, expected: Option<Role>) {
        assert_eq!(named(language, word), expected, "{word}");
    }
    check(Norwegian, "dame", Some(Queen));
    check(Norwegian, "Damen", Some(Queen));
    check(Norwegian, "damene", Some(Queen));
    check(Norwegian, "hest", Some(Knight));
    check(Norwegian, "hesten", Some(Knight));
    check(Norwegian, "hestene", Some(Knight));
    check(Norwegian, "offiser", None);
    check(Norwegian, "bispop", None);
    check(Norwegian, "knight", None);
    check(English, "horse", None);
    check(English, "springer", None);
    check(English, "the", None);
    check(English, "", None);
}

#[test]
fn forms_are_found_by_name() {
    for (form, name) in Form::ALL.into_iter().zip(Form::NAMES) {
        assert_eq!(Form::from_name(name), Some(form));
    }
    assert_eq!(Form::from_name("definit"), None);
}
