-- What a card number means depends on the catalogue: the sums of cards are kept apart by catalogue.
CREATE TABLE d_aggregate_before AS SELECT * FROM d_aggregate;
DROP TABLE d_aggregate;
CREATE TABLE d_aggregate (
    game      TEXT    NOT NULL,                 -- foret, ecos, …
    variant   TEXT    NOT NULL,                 -- of the game
    seats     INTEGER NOT NULL,                 -- number of players
    level     TEXT    NOT NULL,                 -- how much of it was written down
    month     INTEGER NOT NULL,                 -- of the night: 12 x year + month - 1; -1: no day is known
    catalogue BLOB    NOT NULL,                 -- catalogue.hash of what the cards are; empty for a game without catalogues
    games     INTEGER NOT NULL,                 -- so many
    body      BLOB    NOT NULL,                 -- totals, categories and a fold a type of card (src/stats/aggregate.h)
    PRIMARY KEY (game, variant, seats, level, month, catalogue)
) STRICT, WITHOUT ROWID;
INSERT INTO d_aggregate (game, variant, seats, level, month, catalogue, games, body)
SELECT game, variant, seats, level, month, x'', games, body FROM d_aggregate_before;
DROP TABLE d_aggregate_before;

-- Sums of games that have catalogues are made anew by the first writer; those of other games are as they were.
INSERT INTO setting (name, value) SELECT 'derived-stale', CAST('1' AS BLOB)
WHERE EXISTS (SELECT 1 FROM d_game WHERE game IN (SELECT game FROM catalogue))
ON CONFLICT (name) DO UPDATE SET value = excluded.value;
