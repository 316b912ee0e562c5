-- Seasons: made, changed and closed by `season` entries of the log. No database has such entries yet, so the table is right while it is empty.
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
