//! `krog import` on several machines, as their processes meet in a cluster: they
//! share a list, they die, and the counters are those of one import.

#![allow(clippy::unwrap_used)] // what cannot be unwrapped here has failed the test

#[path = "../../store/tests/support/cluster.rs"]
mod cluster;
#[path = "../../store/tests/support/played.rs"]
mod played;
#[path = "../../store/tests/support/shards.rs"]
mod shards;

use std::{
    env, fs,
    io::Write as _,
    path::PathBuf,
    process::{Child, Command, Stdio},
    thread,
    time::Duration,
};

use played::pgn;
use shards::Shards;

struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let path = env::temp_dir().join(format!("krog-cluster-{name}-{}", std::process::id()));
        let _not_there = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Scratch(path)
    }

    fn place(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    /// Writes games of these numbers.
    fn games(&self, name: &str, numbers: std::ops::Range<u32>) -> String {
        let text: String = numbers.map(pgn).collect();
        let place = self.place(name);
        if name.ends_with("zst") {
            // In frames that know nothing of games.
            let frames = text.as_bytes().chunks(100_003);
            let frames = frames.map(|part| zstd::bulk::compress(part, 1).unwrap());
            fs::write(&place, frames.collect::<Vec<_>>().concat()).unwrap();
        } else {
            fs::write(&place, text).unwrap();
        }
        place
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _stays = fs::remove_dir_all(&self.0);
    }
}

fn krog(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_krog"));
    command.args(args).stdin(Stdio::null());
    for name in [
        "KROG_LANG",
        "KROG_FORMAT",
        "KROG_DB",
        "KROG_LIST",
        "KROG_TO",
    ] {
        command.env_remove(name);
    }
    command
}

#[track_caller]
fn text(args: &[&str]) -> String {
    let output = krog(args).output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{args:?}: {told}");
    String::from_utf8(output.stdout).unwrap()
}

fn begin(args: &[&str]) -> Child {
    let mut command = krog(args);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().unwrap()
}

fn count(catalog: &str, sql: &str) -> u32 {
    let found = cluster::rows(catalog, &format!("SELECT ({sql})::text"));
    found.concat().parse().unwrap()
}

#[test]
fn importers_share_a_list_and_deaths_change_nothing() {
    const GAMES: u32 = 3_000;
    let folder = Scratch::new("list");
    let files = [
        folder.games("a.pgn", 0..800),
        folder.games("b.pgn.zst", 800..2_000),
        folder.games("c.pgn", 1_900..2_500),
        folder.games("d.pgn", 2_500..GAMES),
    ];
    let whole = folder.place("whole");
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    text(&[&["import", "--db", &whole], &files[..]].concat());
    let expected = text(&["db", "export", "--db", &whole]);

    let servers = Shards::start(cluster::Cluster::shared());
    let url = servers.store();
    let (_, catalog) = url.split_once("?catalog=").unwrap();
    text(&["db", "migrate", "--db", &url]);
    // So little memory that there are many batches.
    let shared = ["import", "--db", &url, "--list", "july", "--memory", "2"];
    let mut first = begin(&[&shared, &files[..]].concat());
    let counted = "SELECT count(*) FROM runs WHERE state = 'counted'";
    while count(catalog, counted) < 2 {
        assert!(first.try_wait().unwrap().is_none(), "it ended early");
        thread::sleep(Duration::from_millis(5));
    }
    first.kill().unwrap();
    first.wait().unwrap();
    assert!(count(catalog, counted) < 30, "it was nearly done");
    // As if the time had passed for which the dead one had its piece.
    cluster::execute(catalog, "UPDATE jobs SET lease = 0 WHERE state = 'running'");
    let mut others = [begin(&shared), begin(&shared)];
    let before = count(catalog, counted);
    while count(catalog, counted) < before + 2 {
        thread::sleep(Duration::from_millis(5));
    }
    servers.kill(1);
    thread::sleep(Duration::from_millis(300));
    servers.restart(1);
    for other in &mut others {
        assert!(other.wait().unwrap().success());
    }
    assert_eq!(
        count(catalog, "SELECT count(*) FROM jobs WHERE state <> 'done'"),
        0
    );
    assert!(
        text(&["db", "export", "--db", &url]) == expected,
        "the texts differ"
    );
    let told = text(&["db", "stats", "--db", &url, "--format", "json"]);
    assert!(told.contains(&format!("\"games\": {GAMES},")), "{told}");
    text(&["db", "verify", "--db", &url]);
    // Nothing is left to do.
    let again = text(&[&shared[..], &files, &["--format", "json"]].concat());
    assert!(again.contains("\"gamesProcessed\": 0,"), "{again}");
}

#[test]
fn runs_that_were_written_apart_make_the_same_store() {
    let folder = Scratch::new("runs");
    let all = folder.games("all.pgn", 0..600);
    let parts = [
        folder.games("one.pgn", 0..250),
        folder.games("two.pgn.zst", 250..420),
        folder.games("three.pgn", 400..600),
    ];
    let whole = folder.place("whole");
    text(&["import", "--db", &whole, &all]);
    let expected = text(&["db", "export", "--db", &whole]);
    let (runs, bare) = (folder.place("runs"), folder.place("bare"));
    for part in &parts {
        text(&["import", "--to", &runs, part]);
    }
    // Without games a run can be taken over as it is.
    text(&["import", "--to", &bare, "--no-games", &all]);
    let (mut into, mut stderr) = (Vec::new(), std::io::stderr());
    for runs in [&runs, &bare] {
        into.push((folder.place(&format!("merged-{}", into.len())), runs));
        into.push((Shards::shared().store(), runs));
    }
    into.push((cluster::Cluster::shared().database(), &runs));
    for (into, runs) in into {
        writeln!(stderr, "{into}").unwrap();
        text(&["db", "merge", &into, runs]);
        assert!(text(&["db", "export", "--db", &into]) == expected, "{into}");
    }
}
