-- What ids of other programs (BG Stats, BoardGameGeek, spreadsheets) became here: a second import of a newer file adds what is new
-- and corrects what changed.
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
