-- Any title: what a pad is of, teams, guests, how long it took. What is there is copied: nothing that it says changes.
CREATE TABLE d_game_before AS SELECT * FROM d_game;
DROP TABLE d_game;
CREATE TABLE d_game (
    id       INTEGER PRIMARY KEY,               -- seq of the entry that opened it
    game     TEXT    NOT NULL,                  -- what was played: foret, ecos, …, or the id of a title
    rules    INTEGER NOT NULL,                  -- version of the rules
    variant  TEXT    NOT NULL,                  -- of the game; played: a pad of which nobody wrote down who won
    level    TEXT    NOT NULL,                  -- how much of it was written down
    seats    INTEGER NOT NULL,                  -- number of players
    status   TEXT    NOT NULL CHECK (status = 'live' OR status = 'finished' OR status = 'abandoned' OR status = 'void'), -- void: by a void entry
    source   INTEGER NOT NULL,                  -- the entry (open, import, correct) whose record stands
    last     INTEGER NOT NULL,                  -- the last entry that touched it
    plies    INTEGER NOT NULL,                  -- standing lines
    played   INTEGER,                           -- when, if the record says so
    day      INTEGER,                           -- the night it belongs to: the night line, else the day of `played`
    margin   INTEGER,                           -- solo: player's total minus rival's
    verdict  TEXT,                              -- solo: hard, normal, easy, loss; together: won, lost
    digest   BLOB,                              -- of the position after the last ply
    duration INTEGER                            -- minutes, if the record says so
) STRICT;
INSERT INTO d_game SELECT id, game, rules, variant, level, seats, status, source, last, plies, played, day, margin, verdict, digest, NULL
FROM d_game_before;
DROP TABLE d_game_before;
CREATE INDEX d_game_day ON d_game (day);
CREATE INDEX d_game_title ON d_game (game, day);
CREATE INDEX d_game_live ON d_game (id) WHERE status = 'live';

CREATE TABLE d_seat_before AS SELECT * FROM d_seat;
DROP TABLE d_seat;
CREATE TABLE d_seat (
    game       INTEGER NOT NULL,                -- d_game.id
    seat       INTEGER NOT NULL,                -- from 0
    person     INTEGER NOT NULL,                -- person.id after merges; 0: a guest
    team       INTEGER NOT NULL,                -- number of the team, from 1; 0: alone
    total      INTEGER,                         -- points, of a title in hundredths; NULL also where totals do not decide
    rank       INTEGER,                         -- competition rank, ties share; 0: none
    win        INTEGER,                         -- win points in units of 1/27720; NULL for solo
    categories BLOB,                            -- int16 little-endian, one a category of the game
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;
INSERT INTO d_seat SELECT game, seat, person, 0, total, rank, win, categories FROM d_seat_before;
DROP TABLE d_seat_before;
CREATE INDEX d_seat_person ON d_seat (person, game);

CREATE TABLE d_title (
    id     TEXT PRIMARY KEY,                    -- the name with which it was made, without case and accents
    name   TEXT NOT NULL,                       -- as people write it
    target TEXT NOT NULL                        -- the title that it is now, never itself merged; itself: not merged
) STRICT, WITHOUT ROWID;

CREATE TABLE d_title_name (
    folded TEXT PRIMARY KEY,                    -- without case and accents
    title  TEXT NOT NULL                        -- d_title.id that was given this name
) STRICT, WITHOUT ROWID;

-- Games of which only totals were written down may lack categories: they are no figures any more, so sums that have them are made anew.
INSERT INTO setting (name, value) SELECT 'derived-stale', CAST('1' AS BLOB) WHERE EXISTS (SELECT 1 FROM d_game WHERE level = 'totals')
ON CONFLICT (name) DO UPDATE SET value = excluded.value;
