//! How fast games come into an empty store, beside reading, replaying and
//! hashing them alone with the `pgn-reader` crate on as many threads; how large
//! the store is; and how fast it answers.

use std::{
    fs,
    num::NonZero,
    ops::ControlFlow,
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant},
};

use krog_chess::{
    Chess, EnPassantMode, Position as _, pgn, random::Dice, shakmaty::zobrist::Zobrist64,
};
use krog_importer::{Choice, Origin, Progress, Report, Settings, import};
use krog_stats::Statistics as _;
use krog_store::{Embedded, MAIN, Store as _};
use pgn_reader::{Reader, SanPlus, Visitor};

use super::{Bench, Cost, median};
use crate::{gamesmith, meter};

/// How many games are imported unless `KROG_BENCH_GAMES` says otherwise.
const GAMES: u64 = 400_000;

/// The two take turns so often.
const ROUNDS: usize = 3;

/// Both read and replay on so many threads.
const THREADS: usize = 2;

/// What importing may cost at most beside the floor: the floor is 0.40 of it.
const BAR: f64 = 1.0 / 0.40;

pub(super) const BENCH: Bench = Bench {
    name: "import",
    question: "How long does it take to import games into an empty store?",
    run,
};

pub(super) const LOOKUP: Bench = Bench {
    name: "lookup",
    question: "How long does it take to look a stored position up in four segments?",
    run: run_lookup,
};

fn run() -> Result<Vec<Cost>, String> {
    let games = std::env::var("KROG_BENCH_GAMES").ok();
    let games = games.map_or(Ok(GAMES), |text| text.parse());
    let games = games.map_err(|error| format!("KROG_BENCH_GAMES: {error}"))?;
    let max_ply = std::env::var("KROG_BENCH_MAX_PLY")
        .ok()
        .and_then(|text| text.parse().ok());
    let folder = Folder::new("import")?;
    let file = folder.0.join("games.pgn");
    gamesmith::write(&file, 0, games)?;
    let text = fs::read(&file).map_err(|error| error.to_string())?;
    let (mut ours, mut floors, mut peak) = (Vec::new(), Vec::new(), 0);
    let mut size = (0.0, 0);
    for _ in 0..ROUNDS {
        floors.push(floor(&text)?.as_secs_f64());
        let store = folder.0.join("store");
        meter::forget_peak_memory();
        let base = text.len() as u64;
        let (time, report) = ours_once(&store, &file, max_ply, true)?;
        peak = peak.max(meter::peak_memory().unwrap_or(0).saturating_sub(base));
        if report.imported != games {
            return Err(format!("imported {} of {games} games", report.imported));
        }
        ours.push(time.as_secs_f64());
        size = bytes_per_move(&store)?;
        fs::remove_dir_all(&store).map_err(|error| error.to_string())?;
    }
    let store = folder.0.join("bare");
    ours_once(&store, &file, max_ply, false)?;
    let bare = bytes_per_move(&store)?;
    let (our, floor) = (median(ours), median(floors));
    let cost = |of, figure, bar, unit| Cost {
        of: Some(of),
        figure,
        peer: None,
        bar: Some(bar),
        unit,
    };
    let rate = |seconds: f64| count(games) / seconds;
    Ok(vec![
        Cost {
            of: Some("games kept"),
            figure: our,
            peer: Some(floor),
            bar: Some(floor * BAR),
            unit: "s",
        },
        Cost {
            of: Some("rate, floor's rate"),
            figure: rate(our),
            peer: Some(rate(floor)),
            bar: None,
            unit: "games/s",
        },
        cost("memory", count(peak) / count(1 << 20), 1024.0, "MiB"),
        cost("size", size.0, 20.0, "B/move"),
        cost("without games", bare.0, 14.0, "B/move"),
        Cost {
            of: Some("moves counted"),
            figure: count(size.1) / 1e6,
            peer: None,
            bar: None,
            unit: "million",
        },
    ])
}

#[expect(clippy::cast_precision_loss, reason = "counts stay far below 2^52")]
fn count(number: u64) -> f64 {
    number as f64
}

fn ours_once(
    store: &Path,
    file: &Path,
    max_ply: Option<usize>,
    keep_games: bool,
) -> Result<(Duration, Report), String> {
    let start = Instant::now();
    let opened = Embedded::create(store).map_err(|error| error.to_string())?;
    let settings = Settings {
        collection: MAIN.to_owned(),
        choice: Choice::default(),
        max_ply,
        keep_games,
        memory: Settings::MEMORY,
        threads: NonZero::new(THREADS).unwrap_or(NonZero::<usize>::MIN),
    };
    let origins = [Origin::Path(file.to_owned())];
    let report = import(&opened, &origins, &settings, &Progress::default());
    Ok((start.elapsed(), report.map_err(|error| error.to_string())?))
}

/// What the store takes for each move of a position, and how many there are.
fn bytes_per_move(store: &Path) -> Result<(f64, u64), String> {
    let opened = Embedded::open(store).map_err(|error| error.to_string())?;
    let collections = opened.collections().map_err(|error| error.to_string())?;
    let moves = collections.iter().map(|collection| collection.moves).sum();
    Ok((count(folder_size(store)) / count(moves), moves))
}

fn folder_size(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let size = |entry: fs::DirEntry| match entry.metadata() {
        Ok(data) if data.is_dir() => folder_size(&entry.path()),
        Ok(data) => data.len(),
        Err(_) => 0,
    };
    entries.map(size).sum()
}

/// Reads, replays and hashes without keeping anything.
fn floor(text: &[u8]) -> Result<Duration, String> {
    let middle = pgn::last_border(&text[..text.len() / THREADS]).ok_or("too few games")?;
    let (one, other) = text.split_at(middle);
    let start = Instant::now();
    let sums = thread::scope(|scope| {
        let halves = [one, other].map(|half| scope.spawn(|| hashed(half)));
        halves.map(|half| half.join().unwrap_or(0))
    });
    let time = start.elapsed();
    // The sum must be used, or nothing would be computed.
    if sums.contains(&0) {
        return Err("the floor could not be read".to_owned());
    }
    Ok(time)
}

fn hashed(text: &[u8]) -> u64 {
    let mut reader = Reader::new(text);
    let mut sum = 0_u64;
    while let Ok(Some(hash)) = reader.read_game(&mut Hashing) {
        sum = sum.wrapping_add(hash);
    }
    sum
}

struct Hashing;

impl Visitor for Hashing {
    type Tags = ();
    type Movetext = (Chess, u64);
    type Output = u64;

    fn begin_tags(&mut self) -> ControlFlow<u64, ()> {
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<u64, (Chess, u64)> {
        ControlFlow::Continue((Chess::default(), 0))
    }

    fn san(&mut self, state: &mut (Chess, u64), san: SanPlus) -> ControlFlow<u64> {
        let (position, sum) = state;
        match san.san.to_move(position) {
            Ok(m) => {
                let Zobrist64(hash) = position.zobrist_hash(EnPassantMode::Legal);
                *sum = sum.wrapping_add(hash);
                position.play_unchecked(m);
                ControlFlow::Continue(())
            }
            Err(_) => ControlFlow::Break(0),
        }
    }

    fn end_game(&mut self, (_, sum): (Chess, u64)) -> u64 {
        sum
    }
}

/// A folder for the bench, removed behind it.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Result<Folder, String> {
        let path = std::env::temp_dir().join(format!("krog-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).map_err(|error| error.to_string())?;
        Ok(Folder(path))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _stays = fs::remove_dir_all(&self.0);
    }
}

/// The sizes of the four imports, in games: no four of one size, so that they
/// stay apart.
const PARTS: [u64; 4] = [80_000, 80_000, 80_000, 8_000];

const LOOKUPS: usize = 20_000;

fn run_lookup() -> Result<Vec<Cost>, String> {
    let folder = Folder::new("lookup")?;
    let store = folder.0.join("store");
    let mut first = 0;
    let mut text = Vec::new();
    for games in PARTS {
        let file = folder.0.join("games.pgn");
        gamesmith::write(&file, first, games)?;
        first += games;
        one_segment(&store, &file)?;
        text = fs::read(&file).map_err(|error| error.to_string())?;
    }
    let opened = Embedded::open(&store).map_err(|error| error.to_string())?;
    let collections = opened.collections().map_err(|error| error.to_string())?;
    let parts: u64 = collections.iter().map(|collection| collection.parts).sum();
    if parts != 4 {
        return Err(format!("found {parts} segments, expected 4"));
    }
    let positions = stored_positions(&text);
    let mut times = Vec::new();
    // The first round warms.
    for round in 0..2 {
        for position in &positions {
            let start = Instant::now();
            let counts = opened
                .counts(MAIN, position)
                .map_err(|error| error.to_string())?;
            let time = start.elapsed();
            if counts.moves.is_empty() {
                return Err("a stored position was not found".to_owned());
            }
            if round > 0 {
                times.push(time.as_secs_f64() * 1e6);
            }
        }
    }
    times.sort_by(f64::total_cmp);
    let at = |share: usize| times[(times.len() - 1) * share / 100];
    let cost = |of, figure, bar| Cost {
        of: Some(of),
        figure,
        peer: None,
        bar: Some(bar),
        unit: "µs",
    };
    Ok(vec![cost("p50", at(50), 10.0), cost("p99", at(99), 100.0)])
}

fn one_segment(store: &Path, file: &Path) -> Result<(), String> {
    let opened = Embedded::create(store).map_err(|error| error.to_string())?;
    let settings = Settings {
        collection: MAIN.to_owned(),
        choice: Choice::default(),
        max_ply: None,
        keep_games: true,
        memory: Settings::MEMORY,
        threads: NonZero::<usize>::MIN,
    };
    let origins = [Origin::Path(file.to_owned())];
    let done = import(&opened, &origins, &settings, &Progress::default());
    done.map(drop).map_err(|error| error.to_string())
}

/// Positions of the games, some ply of each.
fn stored_positions(text: &[u8]) -> Vec<Chess> {
    let mut dice = Dice::new(5);
    let mut positions = Vec::new();
    pgn::main_lines(text, 1, |_, game| {
        let Ok(game) = game else { return };
        let ply = dice.below(game.steps.len().max(1));
        let mut position = Chess::default();
        for (_, m) in game.steps.iter().take(ply) {
            position.play_unchecked(*m);
        }
        positions.push(position);
    });
    positions.truncate(LOOKUPS);
    positions
}
