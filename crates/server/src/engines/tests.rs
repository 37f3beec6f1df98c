//! The queue with an engine that says when it may go on.

use std::{
    sync::{Condvar, Mutex, atomic::AtomicUsize},
    time::{Duration, Instant},
};

use krog_chess::{Chess, Position as _, Score, Value};

use super::*;

/// An engine that searches until it is let go, and counts.
#[derive(Default)]
struct Slow {
    open: Mutex<bool>,
    opened: Condvar,
    asked: Mutex<Vec<(String, u64)>>,
    stopped: AtomicUsize,
}

impl Slow {
    fn let_go(&self) {
        *self.open.lock().unwrap() = true;
        self.opened.notify_all();
    }

    fn asked(&self) -> Vec<(String, u64)> {
        self.asked.lock().unwrap().clone()
    }
}

struct Handle(Arc<Slow>);

impl Evaluate for Handle {
    fn name(&self) -> String {
        "slow".to_owned()
    }

    fn evaluate(
        &self,
        game: &Line,
        limit: Limit,
        _: NonZeroU8,
        watch: &mut dyn FnMut(&[EngineLine]) -> ControlFlow<()>,
    ) -> Result<Vec<EngineLine>, EvaluateError> {
        let nodes = limit.max_nodes().unwrap_or(0);
        let key = known::key(game).unwrap_or_default();
        self.0.asked.lock().unwrap().push((key, nodes));
        let line = EngineLine {
            score: Score::seen_by(game.end().turn(), Value::Cp(7)),
            depth: 1,
            nodes: Some(nodes),
            line: Line::at(game.end().clone()),
        };
        let mut open = self.0.open.lock().unwrap();
        while !*open {
            if watch(std::slice::from_ref(&line)).is_break() {
                self.0.stopped.fetch_add(1, Ordering::SeqCst);
                break;
            }
            let waited = self.0.opened.wait_timeout(open, Duration::from_millis(5));
            open = waited.unwrap().0;
        }
        Ok(vec![line])
    }
}

fn slow(engines: usize, most_waiting: usize) -> (Arc<Slow>, Arc<Engines>) {
    let slow = Arc::new(Slow::default());
    let settings = QueueSettings {
        engines: NonZeroUsize::new(engines).unwrap(),
        most_waiting,
    };
    let engines = Engines::new(Box::new(Handle(slow.clone())), settings, None);
    (slow, Arc::new(engines))
}

/// The game that begins with the n-th legal move.
fn game(n: usize) -> Line {
    let mut line = Line::at(Chess::default());
    let m = line.end().legal_moves()[n];
    line.push(m).unwrap();
    line
}

fn ask(asker: &Asker, game: &Line, nodes: u64) -> Result<Vec<EngineLine>, EvaluateError> {
    let watch = &mut |_: &[EngineLine]| ControlFlow::Continue(());
    asker.evaluate(game, Limit::nodes(nodes), NonZeroU8::MIN, watch)
}

fn person(name: &str) -> Client {
    Client::new(name, Urgency::Interactive)
}

#[track_caller]
fn until(what: &str, is_so: impl Fn() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < Duration::from_secs(20), "{what}");
        thread::sleep(Duration::from_millis(2));
    }
}

#[test]
fn the_same_question_is_searched_once_and_known_afterwards() {
    let (slow, engines) = slow(2, 10);
    thread::scope(|scope| {
        for name in ["a", "b", "c"] {
            let asker = engines.asked_by(person(name));
            scope.spawn(move || assert_eq!(ask(&asker, &game(0), 100).unwrap().len(), 1));
        }
        until("all wait", || engines.load() == (0, 1));
        // A shallower question joins and leaves with what is known, a deeper
        // one does not join.
        ask(&engines.asked_by(person("d")), &game(0), 50).unwrap();
        let asker = engines.asked_by(person("e"));
        scope.spawn(move || ask(&asker, &game(0), 200).unwrap());
        until("the deeper one flies too", || engines.load() == (0, 2));
        slow.let_go();
    });
    let nodes: Vec<u64> = slow.asked().iter().map(|(_, nodes)| *nodes).collect();
    assert_eq!(nodes, [100, 200]);
    // What is known now answers everything up to the deepest.
    let asker = engines.asked_by(person("f"));
    for nodes in [10, 150, 200] {
        ask(&asker, &game(0), nodes).unwrap();
    }
    assert_eq!(slow.asked().len(), 2);
    ask(&asker, &game(0), 201).unwrap();
    assert_eq!(slow.asked().len(), 3);
}

#[test]
fn people_come_before_batches_and_take_turns() {
    let (slow, engines) = slow(1, 10);
    let order = Mutex::new(Vec::new());
    thread::scope(|scope| {
        let order = &order;
        let queue = |client: Client, n: usize, waiting: usize| {
            let asker = engines.asked_by(client);
            scope.spawn(move || {
                ask(&asker, &game(n), 100).unwrap();
                order.lock().unwrap().push(n);
            });
            until("it waits", || engines.load() == (waiting, 1));
        };
        queue(person("first"), 0, 0);
        queue(Client::new("job", Urgency::Batch), 1, 1);
        queue(person("many"), 2, 2);
        queue(person("many"), 3, 3);
        queue(person("few"), 4, 4);
        slow.let_go();
    });
    let keys: Vec<String> = slow.asked().into_iter().map(|(key, _)| key).collect();
    let expected = [0, 2, 4, 3, 1].map(|n| known::key(&game(n)).unwrap());
    assert_eq!(keys, expected);
}

#[test]
fn a_full_queue_sends_people_away_but_not_batches() {
    let (slow, engines) = slow(1, 1);
    thread::scope(|scope| {
        for (n, waiting) in [(0, 0), (1, 1)] {
            let asker = engines.asked_by(person("a"));
            scope.spawn(move || ask(&asker, &game(n), 100).unwrap());
            until("it waits", || engines.load() == (waiting, 1));
        }
        let asker = engines.asked_by(person("b"));
        assert!(ask(&asker, &game(2), 100).is_err());
        assert!(asker.was_sent_away());
        let asker = engines.asked_by(Client::new("job", Urgency::Batch));
        scope.spawn(move || ask(&asker, &game(3), 100).unwrap());
        until("it waits", || engines.load() == (2, 1));
        slow.let_go();
    });
}

#[test]
fn a_search_that_nobody_waits_for_ends() {
    let (slow, engines) = slow(1, 10);
    let clients = [person("flying"), person("waiting")];
    thread::scope(|scope| {
        for (n, client) in clients.iter().enumerate() {
            let asker = engines.asked_by(client.clone());
            scope.spawn(move || assert!(ask(&asker, &game(n), 100).is_err()));
            until("it waits", || engines.load() == (n, 1));
        }
        clients[1].gone.store(true, Ordering::Relaxed);
        until("nobody waits", || engines.load() == (0, 1));
        clients[0].gone.store(true, Ordering::Relaxed);
        until("nothing is left", || engines.load() == (0, 0));
    });
    assert_eq!(
        (slow.asked().len(), slow.stopped.load(Ordering::SeqCst)),
        (1, 1)
    );
    // What was broken off is not known.
    slow.let_go();
    ask(&engines.asked_by(person("later")), &game(0), 100).unwrap();
    assert_eq!(slow.asked().len(), 2);
}

#[test]
fn what_uses_idle_engines_makes_way_at_once() {
    let (slow, engines) = slow(1, 10);
    let idle = || engines.asked_by(Client::new("idle", Urgency::Idle));
    thread::scope(|scope| {
        let asker = idle();
        let first = scope.spawn(move || ask(&asker, &game(0), 100));
        until("it flies", || engines.load() == (0, 1));
        assert!(!engines.are_quiet(Duration::ZERO));
        let asker = engines.asked_by(Client::new("job", Urgency::Batch));
        scope.spawn(move || ask(&asker, &game(1), 100).unwrap());
        assert!(first.join().unwrap().is_err(), "it made way");
        until("the other flies", || slow.asked().len() == 2);
        // It waits for its turn among others, and nobody waits for it.
        let asker = idle();
        let second = scope.spawn(move || ask(&asker, &game(2), 100).unwrap());
        until("it waits", || engines.load() == (1, 1));
        slow.let_go();
        assert_eq!(second.join().unwrap().len(), 1);
    });
    assert!(!engines.are_quiet(Duration::from_mins(10)));
    assert!(engines.are_quiet(Duration::ZERO));
}

#[test]
fn who_joins_an_idle_search_keeps_it() {
    let (slow, engines) = slow(1, 10);
    let heard = AtomicBool::new(false);
    thread::scope(|scope| {
        let asker = engines.asked_by(Client::new("idle", Urgency::Idle));
        let first = scope.spawn(move || ask(&asker, &game(0), 100));
        until("it flies", || engines.load() == (0, 1));
        let asker = engines.asked_by(person("a"));
        let heard = &heard;
        scope.spawn(move || {
            let watch = &mut |_: &[EngineLine]| {
                heard.store(true, Ordering::SeqCst);
                ControlFlow::Continue(())
            };
            let limit = Limit::nodes(100);
            asker
                .evaluate(&game(0), limit, NonZeroU8::MIN, watch)
                .unwrap();
        });
        until("it hears the news", || heard.load(Ordering::SeqCst));
        let asker = engines.asked_by(person("b"));
        scope.spawn(move || ask(&asker, &game(1), 100).unwrap());
        until("another waits", || engines.load() == (1, 1));
        slow.let_go();
        assert!(first.join().unwrap().is_ok());
    });
    assert_eq!(slow.asked().len(), 2);
}

#[test]
fn closing_ends_everything() {
    let (_, engines) = slow(1, 10);
    thread::scope(|scope| {
        for n in 0..3 {
            let asker = engines.asked_by(person("a"));
            scope.spawn(move || ask(&asker, &game(n), 100).is_err());
            until("it waits", || engines.load() == (n, 1));
        }
        engines.shared.queue.close();
    });
    // Whoever asked is let go at once, the engine as soon as it notices.
    until("nothing is under way", || engines.load() == (0, 0));
}

#[test]
fn repeated_positions_and_late_counters_are_not_kept_by_position() {
    let line = |text: &str| Line::parse(Chess::default(), text).unwrap();
    assert!(known::key(&line("e4 e5 Nf3")).is_some());
    assert_eq!(known::key(&line("Nf3 Nf6 Ng1 Ng8")), None);
    let late = krog_chess::fen::parse("8/8/8/8/8/1k6/1r6/3K4 w - - 60 90").unwrap();
    assert_eq!(known::key(&Line::at(late)), None);
}
