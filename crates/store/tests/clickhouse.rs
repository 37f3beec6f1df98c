//! What is promised of the ClickHouse store alone: rows on the shard that owns
//! them, runs that count once however often somebody dies, and runs that become
//! one while others read.

#[path = "support/cluster.rs"]
mod cluster;
#[path = "support/played.rs"]
mod played;
#[path = "support/shards.rs"]
mod shards;

use std::{
    env, fs,
    sync::atomic::{AtomicBool, AtomicU32, Ordering},
    thread,
    time::Duration,
};

use cluster::{Cluster, execute, rows};
use krog_chess::{Chess, random::Dice};
use krog_stats::Statistics as _;
use krog_store::{ClickHouse, Embedded, Postgres, Store, StoreError};
use played::{add, exported, load};
use shards::{MANY, Shards};

/// The parts of a store's address.
fn parts(url: &str) -> (String, String) {
    let (hosts, catalog) = url.split_once("?catalog=").expect("an address");
    let (_, database) = hosts.rsplit_once('/').expect("an address");
    (database.to_owned(), catalog.to_owned())
}

/// The text of an embedded store with these games.
fn embedded_text(games: u32) -> String {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let folder = env::temp_dir().join(format!("krog-shards-{}-{number}", std::process::id()));
    let embedded = Embedded::create(&folder).expect("made");
    add(&embedded, "main", Some(0..games));
    let text = exported(&embedded);
    drop(embedded);
    fs::remove_dir_all(folder).expect("ours");
    text
}

#[test]
fn rows_lie_on_the_shard_that_owns_them() {
    let shards = Shards::shared();
    let url = shards.store();
    let (database, catalog) = parts(&url);
    let store = ClickHouse::create(&url).expect("made");
    add(&store, "main", [0..100, 50..200]);
    let mut together = 0;
    for shard in 0..MANY {
        let here = format!("SELECT count() FROM {database}.move_counts");
        let count: u64 = shards.ask(shard, &here).parse().expect("a number");
        let strange = format!("{here} WHERE hash % {MANY} != {shard}");
        assert!(count > 1_000, "{count}");
        assert_eq!(shards.ask(shard, &strange), "0");
        together += count;
    }
    // The table over all shards has them all, wherever it is asked.
    for shard in 0..MANY {
        let all = format!("SELECT count() FROM {database}.all_move_counts");
        assert_eq!(shards.ask(shard, &all), together.to_string());
    }
    let told = "SELECT sum(c)::text FROM runs, unnest(cells) AS c WHERE state = 'counted'";
    assert_eq!(rows(&catalog, told), [together.to_string()]);
    assert_eq!(store.verify().expect("compared"), [""; 0]);
    let run = rows(&catalog, "SELECT min(number)::text FROM runs").concat();
    shards.ask(
        1,
        &format!("ALTER TABLE {database}.move_counts DROP PARTITION {run}"),
    );
    let found = store.verify().expect("compared");
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(
        found[0].starts_with(&format!("shard 1, run {run}: found 0 rows")),
        "{found:?}"
    );
}

#[test]
fn the_wrong_servers_and_catalogs_are_refused() {
    #[track_caller]
    fn refused(done: Result<impl Sized, StoreError>, expected: &str) {
        let error = done.err().expect("refused");
        assert!(matches!(error, StoreError::Unfit { .. }), "{error}");
        assert!(error.to_string().contains(expected), "{error}");
    }
    let shards = Shards::shared();
    let url = shards.store();
    let (database, catalog) = parts(&url);
    ClickHouse::create(&url).expect("made");
    refused(Postgres::open(&catalog), "the catalog of a cluster");
    refused(Postgres::create(&catalog), "the catalog of a cluster");
    let (hosts, rest) = url["clickhouse://".len()..]
        .split_once('/')
        .expect("an address");
    let (one, other) = hosts.split_once(',').expect("two");
    refused(
        ClickHouse::open(&format!("clickhouse://{other},{one}/{rest}")),
        "found shard 1",
    );
    refused(
        ClickHouse::create(&format!("clickhouse://{one}/{rest}")),
        "found 1 servers",
    );
    let elsewhere = Cluster::shared().database();
    refused(
        ClickHouse::create(&shards.at(&database, &elsewhere)),
        "another cluster",
    );
    let full = Cluster::shared().database();
    add(&Postgres::create(&full).expect("made"), "main", Some(0..1));
    refused(
        ClickHouse::create(&shards.at("krog_full", &full)),
        "games of its own",
    );
}

/// How many runs are in a state.
fn runs(catalog: &str, state: &str) -> u64 {
    let ask = format!("SELECT count(*)::text FROM runs WHERE state = '{state}'");
    rows(catalog, &ask).concat().parse().expect("a number")
}

#[test]
fn runs_become_one_while_others_read() {
    let url = Shards::shared().store();
    let (_, catalog) = parts(&url);
    let store = ClickHouse::create(&url).expect("made");
    let reader = ClickHouse::open(&url).expect("there");
    thread::scope(|scope| {
        let batches = (0..20).map(|batch| batch * 10..(batch + 1) * 10);
        let writing = scope.spawn(|| add(&store, "main", batches));
        let mut last = 0;
        while !writing.is_finished() {
            // The collection may not be there yet.
            let Ok(counts) = reader.counts("main", &Chess::default()) else {
                continue;
            };
            let games = counts.total().total().games();
            assert_eq!(games % 10, 0, "half a batch");
            assert!(games >= last, "games were lost");
            last = games;
        }
    });
    assert!(exported(&store) == embedded_text(200), "the texts differ");
    assert!(runs(&catalog, "counted") < 8 && runs(&catalog, "retired") >= 8);
}

#[test]
fn what_does_not_count_is_not_seen_and_goes() {
    let shards = Shards::shared();
    let url = shards.store();
    let (database, catalog) = parts(&url);
    let store = ClickHouse::create(&url).expect("made");
    add(
        &store,
        "main",
        (0..10).map(|batch| batch * 10..(batch + 1) * 10),
    );
    let text = embedded_text(100);
    // Retired for long enough, and begun by somebody who is gone.
    execute(
        &catalog,
        "UPDATE runs SET changed_at = now() - interval '2 minutes' WHERE state = 'retired';
         INSERT INTO runs (collection, changed_at) VALUES (1, now() - interval '1 minute')",
    );
    let abandoned = "SELECT number::text FROM runs WHERE state = 'writing'";
    let abandoned = rows(&catalog, abandoned).concat();
    // One that nobody knows, as a late insert would leave it.
    for run in [abandoned.as_str(), "100000"] {
        let copy = format!(
            "INSERT INTO {database}.move_counts SELECT toUInt32({run}), hash, move, band, white,
             draws, black, mover_ratings, opponent_ratings, example
             FROM {database}.move_counts LIMIT 10"
        );
        shards.ask(0, &copy);
    }
    assert!(exported(&store) == text, "what does not count was counted");
    assert_eq!(store.tidy().expect("done"), runs(&catalog, "counted"));
    let left = ["retired", "writing"].map(|state| runs(&catalog, state));
    assert_eq!(left, [0, 0]);
    let seen = format!(
        "SELECT uniqExact(partition) FROM system.parts WHERE active AND database = '{database}'
         AND table = 'move_counts'"
    );
    for shard in 0..MANY {
        let counted = runs(&catalog, "counted").to_string();
        assert_eq!(shards.ask(shard, &seen), counted);
    }
    assert!(exported(&store) == text, "the texts differ");
}

/// Two importers have the same games, each beginning elsewhere.
#[test]
fn two_who_bring_the_same_games_count_them_once() {
    let url = Shards::shared().store();
    let stores = [(); 2].map(|()| ClickHouse::create(&url).expect("made"));
    let added = thread::scope(|scope| {
        let threads = [(0, &stores[0]), (1, &stores[1])].map(|(number, store)| {
            scope.spawn(move || {
                let batches = (0..6).map(|batch| (batch + number * 3) % 6);
                add(
                    store,
                    "main",
                    batches.map(|batch| batch * 50..(batch + 1) * 50),
                )
            })
        });
        threads.map(|thread| thread.join().expect("added").games)
    });
    assert_eq!(added.iter().sum::<u64>(), 300);
    assert!(
        exported(&stores[0]) == embedded_text(300),
        "the texts differ"
    );
}

/// How many games a batch has that is added while servers die.
const SIZE: u32 = 25;

/// Adds batches until it is enough, whatever happens; says how many are in.
fn import_through_deaths(url: &str, enough: &AtomicBool, begun: &AtomicU32) -> u32 {
    let mut done = 0;
    let mut failures = 0;
    'again: loop {
        failures += 1;
        assert!(failures < 5_000, "the servers never came back");
        let store = ClickHouse::open(url);
        let intake = store.as_ref().map(|store| store.intake("main"));
        let Ok(Ok(intake)) = intake else {
            thread::sleep(Duration::from_millis(50));
            continue;
        };
        // Some that are in come again, and one of which nobody knows.
        for batch in u32::saturating_sub(done, 2).. {
            let mut load = load(batch * SIZE..(batch + 1) * SIZE, intake.as_ref());
            begun.fetch_add(1, Ordering::Relaxed);
            if intake.add(&mut load).is_err() {
                continue 'again;
            }
            done = done.max(batch + 1);
            if enough.load(Ordering::Relaxed) {
                return done;
            }
        }
    }
}

#[test]
fn counters_are_exact_however_often_shards_and_catalog_die() {
    const DEATHS: u32 = 12;
    // What dies here are servers, not the machine below them.
    let catalogs: &'static Cluster = Box::leak(Box::new(Cluster::start(&[
        "fsync = off",
        "shared_buffers = 16MB",
    ])));
    let shards = Shards::start(catalogs);
    let url = shards.store();
    drop(ClickHouse::create(&url).expect("made"));
    let (enough, begun) = (AtomicBool::new(false), AtomicU32::new(0));
    let batches = thread::scope(|scope| {
        let work = scope.spawn(|| import_through_deaths(&url, &enough, &begun));
        let mut dice = Dice::new(26);
        for death in 0..DEATHS {
            let wanted = begun.load(Ordering::Relaxed) + 1;
            while begun.load(Ordering::Relaxed) < wanted && !work.is_finished() {
                thread::sleep(Duration::from_millis(1));
            }
            thread::sleep(Duration::from_millis(dice.below(150) as u64));
            let shard = dice.below(MANY);
            if death % 4 == 3 {
                catalogs.crash();
                catalogs.restart();
            } else {
                shards.kill(shard);
                thread::sleep(Duration::from_millis(dice.below(400) as u64));
                shards.restart(shard);
            }
        }
        enough.store(true, Ordering::Relaxed);
        work.join().expect("all games are in")
    });
    let games = batches * SIZE;
    let store = ClickHouse::open(&url).expect("there");
    assert!(exported(&store) == embedded_text(games), "the texts differ");
    assert_eq!(store.verify().expect("compared"), [""; 0]);
    let again = add(&store, "main", Some(0..games));
    assert_eq!((again.games, again.duplicates), (0, u64::from(games)));
    assert_eq!(
        store.collections().expect("listed")[0].games,
        u64::from(games)
    );
    let (_, catalog) = parts(&url);
    let tries = rows(&catalog, "SELECT max(number)::text FROM runs").concat();
    eprintln!("{batches} batches, {tries} runs");
}
