-- The catalog of a cluster: counters lie on shards, in runs.

CREATE TABLE cluster (
    single BOOLEAN PRIMARY KEY DEFAULT TRUE CHECK (single),
    id     UUID NOT NULL DEFAULT gen_random_uuid(),
    shards INTEGER NOT NULL
);

-- Each run is a partition on every shard, and is written once. Those that are
-- counted are all that readers look at.
CREATE TABLE runs (
    number     INTEGER GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    collection SMALLINT NOT NULL REFERENCES collections (id),
    state      TEXT NOT NULL DEFAULT 'writing'
        CHECK (state IN ('writing', 'counted', 'retired')),
    -- Rows on each shard, in the order of the shards.
    cells      BIGINT[],
    changed_at TIMESTAMPTZ NOT NULL DEFAULT now()
);

CREATE INDEX idx_runs_state ON runs (state, collection);
