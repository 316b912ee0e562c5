-- The whole schema of one club on PostgreSQL: a schema club_SLUG that has all of it. The same tables and columns as schema.sql, which says more;
-- a test compares them. Numbers are bigint, text is compared byte by byte, as SQLite does.
--
-- migrations/postgres brings a club from any released version to this one.

-- ============================================================ enduring

-- The log. One row for each game touched by an accepted request. Never changed, never deleted: the triggers below refuse it,
-- and the Merkle tree over `leaf` proves it.
CREATE TABLE entry (
    seq    bigint PRIMARY KEY,                 -- 1, 2, 3, … without gaps
    at     bigint NOT NULL,                    -- when it was accepted
    author text COLLATE "C"    NOT NULL,                    -- id of the token that wrote it, or `cli`
    kind   text COLLATE "C"    NOT NULL,                    -- what happened, a word out of the list in src/service/kinds.c
    game   bigint NOT NULL,                    -- seq of the entry that opened the game (its own for open and import); 0: no game
    leaf   bytea    NOT NULL CHECK (length(leaf) = 32), -- SHA-256(0x00, then seq, at, author, kind, game, body, each followed by a line feed)
    body   text COLLATE "C"    NOT NULL                     -- record text, people as @id (docs/data-model.md has a form for each kind); last, because it is long
);
CREATE INDEX entry_game ON entry (game, seq);

-- People. The log knows only `handle`; erasing a name leaves the log valid.
CREATE TABLE person (
    id      bigint PRIMARY KEY,                -- for joins, never shown
    handle  text COLLATE "C"    NOT NULL UNIQUE,            -- random, what the log and the API call this person
    name    text COLLATE "C",                               -- as people write it; NULL once erased
    folded  text COLLATE "C" UNIQUE,                        -- the name without case and accents, so that nobody exists twice; NULL once erased
    created bigint NOT NULL                    -- when
);

-- A merged person's name that went over to whom they were merged into: while that one keeps it, it is lent; an unmerge needs it back.
CREATE TABLE lent_name (
    person bigint PRIMARY KEY REFERENCES person (id) DEFERRABLE INITIALLY DEFERRED, -- who was merged, and has no name while it is lent; deferred: an erasure writes all people anew
    holder bigint NOT NULL REFERENCES person (id) DEFERRABLE INITIALLY DEFERRED -- who is called so now
);

-- People with names that look alike, of whom somebody said that they are two: nobody is asked again.
CREATE TABLE two_people (
    one   bigint NOT NULL REFERENCES person (id) DEFERRABLE INITIALLY DEFERRED, -- the smaller id
    other bigint NOT NULL REFERENCES person (id) DEFERRABLE INITIALLY DEFERRED, -- the larger
    PRIMARY KEY (one, other)
);

-- Where games are played.
CREATE TABLE place (
    id   bigint PRIMARY KEY,                   -- for joins, never shown
    name text COLLATE "C" NOT NULL UNIQUE                   -- as people write it
);

-- A club night: a calendar day on which games are played, with what people say about it.
CREATE TABLE night (
    day   bigint PRIMARY KEY,                  -- days since 1970-01-01
    title text COLLATE "C",                                 -- what it is called; NULL: nothing
    place bigint REFERENCES place (id),        -- where; NULL: not said
    note  text COLLATE "C"                                  -- what people say about it
);

-- What a record says besides the game itself, kept outside the log so that it can be erased: notes, its own id, x- headers.
CREATE TABLE aside (
    entry    bigint NOT NULL REFERENCES entry (seq), -- the entry (open, import, correct) whose record said it
    position bigint NOT NULL,                  -- order of the lines
    keyword  text COLLATE "C"    NOT NULL,                  -- note, id, x-…
    text     text COLLATE "C"    NOT NULL,                  -- the rest of the line
    PRIMARY KEY (entry, position)
);

-- Where the game of an entry (open, import, correct) was played.
CREATE TABLE whereabouts (
    entry bigint PRIMARY KEY REFERENCES entry (seq), -- the entry whose record said it
    place bigint NOT NULL REFERENCES place (id) -- where it was
);

-- Imported records, by a keyed hash of their canonical text: the same import twice changes nothing the second time.
CREATE TABLE seen (
    hash bytea PRIMARY KEY CHECK (length(hash) = 16), -- base/keyed_hash.h, with the setting seen-key
    game bigint NOT NULL                       -- the game it became
);

-- The newest of them, poured into `seen` when there are many: inserting at random into a large table is slow.
CREATE TABLE seen_recent (
    hash bytea PRIMARY KEY CHECK (length(hash) = 16), -- as in seen
    game bigint NOT NULL                       -- as in seen
);

-- Imports that added something, by number.
CREATE TABLE import (
    number bigint PRIMARY KEY,                 -- 1, 2, 3, …: what `dendro import` prints
    at     bigint NOT NULL,                    -- when it added its first entry
    author text COLLATE "C"    NOT NULL                     -- as in entry
);

-- The entries that each of them added: what `dendro import --undo` makes void.
CREATE TABLE import_run (
    import bigint NOT NULL REFERENCES import (number), -- whose
    first  bigint NOT NULL,                    -- entry.seq of the first of a run that nobody else's entry interrupts
    last   bigint NOT NULL,                    -- entry.seq of the last
    PRIMARY KEY (import, first)
);

-- What ids of other programs (BG Stats, BoardGameGeek, spreadsheets) became here: a second import of a newer file adds what is new and corrects what changed.
CREATE TABLE "foreign" (
    source text COLLATE "C"    NOT NULL,                    -- bgstats, bgg, csv
    kind   text COLLATE "C"    NOT NULL,                    -- play, person, title
    id     text COLLATE "C"    NOT NULL,                    -- there: a uuid, a user name, a number; of a person whose name was erased # and a keyed hash of it
    ours   text COLLATE "C"    NOT NULL,                    -- d_game.id, person.handle, d_title.id or the id of a game with an engine
    state  bytea CHECK (length(state) = 16),     -- of a play: keyed hash of what it was there when both last agreed; NULL: no play
    entry  bigint NOT NULL,                    -- of a play: the last entry of its game at that time; 0: no play
    changed bigint NOT NULL DEFAULT 0,         -- of a play: when it was last changed there, as its file says, in seconds of the clock on the wall; 0: not said
    PRIMARY KEY (source, kind, id)
);
CREATE INDEX foreign_ours ON "foreign" (kind, ours, source, id);

-- Who may write. The token itself is shown once and never stored.
CREATE TABLE token (
    id      text COLLATE "C" PRIMARY KEY,                   -- public; the author of entries
    hash    bytea    NOT NULL UNIQUE CHECK (length(hash) = 32), -- SHA-256 of the secret part
    label   text COLLATE "C"    NOT NULL,                   -- who or what it was given to
    scopes  text COLLATE "C"    NOT NULL,                   -- words out of read, record, admin
    created bigint NOT NULL,                   -- when
    expires bigint,                            -- NULL: never
    revoked bigint                             -- when; NULL: valid
);

-- Card catalogues, by the hash of their bytes. Games are pinned to them: never changed, never deleted, as the log.
CREATE TABLE catalogue (
    hash  bytea PRIMARY KEY CHECK (length(hash) = 32), -- SHA-256 of json
    game  text COLLATE "C"    NOT NULL,                     -- id of the game it is for
    name  text COLLATE "C"    NOT NULL,                     -- as people call it
    json  text COLLATE "C"    NOT NULL,                     -- the catalogue, byte for byte
    added bigint NOT NULL                      -- when
);

-- Signed statements of what the log was.
CREATE TABLE checkpoint (
    size bigint PRIMARY KEY,                   -- entries in the log at that time
    at   bigint NOT NULL,                      -- when it was signed
    text text COLLATE "C"    NOT NULL                       -- the signed note, as given to members
);

-- Single values: the signing key, the key of the import hash, the name in the key, what the club says about itself, the version of the people tables.
CREATE TABLE setting (
    name  text COLLATE "C" PRIMARY KEY,                     -- signing-key, seen-key, club, club-name, club-zone, club-language, people-version, token-version, probe, probe-room, flush-due
    value bytea NOT NULL                         -- bytes or text, as the name says
);

-- The first answer to each request that came with an Idempotency-Key, for a week.
CREATE TABLE answer (
    token   text COLLATE "C"    NOT NULL,                   -- id of the token that asked
    key     text COLLATE "C"    NOT NULL,                   -- the client's Idempotency-Key
    request bytea    NOT NULL CHECK (length(request) = 32), -- SHA-256 of method, path and body: another one is refused
    at      bigint NOT NULL,                   -- when it was answered
    status  bigint NOT NULL,                   -- of HTTP
    type    text COLLATE "C"    NOT NULL,                   -- media type of the body
    place   text COLLATE "C",                               -- the Location header; NULL: none
    body    bytea    NOT NULL,                   -- the answer, byte for byte
    PRIMARY KEY (token, key)
);
CREATE INDEX answer_at ON answer (at);

-- ============================================================ what PostgreSQL needs besides

-- The one row that says how far the log is. Whoever writes begins by locking it, so that the writers of a club come one after the other.
CREATE TABLE head (
    one     boolean PRIMARY KEY DEFAULT true CHECK (one), -- there is no second row
    size    bigint NOT NULL,                    -- entries in the log
    version bigint NOT NULL                     -- of this schema, as PRAGMA user_version is SQLite's
);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION '% is never changed', TG_TABLE_NAME; END $$;
CREATE FUNCTION entry_follows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.seq <> (SELECT coalesce(max(seq), 0) + 1 FROM entry) THEN RAISE EXCEPTION 'entries are numbered without gaps'; END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER entry_no_change BEFORE UPDATE OR DELETE OR TRUNCATE ON entry FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER entry_in_order BEFORE INSERT ON entry FOR EACH ROW EXECUTE FUNCTION entry_follows();
CREATE TRIGGER catalogue_no_change BEFORE UPDATE OR DELETE OR TRUNCATE ON catalogue FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Names, places and nights change without the log growing: whoever caches an answer looks at people-version as well.
CREATE FUNCTION count_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE setting SET value = convert_to((convert_from(value, 'UTF8')::bigint + 1)::text, 'UTF8') WHERE name = TG_ARGV[0];
    RETURN NULL;
END $$;
CREATE TRIGGER person_changed AFTER INSERT OR UPDATE ON person FOR EACH ROW EXECUTE FUNCTION count_version('people-version');
CREATE TRIGGER place_changed AFTER INSERT OR UPDATE ON place FOR EACH ROW EXECUTE FUNCTION count_version('people-version');
CREATE TRIGGER night_changed AFTER INSERT OR UPDATE OR DELETE ON night FOR EACH ROW EXECUTE FUNCTION count_version('people-version');
CREATE TRIGGER aside_removed AFTER DELETE ON aside FOR EACH ROW EXECUTE FUNCTION count_version('people-version');
CREATE TRIGGER whereabouts_removed AFTER DELETE ON whereabouts FOR EACH ROW EXECUTE FUNCTION count_version('people-version');
CREATE TRIGGER catalogue_added AFTER INSERT ON catalogue FOR EACH ROW EXECUTE FUNCTION count_version('people-version');
CREATE TRIGGER two_added AFTER INSERT ON two_people FOR EACH ROW EXECUTE FUNCTION count_version('people-version');
CREATE TRIGGER token_changed AFTER INSERT OR UPDATE ON token FOR EACH ROW EXECUTE FUNCTION count_version('token-version');


-- ============================================================ derived

-- One row for each game, as its entries leave it.
CREATE TABLE d_game (
    id       bigint PRIMARY KEY,               -- seq of the entry that opened it
    game     text COLLATE "C"    NOT NULL,                  -- what was played: foret, ecos, …, or the id of a title
    rules    bigint NOT NULL,                  -- version of the rules
    variant  text COLLATE "C"    NOT NULL,                  -- of the game; played: a pad of which nobody wrote down who won
    level    text COLLATE "C"    NOT NULL,                  -- how much of it was written down
    seats    bigint NOT NULL,                  -- number of players
    status   text COLLATE "C"    NOT NULL CHECK (status = 'live' OR status = 'finished' OR status = 'abandoned' OR status = 'void'), -- void: by a void entry
    source   bigint NOT NULL,                  -- the entry (open, import, correct) whose record stands
    last     bigint NOT NULL,                  -- the last entry that touched it
    plies    bigint NOT NULL,                  -- standing lines
    played   bigint,                           -- when, if the record says so
    day      bigint,                           -- the night it belongs to: the night line, else the day of `played`
    margin   bigint,                           -- solo: player's total minus rival's
    verdict  text COLLATE "C",                              -- solo: hard, normal, easy, loss; together: won, lost
    digest   bytea,                              -- of the position after the last ply
    duration bigint                            -- minutes, if the record says so
);
CREATE INDEX d_game_day ON d_game (day);
CREATE INDEX d_game_title ON d_game (game, day);
CREATE INDEX d_game_live ON d_game (id) WHERE status = 'live'; -- few at any time, and asked for often

-- One row for each player's seat of each game. Results are NULL until the game is finished.
CREATE TABLE d_seat (
    game       bigint NOT NULL,                -- d_game.id
    seat       bigint NOT NULL,                -- from 0
    person     bigint NOT NULL,                -- person.id after merges; 0: a guest
    team       bigint NOT NULL,                -- number of the team, from 1; 0: alone
    total      bigint,                         -- points, of a title in hundredths; NULL also where totals do not decide
    rank       bigint,                         -- competition rank, ties share; 0: none
    win        bigint,                         -- win points in units of 1/27720; NULL for solo
    categories bytea,                            -- int16 little-endian, one a category of the game
    PRIMARY KEY (game, seat)
);
CREATE INDEX d_seat_person ON d_seat (person, game);

-- What each card of a finished game earned and where it lay, packed (src/stats/facts.h).
CREATE TABLE d_facts (
    game bigint PRIMARY KEY,                   -- d_game.id
    body bytea NOT NULL                          -- version, then one fact after another
);

-- Merged people: the one on the left is the one on the right.
CREATE TABLE d_alias (
    person bigint PRIMARY KEY,                 -- person.id of the one merged
    target bigint NOT NULL                     -- person.id of the one that stays, never itself merged
);

-- Titles that are played without an engine, as the title entries make, rename and merge them.
CREATE TABLE d_title (
    id     text COLLATE "C" PRIMARY KEY,                    -- the name with which it was made, without case and accents
    name   text COLLATE "C" NOT NULL,                       -- as people write it
    target text COLLATE "C" NOT NULL                        -- the title that it is now, never itself merged; itself: not merged
);

-- Every name that a title has or had.
CREATE TABLE d_title_name (
    folded text COLLATE "C" PRIMARY KEY,                    -- without case and accents
    title  text COLLATE "C" NOT NULL                        -- d_title.id that was given this name
);

-- The Merkle tree, one row for each complete subtree of 256^level leaves.
CREATE TABLE d_tile (
    level    bigint NOT NULL,                  -- from 1
    position bigint NOT NULL,                  -- from 0
    hash     bytea    NOT NULL,                  -- root of the subtree, SHA-256
    PRIMARY KEY (level, position)
);

-- What the cards of a group of finished games add up to.
CREATE TABLE d_aggregate (
    game      text COLLATE "C"    NOT NULL,                 -- foret, ecos, …
    variant   text COLLATE "C"    NOT NULL,                 -- of the game
    seats     bigint NOT NULL,                 -- number of players
    level     text COLLATE "C"    NOT NULL,                 -- how much of it was written down
    month     bigint NOT NULL,                 -- of the night: 12 x year + month - 1; -1: no day is known
    catalogue bytea    NOT NULL,                 -- catalogue.hash of what the cards are; empty for a game without catalogues
    games     bigint NOT NULL,                 -- so many
    body      bytea    NOT NULL,                 -- totals, categories and a fold a type of card (src/stats/aggregate.h)
    PRIMARY KEY (game, variant, seats, level, month, catalogue)
);

-- What a person's results in a group of finished games add up to. With game '' over all titles: variant '' for all that are rated, level '', no points.
CREATE TABLE d_standing (
    person        bigint NOT NULL,             -- person.id after merges
    game          text COLLATE "C"    NOT NULL,             -- the group, as in d_aggregate
    variant       text COLLATE "C"    NOT NULL,             -- likewise
    seats         bigint NOT NULL,             -- likewise
    level         text COLLATE "C"    NOT NULL,             -- likewise
    month         bigint NOT NULL,             -- likewise
    games         bigint NOT NULL,             -- seat-games
    wins          bigint NOT NULL,             -- won alone or shared; 0 for solo
    win           bigint NOT NULL,             -- win points in units of 1/27720; 0 for solo
    total         bigint NOT NULL,             -- points
    total_squares bigint NOT NULL,             -- sum of their squares
    best          bigint NOT NULL,             -- highest total
    categories    bytea    NOT NULL,             -- sum and sum of squares of each category (src/stats/evening.h)
    PRIMARY KEY (person, game, variant, seats, level, month)
);

-- What two people did against each other in the finished games of one title, with game '' of all: what ratings are fitted to.
CREATE TABLE d_pair (
    game    text COLLATE "C"    NOT NULL,                   -- foret, ecos, …
    a       bigint NOT NULL,                   -- person.id after merges
    b       bigint NOT NULL,                   -- the other one, above a
    games   bigint NOT NULL,                   -- together
    a_first bigint NOT NULL,                   -- those in which a finished before b
    b_first bigint NOT NULL,                   -- and the other way round; the others are ties
    a_won   bigint NOT NULL,                   -- weight of a's wins in units of 1/240240: 3/(seats + 1) each, half of it for a tie
    b_won   bigint NOT NULL,                   -- likewise
    PRIMARY KEY (game, a, b)
);
CREATE INDEX d_pair_b ON d_pair (b, game, a); -- everybody whom somebody met in a title

-- What a person's finished games of one night add up to, a kind of game at a time.
CREATE TABLE d_evening (
    person  bigint NOT NULL,                   -- person.id after merges
    day     bigint NOT NULL,                   -- the night; -1000000: no day is known
    game    text COLLATE "C"    NOT NULL,                   -- foret, ecos, …
    variant text COLLATE "C"    NOT NULL,                   -- of the game
    seats   bigint NOT NULL,                   -- number of players
    level   text COLLATE "C"    NOT NULL,                   -- how much of it was written down
    body    bytea    NOT NULL,                   -- results and categories (src/stats/evening.h)
    PRIMARY KEY (person, day, game, variant, seats, level)
);

-- Who holds the records of a group of finished games: everybody's, and each person's own.
CREATE TABLE d_record (
    person  bigint NOT NULL,                   -- person.id after merges; 0: everybody
    game    text COLLATE "C"    NOT NULL,                   -- the group, as in d_aggregate
    variant text COLLATE "C"    NOT NULL,                   -- likewise
    seats   bigint NOT NULL,                   -- likewise
    level   text COLLATE "C"    NOT NULL,                   -- likewise
    month   bigint NOT NULL,                   -- likewise
    body    bytea    NOT NULL,                   -- values and holders (src/stats/holders.h)
    PRIMARY KEY (person, game, variant, seats, level, month)
);

-- Games won in a row, month by month; months put together are a career.
CREATE TABLE d_run (
    person    bigint NOT NULL,                 -- person.id after merges
    game      text COLLATE "C"    NOT NULL,                 -- foret, ecos, …; empty: all games
    month     bigint NOT NULL,                 -- of the night: 12 x year + month - 1; -1: no day is known
    games     bigint NOT NULL,                 -- so many; solo is left out
    first     bigint NOT NULL,                 -- won in a row from the beginning of the month
    last      bigint NOT NULL,                 -- won in a row up to its end
    tail      bigint NOT NULL,                 -- games since the last one that was won
    best      bigint NOT NULL,                 -- the longest row
    first_end bigint NOT NULL,                 -- d_game.id of the game that ended the first row; 0: none
    best_end  bigint NOT NULL,                 -- likewise of the longest, the earliest of several
    last_game bigint NOT NULL,                 -- d_game.id of the last game
    PRIMARY KEY (person, game, month)
);

-- Ratings at the end of each night. A row that is there is right: whatever changes a night removes its row and those after it,
-- and they are fitted again from the first that is missing, by whoever has the time.
CREATE TABLE d_history (
    game text COLLATE "C"    NOT NULL,                      -- foret, ecos, …; empty: all games
    day  bigint NOT NULL,                      -- a night with finished games of two and more
    body bytea    NOT NULL,                      -- who played, with rating, sd and rated games (src/service/history.h)
    PRIMARY KEY (game, day)
);

-- One row for each season, as its entries leave it.
CREATE TABLE d_season (
    id     bigint PRIMARY KEY,                 -- seq of the entry that made it
    last   bigint NOT NULL,                    -- the last entry that touched it
    name   text COLLATE "C"    NOT NULL,                    -- as people call it
    opens  bigint NOT NULL,                    -- its first day
    ends   bigint NOT NULL,                    -- its last day
    title  text COLLATE "C",                                -- only games of this one, as in d_game.game; NULL: any
    points text COLLATE "C"    NOT NULL,                    -- `win`, or what each place earns: `5 3 2 1`
    closed bigint                              -- the entry that closed it, whose body has the board; NULL: open
);

-- ============================================================ enduring, since 15

-- What the decisions of a game were worth: a cache that takes minutes to fill. A rebuild leaves it, an audit computes a sample again.
CREATE TABLE review (
    game    bigint PRIMARY KEY,                 -- d_game.id
    entry   bigint NOT NULL,                   -- d_game.last of the game that was reviewed: of another one it is stale
    version bigint NOT NULL,                   -- of what is computed (REVIEW_VERSION of src/review/review.h)
    budget  bigint NOT NULL,                   -- playouts a decision
    since   bigint NOT NULL,                   -- when it was first reviewed as this entry leaves it: puzzles of a day are of reviews before it
    made    bigint NOT NULL,                   -- when
    sums    text COLLATE "C"    NOT NULL,                   -- a line a player: what season figures are added up from (src/service/review_text.h)
    body    text COLLATE "C"    NOT NULL                    -- a line a decision, by seat and ply: no name is in it; last, because it is long
);

-- Reviews that were asked for and are not made yet: the queue, so that a program that starts again goes on.
CREATE TABLE review_job (
    game   bigint PRIMARY KEY,                  -- d_game.id
    entry  bigint NOT NULL,                    -- its last one when it was asked for
    budget bigint NOT NULL,                    -- playouts a decision
    author text COLLATE "C"    NOT NULL,                    -- id of the token that asked, or `cli`: they take turns
    asked  bigint NOT NULL,                    -- when
    turn   bigint NOT NULL,                    -- the round of the queue in which it is made: an author has one job a round
    tries  bigint NOT NULL,                    -- how often it was begun
    holder text COLLATE "C"    NOT NULL,                    -- the run of a program that makes it; empty: none does
    until  bigint NOT NULL,                    -- when that run has lost it, unless it says that it is still there
    why    text COLLATE "C"    NOT NULL                     -- id of the message with which it failed; empty: it has not
);
CREATE INDEX review_job_turn ON review_job (turn, game);

INSERT INTO setting (name, value) VALUES ('people-version', '1'), ('token-version', '1'); -- counted from there
