CREATE TABLE review (
    game    bigint PRIMARY KEY,
    entry   bigint NOT NULL,
    version bigint NOT NULL,
    budget  bigint NOT NULL,
    since   bigint NOT NULL,
    made    bigint NOT NULL,
    sums    text COLLATE "C"    NOT NULL,
    body    text COLLATE "C"    NOT NULL
);
CREATE TABLE review_job (
    game   bigint PRIMARY KEY,
    entry  bigint NOT NULL,
    budget bigint NOT NULL,
    author text COLLATE "C"    NOT NULL,
    asked  bigint NOT NULL,
    turn   bigint NOT NULL,
    tries  bigint NOT NULL,
    holder text COLLATE "C"    NOT NULL,
    until  bigint NOT NULL,
    why    text COLLATE "C"    NOT NULL
);
CREATE INDEX review_job_turn ON review_job (turn, game);
