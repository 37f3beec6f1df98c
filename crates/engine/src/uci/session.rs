//! One user's session: options, the game, and the search that may be running.

use std::{
    fmt::Write as _,
    io::{self, Write},
    ops::ControlFlow,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    thread::{self, Scope},
    time::Duration,
};

use krog_chess::{Chess, Line, Move, Position as _};
use krog_text::Language;

use super::{
    Outside,
    command::{self, Command, Go},
    print::{self, Manner},
};
use crate::{
    NAME, bench,
    board::{Board, divide},
    evaluate,
    search::{Engine, Limits, Options, Question, Report, Signals},
};

/// Whether the loop goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Flow {
    On,
    Quit,
}

/// The largest table that may be asked for, in mebibytes.
const MOST_HASH: usize = 4_096;
const MOST_THREADS: usize = 256;
const MOST_LINES: usize = 218;
const USUAL_HASH: usize = 64;

/// How often a finished search looks whether it may answer, while it must wait
/// for `stop` or `ponderhit`.
const WAIT: Duration = Duration::from_millis(2);

pub(super) struct Session<'a, W> {
    outside: &'a Outside<'a>,
    output: Mutex<W>,
    /// Locked by a search as long as it runs.
    engine: Mutex<Engine>,
    signals: Signals,
    running: AtomicBool,
    /// Whether the running search waits for a word before it answers.
    endless: AtomicBool,
    /// Whether what runs counts something, which is worth nothing unless it is whole.
    counting: AtomicBool,
    settings: Mutex<Settings>,
}

struct Settings {
    game: Line,
    options: Options,
    lines: usize,
    manner: Manner,
}

impl<'a, W: Write + Send> Session<'a, W> {
    pub(super) fn new(output: W, outside: &'a Outside<'a>) -> Session<'a, W> {
        let options = Options {
            hash: USUAL_HASH,
            ..Options::default()
        };
        Session {
            outside,
            output: Mutex::new(output),
            engine: Mutex::new(Engine::new(options.clone())),
            signals: Signals::default(),
            running: AtomicBool::new(false),
            endless: AtomicBool::new(false),
            counting: AtomicBool::new(false),
            settings: Mutex::new(Settings {
                game: Line::at(Chess::default()),
                options,
                lines: 1,
                manner: Manner {
                    chess960: false,
                    wdl: false,
                },
            }),
        }
    }

    /// Does what a line says.
    pub(super) fn obey<'scope>(
        &'scope self,
        scope: &'scope Scope<'scope, '_>,
        line: &str,
    ) -> io::Result<Flow> {
        match Command::read(line) {
            Command::Nothing => {}
            Command::Uci => self.introduce()?,
            Command::IsReady => self.write("readyok\n")?,
            Command::NewGame => {
                self.halt();
                locked(&self.engine).forget();
            }
            Command::SetOption { name, value } => self.set(name, value)?,
            Command::Position(text) => match command::game(text) {
                Ok((game, complaint)) => {
                    locked(&self.settings).game = game;
                    self.complain(complaint)?;
                }
                Err(complaint) => self.complain(Some(complaint))?,
            },
            Command::Go(text) => self.go(scope, text),
            Command::Perft(depth) => self.perft(scope, depth),
            Command::Stop => {
                self.signals.stop();
                self.signals.set_pondering(false);
            }
            Command::PonderHit => self.ponder_hit(),
            Command::Show => self.write(&print::board(&locked(&self.settings).game))?,
            Command::Eval => self.eval()?,
            Command::Bench(depth) => self.bench(scope, depth),
            Command::Quit => {
                if !self.counting.load(Relaxed) {
                    self.halt();
                }
                self.wait();
                return Ok(Flow::Quit);
            }
            Command::Unknown(word) => {
                let word: String = word.chars().take(40).collect();
                self.complain(Some(format!("unknown command {word:?}")))?;
            }
        }
        Ok(Flow::On)
    }

    /// Says why a line was left out.
    pub(super) fn refuse(&self, why: &str) -> io::Result<Flow> {
        self.complain(Some(why.to_owned()))?;
        Ok(Flow::On)
    }

    /// Ends the running search, if there is one, and waits for its answer.
    pub(super) fn halt(&self) {
        self.signals.stop();
        self.signals.set_pondering(false);
        self.wait();
    }

    /// Waits for a search that ends by itself, and ends one that does not.
    pub(super) fn finish(&self) {
        if self.endless.load(Relaxed) || self.signals.is_pondering() {
            self.signals.stop();
            self.signals.set_pondering(false);
        }
        self.wait();
    }

    fn wait(&self) {
        while self.running.load(Relaxed) {
            thread::park_timeout(WAIT);
        }
    }

    fn introduce(&self) -> io::Result<()> {
        self.write(&format!(
            "id name {NAME}\nid author the krog authors\n\
             option name Hash type spin default {USUAL_HASH} min 1 max {MOST_HASH}\n\
             option name Threads type spin default 1 min 1 max {MOST_THREADS}\n\
             option name MultiPV type spin default 1 min 1 max {MOST_LINES}\n\
             option name Ponder type check default false\n\
             option name UCI_Chess960 type check default false\n\
             option name UCI_ShowWDL type check default false\n\
             option name SyzygyPath type string default <empty>\n\
             option name Without type string default <empty>\n\
             option name Clear Hash type button\n\
             uciok\n"
        ))
    }

    fn set(&self, name: &str, value: &str) -> io::Result<()> {
        self.halt();
        let complaint = self.try_set(&name.to_ascii_lowercase(), value);
        let options = locked(&self.settings).options.clone();
        locked(&self.engine).set_options(options);
        self.complain(complaint.err())
    }

    fn try_set(&self, name: &str, value: &str) -> Result<(), String> {
        let mut settings = locked(&self.settings);
        let number = |most: usize| match value.parse::<usize>() {
            Ok(number) => Ok(number.clamp(1, most)),
            Err(_) => Err(format!("option {name}: found {value:?}, expected a number")),
        };
        let check = || match value.to_ascii_lowercase().as_str() {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => Err(format!(
                "option {name}: found {value:?}, expected true or false"
            )),
        };
        match name {
            "hash" => settings.options.hash = number(MOST_HASH)?,
            "threads" => settings.options.threads = number(MOST_THREADS)?,
            "multipv" => settings.lines = number(MOST_LINES)?,
            "ponder" => drop(check()?),
            "uci_chess960" => settings.manner.chess960 = check()?,
            "uci_showwdl" => settings.manner.wdl = check()?,
            "clear hash" => locked(&self.engine).forget(),
            "syzygypath" if matches!(value, "" | "<empty>") => settings.options.tablebase = None,
            "syzygypath" => {
                settings.options.tablebase = Some((self.outside.open_tables)(value)?);
            }
            "without" => {
                let names = if value == "<empty>" { "" } else { value };
                let features = names.parse();
                settings.options.features = features
                    .map_err(|name| format!("option Without: there is no feature {name:?}"))?;
            }
            _ => return Err(format!("there is no option {name:?}")),
        }
        Ok(())
    }

    fn go<'scope>(&'scope self, scope: &'scope Scope<'scope, '_>, text: &str) {
        self.halt();
        let (game, lines, manner) = {
            let settings = locked(&self.settings);
            (settings.game.clone(), settings.lines, settings.manner)
        };
        let go = command::go(text, game.end());
        self.begin(&go);
        scope.spawn(move || {
            let _over = Over(&self.running);
            self.search(&game, &go, lines, manner);
        });
    }

    fn begin(&self, go: &Go) {
        self.signals.reset();
        self.signals.set_pondering(go.ponder);
        self.endless.store(go.infinite, Relaxed);
        self.counting.store(false, Relaxed);
        self.running.store(true, Relaxed);
    }

    fn search(&self, game: &Line, go: &Go, lines: usize, manner: Manner) {
        let question = Question {
            game,
            limits: &go.limits,
            lines,
        };
        let mut watch = |report: &Report| match self.write(&print::info(report, manner)) {
            Ok(()) => ControlFlow::Continue(()),
            // Nobody listens any more.
            Err(_) => ControlFlow::Break(()),
        };
        let searched = catch_unwind(AssertUnwindSafe(|| {
            let mut engine = locked(&self.engine);
            engine.search(question, self.outside.clock, &self.signals, &mut watch)
        }));
        while !self.signals.is_stopped() && (go.infinite || self.signals.is_pondering()) {
            thread::park_timeout(WAIT);
        }
        let last = match searched {
            Ok(report) => print::info(&report, manner) + &print::best_move(&report, manner),
            Err(_) => self.recover(game, go, manner),
        };
        // An answer that cannot be delivered is noticed by the next command.
        let _ = self.write(&last);
    }

    /// After a fault in search: an engine that has seen nothing, and some legal
    /// move, for a game must not hang on it.
    fn recover(&self, game: &Line, go: &Go, manner: Manner) -> String {
        let options = locked(&self.settings).options.clone();
        *locked(&self.engine) = Engine::new(options);
        let legal = game.end().legal_moves();
        let wanted = |m: &&Move| go.limits.moves.is_empty() || go.limits.moves.contains(m);
        let word = legal.iter().find(wanted);
        let word = word.map_or("(none)".to_owned(), |m| {
            print::written(game.end(), *m, manner)
        });
        format!("info string the search failed; this is any move\nbestmove {word}\n")
    }

    fn ponder_hit(&self) {
        self.signals.set_pondering(false);
    }

    fn perft<'scope>(&'scope self, scope: &'scope Scope<'scope, '_>, depth: u32) {
        let (game, manner) = {
            let settings = locked(&self.settings);
            (settings.game.clone(), settings.manner)
        };
        self.count(scope, move || {
            let position = game.end();
            let mut all = 0;
            let mut text = String::new();
            let stop = || self.signals.is_stopped();
            for (m, count) in divide(&Board::from(position), depth, &stop) {
                all += count;
                let name = m
                    .unpack(position)
                    .map(|m| print::written(position, m, manner));
                let _ = writeln!(text, "{}: {count}", name.unwrap_or_default());
            }
            format!("{text}\nNodes searched: {all}\n")
        });
    }

    fn eval(&self) -> io::Result<()> {
        let evaluation = evaluate::evaluate(locked(&self.settings).game.end());
        let table = evaluation.table(Language::English);
        self.write(&format!("{table}Evaluation: {} cp\n", evaluation.total))
    }

    fn bench<'scope>(&'scope self, scope: &'scope Scope<'scope, '_>, depth: Option<u32>) {
        let options = Options {
            hash: Options::default().hash,
            ..locked(&self.settings).options.clone()
        };
        let depth = depth.unwrap_or(bench::DEPTH);
        self.count(scope, move || {
            let outcome = bench::run(options, depth, self.outside.clock, &self.signals);
            format!(
                "Nodes searched: {}\nNodes/second: {}\n",
                outcome.nodes,
                outcome.speed()
            )
        });
    }

    /// Tells what is counted on a thread of its own, unless a word stops it before.
    fn count<'scope>(
        &'scope self,
        scope: &'scope Scope<'scope, '_>,
        tell: impl FnOnce() -> String + Send + 'scope,
    ) {
        self.halt();
        self.begin(&Go::default());
        self.counting.store(true, Relaxed);
        scope.spawn(move || {
            let _over = Over(&self.running);
            let told = tell();
            let told = if self.signals.is_stopped() {
                "info string stopped before all was counted\n".to_owned()
            } else {
                told
            };
            // An answer that cannot be delivered is noticed by the next command.
            let _ = self.write(&told);
        });
    }

    fn complain(&self, complaint: Option<String>) -> io::Result<()> {
        match complaint {
            // The text may quote what came in; an answer is one line.
            Some(text) => self.write(&format!(
                "info string {}\n",
                text.replace(['\n', '\r'], " ")
            )),
            None => Ok(()),
        }
    }

    fn write(&self, text: &str) -> io::Result<()> {
        let mut output = locked(&self.output);
        output.write_all(text.as_bytes())?;
        output.flush()
    }
}

/// Says that a search is over, however it ends.
struct Over<'a>(&'a AtomicBool);

impl Drop for Over<'_> {
    fn drop(&mut self) {
        self.0.store(false, Relaxed);
    }
}

/// What is behind a lock is whole even if a holder panicked: each change is one step.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Limits {
    /// Whether nothing ends the search but a word from outside.
    pub(super) fn is_endless(&self) -> bool {
        self.depth.is_none()
            && self.nodes.is_none()
            && self.movetime.is_none()
            && self.mate.is_none()
            && self.time.is_none()
    }
}
