//! `krog review`: every game of a file, move by move.

mod make;
mod text;

use std::{
    fs,
    io::Write as _,
    num::NonZeroUsize,
    ops::ControlFlow,
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

use anyhow::{Context as _, anyhow};
use krog_advisor::{
    Profile, Review,
    review::{self, Judged, Notes, Reviewed, Setting},
};
use krog_analyst::{Analyst, Choice};
use krog_chess::{
    Evaluate as _, Game, Limit, Position as _,
    game::{NodeId, ROOT, Step},
    pgn,
};
use krog_insight::Counsel;
use krog_stats::opening;
use krog_text::{Args, Language};
use krog_wire::{ReviewedGame, ReviewedVariation, Reviews, SearchLimit, to_json};

use super::{MESSAGES, analyze, print};
use crate::{
    args::{AnswerOptions, Form, ReviewArgs, puzzles::MakeArgs},
    games,
    interrupt::Interrupt,
    outcome::{Failure, Outcome},
    profiles,
    progress::Progress,
};

/// What an engine may search for each position of a proof.
const FURTHER: Limit = Limit::nodes(15_000);

/// A line of a game that is reviewed: the main line or a variation.
struct Part {
    /// The nodes of its moves.
    path: Vec<NodeId>,
    /// The line as a game of its own.
    alone: Game,
}

/// A game with the reviews of its parts, the main line first.
struct Done {
    game: Game,
    parts: Vec<(Part, Review)>,
}

/// All that the work needs.
struct Work<'a> {
    args: &'a ReviewArgs,
    language: Language,
    profile: Profile,
    analyst: Analyst,
    threads: NonZeroUsize,
    progress: Progress,
    interrupt: Interrupt,
}

pub(super) fn run(args: &ReviewArgs, answer: AnswerOptions) -> Result<Outcome, Failure> {
    let (work, games) = begin(args, answer)?;
    work.run(games, answer.format)
}

/// `krog puzzles make`: the mistakes of games as puzzles.
pub(super) fn puzzles(args: &MakeArgs, answer: AnswerOptions) -> Result<Outcome, Failure> {
    if matches!(args.review.engine.engine, Choice::Pgn | Choice::Cloud) {
        let error = anyhow!("found one that searches nothing, expected an engine");
        return Err(Failure::input("--engine", error));
    }
    let store = args.keep.then(|| args.store.create()).transpose()?;
    let (work, games) = begin(&args.review, answer)?;
    make::run(&work, games, answer.format, store.as_deref())
}

/// Reads what is asked and starts the engines.
fn begin(args: &ReviewArgs, answer: AnswerOptions) -> Result<(Work<'_>, Vec<Game>), Failure> {
    let profile = profiles::load(&args.profile)?;
    let games = games::open(&args.game)?;
    let parts = |game: &Game| parts(game, args.variations);
    let longest = games.iter().map(|game| game.line().moves().len()).max();
    let settings = args.engine.for_game(longest.unwrap_or(0) + 1);
    let moves = games.iter().flat_map(parts).map(|part| part.path.len());
    let steps = moves.map(|moves| 2 * moves + 1).sum();
    let what = MESSAGES.text(answer.lang, "review-progress", &Args::new());
    let work = Work {
        args,
        language: answer.lang,
        profile,
        analyst: analyze::open(&args.engine, &settings)?,
        threads: settings.engines,
        progress: Progress::of(steps, &what),
        interrupt: Interrupt::listen(),
    };
    Ok((work, games))
}

impl Work<'_> {
    fn run(&self, games: Vec<Game>, form: Form) -> Result<Outcome, Failure> {
        let mut output = Output::new(self.args)?;
        let mut reviewed = Vec::new();
        for game in games {
            let done = self.review(game)?;
            match form {
                Form::Text | Form::Csv => output.write(&text::describe(self, &done))?,
                Form::Pgn => output.write(&self.annotated(&done))?,
                Form::Json => reviewed.push(self.json(&done)),
            }
            if self.interrupt.is_on() {
                break;
            }
        }
        if form == Form::Json {
            output.write(&to_json(&Reviews {
                profile: self.profile.id.to_string(),
                engine: self.analyst.name(),
                limit: SearchLimit::new(self.args.engine.limit(), self.args.engine.multipv),
                interrupted: self.interrupt.is_on(),
                games: reviewed,
            }))?;
        }
        if self.interrupt.is_on() {
            let text = MESSAGES.text(self.language, "review-interrupted", &Args::new());
            return Err(Failure::Work(anyhow!(text)));
        }
        Ok(Outcome::Yes)
    }

    /// Reviews the lines of a game, as far as the work is not interrupted.
    fn review(&self, game: Game) -> Result<Done, Failure> {
        let mut done = Vec::new();
        for part in parts(&game, self.args.variations) {
            let review = self.part(&game, &part)?;
            done.push((part, review));
            if self.interrupt.is_on() {
                break;
            }
        }
        Ok(Done { game, parts: done })
    }

    fn part(&self, game: &Game, part: &Part) -> Result<Review, Failure> {
        let engine = &self.args.engine;
        let analysis = self
            .analyst
            .analyse(&part.alone, engine.limit(), engine.multipv);
        let found = analysis.finish_while(|_| {
            self.progress.step();
            if self.interrupt.is_on() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        let found = found.map_err(|error| match engine.engine {
            Choice::Pgn => Failure::input("GAME", error),
            _ => Failure::Work(error.into()),
        })?;
        let mut lines = vec![Vec::new(); part.path.len() + 1];
        for found in found {
            if let Some(place) = lines.get_mut(found.ply) {
                *place = found.lines;
            }
        }
        let setting = Setting {
            theory: Some(&opening::at),
            ratings: games::ratings(game, None, None),
            pool: Some(games::pool(game)),
        };
        let judged = review::judge_line(&self.profile, &part.alone.line(), &lines, setting);
        let mut moves = self.explain(&judged);
        // The number of a move counts from the start of its game.
        let start = part.alone.start();
        let before = 2 * (usize::try_from(start.fullmoves().get()).unwrap_or(1) - 1)
            + usize::from(start.turn().is_black());
        if part.alone.tags.get("Variation").is_some() {
            for reviewed in &mut moves {
                reviewed.judged.ply += before;
            }
        }
        Ok(Review::new(&self.profile, moves))
    }

    /// Finds the reasons of all moves, on as many threads as there are engines.
    fn explain(&self, judged: &[Judged]) -> Vec<Reviewed> {
        let asks = !matches!(self.args.engine.engine, Choice::Pgn | Choice::Cloud);
        let next = AtomicUsize::new(0);
        let found = Mutex::new(Vec::with_capacity(judged.len()));
        thread::scope(|scope| {
            for _ in 0..self.threads.get() {
                scope.spawn(|| {
                    while let Some(one) = judged.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let counsel = Counsel {
                            engine: &self.analyst,
                            limit: FURTHER.and(self.args.engine.limit()),
                        };
                        let counsel = Some(counsel).filter(|_| asks && !self.interrupt.is_on());
                        let reviewed = Reviewed {
                            explanation: review::explain_move(one, counsel),
                            judged: one.clone(),
                        };
                        self.progress.step();
                        found
                            .lock()
                            .expect("no thread fails holding it")
                            .push(reviewed);
                    }
                });
            }
        });
        let mut moves = found.into_inner().expect("no thread fails holding it");
        moves.sort_by_key(|reviewed| reviewed.judged.ply);
        moves
    }

    fn json(&self, done: &Done) -> ReviewedGame {
        let mut parts = done.parts.iter();
        let (_, main) = parts.next().expect("the main line is a part");
        let estimate = self.args.estimate_rating;
        let mut game = ReviewedGame::new(&done.game, &self.profile, main, estimate);
        let variations = parts.map(|(_, review)| ReviewedVariation::new(&self.profile, review));
        game.variations = variations.flatten().collect();
        game
    }

    fn annotated(&self, done: &Done) -> String {
        let mut game = done.game.clone();
        let engine = self.analyst.name();
        let notes = Notes {
            profile: &self.profile,
            engine: &engine,
            language: self.language,
        };
        for (part, review) in &done.parts {
            review::annotate(&mut game, &part.path, review, notes);
        }
        pgn::write(&game)
    }
}

/// The lines of a game: the main line and, if asked for, every variation. A line
/// ends before a pass.
fn parts(game: &Game, variations: bool) -> Vec<Part> {
    let mut starts = vec![(ROOT, game.main_line().next())];
    if variations {
        let mut open = vec![ROOT];
        while let Some(node) = open.pop() {
            let children: Vec<NodeId> = game.children(node).collect();
            starts.extend(children.iter().skip(1).map(|child| (node, Some(*child))));
            open.extend(children);
        }
    }
    let parts = starts.into_iter().enumerate();
    parts
        .map(|(index, (parent, first))| part(game, parent, first, index > 0))
        .filter(|part| !part.path.is_empty() || part.alone.start() == game.start())
        .collect()
}

fn part(game: &Game, parent: NodeId, first: Option<NodeId>, variation: bool) -> Part {
    let mut position = game.position(parent);
    let mut alone = Game::new(position.clone());
    if variation {
        alone.tags.set("Variation", "yes");
    }
    let mut place = ROOT;
    let mut path = Vec::new();
    let nodes = std::iter::successors(first, |node| game.children(*node).next());
    for node in nodes {
        let Some(step @ Step::Move(_)) = game.step(node) else {
            break;
        };
        let Some((next, after)) = alone.add(place, &position, step) else {
            break;
        };
        if let Some(notes) = game.notes(node) {
            *alone.notes_mut(next) = notes.clone();
        }
        path.push(node);
        (place, position) = (next, after);
    }
    Part { path, alone }
}

/// Where the answer goes.
enum Output {
    Stdout,
    File(fs::File, String),
}

impl Output {
    fn new(args: &ReviewArgs) -> Result<Output, Failure> {
        let Some(path) = &args.output else {
            return Ok(Output::Stdout);
        };
        let name = path.display().to_string();
        let file = fs::File::create(path).with_context(|| name.clone());
        let file = file.map_err(|error| Failure::input("--output", error))?;
        Ok(Output::File(file, name))
    }

    fn write(&mut self, text: &str) -> Result<(), Failure> {
        match self {
            Output::Stdout => print(text),
            Output::File(file, name) => {
                let written = writeln!(file, "{text}");
                Ok(written.with_context(|| format!("{name} cannot be written"))?)
            }
        }
    }
}
