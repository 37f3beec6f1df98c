//! Workers who search for a service: they are killed, the service is killed, and
//! the network between them fails, while reviews wait.

use std::{fs, thread};

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

/// Two who search, and the next name: one who is killed does not come back.
pub(super) struct Crew {
    server: String,
    named: usize,
    pub(super) running: Vec<Running>,
}

impl Crew {
    pub(super) fn start(host: &Host) -> Result<Crew, String> {
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
        let store = trial.folder.0.join(format!("store-{number}"));
        let db = store.display().to_string();
        let mut host = Host::start(&trial.folder, &db, &["--workers", "only", "--lease", "2"])?;
        let load = Load::on(&host);
        let mut crew = Crew::start(&host)?;
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
        load.check(tally);
        check_orders(&load, tally);
        drop(crew);
        host.die();
        tally.good("verify", told(["db", "verify", "--db", &db]));
        tally.settle();
        fs::remove_dir_all(&store).map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// No order is open any more, now that all reviews are there.
pub(super) fn check_orders(load: &Load, tally: &mut Tally) {
    let Some(jobs) = tally.good("jobs", load.found("/api/v1/jobs?limit=200")) else {
        return;
    };
    for job in jobs.as_array().into_iter().flatten() {
        let open = matches!(job["state"].as_str(), Some("waiting" | "running"));
        tally.check(!open, || format!("a job is stuck: {job}"));
    }
}
