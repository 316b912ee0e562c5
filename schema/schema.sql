-- The whole schema of a Dendro database: one database is one club.
--
-- Two kinds of tables. ENDURING tables hold what cannot be computed: the log of entries, which is only ever appended to, and beside it
-- what must be erasable (names, places, notes) or secret (keys, tokens). DERIVED tables, whose names start with d_, are functions of the
-- enduring ones: `dendro rebuild` throws them away and makes them anew, `dendro audit` compares them with what they should be.
--
-- migrations/ brings a database from any released version to this one; a test proves that both give the same schema.
-- Times are milliseconds since 1970-01-01 UTC; days are days since then on the calendar of the place where the game was played.

-- ============================================================ enduring

-- The log. One row for each game touched by an accepted request. Never changed, never deleted: the triggers below refuse it,
-- and the Merkle tree over `leaf` proves it.
CREATE TABLE entry (
    seq    INTEGER PRIMARY KEY,                 -- 1, 2, 3, … without gaps
    at     INTEGER NOT NULL,                    -- when it was accepted
    author TEXT    NOT NULL,                    -- id of the token that wrote it, or `cli`
    kind   TEXT    NOT NULL,                    -- what happened, a word out of the list in src/service/kinds.c
    game   INTEGER NOT NULL,                    -- seq of the entry that opened the game (its own for open and import); 0: no game
    leaf   BLOB    NOT NULL CHECK (length(leaf) = 32), -- SHA-256(0x00, then seq, at, author, kind, game, body, each followed by a line feed)
    body   TEXT    NOT NULL                     -- record text, people as @id (docs/data-model.md has a form for each kind); last, because it is long
) STRICT;
CREATE INDEX entry_game ON entry (game, seq);
CREATE TRIGGER entry_no_update BEFORE UPDATE ON entry BEGIN SELECT RAISE(ABORT, 'entries are never changed'); END;
CREATE TRIGGER entry_no_delete BEFORE DELETE ON entry BEGIN SELECT RAISE(ABORT, 'entries are never deleted'); END;
CREATE TRIGGER entry_in_order BEFORE INSERT ON entry WHEN NEW.seq <> (SELECT coalesce(max(seq), 0) + 1 FROM entry)
BEGIN SELECT RAISE(FAIL, 'entries are numbered without gaps'); END; -- FAIL, as the insert says: ABORT would keep a journal for every row

-- People. The log knows only `handle`; erasing a name leaves the log valid.
CREATE TABLE person (
    id      INTEGER PRIMARY KEY,                -- for joins, never shown
    handle  TEXT    NOT NULL UNIQUE,            -- random, what the log and the API call this person
    name    TEXT,                               -- as people write it; NULL once erased
    folded  TEXT UNIQUE,                        -- the name without case and accents, so that nobody exists twice; NULL once erased
    created INTEGER NOT NULL                    -- when
) STRICT;

-- A merged person's name that went over to whom they were merged into: while that one keeps it, it is lent; an unmerge needs it back.
CREATE TABLE lent_name (
    person INTEGER PRIMARY KEY REFERENCES person (id) DEFERRABLE INITIALLY DEFERRED, -- who was merged, and has no name while it is lent; deferred: an erasure writes all people anew
    holder INTEGER NOT NULL REFERENCES person (id) DEFERRABLE INITIALLY DEFERRED -- who is called so now
) STRICT;

-- People with names that look alike, of whom somebody said that they are two: nobody is asked again.
CREATE TABLE two_people (
    one   INTEGER NOT NULL REFERENCES person (id) DEFERRABLE INITIALLY DEFERRED, -- the smaller id
    other INTEGER NOT NULL REFERENCES person (id) DEFERRABLE INITIALLY DEFERRED, -- the larger
    PRIMARY KEY (one, other)
) STRICT, WITHOUT ROWID;

-- Where games are played.
CREATE TABLE place (
    id   INTEGER PRIMARY KEY,                   -- for joins, never shown
    name TEXT NOT NULL UNIQUE                   -- as people write it
) STRICT;

-- A club night: a calendar day on which games are played, with what people say about it.
CREATE TABLE night (
    day   INTEGER PRIMARY KEY,                  -- days since 1970-01-01
    title TEXT,                                 -- what it is called; NULL: nothing
    place INTEGER REFERENCES place (id),        -- where; NULL: not said
    note  TEXT                                  -- what people say about it
) STRICT;

-- What a record says besides the game itself, kept outside the log so that it can be erased: notes, its own id, x- headers.
CREATE TABLE aside (
    entry    INTEGER NOT NULL REFERENCES entry (seq), -- the entry (open, import, correct) whose record said it
    position INTEGER NOT NULL,                  -- order of the lines
    keyword  TEXT    NOT NULL,                  -- note, id, x-…
    text     TEXT    NOT NULL,                  -- the rest of the line
    PRIMARY KEY (entry, position)
) STRICT, WITHOUT ROWID;

-- Where the game of an entry (open, import, correct) was played.
CREATE TABLE whereabouts (
    entry INTEGER PRIMARY KEY REFERENCES entry (seq), -- the entry whose record said it
    place INTEGER NOT NULL REFERENCES place (id) -- where it was
) STRICT;

-- Imported records, by a keyed hash of their canonical text: the same import twice changes nothing the second time.
CREATE TABLE seen (
    hash BLOB PRIMARY KEY CHECK (length(hash) = 16), -- base/keyed_hash.h, with the setting seen-key
    game INTEGER NOT NULL                       -- the game it became
) STRICT, WITHOUT ROWID;

-- The newest of them, poured into `seen` when there are many: inserting at random into a large table is slow.
CREATE TABLE seen_recent (
    hash BLOB PRIMARY KEY CHECK (length(hash) = 16), -- as in seen
    game INTEGER NOT NULL                       -- as in seen
) STRICT, WITHOUT ROWID;

-- Imports that added something, by number.
CREATE TABLE import (
    number INTEGER PRIMARY KEY,                 -- 1, 2, 3, …: what `dendro import` prints
    at     INTEGER NOT NULL,                    -- when it added its first entry
    author TEXT    NOT NULL                     -- as in entry
) STRICT;

-- The entries that each of them added: what `dendro import --undo` makes void.
CREATE TABLE import_run (
    import INTEGER NOT NULL REFERENCES import (number), -- whose
    first  INTEGER NOT NULL,                    -- entry.seq of the first of a run that nobody else's entry interrupts
    last   INTEGER NOT NULL,                    -- entry.seq of the last
    PRIMARY KEY (import, first)
) STRICT, WITHOUT ROWID;

-- What ids of other programs (BG Stats, BoardGameGeek, spreadsheets) became here: a second import of a newer file adds what is new and corrects what changed.
CREATE TABLE "foreign" (
    source TEXT    NOT NULL,                    -- bgstats, bgg, csv
    kind   TEXT    NOT NULL,                    -- play, person, title
    id     TEXT    NOT NULL,                    -- there: a uuid, a user name, a number; of a person whose name was erased # and a keyed hash of it
    ours   TEXT    NOT NULL,                    -- d_game.id, person.handle, d_title.id or the id of a game with an engine
    state  BLOB CHECK (length(state) = 16),     -- of a play: keyed hash of what it was there when both last agreed; NULL: no play
    entry  INTEGER NOT NULL,                    -- of a play: the last entry of its game at that time; 0: no play
    changed INTEGER NOT NULL DEFAULT 0,         -- of a play: when it was last changed there, as its file says, in seconds of the clock on the wall; 0: not said
    PRIMARY KEY (source, kind, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX foreign_ours ON "foreign" (kind, ours, source, id);

-- Who may write. The token itself is shown once and never stored.
CREATE TABLE token (
    id      TEXT PRIMARY KEY,                   -- public; the author of entries
    hash    BLOB    NOT NULL UNIQUE CHECK (length(hash) = 32), -- SHA-256 of the secret part
    label   TEXT    NOT NULL,                   -- who or what it was given to
    scopes  TEXT    NOT NULL,                   -- words out of read, record, admin
    created INTEGER NOT NULL,                   -- when
    expires INTEGER,                            -- NULL: never
    revoked INTEGER                             -- when; NULL: valid
) STRICT, WITHOUT ROWID;

-- Card catalogues, by the hash of their bytes. Games are pinned to them: never changed, never deleted, as the log.
CREATE TABLE catalogue (
    hash  BLOB PRIMARY KEY CHECK (length(hash) = 32), -- SHA-256 of json
    game  TEXT    NOT NULL,                     -- id of the game it is for
    name  TEXT    NOT NULL,                     -- as people call it
    json  TEXT    NOT NULL,                     -- the catalogue, byte for byte
    added INTEGER NOT NULL                      -- when
) STRICT, WITHOUT ROWID;
CREATE TRIGGER catalogue_no_update BEFORE UPDATE ON catalogue BEGIN SELECT RAISE(ABORT, 'catalogues are never changed'); END;
CREATE TRIGGER catalogue_no_delete BEFORE DELETE ON catalogue BEGIN SELECT RAISE(ABORT, 'catalogues are never deleted'); END;
CREATE TRIGGER catalogue_no_replace BEFORE INSERT ON catalogue WHEN EXISTS (SELECT 1 FROM catalogue WHERE hash = NEW.hash)
BEGIN SELECT RAISE(ABORT, 'catalogues are never replaced'); END;

-- Signed statements of what the log was.
CREATE TABLE checkpoint (
    size INTEGER PRIMARY KEY,                   -- entries in the log at that time
    at   INTEGER NOT NULL,                      -- when it was signed
    text TEXT    NOT NULL                       -- the signed note, as given to members
) STRICT;

-- What the decisions of a game were worth: a cache that takes minutes to fill. A rebuild leaves it, an audit computes a sample again.
CREATE TABLE review (
    game    INTEGER PRIMARY KEY,                -- d_game.id
    entry   INTEGER NOT NULL,                   -- d_game.last of the game that was reviewed: of another one it is stale
    version INTEGER NOT NULL,                   -- of what is computed (REVIEW_VERSION of src/review/review.h)
    budget  INTEGER NOT NULL,                   -- playouts a decision
    since   INTEGER NOT NULL,                   -- when it was first reviewed as this entry leaves it: puzzles of a day are of reviews before it
    made    INTEGER NOT NULL,                   -- when
    sums    TEXT    NOT NULL,                   -- a line a player: what season figures are added up from (src/service/review_text.h)
    body    TEXT    NOT NULL                    -- a line a decision, by seat and ply: no name is in it; last, because it is long
) STRICT;

-- Reviews that were asked for and are not made yet: the queue, so that a program that starts again goes on.
CREATE TABLE review_job (
    game   INTEGER PRIMARY KEY,                 -- d_game.id
    entry  INTEGER NOT NULL,                    -- its last one when it was asked for
    budget INTEGER NOT NULL,                    -- playouts a decision
    author TEXT    NOT NULL,                    -- id of the token that asked, or `cli`: they take turns
    asked  INTEGER NOT NULL,                    -- when
    turn   INTEGER NOT NULL,                    -- the round of the queue in which it is made: an author has one job a round
    tries  INTEGER NOT NULL,                    -- how often it was begun
    holder TEXT    NOT NULL,                    -- the run of a program that makes it; empty: none does
    until  INTEGER NOT NULL,                    -- when that run has lost it, unless it says that it is still there
    why    TEXT    NOT NULL                     -- id of the message with which it failed; empty: it has not
) STRICT;
CREATE INDEX review_job_turn ON review_job (turn, game);

-- Single values: the signing key, the key of the import hash, the name in the key, what the club says about itself, the version of the people tables.
CREATE TABLE setting (
    name  TEXT PRIMARY KEY,                     -- signing-key, seen-key, club, club-name, club-zone, club-language, people-version, token-version, probe, probe-room, flush-due
    value BLOB NOT NULL                         -- bytes or text, as the name says
) STRICT, WITHOUT ROWID;

-- The first answer to each request that came with an Idempotency-Key, for a week.
CREATE TABLE answer (
    token   TEXT    NOT NULL,                   -- id of the token that asked
    key     TEXT    NOT NULL,                   -- the client's Idempotency-Key
    request BLOB    NOT NULL CHECK (length(request) = 32), -- SHA-256 of method, path and body: another one is refused
    at      INTEGER NOT NULL,                   -- when it was answered
    status  INTEGER NOT NULL,                   -- of HTTP
    type    TEXT    NOT NULL,                   -- media type of the body
    place   TEXT,                               -- the Location header; NULL: none
    body    BLOB    NOT NULL,                   -- the answer, byte for byte
    PRIMARY KEY (token, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX answer_at ON answer (at);

-- Names, places and nights change without the log growing: whoever caches an answer looks at people-version as well.
CREATE TRIGGER person_added AFTER INSERT ON person
BEGIN UPDATE setting SET value = CAST(CAST(CAST(value AS TEXT) AS INTEGER) + 1 AS BLOB) WHERE name = 'people-version'; END;
CREATE TRIGGER person_changed AFTER UPDATE ON person
BEGIN UPDATE setting SET value = CAST(CAST(CAST(value AS TEXT) AS INTEGER) + 1 AS BLOB) WHERE name = 'people-version'; END;
CREATE TRIGGER place_added AFTER INSERT ON place
BEGIN UPDATE setting SET value = CAST(CAST(CAST(value AS TEXT) AS INTEGER) + 1 AS BLOB) WHERE name = 'people-version'; END;
CREATE TRIGGER place_changed AFTER UPDATE ON place
BEGIN UPDATE setting SET value = CAST(CAST(CAST(value AS TEXT) AS INTEGER) + 1 AS BLOB) WHERE name = 'people-version'; END;
CREATE TRIGGER night_added AFTER INSERT ON night
BEGIN UPDATE setting SET value = CAST(CAST(CAST(value AS TEXT) AS INTEGER) + 1 AS BLOB) WHERE name = 'people-version'; END;
CREATE TRIGGER night_changed AFTER UPDATE ON night
BEGIN UPDATE setting SET value = CAST(CAST(CAST(value AS TEXT) AS INTEGER) + 1 AS BLOB) WHERE name = 'people-version'; END;
CREATE TRIGGER night_removed AFTER DELETE ON night
BEGIN UPDATE setting SET value = CAST(CAST(CAST(value AS TEXT) AS INTEGER) + 1 AS BLOB) WHERE name = 'people-version'; END;
CREATE TRIGGER aside_removed AFTER DELETE ON aside
BEGIN UPDATE setting SET value = CAST(CAST(CAST(value AS TEXT) AS INTEGER) + 1 AS BLOB) WHERE name = 'people-version'; END;
CREATE TRIGGER whereabouts_removed AFTER DELETE ON whereabouts
BEGIN UPDATE setting SET value = CAST(CAST(CAST(value AS TEXT) AS INTEGER) + 1 AS BLOB) WHERE name = 'people-version'; END;
CREATE TRIGGER catalogue_added AFTER INSERT ON catalogue
BEGIN UPDATE setting SET value = CAST(CAST(CAST(value AS TEXT) AS INTEGER) + 1 AS BLOB) WHERE name = 'people-version'; END;
CREATE TRIGGER two_added AFTER INSERT ON two_people
BEGIN UPDATE setting SET value = CAST(CAST(CAST(value AS TEXT) AS INTEGER) + 1 AS BLOB) WHERE name = 'people-version'; END;
CREATE TRIGGER token_added AFTER INSERT ON token
BEGIN UPDATE setting SET value = CAST(CAST(CAST(value AS TEXT) AS INTEGER) + 1 AS BLOB) WHERE name = 'token-version'; END;
CREATE TRIGGER token_changed AFTER UPDATE ON token
BEGIN UPDATE setting SET value = CAST(CAST(CAST(value AS TEXT) AS INTEGER) + 1 AS BLOB) WHERE name = 'token-version'; END;

-- ============================================================ derived

-- One row for each game, as its entries leave it.
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
CREATE INDEX d_game_day ON d_game (day);
CREATE INDEX d_game_title ON d_game (game, day);
CREATE INDEX d_game_live ON d_game (id) WHERE status = 'live'; -- few at any time, and asked for often

-- One row for each player's seat of each game. Results are NULL until the game is finished.
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
CREATE INDEX d_seat_person ON d_seat (person, game);

-- What each card of a finished game earned and where it lay, packed (src/stats/facts.h).
CREATE TABLE d_facts (
    game INTEGER PRIMARY KEY,                   -- d_game.id
    body BLOB NOT NULL                          -- version, then one fact after another
) STRICT;

-- Merged people: the one on the left is the one on the right.
CREATE TABLE d_alias (
    person INTEGER PRIMARY KEY,                 -- person.id of the one merged
    target INTEGER NOT NULL                     -- person.id of the one that stays, never itself merged
) STRICT;

-- Titles that are played without an engine, as the title entries make, rename and merge them.
CREATE TABLE d_title (
    id     TEXT PRIMARY KEY,                    -- the name with which it was made, without case and accents
    name   TEXT NOT NULL,                       -- as people write it
    target TEXT NOT NULL                        -- the title that it is now, never itself merged; itself: not merged
) STRICT, WITHOUT ROWID;

-- Every name that a title has or had.
CREATE TABLE d_title_name (
    folded TEXT PRIMARY KEY,                    -- without case and accents
    title  TEXT NOT NULL                        -- d_title.id that was given this name
) STRICT, WITHOUT ROWID;

-- The Merkle tree, one row for each complete subtree of 256^level leaves.
CREATE TABLE d_tile (
    level    INTEGER NOT NULL,                  -- from 1
    position INTEGER NOT NULL,                  -- from 0
    hash     BLOB    NOT NULL,                  -- root of the subtree, SHA-256
    PRIMARY KEY (level, position)
) STRICT, WITHOUT ROWID;

-- What the cards of a group of finished games add up to.
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

-- What a person's results in a group of finished games add up to. With game '' over all titles: variant '' for all that are rated, level '', no points.
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

-- What two people did against each other in the finished games of one title, with game '' of all: what ratings are fitted to.
CREATE TABLE d_pair (
    game    TEXT    NOT NULL,                   -- foret, ecos, …
    a       INTEGER NOT NULL,                   -- person.id after merges
    b       INTEGER NOT NULL,                   -- the other one, above a
    games   INTEGER NOT NULL,                   -- together
    a_first INTEGER NOT NULL,                   -- those in which a finished before b
    b_first INTEGER NOT NULL,                   -- and the other way round; the others are ties
    a_won   INTEGER NOT NULL,                   -- weight of a's wins in units of 1/240240: 3/(seats + 1) each, half of it for a tie
    b_won   INTEGER NOT NULL,                   -- likewise
    PRIMARY KEY (game, a, b)
) STRICT, WITHOUT ROWID;
CREATE INDEX d_pair_b ON d_pair (b, game, a); -- everybody whom somebody met in a title

-- What a person's finished games of one night add up to, a kind of game at a time.
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

-- Who holds the records of a group of finished games: everybody's, and each person's own.
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

-- Games won in a row, month by month; months put together are a career.
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

-- Ratings at the end of each night. A row that is there is right: whatever changes a night removes its row and those after it,
-- and they are fitted again from the first that is missing, by whoever has the time.
CREATE TABLE d_history (
    game TEXT    NOT NULL,                      -- foret, ecos, …; empty: all games
    day  INTEGER NOT NULL,                      -- a night with finished games of two and more
    body BLOB    NOT NULL,                      -- who played, with rating, sd and rated games (src/service/history.h)
    PRIMARY KEY (game, day)
) STRICT, WITHOUT ROWID;

-- One row for each season, as its entries leave it.
CREATE TABLE d_season (
    id     INTEGER PRIMARY KEY,                 -- seq of the entry that made it
    last   INTEGER NOT NULL,                    -- the last entry that touched it
    name   TEXT    NOT NULL,                    -- as people call it
    opens  INTEGER NOT NULL,                    -- its first day
    ends   INTEGER NOT NULL,                    -- its last day
    title  TEXT,                                -- only games of this one, as in d_game.game; NULL: any
    points TEXT    NOT NULL,                    -- `win`, or what each place earns: `5 3 2 1`
    closed INTEGER                              -- the entry that closed it, whose body has the board; NULL: open
) STRICT;
