-- Win points in units of 1/27720 instead of sixtieths, and what intervals need: everything that is summed is made anew.
ALTER TABLE d_seat RENAME COLUMN win60 TO win;
UPDATE d_seat SET win = win * 462 WHERE win > 0;

DROP TABLE d_standing;
CREATE TABLE d_standing (
    person        INTEGER NOT NULL,             -- person.id after merges
    game          TEXT    NOT NULL,             -- the group, as in d_aggregate
    variant       TEXT    NOT NULL,             -- likewise
    seats         INTEGER NOT NULL,             -- likewise
    level         TEXT    NOT NULL,             -- likewise
    month         INTEGER NOT NULL,             -- likewise
    games         INTEGER NOT NULL,             -- seat-games
    wins          INTEGER NOT NULL,             -- won alone or shared; 0 for solo
    win           INTEGER NOT NULL,             -- win points in units of 1/27720; 0 for solo
    total         INTEGER NOT NULL,             -- points
    total_squares INTEGER NOT NULL,             -- sum of their squares
    best          INTEGER NOT NULL,             -- highest total
    categories    BLOB    NOT NULL,             -- sum and sum of squares of each category (src/stats/evening.h)
    PRIMARY KEY (person, game, variant, seats, level, month)
) STRICT, WITHOUT ROWID;

-- Their bodies have another form.
DELETE FROM d_aggregate;
DELETE FROM d_evening;
DELETE FROM d_pair;
DELETE FROM d_history;

INSERT INTO setting (name, value) SELECT 'derived-stale', CAST('1' AS BLOB) WHERE EXISTS (SELECT 1 FROM entry)
ON CONFLICT (name) DO UPDATE SET value = excluded.value;
