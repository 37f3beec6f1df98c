//! Imports into PostgreSQL, of which either side dies.

use std::{
    thread,
    time::{Duration, Instant},
};

use super::{
    Scenario, Trial,
    games::Games,
    servers::{Blow, database},
    tally::Tally,
};
use crate::krog::{Running, krog, told};

pub(super) const SCENARIO: Scenario = Scenario {
    name: "postgres",
    threat: "PostgreSQL or the importer dies in an import; every game is counted once in the end.",
    weight: 11,
    run,
};

/// How many games, and how many faults before an import may finish.
const GAMES: u32 = 500;
const GROUP: usize = 4;

/// An import ends, well or not, before that.
const PATIENCE: Duration = Duration::from_mins(2);

fn run(trial: &Trial, tally: &mut Tally) -> Result<(), String> {
    let games = Games::make(&trial.folder.0, GAMES, 1)?;
    let db = database().database();
    let start = Instant::now();
    told(games.import(&db))?;
    let usual = start.elapsed();
    games.check(&db, tally);
    for group in trial.faults.chunks(GROUP) {
        database().wait();
        let db = database().database();
        for dice in group {
            let mut dice = dice.clone();
            let share = u32::try_from(dice.below(1_000)).unwrap_or(0);
            let mut importer = Running::quiet(krog(games.import(&db))?)?;
            thread::sleep(usual * share / 1_000);
            if dice.below(3) == 0 {
                importer.kill();
                tally.strike(format!("importer killed at {share} of 1000"));
            } else {
                let name = Blow::draw(&mut dice).strike();
                tally.strike(format!("{name} at {share} of 1000"));
                let ended = importer.wait(PATIENCE).is_some();
                tally.check(ended, || "the importer does not end".to_owned());
            }
            database().wait();
            tally.good("migrate", told(["db", "migrate", "--db", &db]));
            games.check_part(&db, tally);
        }
        tally.good("import", told(games.import(&db)));
        games.check(&db, tally);
        tally.settle();
    }
    Ok(())
}
