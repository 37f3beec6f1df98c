-- What engines found. A mate is not a number of centipawns: where there is one,
-- engine_eval is empty. Both are White's.

ALTER TABLE positions ADD COLUMN IF NOT EXISTS engine_mate SMALLINT;
ALTER TABLE move_statistics ADD COLUMN IF NOT EXISTS engine_mate SMALLINT;
