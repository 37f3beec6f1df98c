-- How far the games of a service were fetched.

CREATE TABLE marks (
    key  TEXT PRIMARY KEY,
    mark TEXT NOT NULL
);
