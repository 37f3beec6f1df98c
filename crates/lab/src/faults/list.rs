//! Importers that share a list on ClickHouse shards with a PostgreSQL catalog, while
//! importers, shards and the catalog die.

use std::{
    process::ExitStatus,
    thread,
    time::{Duration, Instant},
};

use super::{
    Scenario, Trial,
    games::Games,
    servers::{Blow, database, millis, shards},
    tally::Tally,
};
use crate::{
    cluster,
    krog::{Running, krog, told},
    shards::MANY,
};

pub(super) const SCENARIO: Scenario = Scenario {
    name: "list",
    threat: "Importers of a shared list, shards and the catalog die; every piece is done, once.",
    weight: 7,
    run,
};

/// How many games in how many files, and how many faults before all may finish.
const GAMES: u32 = 600;
const FILES: u32 = 5;
const GROUP: usize = 4;

/// Whoever goes on with a list ends before that.
const PATIENCE: Duration = Duration::from_mins(3);

/// The two who share the list.
struct Importers {
    url: String,
    files: Vec<String>,
    running: [Running; 2],
}

impl Importers {
    fn start(games: &Games, url: &str) -> Result<Importers, String> {
        let files: Vec<String> = games
            .files
            .iter()
            .map(|path| path.display().to_string())
            .collect();
        let running = [begin(url, &files)?, begin(url, &files)?];
        Ok(Importers {
            url: url.to_owned(),
            files,
            running,
        })
    }

    /// Starts those again that a fault has ended.
    fn mend(&mut self) -> Result<(), String> {
        for importer in &mut self.running {
            if importer.ended().is_some() {
                *importer = begin(&self.url, &self.files)?;
            }
        }
        Ok(())
    }

    /// One goes on alone until all is done.
    fn finish(&mut self) -> Option<ExitStatus> {
        for importer in &mut self.running {
            importer.kill();
        }
        database().wait();
        // As if the time had passed for which the dead had their pieces.
        let (_, catalog) = self.url.split_once("?catalog=")?;
        cluster::execute(catalog, "UPDATE jobs SET lease = 0 WHERE state = 'running'");
        begin(&self.url, &self.files).ok()?.wait(PATIENCE)
    }
}

fn begin(url: &str, files: &[String]) -> Result<Running, String> {
    let mut command = krog(["import", "--db", url, "--list", "shared", "--memory", "1"])?;
    command.args(files);
    Running::quiet(command)
}

fn run(trial: &Trial, tally: &mut Tally) -> Result<(), String> {
    let games = Games::make(&trial.folder.0, GAMES, FILES)?;
    database().wait();
    let usual = undisturbed(&games, tally)?;
    for group in trial.faults.chunks(GROUP) {
        database().wait();
        let url = shards().store();
        told(["db", "migrate", "--db", &url])?;
        let mut importers = Importers::start(&games, &url)?;
        for dice in group {
            let mut dice = dice.clone();
            let moment = u32::try_from(dice.below(600)).unwrap_or(0);
            thread::sleep(usual * moment / 1_000);
            let name = match dice.below(3) {
                0 => {
                    let dead = dice.below(2);
                    importers.running[dead].kill();
                    "importer killed".to_owned()
                }
                1 => {
                    let (shard, pause) = (dice.below(MANY), millis(&mut dice, 0..700));
                    shards().kill(shard);
                    thread::sleep(pause);
                    shards().restart(shard);
                    format!("shard {shard} killed for {pause:?}")
                }
                _ => Blow::draw(&mut dice).strike(),
            };
            tally.strike(format!("{name} after {moment} of 1000"));
            importers.mend()?;
        }
        let ended = importers.finish();
        tally.check(ended.is_some_and(|status| status.success()), || {
            format!("the last importer: {ended:?}")
        });
        check(&games, &url, tally);
        tally.settle();
    }
    Ok(())
}

/// How long two take where nothing disturbs.
fn undisturbed(games: &Games, tally: &mut Tally) -> Result<Duration, String> {
    let url = shards().store();
    told(["db", "migrate", "--db", &url])?;
    let start = Instant::now();
    let mut importers = Importers::start(games, &url)?;
    for importer in &mut importers.running {
        let ended = importer.wait(PATIENCE);
        tally.check(ended.is_some_and(|status| status.success()), || {
            format!("an undisturbed importer: {ended:?}")
        });
    }
    let usual = start.elapsed();
    check(games, &url, tally);
    Ok(usual)
}

fn check(games: &Games, url: &str, tally: &mut Tally) {
    games.check(url, tally);
    let (_, catalog) = url.split_once("?catalog=").unwrap_or_default();
    let open = "SELECT id || ' ' || state FROM jobs WHERE state <> 'done'";
    let open = cluster::rows(catalog, open);
    tally.check(open.is_empty(), || format!("pieces not done: {open:?}"));
}
