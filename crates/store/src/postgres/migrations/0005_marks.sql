-- How far the games of a service were fetched.

CREATE TABLE marks (
    origin TEXT PRIMARY KEY,
    mark   TEXT NOT NULL
);
