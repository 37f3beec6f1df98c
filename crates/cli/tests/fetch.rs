//! `krog import lichess:USER` and `chesscom:USER`, as scripts meet them.

#![allow(clippy::unwrap_used)] // what cannot be unwrapped here has failed the test

#[path = "../../importer/tests/support/fake.rs"]
mod fake;
#[path = "../../importer/tests/support/games.rs"]
mod games;

use std::{
    env, fs,
    path::PathBuf,
    process::{Command, Output},
};

use fake::{Fake, Reply};
use games::{LichessGame, archives, chesscom_game, lichess, month};
use serde_json::Value;

const TOKEN: &str = "lip_secret";

struct Bench {
    folder: PathBuf,
    address: String,
}

impl Bench {
    fn new(name: &str, fake: &Fake) -> Bench {
        let folder = env::temp_dir().join(format!("krog-fetch-{name}-{}", std::process::id()));
        let _not_there = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        Bench {
            folder,
            address: fake.address.clone(),
        }
    }

    fn import(&self, args: &[&str]) -> Output {
        let output = Command::new(env!("CARGO_BIN_EXE_krog"))
            .arg("import")
            .args(args)
            .env("KROG_DB", self.folder.join("store"))
            .env("KROG_LICHESS_URL", &self.address)
            .env("KROG_CHESSCOM_URL", &self.address)
            .env("KROG_LICHESS_TOKEN", TOKEN)
            .env_remove("KROG_LANG")
            .env_remove("KROG_FORMAT")
            .output()
            .unwrap();
        for text in [&output.stdout, &output.stderr] {
            assert!(!String::from_utf8_lossy(text).contains(TOKEN), "{output:?}");
        }
        output
    }

    #[track_caller]
    fn json(&self, args: &[&str], code: i32) -> Value {
        let output = self.import(&[args, &["--format", "json"]].concat());
        assert_eq!(output.status.code(), Some(code), "{output:?}");
        serde_json::from_slice(&output.stdout).unwrap()
    }

    /// What is told, on either stream.
    #[track_caller]
    fn check_told(&self, args: &[&str], code: i32, expected: &str) {
        let output = self.import(args);
        let told = [output.stdout, output.stderr].concat();
        let told = String::from_utf8(told).unwrap();
        assert_eq!(output.status.code(), Some(code), "{told}");
        assert!(told.contains(expected), "{told}");
    }
}

impl Drop for Bench {
    fn drop(&mut self) {
        let _stays = fs::remove_dir_all(&self.folder);
    }
}

#[test]
fn the_games_of_users_are_counted_once() {
    let fake = Fake::start(|request, _| match &*request.path {
        "/pub/player/erik/games/archives" => Reply::ok(archives(&["2024/01"])),
        "/pub/player/erik/games/2024/01" => {
            let mut games: Vec<_> = (0..5).map(|n| chesscom_game(n, "chess", true)).collect();
            games.push(chesscom_game(5, "crazyhouse", true));
            Reply::ok(month(&games))
        }
        _ => {
            let games: Vec<_> = (0..30).map(LichessGame::new).collect();
            lichess(&games, request)
        }
    });
    let bench = Bench::new("users", &fake);
    let report = bench.json(&["lichess:Ola", "chesscom:Erik", "--rated-only"], 0);
    assert_eq!(report["gamesProcessed"], 36);
    // Casual games are told apart from those that are no chess.
    let skipped = &report["gamesSkipped"];
    assert_eq!(skipped["unrated"], 3);
    assert_eq!(skipped["variant"], 3);
    assert_eq!(skipped["noResult"], 2);
    assert_eq!(report["gamesImported"], 28);
    assert_eq!(report["collection"], "main");
    assert_eq!(
        fake.asked()[0].headers["authorization"],
        "Bearer lip_secret"
    );

    let again = bench.json(&["lichess:Ola", "chesscom:Erik", "--rated-only"], 0);
    assert_eq!(
        (&again["gamesProcessed"], &again["gamesDuplicate"]),
        (&0.into(), &0.into())
    );
}

#[test]
fn what_is_refused_is_told_in_both_languages() {
    let fake = Fake::start(|request, _| match &*request.path {
        "/api/games/user/Tom" => Reply::status(401),
        "/api/games/user/Per" => Reply::status(302).with("location", "http://127.0.0.1:1/"),
        _ => Reply::status(404),
    });
    let bench = Bench::new("refused", &fake);
    bench.check_told(&["lichess:Nobody"], 1, "Lichess has no user Nobody (404).");
    bench.check_told(
        &["chesscom:Nobody", "--lang", "no"],
        1,
        "Chess.com har ingen bruker nobody (404).",
    );
    bench.check_told(
        &["lichess:Tom"],
        1,
        "Lichess does not accept the token (401).",
    );
    bench.check_told(
        &["lichess:Per", "--lang", "no"],
        1,
        "Lichess viser til en annen adresse (302). krog følger den ikke.",
    );
    bench.check_told(
        &["https://www.chess.com/game/live/17"],
        1,
        "Tell one of the two players of game 17 with --player.",
    );
    let report = bench.json(&["lichess:Nobody", "lichess:Tom"], 1);
    assert_eq!(
        report["errors"],
        serde_json::json!([
            "Lichess: there is no user Nobody (404)",
            "Lichess: the token is not accepted (401); make a new one, or leave it out",
        ])
    );
}

#[test]
fn bad_names_and_settings_are_refused_before_anybody_is_asked() {
    let fake = Fake::start(|_, _| Reply::status(500));
    let bench = Bench::new("bad", &fake);
    let name = "expected 2 to 30 letters, digits, - or _";
    bench.check_told(&["lichess:../../etc"], 2, name);
    bench.check_told(&["chesscom:a/b"], 2, name);
    bench.check_told(
        &["https://example.org/abcd1234"],
        2,
        "the address of a game",
    );
    bench.check_told(
        &["lichess:Ola", "--lichess-url", "http://lichess.example"],
        2,
        "expected https where a token is sent",
    );
    bench.check_told(
        &["lichess:Ola", "--lichess-token", "lip_ secret"],
        2,
        "--lichess-token: ",
    );
    bench.check_told(
        &["lichess:Ola", "--contact", "a\r\nb: c"],
        2,
        "expected one such as name@",
    );
    assert_eq!(fake.asked().len(), 0);
}
