-- Counters, games and the ledger: what the store contract needs.

CREATE TABLE collections (
    id        SMALLINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name      TEXT NOT NULL UNIQUE,
    games     BIGINT NOT NULL DEFAULT 0,
    -- Moves and rows as the batches brought them: an upper bound.
    moves     BIGINT NOT NULL DEFAULT 0,
    cells     BIGINT NOT NULL DEFAULT 0,
    -- Bytes of the packed games.
    packed    BIGINT NOT NULL DEFAULT 0,
    through   TEXT
);

CREATE TABLE ledger (
    id         BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    collection SMALLINT NOT NULL REFERENCES collections (id),
    origin     TEXT NOT NULL,
    games      BIGINT NOT NULL,
    duplicates BIGINT NOT NULL,
    max_ply    BIGINT,
    added_at   TIMESTAMPTZ NOT NULL DEFAULT now()
);

CREATE INDEX idx_ledger_collection ON ledger (collection, max_ply);

-- Wide columns first: a row takes 92 bytes with its pointer.
CREATE TABLE move_counts (
    hash             BIGINT NOT NULL,
    mover_ratings    BIGINT NOT NULL,
    opponent_ratings BIGINT NOT NULL,
    example          UUID NOT NULL,
    white            INTEGER NOT NULL,
    draws            INTEGER NOT NULL,
    black            INTEGER NOT NULL,
    example_ratings  INTEGER NOT NULL,
    collection       SMALLINT NOT NULL,
    move             SMALLINT NOT NULL,
    band             SMALLINT NOT NULL,
    PRIMARY KEY (hash, collection, move, band)
) PARTITION BY HASH (hash);

DO $$
BEGIN
    FOR part IN 0..15 LOOP
        EXECUTE format(
            'CREATE TABLE move_counts_%s PARTITION OF move_counts
             FOR VALUES WITH (MODULUS 16, REMAINDER %s)', part, part);
    END LOOP;
END
$$;

CREATE TABLE games (
    id              BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    collection      SMALLINT NOT NULL REFERENCES collections (id),
    identity        UUID NOT NULL,
    white_player    TEXT,
    black_player    TEXT,
    white_elo       INTEGER,
    black_elo       INTEGER,
    time_control    TEXT,
    variant         TEXT DEFAULT 'standard',
    eco             TEXT,
    opening_name    TEXT,
    result          TEXT NOT NULL,
    termination     TEXT,
    pgn             TEXT,
    moves_uci       TEXT[],
    move_times      INTEGER[],
    analyzed        BOOLEAN DEFAULT FALSE,
    avg_centipawn_loss_white SMALLINT,
    avg_centipawn_loss_black SMALLINT,
    blunders_white  SMALLINT,
    blunders_black  SMALLINT,
    played_at       TIMESTAMPTZ,
    analyzed_at     TIMESTAMPTZ,
    -- Where its moves and tags are kept, if they are.
    batch           BIGINT NOT NULL REFERENCES ledger (id),
    block           INTEGER,
    place           INTEGER,
    CONSTRAINT unique_game UNIQUE (collection, identity)
);

CREATE INDEX idx_games_white ON games (white_player);
CREATE INDEX idx_games_black ON games (black_player);
CREATE INDEX idx_games_eco ON games (eco);
CREATE INDEX idx_games_date ON games (played_at DESC);

-- Games as the embedded store packs them, some hundred to a block.
CREATE TABLE game_blocks (
    batch  BIGINT NOT NULL REFERENCES ledger (id),
    number INTEGER NOT NULL,
    bytes  BYTEA NOT NULL,
    PRIMARY KEY (batch, number)
);

-- They are packed already.
ALTER TABLE game_blocks ALTER COLUMN bytes SET STORAGE EXTERNAL;
