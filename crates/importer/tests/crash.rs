//! An import that dies at any moment, or is refused by the disk at any step,
//! and is then started again: in the end every game is counted once.
//!
//! The import that dies is this very test program, started again as a child.

#![allow(clippy::unwrap_used)] // what cannot be unwrapped here has failed the test

use std::{
    env, fs, io,
    num::NonZero,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::{
        Arc, OnceLock,
        atomic::{AtomicU32, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use krog_chess::{Chess, Position as _, random::Dice, shakmaty::san::SanPlus};
use krog_importer::{Choice, ImportError, Origin, Progress, Settings, import};
use krog_store::{Embedded, KeptReview, MAIN, Step, Store as _, Watch};

/// Deaths by the clock; those at each step come on top.
const KILLS: u32 = 150;

/// How many games there are: enough for some batches and merges.
const GAMES: u64 = 400;

/// The child dies before the step of this number.
const DIE_AT: &str = "KROG_TEST_DIE_AT";
const FOLDER: &str = "KROG_TEST_FOLDER";

struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let path = env::temp_dir().join(format!("krog-{name}-{}", std::process::id()));
        let _not_there = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Scratch(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _stays = fs::remove_dir_all(&self.0);
    }
}

/// Writes random games, some of them twice.
fn write_games(path: &Path) {
    let mut text = String::new();
    for number in (0..GAMES).chain(0..GAMES / 10) {
        let mut dice = Dice::new(number);
        let mut position = Chess::default();
        let mut moves = Vec::new();
        for _ in 0..30 {
            let legal = position.legal_moves();
            let Some(m) = dice.pick(&legal) else { break };
            moves.push(SanPlus::from_move_and_play_unchecked(&mut position, *m).to_string());
        }
        let rating = 1_000 + dice.below(1_500);
        let moves = moves.join(" ");
        let tags = format!("[WhiteElo \"{rating}\"]\n[BlackElo \"1500\"]");
        text.extend([
            "[Event \"",
            &number.to_string(),
            "\"]\n",
            &tags,
            "\n\n",
            &moves,
            " 1-0\n\n",
        ]);
    }
    fs::write(path, text).unwrap();
}

fn settings() -> Settings {
    Settings {
        collection: MAIN.to_owned(),
        choice: Choice::default(),
        max_ply: None,
        keep_games: true,
        // Some tens of games fill a batch.
        memory: 160 << 10,
        threads: NonZero::new(2).unwrap(),
    }
}

/// Imports the games of a folder into the store beside them.
fn import_once(folder: &Path, watch: Option<Watch>) -> Result<(), ImportError> {
    let store = Embedded::open_with(&folder.join("store"), watch)?;
    let origins = [Origin::Path(folder.join("games.pgn"))];
    import(&store, &origins, &settings(), &Progress::default()).map(drop)
}

fn exported(folder: &Path) -> String {
    let store = Embedded::open(&folder.join("store")).unwrap();
    let findings = store.verify().unwrap().findings;
    assert!(findings.is_empty(), "{findings:?}");
    let mut text = Vec::new();
    store.export(&mut text).unwrap();
    String::from_utf8(text).unwrap()
}

/// What a clean import gives.
fn expected() -> &'static str {
    static EXPECTED: OnceLock<String> = OnceLock::new();
    EXPECTED.get_or_init(|| {
        let folder = Scratch::new("crash-clean");
        write_games(&folder.0.join("games.pgn"));
        import_once(&folder.0, None).unwrap();
        exported(&folder.0)
    })
}

/// A watch that counts the steps, and does something at one of them.
fn at_step(
    number: u32,
    act: impl Fn() -> io::Result<()> + Send + Sync + 'static,
) -> (Watch, Arc<AtomicU32>) {
    let count = Arc::new(AtomicU32::new(0));
    let counted = Arc::clone(&count);
    let watch = move |_: Step| match counted.fetch_add(1, Ordering::SeqCst) {
        reached if reached == number => act(),
        _ => Ok(()),
    };
    (Arc::new(watch), count)
}

/// Not a test of its own: what the child does.
#[test]
#[ignore = "is run by the others, in a process of its own"]
fn child() {
    let folder = PathBuf::from(env::var_os(FOLDER).unwrap());
    let die_at = env::var(DIE_AT).ok().map(|text| text.parse().unwrap());
    let (watch, _) = at_step(die_at.unwrap_or(u32::MAX), || std::process::abort());
    import_once(&folder, Some(watch)).unwrap();
}

fn spawn(folder: &Path, die_at: Option<u32>) -> Child {
    let mut command = Command::new(env::current_exe().unwrap());
    command
        .args(["--exact", "child", "--ignored", "--quiet"])
        .env(FOLDER, folder)
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    if let Some(number) = die_at {
        command.env(DIE_AT, number.to_string());
    }
    command.spawn().unwrap()
}

/// Dies before every single step once, each time in a new store, then resumes.
#[test]
fn a_death_at_any_step_loses_nothing() {
    let expected = expected();
    let mut number = 0;
    loop {
        let folder = Scratch::new("crash-steps");
        write_games(&folder.0.join("games.pgn"));
        let died = !spawn(&folder.0, Some(number)).wait().unwrap().success();
        import_once(&folder.0, None).unwrap();
        assert_eq!(exported(&folder.0), expected, "died before step {number}");
        if !died {
            break;
        }
        number += 1;
    }
    assert!(number > 50, "only {number} steps");
}

/// Dies again and again at random moments; what was written stays.
#[test]
fn deaths_at_random_moments_lose_nothing() {
    let expected = expected();
    let mut dice = Dice::new(11);
    let mut kills = 0;
    while kills < KILLS {
        let folder = Scratch::new("crash-kills");
        write_games(&folder.0.join("games.pgn"));
        let start = Instant::now();
        assert!(spawn(&folder.0, None).wait().unwrap().success());
        let usual = start.elapsed();
        assert_eq!(exported(&folder.0), expected);
        fs::remove_dir_all(folder.0.join("store")).unwrap();
        // One store is killed until it is complete, some times over.
        for _ in 0..10 {
            let mut child = spawn(&folder.0, None);
            let share = u32::try_from(dice.below(1_000)).unwrap();
            thread::sleep(usual * share / 1_000);
            child.kill().unwrap();
            child.wait().unwrap();
            kills += 1;
        }
        import_once(&folder.0, None).unwrap();
        assert_eq!(exported(&folder.0), expected, "after {kills} kills");
    }
}

/// Is refused at every step once; the error is told, and the store goes on.
#[test]
fn a_refusal_at_any_step_loses_nothing() {
    let expected = expected();
    let mut number = 0;
    loop {
        let folder = Scratch::new("crash-refused");
        write_games(&folder.0.join("games.pgn"));
        let (watch, count) = at_step(number, || Err(io::Error::from(io::ErrorKind::StorageFull)));
        let first = import_once(&folder.0, Some(watch));
        let refused = count.load(Ordering::SeqCst) > number;
        if let Err(error) = first {
            assert!(error.to_string().contains("no storage space"), "{error}");
        }
        import_once(&folder.0, None).unwrap();
        assert_eq!(exported(&folder.0), expected, "refused at step {number}");
        if !refused {
            break;
        }
        number += 1;
    }
    assert!(number > 50, "only {number} steps");
}

/// A real disk that is full: needs the right to mount.
#[test]
fn a_full_disk_is_told_and_the_store_stays_sound() {
    let folder = Scratch::new("crash-full");
    let disk = folder.0.join("disk");
    fs::create_dir_all(&disk).unwrap();
    let mounted = Command::new("mount")
        .args(["-t", "tmpfs", "-o", "size=280k", "tmpfs"])
        .arg(&disk)
        .stderr(Stdio::null())
        .status();
    if !mounted.is_ok_and(|status| status.success()) {
        eprintln!("skipped: this user may not mount");
        return;
    }
    let _unmounts = Mounted(disk.clone());
    let games = folder.0.join("games.pgn");
    write_games(&games);
    let run = |root: &Path| {
        let store = Embedded::create(root)?;
        import(
            &store,
            &[Origin::Path(games.clone())],
            &settings(),
            &Progress::default(),
        )
    };
    let error = run(&disk.join("store"))
        .expect_err("the disk is too small")
        .to_string();
    assert!(
        error.contains("No space left") || error.contains("full"),
        "{error}"
    );
    let store = Embedded::open(&disk.join("store")).unwrap();
    assert!(store.verify().unwrap().findings.is_empty());
    let counted = store.collections().unwrap()[0].games;
    assert!((1..GAMES).contains(&counted), "{counted} games");
    drop(store);
    // Not a byte is left: that is told, and what is there can be read.
    assert!(fs::write(disk.join("filler"), vec![0; 1 << 20]).is_err());
    let store = Embedded::open(&disk.join("store")).unwrap();
    assert!(store.verify().unwrap().findings.is_empty());
    assert_eq!(store.collections().unwrap()[0].games, counted);
    drop(store);
    let error = run(&disk.join("store")).expect_err("full").to_string();
    assert!(
        error.contains("No space left") || error.contains("full"),
        "{error}"
    );
}

/// A disk that nobody can write to: needs the right to mount.
#[test]
fn a_store_that_cannot_be_written_can_be_read() {
    let folder = Scratch::new("crash-shut");
    let disk = folder.0.join("disk");
    fs::create_dir_all(&disk).unwrap();
    let mount = |options: &str| {
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", options, "tmpfs"]);
        let done = mount.arg(&disk).stderr(Stdio::null()).status();
        done.is_ok_and(|status| status.success())
    };
    if !mount("size=20m") {
        eprintln!("skipped: this user may not mount");
        return;
    }
    let _unmounts = Mounted(disk.clone());
    let place = disk.join("50% of a store?");
    let root = place.join("store");
    let review = KeptReview {
        id: "kept".to_owned(),
        title: "A game".to_owned(),
        document: "a review".to_owned(),
        made: 1,
    };
    {
        let store = import_into(&root, &folder.0.join("games.pgn"));
        store.desk().keep_review(&review).unwrap();
    }
    let expected = exported(&place);
    assert!(mount("remount,ro"), "shut");
    let store = Embedded::open(&root).unwrap();
    assert_eq!(exported(&place), expected);
    assert!(store.verify().unwrap().findings.is_empty());
    assert_eq!(store.desk().review("kept").unwrap(), Some(review.clone()));
    assert!(store.desk().keep_review(&review).is_err());
    assert!(store.intake(MAIN).is_err());
}

fn import_into(root: &Path, games: &Path) -> Embedded {
    write_games(games);
    let store = Embedded::create(root).unwrap();
    let origins = [Origin::Path(games.to_owned())];
    import(&store, &origins, &settings(), &Progress::default()).unwrap();
    store
}

struct Mounted(PathBuf);

impl Drop for Mounted {
    fn drop(&mut self) {
        let deadline = Instant::now() + Duration::from_secs(5);
        while Instant::now() < deadline {
            let done = Command::new("umount")
                .arg(&self.0)
                .stderr(Stdio::null())
                .status();
            if done.is_ok_and(|status| status.success()) {
                return;
            }
        }
    }
}
