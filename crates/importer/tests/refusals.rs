//! Services that refuse, babble, hang or point elsewhere: each is told in its
//! own words, and none takes more than its share of time and memory.

#![allow(clippy::unwrap_used)] // what cannot be unwrapped here has failed the test

#[path = "support/bench.rs"]
mod bench;
#[path = "support/fake.rs"]
mod fake;
#[path = "support/games.rs"]
mod games;

use std::{
    sync::{Arc, atomic::Ordering},
    thread,
    time::{Duration, Instant},
};

use bench::{Bench, counts, troubles};
use fake::{Fake, Reply};
use games::{LichessGame, chesscom_game, lichess, month};
use krog_importer::Progress;

const TOKEN: &str = "lip_secret";

/// What is told when everything is answered like this.
#[track_caller]
fn check(reply: &Reply, token: bool, source: &str, expected: &str, waits: &[u64]) {
    let answer = reply.clone();
    let fake = Fake::start(move |_, _| answer.clone());
    let bench = Bench::with_token(&fake, token.then_some(TOKEN));
    let start = Instant::now();
    let report = bench.sync(source);
    assert_eq!(troubles(&report), [expected]);
    assert_eq!(bench.waits(), waits);
    assert_eq!(fake.asked().len(), waits.len() + 1);
    assert_eq!(counts(&report), (0, 0, 0, Vec::new()));
    assert!(start.elapsed() < Duration::from_secs(12), "{expected}");
    assert!(!format!("{report:?}").contains(TOKEN));
}

const ONCE: &[u64] = &[];
const PAUSES: &[u64] = &[2, 4, 8, 16, 32];

#[test]
fn each_status_is_told_in_its_own_words() {
    for (status, token, expected) in [
        (
            401,
            true,
            "the token is not accepted (401); make a new one, or leave it out",
        ),
        (401, false, "it wants a token (401)"),
        (
            403,
            true,
            "it refuses the request (403); the token may lack a right, or this network may be blocked",
        ),
        (404, true, "there is no user Ola (404)"),
        (410, true, "the games of Ola are gone for good (410)"),
        (418, true, "found status 418, expected 200"),
    ] {
        let expected = format!("Lichess: {expected}");
        check(
            &Reply::status(status),
            token,
            "lichess:Ola",
            &expected,
            ONCE,
        );
    }
    let expected = "Chess.com: there is no user ola (404)";
    check(&Reply::status(404), false, "chesscom:Ola", expected, ONCE);
}

#[test]
fn trouble_that_may_pass_is_borne_for_a_while() {
    let busy = "Lichess: too many requests (429), also after waiting; try again later";
    check(&Reply::status(429), false, "lichess:Ola", busy, &[60; 5]);
    let told = Reply::status(429).with("retry-after", "7");
    check(&told, false, "lichess:Ola", busy, &[7; 5]);
    let for_ever = Reply::status(429).with("retry-after", "999999999999");
    check(&for_ever, false, "lichess:Ola", busy, &[3_600; 5]);
    for status in [500, 502, 503] {
        let expected = format!("Chess.com: it has trouble of its own ({status}); try again later");
        check(
            &Reply::status(status),
            false,
            "chesscom:Ola",
            &expected,
            PAUSES,
        );
    }
}

#[test]
fn after_waiting_as_told_it_goes_on() {
    let all: Vec<LichessGame> = (0..1_500).map(LichessGame::new).collect();
    let served = all.clone();
    let fake = Fake::start(move |request, number| match number {
        0 => Reply::status(429).with("retry-after", "5"),
        2 => Reply::status(429),
        3 => Reply::status(503),
        _ => lichess(&served, request),
    });
    let bench = Bench::new(&fake);
    let report = bench.sync("lichess:Ola");
    assert_eq!(bench.waits(), [5, 60, 4]);
    assert_eq!((report.processed, troubles(&report)), (1_500, Vec::new()));
}

#[test]
fn redirects_are_refused() {
    let inner = Fake::start(|_, _| Reply::ok("{}"));
    for status in [301, 302, 303, 307, 308] {
        for place in [
            inner.address.as_str(),
            "http://169.254.169.254/latest/meta-data/",
            "http://[::1]/",
            "https://lichess.org/api/games/user/Ola",
            "file:///etc/passwd",
        ] {
            let reply = Reply::status(status).with("location", place);
            let expected =
                format!("Lichess: it points to another address ({status}), which is not followed");
            check(&reply, true, "lichess:Ola", &expected, ONCE);
        }
    }
    assert_eq!(inner.asked().len(), 0);
}

#[test]
fn garbage_is_named() {
    for (source, body, expected) in [
        (
            "lichess:Ola",
            "<html>Sorry</html>",
            "Lichess: found an answer of another shape, expected JSON objects, one to a line",
        ),
        (
            "lichess:Ola",
            "{\"error\":\"lip_secret\"}",
            "Lichess: found an answer of another shape, expected games with id and createdAt",
        ),
        (
            "lichess:Ola",
            "{\"id\":\"../../ab\",\"createdAt\":1}",
            "Lichess: found an answer of another shape, expected games with id and createdAt",
        ),
        (
            "lichess:Ola",
            "{\"id\": nonsense}",
            "Lichess: found an answer of another shape, expected JSON objects, one to a line",
        ),
        (
            "chesscom:Ola",
            "[]",
            "Chess.com: found an answer of another shape, expected JSON objects, one to a line",
        ),
        (
            "chesscom:Ola",
            "{\"games\":[]}",
            "Chess.com: found an answer of another shape, expected a list of archives",
        ),
        (
            "chesscom:Ola",
            "",
            "Chess.com: found an answer of another shape, expected a list of archives",
        ),
    ] {
        check(&Reply::ok(body), true, source, expected, ONCE);
    }
    let binary = String::from_utf8_lossy(&[0, 159, 146, 150, 13, 10]).into_owned();
    let expected =
        "Lichess: found an answer of another shape, expected JSON objects, one to a line";
    check(&Reply::ok(binary), true, "lichess:Ola", expected, ONCE);
}

#[test]
fn what_does_not_end_is_ended() {
    let game = format!("{}\n", LichessGame::new(1).json());
    for (first, then, imported) in [
        ("", "\n".repeat(10_000), 0),
        ("{\"id\":\"", "a".repeat(10_000), 0),
        ("{\"id\":[0", ",0".repeat(10_000), 0),
        ("", game, 1),
    ] {
        let fake = Fake::start(move |_, _| Reply::Endless(first.to_owned(), then.clone()));
        let report = Bench::new(&fake).sync("lichess:Ola");
        let told = troubles(&report);
        assert_eq!(
            told,
            ["Lichess: the answer is larger than any that is expected"],
            "{first}"
        );
        assert_eq!(report.imported, imported);
        assert_eq!(fake.asked().len(), 1);
    }
}

#[test]
fn what_is_slow_is_given_up() {
    let slow = "Lichess: the answer takes too long";
    check(&Reply::Hang, false, "lichess:Ola", slow, PAUSES);
    // Never silent for long, and never done.
    let drip = Reply::Drip("\n".repeat(10_000), Duration::from_millis(100));
    check(&drip, false, "lichess:Ola", slow, PAUSES);
}

#[test]
fn stopping_does_not_wait_for_the_service() {
    let fake = Fake::start(|_, _| Reply::Hang);
    let bench = Bench::new(&fake);
    let progress = Arc::new(Progress::default());
    let watched = Arc::clone(&progress);
    thread::spawn(move || {
        thread::sleep(Duration::from_millis(100));
        watched.stop();
    });
    let start = Instant::now();
    let report = bench.sync_watched("lichess:Ola", &progress);
    assert!(report.stopped && report.troubles.is_empty());
    assert!(start.elapsed() < Duration::from_millis(390));
}

#[test]
fn nobody_there_is_told() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    drop(listener);
    let fake = Fake {
        address,
        asked: Arc::default(),
        most: Arc::default(),
    };
    let bench = Bench::new(&fake);
    let told = troubles(&bench.sync("lichess:Ola"));
    assert!(
        told[0].starts_with("Lichess: it cannot be reached: "),
        "{told:?}"
    );
    assert_eq!(bench.waits(), PAUSES);
}

#[test]
fn a_bad_game_among_good_ones_costs_itself() {
    let mut games: Vec<_> = (0..5)
        .map(|number| chesscom_game(number, "chess", true))
        .collect();
    games[1]["pgn"] = "1. e4 e5 2. Ke7 1-0".into();
    games[2]["pgn"] = 7.into();
    games[3]["url"] = "https://evil.example/\u{1b}[2J".into();
    games[3]["pgn"] = "\u{0}\u{fffd}".into();
    let body = month(&games);
    let fake = Fake::start(move |request, _| {
        if request.path.ends_with("archives") {
            Reply::ok(games::archives(&["2024/01"]))
        } else {
            Reply::ok(body.clone())
        }
    });
    let bench = Bench::new(&fake);
    let report = bench.sync("chesscom:erik");
    assert_eq!(
        (report.processed, report.imported, report.skips()),
        (5, 2, 3)
    );
    for told in report.examples.values().flatten() {
        let text = format!("{}{}", told.file, told.message);
        assert!(!text.contains(char::is_control), "{text:?}");
    }
    assert_eq!(fake.most.load(Ordering::SeqCst), 1);
}
