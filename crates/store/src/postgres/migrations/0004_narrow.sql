-- Rows of 84 bytes instead of 92: the sums of ratings, which are small nearly
-- everywhere, take the room that they need. They come last, because nothing
-- behind them would be aligned.

CREATE TABLE narrow_counts (
    hash             BIGINT NOT NULL,
    example          UUID NOT NULL,
    white            INTEGER NOT NULL,
    draws            INTEGER NOT NULL,
    black            INTEGER NOT NULL,
    example_ratings  INTEGER NOT NULL,
    collection       SMALLINT NOT NULL,
    move             SMALLINT NOT NULL,
    band             SMALLINT NOT NULL,
    mover_ratings    NUMERIC NOT NULL,
    opponent_ratings NUMERIC NOT NULL
) PARTITION BY HASH (hash);

DO $$
BEGIN
    FOR part IN 0..15 LOOP
        EXECUTE format(
            'CREATE TABLE narrow_counts_%s PARTITION OF narrow_counts
             FOR VALUES WITH (MODULUS 16, REMAINDER %s)', part, part);
    END LOOP;
END
$$;

INSERT INTO narrow_counts
    SELECT hash, example, white, draws, black, example_ratings, collection, move, band,
        mover_ratings, opponent_ratings
    FROM move_counts ORDER BY hash;

DROP TABLE move_counts;
ALTER TABLE narrow_counts RENAME TO move_counts;

DO $$
BEGIN
    FOR part IN 0..15 LOOP
        EXECUTE format('ALTER TABLE narrow_counts_%s RENAME TO move_counts_%s', part, part);
    END LOOP;
END
$$;

ALTER TABLE move_counts ADD PRIMARY KEY (hash, collection, move, band);

-- Openings are found by position, in every collection.
ALTER TABLE opening_book ADD COLUMN fen_hash BIGINT;
CREATE INDEX idx_opening_hash ON opening_book (fen_hash);

DROP MATERIALIZED VIEW popular_positions;

-- Several lines may end in a position; the view has one row for it, with the
-- name of the shortest.
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
    WHERE opening_book.fen_hash = p.fen_hash
    ORDER BY ply, opening_book.id LIMIT 1
) ob ON TRUE
WHERE p.total_games >= 100
ORDER BY p.total_games DESC;

CREATE UNIQUE INDEX idx_popular_positions ON popular_positions (id);
