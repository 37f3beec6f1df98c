//! Rows about the profiles themselves.

use krog_text::Language;

use super::*;

#[test]
fn profiles_are_complete() {
    for profile in PROFILES.iter() {
        assert!(profile.loss.is_sorted(), "{}", profile.id);
        let cp = profile.centipawns.map(|both| both.edges);
        assert!(cp.is_none_or(|edges| edges.is_sorted()), "{}", profile.id);
        for language in [Language::English, Language::Norwegian] {
            assert!(profile.explanation().get(language).ends_with('.'));
            for label in Label::ALL {
                assert!(!profile.name(label).get(language).is_empty());
            }
        }
        assert_eq!(Profile::get(&profile.id), Ok(profile));
    }
}

#[test]
fn unknown_profiles_are_told_what_there_is() {
    let error = Profile::get("chesscom").expect_err("not built in");
    assert_eq!(
        error.to_string(),
        "found \"chesscom\", expected one of wintr, wintr-lib, dual, dual-lenient, lichess, krog"
    );
}

#[test]
fn names_follow_the_profile() {
    let wintr = Profile::get("wintr").expect("built in");
    assert_eq!(wintr.name(Label::Good).en, "okay");
    assert_eq!(wintr.name(Label::Book).no, "teori");
    let dual = Profile::get("dual").expect("built in");
    assert_eq!(dual.name(Label::Good).en, "good");
}

#[test]
fn switches_switch_off() {
    let none = Switches {
        theory: false,
        critical: false,
        brilliant: false,
    };
    let plain = Profile::get("wintr").expect("built in").clone().with(none);
    assert_eq!(
        (plain.book, plain.critical, plain.brilliant),
        (Book::Never, None, None)
    );
    let same = plain.clone().with(Switches::default());
    assert_eq!(same, plain);
}

#[test]
fn edges_are_half_open() {
    let edges = [1, 2, 3, 4, 5];
    for (found, label) in [
        (0, Label::Best),
        (1, Label::Excellent),
        (2, Label::Good),
        (3, Label::Inaccuracy),
        (4, Label::Mistake),
        (5, Label::Blunder),
        (9, Label::Blunder),
    ] {
        assert_eq!(by_edges(&edges, &found), label, "{found}");
    }
}
