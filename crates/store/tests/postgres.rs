//! What is promised of the PostgreSQL store alone: the tables of the source, a
//! lookup in one partition, views that are renewed beside an import, and exact
//! counters however often the server dies.

#[path = "support/cluster.rs"]
mod cluster;
#[path = "support/played.rs"]
mod played;

use std::{
    env, fs,
    sync::atomic::{AtomicBool, AtomicU32, Ordering},
    thread,
    time::{Duration, Instant},
};

use cluster::{Cluster, execute, rows};
use krog_chess::random::Dice;
use krog_store::{Embedded, Postgres, PrincipleRow, Store, StoreError};
use played::{add, exported, load};

/// Every column of source 000 §7.2, table by table; what was replaced stands in
/// docs/decisions/0018-postgresql.md.
const COLUMNS: &[(&str, &str)] = &[
    (
        "positions",
        "id fen_position fen_hash total_games white_wins draws black_wins stats_by_elo \
         engine_eval engine_depth eval_updated_at krog_analysis first_seen last_seen",
    ),
    (
        "move_statistics",
        "id position_id move_uci move_san times_played white_wins draws black_wins \
         avg_elo_player performance stats_by_elo engine_eval engine_rank is_best_move \
         is_book_move krog_score krog_analysis first_played last_played",
    ),
    (
        "games",
        "id white_player black_player white_elo black_elo time_control variant eco \
         opening_name result termination pgn moves_uci move_times analyzed \
         avg_centipawn_loss_white avg_centipawn_loss_black blunders_white blunders_black \
         played_at analyzed_at",
    ),
    (
        "opening_book",
        "id position_id eco opening_name variation_name moves ply evaluation key_ideas \
         krog_principles typical_plans",
    ),
    (
        "krog_principles",
        "id code category name_en name_no krog_type krog_formula base_weight phase_weights \
         detection_sql detection_func explanation_en explanation_no examples",
    ),
    ("elo_bands", "id name min_elo max_elo statistical_weight"),
    (
        "popular_positions",
        "id fen_position total_games white_win_rate draw_rate black_win_rate engine_eval eco \
         opening_name",
    ),
    (
        "best_moves",
        "position_id move_san times_played white_win_rate engine_eval engine_rank krog_score \
         popularity_rank",
    ),
];

/// Its indexes and named constraints.
const INDEXES: &str = "unique_position idx_positions_hash idx_positions_games \
    unique_position_move idx_move_stats_position idx_move_stats_played idx_games_white \
    idx_games_black idx_games_eco idx_games_date unique_opening_line idx_opening_position \
    idx_opening_eco krog_principles_code_key unique_band idx_popular_positions \
    idx_best_moves_position";

fn principle(code: &str) -> PrincipleRow {
    PrincipleRow {
        code: code.to_owned(),
        category: "opening".to_owned(),
        name_en: "Control the centre".to_owned(),
        name_no: "Kontroller sentrum".to_owned(),
        krog_type: "O".to_owned(),
        krog_formula: "O(centre)".to_owned(),
        base_weight: 150,
        phase_weights: r#"{"opening": 150}"#.to_owned(),
        explanation_en: String::new(),
        explanation_no: String::new(),
        examples: "[]".to_owned(),
    }
}

#[test]
fn the_tables_of_the_source_are_there() {
    let url = Cluster::shared().database();
    Postgres::create(&url).expect("made");
    for (table, columns) in COLUMNS {
        let found = rows(
            &url,
            &format!(
                "SELECT attname::text FROM pg_attribute
                 WHERE attrelid = '{table}'::regclass AND attnum > 0"
            ),
        );
        for column in columns.split_whitespace() {
            assert!(
                found.iter().any(|known| known == column),
                "{table}.{column}"
            );
        }
    }
    let found = rows(
        &url,
        "SELECT relname::text FROM pg_class WHERE relkind IN ('i', 'I')",
    );
    for index in INDEXES.split_whitespace() {
        assert!(found.iter().any(|known| known == index), "{index}");
    }
    let bands = rows(
        &url,
        "SELECT format('%s %s %s', name, min_elo, statistical_weight) FROM elo_bands
         ORDER BY min_elo",
    );
    assert_eq!(bands.len(), 7);
    assert_eq!(bands[6], "Grandmaster 2400 1.00");
}

#[test]
fn migrations_are_applied_once() {
    let url = Cluster::shared().database();
    assert!(matches!(
        Postgres::open(&url),
        Err(StoreError::Absent { .. })
    ));
    let store = Postgres::create(&url).expect("made");
    assert_eq!(store.migrate().expect("nothing to do"), 0);
    for codes in [&["control_center", "fork_check"][..], &["fork_check"]] {
        let given: Vec<_> = codes.iter().map(|code| principle(code)).collect();
        store.set_principles(&given).expect("written");
        let found = rows(&url, "SELECT code::text FROM krog_principles ORDER BY code");
        assert_eq!(found, codes);
    }
    execute(&url, "INSERT INTO krog_migrations (version) VALUES (99)");
    assert!(matches!(
        Postgres::open(&url),
        Err(StoreError::Format { .. })
    ));
    assert!(matches!(
        Postgres::create(&url),
        Err(StoreError::Format { .. })
    ));
}

#[test]
fn popular_positions_get_rows_that_agree_with_the_counters() {
    let url = Cluster::shared().database();
    let store = Postgres::create(&url).expect("made");
    add(&store, "main", Some(0..400));
    // Half of it again: rows are renewed, not added to.
    store.materialize().expect("written");
    add(&store, "main", Some(400..600));
    let positions = store.materialize().expect("written");
    assert!(positions > 3, "{positions}");
    let agree = rows(
        &url,
        "SELECT format('%s %s', total_games, total_games =
             (SELECT sum(white + draws + black) FROM move_counts WHERE hash = fen_hash)
             AND total_games = (SELECT sum(times_played) FROM move_statistics
                 WHERE position_id = positions.id)
             AND total_games = (SELECT sum((value ->> 'games')::bigint)
                 FROM jsonb_each(stats_by_elo)))
         FROM positions ORDER BY total_games DESC",
    );
    assert_eq!(agree.len() as u64, positions);
    assert_eq!(agree[0], "600 t");
    assert!(agree.iter().all(|row| row.ends_with(" t")), "{agree:?}");
    let popular = rows(&url, "SELECT id::text FROM popular_positions");
    assert_eq!(popular.len() as u64, positions);
    let ranks = rows(&url, "SELECT max(popularity_rank)::text FROM best_moves");
    assert!(["1", "2", "3", "4", "5"].contains(&ranks[0].as_str()));
}

#[test]
fn the_opening_book_is_filled_and_tied_to_positions() {
    let url = Cluster::shared().database();
    let store = Postgres::create(&url).expect("made");
    store.migrate().expect("a second time changes nothing");
    let count = |what: &str| {
        let found = rows(
            &url,
            &format!("SELECT count(*)::text FROM opening_book {what}"),
        );
        found[0].parse::<usize>().expect("a number")
    };
    let lines = krog_stats::opening::lines().count();
    let lessons = krog_stats::teaching::lessons().len();
    assert!(lines > 2_000 && lessons >= 60);
    assert!((lines..=lines + lessons).contains(&count("")));
    let taught = "WHERE evaluation IS NOT NULL
        AND jsonb_array_length(key_ideas -> 'en') = jsonb_array_length(key_ideas -> 'no')
        AND jsonb_array_length(krog_principles) > 0
        AND typical_plans -> 'white' ? 'en' AND typical_plans -> 'black' ? 'no'";
    assert_eq!(count(taught), lessons);
    for lesson in krog_stats::teaching::lessons() {
        let name = lesson.opening.name.replace('\'', "''");
        let eco = lesson.opening.eco;
        let there = format!("{taught} AND eco = '{eco}' AND opening_name = '{name}'");
        assert!(count(&there) > 0, "{}", lesson.opening);
    }
    execute(
        &url,
        "INSERT INTO opening_book (moves) VALUES ('e4 nonsense')",
    );
    store.migrate().expect("taken out");
    assert_eq!(count("WHERE moves = 'e4 nonsense'"), 0);
    // The games of these tests open with moves from the edge: 1. h3, 1. h4, 1. g3.
    add(&store, "main", Some(0..400));
    store.materialize().expect("written");
    let tied = rows(
        &url,
        "SELECT DISTINCT eco::text FROM opening_book JOIN positions ON positions.id = position_id
         WHERE opening_book.fen_hash = positions.fen_hash",
    );
    assert!(tied.iter().any(|eco| eco == "A00"), "{tied:?}");
    let named = rows(
        &url,
        "SELECT eco::text FROM popular_positions WHERE eco IS NOT NULL",
    );
    assert!(named.iter().any(|eco| eco == "A00"), "{named:?}");
}

#[test]
fn a_server_that_is_not_there_is_told_with_its_address() {
    let start = Instant::now();
    let error = Postgres::open("postgres://ada:secret@127.0.0.1:1/games").expect_err("nobody");
    let text = error.to_string();
    assert!(text.to_lowercase().contains("connection refused"), "{text}");
    assert!(text.contains("127.0.0.1:1"), "{text}");
    assert!(!text.contains("secret"), "{text}");
    assert!(start.elapsed() < Duration::from_secs(5), "at once");
}

/// A database of the second schema, as an earlier version left it, keeps its
/// counters through the migrations since.
#[test]
fn counters_survive_the_migrations() {
    let url = Cluster::shared().database();
    let store = Postgres::create(&url).expect("made");
    add(&store, "main", [0..80, 80..200]);
    let expected = exported(&store);
    // Back to the columns of the first schema, in its order.
    execute(
        &url,
        "CREATE TABLE wide AS SELECT hash, mover_ratings::bigint, opponent_ratings::bigint,
             example, white, draws, black, example_ratings, collection, move, band
         FROM move_counts;
         DROP TABLE move_counts;
         CREATE TABLE move_counts (LIKE wide,
             PRIMARY KEY (hash, collection, move, band)) PARTITION BY HASH (hash);
         CREATE TABLE move_counts_0 PARTITION OF move_counts
             FOR VALUES WITH (MODULUS 1, REMAINDER 0);
         INSERT INTO move_counts SELECT * FROM wide;
         DROP TABLE wide, evaluations, reviews, jobs, practice, marks, cluster, runs;
         CREATE TABLE jobs (id BIGINT);
         ALTER TABLE opening_book DROP COLUMN fen_hash CASCADE;
         CREATE MATERIALIZED VIEW popular_positions AS SELECT 1 AS id;
         DELETE FROM krog_migrations WHERE version > 2",
    );
    assert!(matches!(
        Postgres::open(&url),
        Err(StoreError::Format { .. })
    ));
    assert_eq!(store.migrate().expect("brought up to date"), 7);
    let store = Postgres::open(&url).expect("of this version");
    assert!(exported(&store) == expected, "the texts differ");
    add(&store, "main", Some(200..220));
}

#[test]
fn a_lookup_touches_one_partition() {
    let url = Cluster::shared().database();
    let store = Postgres::create(&url).expect("made");
    add(&store, "main", Some(0..300));
    execute(&url, "ANALYZE");
    for key in [5_i64, -7, i64::MAX, i64::MIN] {
        let lookup = Postgres::LOOKUP.replace("$1", "'main'");
        let lookup = lookup.replace("$2", &format!("'{key}'::bigint"));
        let plan = rows(&url, &format!("EXPLAIN {lookup}"));
        let plan = plan.join("\n");
        let parts = (0..16).filter(|part| plan.contains(&format!(" move_counts_{part} ")));
        assert_eq!(parts.count(), 1, "{plan}");
        assert!(plan.contains("Index Scan"), "{plan}");
    }
}

#[test]
fn views_are_renewed_while_games_come_in() {
    let url = Cluster::shared().database();
    let store = Postgres::create(&url).expect("made");
    add(&store, "main", Some(0..150));
    store.materialize().expect("written");
    thread::scope(|scope| {
        let writing = scope.spawn(|| {
            let batches: Vec<_> = (3..15).map(|batch| batch * 50..(batch + 1) * 50).collect();
            add(&store, "main", batches)
        });
        let mut renewed = 0;
        while !writing.is_finished() || renewed == 0 {
            store.refresh_views().expect("renewed");
            renewed += 1;
        }
    });
    assert_eq!(store.collections().expect("listed")[0].games, 750);
}

#[test]
fn twenty_thousand_games_give_the_text_of_the_embedded_store() {
    let batches = || (0..8).map(|batch| batch * 2_500..(batch + 1) * 2_500);
    let url = Cluster::shared().database();
    let store = Postgres::create(&url).expect("made");
    let start = Instant::now();
    let added = add(&store, "main", batches());
    let seconds = start.elapsed().as_secs_f64();
    let folder = env::temp_dir().join(format!("krog-many-{}", std::process::id()));
    let embedded = Embedded::create(&folder).expect("made");
    assert_eq!(added, add(&embedded, "main", batches()));
    let text = exported(&store);
    assert!(text == exported(&embedded), "the texts differ");
    let bytes = rows(
        &url,
        "SELECT sum(pg_total_relation_size(relid))::text FROM pg_partition_tree('move_counts')",
    );
    let lines = text.lines().count() - 1;
    eprintln!("{lines} rows, {seconds:.1} s, {} bytes", bytes[0]);
    drop(embedded);
    fs::remove_dir_all(folder).expect("ours");
}

/// How many games a batch has that is added while the server dies.
const SIZE: u32 = 25;

/// Adds batches until somebody says that it is enough, however often the server
/// goes away; says how many batches are in and how often one failed.
fn import_through_deaths(url: &str, enough: &AtomicBool, begun: &AtomicU32) -> (u32, u32) {
    let (mut done, mut failures) = (0, 0);
    'again: loop {
        assert!(failures < 5_000, "the server never came back");
        let store = Postgres::open(url);
        let intake = store.as_ref().map(|store| store.intake("main"));
        let Ok(Ok(intake)) = intake else {
            failures += 1;
            thread::sleep(Duration::from_millis(20));
            continue;
        };
        // Some that are in come again, and one of which nobody knows.
        for batch in u32::saturating_sub(done, 2).. {
            let mut load = load(batch * SIZE..(batch + 1) * SIZE, intake.as_ref());
            begun.fetch_add(1, Ordering::Relaxed);
            if intake.add(&mut load).is_err() {
                failures += 1;
                continue 'again;
            }
            done = done.max(batch + 1);
            if enough.load(Ordering::Relaxed) {
                return (done, failures);
            }
        }
    }
}

#[test]
fn counters_are_exact_however_often_the_server_dies() {
    const DEATHS: u32 = 50;
    // What dies here is the server, not the machine below it.
    let cluster = Cluster::start(&["fsync = off", "shared_buffers = 16MB"]);
    let url = cluster.database();
    drop(Postgres::create(&url).expect("made"));
    let (enough, begun) = (AtomicBool::new(false), AtomicU32::new(0));
    let (batches, failures) = thread::scope(|scope| {
        let work = scope.spawn(|| import_through_deaths(&url, &enough, &begun));
        let mut dice = Dice::new(18);
        for _ in 0..DEATHS {
            // In the first, second or third batch after the last death, at any moment.
            let wanted = dice.below(3);
            let wanted = begun.load(Ordering::Relaxed) + 1 + u32::try_from(wanted).expect("few");
            while begun.load(Ordering::Relaxed) < wanted && !work.is_finished() {
                thread::sleep(Duration::from_millis(1));
            }
            thread::sleep(Duration::from_millis(dice.below(150) as u64));
            match dice.below(3) {
                0 => cluster.kill_backend(),
                1 => {
                    cluster.crash();
                    cluster.restart();
                }
                _ => cluster.restart_in_order(),
            }
        }
        enough.store(true, Ordering::Relaxed);
        work.join().expect("all games are in")
    });
    assert!(
        failures >= DEATHS / 2 && batches > 2,
        "{failures} deaths were noticed"
    );
    let games = batches * SIZE;
    let folder = env::temp_dir().join(format!("krog-deaths-{}", std::process::id()));
    let embedded = Embedded::create(&folder).expect("made");
    add(&embedded, "main", Some(0..games));
    let store = Postgres::open(&url).expect("there");
    assert!(exported(&store) == exported(&embedded), "the texts differ");
    let again = add(&store, "main", Some(0..games));
    assert_eq!((again.games, again.duplicates), (0, u64::from(games)));
    let told = store.collections().expect("listed");
    assert_eq!(told[0].games, u64::from(games));
    let ledger = rows(&url, "SELECT sum(games)::text FROM ledger");
    assert_eq!(ledger, [games.to_string()]);
    eprintln!("{batches} batches, {failures} failures");
    drop(embedded);
    fs::remove_dir_all(folder).expect("ours");
}
