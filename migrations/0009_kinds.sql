-- The list of kinds leaves the CHECK of `entry`: service and audit hold it (src/service/kinds.c). The log is not copied for it, which would
-- take long and twice the space: only the text of the table changes, as SQLite's documentation allows for a constraint that is taken away.
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = 'CREATE TABLE entry (
    seq    INTEGER PRIMARY KEY,                 -- 1, 2, 3, … without gaps
    at     INTEGER NOT NULL,                    -- when it was accepted
    author TEXT    NOT NULL,                    -- id of the token that wrote it, or `cli`
    kind   TEXT    NOT NULL,                    -- what happened, a word out of the list in src/service/kinds.c
    game   INTEGER NOT NULL,                    -- seq of the entry that opened the game (its own for open and import); 0: no game
    leaf   BLOB    NOT NULL CHECK (length(leaf) = 32), -- SHA-256(0x00, then seq, at, author, kind, game, body, each followed by a line feed)
    body   TEXT    NOT NULL                     -- record text, people as @id (docs/data-model.md has a form for each kind); last, because it is long
) STRICT' WHERE type = 'table' AND name = 'entry';
PRAGMA writable_schema = RESET;
-- Another schema: whoever has read the old text reads it again.
CREATE TABLE schema_changed (unused INTEGER) STRICT;
DROP TABLE schema_changed;
