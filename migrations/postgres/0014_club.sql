CREATE TABLE entry (
    seq    bigint PRIMARY KEY,
    at     bigint NOT NULL,
    author text COLLATE "C"    NOT NULL,
    kind   text COLLATE "C"    NOT NULL,
    game   bigint NOT NULL,
    leaf   bytea    NOT NULL CHECK (length(leaf) = 32),
    body   text COLLATE "C"    NOT NULL
);
CREATE INDEX entry_game ON entry (game, seq);

CREATE TABLE person (
    id      bigint PRIMARY KEY,
    handle  text COLLATE "C"    NOT NULL UNIQUE,
    name    text COLLATE "C",
    folded  text COLLATE "C" UNIQUE,
    created bigint NOT NULL
);

CREATE TABLE lent_name (
    person bigint PRIMARY KEY REFERENCES person (id) DEFERRABLE INITIALLY DEFERRED,
    holder bigint NOT NULL REFERENCES person (id) DEFERRABLE INITIALLY DEFERRED
);

CREATE TABLE two_people (
    one   bigint NOT NULL REFERENCES person (id) DEFERRABLE INITIALLY DEFERRED,
    other bigint NOT NULL REFERENCES person (id) DEFERRABLE INITIALLY DEFERRED,
    PRIMARY KEY (one, other)
);

CREATE TABLE place (
    id   bigint PRIMARY KEY,
    name text COLLATE "C" NOT NULL UNIQUE
);

CREATE TABLE night (
    day   bigint PRIMARY KEY,
    title text COLLATE "C",
    place bigint REFERENCES place (id),
    note  text COLLATE "C"
);

CREATE TABLE aside (
    entry    bigint NOT NULL REFERENCES entry (seq),
    position bigint NOT NULL,
    keyword  text COLLATE "C"    NOT NULL,
    text     text COLLATE "C"    NOT NULL,
    PRIMARY KEY (entry, position)
);

CREATE TABLE whereabouts (
    entry bigint PRIMARY KEY REFERENCES entry (seq),
    place bigint NOT NULL REFERENCES place (id)
);

CREATE TABLE seen (
    hash bytea PRIMARY KEY CHECK (length(hash) = 16),
    game bigint NOT NULL
);

CREATE TABLE seen_recent (
    hash bytea PRIMARY KEY CHECK (length(hash) = 16),
    game bigint NOT NULL
);

CREATE TABLE import (
    number bigint PRIMARY KEY,
    at     bigint NOT NULL,
    author text COLLATE "C"    NOT NULL
);

CREATE TABLE import_run (
    import bigint NOT NULL REFERENCES import (number),
    first  bigint NOT NULL,
    last   bigint NOT NULL,
    PRIMARY KEY (import, first)
);

CREATE TABLE "foreign" (
    source text COLLATE "C"    NOT NULL,
    kind   text COLLATE "C"    NOT NULL,
    id     text COLLATE "C"    NOT NULL,
    ours   text COLLATE "C"    NOT NULL,
    state  bytea CHECK (length(state) = 16),
    entry  bigint NOT NULL,
    changed bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (source, kind, id)
);
CREATE INDEX foreign_ours ON "foreign" (kind, ours, source, id);

CREATE TABLE token (
    id      text COLLATE "C" PRIMARY KEY,
    hash    bytea    NOT NULL UNIQUE CHECK (length(hash) = 32),
    label   text COLLATE "C"    NOT NULL,
    scopes  text COLLATE "C"    NOT NULL,
    created bigint NOT NULL,
    expires bigint,
    revoked bigint
);

CREATE TABLE catalogue (
    hash  bytea PRIMARY KEY CHECK (length(hash) = 32),
    game  text COLLATE "C"    NOT NULL,
    name  text COLLATE "C"    NOT NULL,
    json  text COLLATE "C"    NOT NULL,
    added bigint NOT NULL
);

CREATE TABLE checkpoint (
    size bigint PRIMARY KEY,
    at   bigint NOT NULL,
    text text COLLATE "C"    NOT NULL
);

CREATE TABLE setting (
    name  text COLLATE "C" PRIMARY KEY,
    value bytea NOT NULL
);

CREATE TABLE answer (
    token   text COLLATE "C"    NOT NULL,
    key     text COLLATE "C"    NOT NULL,
    request bytea    NOT NULL CHECK (length(request) = 32),
    at      bigint NOT NULL,
    status  bigint NOT NULL,
    type    text COLLATE "C"    NOT NULL,
    place   text COLLATE "C",
    body    bytea    NOT NULL,
    PRIMARY KEY (token, key)
);
CREATE INDEX answer_at ON answer (at);

CREATE TABLE head (
    one     boolean PRIMARY KEY DEFAULT true CHECK (one),
    size    bigint NOT NULL,
    version bigint NOT NULL
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

CREATE TABLE d_game (
    id       bigint PRIMARY KEY,
    game     text COLLATE "C"    NOT NULL,
    rules    bigint NOT NULL,
    variant  text COLLATE "C"    NOT NULL,
    level    text COLLATE "C"    NOT NULL,
    seats    bigint NOT NULL,
    status   text COLLATE "C"    NOT NULL CHECK (status = 'live' OR status = 'finished' OR status = 'abandoned' OR status = 'void'),
    source   bigint NOT NULL,
    last     bigint NOT NULL,
    plies    bigint NOT NULL,
    played   bigint,
    day      bigint,
    margin   bigint,
    verdict  text COLLATE "C",
    digest   bytea,
    duration bigint
);
CREATE INDEX d_game_day ON d_game (day);
CREATE INDEX d_game_title ON d_game (game, day);
CREATE INDEX d_game_live ON d_game (id) WHERE status = 'live';

CREATE TABLE d_seat (
    game       bigint NOT NULL,
    seat       bigint NOT NULL,
    person     bigint NOT NULL,
    team       bigint NOT NULL,
    total      bigint,
    rank       bigint,
    win        bigint,
    categories bytea,
    PRIMARY KEY (game, seat)
);
CREATE INDEX d_seat_person ON d_seat (person, game);

CREATE TABLE d_facts (
    game bigint PRIMARY KEY,
    body bytea NOT NULL
);

CREATE TABLE d_alias (
    person bigint PRIMARY KEY,
    target bigint NOT NULL
);

CREATE TABLE d_title (
    id     text COLLATE "C" PRIMARY KEY,
    name   text COLLATE "C" NOT NULL,
    target text COLLATE "C" NOT NULL
);

CREATE TABLE d_title_name (
    folded text COLLATE "C" PRIMARY KEY,
    title  text COLLATE "C" NOT NULL
);

CREATE TABLE d_tile (
    level    bigint NOT NULL,
    position bigint NOT NULL,
    hash     bytea    NOT NULL,
    PRIMARY KEY (level, position)
);

CREATE TABLE d_aggregate (
    game      text COLLATE "C"    NOT NULL,
    variant   text COLLATE "C"    NOT NULL,
    seats     bigint NOT NULL,
    level     text COLLATE "C"    NOT NULL,
    month     bigint NOT NULL,
    catalogue bytea    NOT NULL,
    games     bigint NOT NULL,
    body      bytea    NOT NULL,
    PRIMARY KEY (game, variant, seats, level, month, catalogue)
);

CREATE TABLE d_standing (
    person        bigint NOT NULL,
    game          text COLLATE "C"    NOT NULL,
    variant       text COLLATE "C"    NOT NULL,
    seats         bigint NOT NULL,
    level         text COLLATE "C"    NOT NULL,
    month         bigint NOT NULL,
    games         bigint NOT NULL,
    wins          bigint NOT NULL,
    win           bigint NOT NULL,
    total         bigint NOT NULL,
    total_squares bigint NOT NULL,
    best          bigint NOT NULL,
    categories    bytea    NOT NULL,
    PRIMARY KEY (person, game, variant, seats, level, month)
);

CREATE TABLE d_pair (
    game    text COLLATE "C"    NOT NULL,
    a       bigint NOT NULL,
    b       bigint NOT NULL,
    games   bigint NOT NULL,
    a_first bigint NOT NULL,
    b_first bigint NOT NULL,
    a_won   bigint NOT NULL,
    b_won   bigint NOT NULL,
    PRIMARY KEY (game, a, b)
);
CREATE INDEX d_pair_b ON d_pair (b, game, a);

CREATE TABLE d_evening (
    person  bigint NOT NULL,
    day     bigint NOT NULL,
    game    text COLLATE "C"    NOT NULL,
    variant text COLLATE "C"    NOT NULL,
    seats   bigint NOT NULL,
    level   text COLLATE "C"    NOT NULL,
    body    bytea    NOT NULL,
    PRIMARY KEY (person, day, game, variant, seats, level)
);

CREATE TABLE d_record (
    person  bigint NOT NULL,
    game    text COLLATE "C"    NOT NULL,
    variant text COLLATE "C"    NOT NULL,
    seats   bigint NOT NULL,
    level   text COLLATE "C"    NOT NULL,
    month   bigint NOT NULL,
    body    bytea    NOT NULL,
    PRIMARY KEY (person, game, variant, seats, level, month)
);

CREATE TABLE d_run (
    person    bigint NOT NULL,
    game      text COLLATE "C"    NOT NULL,
    month     bigint NOT NULL,
    games     bigint NOT NULL,
    first     bigint NOT NULL,
    last      bigint NOT NULL,
    tail      bigint NOT NULL,
    best      bigint NOT NULL,
    first_end bigint NOT NULL,
    best_end  bigint NOT NULL,
    last_game bigint NOT NULL,
    PRIMARY KEY (person, game, month)
);

CREATE TABLE d_history (
    game text COLLATE "C"    NOT NULL,
    day  bigint NOT NULL,
    body bytea    NOT NULL,
    PRIMARY KEY (game, day)
);

CREATE TABLE d_season (
    id     bigint PRIMARY KEY,
    last   bigint NOT NULL,
    name   text COLLATE "C"    NOT NULL,
    opens  bigint NOT NULL,
    ends   bigint NOT NULL,
    title  text COLLATE "C",
    points text COLLATE "C"    NOT NULL,
    closed bigint
);
INSERT INTO setting (name, value) VALUES ('people-version', '1'), ('token-version', '1');
