//! Whether importing stays fast: the rate at ten times the games of `import`,
//! to ply 50, beside that at as many games as there.

use std::fs;

use super::{
    Bench, Cost,
    import::{count, floor, ours_once},
    median,
};
use crate::{folder::Folder, gamesmith};

pub(super) const BENCH: Bench = Bench {
    name: "growth",
    question: "How much slower is an import of four million games, for each game?",
    run,
};

const FEW: u64 = 400_000;
const MANY: u64 = 4_000_000;
const MAX_PLY: Option<usize> = Some(50);

/// Few and many take turns, few first and last.
const ROUNDS: usize = 3;

fn run() -> Result<Vec<Cost>, String> {
    let folder = Folder::new("growth")?;
    let mut few = Vec::new();
    let mut many = Vec::new();
    for round in 0..ROUNDS {
        let (games, found) = match round % 2 {
            0 => (FEW, &mut few),
            _ => (MANY, &mut many),
        };
        found.push(once(&folder, games)?);
    }
    let of = |found: &[Taken], part: fn(&Taken) -> f64| median(found.iter().map(part).collect());
    // The machine may be slower for one than for the other: the floor shows it.
    let beside = |taken: &Taken| taken.ours / taken.floor;
    let (slow, quick) = (of(&many, beside), of(&few, beside));
    let cost = |of, figure, peer: f64, bar, unit| Cost {
        of: Some(of),
        figure,
        peer: Some(peer),
        bar,
        unit,
    };
    let each = |part: fn(&Taken) -> f64| (of(&many, part), of(&few, part));
    let (ours, floors) = (each(|taken| taken.ours), each(|taken| taken.floor));
    Ok(vec![
        cost("4 M games, 400 k", slow, quick, Some(quick / 0.8), "floors"),
        cost("the same in time", ours.0, ours.1, None, "µs/game"),
        cost("the floors of both", floors.0, floors.1, None, "µs/game"),
    ])
}

/// What a game took, in microseconds.
struct Taken {
    ours: f64,
    floor: f64,
}

fn once(folder: &Folder, games: u64) -> Result<Taken, String> {
    let file = folder.0.join("games.pgn");
    gamesmith::write(&file, 0, games)?;
    let text = fs::read(&file).map_err(|error| error.to_string())?;
    let floor = floor(&text)?;
    drop(text);
    let store = folder.0.join("store");
    let (time, report) = ours_once(&store, &file, MAX_PLY, true)?;
    if report.imported != games {
        return Err(format!("imported {} of {games} games", report.imported));
    }
    fs::remove_dir_all(&store).map_err(|error| error.to_string())?;
    let each = |seconds: f64| seconds * 1e6 / count(games);
    Ok(Taken {
        ours: each(time.as_secs_f64()),
        floor: each(floor.as_secs_f64()),
    })
}
