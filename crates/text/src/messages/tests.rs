//! What message files print; how they are refused stands with the checks.

use shakmaty::{Color, File, Rank, Role, Square};

use super::*;

/// Loads the same source as both languages.
#[track_caller]
fn same(source: &str) -> Messages {
    Messages::new(&[(Language::English, source), (Language::Norwegian, source)])
        .unwrap_or_else(|error| panic!("{error}"))
}

/// Prints one pattern in both languages.
#[track_caller]
fn check(pattern: &str, args: &Args, english: &str, norwegian: &str) {
    let text = same(&format!("m = {pattern}")).both("m", args);
    assert_eq!(text.en, english);
    assert_eq!(text.no, norwegian);
}

/// Prints a pattern that must fail, and compares the mark.
#[track_caller]
fn check_mark(pattern: &str, args: &Args, expected: &str) {
    let messages = same(&format!("m = {pattern}"));
    let (text, faults) = messages.render(Language::English, "m", args);
    assert_eq!(text, expected);
    assert!(!faults.is_empty());
}

#[test]
fn values_are_printed_in_the_language() {
    let args = Args::new()
        .role("piece", Role::Rook)
        .color("side", Color::Black)
        .square("square", Square::E4)
        .squares("squares", [Square::D4, Square::E5])
        .file("file", File::E)
        .rank("rank", Rank::Seventh)
        .number("n", 142_000)
        .number("x", 0.25)
        .text("san", "Nf3")
        .both("word", both(|language| format!("in {language}")))
        .texts(
            "words",
            [Role::King, Role::Queen].map(|role| {
                both(|language| crate::piece::name(language, role, crate::piece::Form::Definite))
            }),
        );
    check("{ $piece }", &args, "rook", "tårn");
    check("{ $side }", &args, "Black", "Svart");
    check("{ $square }", &args, "e4", "e4");
    check("{ $squares }", &args, "d4 and e5", "d4 og e5");
    check("{ $file }", &args, "the e-file", "e-linjen");
    check("{ $rank }", &args, "the seventh rank", "sjuende rad");
    check("{ $n }", &args, "142,000", "142\u{a0}000");
    check("{ $x }", &args, "0.25", "0,25");
    check("{ 1000 } { 0.50 }", &args, "1,000 0.50", "1\u{a0}000 0,50");
    check("{ $san }", &args, "Nf3", "Nf3");
    check("{ $word }", &args, "in en", "in no");
    check(
        "{ $words }",
        &args,
        "the king and the queen",
        "kongen og dronningen",
    );
}

#[test]
fn pieces_take_form_colour_and_count() {
    let args = Args::new()
        .role("piece", Role::Rook)
        .color("side", Color::White)
        .number("one", 1)
        .number("two", 2_usize);
    check("{ PIECE($piece) }", &args, "rook", "tårn");
    check(
        r#"{ PIECE($piece, form: "indefinite") }"#,
        &args,
        "a rook",
        "et tårn",
    );
    check(
        r#"{ PIECE($piece, form: "definite") }"#,
        &args,
        "the rook",
        "tårnet",
    );
    check(
        r#"{ PIECE($piece, form: "plural") }"#,
        &args,
        "rooks",
        "tårn",
    );
    check(
        r#"{ PIECE($piece, form: "definite-plural") }"#,
        &args,
        "the rooks",
        "tårnene",
    );
    check(
        r#"{ PIECE($piece, form: "definite", case: "genitive") }"#,
        &args,
        "the rook's",
        "tårnets",
    );
    check(
        "{ PIECE($piece, $side) }",
        &args,
        "white rook",
        "hvitt tårn",
    );
    check(
        r#"{ PIECE($piece, $side, form: "definite") }"#,
        &args,
        "the white rook",
        "det hvite tårnet",
    );
    check("{ PIECE($piece, $one) }", &args, "a rook", "et tårn");
    check("{ PIECE($piece, $two) }", &args, "two rooks", "to tårn");
    check("{ PIECE($piece, 3) }", &args, "three rooks", "tre tårn");
    check(
        r#"{ PIECE($piece, $two, $side, form: "definite") }"#,
        &args,
        "the two white rooks",
        "de to hvite tårnene",
    );
}

#[test]
fn sides_and_places_print_their_forms() {
    let args = Args::new()
        .color("side", Color::White)
        .square("square", Square::E4)
        .squares("squares", [Square::C4, Square::D4, Square::E5]);
    for (message, en, no) in [
        ("{ SIDE($side) }", "White", "Hvit"),
        (r#"{ SIDE($side, form: "possessive") }"#, "White's", "Hvits"),
        ("{ SQUARE($square) }", "e4", "e4"),
        (r#"{ SQUARE($square, form: "spoken") }"#, "e four", "e fire"),
        ("{ FILE($square) }", "the e-file", "e-linjen"),
        (r#"{ FILE($square, form: "bare") }"#, "e-file", "e-linje"),
        ("{ RANK($square) }", "the fourth rank", "fjerde rad"),
        (
            r#"{ RANK($square, form: "bare") }"#,
            "fourth rank",
            "fjerde rad",
        ),
        ("{ LIST($squares) }", "c4, d4 and e5", "c4, d4 og e5"),
        (
            r#"{ LIST($squares, form: "or") }"#,
            "c4, d4 or e5",
            "c4, d4 eller e5",
        ),
    ] {
        check(message, &args, en, no);
    }
}

#[test]
fn numbers_print_their_forms() {
    let args = Args::new()
        .number("n", 1)
        .number("rating", 1850)
        .number("score", -0.256)
        .number("share", 0.583);
    for (message, en, no) in [
        ("{ NUMBER($rating) }", "1,850", "1\u{a0}850"),
        (r#"{ NUMBER($rating, form: "plain") }"#, "1850", "1850"),
        (r#"{ NUMBER($n, form: "words") }"#, "one", "én"),
        (
            r#"{ NUMBER($n, form: "words", gender: "neuter") }"#,
            "one",
            "ett",
        ),
        (r#"{ NUMBER($n, form: "ordinal") }"#, "first", "første"),
        ("{ NUMBER($score, decimals: 2) }", "-0.26", "-0,26"),
        (
            r#"{ NUMBER($n, form: "signed", decimals: 2) }"#,
            "+1.00",
            "+1,00",
        ),
        (
            r#"{ NUMBER($share, form: "percent") }"#,
            "58\u{a0}%",
            "58\u{a0}%",
        ),
        (
            r#"{ NUMBER($share, form: "percent", decimals: 1) }"#,
            "58.3\u{a0}%",
            "58,3\u{a0}%",
        ),
    ] {
        check(message, &args, en, no);
    }
}

#[test]
fn numbers_select_plurals_in_both_languages() {
    let messages = Messages::new(&[
        (
            Language::English,
            "games = { $n ->\n    [0] no games\n    [one] { $n } game\n   *[other] { $n } games\n }",
        ),
        (
            Language::Norwegian,
            "games = { $n ->\n    [0] ingen partier\n    [one] { $n } parti\n   *[other] { $n } partier\n }",
        ),
    ])
    .expect("the files agree");
    for (n, english, norwegian) in [
        (0, "no games", "ingen partier"),
        (1, "1 game", "1 parti"),
        (2, "2 games", "2 partier"),
        (21, "21 games", "21 partier"),
        (142_000, "142,000 games", "142\u{a0}000 partier"),
    ] {
        let text = messages.both("games", &Args::new().number("n", n));
        assert_eq!(text.en, english);
        assert_eq!(text.no, norwegian);
    }
}

#[test]
fn odd_numbers_do_not_panic() {
    let pattern = "{ $n ->\n    [one] one\n   *[other] other\n }";
    for n in [
        f64::NAN,
        f64::INFINITY,
        -1e300,
        1.5e-300,
        1e17 + 0.5,
        f64::MAX,
    ] {
        check(pattern, &Args::new().number("n", n), "other", "other");
    }
    check("{ $n }", &Args::new().number("n", f64::NAN), "NaN", "NaN");
}

#[test]
fn names_select_through_key_and_gender() {
    let pattern = "{ KEY($x) ->\n    [white] W\n    [pawn] P\n    [book] B\n   *[other] -\n }";
    check(pattern, &Args::new().color("x", Color::White), "W", "W");
    check(pattern, &Args::new().color("x", Color::Black), "-", "-");
    check(pattern, &Args::new().role("x", Role::Pawn), "P", "P");
    check(pattern, &Args::new().text("x", "book"), "B", "B");

    let pattern = "{ GENDER($piece) ->\n    [neuter] trygt\n   *[common] trygg\n }";
    check(
        pattern,
        &Args::new().role("piece", Role::Rook),
        "trygg",
        "trygt",
    );
    check(
        pattern,
        &Args::new().role("piece", Role::King),
        "trygg",
        "trygg",
    );
}

#[test]
fn messages_use_messages_and_terms() {
    let messages = same("a = ({ b }, { -t })\nb = { $square }\n-t = krog");
    let args = Args::new().square("square", Square::A1);
    assert_eq!(messages.text(Language::English, "a", &args), "(a1, krog)");
    assert_eq!(messages.ids().collect::<Vec<_>>(), ["a", "b"]);
    assert_eq!(messages.variables("a").collect::<Vec<_>>(), ["square"]);
    assert!(messages.contains("b"));
    assert!(!messages.contains("-t"));
}

#[test]
fn a_language_may_have_several_files() {
    let messages = Messages::new(&[
        (Language::English, "a = one"),
        (Language::English, "b = two"),
        (Language::Norwegian, "a = en\nb = to"),
    ])
    .expect("the files agree");
    assert_eq!(messages.text(Language::English, "b", &Args::new()), "two");
}

#[test]
fn messages_are_shared_between_threads() {
    fn shared<T: Send + Sync>() {}
    shared::<Messages>();
}

#[test]
fn what_cannot_be_printed_leaves_a_mark() {
    let args = Args::new()
        .role("piece", Role::Rook)
        .text("text", "x")
        .number("half", 0.5);
    for (message, mark) in [
        ("on { $square }", "on {$square}"),
        (
            "{ PIECE($missing) }",
            "{PIECE: expected a piece, found nothing}",
        ),
        (
            "{ PIECE($text) }",
            "{PIECE: expected a piece, found the text `x`}",
        ),
        (
            "{ PIECE($piece, $half) }",
            "{PIECE: expected a side or a count, found the number 0.5}",
        ),
        ("{ SIDE($piece) }", "{SIDE: expected a side, found a piece}"),
        (
            "{ SQUARE($piece) }",
            "{SQUARE: expected a square, found a piece}",
        ),
        (
            "{ FILE($piece) }",
            "{FILE: expected a file or a square, found a piece}",
        ),
        (
            "{ RANK($piece) }",
            "{RANK: expected a rank or a square, found a piece}",
        ),
        (
            "{ LIST($text) }",
            "{LIST: expected a list, found the text `x`}",
        ),
        (
            "{ NUMBER($piece) }",
            "{NUMBER: expected a number, found a piece}",
        ),
        (
            r#"{ NUMBER($half, form: "words") }"#,
            "{NUMBER: expected a counting number, found the number 0.5}",
        ),
        (
            "{ KEY($half) }",
            "{KEY: expected a piece, a side or a text, found the number 0.5}",
        ),
        (
            "{ GENDER($half) }",
            "{GENDER: expected a piece, found the number 0.5}",
        ),
    ] {
        check_mark(message, &args, mark);
    }

    let (text, faults) = same("m = m").render(Language::Norwegian, "absent", &args);
    assert_eq!(text, "{absent}");
    assert_eq!(faults, ["no such message"]);
}

#[test]
#[cfg(debug_assertions)]
#[should_panic(expected = "message `absent` in `en`: no such message")]
fn a_debug_build_panics_at_a_missing_message() {
    same("m = m").text(Language::English, "absent", &Args::new());
}

#[test]
#[cfg(debug_assertions)]
#[should_panic(expected = "a call of `PIECE` failed")]
fn a_debug_build_panics_at_a_wrong_argument() {
    same("m = { PIECE($x) }").text(Language::English, "m", &Args::new().text("x", "x"));
}
