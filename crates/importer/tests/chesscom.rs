//! Months of a Chess.com user: what changes, what does not, and one game.

#![allow(clippy::unwrap_used)] // what cannot be unwrapped here has failed the test

#[path = "support/bench.rs"]
mod bench;
#[path = "support/fake.rs"]
mod fake;
#[path = "support/games.rs"]
mod games;

use std::sync::{Arc, Mutex, atomic::Ordering};

use bench::{Bench, counts, troubles};
use fake::{Fake, Reply, Request};
use games::{archives, chesscom_game, month};
use krog_importer::Skip;
use serde_json::Value;

const MONTHS: [&str; 3] = ["2023/12", "2024/01", "2024/02"];

/// In the middle of February 2024.
const FEBRUARY: i64 = 1_708_000_000;

fn chess(numbers: std::ops::Range<usize>) -> Vec<Value> {
    numbers
        .map(|number| chesscom_game(number, "chess", true))
        .collect()
}

/// A service with validators that has these games in each month.
fn serve(months: &[Vec<Value>], request: &Request) -> Reply {
    let Some(path) = request.path.strip_prefix("/pub/player/erik/games/") else {
        return Reply::status(404);
    };
    if path == "archives" {
        return Reply::ok(archives(&MONTHS));
    }
    let Some(index) = MONTHS.iter().position(|month| *month == path) else {
        return Reply::status(404);
    };
    let games = &months[index];
    let etag = format!("W/\"{path}-{}\"", games.len());
    if request.headers.get("if-none-match") == Some(&etag) {
        return Reply::status(304).with("etag", &etag);
    }
    Reply::ok(month(games))
        .with("etag", &etag)
        .with("last-modified", "Thu, 15 Feb 2024 00:00:00 GMT")
}

fn paths(fake: &Fake, from: usize) -> Vec<String> {
    let asked = fake.asked().into_iter().skip(from);
    let path = |request: Request| {
        let path = request.path.trim_start_matches("/pub/player/erik/games/");
        path.to_owned()
    };
    asked.map(path).collect()
}

#[test]
fn a_month_that_changes_brings_what_is_new() {
    let months = Arc::new(Mutex::new(vec![chess(0..20), chess(20..30), chess(30..33)]));
    let served = Arc::clone(&months);
    let fake = Fake::start(move |request, _| serve(&served.lock().unwrap(), request));
    let bench = Bench::new(&fake);
    bench.clock.now.store(FEBRUARY, Ordering::Relaxed);
    let first = bench.sync("chesscom:Erik");
    assert_eq!(counts(&first), (33, 33, 0, Vec::new()));
    assert_eq!(
        paths(&fake, 0),
        ["archives", "2023/12", "2024/01", "2024/02"]
    );

    // Months that are over are not asked for; this one is, and has not changed.
    let second = bench.sync("chesscom:Erik");
    assert_eq!(counts(&second), (0, 0, 0, Vec::new()));
    assert_eq!(paths(&fake, 4), ["archives", "2024/02"]);
    let asked = fake.asked().pop().unwrap();
    assert_eq!(asked.headers["if-none-match"], "W/\"2024/02-3\"");
    assert_eq!(
        asked.headers["if-modified-since"],
        "Thu, 15 Feb 2024 00:00:00 GMT"
    );

    months.lock().unwrap()[2] = chess(30..38);
    let third = bench.sync("chesscom:Erik");
    assert_eq!(counts(&third), (8, 5, 3, Vec::new()));

    // What is over is closed even if nothing came.
    bench
        .clock
        .now
        .store(FEBRUARY + 40 * 86_400, Ordering::Relaxed);
    assert_eq!(bench.sync("chesscom:Erik").processed, 0);
    let before = fake.asked().len();
    assert_eq!(bench.sync("chesscom:Erik").processed, 0);
    assert_eq!(paths(&fake, before), ["archives"]);

    let all = chess(0..38);
    let pgn: Vec<&str> = all
        .iter()
        .map(|game| game["pgn"].as_str().unwrap())
        .collect();
    let (whole, exported) = bench.import(&pgn.join("\n"));
    assert_eq!(whole.imported, 38);
    assert_eq!(bench.export(), exported);
}

#[test]
fn variants_and_casual_games_are_told() {
    let mut games = chess(0..4);
    games.push(chesscom_game(4, "bughouse", true));
    games.push(chesscom_game(5, "chess", false));
    let mut empty = chesscom_game(6, "chess", true);
    empty.as_object_mut().unwrap().remove("pgn");
    games.push(empty);
    let months = vec![games, Vec::new(), Vec::new()];
    let fake = Fake::start(move |request, _| serve(&months, request));
    let mut bench = Bench::new(&fake);
    bench.choice.rated_only = true;
    let report = bench.sync("chesscom:erik");
    let skips = vec![(Skip::Variant, 1), (Skip::NoGame, 1), (Skip::Unrated, 1)];
    assert_eq!(counts(&report), (7, 4, 0, skips));
    let told = &report.examples[&Skip::Variant][0];
    assert_eq!(told.file, "https://www.chess.com/game/live/900004");
}

#[test]
fn a_month_that_breaks_off_is_read_again() {
    let months = [chess(0..20), chess(20..30), chess(30..33)];
    let fake = Fake::start(
        move |request, number| match (number, serve(&months, request)) {
            (1, Reply::Full(200, _, mut body)) => {
                body.truncate(body.len() / 2);
                Reply::Cut(body)
            }
            (_, reply) => reply,
        },
    );
    let bench = Bench::new(&fake);
    let report = bench.sync("chesscom:erik");
    assert_eq!((report.imported, report.skips()), (33, 0));
    assert_eq!(report.processed, report.imported + report.duplicates);
    assert!((1..20).contains(&report.duplicates), "{report:?}");
    assert_eq!(bench.waits(), [2]);
}

#[test]
fn a_month_that_always_breaks_off_is_given_up() {
    let months = [chess(0..20), Vec::new(), Vec::new()];
    let fake = Fake::start(move |request, _| match serve(&months, request) {
        Reply::Full(200, _, mut body) if request.path.ends_with("12") => {
            body.truncate(body.len() / 2);
            Reply::Cut(body)
        }
        reply => reply,
    });
    let bench = Bench::new(&fake);
    let report = bench.sync("chesscom:erik");
    assert_eq!(troubles(&report), ["Chess.com: the answer broke off"]);
    assert_eq!(bench.waits(), [2, 4, 8, 16, 32]);
}

#[test]
fn a_month_that_is_not_there_costs_itself() {
    let months = [chess(0..20), chess(20..30), chess(30..33)];
    let fake = Fake::start(move |request, _| match &*request.path {
        "/pub/player/erik/games/2024/01" => Reply::status(404),
        "/pub/player/erik/games/2023/12" => Reply::status(410),
        _ => serve(&months, request),
    });
    let bench = Bench::new(&fake);
    let report = bench.sync("chesscom:erik");
    assert_eq!(report.imported, 3);
    assert_eq!(
        troubles(&report),
        [
            "Chess.com: the games of 2023/12 are gone for good (410)",
            "Chess.com: the games of 2024/01 are not there (404)",
        ]
    );
}

#[test]
fn a_window_asks_for_its_months_and_closes_none_that_it_cut() {
    let months = [chess(0..20), chess(20..30), chess(30..33)];
    let fake = Fake::start(move |request, _| serve(&months, request));
    let mut bench = Bench::new(&fake);
    bench.clock.now.store(FEBRUARY, Ordering::Relaxed);
    bench.choice.since = Some("2024-01-01".parse().unwrap());
    bench.choice.until = Some("2024-01-04".parse().unwrap());
    // All games of these months are of the fifth of January.
    let early = bench.sync("chesscom:erik");
    assert_eq!(counts(&early), (10, 0, 0, vec![(Skip::NotChosen, 10)]));
    bench.choice.until = None;
    let all = bench.sync("chesscom:erik");
    assert_eq!(counts(&all), (13, 13, 0, Vec::new()));
    assert_eq!(
        paths(&fake, 0),
        ["archives", "2024/01", "archives", "2024/01", "2024/02"]
    );
}

#[test]
fn one_game_is_looked_for_among_those_of_its_player() {
    let months = [chess(0..20), chess(20..30), chess(30..33)];
    let fake = Fake::start(move |request, _| serve(&months, request));
    let mut bench = Bench::new(&fake);
    let address = "https://www.chess.com/game/live/900025";
    let alone = bench.sync(address);
    assert_eq!(
        troubles(&alone),
        [
            "Chess.com: games are given out by player only; tell one of the two players of game 900025 with --player"
        ]
    );
    assert_eq!(fake.asked().len(), 0);

    bench.choice.player = Some("Erik".to_owned());
    let found = bench.sync(address);
    assert_eq!(counts(&found), (1, 1, 0, Vec::new()));
    assert_eq!(paths(&fake, 0), ["archives", "2024/02", "2024/01"]);
    let missing = bench.sync("https://www.chess.com/game/live/1");
    assert_eq!(
        troubles(&missing),
        ["Chess.com: none of the games of erik is 1"]
    );
}
