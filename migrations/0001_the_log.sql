-- The first schema: the log, what stands beside it, and what is derived from it. schema/schema.sql explains every column.
-- ============================================================ enduring

-- The log. One row for each game touched by an accepted request. Never changed, never deleted: the triggers below refuse it,
-- and the Merkle tree over `leaf` proves it.
CREATE TABLE entry (
    seq    INTEGER PRIMARY KEY,                 -- 1, 2, 3, … without gaps
    at     INTEGER NOT NULL,                    -- when it was accepted
    author TEXT    NOT NULL,                    -- id of the token that wrote it, or `cli`
    kind   TEXT    NOT NULL CHECK (kind = 'moves' OR kind = 'open' OR kind = 'back' OR kind = 'abandon'  -- what happened; without IN, of which
                                   OR kind = 'correct' OR kind = 'void' OR kind = 'import' OR kind = 'merge'), -- SQLite makes a table for every row
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

-- Card catalogues, by the hash of their bytes.
CREATE TABLE catalogue (
    hash  BLOB PRIMARY KEY CHECK (length(hash) = 32), -- SHA-256 of json
    game  TEXT    NOT NULL,                     -- id of the game it is for
    name  TEXT    NOT NULL,                     -- as people call it
    json  TEXT    NOT NULL,                     -- the catalogue, byte for byte
    added INTEGER NOT NULL                      -- when
) STRICT, WITHOUT ROWID;

-- Signed statements of what the log was.
CREATE TABLE checkpoint (
    size INTEGER PRIMARY KEY,                   -- entries in the log at that time
    at   INTEGER NOT NULL,                      -- when it was signed
    text TEXT    NOT NULL                       -- the signed note, as given to members
) STRICT;

-- Single values: the signing key, the key of the import hash, the club's name, the version of the people tables.
CREATE TABLE setting (
    name  TEXT PRIMARY KEY,                     -- signing-key, seen-key, club, people-version
    value BLOB NOT NULL                         -- bytes or text, as the name says
) STRICT, WITHOUT ROWID;

-- ============================================================ derived

-- One row for each game, as its entries leave it.
CREATE TABLE d_game (
    id       INTEGER PRIMARY KEY,               -- seq of the entry that opened it
    game     TEXT    NOT NULL,                  -- foret, ecos, …
    rules    INTEGER NOT NULL,                  -- version of the rules
    variant  TEXT    NOT NULL,                  -- of the game
    level    TEXT    NOT NULL,                  -- how much of it was written down
    seats    INTEGER NOT NULL,                  -- number of players
    status   TEXT    NOT NULL CHECK (status = 'live' OR status = 'finished' OR status = 'abandoned' OR status = 'void'), -- void: by a void entry
    source   INTEGER NOT NULL,                  -- the entry (open, import, correct) whose record stands
    last     INTEGER NOT NULL,                  -- the last entry that touched it
    plies    INTEGER NOT NULL,                  -- standing lines
    played   INTEGER,                           -- when, if the record says so
    day      INTEGER,                           -- the night it belongs to: the night line, else the day of `played`
    margin   INTEGER,                           -- solo: player's total minus rival's
    verdict  TEXT,                              -- solo: hard, normal, easy, loss
    digest   BLOB                               -- of the position after the last ply
) STRICT;
CREATE INDEX d_game_day ON d_game (day);
CREATE INDEX d_game_live ON d_game (id) WHERE status = 'live'; -- few at any time, and asked for often

-- One row for each player's seat of each game. Results are NULL until the game is finished.
CREATE TABLE d_seat (
    game       INTEGER NOT NULL,                -- d_game.id
    seat       INTEGER NOT NULL,                -- from 0
    person     INTEGER NOT NULL,                -- person.id after merges
    total      INTEGER,                         -- points
    rank       INTEGER,                         -- competition rank, ties share
    win60      INTEGER,                         -- win points in sixtieths; NULL for solo
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

-- The Merkle tree, one row for each complete subtree of 256^level leaves.
CREATE TABLE d_tile (
    level    INTEGER NOT NULL,                  -- from 1
    position INTEGER NOT NULL,                  -- from 0
    hash     BLOB    NOT NULL,                  -- root of the subtree, SHA-256
    PRIMARY KEY (level, position)
) STRICT, WITHOUT ROWID;
