//! Workers who search for a service: they are killed, the service is killed, and
//! the network between them fails, while reviews wait.

use std::{fs, path::PathBuf, thread};

use super::{
    Scenario, Trial,
    load::{Host, Load},
    proxy::Weather,
    servers::{millis, weather},
    tally::Tally,
};
use crate::krog::{Running, krog, told};

pub(super) const SCENARIO: Scenario = Scenario {
    name: "workers",
    threat: "Workers, their service or the network between them fail; every review is made.",
    weight: 6,
    run,
};

/// How many faults one store sees.
const GROUP: usize = 4;

const LEASE_OVER: i64 = 61;

/// A service that lends its searches out, its clients, and those who search.
pub(super) struct Site {
    pub(super) host: Host,
    pub(super) load: Load,
    pub(super) crew: Crew,
    store: PathBuf,
}

impl Site {
    /// Opens the one of this number, over a store of its own.
    pub(super) fn open(trial: &Trial, number: usize) -> Result<Site, String> {
        let store = trial.folder.0.join(format!("store-{number}"));
        let lending = ["--workers", "only", "--lease", "2"];
        let host = Host::start(&trial.folder, &store.display().to_string(), &lending)?;
        Ok(Site {
            load: Load::on(&host),
            crew: Crew::start(&host)?,
            host,
            store,
        })
    }

    /// Checks what the clients were told, and that no order is open any more, now
    /// that all reviews are there.
    pub(super) fn check(&self, tally: &mut Tally) {
        self.load.check(tally);
        let Some(jobs) = tally.good("jobs", self.load.found("/api/v1/jobs?limit=200")) else {
            return;
        };
        for job in jobs.as_array().into_iter().flatten() {
            let open = matches!(job["state"].as_str(), Some("waiting" | "running"));
            tally.check(!open, || format!("a job is stuck: {job}"));
        }
    }

    /// Ends it; the store must be whole.
    pub(super) fn close(mut self, tally: &mut Tally) -> Result<(), String> {
        drop(self.crew);
        self.host.die();
        let db = self.store.display().to_string();
        tally.good("verify", told(["db", "verify", "--db", &db]));
        tally.settle();
        fs::remove_dir_all(&self.store).map_err(|error| error.to_string())
    }
}

/// Two who search, and the next name: one who is killed does not come back.
pub(super) struct Crew {
    server: String,
    named: usize,
    pub(super) running: Vec<Running>,
}

impl Crew {
    fn start(host: &Host) -> Result<Crew, String> {
        let mut crew = Crew {
            server: format!("http://{}", host.address()),
            named: 0,
            running: Vec::new(),
        };
        crew.fill()?;
        Ok(crew)
    }

    /// Replaces those who are gone.
    pub(super) fn fill(&mut self) -> Result<(), String> {
        self.running.retain_mut(|worker| worker.ended().is_none());
        while self.running.len() < 2 {
            self.named += 1;
            let name = format!("worker-{}", self.named);
            let words = ["worker", "--engine", "builtin", "--threads", "1"];
            let mut command = krog(words)?;
            command.args(["--name", &name, "--server", &self.server]);
            self.running.push(Running::quiet(command)?);
        }
        Ok(())
    }
}

fn run(trial: &Trial, tally: &mut Tally) -> Result<(), String> {
    for (number, group) in trial.faults.chunks(GROUP).enumerate() {
        let mut site = Site::open(trial, number)?;
        let Site {
            host, load, crew, ..
        } = &mut site;
        for dice in group {
            let mut dice = dice.clone();
            load.review();
            thread::sleep(millis(&mut dice, 0..900));
            match dice.below(4) {
                0 | 1 => {
                    let dead = dice.below(crew.running.len());
                    crew.running[dead].kill();
                    tally.strike("worker killed");
                }
                2 => {
                    host.die();
                    tally.strike("service killed");
                    host.clock.jump(LEASE_OVER)?;
                    tally.good("a start", host.go_on());
                }
                _ => {
                    let (weather, time) = weather(&mut dice);
                    host.front.set(weather);
                    thread::sleep(time);
                    host.front.set(Weather::Fair);
                    tally.strike(format!("network {weather:?} for {time:?}"));
                }
            }
            crew.fill()?;
        }
        site.check(tally);
        site.close(tally)?;
    }
    Ok(())
}
