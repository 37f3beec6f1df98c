-- The desk: evaluations, reviews, jobs and practice. Times are seconds since
-- 1970. The table of jobs that stood here before was never written to.

CREATE TABLE evaluations (
    position TEXT NOT NULL,
    engine   TEXT NOT NULL,
    asked    BIGINT NOT NULL,
    depth    BIGINT NOT NULL,
    nodes    BIGINT NOT NULL,
    lines    BIGINT NOT NULL,
    document TEXT NOT NULL,
    PRIMARY KEY (position, engine, asked)
);

CREATE TABLE reviews (
    id       TEXT PRIMARY KEY,
    title    TEXT NOT NULL,
    document TEXT NOT NULL,
    made     BIGINT NOT NULL
);

CREATE INDEX idx_reviews_time ON reviews (made DESC, id);

DROP TABLE jobs;

-- Work for many machines; taken with FOR UPDATE SKIP LOCKED.
CREATE TABLE jobs (
    number   BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id       TEXT NOT NULL UNIQUE,
    kind     TEXT NOT NULL,
    payload  TEXT NOT NULL,
    urgency  BIGINT NOT NULL,
    state    TEXT NOT NULL DEFAULT 'waiting',
    done     BIGINT NOT NULL DEFAULT 0,
    total    BIGINT NOT NULL DEFAULT 0,
    outcome  TEXT,
    worker   TEXT,
    attempts BIGINT NOT NULL DEFAULT 0,
    added    BIGINT NOT NULL,
    taken    BIGINT,
    ended    BIGINT,
    lease    BIGINT
);

CREATE INDEX idx_jobs_to_do ON jobs (urgency DESC, added, number)
    WHERE state IN ('waiting', 'running');
CREATE INDEX idx_jobs_time ON jobs (added DESC, number DESC);

CREATE TABLE practice (
    id       TEXT PRIMARY KEY,
    document TEXT NOT NULL,
    due      BIGINT NOT NULL,
    days     DOUBLE PRECISION NOT NULL,
    ease     DOUBLE PRECISION NOT NULL,
    streak   BIGINT NOT NULL,
    lapses   BIGINT NOT NULL
);

CREATE INDEX idx_practice_time ON practice (due, id);
