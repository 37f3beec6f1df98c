//! A UCI engine in a process of its own, to play or compare against.

use std::{
    io::{BufRead as _, BufReader, Write as _},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    str::FromStr,
    sync::mpsc::{self, Receiver, RecvTimeoutError},
    thread,
    time::Duration,
};

use krog_chess::{
    Line,
    shakmaty::{CastlingMode, EnPassantMode, Position as _, fen::Fen, uci::UciMove},
};

/// Which engine, and how it is set up: `krog`, `stockfish` or a path, then
/// options as `;Name=value`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Engine {
    pub(crate) program: String,
    pub(crate) options: Vec<(String, String)>,
}

impl FromStr for Engine {
    type Err = String;

    fn from_str(text: &str) -> Result<Engine, String> {
        let mut parts = text.split(';');
        let program = parts.next().unwrap_or_default().to_owned();
        let option = |part: &str| match part.split_once('=') {
            Some((name, value)) => Ok((name.to_owned(), value.to_owned())),
            None => Err(format!("found {part:?}, expected Name=value")),
        };
        Ok(Engine {
            program,
            options: parts.map(option).collect::<Result<_, _>>()?,
        })
    }
}

impl Engine {
    /// The name for reports.
    pub(crate) fn name(&self) -> String {
        let options = self
            .options
            .iter()
            .map(|(name, value)| format!("{name}={value}"));
        let mut words = vec![self.program.clone()];
        words.extend(options);
        words.join(" ")
    }

    fn command(&self) -> Result<Command, String> {
        match self.program.as_str() {
            "krog" => {
                let this = std::env::current_exe().map_err(|error| error.to_string())?;
                let mut command = Command::new(this);
                command.arg("uci");
                Ok(command)
            }
            "stockfish" => Ok(Command::new(
                stockfish().ok_or("Stockfish is not installed")?,
            )),
            path => Ok(Command::new(path)),
        }
    }
}

/// Where Stockfish is: on the path, or where Debian puts games.
pub(crate) fn stockfish() -> Option<std::path::PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let debian = std::path::PathBuf::from("/usr/games");
    std::env::split_paths(&path)
        .chain([debian])
        .map(|folder| folder.join("stockfish"))
        .find(|file| file.is_file())
}

/// A running engine.
#[derive(Debug)]
pub(crate) struct Rival {
    child: Child,
    input: ChildStdin,
    output: Receiver<String>,
}

/// How long an engine may be silent, in the middle of a search, too.
const PATIENCE: Duration = Duration::from_mins(2);

/// What an engine said to one question.
#[derive(Clone, Default, Debug)]
pub(crate) struct Reply {
    /// The move, as it was written.
    pub(crate) best: String,
    /// Centipawns for the side to move; a mate counts 30000 less its moves.
    pub(crate) score: Option<i32>,
    /// Moves to mate, negative for being mated.
    pub(crate) mate: Option<i32>,
}

impl Rival {
    /// Starts an engine and sets its options.
    pub(crate) fn start(engine: &Engine) -> Result<Rival, String> {
        let mut child = engine
            .command()?
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("{}: {error}", engine.program))?;
        let input = child.stdin.take().ok_or("no input")?;
        let output = lines(child.stdout.take().ok_or("no output")?);
        let mut rival = Rival {
            child,
            input,
            output,
        };
        rival.say("uci")?;
        rival.hear("uciok")?;
        for (name, value) in &engine.options {
            rival.say(&format!("setoption name {name} value {value}"))?;
        }
        rival.ready()?;
        Ok(rival)
    }

    /// Prepares for another game.
    pub(crate) fn new_game(&mut self) -> Result<(), String> {
        self.say("ucinewgame")?;
        self.ready()
    }

    /// Asks about the end of a game; `go` is what follows that word.
    pub(crate) fn ask(&mut self, game: &Line, go: &str) -> Result<Reply, String> {
        let mode = game.start().castles().mode();
        let fen = Fen::from_position(game.start(), EnPassantMode::Legal);
        let mut question = format!("position fen {fen}");
        if !game.moves().is_empty() {
            question.push_str(" moves");
            for m in game.moves() {
                question.push(' ');
                question.push_str(&UciMove::from_move(*m, mode).to_string());
            }
        }
        debug_assert!(mode == CastlingMode::Standard || mode == CastlingMode::Chess960);
        self.say(&question)?;
        self.say(&format!("go {go}"))?;
        let mut reply = Reply::default();
        loop {
            let line = self.line()?;
            if let Some(rest) = line.strip_prefix("bestmove") {
                let best = rest.split_whitespace().next();
                best.unwrap_or_default().clone_into(&mut reply.best);
                return Ok(reply);
            }
            if line.starts_with("info") && !line.contains("bound") {
                reply.note(&line);
            }
        }
    }

    pub(crate) fn say(&mut self, text: &str) -> Result<(), String> {
        let written = writeln!(self.input, "{text}").and_then(|()| self.input.flush());
        written.map_err(|error| format!("the engine is gone: {error}"))
    }

    pub(crate) fn ready(&mut self) -> Result<(), String> {
        self.say("isready")?;
        self.hear("readyok")?;
        Ok(())
    }

    /// Waits for a line that begins so.
    pub(crate) fn hear(&mut self, begin: &str) -> Result<String, String> {
        loop {
            let line = self.line()?;
            if line.starts_with(begin) {
                return Ok(line);
            }
        }
    }

    fn line(&mut self) -> Result<String, String> {
        next(&self.output, PATIENCE)
    }
}

/// The lines of an engine as they come, until it ends or nobody wants them.
fn lines(output: ChildStdout) -> Receiver<String> {
    let (sender, lines) = mpsc::channel();
    thread::spawn(move || {
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    lines
}

fn next(lines: &Receiver<String>, patience: Duration) -> Result<String, String> {
    lines.recv_timeout(patience).map_err(|error| match error {
        RecvTimeoutError::Timeout => format!("the engine has been silent for {patience:?}"),
        RecvTimeoutError::Disconnected => "the engine has ended".to_owned(),
    })
}

impl Reply {
    fn note(&mut self, line: &str) {
        let mut words = line.split_whitespace();
        while let Some(word) = words.next() {
            match word {
                "multipv" if words.next() != Some("1") => return,
                "score" => {
                    let kind = words.next();
                    let number: Option<i32> = words.next().and_then(|word| word.parse().ok());
                    match (kind, number) {
                        (Some("cp"), Some(cp)) => {
                            self.score = Some(cp);
                            self.mate = None;
                        }
                        (Some("mate"), Some(moves)) => {
                            self.mate = Some(moves);
                            self.score = Some(30_000 * moves.signum() - moves);
                        }
                        _ => {}
                    }
                }
                _ => {}
            }
        }
    }
}

impl Drop for Rival {
    fn drop(&mut self) {
        // One that does not listen is ended.
        let _ = self.say("quit");
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_engine_that_is_silent_or_gone_is_told() {
        let (sender, lines) = mpsc::channel();
        sender.send("uciok".to_owned()).unwrap();
        let patience = Duration::from_millis(1);
        assert_eq!(next(&lines, patience).unwrap(), "uciok");
        let silent = "the engine has been silent for 1ms";
        assert_eq!(next(&lines, patience).unwrap_err(), silent);
        drop(sender);
        assert_eq!(next(&lines, patience).unwrap_err(), "the engine has ended");
    }

    #[test]
    fn engines_are_named_with_their_options() {
        let engine: Engine = "krog;Without=null_move;Hash=4".parse().unwrap();
        assert_eq!(engine.program, "krog");
        assert_eq!(engine.options.len(), 2);
        assert_eq!(engine.name(), "krog Without=null_move Hash=4");
        assert!("krog;Hash".parse::<Engine>().is_err());
    }

    #[test]
    fn the_last_score_of_the_first_line_counts() {
        let mut reply = Reply::default();
        reply.note("info depth 3 multipv 1 score cp 31 nodes 5 pv e2e4");
        reply.note("info depth 3 multipv 2 score cp 12 nodes 5 pv d2d4");
        assert_eq!((reply.score, reply.mate), (Some(31), None));
        reply.note("info depth 4 score mate -2 nodes 5");
        assert_eq!((reply.score, reply.mate), (Some(-29_998), Some(-2)));
    }
}
