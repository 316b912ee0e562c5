-- What players' pages, records, streaks and rating histories are answered from, so that none of them grows with the number of games.
CREATE TABLE d_evening (
    person  INTEGER NOT NULL,                   -- person.id after merges
    day     INTEGER NOT NULL,                   -- the night; -1000000: no day is known
    game    TEXT    NOT NULL,                   -- foret, ecos, …
    variant TEXT    NOT NULL,                   -- of the game
    seats   INTEGER NOT NULL,                   -- number of players
    level   TEXT    NOT NULL,                   -- how much of it was written down
    body    BLOB    NOT NULL,                   -- results and categories (src/stats/evening.h)
    PRIMARY KEY (person, day, game, variant, seats, level)
) STRICT, WITHOUT ROWID;

CREATE TABLE d_record (
    person  INTEGER NOT NULL,                   -- person.id after merges; 0: everybody
    game    TEXT    NOT NULL,                   -- the group, as in d_aggregate
    variant TEXT    NOT NULL,                   -- likewise
    seats   INTEGER NOT NULL,                   -- likewise
    level   TEXT    NOT NULL,                   -- likewise
    month   INTEGER NOT NULL,                   -- likewise
    body    BLOB    NOT NULL,                   -- values and holders (src/stats/holders.h)
    PRIMARY KEY (person, game, variant, seats, level, month)
) STRICT, WITHOUT ROWID;

CREATE TABLE d_run (
    person    INTEGER NOT NULL,                 -- person.id after merges
    game      TEXT    NOT NULL,                 -- foret, ecos, …; empty: all games
    month     INTEGER NOT NULL,                 -- of the night: 12 x year + month - 1; -1: no day is known
    games     INTEGER NOT NULL,                 -- so many; solo is left out
    first     INTEGER NOT NULL,                 -- won in a row from the beginning of the month
    last      INTEGER NOT NULL,                 -- won in a row up to its end
    tail      INTEGER NOT NULL,                 -- games since the last one that was won
    best      INTEGER NOT NULL,                 -- the longest row
    first_end INTEGER NOT NULL,                 -- d_game.id of the game that ended the first row; 0: none
    best_end  INTEGER NOT NULL,                 -- likewise of the longest, the earliest of several
    last_game INTEGER NOT NULL,                 -- d_game.id of the last game
    PRIMARY KEY (person, game, month)
) STRICT, WITHOUT ROWID;

CREATE TABLE d_history (
    game TEXT    NOT NULL,                      -- foret, ecos, …; empty: all games
    day  INTEGER NOT NULL,                      -- a night with finished games of two and more
    body BLOB    NOT NULL,                      -- who played, with rating, sd and rated games (src/service/history.h)
    PRIMARY KEY (game, day)
) STRICT, WITHOUT ROWID;

CREATE INDEX d_pair_b ON d_pair (b, a, game); -- everybody whom somebody met

INSERT INTO setting (name, value) SELECT 'derived-stale', CAST('1' AS BLOB) WHERE EXISTS (SELECT 1 FROM entry)
ON CONFLICT (name) DO UPDATE SET value = excluded.value;
