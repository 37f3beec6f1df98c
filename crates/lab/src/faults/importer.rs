//! Importers into a directory that are killed at any moment, some while another
//! waits for the same store.

use std::{fs, thread};

use super::{
    Scenario, Trial,
    games::{Games, check_begun},
    tally::Tally,
};
use crate::krog::{Running, krog, told};

pub(super) const SCENARIO: Scenario = Scenario {
    name: "importer",
    threat: "Importers into a directory are killed; every game is counted once in the end.",
    weight: 22,
    run,
};

/// How many games, and how many deaths before one may finish.
const GAMES: u32 = 900;
const DEATHS: usize = 5;

fn run(trial: &Trial, tally: &mut Tally) -> Result<(), String> {
    let games = Games::make(&trial.folder.0, GAMES, 1)?;
    for (number, group) in trial.faults.chunks(DEATHS).enumerate() {
        let store = trial.folder.0.join(format!("store-{number}"));
        let db = store.display().to_string();
        for dice in group {
            let mut dice = dice.clone();
            let share = u32::try_from(dice.below(1_100)).unwrap_or(0);
            let rival = dice.below(4) == 0;
            let mut importer = Running::quiet(krog(games.import(&db))?)?;
            let second = rival.then(|| Running::quiet(krog(games.import(&db))?));
            let second = second.transpose()?;
            thread::sleep(games.usual * share / 1_000);
            importer.kill();
            drop(second);
            let beside = if rival { ", another too" } else { "" };
            tally.strike(format!("importer killed at {share} of 1000{beside}"));
            check_begun(&db, tally);
        }
        tally.good("import", told(games.import(&db)));
        games.check(&db, tally);
        tally.settle();
        fs::remove_dir_all(&store).map_err(|error| error.to_string())?;
    }
    Ok(())
}
