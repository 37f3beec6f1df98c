//! The laws of every store. Each is a function that is handed empty stores; the
//! list at the end tries it on all of them.

#[path = "support/cluster.rs"]
mod cluster;
#[path = "support/desk.rs"]
mod desk;
#[path = "support/played.rs"]
mod played;
#[path = "support/shards.rs"]
mod shards;

use std::{
    collections::HashMap,
    env, fs,
    path::PathBuf,
    sync::atomic::{AtomicU32, Ordering},
};

use krog_chess::{Chess, Move};
use krog_stats::{Counter, GameId, StatisticsError};
use krog_store::{
    Address, ClickHouse, Collection, Desk, Embedded, Load, Plies, Postgres, Store, StoreError,
};
use played::{add, exported, load, play, put};

/// A kind of store: where an empty one comes from, and another look at it.
trait Kind {
    fn make(&self) -> Address;
}

struct OnDisk(PathBuf);
struct InPostgres;
struct OnShards;

impl OnDisk {
    fn new() -> OnDisk {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let folder = format!("krog-contract-{}-{number}", std::process::id());
        OnDisk(env::temp_dir().join(folder))
    }
}

impl Kind for OnDisk {
    fn make(&self) -> Address {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        Address::Embedded(self.0.join(number.to_string()))
    }
}

impl Drop for OnDisk {
    fn drop(&mut self) {
        let _stays = fs::remove_dir_all(&self.0);
    }
}

impl Kind for InPostgres {
    fn make(&self) -> Address {
        Address::Postgres(cluster::Cluster::shared().database())
    }
}

impl Kind for OnShards {
    fn make(&self) -> Address {
        Address::ClickHouse(shards::Shards::shared().store())
    }
}

fn create(address: &Address) -> Box<dyn Store> {
    match address {
        Address::Embedded(path) => Box::new(Embedded::create(path).expect("made")),
        Address::Postgres(url) => Box::new(Postgres::create(url).expect("made")),
        Address::ClickHouse(url) => Box::new(ClickHouse::create(url).expect("made")),
    }
}

fn open(address: &Address) -> Result<Box<dyn Store>, StoreError> {
    Ok(match address {
        Address::Embedded(path) => Box::new(Embedded::open(path)?),
        Address::Postgres(url) => Box::new(Postgres::open(url)?),
        Address::ClickHouse(url) => Box::new(ClickHouse::open(url)?),
    })
}

fn order_and_split_change_nothing(kind: &dyn Kind) {
    let one = create(&kind.make());
    let added = add(one.as_ref(), "main", Some(0..200));
    assert_eq!((added.games, added.duplicates), (200, 0));
    let other = create(&kind.make());
    let batches = [150..200, 0..1, 40..150, 1..2, 2..3, 3..40, 0..200];
    let added = add(other.as_ref(), "main", batches);
    assert_eq!((added.games, added.duplicates), (200, 200));
    assert_eq!(exported(one.as_ref()), exported(other.as_ref()));
}

fn text_is_that_of_the_embedded_store(kind: &dyn Kind) {
    let store = create(&kind.make());
    let folder = OnDisk::new();
    let embedded = create(&folder.make());
    let added = [store.as_ref(), embedded.as_ref()].map(|store| {
        let main = add(store, "main", [0..150, 100..400]);
        (main, add(store, "Åse", Some(390..420)))
    });
    assert_eq!(added[0], added[1]);
    let text = exported(store.as_ref());
    assert!(text.lines().count() > 4_000, "{}", text.lines().count());
    assert!(text == exported(embedded.as_ref()), "the texts differ");
}

/// Every position of some games is counted by hand.
fn counts_are_those_of_a_plain_count(kind: &dyn Kind) {
    let store = create(&kind.make());
    add(store.as_ref(), "main", [0..60, 60..100]);
    let mut expected: HashMap<Chess, HashMap<Move, Counter>> = HashMap::new();
    for number in 0..100 {
        let played = play(number);
        let mut seen = Vec::new();
        for (position, m) in played.steps {
            if seen.contains(&(position.clone(), m)) {
                continue;
            }
            let mover = krog_chess::Position::turn(&position);
            let counter = played.game.counter(mover);
            seen.push((position.clone(), m));
            let counts = expected.entry(position).or_default();
            counts.entry(m).or_default().merge(&counter);
        }
    }
    for (position, moves) in expected {
        let counts = store.counts("main", &position).expect("answered");
        let found = counts.moves.into_iter();
        let found: HashMap<Move, Counter> = found.map(|row| (row.played, row.counter)).collect();
        assert_eq!(found, moves);
        assert_eq!(counts.collisions, 0);
        assert_eq!(counts.through.as_deref(), Some("2024.01.28"));
    }
}

fn kept_games_come_back(kind: &dyn Kind) {
    let store = create(&kind.make());
    add(store.as_ref(), "main", [0..10, 5..20, 20..50]);
    for number in 0..50 {
        let expected = play(number);
        let kept = store.game("main", expected.game.id).expect("readable");
        let kept = kept.expect("kept");
        assert_eq!(kept.tag("Round"), Some(number.to_string().as_str()));
        assert_eq!(kept.tag("White"), Some("Åse \"N\0rd\""));
        assert_eq!(kept.outcome, expected.game.outcome);
        assert_eq!(kept.steps().expect("legal"), expected.steps);
    }
    assert_eq!(store.game("main", GameId(5)).expect("readable"), None);
    let elsewhere = store.game("other", GameId(5)).expect_err("no collection");
    assert!(matches!(elsewhere, StoreError::NoCollection { .. }));
}

fn games_that_are_not_kept_are_counted(kind: &dyn Kind) {
    let store = create(&kind.make());
    let intake = store.intake("main").expect("a collection");
    let mut few = Load {
        max_ply: Some(4),
        ..Load::default()
    };
    for number in 0..3 {
        put(&mut few, number, &play(number));
    }
    assert_eq!(intake.add(&mut few).expect("added").games, 3);
    drop(intake);
    let collections = store.collections().expect("listed");
    assert_eq!(collections[0].plies, Plies::First(4));
    assert_eq!(store.game("main", play(1).game.id).expect("readable"), None);
    add(store.as_ref(), "main", Some(3..4));
    let collections = store.collections().expect("listed");
    assert_eq!(collections[0].plies, Plies::Mixed);
    assert_eq!(collections[0].games, 4);
}

fn claims_last_until_the_batch_is_added(kind: &dyn Kind) {
    let store = create(&kind.make());
    let intake = store.intake("main").expect("a collection");
    let mut first = load(0..5, intake.as_ref());
    assert_eq!(load(3..7, intake.as_ref()).batch.games().len(), 2);
    assert_eq!(intake.add(&mut first).expect("added").games, 5);
    let mut again = load(0..5, intake.as_ref());
    let added = intake.add(&mut again).expect("added");
    assert_eq!((added.games, added.duplicates), (0, 5));
    assert_eq!((added.positions, added.moves), (0, 0));
}

fn threads_share_an_intake(kind: &dyn Kind) {
    let (one, many) = (create(&kind.make()), create(&kind.make()));
    add(one.as_ref(), "main", Some(0..120));
    let intake = many.intake("main").expect("a collection");
    let intake = intake.as_ref();
    std::thread::scope(|scope| {
        for thread in 0..3_u32 {
            scope.spawn(move || {
                for batch in 0..8 {
                    let from = (batch * 3 + thread) * 5;
                    let mut load = load(from.saturating_sub(5)..from + 5, intake);
                    intake.add(&mut load).expect("added");
                }
            });
        }
    });
    assert_eq!(exported(one.as_ref()), exported(many.as_ref()));
}

fn readers_see_whole_batches(kind: &dyn Kind) {
    let address = kind.make();
    let store = create(&address);
    add(store.as_ref(), "main", Some(0..20));
    let reader = open(&address).expect("there");
    std::thread::scope(|scope| {
        let writing = scope.spawn(|| {
            let batches: Vec<_> = (1..15).map(|batch| batch * 20..(batch + 1) * 20).collect();
            add(store.as_ref(), "main", batches)
        });
        let mut last = 0;
        while !writing.is_finished() {
            let counts = reader.counts("main", &Chess::default()).expect("answered");
            let games = counts.total().total().games();
            assert_eq!(games % 20, 0, "half a batch");
            assert!(games >= last, "games were lost");
            last = games;
        }
    });
    assert_eq!(reader.collections().expect("listed")[0].games, 300);
}

fn collections_are_told(kind: &dyn Kind) {
    let store = create(&kind.make());
    assert_eq!(store.collections().expect("listed"), []);
    add(store.as_ref(), "me", Some(0..2));
    add(store.as_ref(), "Masters", [0..10, 10..40]);
    let told: Vec<Collection> = store.collections().expect("listed");
    let told: Vec<_> = told
        .iter()
        .map(|row| {
            (
                row.name.as_str(),
                row.games,
                row.through.as_deref(),
                row.plies,
            )
        })
        .collect();
    let through = |day: &'static str| Some(day);
    assert_eq!(
        told,
        [
            ("Masters", 40, through("2024.01.28"), Plies::All),
            ("me", 2, through("2024.01.02"), Plies::All),
        ]
    );
    for row in store.collections().expect("listed") {
        assert!(row.bytes > 0 && row.moves > 0 && row.parts > 0, "{row:?}");
    }
}

fn what_is_not_there_is_told(kind: &dyn Kind) {
    let address = kind.make();
    assert!(matches!(open(&address), Err(StoreError::Absent { .. })));
    let store = create(&address);
    add(store.as_ref(), "main", Some(0..1));
    let error = store.counts("masters", &Chess::default());
    let error = error.expect_err("not there");
    assert!(matches!(error, StatisticsError::NoCollection { .. }));
    assert_eq!(
        error.to_string(),
        "found no collection \"masters\", expected one of: main"
    );
    assert!(matches!(store.intake("a b"), Err(StoreError::Name { .. })));
    let empty = krog_chess::fen::parse("k7/8/8/8/8/8/8/K6R w - - 0 1").expect("legal");
    let counts = store.counts("main", &empty).expect("an answer");
    assert_eq!(counts.moves, []);
    drop(store);
    open(&address).expect("there now");
}

fn the_desk_is_free_while_games_come_in(kind: &dyn Kind) {
    let store = create(&kind.make());
    let intake = store.intake("main").expect("a collection");
    let puzzle = krog_store::KeptPuzzle {
        id: "p".to_owned(),
        document: "a fork".to_owned(),
        schedule: krog_store::Schedule {
            due: 0,
            interval: 1.0,
            ease: 2.5,
            streak: 0,
            lapses: 0,
        },
    };
    store.desk().keep_puzzle(&puzzle).expect("written");
    let mut few = load(0..5, intake.as_ref());
    assert_eq!(intake.add(&mut few).expect("added").games, 5);
    intake.finish().expect("finished");
    assert_eq!(store.desk().puzzle("p").expect("answered"), Some(puzzle));
}

/// Tries a law of desks on two looks at one store.
fn with_desks(kind: &dyn Kind, law: fn(&dyn Desk, &dyn Desk)) {
    let address = kind.make();
    let store = create(&address);
    let other = open(&address).expect("there");
    law(store.desk(), other.desk());
}

macro_rules! laws {
    (stores: $($law:ident),*; desks: $($desk_law:ident),* $(,)?) => {
        mod embedded {
            $(#[test] fn $law() { super::$law(&super::OnDisk::new()); })*
            $(#[test] fn $desk_law() {
                super::with_desks(&super::OnDisk::new(), super::desk::$desk_law);
            })*
        }
        mod postgres {
            $(#[test] fn $law() { super::$law(&super::InPostgres); })*
            $(#[test] fn $desk_law() {
                super::with_desks(&super::InPostgres, super::desk::$desk_law);
            })*
        }
        mod clickhouse {
            $(#[test] fn $law() { super::$law(&super::OnShards); })*
            $(#[test] fn $desk_law() {
                super::with_desks(&super::OnShards, super::desk::$desk_law);
            })*
        }
    };
}

laws![
    stores:
    order_and_split_change_nothing,
    text_is_that_of_the_embedded_store,
    counts_are_those_of_a_plain_count,
    kept_games_come_back,
    games_that_are_not_kept_are_counted,
    claims_last_until_the_batch_is_added,
    threads_share_an_intake,
    readers_see_whole_batches,
    collections_are_told,
    what_is_not_there_is_told,
    the_desk_is_free_while_games_come_in;
    desks:
    greater_evaluations_serve_smaller_questions,
    all_lines_that_there_are_answer_any_question,
    reviews_come_back_newest_first,
    the_most_urgent_job_comes_first,
    a_job_whose_lease_has_run_out_is_lent_to_another,
    a_clock_that_is_put_back_keeps_no_job,
    a_job_that_is_given_back_or_fails,
    a_job_can_be_cancelled_while_it_runs,
    no_job_is_taken_by_two,
    puzzles_keep_their_schedule,
    the_last_mark_of_an_origin_stays,
];
