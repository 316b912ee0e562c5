-- What the decisions of games were worth (src/review): a cache that takes minutes to fill, and the queue of those that were asked for.
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
