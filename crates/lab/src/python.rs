//! Python with packages, in environments of their own under the folder that
//! cargo builds in.

use std::{
    io::Write as _,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
};

/// The packages that scripts use, each in the release whose answers are expected.
const PACKAGES: [&str; 2] = ["chess==1.11.2", "xxhash==3.5.0"];

/// A ClickHouse of today as a library; large, so in an environment of its own.
const CLICKHOUSE: [&str; 1] = ["chdb==4.4.0"];

/// An interpreter that has some packages.
pub(crate) struct Python(PathBuf);

impl Python {
    /// Python with the packages that scripts use.
    pub(crate) fn ready() -> Result<Python, String> {
        Python::with("lab-python", &PACKAGES)
    }

    /// The same with a ClickHouse.
    pub(crate) fn with_clickhouse() -> Result<Python, String> {
        Python::with("lab-clickhouse", &CLICKHOUSE)
    }

    /// Makes an environment with packages unless it is there already; the
    /// reason if that is not possible.
    pub(crate) fn with(name: &str, packages: &[&str]) -> Result<Python, String> {
        let folder = build_folder()?.join(name);
        let python = Python(folder.join("bin").join("python"));
        if !python.has(packages) {
            succeed(Command::new("python3").args(["-m", "venv"]).arg(&folder))?;
            let options = ["--quiet", "--disable-pip-version-check", "--retries=1"];
            succeed(
                Command::new(&python.0)
                    .args(["-m", "pip", "install"])
                    .args(options)
                    .args(packages),
            )?;
        }
        Ok(python)
    }

    /// The source of the first package, unpacked: it holds files that the package
    /// itself does not.
    pub(crate) fn source(&self) -> Result<PathBuf, String> {
        let [package, _] = PACKAGES;
        let name = package.replace("==", "-");
        let folder = build_folder()?.join("lab-sources");
        let source = folder.join(&name);
        if !source.is_dir() {
            let options = ["--quiet", "--disable-pip-version-check", "--no-deps"];
            succeed(
                Command::new(&self.0)
                    .args(["-m", "pip", "download", "--no-binary=:all:"])
                    .args(options)
                    .arg("--dest")
                    .arg(&folder)
                    .arg(package),
            )?;
            let packed = folder.join(format!("{name}.tar.gz"));
            succeed(
                Command::new("tar")
                    .arg("-xzf")
                    .arg(packed)
                    .arg("-C")
                    .arg(&folder),
            )?;
        }
        Ok(source)
    }

    fn has(&self, packages: &[&str]) -> bool {
        let right = packages.iter().map(|package| {
            let (name, version) = package.split_once("==").unwrap_or_default();
            format!("assert version({name:?}) == {version:?}")
        });
        let right: Vec<String> = right.collect();
        let question = format!(
            "from importlib.metadata import version; {}",
            right.join("; ")
        );
        succeed(Command::new(&self.0).args(["-c", &question])).is_ok()
    }

    /// A program that its packages brought.
    pub(crate) fn program(&self, name: &str) -> PathBuf {
        self.0.with_file_name(name)
    }

    /// What a script of the folder `python` prints when it reads this text.
    pub(crate) fn run(&self, script: &str, input: &str) -> Result<String, String> {
        let failed = |error: std::io::Error| format!("python: {error}");
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("python");
        let mut child = Command::new(&self.0)
            // Leaves no compiled modules beside the scripts.
            .arg("-B")
            .arg(folder.join(script))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(failed)?;
        let stdin = child.stdin.take();
        let output = thread::scope(|scope| {
            // Written aside, for the answers begin before the input ends.
            scope.spawn(move || stdin.map(|mut stdin| stdin.write_all(input.as_bytes())));
            child.wait_with_output().map_err(failed)
        })?;
        if !output.status.success() {
            return Err(last_words(script, &output.stderr));
        }
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }
}

fn succeed(command: &mut Command) -> Result<(), String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("{name}: {error}"))?;
    if output.status.success() {
        Ok(())
    } else {
        Err(last_words(&name, &output.stderr))
    }
}

fn last_words(name: &str, stderr: &[u8]) -> String {
    let text = String::from_utf8_lossy(stderr);
    format!("{name}: {}", text.lines().last().unwrap_or("failed"))
}

/// The folder of cargo's build that this program was built in; cargo marks it.
pub(crate) fn build_folder() -> Result<PathBuf, String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    program
        .ancestors()
        .find(|folder| folder.join("CACHEDIR.TAG").is_file())
        .map(Path::to_path_buf)
        .ok_or_else(|| "no folder of cargo's build around this program".to_owned())
}
