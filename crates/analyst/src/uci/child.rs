//! The process of an engine: its pipes, and its end. Whatever happens, the
//! process is gone and its entry in the process table is cleared when the
//! value is dropped.

use std::{
    io::{BufReader, Write as _},
    path::Path,
    process::{Child, ChildStdin, Command, ExitStatus, Stdio},
    sync::mpsc::{self, Receiver, RecvTimeoutError},
    thread,
    time::{Duration, Instant},
};

use super::{fault::Fault, text::Lines};

/// Longer lines are left out. The longest line of use holds a few hundred moves.
pub(super) const LONGEST_LINE: usize = 64 * 1024;

/// Lines that wait to be read; an engine that prints more has to wait.
const WAITING_LINES: usize = 1_024;

/// How often the end of a process is looked for.
const LOOK: Duration = Duration::from_millis(2);

/// How long a process that has closed its output may take to tell its status.
const STATUS: Duration = Duration::from_millis(200);

/// A running engine.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<String>,
    /// How long the process may take to quit.
    quit: Duration,
}

/// Nothing was read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Nothing {
    /// Not yet.
    InTime,
    /// And nothing will come: the output is closed.
    Ever,
}

impl Process {
    /// Starts a program.
    pub(super) fn start(program: &Path, quit: Duration) -> Result<Process, Fault> {
        let broken = |error: std::io::Error| Fault::Start(error.to_string());
        let mut child = Command::new(program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(broken)?;
        let input = child.stdin.take();
        let stdout = child.stdout.take().expect("the output is a pipe");
        let (sender, output) = mpsc::sync_channel(WAITING_LINES);
        let process = Process {
            child,
            input,
            output,
            quit,
        };
        // The thread ends when the pipe is closed or nobody listens any more.
        thread::Builder::new()
            .name("uci output".to_owned())
            .spawn(move || {
                for line in Lines::new(BufReader::new(stdout), LONGEST_LINE) {
                    if sender.send(line).is_err() {
                        break;
                    }
                }
            })
            .map_err(broken)?;
        Ok(process)
    }

    /// Sends a command.
    pub(super) fn send(&mut self, command: &str) -> Result<(), Fault> {
        let written = self
            .input
            .as_mut()
            .map(|input| input.write_all(format!("{command}\n").as_bytes()));
        match written {
            Some(Ok(())) => Ok(()),
            _ => Err(self.ended()),
        }
    }

    /// The next line, if it comes before the deadline.
    pub(super) fn receive(&self, deadline: Instant) -> Result<String, Nothing> {
        let wait = deadline.saturating_duration_since(Instant::now());
        self.output.recv_timeout(wait).map_err(|error| match error {
            RecvTimeoutError::Timeout => Nothing::InTime,
            RecvTimeoutError::Disconnected => Nothing::Ever,
        })
    }

    /// The fault of a process that has closed its pipes.
    pub(super) fn ended(&mut self) -> Fault {
        Fault::Ended(self.status_within(STATUS))
    }

    fn status_within(&mut self, time: Duration) -> Option<ExitStatus> {
        let deadline = Instant::now() + time;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < deadline => thread::sleep(LOOK),
                _ => return None,
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Closing the input tells engines to quit that do not know the word.
        if self.send("quit").is_ok() {
            self.input = None;
            if self.status_within(self.quit).is_some() {
                return;
            }
        }
        // It may have gone in the meantime; then there is nothing to kill.
        let _gone = self.child.kill();
        let _status = self.child.wait();
    }
}
