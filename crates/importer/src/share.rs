//! One import on many machines: files, cut into pieces, as jobs in the store that
//! all of them write to. Who takes a piece has it for a time; if he dies, another
//! takes it, and the games that are in already count once.

use std::{
    fmt::Write as _,
    fs, io,
    path::PathBuf,
    str::FromStr,
    sync::mpsc::{self, RecvTimeoutError},
    thread,
    time::Duration,
};

use krog_store::{Desk, Ending, JobState, NewJob, Progress as Done, Store, StoreError, check_name};

use crate::{
    Origin,
    choice::Choice,
    piece::Piece,
    remote::{Clock, SystemClock},
    report::Report,
    run::{ImportError, Progress, Settings, import},
    source::files,
};

/// How long a piece is lent.
const LEASE: Duration = Duration::from_mins(1);

/// How often the loan is renewed.
const RENEWAL: Duration = Duration::from_secs(15);

/// How long to wait for a piece that another has.
const PAUSE: Duration = Duration::from_millis(500);

/// How many jobs are looked at to see whether the list is done.
const SEEN: usize = 100_000;

/// The longest name of a list: those of its jobs are longer, and not too long.
const LONGEST: usize = 40;

/// Puts the pieces of some files on a list, with the settings by which all count
/// them. A piece that is on the list already stays as it is, done or not; says how
/// many are new.
pub fn share(
    desk: &dyn Desk,
    list: &str,
    origins: &[Origin],
    settings: &Settings,
    size: u64,
) -> Result<u64, ImportError> {
    let kind = kind(list)?;
    let mut new = 0;
    for path in files(origins)? {
        let path = fs::canonicalize(&path).map_err(|error| named(&path, &error))?;
        for piece in Piece::all(&path, size).map_err(|error| named(&path, &error))? {
            let payload = written(&piece, settings);
            let hash = xxhash_rust::xxh3::xxh3_64(payload.as_bytes());
            let job = NewJob {
                id: &format!("{kind}-{hash:016x}"),
                kind: &kind,
                payload: &payload,
                urgency: 0,
            };
            new += u64::from(desk.add_job(&job, SystemClock.now())?);
        }
    }
    Ok(new)
}

/// Imports pieces of a list until all of them are done, here or elsewhere. How
/// games are counted is written on the list; memory and threads are this
/// machine's.
pub fn help(
    store: &dyn Store,
    list: &str,
    settings: &Settings,
    progress: &Progress,
) -> Result<Report, ImportError> {
    let kind = kind(list)?;
    let (desk, worker) = (store.desk(), worker());
    let mut report = Report::default();
    while !progress.stopped() {
        let taken = desk.take_job(&[&kind], &worker, LEASE, SystemClock.now())?;
        let Some(job) = taken else {
            if is_done(desk, &kind)? {
                return Ok(report);
            }
            SystemClock.wait(PAUSE, &|| progress.stopped());
            continue;
        };
        let Some((piece, settings)) = read(&job.payload, settings) else {
            let reason = Ending::Failed("found no piece of a file");
            desk.end_job(&job.id, &worker, reason, SystemClock.now())?;
            continue;
        };
        let done = lent(desk, &job.id, &worker, || {
            import(store, &[Origin::Piece(piece)], &settings, progress)
        });
        let stopped = done.as_ref().is_ok_and(|done| done.stopped);
        let ending = match &done {
            Ok(done) if !stopped => &format!("{} games", done.imported),
            _ => "",
        };
        let ending = match ending {
            "" => Ending::Released,
            text => Ending::Done(text),
        };
        let ended = desk.end_job(&job.id, &worker, ending, SystemClock.now());
        report.merge(done?);
        ended?;
    }
    report.stopped = true;
    Ok(report)
}

/// Does something while the loan of a job is renewed. One that was lost is no
/// harm: what two count, counts once.
fn lent<T>(desk: &dyn Desk, id: &str, worker: &str, work: impl FnOnce() -> T) -> T {
    let (end, ended) = mpsc::channel::<()>();
    thread::scope(|scope| {
        scope.spawn(move || {
            while ended.recv_timeout(RENEWAL) == Err(RecvTimeoutError::Timeout) {
                let now = SystemClock.now();
                let _tried_again = desk.report_job(id, worker, Done::default(), LEASE, now);
            }
        });
        let done = work();
        drop(end);
        done
    })
}

fn is_done(desk: &dyn Desk, kind: &str) -> Result<bool, StoreError> {
    let open = |state| matches!(state, JobState::Waiting | JobState::Running);
    let jobs = desk.jobs(SEEN)?;
    Ok(!jobs.iter().any(|job| job.kind == kind && open(job.state)))
}

/// What the jobs of a list are called.
fn kind(list: &str) -> Result<String, StoreError> {
    check_name(list)?;
    if list.chars().count() > LONGEST {
        return Err(StoreError::Name {
            found: list.to_owned(),
        });
    }
    Ok(format!("import-{list}"))
}

/// A name for this process that no other has.
fn worker() -> String {
    let host = fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    format!("{}-{}", host.trim(), std::process::id())
}

fn named(path: &std::path::Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

/// A piece and how it is counted, a line for each thing that is set.
fn written(piece: &Piece, settings: &Settings) -> String {
    let Settings {
        collection,
        choice,
        max_ply,
        keep_games,
        memory: _,
        threads: _,
    } = settings;
    let Choice {
        min_elo,
        rated_only,
        since,
        until,
        player,
        speed,
    } = choice;
    let mut text = String::new();
    let mut put = |name: &str, value: Option<String>| {
        if let Some(value) = value {
            // A value is one line.
            let value = value.replace(['\n', '\r'], " ");
            writeln!(text, "{name}={value}").expect("text grows");
        }
    };
    put("path", Some(piece.path.display().to_string()));
    put("from", Some(piece.from.to_string()));
    put("to", piece.to.map(|to| to.to_string()));
    put("collection", Some(collection.clone()));
    put("maxPly", max_ply.map(|plies| plies.to_string()));
    put("keepGames", Some(keep_games.to_string()));
    put("minElo", min_elo.map(|rating| rating.to_string()));
    put("ratedOnly", Some(rated_only.to_string()));
    put("since", since.map(|date| date.to_string()));
    put("until", until.map(|date| date.to_string()));
    put("player", player.clone());
    put("speed", speed.map(|speed| speed.name().to_owned()));
    text
}

/// The inverse; the rest is of this machine.
fn read(text: &str, here: &Settings) -> Option<(Piece, Settings)> {
    let value = |name: &str| {
        let mut lines = text.lines().filter_map(|line| line.split_once('='));
        lines
            .find(|(known, _)| *known == name)
            .map(|(_, value)| value)
    };
    let piece = Piece {
        path: PathBuf::from(value("path")?),
        from: value("from")?.parse().ok()?,
        to: set(value("to")).ok()?,
    };
    let settings = Settings {
        collection: value("collection")?.to_owned(),
        choice: Choice {
            min_elo: set(value("minElo")).ok()?,
            rated_only: value("ratedOnly")?.parse().ok()?,
            since: set(value("since")).ok()?,
            until: set(value("until")).ok()?,
            player: value("player").map(str::to_owned),
            speed: set(value("speed")).ok()?,
        },
        max_ply: set(value("maxPly")).ok()?,
        keep_games: value("keepGames")?.parse().ok()?,
        memory: here.memory,
        threads: here.threads,
    };
    Some((piece, settings))
}

/// A value that may be missing, and must be one if it is there.
fn set<T: FromStr>(value: Option<&str>) -> Result<Option<T>, T::Err> {
    value.map(str::parse).transpose()
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use super::*;
    use crate::Speed;

    fn settings() -> Settings {
        Settings {
            collection: "main".to_owned(),
            choice: Choice::default(),
            max_ply: None,
            keep_games: true,
            memory: 1 << 20,
            threads: NonZeroUsize::MIN,
        }
    }

    #[track_caller]
    fn check(piece: &Piece, settings: &Settings) {
        let text = written(piece, settings);
        let (other, read) = read(&text, settings).expect("readable");
        assert_eq!(&other, piece);
        assert_eq!(read.choice, settings.choice);
        assert_eq!(
            (read.collection, read.max_ply, read.keep_games),
            (
                settings.collection.clone(),
                settings.max_ply,
                settings.keep_games
            )
        );
    }

    #[test]
    fn a_piece_comes_back_as_it_was_written() {
        let whole = Piece::whole("/games/a=b c.pgn".into());
        check(&whole, &settings());
        let piece = Piece {
            from: 5,
            to: Some(u64::MAX),
            ..whole
        };
        let choice = Choice {
            min_elo: Some(1500),
            rated_only: true,
            since: "2024-05-31".parse().ok(),
            until: "2024-06-30".parse().ok(),
            player: Some("Åse = Nord".to_owned()),
            speed: Some(Speed::Blitz),
        };
        let strict = Settings {
            choice,
            max_ply: Some(30),
            keep_games: false,
            ..settings()
        };
        check(&piece, &strict);
        assert!(read("path=x\nfrom=zero", &settings()).is_none());
    }
}
