//! A disk that fails: an import in this process whose store is told of an error
//! at a step that the dice choose, once or from then on. The store goes on, or is
//! opened again.

use std::{
    fs, io,
    num::NonZero,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU32, Ordering},
    },
};

use krog_importer::{Choice, Origin, Progress, Settings, import};
use krog_store::{Embedded, MAIN, Store as _, Watch};

use super::{Scenario, Trial, tally::Tally};
use crate::played;

pub(super) const SCENARIO: Scenario = Scenario {
    name: "errors",
    threat: "The disk says EIO at any step of an import; the error is told, and nothing is lost.",
    weight: 24,
    run,
};

/// How many games, and how many errors before an import may finish.
const GAMES: u32 = 300;
const ERRORS: usize = 4;

/// The system's number of an error of input or output (`man 3 errno`).
const EIO: i32 = 5;

/// What interrupts a store.
#[derive(Default)]
struct Interruption {
    steps: AtomicU32,
    /// The step before which the error comes.
    at: AtomicU32,
    /// Whether every later step fails, too.
    lasts: AtomicBool,
}

impl Interruption {
    fn watch(self: &Arc<Interruption>) -> Watch {
        let own = Arc::clone(self);
        Arc::new(move |_| {
            let step = own.steps.fetch_add(1, Ordering::SeqCst);
            let at = own.at.load(Ordering::SeqCst);
            if step == at || (step > at && own.lasts.load(Ordering::SeqCst)) {
                return Err(io::Error::from_raw_os_error(EIO));
            }
            Ok(())
        })
    }

    fn arm(&self, at: u32, lasts: bool) {
        self.steps.store(0, Ordering::SeqCst);
        self.lasts.store(lasts, Ordering::SeqCst);
        self.at.store(at, Ordering::SeqCst);
    }

    fn disarm(&self) -> u32 {
        self.lasts.store(false, Ordering::SeqCst);
        self.at.store(u32::MAX, Ordering::SeqCst);
        self.steps.swap(0, Ordering::SeqCst)
    }
}

fn run(trial: &Trial, tally: &mut Tally) -> Result<(), String> {
    let file = trial.folder.0.join("games.pgn");
    let numbers = (0..GAMES).chain(0..GAMES / 10);
    let text: String = numbers.map(played::pgn).collect();
    fs::write(&file, text).map_err(|error| error.to_string())?;
    let calm = Arc::new(Interruption::default());
    calm.disarm();
    let clean = open(&trial.folder.0.join("undisturbed"), &calm)?;
    bring(&clean, &file)?;
    let steps = usize::try_from(calm.disarm()).unwrap_or(1);
    let expected = exported(&clean)?;
    for (number, group) in trial.faults.chunks(ERRORS).enumerate() {
        let folder = trial.folder.0.join(format!("store-{number}"));
        let interruption = Arc::new(Interruption::default());
        interruption.disarm();
        let mut store = open(&folder, &interruption)?;
        for dice in group {
            let mut dice = dice.clone();
            let (at, lasts, again) = (dice.below(steps), dice.below(3) == 0, dice.below(2) == 0);
            interruption.arm(u32::try_from(at).unwrap_or(0), lasts);
            let done = bring(&store, &file);
            interruption.disarm();
            let on = if lasts { " and later" } else { "" };
            tally.strike(format!("EIO at step {at} of {steps}{on}"));
            if let Err(error) = done {
                let named = error.contains("os error 5") || error.contains("Input/output");
                tally.check(named, || format!("the error is told as {error:?}"));
            }
            if again {
                drop(store);
                store = open(&folder, &interruption)?;
            }
            check_part(&store, tally);
        }
        tally.good("import", bring(&store, &file));
        if let Some(text) = tally.good("export", exported(&store)) {
            tally.same("export", &text, &expected);
        }
        check_part(&store, tally);
        tally.settle();
        drop(store);
        fs::remove_dir_all(&folder).map_err(|error| error.to_string())?;
    }
    Ok(())
}

fn open(folder: &Path, interruption: &Arc<Interruption>) -> Result<Embedded, String> {
    Embedded::open_with(folder, Some(interruption.watch())).map_err(|error| error.to_string())
}

fn bring(store: &Embedded, file: &Path) -> Result<(), String> {
    let settings = Settings {
        collection: MAIN.to_owned(),
        choice: Choice::default(),
        max_ply: None,
        keep_games: true,
        // Some tens of games fill a batch.
        memory: 160 << 10,
        threads: NonZero::new(2).unwrap_or(NonZero::<usize>::MIN),
    };
    let origins = [Origin::Path(PathBuf::from(file))];
    let done = import(store, &origins, &settings, &Progress::default());
    done.map(drop).map_err(|error| error.to_string())
}

fn exported(store: &Embedded) -> Result<String, String> {
    let mut text = Vec::new();
    store.export(&mut text).map_err(|error| error.to_string())?;
    String::from_utf8(text).map_err(|error| error.to_string())
}

/// The store is sound, and no game is in it twice.
fn check_part(store: &Embedded, tally: &mut Tally) {
    let verified = store.verify().map_err(|error| error.to_string());
    if let Some(verified) = tally.good("verify", verified) {
        let findings = verified.findings;
        tally.check(findings.is_empty(), || format!("verify: {findings:?}"));
    }
    let known = store.collections().map_err(|error| error.to_string());
    if let Some(known) = tally.good("collections", known) {
        let games: u64 = known.iter().map(|one| one.games).sum();
        tally.check(games <= u64::from(GAMES), || format!("found {games} games"));
    }
}
