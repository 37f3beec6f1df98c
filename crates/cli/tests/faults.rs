//! What fails around `krog serve` while it works: the database, the engine, the
//! disk, a client, and at last the service itself. Whoever asks is told what is
//! wrong, nothing that was acknowledged is lost, and the service needs no restart.

#![allow(clippy::unwrap_used)] // what cannot be unwrapped here has failed the test

#[path = "../../store/tests/support/cluster.rs"]
mod cluster;
#[path = "common/server.rs"]
mod common;

use std::{
    fs,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::{
        Mutex,
        atomic::{AtomicBool, AtomicU32, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use cluster::Cluster;
use common::{Answer, Folder, Server, get, post, quoted};
use serde_json::{Value, json};

const SHORT: [&str; 2] = ["--nodes", "300"];

/// No answer takes longer while the database is away: the machine may be busy,
/// but nobody is kept waiting for a server that does not come.
const LONGEST: Duration = Duration::from_secs(20);

const GAME: &str =
    "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+ 7. Be2 Nf3# 0-1";

/// A game that no other number has.
fn game(number: u32) -> Value {
    json!({
        "moves": ["e4", "e5", "Nf3", "Nc6"], "result": "1-0",
        "white": format!("player {number}"), "black": "other",
    })
}

/// A question that takes as long as one may; each number asks another one.
fn long_search(number: usize) -> String {
    let rook = ["R4RK1", "1R3RK1", "2R2RK1", "3R1RK1"][number];
    let fen = format!("r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NBPN2/PP2QPPP/{rook} w - - 0 10");
    format!("/api/v1/position/analyze?fen={}", quoted(&fen))
}

/// Clients that ask all the time, and what they were told.
#[derive(Default)]
struct Load {
    over: AtomicBool,
    next: AtomicU32,
    /// The ids of the games that were acknowledged.
    kept: Mutex<Vec<String>>,
    refused: Mutex<Vec<Answer>>,
    /// How often a game was taken, and a question answered.
    taken: AtomicU32,
    answered: AtomicU32,
    longest: Mutex<Duration>,
}

impl Load {
    /// Records game after game, until told to end.
    fn write(&self, server: &Server) {
        while !self.over.load(Ordering::Relaxed) {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let request = post("/api/v1/game/record", &game(number));
            if let Some(answer) = self.ask(server, &request) {
                let id = answer.json()["gameId"].as_str().unwrap().to_owned();
                self.kept.lock().unwrap().push(id);
                self.taken.fetch_add(1, Ordering::Relaxed);
            }
        }
    }

    /// Asks question after question.
    fn read(&self, server: &Server) {
        while !self.over.load(Ordering::Relaxed) {
            // Each another question, so that none is answered from memory.
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let request = get(&format!("/api/v1/explorer?moves={}", number + 2));
            if self.ask(server, &request).is_some() {
                self.answered.fetch_add(1, Ordering::Relaxed);
            }
        }
    }

    /// The answer if all is well; one that is refused is kept.
    fn ask(&self, server: &Server, request: &str) -> Option<Answer> {
        let start = Instant::now();
        let answer = server.try_ask(request).expect("a whole answer");
        let mut longest = self.longest.lock().unwrap();
        *longest = (*longest).max(start.elapsed());
        drop(longest);
        if answer.status == 200 {
            return Some(answer);
        }
        self.refused.lock().unwrap().push(answer);
        thread::sleep(Duration::from_millis(20));
        None
    }

    /// Waits until some games were taken and questions answered from now on.
    fn wait_for_answers(&self) {
        let goal = |count: &AtomicU32| count.load(Ordering::Relaxed) + 5;
        let (taken, answered) = (goal(&self.taken), goal(&self.answered));
        wait("answers", || {
            self.taken.load(Ordering::Relaxed) >= taken
                && self.answered.load(Ordering::Relaxed) >= answered
        });
    }

    /// Waits until somebody was refused from now on.
    fn wait_for_refusals(&self) {
        let before = self.refused.lock().unwrap().len();
        wait("refusals", || {
            self.refused.lock().unwrap().len() >= before + 6
        });
    }
}

#[track_caller]
fn wait(what: &str, mut right: impl FnMut() -> bool) {
    let start = Instant::now();
    while !right() {
        assert!(start.elapsed() < Duration::from_secs(90), "no {what}");
        thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_database_that_goes_and_comes_back_loses_nothing() {
    let cluster = Cluster::start(&[]);
    let server = Server::start(cluster.database(), &SHORT);
    record(&server, u32::MAX);
    let load = Load::default();
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| load.write(&server));
            scope.spawn(|| load.read(&server));
        }
        load.wait_for_answers();
        // Once as a power cut ends it, once as its keeper does.
        cluster.crash();
        load.wait_for_refusals();
        assert_eq!(server.get("/readyz").status, 503);
        assert_eq!(server.get("/healthz").status, 200);
        cluster.restart();
        load.wait_for_answers();
        cluster.restart_in_order();
        load.wait_for_answers();
        cluster.kill_backend();
        load.wait_for_answers();
        load.over.store(true, Ordering::Relaxed);
    });
    assert_eq!(server.get("/readyz").status, 200);
    for answer in load.refused.lock().unwrap().iter() {
        answer.check_unavailable();
    }
    let longest = *load.longest.lock().unwrap();
    assert!(longest < LONGEST, "{longest:?}");
    let kept = load.kept.lock().unwrap();
    for id in kept.iter() {
        let answer = server.get(&format!("/api/v1/games/{id}"));
        assert_eq!(answer.status, 200, "{id}: {answer:?}");
    }
    // What was refused may have been counted; what was acknowledged was, once.
    let counted = server.get("/api/v1/explorer").json()["white"].as_u64();
    let (kept, tried) = (kept.len() as u64, load.next.load(Ordering::Relaxed));
    assert!(
        counted >= Some(kept) && counted <= Some(tried.into()),
        "{counted:?} {kept}"
    );
}

/// krog's own engine as a program of its own.
fn engine(folder: &Folder) -> String {
    let path = folder.0.join("engine");
    let krog = env!("CARGO_BIN_EXE_krog");
    fs::write(&path, format!("#!/bin/sh\nexec {krog} uci\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    format!("uci:{}", path.display())
}

fn is_running(id: &str) -> bool {
    Path::new("/proc").join(id).exists()
}

#[test]
fn an_engine_that_is_killed_is_started_again() {
    let folder = Folder::new("engine");
    let engine = engine(&folder);
    let arguments = ["--engine", &engine, "--threads", "2", "--nodes", "400000"];
    let mut server = Server::start(folder.0.join("store"), &arguments);
    let mut seen = server.children();
    assert_eq!(seen.len(), 2, "one for each thread");
    for number in 0..3 {
        let asked = server.send(&get(&long_search(number))).unwrap();
        server.until("/api/v1/server", |answer| answer.json()["running"] != 0);
        for id in server.children() {
            let killed = Command::new("kill").args(["-9", &id]).status();
            assert!(killed.unwrap().success());
        }
        let answer = common::answer(asked).expect("a whole answer");
        if answer.status != 200 {
            answer.check_unavailable();
        }
        let next = server.get("/api/v1/position/analyze?fen=startpos&engineDepth=4");
        assert_eq!(next.status, 200, "{next:?}");
        let children = server.children();
        assert!((1..=2).contains(&children.len()), "{children:?}");
        seen.extend(children);
    }
    server.terminate();
    assert_eq!(server.wait().0.code(), Some(0));
    wait("end of engines", || !seen.iter().any(|id| is_running(id)));
}

#[test]
fn a_client_that_leaves_takes_its_search_along() {
    let folder = Folder::new("leaving");
    let arguments = ["--nodes", "200000000", "--max-nodes", "200000000"];
    let server = Server::start(folder.0.join("store"), &arguments);
    for path in [
        long_search(0),
        "/api/v1/position/moves?fen=startpos".to_owned(),
    ] {
        let asked = server.send(&get(&path)).unwrap();
        server.until("/api/v1/server", |answer| answer.json()["running"] != 0);
        drop(asked);
        server.until("/api/v1/server", |answer| answer.json()["running"] == 0);
    }
}

/// A small disk of a test's own: needs the right to mount.
struct Disk(PathBuf);

impl Disk {
    fn new(folder: &Folder, size: &str) -> Option<Disk> {
        let disk = Disk(folder.0.join("disk"));
        fs::create_dir_all(&disk.0).unwrap();
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", &format!("size={size}"), "tmpfs"]);
        if run(mount.arg(&disk.0)) {
            return Some(disk);
        }
        eprintln!("skipped: this user may not mount");
        None
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        // Lazily: the files that a server holds open go with it.
        run(Command::new("umount").arg("-l").arg(&self.0));
    }
}

/// Asks everything that only reads.
#[track_caller]
fn check_reads(server: &Server, id: &str) {
    for path in [
        format!("/api/v1/games/{id}"),
        "/api/v1/explorer?moves=3".to_owned(),
        "/api/v1/position/analyze?fen=startpos".to_owned(),
        "/api/v1/reviews".to_owned(),
        "/api/v1/jobs".to_owned(),
        "/api/v1/rules".to_owned(),
    ] {
        let answer = server.get(&path);
        assert_eq!(answer.status, 200, "{path}: {answer:?}");
    }
}

/// Asks everything that writes, and is refused.
#[track_caller]
fn check_no_writes(server: &Server, number: u32) {
    for (path, body) in [
        ("/api/v1/game/record", game(number)),
        ("/api/v1/game/review", json!({ "pgn": GAME, "nodes": 300 })),
        ("/api/v1/puzzles/make", json!({ "pgn": GAME, "nodes": 300 })),
    ] {
        server.post(path, &body).check_unavailable();
    }
}

#[track_caller]
fn record(server: &Server, number: u32) -> String {
    let answer = server.post("/api/v1/game/record", &game(number));
    assert_eq!(answer.status, 200, "{answer:?}");
    answer.json()["gameId"].as_str().unwrap().to_owned()
}

/// A folder that nobody may write to, not even root, until this is dropped.
struct Shut<'a>(&'a Path);

impl Shut<'_> {
    fn new(folder: &Path) -> Option<Shut<'_>> {
        let shut = Shut(folder);
        // Who is not root has no need of it.
        if shut.change("+i") || shut.permit("a-w") && fs::write(folder.join("x"), "").is_err() {
            return Some(shut);
        }
        eprintln!("skipped: this user may write everywhere");
        None
    }

    fn change(&self, attribute: &str) -> bool {
        run(Command::new("chattr").args(["-R", attribute]).arg(self.0))
    }

    fn permit(&self, mode: &str) -> bool {
        run(Command::new("chmod").args(["-R", mode]).arg(self.0))
    }
}

impl Drop for Shut<'_> {
    fn drop(&mut self) {
        self.change("-i");
        self.permit("u+w");
    }
}

fn run(command: &mut Command) -> bool {
    let done = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
    done.is_ok_and(|status| status.success())
}

#[test]
fn a_store_that_is_shut_can_be_read_and_opens_again() {
    let folder = Folder::new("shut");
    let store = folder.0.join("store");
    let mut server = Server::start(&store, &SHORT);
    let first = record(&server, 1);
    // The desk is made when something is first written to it.
    let job = json!({ "pgn": "1. e4 e5 *", "nodes": 300 });
    assert_eq!(server.post("/api/v1/game/review", &job).status, 202);
    server.until("/api/v1/reviews", |answer| answer.json()[0].is_object());
    let Some(shut) = Shut::new(&store) else {
        return;
    };
    check_reads(&server, &first);
    check_no_writes(&server, 2);
    check_reads(&server, &first);
    drop(shut);
    let second = record(&server, 3);
    check_reads(&server, &second);
    // A server that starts over a store that is shut reads it too.
    server.terminate();
    assert_eq!(server.wait().0.code(), Some(0));
    let shut = Shut::new(&store);
    let server = Server::start(&store, &SHORT);
    check_reads(&server, &first);
    check_reads(&server, &second);
    check_no_writes(&server, 4);
    drop(shut);
}

#[test]
fn a_disk_that_is_full_can_be_read_and_made_room_on() {
    let folder = Folder::new("full");
    let Some(disk) = Disk::new(&folder, "16m") else {
        return;
    };
    let server = Server::start(disk.0.join("store"), &SHORT);
    let first = record(&server, 1);
    let filler = disk.0.join("filler");
    let full = fs::write(&filler, vec![0; 32 << 20]);
    assert!(full.is_err(), "the disk is smaller");
    check_reads(&server, &first);
    let refused = server.post("/api/v1/game/record", &game(2));
    refused.check_unavailable();
    // Room that was taken before may do for a job.
    let job = json!({ "pgn": GAME, "nodes": 300 });
    let job = server.post("/api/v1/game/review", &job);
    assert!(matches!(job.status, 202 | 503), "{job:?}");
    check_reads(&server, &first);
    fs::remove_file(&filler).unwrap();
    let second = record(&server, 3);
    check_reads(&server, &second);
    server.until("/readyz", |ready| ready.status == 200);
}

#[test]
fn a_stop_under_load_answers_or_refuses_and_leaves_nothing() {
    let folder = Folder::new("stop");
    let engine = engine(&folder);
    let store = folder.0.join("store");
    let arguments = ["--engine", &engine, "--threads", "2", "--nodes", "5000"];
    let mut server = Server::start(&store, &arguments);
    let engines = server.children();
    let body = json!({ "pgn": GAME, "nodes": 2_000_000 });
    let job = server.post("/api/v1/game/review", &body);
    assert_eq!(job.status, 202, "{job:?}");
    let job = job.json()["id"].as_str().unwrap().to_owned();
    let told = AtomicBool::new(false);
    let next = AtomicU32::new(0);
    let kept = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for writes in [true, true, false, false] {
            let (told, next, kept, server) = (&told, &next, &kept, &server);
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let request = if writes {
                        post("/api/v1/game/record", &game(number))
                    } else {
                        get(&format!(
                            "/api/v1/position/moves?fen=startpos&limit={}",
                            number % 300 + 1
                        ))
                    };
                    match server.try_ask(&request) {
                        Some(answer) if answer.status == 200 && writes => {
                            let id = answer.json()["gameId"].as_str().unwrap().to_owned();
                            kept.lock().unwrap().push(id);
                        }
                        Some(answer) if answer.status == 200 => {}
                        Some(answer) => answer.check_unavailable(),
                        // After the stop nobody listens.
                        None if told.load(Ordering::Relaxed) => return,
                        None => panic!("cut off before the stop"),
                    }
                }
            });
        }
        wait("load", || kept.lock().unwrap().len() > 5);
        told.store(true, Ordering::Relaxed);
        server.terminate();
    });
    let (status, after) = server.wait();
    assert_eq!(status.code(), Some(0));
    assert!(after < Duration::from_secs(18), "{after:?}");
    wait("end of engines", || {
        !engines.iter().any(|id| is_running(id))
    });
    // All that was acknowledged is there after the next start, and the job goes on.
    let server = Server::start(&store, &SHORT);
    for id in kept.lock().unwrap().iter() {
        assert_eq!(server.get(&format!("/api/v1/games/{id}")).status, 200);
    }
    let state = server.get(&format!("/api/v1/jobs/{job}")).json()["state"].clone();
    assert!(state == "waiting" || state == "running", "{state}");
}
