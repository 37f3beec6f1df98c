//! How fast games come into an empty store, beside reading, replaying and
//! hashing them alone with the `pgn-reader` crate on as many threads; and how
//! large the store is.

use std::{
    fs,
    num::NonZero,
    ops::ControlFlow,
    path::Path,
    thread,
    time::{Duration, Instant},
};

use krog_chess::{Chess, EnPassantMode, Position as _, pgn, shakmaty::zobrist::Zobrist64};
use krog_importer::{Choice, Origin, Progress, Report, Settings, import};
use krog_store::{Embedded, MAIN, Store as _};
use pgn_reader::{Reader, SanPlus, Visitor};

use super::{Bench, Cost, median};
use crate::{folder::Folder, gamesmith, meter};

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

/// A number that the user may set.
pub(super) fn told<T: std::str::FromStr>(variable: &str) -> Result<Option<T>, String> {
    let text = std::env::var(variable).ok();
    let number = text.map(|text| {
        text.parse()
            .map_err(|_| format!("{variable}: found {text:?}, expected a number"))
    });
    number.transpose()
}

fn run() -> Result<Vec<Cost>, String> {
    let games = told("KROG_BENCH_GAMES")?.unwrap_or(GAMES);
    let max_ply = told("KROG_BENCH_MAX_PLY")?;
    let folder = Folder::new("import")?;
    let file = folder.0.join("games.pgn");
    gamesmith::write(&file, 0, games)?;
    let found = rounds(&folder, &file, games, max_ply)?;
    let store = folder.0.join("bare");
    ours_once(&store, &file, max_ply, false)?;
    let (bare, _) = bytes_per_move(&store)?;
    let (our, floor) = (median(found.ours), median(found.floors));
    let cost = |of, figure, peer, bar, unit| Cost {
        of: Some(of),
        figure,
        peer,
        bar,
        unit,
    };
    let rate = |seconds: f64| count(games) / seconds;
    let (bytes, moves) = found.size;
    let peak = count(found.peak) / count(1 << 20);
    Ok(vec![
        cost("games kept", our, Some(floor), Some(floor * BAR), "s"),
        cost(
            "rate, floor's rate",
            rate(our),
            Some(rate(floor)),
            None,
            "games/s",
        ),
        cost("memory", peak, None, Some(1024.0), "MiB"),
        cost("size", bytes, None, Some(20.0), "B/move"),
        cost("without games", bare, None, Some(14.0), "B/move"),
        cost("moves counted", count(moves) / 1e6, None, None, "million"),
    ])
}

/// What the rounds took, in seconds, and what the last store looked like.
struct Rounds {
    ours: Vec<f64>,
    floors: Vec<f64>,
    peak: u64,
    size: (f64, u64),
}

fn rounds(
    folder: &Folder,
    file: &Path,
    games: u64,
    max_ply: Option<usize>,
) -> Result<Rounds, String> {
    let text = fs::read(file).map_err(|error| error.to_string())?;
    let mut found = Rounds {
        ours: Vec::new(),
        floors: Vec::new(),
        peak: 0,
        size: (0.0, 0),
    };
    for _ in 0..ROUNDS {
        found.floors.push(floor(&text)?.as_secs_f64());
        let store = folder.0.join("store");
        meter::forget_peak_memory();
        let (time, report) = ours_once(&store, file, max_ply, true)?;
        // The text is the floor's, not the import's.
        let peak = meter::peak_memory().unwrap_or(0);
        found.peak = found.peak.max(peak.saturating_sub(text.len() as u64));
        if report.imported != games {
            return Err(format!("imported {} of {games} games", report.imported));
        }
        found.ours.push(time.as_secs_f64());
        found.size = bytes_per_move(&store)?;
        fs::remove_dir_all(&store).map_err(|error| error.to_string())?;
    }
    Ok(found)
}

#[expect(clippy::cast_precision_loss, reason = "counts stay far below 2^52")]
pub(super) fn count(number: u64) -> f64 {
    number as f64
}

pub(super) fn ours_once(
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
pub(super) fn floor(text: &[u8]) -> Result<Duration, String> {
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
