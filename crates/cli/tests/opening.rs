//! `krog opening` as scripts meet it.

#![allow(clippy::unwrap_used)] // what cannot be unwrapped here has failed the test

use std::process::Command;

use serde_json::Value;

const RUY_LOPEZ: &str = "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";
const OPERA: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../data/samples/1858-morphy-duke-karl-opera-game.pgn"
);

fn krog(args: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_krog"))
        .arg("opening")
        .args(args)
        .env_remove("KROG_LANG")
        .env_remove("KROG_FORMAT")
        .output()
        .unwrap();
    let out = String::from_utf8(output.stdout).unwrap();
    (output.status.code(), out)
}

#[track_caller]
fn check(args: &[&str], code: i32, expected: &str) {
    let (found, out) = krog(args);
    assert_eq!((found, out.as_str()), (Some(code), expected));
}

/// The name is the first line; the lesson stands below an empty one.
#[track_caller]
fn check_lesson(args: &[&str], name: &str, lesson: &[&str]) {
    let (code, out) = krog(args);
    assert_eq!(code, Some(0));
    let (first, below) = out.split_once("\n\n").unwrap();
    assert_eq!(first, name);
    for row in lesson {
        assert!(below.lines().any(|line| line == *row), "{row}\n{below}");
    }
}

fn json(args: &[&str]) -> Value {
    let (_, out) = krog(&[args, &["--format", "json"]].concat());
    serde_json::from_str(&out).unwrap()
}

#[test]
fn a_position_has_a_name_and_a_lesson() {
    check_lesson(
        &[RUY_LOPEZ],
        "C60 Ruy Lopez",
        &[
            "C60 Ruy Lopez (1. e4 e5 2. Nf3 Nc6 3. Bb5)",
            "+=  White keeps a slight pull; Black is solid.",
            "  - The bishop on b5 leans on the knight that guards e5.",
            "White's plans",
            "  - Castle, guard e4 with Re1 and build the centre with c3 and d4.",
            "Principles at work: develop the pieces, control the centre and keep the king safe.",
        ],
    );
    check_lesson(
        &[RUY_LOPEZ, "--lang", "no"],
        "C60 Ruy Lopez",
        &[
            "Svarts planer",
            "  - Spør løperen med ...a6, og jag den tilbake med ...b5 når e5 trenger avlastning.",
        ],
    );
}

#[test]
fn the_lesson_is_in_the_json() {
    let ruy = json(&[RUY_LOPEZ]);
    assert_eq!(
        (&ruy["eco"], &ruy["name"]),
        (&"C60".into(), &"Ruy Lopez".into())
    );
    let lesson = &ruy["lesson"];
    assert_eq!(lesson["evaluation"]["sign"], "+=");
    assert_eq!(lesson["principles"][0], "develop_pieces");
    let plan = &lesson["plans"]["black"][0];
    assert_eq!(
        plan["moves"],
        serde_json::json!(["...a6", "Ba4", "...b5", "Bb3"])
    );
    assert!(plan["text"]["no"].is_string() && plan["text"]["en"].is_string());
    // Named, but too far from the main roads for a lesson.
    let named = json(&["rnbqkbnr/pppppppp/8/8/6P1/8/PPPPPP1P/RNBQKBNR b KQkq - 0 1"]);
    assert_eq!((&named["eco"], named.get("lesson")), (&"A00".into(), None));
}

#[test]
fn a_game_has_the_name_it_had_last_and_its_lesson() {
    check_lesson(
        &[OPERA],
        "C41 Philidor's Defence, left by 3... Bg4",
        &["C41 Philidor's Defence (1. e4 e5 2. Nf3 d6)"],
    );
    check_lesson(
        &[OPERA, "--lang", "no"],
        "C41 Philidor's Defence, forlatt med 3... Bg4",
        &["+=  Hvit har mer plass; svart er vanskelig å knekke."],
    );
}

#[test]
fn a_position_without_a_name_says_so() {
    check(&["startpos"], 1, "This position has no name.\n");
    check(&["startpos", "--format", "json"], 1, "null\n");
    check(&["4k3/8/8/8/8/8/8/4K2 w - - 0 1"], 2, "");
}
