//! Games of a Lichess user: windows, resumption, and what is new.

#![allow(clippy::unwrap_used)] // what cannot be unwrapped here has failed the test

#[path = "support/bench.rs"]
mod bench;
#[path = "support/fake.rs"]
mod fake;
#[path = "support/games.rs"]
mod games;

use std::{
    sync::{Arc, Mutex},
    thread,
    time::{Duration, Instant},
};

use bench::{Bench, counts, troubles};
use fake::{Fake, Reply};
use games::{LichessGame, lichess};
use krog_importer::{Progress, Skip};

fn games(count: usize) -> Vec<LichessGame> {
    (0..count).map(LichessGame::new).collect()
}

fn pgn(games: &[LichessGame]) -> String {
    games.iter().map(|game| game.pgn.as_str()).collect()
}

/// The body of an answer, cut after so many bytes.
fn cut(reply: Reply, bytes: usize) -> String {
    match reply {
        Reply::Full(200, _, mut body) => {
            body.truncate(bytes);
            body
        }
        _ => unreachable!("games"),
    }
}

#[test]
fn three_thousand_games_are_counted_once_however_often_it_breaks_off() {
    let all = games(3_000);
    let progress = Arc::new(Progress::default());
    let watched = Arc::clone(&progress);
    let served = all.clone();
    let fake = Fake::start(move |request, number| {
        let reply = lichess(&served, request);
        let watched = Arc::clone(&watched);
        match number {
            // The line breaks in the middle of a game,
            1 => Reply::Cut(cut(reply, 300_000)),
            // and the user stops in the middle of a window.
            3 => Reply::Then(
                cut(reply, 200_000),
                Arc::new(move || {
                    let start = Instant::now();
                    while watched.games() < 2_100 && start.elapsed() < Duration::from_secs(5) {
                        thread::sleep(Duration::from_millis(5));
                    }
                    watched.stop();
                }),
            ),
            _ => reply,
        }
    });
    let bench = Bench::new(&fake);
    let first = bench.sync_watched("lichess:Ola", &progress);
    assert!(first.stopped);
    assert_eq!(bench.waits(), [2]);
    assert!((2_000..3_000).contains(&first.processed), "{first:?}");

    let second = bench.sync("lichess:Ola");
    let (whole, exported) = bench.import(&pgn(&all));
    let mut both = first;
    both.merge(second);
    assert_eq!(counts(&both), counts(&whole));
    assert_eq!(both.duplicates, 0);
    assert_eq!(bench.export(), exported);
    let skips: Vec<Skip> = whole.skipped.keys().copied().collect();
    assert_eq!(skips, [Skip::NoResult, Skip::Variant]);

    // Nothing is new now, and only what is new is asked for.
    let third = bench.sync("lichess:Ola");
    assert_eq!(counts(&third), (0, 0, 0, Vec::new()));
    let last = fake.asked().pop().unwrap();
    assert_eq!(last.number("since"), Some(all[2_999].created));
    assert_eq!(fake.most.load(std::sync::atomic::Ordering::SeqCst), 1);
}

#[test]
fn a_game_that_was_under_way_comes_when_it_is_over() {
    let mut all = games(3);
    all[1] = LichessGame::under_way(1);
    let served = Arc::new(Mutex::new(all));
    let handed = Arc::clone(&served);
    let fake = Fake::start(move |request, _| lichess(&handed.lock().unwrap(), request));
    let bench = Bench::new(&fake);
    let first = bench.sync("lichess:Ola");
    assert_eq!(counts(&first), (3, 2, 0, vec![(Skip::NoResult, 1)]));

    // It is asked for by its id, as long as it takes.
    let still = bench.sync("lichess:Ola");
    assert_eq!(counts(&still), (1, 0, 0, vec![(Skip::NoResult, 1)]));
    *served.lock().unwrap() = games(4);
    let over = bench.sync("lichess:Ola");
    assert_eq!(counts(&over), (2, 2, 0, Vec::new()));
    let again = bench.sync("lichess:Ola");
    assert_eq!(counts(&again), (0, 0, 0, Vec::new()));
    let ids: Vec<String> = fake.asked().into_iter().map(|asked| asked.body).collect();
    assert_eq!(ids, ["", "Ab000001", "", "Ab000001", "", ""]);
}

#[test]
fn windows_and_choices_have_their_own_marks() {
    let all = games(200);
    let fake = Fake::start(move |request, _| lichess(&all, request));
    let mut bench = Bench::new(&fake);
    bench.choice.until = Some("2023-11-14".parse().unwrap());
    let early = bench.sync("lichess:Ola");
    let asked = fake.asked().pop().unwrap();
    assert_eq!(asked.number("until"), Some(1_700_006_399_999));
    assert_eq!(asked.number("since"), None);
    assert_eq!(early.processed, 107);

    // A later end goes on from there,
    bench.choice.until = None;
    let late = bench.sync("lichess:Ola");
    assert_eq!((late.processed, late.duplicates), (93, 0));

    // another beginning is another choice.
    bench.choice.since = Some("2023-11-01".parse().unwrap());
    let again = bench.sync("lichess:Ola");
    let asked = fake.asked().pop().unwrap();
    assert_eq!(asked.number("since"), Some(1_698_796_800_000));
    assert_eq!((again.processed, again.imported), (200, 0));
}

#[test]
fn casual_games_are_told_when_they_are_left_out() {
    let all = games(40);
    let served = all.clone();
    let fake = Fake::start(move |request, _| lichess(&served, request));
    let mut bench = Bench::new(&fake);
    let (everything, _) = bench.import(&pgn(&all));
    bench.choice.rated_only = true;
    let report = bench.sync("lichess:Ola");
    let casual = all.iter().filter(|game| !game.rated).count() as u64;
    assert_eq!(report.skipped[&Skip::Unrated], casual);
    assert_eq!(report.processed, everything.processed);
    assert_eq!(report.imported + report.skips(), 40);

    // The rest comes when it is asked for.
    bench.choice.rated_only = false;
    let rest = bench.sync("lichess:Ola");
    assert_eq!(rest.imported + report.imported, everything.imported);
    assert_eq!(rest.duplicates, report.imported);
}

#[test]
fn a_service_that_knows_no_order_loses_no_game() {
    let all = games(60);
    let served = all.clone();
    let fake = Fake::start(move |request, number| {
        let mut request = request.clone();
        request.query.remove("sort");
        let reply = lichess(&served, &request);
        if number == 0 {
            Reply::Cut(cut(reply, 20_000))
        } else {
            reply
        }
    });
    let bench = Bench::new(&fake);
    let report = bench.sync("lichess:Ola");
    let (whole, exported) = bench.import(&pgn(&all));
    assert_eq!(report.imported, whole.imported);
    assert_eq!(bench.export(), exported);
}

#[test]
fn one_game_is_fetched_by_its_address() {
    let all = games(3);
    let fake = Fake::start(move |request, _| lichess(&all, request));
    let bench = Bench::new(&fake);
    let report = bench.sync("https://lichess.org/Ab000002/black#7");
    assert_eq!(counts(&report), (1, 1, 0, Vec::new()));
    let again = bench.sync("https://lichess.org/Ab000002");
    assert_eq!(counts(&again), (1, 0, 1, Vec::new()));
    let missing = bench.sync("https://lichess.org/Ab000009");
    assert_eq!(
        troubles(&missing),
        ["Lichess: there is no game Ab000009 (404)"]
    );
}

#[test]
fn who_asks_is_told_and_the_token_goes_to_lichess_only() {
    let fake = Fake::start(|request, _| match &*request.path {
        "/pub/player/ola/games/archives" => Reply::ok("{\"archives\":[]}"),
        _ => Reply::ok(""),
    });
    let bench = Bench::with_token(&fake, Some("lip_secret"));
    bench.sync("lichess:Ola");
    bench.sync("chesscom:Ola");
    let asked = fake.asked();
    assert_eq!(asked[0].headers["authorization"], "Bearer lip_secret");
    assert_eq!(asked[0].headers["accept"], "application/x-ndjson");
    assert!(!asked[1].headers.contains_key("authorization"));
    for request in asked {
        let name = &request.headers["user-agent"];
        assert!(
            name.starts_with("krog/") && name.ends_with(" (+me@example.org)"),
            "{name}"
        );
    }
}

#[test]
fn two_imports_take_turns() {
    let all = games(50);
    let fake = Fake::start(move |request, _| {
        thread::sleep(Duration::from_millis(30));
        lichess(&all, request)
    });
    let (one, other) = (Bench::new(&fake), Bench::new(&fake));
    let settings = |bench: &Bench| bench.store();
    // Both use the services of the first.
    thread::scope(|scope| {
        for bench in [&one, &other] {
            let services = &one.services;
            scope.spawn(move || {
                let source = krog_importer::Source::find("lichess:Ola").unwrap().unwrap();
                let store = settings(bench);
                let settings = bench.settings();
                let progress = Progress::default();
                krog_importer::sync(&store, services, &source, &settings, &progress).unwrap()
            });
        }
    });
    assert_eq!(fake.asked().len(), 2);
    assert_eq!(fake.most.load(std::sync::atomic::Ordering::SeqCst), 1);
}
