//! How message files are refused: every problem, in words.

use crate::{Language, Messages, Problem};

/// Loads two sources and compares the problems, one per line.
#[track_caller]
fn check(english: &str, norwegian: &str, expected: &[&str]) {
    let sources = [
        (Language::English, english),
        (Language::Norwegian, norwegian),
    ];
    let problems = Messages::new(&sources).map_or_else(|error| error.problems, |_| Vec::new());
    let texts: Vec<String> = problems.iter().map(Problem::to_string).collect();
    assert_eq!(texts, expected);
}

#[test]
fn every_difference_between_the_languages_is_listed() {
    check(
        "a = { $x } { $y }\nb = b\nd = { a }",
        "a = { $x } { $z }\nc = c\nd = d",
        &[
            "`no`: message `a` lacks the variable `$y`",
            "`no` lacks the message `b`",
            "`no`: message `d` lacks the variable `$x`",
            "`no`: message `d` lacks the variable `$y`",
            "`en`: message `a` lacks the variable `$z`",
            "`en` lacks the message `c`",
        ],
    );
}

#[test]
fn a_variable_in_any_variant_counts() {
    check(
        "a = { $n ->\n    [one] { $square }\n   *[other] many\n }",
        "a = { $n ->\n    [one] ett\n   *[other] mange\n }",
        &["`no`: message `a` lacks the variable `$square`"],
    );
}

#[test]
fn syntax_is_refused_with_its_place() {
    check(
        "a = fine\n\nå = not an id\nb = { PIECE($piece, count: $n) }\n",
        "a = fint",
        &[
            "`en`, line 3, column 1: expected one of \"a-zA-Z\" (found `å = not an id`)",
            "`en`, line 4, column 28: expected a string or number literal \
             (found `b = { PIECE($piece, count: $n) }`)",
        ],
    );
    check(
        "a = a",
        "a = { $n ",
        &["`no`, line 1, column 10: expected a token starting with \"}\" (found `a = { $n`)"],
    );
}

#[test]
fn duplicates_are_refused() {
    check(
        "a = one\nb = two\na = three",
        "a = en\nb = to",
        &["`en`: `a` is defined twice"],
    );
    let error = Messages::new(&[
        (Language::English, "a = one"),
        (Language::English, "a = two"),
        (Language::Norwegian, "a = en"),
    ])
    .expect_err("a problem");
    assert_eq!(
        error.to_string(),
        "message files are not usable: `en`: `a` is defined twice"
    );
}

#[test]
fn a_language_without_files_is_refused() {
    let error = Messages::new(&[(Language::English, "a = one")]).expect_err("a problem");
    assert_eq!(
        error.problems,
        [Problem::NoSource {
            language: Language::Norwegian
        }]
    );
}

#[test]
fn calls_of_nothing_are_refused() {
    check(
        "a = { PEICE($x) }",
        "a = { $x }",
        &[
            "`en`, line 1: `a` calls `PEICE`, expected one of `PIECE`, `SIDE`, `SQUARE`, `FILE`, \
             `RANK`, `LIST`, `NUMBER`, `KEY`, `GENDER`",
        ],
    );
    check(
        r#"a = { PIECE($x, form: "definit") } { SIDE($x, case: "genitive") }"#,
        r#"a = { NUMBER($x, decimals: "two") } { KEY($x, form: "x") }"#,
        &[
            "`en`, line 1: `a` calls `PIECE` with `form: definit`, expected one of `bare`, \
             `indefinite`, `definite`, `plural`, `definite-plural`",
            "`en`, line 1: `a` calls `SIDE` with `case: genitive`, expected one of `form`",
            "`no`, line 1: `a` calls `NUMBER` with `decimals: two`, expected a whole number below 256",
            "`no`, line 1: `a` calls `KEY` with `form: x`, expected no option",
        ],
    );
}

#[test]
fn references_to_nothing_and_circles_are_refused() {
    check(
        "a = { b } { -t }",
        "a = a",
        &[
            "`en`, line 1: `a` refers to `-t`, which does not exist",
            "`en`, line 1: `a` refers to `b`, which does not exist",
        ],
    );
    check(
        "a = a",
        "\na = { a }",
        &["`no`, line 2: `a` refers to itself"],
    );
    check(
        "a =\n    .title = title",
        "a = a",
        &["`en`, line 1: message `a` has no text of its own"],
    );
}

#[test]
fn selecting_names_by_a_bare_variable_is_refused() {
    check(
        "a = { $side ->\n    [white] x\n   *[other] y\n }",
        "a = { $side }",
        &[
            "`en`, line 1: `a` selects `[white]` by `$side`, expected `KEY($side) ->` or a plural key",
        ],
    );
}

#[test]
fn several_problems_stand_on_lines_of_their_own() {
    let sources = [
        (Language::English, "a = a\nb = b"),
        (Language::Norwegian, "c = c"),
    ];
    assert_eq!(
        Messages::new(&sources).expect_err("a problem").to_string(),
        "message files are not usable:\n  `no` lacks the message `a`\n  \
         `no` lacks the message `b`\n  `en` lacks the message `c`"
    );
}
