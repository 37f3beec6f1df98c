//! A service under load while it suffers: a `krog serve` that can be killed and
//! started again behind one address, clients that record games, look them up and
//! ask for reviews, and what must be true of all that they were told.

use std::{
    path::PathBuf,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU32, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use super::{
    proxy::{Behind, Proxy},
    tally::Tally,
    times::Clock,
};
use crate::{
    folder::Folder,
    served::{Reply, Served, get, post, reply},
};

/// A short game that ends in mate, with mistakes to find.
const GAME: &str =
    "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+ 7. Be2 Nf3# 0-1";
const PLIES: usize = 14;

/// Positions that are searched for each move of a review.
const NODES: u32 = 300;

/// How long a service may take until it does its work again.
const PATIENCE: Duration = Duration::from_secs(90);

/// A service that dies and comes back.
pub(super) struct Host {
    /// The network before it: its address stays the same.
    pub(super) front: Proxy,
    /// What it goes by.
    pub(super) clock: Clock,
    served: Option<Served>,
    db: String,
    arguments: Vec<&'static str>,
    log: PathBuf,
}

impl Host {
    pub(super) fn start(
        folder: &Folder,
        db: &str,
        arguments: &[&'static str],
    ) -> Result<Host, String> {
        let nobody = Behind::Port(String::new());
        let mut host = Host {
            front: Proxy::before(nobody).map_err(|error| error.to_string())?,
            clock: Clock::new(&folder.0, "service")?,
            served: None,
            db: db.to_owned(),
            arguments: [&["--nodes", "300", "--rate", "0"], arguments].concat(),
            log: folder.0.join("service.log"),
        };
        host.go_on()?;
        Ok(host)
    }

    /// Kills it.
    pub(super) fn die(&mut self) {
        if let Some(mut served) = self.served.take() {
            served.kill();
        }
    }

    /// Starts it again.
    pub(super) fn go_on(&mut self) -> Result<(), String> {
        let mut command = Served::command(&self.db, &self.arguments)?;
        self.clock.give_to(&mut command);
        let served = Served::run(command, &self.log)?;
        self.front.aim(Behind::Port(served.address.clone()));
        self.served = Some(served);
        Ok(())
    }

    /// Where clients ask.
    pub(super) fn address(&self) -> &str {
        &self.front.address
    }
}

/// Clients, and what they were told.
pub(super) struct Load {
    address: String,
    over: AtomicBool,
    /// How many games were sent.
    sent: AtomicU32,
    /// How many were acknowledged.
    taken: AtomicU32,
    /// Those that were, by their ids.
    kept: Mutex<Vec<String>>,
    /// The jobs that were accepted.
    jobs: Mutex<Vec<String>>,
    /// What should not have been said.
    wrong: Mutex<Vec<String>>,
}

impl Load {
    /// Clients of a service, which has one game to begin with.
    pub(super) fn on(host: &Host) -> Load {
        let load = Load {
            address: host.address().to_owned(),
            over: AtomicBool::new(false),
            sent: AtomicU32::new(0),
            taken: AtomicU32::new(0),
            kept: Mutex::default(),
            jobs: Mutex::default(),
            wrong: Mutex::default(),
        };
        load.record();
        load
    }

    /// Lets clients ask all the time while something is done.
    pub(super) fn during<T>(&self, act: impl FnOnce() -> T) -> T {
        self.over.store(false, Ordering::Relaxed);
        thread::scope(|scope| {
            scope.spawn(|| self.write());
            scope.spawn(|| self.read());
            // However it ends, the clients do.
            let _over = Over(&self.over);
            act()
        })
    }

    /// Records game after game.
    fn write(&self) {
        while !self.over.load(Ordering::Relaxed) {
            self.record();
        }
    }

    fn record(&self) {
        let number = self.sent.fetch_add(1, Ordering::Relaxed);
        let body = json!({
            "moves": ["e4", "e5", "Nf3", "Nc6"], "result": "1-0",
            "white": format!("player {number}"), "black": "other",
        });
        if let Some(answer) = self.ask(&post("/api/v1/game/record", &body.to_string())) {
            match answer["gameId"].as_str() {
                Some(id) => lock(&self.kept).push(id.to_owned()),
                None => lock(&self.wrong).push(format!("recorded without an id: {answer}")),
            }
            self.taken.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Looks up again and again; what was acknowledged before is in the answer.
    fn read(&self) {
        let mut number = 0;
        while !self.over.load(Ordering::Relaxed) {
            number += 1;
            let taken = self.taken.load(Ordering::Relaxed);
            // Each another question, so that none is answered from memory.
            let path = format!("/api/v1/explorer?moves={}", number % 300 + 2);
            let Some(answer) = self.ask(&get(&path)) else {
                continue;
            };
            let found = answer["white"].as_u64();
            if found.is_none_or(|found| found < u64::from(taken)) {
                let text = format!("a lookup found {found:?} games, expected at least {taken}");
                lock(&self.wrong).push(text);
            }
        }
    }

    /// Asks for a review.
    pub(super) fn review(&self) {
        let body = json!({ "pgn": GAME, "nodes": NODES }).to_string();
        self.order("/api/v1/game/review", &body);
    }

    /// Asks for puzzles.
    pub(super) fn puzzles(&self) {
        let body = json!({ "pgn": GAME, "nodes": NODES }).to_string();
        self.order("/api/v1/puzzles/make", &body);
    }

    fn order(&self, path: &str, body: &str) {
        if let Some(job) = self.ask(&post(path, body)) {
            match job["id"].as_str() {
                Some(id) => lock(&self.jobs).push(id.to_owned()),
                None => lock(&self.wrong).push(format!("a job without an id: {job}")),
            }
        }
    }

    /// The answer, if there is one: nobody may answer, and whoever does may say that
    /// he cannot at the moment, but nothing else.
    fn ask(&self, request: &str) -> Option<Value> {
        match reply(&self.address, request) {
            Ok(Reply {
                status: 200 | 202,
                body,
            }) => match serde_json::from_str(&body) {
                Ok(answer) => return Some(answer),
                Err(error) => lock(&self.wrong).push(format!("{error}: {body}")),
            },
            Ok(Reply { status: 503, .. }) | Err(_) => {}
            Ok(other) => {
                let first = request.lines().next().unwrap_or_default();
                lock(&self.wrong).push(format!("{first}: {other:?}"));
            }
        }
        thread::sleep(Duration::from_millis(10));
        None
    }

    /// Checks that games are taken again, without anybody doing anything.
    pub(super) fn check_alive(&self, tally: &mut Tally) {
        let (start, before) = (Instant::now(), self.taken.load(Ordering::Relaxed));
        let is_alive = || self.taken.load(Ordering::Relaxed) > before + 1;
        while !is_alive() && start.elapsed() < PATIENCE {
            thread::sleep(Duration::from_millis(10));
        }
        tally.check(is_alive(), || format!("no game is taken in {PATIENCE:?}"));
    }

    /// Checks all that was acknowledged, once the service is left in peace.
    pub(super) fn check(&self, tally: &mut Tally) {
        let wrong = std::mem::take(&mut *lock(&self.wrong));
        let first = wrong.first();
        tally.check(first.is_none(), || {
            format!("{} wrong answers, such as {first:?}", wrong.len())
        });
        for id in lock(&self.kept).iter() {
            let found = self.found(&format!("/api/v1/games/{id}"));
            tally.good("an acknowledged game", found);
        }
        let (taken, sent) = (
            u64::from(self.taken.load(Ordering::Relaxed)),
            u64::from(self.sent.load(Ordering::Relaxed)),
        );
        if let Some(answer) = tally.good("a lookup", self.found("/api/v1/explorer")) {
            let counted = answer["white"].as_u64().unwrap_or(0);
            // What was not acknowledged may have been counted.
            tally.check(taken <= counted && counted <= sent, || {
                format!("found {counted} games, of {taken} taken and {sent} sent")
            });
        }
        for id in lock(&self.jobs).iter() {
            self.check_job(id, tally);
        }
    }

    fn check_job(&self, id: &str, tally: &mut Tally) {
        let start = Instant::now();
        let path = format!("/api/v1/jobs/{id}");
        let job = loop {
            let job = self.found(&path);
            let open = |job: &Value| matches!(job["state"].as_str(), Some("waiting" | "running"));
            if !job.as_ref().is_ok_and(open) || start.elapsed() > PATIENCE {
                break job;
            }
            thread::sleep(Duration::from_millis(20));
        };
        let Some(job) = tally.good("an accepted job", job) else {
            return;
        };
        tally.check(job["state"] == "done", || format!("a job: {job}"));
        if job["kind"] == "review" && job["state"] == "done" {
            let found = self.found(&format!("/api/v1/reviews/{id}"));
            if let Some(review) = tally.good("a review", found) {
                let moves = &review["review"]["games"][0]["moves"];
                let plies = moves.as_array().map(Vec::len);
                tally.check(plies == Some(PLIES), || {
                    format!("a review of {plies:?} moves, expected {PLIES}")
                });
            }
        }
    }

    /// What a question finds when all is well.
    pub(super) fn found(&self, path: &str) -> Result<Value, String> {
        let body = reply(&self.address, &get(path))?.good()?;
        serde_json::from_str(&body).map_err(|error| format!("{error}: {body}"))
    }
}

/// Ends the clients.
struct Over<'a>(&'a AtomicBool);

impl Drop for Over<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
