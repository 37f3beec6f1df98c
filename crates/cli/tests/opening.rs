//! `krog opening` as scripts meet it.

#![allow(clippy::unwrap_used)] // what cannot be unwrapped here has failed the test

use std::process::Command;

const RUY_LOPEZ: &str = "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";
const OPERA: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../data/samples/1858-morphy-duke-karl-opera-game.pgn"
);

#[track_caller]
fn check(args: &[&str], code: i32, expected: &str) {
    let output = Command::new(env!("CARGO_BIN_EXE_krog"))
        .arg("opening")
        .args(args)
        .env_remove("KROG_LANG")
        .env_remove("KROG_FORMAT")
        .output()
        .unwrap();
    let out = String::from_utf8(output.stdout).unwrap();
    assert_eq!((output.status.code(), out.as_str()), (Some(code), expected));
}

#[test]
fn a_position_has_a_name() {
    check(&[RUY_LOPEZ], 0, "C60 Ruy Lopez\n");
    check(
        &[RUY_LOPEZ, "--format", "json"],
        0,
        "{\n  \"eco\": \"C60\",\n  \"name\": \"Ruy Lopez\"\n}\n",
    );
}

#[test]
fn a_game_has_the_name_it_had_last() {
    check(&[OPERA], 0, "C41 Philidor's Defence, left by 3... Bg4\n");
    check(
        &[OPERA, "--lang", "no"],
        0,
        "C41 Philidor's Defence, forlatt med 3... Bg4\n",
    );
}

#[test]
fn a_position_without_a_name_says_so() {
    check(&["startpos"], 1, "This position has no name.\n");
    check(&["startpos", "--format", "json"], 1, "null\n");
    check(&["4k3/8/8/8/8/8/8/4K2 w - - 0 1"], 2, "");
}
