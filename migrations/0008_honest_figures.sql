-- Win points in units of 1/27720 instead of sixtieths, and what intervals need: everything that is summed is made anew.
CREATE TABLE d_seat_before AS SELECT * FROM d_seat;
DROP TABLE d_seat;
CREATE TABLE d_seat (
    game       INTEGER NOT NULL,                -- d_game.id
    seat       INTEGER NOT NULL,                -- from 0
    person     INTEGER NOT NULL,                -- person.id after merges
    total      INTEGER,                         -- points
    rank       INTEGER,                         -- competition rank, ties share
    win        INTEGER,                         -- win points in units of 1/27720; NULL for solo
    categories BLOB,                            -- int16 little-endian, one a category of the game
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;
INSERT INTO d_seat (game, seat, person, total, rank, win, categories)
SELECT game, seat, person, total, rank, win60 * 462, categories FROM d_seat_before;
DROP TABLE d_seat_before;
CREATE INDEX d_seat_person ON d_seat (person, game);

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
