//! A disk that fills up: a small one of the scenario's own, on which an import
//! ends for want of room, until there is enough. Needs the right to mount.

use std::{
    fs,
    path::PathBuf,
    process::{Command, Stdio},
};

use super::{
    Scenario, Trial,
    games::{Games, check_begun},
    tally::Tally,
};
use crate::krog::{krog, told};

pub(super) const SCENARIO: Scenario = Scenario {
    name: "disk",
    threat: "The disk is full; that is told, what is there stays sound, and room is all it needs.",
    weight: 12,
    run,
};

/// How many games, and how often the disk is too small before it is not.
const GAMES: u32 = 600;
const FULL: usize = 4;

fn run(trial: &Trial, tally: &mut Tally) -> Result<(), String> {
    let games = Games::make(&trial.folder.0, GAMES, 1)?;
    let most = usize::try_from(games.bytes).unwrap_or(1 << 20) * 3 / 2;
    for (number, group) in trial.faults.chunks(FULL).enumerate() {
        let place = trial.folder.0.join(format!("disk-{number}"));
        let Some(disk) = Disk::mount(place) else {
            tally.skipped = Some("this user may not mount".to_owned());
            return Ok(());
        };
        let db = disk.0.join("store").display().to_string();
        for dice in group {
            let mut dice = dice.clone();
            let room = 16 + dice.below(most) / 1_024;
            // More than is used already, for the disk does not shrink below that.
            let size = used(&disk.0) / 1_024 + room as u64;
            disk.resize(&format!("{size}k"))?;
            let output = krog(games.import(&db))?.output();
            let output = output.map_err(|error| error.to_string())?;
            tally.strike(format!("disk with {room} kB left"));
            if !output.status.success() {
                let told = String::from_utf8_lossy(&output.stderr).into_owned();
                let lower = told.to_lowercase();
                let named = lower.contains("no space") || lower.contains("full");
                tally.check(named, || format!("a full disk is told as {told:?}"));
            }
            // One without games may not even have its tables.
            let segments = fs::read_dir(disk.0.join("store/segments"));
            if segments.is_ok_and(|mut segments| segments.next().is_some()) {
                check_begun(&db, tally);
            }
        }
        disk.resize("256m")?;
        tally.good("import", told(games.import(&db)));
        games.check(&db, tally);
        tally.settle();
    }
    Ok(())
}

/// A disk of the scenario's own, gone when it is dropped.
struct Disk(PathBuf);

impl Disk {
    fn mount(place: PathBuf) -> Option<Disk> {
        fs::create_dir_all(&place).ok()?;
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", "size=256m", "tmpfs"]);
        succeeds(mount.arg(&place)).then_some(Disk(place))
    }

    fn resize(&self, size: &str) -> Result<(), String> {
        let mut mount = Command::new("mount");
        mount.args(["-o", &format!("remount,size={size}")]);
        if !succeeds(mount.arg(&self.0)) {
            return Err(format!("the disk cannot be made {size}"));
        }
        Ok(())
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        // Lazily: what somebody holds open goes with him.
        succeeds(Command::new("umount").arg("-l").arg(&self.0));
    }
}

fn succeeds(command: &mut Command) -> bool {
    let done = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
    done.is_ok_and(|status| status.success())
}

/// The bytes that are used on a disk.
fn used(place: &std::path::Path) -> u64 {
    let told = Command::new("df")
        .args(["--output=used", "--block-size=1"])
        .arg(place)
        .output();
    let text = told.map(|told| told.stdout).unwrap_or_default();
    let text = String::from_utf8_lossy(&text).into_owned();
    let last = text.lines().last().unwrap_or_default();
    last.trim().parse().unwrap_or(0)
}
