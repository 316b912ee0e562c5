-- A club's tables that a move writes to, for pgbench (bench/postgres): what schema/schema.sql has, as PostgreSQL says it; :club is its
-- schema. pgbench inserts into them what one accepted move does.
CREATE SCHEMA :club;
SET search_path = :club;
CREATE TABLE head (size bigint NOT NULL) WITH (fillfactor = 10);
INSERT INTO head VALUES (1000);
CREATE TABLE entry (
    seq    bigint PRIMARY KEY,
    at     bigint NOT NULL,
    author text COLLATE "C" NOT NULL,
    kind   text COLLATE "C" NOT NULL,
    game   bigint NOT NULL,
    leaf   bytea NOT NULL CHECK (length(leaf) = 32),
    body   text COLLATE "C" NOT NULL
);
CREATE INDEX entry_game ON entry (game, seq);
CREATE TABLE answer (
    token   text COLLATE "C" NOT NULL,
    key     text COLLATE "C" NOT NULL,
    request bytea NOT NULL CHECK (length(request) = 32),
    at      bigint NOT NULL,
    status  integer NOT NULL,
    type    text COLLATE "C" NOT NULL,
    place   text COLLATE "C",
    body    bytea NOT NULL,
    PRIMARY KEY (token, key)
);
CREATE INDEX answer_at ON answer (at);
CREATE TABLE d_game (
    id       bigint PRIMARY KEY,
    game     text COLLATE "C" NOT NULL,
    rules    integer NOT NULL,
    variant  text COLLATE "C" NOT NULL,
    level    text COLLATE "C" NOT NULL,
    seats    integer NOT NULL,
    status   text COLLATE "C" NOT NULL,
    source   bigint NOT NULL,
    last     bigint NOT NULL,
    plies    integer NOT NULL,
    played   bigint,
    day      integer,
    margin   integer,
    verdict  text COLLATE "C",
    digest   bytea,
    duration integer
);
CREATE INDEX d_game_day ON d_game (day);
CREATE INDEX d_game_title ON d_game (game, day);
CREATE INDEX d_game_live ON d_game (id) WHERE status = 'live';
INSERT INTO d_game (id, game, rules, variant, level, seats, status, source, last, plies, digest)
SELECT n, 'foret', 1, 'standard', 'table', 3, 'live', n, n, 0, decode(repeat('00', 32), 'hex') FROM generate_series(1, 1000) AS n;
