-- Second thoughts: which entries one import added, so that it can be undone; names that went over to whom a person was merged into, so that
-- an unmerge gives them back; people of whom somebody said that they are two.
CREATE TABLE import (
    number INTEGER PRIMARY KEY,                 -- 1, 2, 3, …: what `dendro import` prints
    at     INTEGER NOT NULL,                    -- when it added its first entry
    author TEXT    NOT NULL                     -- as in entry
) STRICT;
CREATE TABLE import_run (
    import INTEGER NOT NULL REFERENCES import (number), -- whose
    first  INTEGER NOT NULL,                    -- entry.seq of the first of a run that nobody else's entry interrupts
    last   INTEGER NOT NULL,                    -- entry.seq of the last
    PRIMARY KEY (import, first)
) STRICT, WITHOUT ROWID;
CREATE TABLE lent_name (
    person INTEGER PRIMARY KEY REFERENCES person (id) DEFERRABLE INITIALLY DEFERRED, -- who was merged, and has no name while it is lent; deferred: an erasure writes all people anew
    holder INTEGER NOT NULL REFERENCES person (id) DEFERRABLE INITIALLY DEFERRED -- who is called so now
) STRICT;
CREATE TABLE two_people (
    one   INTEGER NOT NULL REFERENCES person (id) DEFERRABLE INITIALLY DEFERRED, -- the smaller id
    other INTEGER NOT NULL REFERENCES person (id) DEFERRABLE INITIALLY DEFERRED, -- the larger
    PRIMARY KEY (one, other)
) STRICT, WITHOUT ROWID;
-- It changes an answer without the log growing.
CREATE TRIGGER two_added AFTER INSERT ON two_people
BEGIN UPDATE setting SET value = CAST(CAST(CAST(value AS TEXT) AS INTEGER) + 1 AS BLOB) WHERE name = 'people-version'; END;
