-- The tables and views of source 000, section 7.2. What differs from its text
-- is told in docs/decisions/0018-postgresql.md.

CREATE TABLE positions (
    id              BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    fen_position    VARCHAR(100) NOT NULL,
    fen_hash        BIGINT NOT NULL,
    total_games     BIGINT DEFAULT 0,
    white_wins      BIGINT DEFAULT 0,
    draws           BIGINT DEFAULT 0,
    black_wins      BIGINT DEFAULT 0,
    stats_by_elo    JSONB,
    engine_eval     SMALLINT,
    engine_depth    SMALLINT,
    eval_updated_at TIMESTAMPTZ,
    krog_analysis   JSONB,
    first_seen      TIMESTAMPTZ DEFAULT now(),
    last_seen       TIMESTAMPTZ DEFAULT now(),
    collection      SMALLINT NOT NULL REFERENCES collections (id),
    CONSTRAINT unique_position UNIQUE (fen_hash, fen_position, collection)
);

CREATE INDEX idx_positions_hash ON positions (fen_hash);
CREATE INDEX idx_positions_games ON positions (total_games DESC);

CREATE TABLE move_statistics (
    id              BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    position_id     BIGINT REFERENCES positions (id) ON DELETE CASCADE,
    move_uci        VARCHAR(5) NOT NULL,
    move_san        VARCHAR(10) NOT NULL,
    times_played    BIGINT DEFAULT 0,
    white_wins      BIGINT DEFAULT 0,
    draws           BIGINT DEFAULT 0,
    black_wins      BIGINT DEFAULT 0,
    avg_elo_player  INTEGER,
    performance     INTEGER,
    stats_by_elo    JSONB,
    engine_eval     SMALLINT,
    engine_rank     SMALLINT,
    is_best_move    BOOLEAN DEFAULT FALSE,
    is_book_move    BOOLEAN DEFAULT FALSE,
    krog_score      SMALLINT,
    krog_analysis   JSONB,
    first_played    TIMESTAMPTZ DEFAULT now(),
    last_played     TIMESTAMPTZ DEFAULT now(),
    CONSTRAINT unique_position_move UNIQUE (position_id, move_uci)
);

CREATE INDEX idx_move_stats_position ON move_statistics (position_id);
CREATE INDEX idx_move_stats_played ON move_statistics (times_played DESC);

CREATE TABLE opening_book (
    id              INTEGER GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    position_id     BIGINT REFERENCES positions (id) ON DELETE SET NULL,
    eco             VARCHAR(3),
    opening_name    VARCHAR(100),
    variation_name  VARCHAR(100),
    moves           TEXT NOT NULL,
    ply             SMALLINT,
    evaluation      VARCHAR(10),
    key_ideas       JSONB,
    krog_principles JSONB,
    typical_plans   JSONB,
    CONSTRAINT unique_opening_line UNIQUE (moves)
);

CREATE INDEX idx_opening_position ON opening_book (position_id);
CREATE INDEX idx_opening_eco ON opening_book (eco);

-- Filled from the registry of principles at every migration. What stands in
-- detection_sql is text for readers; nothing executes it.
CREATE TABLE krog_principles (
    id              INTEGER GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    code            VARCHAR(30) UNIQUE NOT NULL,
    category        VARCHAR(20) NOT NULL,
    name_en         VARCHAR(100) NOT NULL,
    name_no         VARCHAR(100),
    krog_type       VARCHAR(10) NOT NULL,
    krog_formula    TEXT NOT NULL,
    base_weight     SMALLINT DEFAULT 100,
    phase_weights   JSONB,
    detection_sql   TEXT,
    detection_func  VARCHAR(50),
    explanation_en  TEXT,
    explanation_no  TEXT,
    examples        JSONB
);

CREATE TABLE elo_bands (
    id              INTEGER GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name            VARCHAR(20) NOT NULL,
    min_elo         SMALLINT NOT NULL,
    max_elo         SMALLINT NOT NULL,
    statistical_weight DECIMAL(3, 2) DEFAULT 1.0,
    CONSTRAINT unique_band UNIQUE (min_elo, max_elo)
);

-- Several openings may share a position; the view has one row for it, that of
-- the shortest line.
CREATE MATERIALIZED VIEW popular_positions AS
SELECT
    p.id,
    p.fen_position,
    p.total_games,
    p.white_wins::float / NULLIF(p.total_games, 0) AS white_win_rate,
    p.draws::float / NULLIF(p.total_games, 0) AS draw_rate,
    p.black_wins::float / NULLIF(p.total_games, 0) AS black_win_rate,
    p.engine_eval,
    ob.eco,
    ob.opening_name
FROM positions p
LEFT JOIN LATERAL (
    SELECT eco, opening_name FROM opening_book
    WHERE opening_book.position_id = p.id
    ORDER BY ply, opening_book.id LIMIT 1
) ob ON TRUE
WHERE p.total_games >= 100
ORDER BY p.total_games DESC;

CREATE UNIQUE INDEX idx_popular_positions ON popular_positions (id);

CREATE MATERIALIZED VIEW best_moves AS
SELECT * FROM (
    SELECT
        ms.position_id,
        ms.move_san,
        ms.times_played,
        ms.white_wins::float / NULLIF(ms.times_played, 0) AS white_win_rate,
        ms.engine_eval,
        ms.engine_rank,
        ms.krog_score,
        ROW_NUMBER() OVER (
            PARTITION BY ms.position_id ORDER BY ms.times_played DESC, ms.move_uci
        ) AS popularity_rank
    FROM move_statistics ms
    WHERE ms.times_played >= 10
) ranked
WHERE popularity_rank <= 5;

CREATE INDEX idx_best_moves_position ON best_moves (position_id);
-- A view can be refreshed beside its readers only if its rows are told apart.
CREATE UNIQUE INDEX idx_best_moves_rank ON best_moves (position_id, popularity_rank);

-- Work for many machines; taken with FOR UPDATE SKIP LOCKED.
CREATE TABLE jobs (
    id          BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind        TEXT NOT NULL,
    subject     TEXT NOT NULL,
    priority    INTEGER NOT NULL DEFAULT 0,
    attempts    INTEGER NOT NULL DEFAULT 0,
    added_at    TIMESTAMPTZ NOT NULL DEFAULT now(),
    taken_at    TIMESTAMPTZ,
    done_at     TIMESTAMPTZ,
    error       TEXT,
    CONSTRAINT unique_job UNIQUE (kind, subject)
);

CREATE INDEX idx_jobs_waiting ON jobs (priority DESC, id) WHERE done_at IS NULL;
