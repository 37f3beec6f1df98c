//! The outside programs that tests use, and where they may be found. Each
//! declares itself once in [`NEEDS`]; installing them is the `setup` task's part.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

/// An outside program that tests use.
#[derive(Debug)]
pub struct Need {
    /// What people call it.
    pub name: &'static str,
    /// Where it may be, in order of preference.
    pub probes: &'static [Probe],
    /// The Debian and Ubuntu package that brings it.
    pub debian_package: &'static str,
    /// What it is needed for, in one line.
    pub why: &'static str,
}

/// One place to look for a program.
#[derive(Debug)]
pub enum Probe {
    /// A name in a folder of `PATH`.
    OnPath(&'static str),
    /// A file, absolute.
    At(&'static str),
    /// A file in one of the numbered folders below `parent`, newest first.
    Versioned {
        /// The folder of numbered folders, absolute.
        parent: &'static str,
        /// The program below the numbered folder.
        program: &'static str,
        /// The oldest version that will do.
        at_least: u32,
    },
}

/// Where a machine keeps its programs; a test brings one of its own.
#[derive(Debug)]
pub struct Machine {
    root: PathBuf,
    path: Vec<PathBuf>,
}

/// Everything outside that tests use.
pub const NEEDS: &[Need] = &[
    Need {
        name: "PostgreSQL server",
        probes: &[
            Probe::Versioned {
                parent: "/usr/lib/postgresql",
                program: "bin/postgres",
                at_least: 15,
            },
            Probe::OnPath("postgres"),
        ],
        debian_package: "postgresql",
        why: "the PostgreSQL store is tested on a server of its own",
    },
    Need {
        name: "ClickHouse server",
        probes: &[
            Probe::At("/usr/sbin/clickhouse-server"),
            Probe::OnPath("clickhouse-server"),
        ],
        debian_package: "clickhouse-server",
        why: "the store of a cluster is tested on two servers of its own",
    },
    Need {
        name: "Stockfish",
        probes: &[
            Probe::OnPath("stockfish"),
            Probe::At("/usr/games/stockfish"),
        ],
        debian_package: "stockfish",
        why: "outside engines are tested with one",
    },
    Need {
        name: "Chromium",
        probes: &[
            Probe::OnPath("chromium"),
            Probe::OnPath("chromium-browser"),
            Probe::OnPath("google-chrome"),
        ],
        debian_package: "chromium",
        why: "the page is tested in a browser",
    },
    Need {
        name: "Hunspell",
        probes: &[Probe::OnPath("hunspell")],
        debian_package: "hunspell",
        why: "what krog says is spelt as a dictionary has it",
    },
    Need {
        name: "Norwegian dictionary",
        probes: &[Probe::At("/usr/share/hunspell/nb_NO.dic")],
        debian_package: "hunspell-no",
        why: "Norwegian text is spelt as it has it",
    },
    Need {
        name: "wrk",
        probes: &[Probe::OnPath("wrk")],
        debian_package: "wrk",
        why: "the service is asked as often as it can answer",
    },
    Need {
        name: "faketime",
        probes: &[Probe::OnPath("faketime")],
        debian_package: "faketime",
        why: "clocks are set forward and back under a service",
    },
    Need {
        name: "slowhttptest",
        probes: &[Probe::OnPath("slowhttptest")],
        debian_package: "slowhttptest",
        why: "the service is kept waiting on purpose",
    },
];

impl Need {
    /// Where the program is on this machine.
    pub fn find(&self, machine: &Machine) -> Option<PathBuf> {
        self.probes.iter().find_map(|probe| machine.look(probe))
    }
}

impl Machine {
    /// The machine this runs on.
    pub fn this() -> Self {
        let path = env::var_os("PATH").unwrap_or_default();
        Self {
            root: PathBuf::from("/"),
            path: env::split_paths(&path).collect(),
        }
    }

    /// Where a program of this name is on `PATH`.
    pub fn on_path(&self, name: &str) -> Option<PathBuf> {
        first_file(self.path.iter().map(|folder| folder.join(name)))
    }

    fn look(&self, probe: &Probe) -> Option<PathBuf> {
        match *probe {
            Probe::OnPath(name) => self.on_path(name),
            Probe::At(file) => first_file([self.below_root(file)]),
            Probe::Versioned {
                parent,
                program,
                at_least,
            } => {
                let parent = self.below_root(parent);
                let mut versions = numbered_folders(&parent);
                versions.retain(|version| *version >= at_least);
                versions.sort_unstable_by(|a, b| b.cmp(a));
                let folder = |version: u32| parent.join(version.to_string());
                first_file(versions.into_iter().map(|v| folder(v).join(program)))
            }
        }
    }

    fn below_root(&self, file: &str) -> PathBuf {
        self.root.join(file.trim_start_matches('/'))
    }
}

fn first_file(candidates: impl IntoIterator<Item = PathBuf>) -> Option<PathBuf> {
    candidates.into_iter().find(|file| file.is_file())
}

fn numbered_folders(parent: &Path) -> Vec<u32> {
    let Ok(entries) = fs::read_dir(parent) else {
        return Vec::new();
    };
    entries
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Finds the need on a machine that has these files and `/usr/bin` on its path.
    #[track_caller]
    fn check(need: &str, files: &[&str], expected: Option<&str>) {
        let number = std::panic::Location::caller().line();
        let root = env::temp_dir().join(format!("krog-xtask-{}-{number}", std::process::id()));
        for file in files {
            let file = root.join(file);
            let folder = file.parent().expect("a file lies in a folder");
            fs::create_dir_all(folder).expect("a folder below the temporary one");
            fs::write(&file, "").expect("a file in it");
        }
        let path = vec![root.join("usr/bin")];
        let machine = Machine {
            root: root.clone(),
            path,
        };
        let need = NEEDS.iter().find(|n| n.name == need).expect("a known need");
        let found = need.find(&machine);
        assert_eq!(found, expected.map(|file| root.join(file)));
        if !files.is_empty() {
            fs::remove_dir_all(&root).expect("created above");
        }
    }

    #[test]
    fn nothing_is_found_on_an_empty_machine() {
        check("PostgreSQL server", &[], None);
        check("Stockfish", &[], None);
        check("Chromium", &[], None);
    }

    #[test]
    fn the_newest_postgresql_wins_and_an_old_one_does_not_do() {
        let v14 = "usr/lib/postgresql/14/bin/postgres";
        let v15 = "usr/lib/postgresql/15/bin/postgres";
        let v17 = "usr/lib/postgresql/17/bin/postgres";
        check("PostgreSQL server", &[v14], None);
        check("PostgreSQL server", &[v14, v15, v17], Some(v17));
        check(
            "PostgreSQL server",
            &["usr/lib/postgresql/17/bin/psql", v15],
            Some(v15),
        );
        check(
            "PostgreSQL server",
            &[v14, "usr/bin/postgres"],
            Some("usr/bin/postgres"),
        );
    }

    #[test]
    fn stockfish_may_be_among_the_games() {
        let game = "usr/games/stockfish";
        check("Stockfish", &[game], Some(game));
        check(
            "Stockfish",
            &[game, "usr/bin/stockfish"],
            Some("usr/bin/stockfish"),
        );
    }

    #[test]
    fn chromium_goes_by_several_names() {
        check(
            "Chromium",
            &["usr/bin/google-chrome"],
            Some("usr/bin/google-chrome"),
        );
        check(
            "Chromium",
            &["usr/bin/google-chrome", "usr/bin/chromium"],
            Some("usr/bin/chromium"),
        );
    }

    #[test]
    fn every_need_says_what_it_is() {
        for need in NEEDS {
            assert!(!need.probes.is_empty(), "{} has no probe", need.name);
            assert!(!need.why.is_empty(), "{} has no reason", need.name);
            assert!(
                !need.debian_package.is_empty(),
                "{} has no package",
                need.name
            );
        }
    }
}
