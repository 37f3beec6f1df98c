//! The review of games, and puzzles from their mistakes.

use std::{
    ops::ControlFlow,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, AtomicUsize, Ordering},
    },
    thread,
};

use krog_advisor::{
    Label, Profile, Puzzle, Review,
    practice::Schedule,
    review::{self, Judged, Notes, Reviewed},
    session::{Sources, practise},
};
use krog_analyst::{Found, agree};
use krog_chess::{ByColor, EngineLine, Evaluate as _, Game, Limit, Line, pgn};
use krog_importer::identity;
use krog_insight::Counsel;
use krog_stats::GameId;
use krog_store::{GameNote, KeptPuzzle, KeptReview};
use krog_text::{Bilingual, both};
use krog_wire::{
    JobResult, PuzzleCard, PuzzlesRequest, ReviewDocument, ReviewRequest, SearchLimit, to_line,
};

use super::{Broken, Task, draft::Draft, lend::Lent};
use crate::{
    crew::Workers,
    engines::Asker,
    problem::Refusal,
    schedule,
    service::{Service, now, own_client},
};

/// The most positions that may be searched for each position of a game.
pub(crate) const MOST_NODES: u64 = 10_000_000;

/// The deepest search that may be asked for.
pub(crate) const DEEPEST: u32 = 40;

/// The most games that are reviewed at once.
const MOST_GAMES: usize = 50;

/// What an engine may search for each position of a proof.
const FURTHER: Limit = Limit::nodes(15_000);

/// The games of a PGN; what is wrong with one is told.
pub(crate) fn read_games(text: &str) -> Result<Vec<Game>, Refusal> {
    let mut games = Vec::new();
    for reading in pgn::games(text.as_bytes()) {
        let reading = reading.map_err(|error| Refusal::bad("pgn", error))?;
        if let Some(issue) = &reading.broken {
            return Err(Refusal::bad("pgn", issue));
        }
        games.push(reading.game);
        if games.len() > MOST_GAMES {
            let error = format!("found more than {MOST_GAMES} games, expected fewer");
            return Err(Refusal::bad("pgn", error));
        }
    }
    if games.iter().all(|game| game.line().moves().is_empty()) {
        return Err(Refusal::bad(
            "pgn",
            "found no game with moves, expected one",
        ));
    }
    Ok(games)
}

/// Everything that the review of one game needs.
struct Work<'a> {
    task: &'a Task,
    asker: Asker,
    limit: Limit,
    service: &'a Service,
    draft: Arc<Draft>,
    done: AtomicU64,
    total: u64,
    /// How many games were lent out.
    lent: AtomicUsize,
}

impl<'a> Work<'a> {
    fn new(
        service: &'a Service,
        task: &'a Task,
        profile: &'static Profile,
        limit: Limit,
        games: Vec<Game>,
    ) -> Result<Work<'a>, Broken> {
        let mut client = own_client(&task.id);
        client.gone = task.dropped();
        let asker = service.asker(&client);
        let none = || Broken::Failed("found no engine, expected the service to have one".into());
        let plies = |game: &Game| game.line().moves().len() as u64;
        let asker = asker.ok_or_else(none)?;
        let rounds = 2 + u64::from(is_lent(service));
        let total = games.iter().map(|game| rounds * (plies(game) + 1) - 1);
        let total = total.sum();
        let searched = SearchLimit::new(limit, service.settings().lines);
        Ok(Work {
            task,
            draft: Arc::new(Draft::new(profile, asker.name(), searched, games)),
            asker,
            limit,
            service,
            done: AtomicU64::new(0),
            total,
            lent: AtomicUsize::new(0),
        })
    }

    fn step(&self) -> Result<(), Broken> {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        self.task.report(done.min(self.total), self.total)
    }

    /// Does something with each of some things, on as many threads as there are
    /// engines. The first that breaks ends the work.
    fn each<T: Sync, R: Send>(
        &self,
        things: &[T],
        act: impl Fn(&T) -> Result<R, Broken> + Sync,
    ) -> Result<Vec<R>, Broken> {
        let next = AtomicUsize::new(0);
        let found = Mutex::new(Vec::with_capacity(things.len()));
        let broken = Mutex::new(None);
        thread::scope(|scope| {
            for _ in 0..self.service.settings().queue.engines.get() {
                scope.spawn(|| {
                    while let Some((index, thing)) = {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        things.get(index).map(|thing| (index, thing))
                    } {
                        match act(thing).and_then(|result| self.step().map(|()| result)) {
                            Ok(result) => lock(&found).push((index, result)),
                            Err(error) => {
                                lock(&broken).get_or_insert(error);
                                next.store(things.len(), Ordering::Relaxed);
                            }
                        }
                    }
                });
            }
        });
        if let Some(error) = lock(&broken).take() {
            return Err(error);
        }
        let mut found = std::mem::take(&mut *lock(&found));
        found.sort_by_key(|(index, _)| *index);
        Ok(found.into_iter().map(|(_, result)| result).collect())
    }

    /// What the engine says about every position of a game, from its end: what
    /// was found later in the game is known when its beginning is searched.
    fn lines(&self, number: usize, game: &Line) -> Result<Vec<Vec<EngineLine>>, Broken> {
        let mut prefix = Line::at(game.start().clone());
        let mut prefixes = vec![prefix.clone()];
        for m in game.moves() {
            prefix
                .push(*m)
                .map_err(|_| Broken::Failed("a move is not legal".to_owned()))?;
            prefixes.push(prefix.clone());
        }
        prefixes.reverse();
        let count = self.service.settings().lines;
        self.lend(&prefixes)?;
        let mut found = self.each(&prefixes, |line| {
            let watch = &mut |_: &[EngineLine]| ControlFlow::Continue(());
            let lines = self.asker.evaluate(line, self.limit, count, watch);
            let lines = lines.map_err(|error| self.task.broken(&error))?;
            let ply = line.moves().len();
            self.draft.found(number, ply, &lines);
            Ok(Found {
                ply,
                lines,
                source: self.asker.name().into(),
            })
        })?;
        found.reverse();
        agree(game, &mut found);
        Ok(found.into_iter().map(|found| found.lines).collect())
    }

    /// Lets others search positions, if the service wants that.
    fn lend(&self, positions: &[Line]) -> Result<(), Broken> {
        if !is_lent(self.service) {
            return Ok(());
        }
        let lent = Lent {
            service: self.service,
            task: self.task,
            asker: &self.asker,
            limit: self.limit,
            lines: self.service.settings().lines,
            game: self.lent.fetch_add(1, Ordering::Relaxed),
        };
        lent.search(positions, |done| (0..done).try_for_each(|_| self.step()))
    }

    /// Reviews one of the games.
    fn review(&self, number: usize) -> Result<Review, Broken> {
        self.draft.begin(number);
        let line = self.draft.games()[number].line();
        let lines = self.lines(number, &line)?;
        let judged = self.draft.judge(number, lines);
        self.each(&judged, |one: &Judged| {
            let counsel = Counsel {
                engine: &self.asker,
                limit: FURTHER.and(self.limit),
            };
            let explanation = review::explain_move(one, Some(counsel));
            self.draft.explained(
                number,
                Reviewed {
                    explanation,
                    judged: one.clone(),
                },
            );
            Ok(())
        })?;
        Ok(self.draft.review(number))
    }

    /// Keeps what has been done, under the id of the job.
    fn keep(&self, interrupted: bool) -> Result<(), Broken> {
        let mut annotated = Bilingual {
            en: String::new(),
            no: String::new(),
        };
        for (number, game) in self.draft.games().iter().enumerate() {
            if !self.draft.is_begun(number) {
                continue;
            }
            let text = self.annotated(game, &self.draft.review(number));
            annotated.en += &text.en;
            annotated.en.push('\n');
            annotated.no += &text.no;
            annotated.no.push('\n');
        }
        let reviews = self.draft.reviews(interrupted);
        self.task.store.desk().keep_review(&KeptReview {
            id: self.task.id.clone(),
            title: self.draft.title(),
            document: ReviewDocument::write(&reviews, annotated.into()),
            made: now(),
        })?;
        Ok(())
    }

    fn annotated(&self, game: &Game, review: &Review) -> Bilingual {
        let engine = self.asker.name();
        both(|language| {
            let mut game = game.clone();
            let path: Vec<_> = game.main_line().take(review.moves.len()).collect();
            let notes = Notes {
                profile: self.draft.profile(),
                engine: &engine,
                language,
            };
            review::annotate(&mut game, &path, review, notes);
            pgn::write(&game)
        })
    }
}

fn is_lent(service: &Service) -> bool {
    service.settings().lending.workers != Workers::Off
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn limit(service: &Service, nodes: Option<u64>, depth: Option<u32>) -> Limit {
    let most = service.settings().most_nodes;
    let nodes = nodes.map(|nodes| nodes.min(most));
    match (nodes, depth) {
        (None, None) => service.settings().limit,
        (Some(nodes), None) => Limit::nodes(nodes),
        (None, Some(depth)) => Limit::depth(depth).and(Limit::nodes(most)),
        (Some(nodes), Some(depth)) => Limit::nodes(nodes).and(Limit::depth(depth)),
    }
}

fn games(pgn: Option<&str>) -> Result<Vec<Game>, Broken> {
    read_games(pgn.unwrap_or_default()).map_err(|refusal| Broken::Failed(refusal.to_string()))
}

/// Reviews games, and keeps the review. One that is cancelled leaves what it has.
pub(super) fn review(service: &Service, payload: &str, task: &Task) -> Result<JobResult, Broken> {
    let request: ReviewRequest = krog_wire::read(payload).map_err(Broken::Failed)?;
    let games = games(request.pgn.as_deref())?;
    let profile = match &request.profile {
        Some(id) => Profile::get(id).map_err(|error| Broken::Failed(error.to_string()))?,
        None => &krog_advisor::PROFILES[0],
    };
    let limit = limit(service, request.nodes, request.depth);
    let work = Work::new(service, task, profile, limit, games)?;
    let _shown = service.tasks().drafts().show(&task.id, &work.draft);
    task.report(0, work.total)?;
    let ids = identities(request.pgn.as_deref().unwrap_or_default());
    let mut numbers = 0..work.draft.games().len();
    let done = numbers.try_for_each(|number| {
        let review = work.review(number)?;
        if let (Some(notes), Some(Some(id))) = (task.store.notes(), ids.get(number)) {
            notes.note_game(*id, &noted(&review))?;
        }
        Ok(())
    });
    match done {
        Ok(()) => work.keep(false)?,
        Err(broken) => {
            if matches!(broken, Broken::Left) && work.draft.has_news() && task.is_cancelled() {
                work.keep(true)?;
            }
            return Err(broken);
        }
    }
    Ok(JobResult {
        review_id: Some(task.id.clone()),
        ..JobResult::default()
    })
}

/// The identities of the games of a PGN, as a store knows them.
fn identities(text: &str) -> Vec<Option<GameId>> {
    let mut ids = Vec::new();
    pgn::main_lines(text.as_bytes(), 1, |_, game| {
        ids.push(game.ok().map(|game| identity(&game)));
    });
    ids
}

/// What a review says about a game as a whole, for the notes of a store.
fn noted(review: &Review) -> GameNote {
    let summary = &review.summary;
    let blunders = |counts: &Vec<(Label, usize)>| {
        let of = |(label, count): &(Label, usize)| (*label == Label::Blunder).then_some(*count);
        counts.iter().find_map(of).unwrap_or(0)
    };
    GameNote {
        acpl: summary.acpl,
        blunders: ByColor {
            white: blunders(&summary.counts.white),
            black: blunders(&summary.counts.black),
        },
    }
}

/// Makes puzzles of mistakes, and keeps them.
pub(super) fn puzzles(service: &Service, payload: &str, task: &Task) -> Result<JobResult, Broken> {
    let request: PuzzlesRequest = krog_wire::read(payload).map_err(Broken::Failed)?;
    let games = games(request.pgn.as_deref())?;
    let profile = &krog_advisor::PROFILES[0];
    let limit = limit(service, request.nodes, None);
    let work = Work::new(service, task, profile, limit, games)?;
    let mut ids = Vec::new();
    for (number, game) in work.draft.games().iter().enumerate() {
        let review = work.review(number)?;
        for pair in review.moves.windows(2) {
            let Some(mut puzzle) = puzzle(&work, &pair[0], &pair[1])? else {
                continue;
            };
            puzzle.site = game.tags.get("Site").map(str::to_owned);
            let card = PuzzleCard::from(&puzzle);
            task.store.desk().keep_puzzle(&KeptPuzzle {
                id: card.id.clone(),
                document: to_line(&card),
                schedule: schedule::kept(Schedule::new(now())),
            })?;
            ids.push(card.id);
        }
    }
    Ok(JobResult {
        puzzle_ids: ids,
        ..JobResult::default()
    })
}

/// The puzzle of a mistake, if it is one.
fn puzzle(work: &Work<'_>, last: &Reviewed, mistake: &Reviewed) -> Result<Option<Puzzle>, Broken> {
    let lines = work.service.settings().lines;
    let sources = Sources {
        engine: Some((&work.asker, work.limit, lines)),
        ..Sources::default()
    };
    practise(last, mistake, sources).map_err(|error| work.task.broken(&error))
}
