//! The laws of every desk. Each is a function that is handed two looks at the
//! same empty desk, as two processes have them.

#![allow(unreachable_pub)] // shared by several laws

use std::{collections::HashSet, thread, time::Duration};

use krog_store::{
    Asked, Desk, Ending, JobState, KeptEvaluation, KeptPuzzle, KeptReview, NewJob, Progress,
    Schedule, StoreError,
};

const LEASE: Duration = Duration::from_mins(1);

fn asked(lines: u8) -> Asked<'static> {
    Asked {
        position: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
        engine: "Stockfish 15.1",
        lines,
    }
}

fn add_job(desk: &dyn Desk, id: &str, kind: &str, urgency: i32, now: i64) -> bool {
    let job = NewJob {
        id,
        kind,
        payload: "{\"game\": \"Æ\"}",
        urgency,
    };
    desk.add_job(&job, now).expect("written")
}

fn take(desk: &dyn Desk, worker: &str, now: i64) -> Option<String> {
    let taken = desk.take_job(&["review", "analyze"], worker, LEASE, now);
    taken.expect("answered").map(|job| job.id)
}

/// Each row keeps an evaluation; then each number of lines is asked for, and the
/// nodes of the answer are compared.
pub fn greater_evaluations_serve_smaller_questions(desk: &dyn Desk, other: &dyn Desk) {
    assert_eq!(desk.evaluation(&asked(1)).expect("answered"), None);
    let rows: [(u8, u64, [Option<u64>; 4]); 7] = [
        (2, 100, [Some(100), Some(100), None, None]),
        (2, 50, [Some(100), Some(100), None, None]),
        (2, 200, [Some(200), Some(200), None, None]),
        (1, 150, [Some(200), Some(200), None, None]),
        (1, 300, [Some(300), Some(200), None, None]),
        (3, 200, [Some(300), Some(200), Some(200), None]),
        (4, u64::MAX, [Some(i64::MAX as u64); 4]),
    ];
    for (lines, nodes, expected) in rows {
        let kept = KeptEvaluation {
            depth: 12,
            nodes,
            lines,
            document: format!("{lines} {nodes} «é»"),
        };
        desk.keep_evaluation(&asked(lines), &kept).expect("written");
        for (lines, expected) in (1..).zip(expected) {
            let found = other.evaluation(&asked(lines)).expect("answered");
            assert_eq!(found.map(|found| found.nodes), expected, "{lines} lines");
        }
    }
    for strange in [
        Asked {
            engine: "Stockfish 16",
            ..asked(1)
        },
        Asked {
            position: "8/8/8/8/8/8/8/K1k5 w - -",
            ..asked(1)
        },
    ] {
        assert_eq!(desk.evaluation(&strange).expect("answered"), None);
    }
}

/// A position with two moves has no five lines, and is not searched for ever.
pub fn all_lines_that_there_are_answer_any_question(desk: &dyn Desk, other: &dyn Desk) {
    let kept = KeptEvaluation {
        depth: 20,
        nodes: 1_000,
        lines: 2,
        document: "two".to_owned(),
    };
    desk.keep_evaluation(&asked(5), &kept).expect("written");
    for lines in 1..=5 {
        let found = other.evaluation(&asked(lines)).expect("answered");
        assert_eq!(found.as_ref(), Some(&kept));
    }
    assert_eq!(other.evaluation(&asked(6)).expect("answered"), None);
}

pub fn reviews_come_back_newest_first(desk: &dyn Desk, other: &dyn Desk) {
    assert_eq!(desk.review("r1").expect("answered"), None);
    assert_eq!(desk.reviews(5).expect("answered"), []);
    let review = |id: &str, made: i64| KeptReview {
        id: id.to_owned(),
        title: format!("Åse – Ødegård {id}"),
        document: "{\"moves\": []}".repeat(1000),
        made,
    };
    for (id, made) in [("r1", 100), ("r2", 300), ("r3", 200), ("r1", 250)] {
        desk.keep_review(&review(id, made)).expect("written");
    }
    assert_eq!(
        other.review("r1").expect("answered"),
        Some(review("r1", 250))
    );
    let told = other.reviews(2).expect("answered");
    let short = |id: &str, made| KeptReview {
        document: String::new(),
        ..review(id, made)
    };
    assert_eq!(told, [short("r2", 300), short("r1", 250)]);
    assert_eq!(other.reviews(usize::MAX).expect("answered").len(), 3);
    for id in ["", "a b", "a/../b", "x".repeat(65).as_str(), "nul\0"] {
        let refused = desk.keep_review(&review(id, 1)).expect_err("no name");
        assert!(matches!(refused, StoreError::Name { .. }), "{id:?}");
    }
    let odd = KeptReview {
        title: "N\0rd".to_owned(),
        ..review("odd", 1)
    };
    desk.keep_review(&odd).expect("written");
    let odd = other.review("odd").expect("answered").expect("there");
    assert_eq!(odd.title, "Nrd");
}

pub fn the_most_urgent_job_comes_first(desk: &dyn Desk, other: &dyn Desk) {
    assert_eq!(take(desk, "a", 0), None);
    let added = [
        ("late", "review", 5, 30),
        ("early", "review", 5, 10),
        ("other", "import", 99, 10),
        ("urgent", "analyze", 9, 40),
        ("idle", "analyze", -3, 1),
    ];
    for (id, kind, urgency, now) in added {
        assert!(add_job(desk, id, kind, urgency, now), "{id}");
    }
    assert!(!add_job(other, "late", "analyze", 100, 50), "twice");
    let told: Vec<_> = desk.jobs(3).expect("answered").into_iter().collect();
    let told: Vec<_> = told.iter().map(|job| job.id.as_str()).collect();
    assert_eq!(told, ["urgent", "late", "other"]);
    for (turn, expected) in ["urgent", "early", "late", "idle"].iter().enumerate() {
        let desk = [desk, other][turn % 2];
        assert_eq!(take(desk, "a", 50).as_deref(), Some(*expected));
    }
    assert_eq!(take(desk, "a", 50), None);
    assert_eq!(desk.take_job(&[], "a", LEASE, 50).expect("answered"), None);
    let waits = desk.job("other").expect("answered").expect("there");
    assert_eq!(
        (waits.state, waits.worker, waits.attempts, waits.lease),
        (JobState::Waiting, None, 0, None)
    );
    assert_eq!(desk.job("none").expect("answered"), None);
}

pub fn a_clock_that_is_put_back_keeps_no_job(desk: &dyn Desk, other: &dyn Desk) {
    add_job(desk, "j", "review", 0, 100_000);
    assert_eq!(take(desk, "one", 100_000).as_deref(), Some("j"));
    // Another machine's clock may be late by a lease.
    assert_eq!(take(other, "two", 99_940), None);
    assert_eq!(take(other, "two", 500).as_deref(), Some("j"));
    let job = desk.job("j").expect("answered").expect("there");
    assert_eq!((job.attempts, job.lease), (2, Some(560)));
    assert!(
        !desk
            .end_job("j", "one", Ending::Done("late"), 501)
            .expect("answered")
    );
    assert!(
        other
            .end_job("j", "two", Ending::Done("in time"), 502)
            .expect("answered")
    );
}

pub fn a_job_whose_lease_has_run_out_is_lent_to_another(desk: &dyn Desk, other: &dyn Desk) {
    add_job(desk, "j", "review", 0, 100);
    assert_eq!(take(desk, "one", 100).as_deref(), Some("j"));
    assert_eq!(take(other, "two", 159), None);
    let far = Progress { done: 3, total: 9 };
    let report = |desk: &dyn Desk, worker, now| {
        desk.report_job("j", worker, far, LEASE, now)
            .expect("answered")
    };
    assert!(report(desk, "one", 150), "still its own");
    assert!(!report(other, "two", 150), "not lent to two");
    assert_eq!(take(other, "two", 160), None, "the lease was renewed");
    let job = other.job("j").expect("answered").expect("there");
    assert_eq!(
        (job.state, job.progress, job.lease, job.taken),
        (JobState::Running, far, Some(210), Some(100))
    );
    assert_eq!(take(other, "two", 210).as_deref(), Some("j"));
    assert!(!report(desk, "one", 211), "lent to two");
    let end = |desk: &dyn Desk, worker, ending, now| {
        desk.end_job("j", worker, ending, now).expect("answered")
    };
    assert!(!end(desk, "one", Ending::Done("late"), 212));
    assert!(!end(desk, "one", Ending::Released, 212));
    assert!(end(other, "two", Ending::Done("in time"), 213));
    assert!(!end(other, "two", Ending::Failed("again"), 214));
    let job = desk.job("j").expect("answered").expect("there");
    assert_eq!(job.outcome.as_deref(), Some("in time"));
    assert_eq!(
        (job.state, job.attempts, job.ended, job.lease),
        (JobState::Done, 2, Some(213), None)
    );
    assert_eq!(job.worker.as_deref(), Some("two"));
    assert_eq!(take(desk, "one", 10_000), None, "done is done");
}

pub fn a_job_that_is_given_back_or_fails(desk: &dyn Desk, other: &dyn Desk) {
    add_job(desk, "j", "review", 0, 100);
    assert_eq!(take(desk, "one", 100).as_deref(), Some("j"));
    let back = desk.end_job("j", "one", Ending::Released, 101);
    assert!(back.expect("answered"));
    let job = other.job("j").expect("answered").expect("there");
    assert_eq!(
        (job.state, job.ended, job.lease),
        (JobState::Waiting, None, None)
    );
    assert_eq!(take(other, "two", 101).as_deref(), Some("j"));
    let failed = other.end_job("j", "two", Ending::Failed("no engine"), 102);
    assert!(failed.expect("answered"));
    let job = desk.job("j").expect("answered").expect("there");
    assert_eq!(job.outcome.as_deref(), Some("no engine"));
    assert_eq!((job.state, job.ended), (JobState::Failed, Some(102)));
    assert!(!desk.cancel_job("j", 103).expect("answered"), "it ended");
}

pub fn a_job_can_be_cancelled_while_it_runs(desk: &dyn Desk, other: &dyn Desk) {
    add_job(desk, "runs", "review", 0, 100);
    add_job(desk, "waits", "review", 0, 101);
    assert_eq!(take(desk, "one", 102).as_deref(), Some("runs"));
    for id in ["runs", "waits"] {
        assert!(other.cancel_job(id, 103).expect("answered"));
        assert!(!other.cancel_job(id, 104).expect("answered"));
        let job = desk.job(id).expect("answered").expect("there");
        assert_eq!((job.state, job.ended), (JobState::Cancelled, Some(103)));
    }
    assert!(!other.cancel_job("none", 103).expect("answered"));
    let reported = desk.report_job("runs", "one", Progress::default(), LEASE, 105);
    assert!(!reported.expect("answered"));
    let ended = desk.end_job("runs", "one", Ending::Done("too late"), 106);
    assert!(!ended.expect("answered"));
    assert_eq!(take(desk, "two", 10_000), None);
}

pub fn no_job_is_taken_by_two(desk: &dyn Desk, other: &dyn Desk) {
    const JOBS: usize = 200;
    for number in 0..JOBS {
        let urgency = i32::try_from(number % 3).expect("small");
        add_job(desk, &format!("job-{number}"), "review", urgency, 100);
    }
    let all = |desk: &dyn Desk, worker: &str| {
        let mut taken = Vec::new();
        while let Some(id) = take(desk, worker, 100) {
            taken.push(id);
        }
        taken
    };
    let taken: Vec<String> = thread::scope(|scope| {
        let threads = [(desk, "a"), (desk, "b"), (other, "c")]
            .map(|(desk, worker)| scope.spawn(move || all(desk, worker)));
        let taken = threads.map(|thread| thread.join().expect("no panic"));
        taken.into_iter().flatten().collect()
    });
    assert_eq!(taken.len(), JOBS);
    assert_eq!(taken.iter().collect::<HashSet<_>>().len(), JOBS);
}

pub fn puzzles_keep_their_schedule(desk: &dyn Desk, other: &dyn Desk) {
    let schedule = |due| Schedule {
        due,
        interval: 0.1 + 0.2,
        ease: 2.5,
        streak: 1,
        lapses: 0,
    };
    let puzzle = |id: &str, document: &str, due| KeptPuzzle {
        id: id.to_owned(),
        document: document.to_owned(),
        schedule: schedule(due),
    };
    assert_eq!(desk.due_puzzles(100, 9).expect("answered"), []);
    for (id, due) in [("b", 200), ("a", 100), ("c", 300)] {
        desk.keep_puzzle(&puzzle(id, "first", due)).expect("kept");
    }
    desk.keep_puzzle(&puzzle("a", "second", 999)).expect("kept");
    let found = other.puzzle("a").expect("answered");
    assert_eq!(found, Some(puzzle("a", "second", 100)));
    let due = |now, limit| {
        let due = other.due_puzzles(now, limit).expect("answered");
        due.into_iter().map(|puzzle| puzzle.id).collect::<Vec<_>>()
    };
    assert_eq!(due(99, 9), Vec::<String>::new());
    assert_eq!(due(200, 9), ["a", "b"]);
    assert_eq!(due(999, 2), ["a", "b"]);
    let later = Schedule {
        lapses: 4,
        ..schedule(500)
    };
    assert!(desk.schedule_puzzle("a", later).expect("answered"));
    assert!(!desk.schedule_puzzle("none", later).expect("answered"));
    let found = other.puzzle("a").expect("answered").expect("there");
    assert_eq!(found.schedule, later);
    assert_eq!(due(999, 9), ["b", "c", "a"]);
    assert_eq!(other.puzzle("none").expect("answered"), None);
}

pub fn the_last_mark_of_an_origin_stays(desk: &dyn Desk, other: &dyn Desk) {
    let mark = |origin: &str| other.sync_mark(origin).expect("answered");
    assert_eq!(mark("lichess:åse"), None);
    for text in ["1", "", "2024/01\t\"a'b\"\nthen"] {
        desk.keep_sync_mark("lichess:åse", text).expect("kept");
        assert_eq!(mark("lichess:åse").as_deref(), Some(text));
    }
    assert_eq!(mark("lichess:ase"), None);
}
