//! The statements of a desk, the same for SQLite and PostgreSQL. Tables and
//! columns have the same names in both.

/// Columns of an evaluation, as they are read.
pub(super) const EVALUATION: &str = "SELECT depth, nodes, lines, document FROM evaluations
    WHERE position = $1 AND engine = $2 AND asked >= $3
    ORDER BY nodes DESC, asked DESC LIMIT 1";

pub(super) const KEEP_EVALUATION: &str = "INSERT INTO evaluations
        (position, engine, asked, depth, nodes, lines, document)
    SELECT $1, $2, $3, $4, $5, $6, $7 WHERE NOT EXISTS (
        SELECT 1 FROM evaluations
        WHERE position = $1 AND engine = $2 AND asked >= $3 AND nodes > $5)
    ON CONFLICT (position, engine, asked) DO UPDATE SET depth = excluded.depth,
        nodes = excluded.nodes, lines = excluded.lines, document = excluded.document
        WHERE evaluations.nodes <= excluded.nodes";

/// Those that another answers as well for fewer lines.
pub(super) const DROP_EVALUATIONS: &str = "DELETE FROM evaluations
    WHERE position = $1 AND engine = $2 AND EXISTS (
        SELECT 1 FROM evaluations AS other
        WHERE other.position = $1 AND other.engine = $2
            AND other.asked > evaluations.asked AND other.nodes >= evaluations.nodes)";

pub(super) const KEEP_REVIEW: &str = "INSERT INTO reviews (id, title, document, made)
    VALUES ($1, $2, $3, $4)
    ON CONFLICT (id) DO UPDATE SET title = excluded.title, document = excluded.document,
        made = excluded.made";

pub(super) const REVIEW: &str = "SELECT id, title, document, made FROM reviews WHERE id = $1";

pub(super) const REVIEWS: &str = "SELECT id, title, '' AS document, made FROM reviews
    ORDER BY made DESC, id LIMIT $1";

pub(super) const MARK: &str = "SELECT mark FROM marks WHERE origin = $1";

pub(super) const KEEP_MARK: &str = "INSERT INTO marks (origin, mark) VALUES ($1, $2)
    ON CONFLICT (origin) DO UPDATE SET mark = excluded.mark";

pub(super) const ADD_JOB: &str = "INSERT INTO jobs (id, kind, payload, urgency, added)
    VALUES ($1, $2, $3, $4, $5) ON CONFLICT (id) DO NOTHING";

pub(super) const JOB: &str = "SELECT id, kind, payload, urgency, state, done, total, outcome,
    worker, attempts, added, taken, ended, lease FROM jobs WHERE id = $1";

pub(super) const JOBS: &str = "SELECT id, kind, payload, urgency, state, done, total, outcome,
    worker, attempts, added, taken, ended, lease FROM jobs
    ORDER BY added DESC, number DESC LIMIT $1";

/// Takes a job: the worker, the time, the end of the lease, the end that no lease
/// has, and the kinds. Two who ask at once get two jobs; `skip` is what the
/// database needs for that.
pub(super) fn take_job(kinds: usize, skip: &str) -> String {
    let kinds: Vec<String> = (5..5 + kinds).map(|place| format!("${place}")).collect();
    let kinds = kinds.join(", ");
    format!(
        "UPDATE jobs SET state = 'running', worker = $1, taken = $2, lease = $3,
            attempts = attempts + 1
        WHERE number = (SELECT number FROM jobs
            WHERE kind IN ({kinds})
                AND (state = 'waiting'
                    OR (state = 'running' AND (lease <= $2 OR lease > $4)))
            ORDER BY urgency DESC, added, number LIMIT 1 {skip})
        RETURNING id, kind, payload, urgency, state, done, total, outcome, worker, attempts,
            added, taken, ended, lease"
    )
}

pub(super) const REPORT_JOB: &str = "UPDATE jobs SET done = $3, total = $4, lease = $5
    WHERE id = $1 AND worker = $2 AND state = 'running'";

pub(super) const END_JOB: &str = "UPDATE jobs
    SET state = $3, outcome = $4, ended = $5, lease = NULL
    WHERE id = $1 AND worker = $2 AND state = 'running'";

pub(super) const RELEASE_JOB: &str = "UPDATE jobs SET state = 'waiting', lease = NULL
    WHERE id = $1 AND worker = $2 AND state = 'running'";

pub(super) const CANCEL_JOB: &str = "UPDATE jobs
    SET state = 'cancelled', ended = $2, lease = NULL
    WHERE id = $1 AND state IN ('waiting', 'running')";

pub(super) const KEEP_PUZZLE: &str = "INSERT INTO practice
        (id, document, due, days, ease, streak, lapses)
    VALUES ($1, $2, $3, $4, $5, $6, $7)
    ON CONFLICT (id) DO UPDATE SET document = excluded.document";

pub(super) const PUZZLE: &str = "SELECT id, document, due, days, ease, streak, lapses
    FROM practice WHERE id = $1";

pub(super) const DUE_PUZZLES: &str = "SELECT id, document, due, days, ease, streak, lapses
    FROM practice WHERE due <= $1 ORDER BY due, id LIMIT $2";

pub(super) const SCHEDULE_PUZZLE: &str = "UPDATE practice
    SET due = $2, days = $3, ease = $4, streak = $5, lapses = $6 WHERE id = $1";
