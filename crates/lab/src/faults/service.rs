//! A service over a directory that is killed while clients write, read and wait
//! for reviews.

use std::{fs, thread};

use super::{
    Scenario, Trial,
    load::{Host, Load},
    servers::millis,
    tally::Tally,
};
use crate::krog::told;

pub(super) const SCENARIO: Scenario = Scenario {
    name: "service",
    threat: "A service is killed under load; what it acknowledged is there, and its jobs go on.",
    weight: 10,
    run,
};

/// How many deaths one store sees.
const GROUP: usize = 5;

/// Longer than a job is lent: who was killed has lost it then.
const LEASE_OVER: i64 = 61;

fn run(trial: &Trial, tally: &mut Tally) -> Result<(), String> {
    for (number, group) in trial.faults.chunks(GROUP).enumerate() {
        let store = trial.folder.0.join(format!("store-{number}"));
        let db = store.display().to_string();
        let mut host = Host::start(&trial.folder, &db, &[])?;
        let load = Load::on(&host);
        for dice in group {
            let mut dice = dice.clone();
            let time = millis(&mut dice, 0..900);
            let puzzles = dice.below(3) == 0;
            load.during(|| {
                if puzzles {
                    load.puzzles();
                } else {
                    load.review();
                }
                thread::sleep(time);
                host.die();
            });
            tally.strike(format!("service killed after {time:?}"));
            host.clock.jump(LEASE_OVER)?;
            tally.good("a start", host.go_on());
        }
        load.during(|| load.check_alive(tally));
        load.check(tally);
        host.die();
        tally.good("verify", told(["db", "verify", "--db", &db]));
        tally.settle();
        fs::remove_dir_all(&store).map_err(|error| error.to_string())?;
    }
    Ok(())
}
