//! Laws of the whole store: order and split change nothing, what is there
//! counts once, and readers see whole batches.

use krog_chess::{ByColor, Color, KnownOutcome, Move, Position as _, random::Dice};
use krog_stats::CountedGame;

use super::*;
use crate::{Added, KeptGames, Load, scratch::Scratch};

struct Played {
    game: CountedGame,
    steps: Vec<(PositionKey, Move)>,
}

fn play(number: u32) -> Played {
    let mut dice = Dice::new(u64::from(number));
    let mut position = Chess::default();
    let mut steps = Vec::new();
    for _ in 0..30 {
        let moves = position.legal_moves();
        let Some(m) = dice.pick(&moves[..moves.len().min(3)]).copied() else {
            break;
        };
        steps.push((PositionKey::of(&position), m));
        position.play_unchecked(m);
    }
    let mut rating = || u16::try_from(900 + dice.below(1_500)).expect("a rating");
    let game = CountedGame {
        id: GameId(u128::from(number) * 0x9e37_79b9_7f4a_7c15),
        outcome: KnownOutcome::Draw,
        ratings: Some(ByColor {
            white: rating(),
            black: rating(),
        }),
    };
    Played { game, steps }
}

fn load(numbers: impl Iterator<Item = u32>, intake: &dyn Intake) -> Load {
    let mut load = Load {
        kept: Some(KeptGames::default()),
        origin: "test".to_owned(),
        ..Load::default()
    };
    for number in numbers {
        let Played { game, steps } = play(number);
        if intake.claim(game.id) {
            load.batch.add(game, Color::White, &steps);
            let name = number.to_string();
            let moves = steps.iter().map(|(_, m)| *m);
            let kept = load.kept.as_mut().expect("games are kept");
            kept.push([("Round", name.as_str())].into_iter(), game.outcome, moves);
            load.through = Some(format!("2024.01.{:02}", number % 28 + 1));
        }
    }
    load
}

type Numbers = std::ops::Range<u32>;

fn add(store: &Embedded, collection: &str, batches: impl IntoIterator<Item = Numbers>) -> Added {
    let intake = store.intake(collection).expect("a collection");
    let mut sum = Added::default();
    for batch in batches {
        let mut load = load(batch, intake.as_ref());
        let added = intake.add(&mut load).expect("added");
        sum.games += added.games;
        sum.duplicates += added.duplicates;
    }
    intake.finish().expect("finished");
    sum
}

fn exported(store: &Embedded) -> String {
    let mut text = Vec::new();
    store.export(&mut text).expect("exported");
    String::from_utf8(text).expect("text")
}

fn check_sound(store: &Embedded) {
    let report = store.verify().expect("readable");
    let findings: Vec<String> = report.findings.iter().map(ToString::to_string).collect();
    assert_eq!(findings, [""; 0]);
}

#[test]
fn order_and_split_change_nothing() {
    let folder = Scratch::new("store");
    let one = Embedded::create(&folder.path().join("one")).expect("made");
    let added = add(&one, "main", Some(0..200));
    assert_eq!((added.games, added.duplicates), (200, 0));
    let other = Embedded::create(&folder.path().join("other")).expect("made");
    let batches = [
        150..200,
        0..1,
        40..150,
        1..2,
        2..3,
        3..4,
        4..5,
        5..6,
        6..40,
        0..200,
    ];
    let pieces = batches.len() as u64 - 1;
    let added = add(&other, "main", batches);
    assert_eq!((added.games, added.duplicates), (200, 200));
    assert_eq!(exported(&one), exported(&other));
    check_sound(&one);
    check_sound(&other);
    // Some of the small segments were merged.
    assert!(other.collections().expect("listed")[0].parts < pieces);
}

#[test]
fn kept_games_are_found_after_merges() {
    let folder = Scratch::new("store");
    let store = Embedded::create(folder.path()).expect("made");
    add(&store, "main", [0..10, 10..20, 20..30, 30..40, 40..50]);
    for number in 0..50 {
        let Played { game, steps } = play(number);
        let kept = store
            .game("main", game.id)
            .expect("readable")
            .expect("kept");
        assert_eq!(kept.tag("Round"), Some(number.to_string().as_str()));
        let moves: Vec<Move> = kept
            .steps()
            .expect("legal")
            .into_iter()
            .map(|(_, m)| m)
            .collect();
        assert!(moves.iter().eq(steps.iter().map(|(_, m)| m)));
    }
    assert_eq!(store.game("main", GameId(5)).expect("readable"), None);
}

#[test]
fn joined_stores_hold_what_both_held() {
    let folder = Scratch::new("store");
    let whole = Embedded::create(&folder.path().join("whole")).expect("made");
    add(&whole, "main", Some(0..100));
    add(&whole, "mine", Some(0..10));
    let part = Embedded::create(&folder.path().join("part")).expect("made");
    add(&part, "main", [0..30, 30..35]);
    let rest = Embedded::create(&folder.path().join("rest")).expect("made");
    add(&rest, "main", [35..60, 60..100]);
    add(&rest, "mine", Some(0..10));
    part.join(&rest, &mut |_, _| panic!("nothing is shared"))
        .expect("joined");
    assert_eq!(exported(&part), exported(&whole));
    check_sound(&part);
    let mut shared = Vec::new();
    part.join(&rest, &mut |name, games| {
        shared.push((name.to_owned(), games));
        Ok(())
    })
    .expect("told");
    assert_eq!(shared, [("main".to_owned(), 65), ("mine".to_owned(), 10)]);
}

#[test]
fn readers_see_whole_batches_while_games_come_in() {
    let folder = Scratch::new("store");
    let store = Embedded::create(folder.path()).expect("made");
    add(&store, "main", Some(0..50));
    // A reader of its own, as another process would have it.
    let reader = Embedded::open(folder.path()).expect("there");
    std::thread::scope(|scope| {
        let writing = scope.spawn(|| {
            let batches: Vec<_> = (1..30).map(|batch| batch * 50..(batch + 1) * 50).collect();
            add(&store, "main", batches)
        });
        let mut last = 0;
        loop {
            let done = writing.is_finished();
            reader.refresh().expect("readable");
            let counts = reader.counts("main", &Chess::default()).expect("answered");
            let games = counts.total().total().games();
            assert_eq!(games % 50, 0, "half a batch");
            assert!(games >= last, "games were lost");
            last = games;
            if done {
                break;
            }
        }
        assert_eq!(last, 1_500);
    });
    check_sound(&reader);
}

#[test]
fn one_writer_at_a_time() {
    let folder = Scratch::new("store");
    let store = Embedded::create(folder.path()).expect("made");
    let other = Embedded::open(folder.path()).expect("there");
    let first = store.intake("main").expect("free");
    assert!(matches!(other.intake("main"), Err(StoreError::Busy { .. })));
    drop(first);
    other.intake("main").expect("free again");
}

#[test]
fn what_is_not_there_is_told() {
    let folder = Scratch::new("store");
    let nowhere = folder.path().join("nowhere");
    assert!(matches!(
        Embedded::open(&nowhere),
        Err(StoreError::Absent { .. })
    ));
    let store = Embedded::create(folder.path()).expect("made");
    add(&store, "main", Some(0..1));
    let error = store
        .counts("masters", &Chess::default())
        .expect_err("not there");
    assert_eq!(
        error.to_string(),
        "found no collection \"masters\", expected one of: main"
    );
    assert!(matches!(store.intake("a b"), Err(StoreError::Name { .. })));
}

/// Flips bits all over the files of a store.
#[test]
fn wherever_a_bit_flips_it_is_noticed() {
    let folder = Scratch::new("store");
    let store = Embedded::create(folder.path()).expect("made");
    add(&store, "main", [0..40, 40..60]);
    let expected = exported(&store);
    drop(store);
    let files = |name: &str| {
        let entries = fs::read_dir(folder.path().join(name)).expect("there");
        entries.map(|entry| entry.expect("there").path())
    };
    let mut dice = Dice::new(2);
    for path in files(SEGMENTS).chain(files(PACKS)) {
        let whole = fs::read(&path).expect("there");
        for _ in 0..60 {
            let mut changed = whole.clone();
            changed[dice.below(whole.len())] ^= 1 << dice.below(8);
            fs::write(&path, &changed).expect("written");
            let sound = Embedded::open(folder.path())
                .and_then(|store| store.verify())
                .is_ok_and(|report| report.findings.is_empty());
            assert!(!sound, "{}", path.display());
        }
        fs::write(&path, &whole[..dice.below(whole.len())]).expect("written");
        let cut = Embedded::open(folder.path()).and_then(|store| store.verify());
        assert!(cut.is_err() || cut.is_ok_and(|report| !report.findings.is_empty()));
        fs::write(&path, &whole).expect("written");
    }
    check_catalog(folder.path(), &expected, &mut dice);
}

/// A changed catalog is noticed, or it says what it said.
fn check_catalog(root: &Path, expected: &str, dice: &mut Dice) {
    let path = root.join(CATALOG);
    let whole = fs::read(&path).expect("there");
    let mut noticed = 0;
    for _ in 0..150 {
        let mut changed = whole.clone();
        changed[dice.below(whole.len())] ^= 1 << dice.below(8);
        fs::write(&path, &changed).expect("written");
        let read = Embedded::open(root).and_then(|store| {
            let mut text = Vec::new();
            store.export(&mut text)?;
            Ok((
                store.collections()?,
                String::from_utf8_lossy(&text).into_owned(),
            ))
        });
        match read {
            Err(_) => noticed += 1,
            Ok((collections, text)) => {
                assert_eq!(text, expected);
                assert_eq!(collections[0].games, 60);
            }
        }
    }
    assert!(noticed > 0);
    fs::write(&path, &whole).expect("written");
}

fn review(id: &str) -> crate::KeptReview {
    crate::KeptReview {
        id: id.to_owned(),
        title: "Anderssen – Kieseritzky".to_owned(),
        document: "a review ".repeat(500),
        made: 1,
    }
}

#[test]
fn a_desk_is_made_when_something_is_put_on_it() {
    let folder = Scratch::new("desk-made");
    let store = Embedded::create(folder.path()).expect("made");
    let file = folder.path().join(DESK);
    assert_eq!(store.desk().review("r").expect("answered"), None);
    let taken = store
        .desk()
        .take_job(&["review"], "w", std::time::Duration::ZERO, 0);
    assert_eq!(taken.expect("answered"), None);
    assert!(!file.exists(), "nothing is on it");
    check_sound(&store);
    store.desk().keep_review(&review("r")).expect("kept");
    assert!(file.exists());
    let again = Embedded::open(folder.path()).expect("there");
    let found = again.desk().review("r").expect("answered");
    assert_eq!(found, Some(review("r")));
    check_sound(&again);
}

#[test]
fn a_damaged_desk_is_noticed_and_spares_the_rest() {
    let folder = Scratch::new("desk-damaged");
    let store = Embedded::create(folder.path()).expect("made");
    add(&store, "main", Some(0..5));
    for number in 0..50 {
        let review = review(&format!("r{number}"));
        store.desk().keep_review(&review).expect("kept");
    }
    drop(store);
    let file = folder.path().join(DESK);
    let mut bytes = fs::read(&file).expect("there");
    let middle = bytes.len() / 2;
    bytes[middle..middle + 8_192].fill(0xa5);
    fs::write(&file, &bytes).expect("written");
    let store = Embedded::open(folder.path()).expect("there");
    let report = store.verify().expect("looked at");
    assert!(
        matches!(report.findings.as_slice(), [Finding::Desk(_)]),
        "{report:?}"
    );
    assert!(store.counts("main", &Chess::default()).is_ok());
    fs::write(
        &file,
        b"no database at all, but more than a hundred bytes long ".repeat(4),
    )
    .expect("written");
    let store = Embedded::open(folder.path()).expect("there");
    let report = store.verify().expect("looked at");
    assert!(matches!(report.findings.as_slice(), [Finding::Desk(_)]));
}

#[test]
fn games_that_come_one_by_one_leave_few_files() {
    const GAMES: u32 = 300;
    let folder = Scratch::new("one-by-one");
    let store = Embedded::create(folder.path()).expect("made");
    let reader = Embedded::open(folder.path()).expect("there");
    for number in 0..GAMES {
        let added = add(&store, "main", Some(number..number + 1));
        assert_eq!(added.games, 1);
        let earlier = play(number / 2).game.id;
        let kept = reader.game("main", earlier).expect("readable");
        assert!(kept.is_some(), "game {} after {number}", number / 2);
    }
    let files = |of: &str| {
        let entries = fs::read_dir(folder.path().join(of)).expect("a folder");
        entries.count()
    };
    assert!(files(SEGMENTS) <= 9, "{} segments", files(SEGMENTS));
    assert!(files(PACKS) <= 9, "{} packs", files(PACKS));
    check_sound(&store);
    for number in 0..GAMES {
        let kept = store.game("main", play(number).game.id).expect("readable");
        let round = number.to_string();
        assert_eq!(kept.expect("kept").tag("Round"), Some(round.as_str()));
    }
    let other = Scratch::new("at-once");
    let at_once = Embedded::create(other.path()).expect("made");
    add(&at_once, "main", Some(0..GAMES));
    assert_eq!(exported(&store), exported(&at_once));
}

#[test]
fn a_desk_of_the_first_format_is_brought_to_the_second() {
    let scratch = Scratch::new("desk-format");
    let root = scratch.path().join("store");
    let desk = |root: &Path| Embedded::create(root).expect("made");
    desk(&root).desk().keep_sync_mark("a", "1").expect("kept");
    let file = rusqlite::Connection::open(root.join("desk.sqlite")).expect("a desk");
    file.execute_batch("DROP TABLE marks; PRAGMA user_version = 1")
        .expect("as it was");
    drop(file);
    let store = desk(&root);
    assert_eq!(store.desk().sync_mark("a").expect("answered"), None);
    store.desk().keep_sync_mark("a", "2").expect("kept");
    let kept = desk(&root).desk().sync_mark("a").expect("answered");
    assert_eq!(kept.as_deref(), Some("2"));
}
