//! A store, a clock that does not run, and services on this machine.

#![allow(dead_code, unreachable_pub)] // shared by several test programs
#![allow(clippy::unwrap_used)] // what cannot be unwrapped here has failed the test

use std::{
    env, fs,
    num::NonZero,
    path::PathBuf,
    sync::{
        Arc, Mutex,
        atomic::{AtomicI64, AtomicU32, Ordering},
    },
    time::Duration,
};

use krog_importer::{
    Choice, Clock, Limits, Origin, Progress, Report, Services, ServicesSettings, Settings, Skip,
    Source, import, sync,
};
use krog_store::{Embedded, MAIN, Store as _};

use super::fake::Fake;

/// Waits at once, and remembers how long it was to wait.
#[derive(Debug, Default)]
pub struct StoppedClock {
    pub now: AtomicI64,
    pub waits: Mutex<Vec<u64>>,
}

impl Clock for StoppedClock {
    fn now(&self) -> i64 {
        self.now.load(Ordering::Relaxed)
    }

    fn wait(&self, time: Duration, _stopped: &dyn Fn() -> bool) {
        self.waits.lock().unwrap().push(time.as_secs());
    }
}

/// A folder with a store, and the services that are asked.
pub struct Bench {
    folder: PathBuf,
    pub services: Services,
    pub clock: Arc<StoppedClock>,
    pub choice: Choice,
}

/// Answers of tests are small and quick.
const LIMITS: Limits = Limits {
    connect: Duration::from_secs(5),
    silence: Duration::from_millis(400),
    whole: Duration::from_millis(1_500),
    bytes: 4 << 20,
};

impl Bench {
    pub fn new(fake: &Fake) -> Bench {
        Bench::with_token(fake, None)
    }

    pub fn with_token(fake: &Fake, token: Option<&str>) -> Bench {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let folder = env::temp_dir().join(format!("krog-sync-{}-{number}", std::process::id()));
        let _not_there = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        let clock = Arc::new(StoppedClock::default());
        let settings = ServicesSettings {
            lichess: fake.address.parse().unwrap(),
            chesscom: fake.address.parse().unwrap(),
            lichess_token: token.map(|token| token.parse().unwrap()),
            contact: Some("me@example.org".parse().unwrap()),
            limits: LIMITS,
        };
        Bench {
            folder,
            services: Services::with_clock(&settings, clock.clone()).unwrap(),
            clock,
            choice: Choice::default(),
        }
    }

    pub fn store(&self) -> Embedded {
        Embedded::create(&self.folder.join("store")).unwrap()
    }

    pub fn settings(&self) -> Settings {
        Settings {
            collection: MAIN.to_owned(),
            choice: self.choice.clone(),
            max_ply: None,
            keep_games: true,
            memory: 16 << 20,
            threads: NonZero::new(2).unwrap(),
        }
    }

    pub fn sync(&self, source: &str) -> Report {
        self.sync_watched(source, &Progress::default())
    }

    pub fn sync_watched(&self, source: &str, progress: &Progress) -> Report {
        let source = Source::find(source).unwrap().unwrap();
        let store = self.store();
        let report = sync(&store, &self.services, &source, &self.settings(), progress).unwrap();
        assert!(store.verify().unwrap().findings.is_empty());
        report
    }

    /// Imports a file of these games into a store of its own.
    pub fn import(&self, pgn: &str) -> (Report, String) {
        let file = self.folder.join("games.pgn");
        fs::write(&file, pgn).unwrap();
        let store = Embedded::create(&self.folder.join("other")).unwrap();
        let origins = [Origin::Path(file)];
        let report = import(&store, &origins, &self.settings(), &Progress::default()).unwrap();
        (report, export(&store))
    }

    pub fn export(&self) -> String {
        export(&self.store())
    }

    pub fn waits(&self) -> Vec<u64> {
        std::mem::take(&mut *self.clock.waits.lock().unwrap())
    }
}

impl Drop for Bench {
    fn drop(&mut self) {
        let _stays = fs::remove_dir_all(&self.folder);
    }
}

fn export(store: &Embedded) -> String {
    let mut text = Vec::new();
    store.export(&mut text).unwrap();
    String::from_utf8(text).unwrap()
}

/// Read, imported, duplicates, and skips by reason.
pub type Counts = (u64, u64, u64, Vec<(Skip, u64)>);

pub fn counts(report: &Report) -> Counts {
    let skipped = report.skipped.iter().map(|(skip, count)| (*skip, *count));
    (
        report.processed,
        report.imported,
        report.duplicates,
        skipped.collect(),
    )
}

/// What went wrong, as people read it.
pub fn troubles(report: &Report) -> Vec<String> {
    report.troubles.iter().map(ToString::to_string).collect()
}
