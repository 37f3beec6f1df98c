//! Every template with every man, number and form that it may be filled with.

use krog_chess::{Color, Role, Square};
use krog_text::Language;

use super::*;

/// The word that a template's variable asks for, by its name.
fn word(name: &str, role: Role, number: i32, color: Color) -> Word {
    let square = Square::E4;
    let several = usize::try_from(number.clamp(1, 3)).unwrap_or(1);
    let squares = [Square::C3, Square::E4, Square::F6];
    match name {
        "role" => Word::Role(role),
        "own" if number % 2 == 0 => Word::Role(role),
        "own" | "other" | "count" | "new" | "old" => Word::Number(number),
        "side" => Word::Side(color),
        "square" | "squares" => Word::Squares(squares[..several].to_vec()),
        "targets" | "men" | "home" | "checkers" => {
            Word::Men(squares[..several].iter().map(|s| (role, *s)).collect())
        }
        "gain" => Word::Worth(100 * number.max(1)),
        "reply" | "mate" => Word::Moves("Qxf7#".to_owned()),
        _ => Word::Man(role, square),
    }
}

/// Whether `own` is a kind of man in a template, not a number.
fn number_for(id: &str, number: i32) -> i32 {
    match id {
        "gives_for" => number * 2,
        _ if id.starts_with("majority") => number * 2 + 1,
        _ => number,
    }
}

#[track_caller]
fn check(prefix: &str, id: &str, role: Role, number: i32, color: Color) {
    let key = format!("{prefix}-{id}");
    let words: Words = MESSAGES
        .variables(&key)
        .map(|name| {
            let name: &'static str = String::leak(name.to_owned());
            (name, word(name, role, number_for(id, number), color))
        })
        .collect();
    let text = clause(prefix, id, &words);
    for language in Language::ALL {
        let text = text.get(language);
        assert!(!text.contains(['{', '}']), "{key}: {text}");
        assert!(!text.contains("  ") && text.trim() == text, "{key}: {text}");
        assert!(!text.ends_with(['.', ',', ':']), "{key}: {text}");
    }
}

#[test]
fn every_template_can_be_filled_with_every_man_and_number() {
    let ids: Vec<String> = MESSAGES.ids().map(str::to_owned).collect();
    let mut seen = 0;
    for (prefix, id) in ids.iter().filter_map(|key| key.split_once('-')) {
        if !matches!(prefix, "claim" | "report") {
            continue;
        }
        seen += 1;
        for role in Role::ALL {
            for number in [0, 1, 2, 3, 7, 12, 13, 27] {
                for color in Color::ALL {
                    check(prefix, id, role, number, color);
                }
            }
        }
    }
    assert!(seen > 120, "{seen}");
}

#[test]
fn men_and_worths_are_spoken_of_in_both_languages() {
    for (role, english, norwegian) in [
        (Role::Pawn, "the pawn on e4", "bonden på e4"),
        (Role::Knight, "the knight on e4", "springeren på e4"),
        (Role::Bishop, "the bishop on e4", "løperen på e4"),
        (Role::Rook, "the rook on e4", "tårnet på e4"),
        (Role::Queen, "the queen on e4", "dronningen på e4"),
        (Role::King, "the king on e4", "kongen på e4"),
    ] {
        let text = man(role, Square::E4);
        assert_eq!((text.en.as_str(), text.no.as_str()), (english, norwegian));
    }
    for (cp, english, norwegian) in [
        (100, "a pawn", "en bonde"),
        (200, "two pawns' worth", "verdien av to bønder"),
        (300, "a minor piece's worth", "verdien av en lett offiser"),
        (500, "a rook's worth", "verdien av et tårn"),
        (900, "a queen's worth", "verdien av en dronning"),
    ] {
        let text = price(cp);
        assert_eq!((text.en.as_str(), text.no.as_str()), (english, norwegian));
    }
}
