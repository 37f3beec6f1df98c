//! The program itself, built as the lab was, and processes of it that end with
//! whoever started them.

use std::{
    env,
    ffi::OsStr,
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus, Stdio},
    sync::OnceLock,
    thread,
    time::{Duration, Instant},
};

use crate::python::build_folder;

/// Every process that the lab starts, and those that they start, has this in its
/// environment; the value is the lab's own number.
const MARK: &str = "LAB_MARK";

/// How often a process is looked at that is waited for.
const GLANCE: Duration = Duration::from_millis(5);

/// A call of the program, without what the user has set for it.
pub(crate) fn krog<A: AsRef<OsStr>>(
    arguments: impl IntoIterator<Item = A>,
) -> Result<Command, String> {
    let mut command = Command::new(program()?);
    command.args(arguments).stdin(Stdio::null());
    for (name, _) in env::vars_os() {
        if name.as_encoded_bytes().starts_with(b"KROG_") {
            command.env_remove(name);
        }
    }
    command.env(MARK, std::process::id().to_string());
    Ok(command)
}

/// What the program says when it is run to its end; what it complains about if
/// it fails.
pub(crate) fn told<A: AsRef<OsStr>>(
    arguments: impl IntoIterator<Item = A>,
) -> Result<String, String> {
    let mut command = krog(arguments)?;
    let output = command.output().map_err(|error| format!("krog: {error}"))?;
    if output.status.success() {
        return String::from_utf8(output.stdout).map_err(|error| error.to_string());
    }
    let complaint = String::from_utf8_lossy(&output.stderr);
    let said = String::from_utf8_lossy(&output.stdout);
    Err(format!("{}: {}{}", output.status, complaint.trim(), said))
}

/// A process that is ended when it is dropped.
pub(crate) struct Running(Child);

impl Running {
    /// Starts a process.
    pub(crate) fn start(command: &mut Command) -> Result<Running, String> {
        let child = command.spawn();
        child
            .map(Running)
            .map_err(|error| format!("{}: {error}", command.get_program().display()))
    }

    /// Starts one whose words nobody hears.
    pub(crate) fn quiet(mut command: Command) -> Result<Running, String> {
        Running::start(command.stdout(Stdio::null()).stderr(Stdio::null()))
    }

    /// Its number.
    pub(crate) fn id(&self) -> u32 {
        self.0.id()
    }

    /// How it ended, if it has.
    pub(crate) fn ended(&mut self) -> Option<ExitStatus> {
        self.0.try_wait().ok().flatten()
    }

    /// Ends it at once, as the end of its machine would.
    pub(crate) fn kill(&mut self) {
        let _may_have_ended = self.0.kill();
        let _ended = self.0.wait();
    }

    /// How it ends, if it does in time; otherwise it is ended.
    pub(crate) fn wait(&mut self, patience: Duration) -> Option<ExitStatus> {
        let start = Instant::now();
        while start.elapsed() < patience {
            if let Some(status) = self.ended() {
                return Some(status);
            }
            thread::sleep(GLANCE);
        }
        self.kill();
        None
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.kill();
    }
}

/// The processes that the lab started, or that those started, and that are
/// still there: numbers and command lines.
pub(crate) fn left() -> Vec<String> {
    let mark = format!("{MARK}={}", std::process::id());
    let is_ours = |folder: &PathBuf| {
        let environment = std::fs::read(folder.join("environ")).unwrap_or_default();
        let mut values = environment.split(|byte| *byte == 0);
        values.any(|value| value == mark.as_bytes())
    };
    let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let ours = processes.map(|entry| entry.path()).filter(is_ours);
    ours.map(|folder| {
        let words = std::fs::read(folder.join("cmdline")).unwrap_or_default();
        let words = String::from_utf8_lossy(&words).replace('\0', " ");
        format!("{}: {words}", folder.display())
    })
    .collect()
}

/// The program, built as this one was.
pub(crate) fn program() -> Result<&'static Path, String> {
    static PROGRAM: OnceLock<Result<PathBuf, String>> = OnceLock::new();
    let program = PROGRAM.get_or_init(build);
    program.as_deref().map_err(Clone::clone)
}

/// The program that was built together with this one, without building it anew:
/// the check builds both at once.
pub(crate) fn beside() -> Result<PathBuf, String> {
    let lab = env::current_exe().map_err(|error| error.to_string())?;
    let program = lab.with_file_name("krog");
    if program.is_file() {
        Ok(program)
    } else {
        Err("krog was not built beside the lab".to_owned())
    }
}

fn build() -> Result<PathBuf, String> {
    let target = build_folder()?;
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut build = Command::new(cargo);
    build
        .args(["build", "--quiet", "--package", "krog-cli", "--target-dir"])
        .arg(&target)
        .current_dir(env!("CARGO_MANIFEST_DIR"));
    let profile = if cfg!(debug_assertions) {
        "debug"
    } else {
        build.arg("--release");
        "release"
    };
    let status = build.status().map_err(|error| format!("cargo: {error}"))?;
    if !status.success() {
        return Err("krog cannot be built".to_owned());
    }
    Ok(target.join(profile).join("krog"))
}
