-- What is packed already is not worth a second try.
ALTER TABLE game_blocks ALTER COLUMN bytes SET STORAGE EXTERNAL;
