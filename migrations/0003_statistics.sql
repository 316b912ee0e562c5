-- What statistics are answered from: sums over finished games that a game joins and leaves. All of it can be rebuilt.
-- ============================================================ derived

-- What the cards of a group of finished games add up to.
CREATE TABLE d_aggregate (
    game    TEXT    NOT NULL,                   -- foret, ecos, …
    variant TEXT    NOT NULL,                   -- of the game
    seats   INTEGER NOT NULL,                   -- number of players
    level   TEXT    NOT NULL,                   -- how much of it was written down
    month   INTEGER NOT NULL,                   -- of the night: 12 x year + month - 1; -1: no day is known
    games   INTEGER NOT NULL,                   -- so many
    body    BLOB    NOT NULL,                   -- totals, categories and a fold a type of card (src/stats/aggregate.h)
    PRIMARY KEY (game, variant, seats, level, month)
) STRICT, WITHOUT ROWID;

-- What a person's results in a group of finished games add up to.
CREATE TABLE d_standing (
    person        INTEGER NOT NULL,             -- person.id after merges
    game          TEXT    NOT NULL,             -- the group, as in d_aggregate
    variant       TEXT    NOT NULL,             -- likewise
    seats         INTEGER NOT NULL,             -- likewise
    level         TEXT    NOT NULL,             -- likewise
    month         INTEGER NOT NULL,             -- likewise
    games         INTEGER NOT NULL,             -- seat-games
    wins          INTEGER NOT NULL,             -- won alone or shared; 0 for solo
    win60         INTEGER NOT NULL,             -- win points in sixtieths; 0 for solo
    win60_squares INTEGER NOT NULL,             -- sum of their squares
    total         INTEGER NOT NULL,             -- points
    total_squares INTEGER NOT NULL,             -- sum of their squares
    best          INTEGER NOT NULL,             -- highest total
    PRIMARY KEY (person, game, variant, seats, level, month)
) STRICT, WITHOUT ROWID;

-- What two people did against each other in the finished games of one kind: all that ratings are fitted to.
CREATE TABLE d_pair (
    game    TEXT    NOT NULL,                   -- foret, ecos, …
    a       INTEGER NOT NULL,                   -- person.id after merges
    b       INTEGER NOT NULL,                   -- the other one, above a
    games   INTEGER NOT NULL,                   -- together
    a_first INTEGER NOT NULL,                   -- those in which a finished before b
    b_first INTEGER NOT NULL,                   -- and the other way round; the others are ties
    a_won   INTEGER NOT NULL,                   -- weight of a's wins in sixtieths: 2/seats each, half of it for a tie
    b_won   INTEGER NOT NULL,                   -- likewise
    PRIMARY KEY (game, a, b)
) STRICT, WITHOUT ROWID;

-- What is derived from a log that is there already is made anew by the first writer.
INSERT INTO setting (name, value) SELECT 'derived-stale', CAST('1' AS BLOB) WHERE EXISTS (SELECT 1 FROM entry);
