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
    option::{self, USUAL_HASH, Value, Which},
    print::{self, Manner},
};
use crate::{
    NAME, bench,
    board::{Board, divide},
    evaluate,
    search::{Engine, Options, Question, Report, Signals},
};

/// Whether the loop goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Flow {
    On,
    Quit,
}

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
    /// Whether the running search may go on until a word ends it.
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
            Command::Go(text) => self.go(scope, text)?,
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
        let options: String = option::ALL.iter().map(|choice| choice.line()).collect();
        self.write(&format!(
            "id name {NAME}\nid author the krog authors\n{options}uciok\n"
        ))
    }

    fn set(&self, name: &str, value: &str) -> io::Result<()> {
        let (which, value) = match option::read(name, value) {
            Ok(assignment) => assignment,
            // What runs goes on.
            Err(complaint) => return self.complain(Some(complaint)),
        };
        self.halt();
        let complaint = self.try_set(which, value);
        let options = locked(&self.settings).options.clone();
        locked(&self.engine).set_options(options);
        self.complain(complaint.err())
    }

    fn try_set(&self, which: Which, value: Value<'_>) -> Result<(), String> {
        let mut settings = locked(&self.settings);
        let options = &mut settings.options;
        match (which, value) {
            (Which::Hash, Value::Number(mebibytes)) => options.hash = mebibytes,
            (Which::Threads, Value::Number(threads)) => options.threads = threads,
            (Which::MultiPv, Value::Number(lines)) => settings.lines = lines,
            (Which::Chess960, Value::Check(on)) => settings.manner.chess960 = on,
            (Which::ShowWdl, Value::Check(on)) => settings.manner.wdl = on,
            (Which::ClearHash, _) => locked(&self.engine).forget(),
            (Which::SyzygyPath, Value::Text("")) => options.tablebase = None,
            (Which::SyzygyPath, Value::Text(path)) => {
                options.tablebase = Some((self.outside.open_tables)(path)?);
            }
            (Which::Without, Value::Text(names)) => {
                options.features = names
                    .parse()
                    .map_err(|name| format!("option Without: there is no feature {name:?}"))?;
            }
            // Ponder only tells programs that it is understood; and values are read by
            // the kind of their option.
            _ => {}
        }
        Ok(())
    }

    fn go<'scope>(&'scope self, scope: &'scope Scope<'scope, '_>, text: &str) -> io::Result<()> {
        self.halt();
        let (game, lines, manner) = {
            let settings = locked(&self.settings);
            (settings.game.clone(), settings.lines, settings.manner)
        };
        let mut go = command::go(text, game.end());
        self.complain(go.complaint.take())?;
        self.begin(&go);
        scope.spawn(move || {
            let _over = Over(&self.running);
            self.search(&game, &go, lines, manner);
        });
        Ok(())
    }

    fn begin(&self, go: &Go) {
        self.signals.reset();
        self.signals.set_pondering(go.ponder);
        self.endless
            .store(go.infinite || !go.limits.are_reached(), Relaxed);
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
            // The position itself.
            let mut all = u64::from(depth == 0);
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
        // It comes to an end.
        self.endless.store(false, Relaxed);
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
