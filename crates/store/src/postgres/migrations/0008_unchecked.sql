-- A reference is checked row by row, two questions for each game. Both values are
-- written by the transaction that made what they refer to or holds it locked, and
-- neither collections nor lines of the ledger are ever deleted.
ALTER TABLE games DROP CONSTRAINT IF EXISTS games_collection_fkey;
ALTER TABLE games DROP CONSTRAINT IF EXISTS games_batch_fkey;
