//! The `fuzz` task: builds the targets in `fuzz/` and runs each for some minutes
//! of processor time, one after the other. The laws they try are in
//! `crates/borders`.

use std::{
    fs::{self, File},
    path::{Path, PathBuf},
    process::Command,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, ensure};

use super::MISUSED;
use crate::metadata::Metadata;
use crate::workspace::Workspace;

/// What a target is told: no input may take longer, or more memory than this.
const OPTIONS: [&str; 3] = ["-timeout=30", "-rss_limit_mb=1024", "-print_final_stats=1"];

/// The shortest run of a target; its inputs are read anew for each.
const SHORTEST: Duration = Duration::from_secs(10);

/// What was asked for.
#[derive(Debug, PartialEq, Eq)]
struct Request {
    /// Processor time for each target.
    time: Duration,
    /// Which targets; all if none is named.
    targets: Vec<String>,
}

/// What a target has done.
#[derive(Debug, Default, PartialEq, Eq)]
struct Tally {
    executions: u64,
    /// Places of our code that were reached.
    coverage: u64,
    /// Where the input lies that breaks the law.
    finding: Option<String>,
}

/// Runs the targets; fails if one of them finds something.
pub(super) fn run(workspace: &Workspace, arguments: &[String]) -> Result<u8> {
    let folder = workspace.root.join("fuzz");
    let known = targets(&folder)?;
    let request = match Request::read(arguments, &known) {
        Ok(request) => request,
        Err(complaint) => {
            eprintln!("{complaint}");
            return Ok(MISUSED);
        }
    };
    let output = Metadata::load(workspace)?.target_directory.join("fuzz");
    let build = workspace
        .cargo_in("fuzz", ["build", "--locked"])
        .with("CARGO_TARGET_DIR", output.to_string_lossy());
    let code = build.run()?;
    if code != 0 {
        return Ok(code);
    }
    let chosen = if request.targets.is_empty() {
        known
    } else {
        request.targets
    };
    let mut found = false;
    println!("target         cpu min  executions  coverage  finding");
    for name in chosen {
        let target = Target {
            name,
            folder: &folder,
            output: &output,
        };
        let (spent, tally) = target.run(request.time)?;
        found |= tally.finding.is_some();
        println!(
            "{:<13}  {:>7.1}  {:>10}  {:>8}  {}",
            target.name,
            spent.as_secs_f64() / 60.0,
            tally.executions,
            tally.coverage,
            tally.finding.as_deref().unwrap_or("none")
        );
    }
    if found {
        eprintln!(
            "to repeat a finding: {}/debug/TARGET FILE",
            output.display()
        );
    }
    Ok(u8::from(found))
}

/// The names of the targets, in order.
fn targets(folder: &Path) -> Result<Vec<String>> {
    let folder = folder.join("fuzz_targets");
    let entries = fs::read_dir(&folder)
        .with_context(|| format!("could not read the targets in {}", folder.display()))?;
    let mut names = Vec::new();
    for entry in entries {
        let path = entry?.path();
        names.extend(path.file_stem().map(|it| it.to_string_lossy().into_owned()));
    }
    names.sort();
    Ok(names)
}

impl Request {
    fn read(arguments: &[String], known: &[String]) -> Result<Request, String> {
        let mut minutes: u32 = 1;
        let mut targets = Vec::new();
        let mut words = arguments.iter();
        while let Some(word) = words.next() {
            if word == "--minutes" {
                let number = words.next().map_or("", String::as_str);
                minutes = number
                    .parse()
                    .map_err(|_| format!("found {number:?} after --minutes, expected a number"))?;
            } else if known.contains(word) {
                targets.push(word.clone());
            } else {
                return Err(format!(
                    "found the target {word:?}, expected --minutes N or some of {}",
                    known.join(", ")
                ));
            }
        }
        Ok(Request {
            time: Duration::from_mins(minutes.into()),
            targets,
        })
    }
}

/// A fuzz target that has been built.
struct Target<'a> {
    name: String,
    folder: &'a Path,
    output: &'a Path,
}

impl Target<'_> {
    /// Runs until so much processor time is spent or something is found.
    fn run(&self, time: Duration) -> Result<(Duration, Tally)> {
        let start = Spent::now();
        let mut tally = Tally::default();
        loop {
            let spent = start.until_now();
            if spent >= time || tally.finding.is_some() {
                return Ok((spent, tally));
            }
            self.slice(time.saturating_sub(spent).max(SHORTEST), &mut tally)?;
        }
    }

    /// Runs for so long by the clock on the wall.
    fn slice(&self, time: Duration, tally: &mut Tally) -> Result<()> {
        // What the fuzzer finds interesting is kept apart from what is committed.
        let grown = self.made(self.output.join("corpus").join(&self.name))?;
        let findings = self.made(self.folder.join("artifacts").join(&self.name))?;
        let log = self.output.join(format!("{}.log", self.name));
        let mut command = Command::new(self.output.join("debug").join(&self.name));
        command
            .args(OPTIONS)
            .arg(format!("-max_total_time={}", time.as_secs()))
            .arg(format!("-artifact_prefix={}/", findings.display()));
        let words = self.folder.join("dictionaries").join(&self.name);
        if words.is_file() {
            command.arg(format!("-dict={}", words.display()));
        }
        let status = command
            .args([grown, self.folder.join("corpus").join(&self.name)])
            .stderr(File::create(&log)?)
            .status()
            .with_context(|| format!("could not start the target {}", self.name))?;
        let text = String::from_utf8_lossy(&fs::read(&log)?).into_owned();
        tally.add(&text, status.success());
        ensure!(
            status.success() || tally.finding.is_some(),
            "the target {} ended with {status}; its last words are in {}",
            self.name,
            log.display()
        );
        Ok(())
    }

    fn made(&self, folder: PathBuf) -> Result<PathBuf> {
        fs::create_dir_all(&folder)
            .with_context(|| format!("could not make {} for {}", folder.display(), self.name))?;
        Ok(folder)
    }
}

impl Tally {
    /// Adds what libFuzzer has told about a run.
    fn add(&mut self, text: &str, well: bool) {
        for line in text.lines() {
            let after = |mark: &str| Some(line.split_once(mark)?.1.trim());
            let number = |text: &str| text.split(' ').next().and_then(|word| word.parse().ok());
            if let Some(units) = after("stat::number_of_executed_units:").and_then(number) {
                self.executions += units;
            }
            if let Some(places) = after(" cov: ").and_then(number) {
                self.coverage = self.coverage.max(places);
            }
            if let Some(file) = after("Test unit written to ").filter(|_| !well) {
                self.finding = Some(file.to_owned());
            }
        }
    }
}

/// A moment, by the processor time of ended children if the system tells it.
struct Spent {
    children: Option<Duration>,
    wall: Instant,
}

impl Spent {
    fn now() -> Spent {
        Spent {
            children: fs::read_to_string("/proc/self/stat")
                .ok()
                .and_then(|text| children(&text)),
            wall: Instant::now(),
        }
    }

    fn until_now(&self) -> Duration {
        match (Spent::now().children, self.children) {
            (Some(now), Some(then)) => now.saturating_sub(then),
            _ => self.wall.elapsed(),
        }
    }
}

/// The processor time of children, from the line in which Linux tells it: the
/// sixteenth and seventeenth word, in hundredths of a second.
fn children(stat: &str) -> Option<Duration> {
    // The second word is a name in brackets that may hold anything.
    let (_, words) = stat.rsplit_once(')')?;
    let mut words = words.split_whitespace().skip(13);
    let mut hundredths = || words.next()?.parse::<u64>().ok();
    Some(Duration::from_millis(10 * (hundredths()? + hundredths()?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(arguments: &[&str], expected: Result<(u64, &[&str]), &str>) {
        let owned = |words: &[&str]| words.iter().map(ToString::to_string).collect::<Vec<_>>();
        let found = Request::read(&owned(arguments), &owned(&["fen", "pgn"]));
        let expected = expected.map(|(seconds, targets)| Request {
            time: Duration::from_secs(seconds),
            targets: owned(targets),
        });
        assert_eq!(found, expected.map_err(str::to_owned));
    }

    #[test]
    fn targets_and_minutes_are_told_apart() {
        check(&[], Ok((60, &[])));
        check(&["--minutes", "10"], Ok((600, &[])));
        check(
            &["pgn", "--minutes", "2", "fen"],
            Ok((120, &["pgn", "fen"])),
        );
        check(
            &["--minutes", "soon"],
            Err("found \"soon\" after --minutes, expected a number"),
        );
        check(
            &["pgm"],
            Err("found the target \"pgm\", expected --minutes N or some of fen, pgn"),
        );
    }

    #[test]
    fn runs_add_up_and_a_finding_is_kept() {
        let mut tally = Tally::default();
        tally.add(
            "#2\tINITED cov: 310 ft: 311 corp: 1/1b\n#900\tDONE   cov: 412 ft: 900 corp: 3/9b\n\
             stat::number_of_executed_units: 900\n",
            true,
        );
        tally.add(
            "#2\tINITED cov: 405 ft: 1\nartifact_prefix='x/'; Test unit written to x/crash-1\n\
             stat::number_of_executed_units: 20\n",
            false,
        );
        let expected = Tally {
            executions: 920,
            coverage: 412,
            finding: Some("x/crash-1".to_owned()),
        };
        assert_eq!(tally, expected);
    }

    #[test]
    fn the_time_of_children_is_read() {
        let stat = "7 (a ) b) S 1 7 7 0 -1 4194304 1 2 3 4 11 12 150 50 20 0 1 0 9";
        assert_eq!(children(stat), Some(Duration::from_secs(2)));
        assert_eq!(children("7 (a"), None);
    }
}
