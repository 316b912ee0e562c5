-- What the daemon needs: answers kept by Idempotency-Key, and numbers that grow when something beside the log changes.
-- ============================================================ enduring

-- The first answer to each request that came with an Idempotency-Key, for a week.
CREATE TABLE answer (
    token   TEXT    NOT NULL,                   -- id of the token that asked
    key     TEXT    NOT NULL,                   -- the client's Idempotency-Key
    request BLOB    NOT NULL CHECK (length(request) = 32), -- SHA-256 of method, path and body: another one is refused
    at      INTEGER NOT NULL,                   -- when it was answered
    status  INTEGER NOT NULL,                   -- of HTTP
    type    TEXT    NOT NULL,                   -- media type of the body
    place   TEXT,                               -- the Location header; NULL: none
    body    BLOB    NOT NULL,                   -- the answer, byte for byte
    PRIMARY KEY (token, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX answer_at ON answer (at);

-- Names, places and nights change without the log growing: whoever caches an answer looks at people-version as well.
INSERT INTO setting (name, value) VALUES ('people-version', CAST('1' AS BLOB)), ('token-version', CAST('1' AS BLOB));
CREATE TRIGGER person_added AFTER INSERT ON person
BEGIN UPDATE setting SET value = CAST(CAST(CAST(value AS TEXT) AS INTEGER) + 1 AS BLOB) WHERE name = 'people-version'; END;
CREATE TRIGGER person_changed AFTER UPDATE ON person
BEGIN UPDATE setting SET value = CAST(CAST(CAST(value AS TEXT) AS INTEGER) + 1 AS BLOB) WHERE name = 'people-version'; END;
CREATE TRIGGER place_added AFTER INSERT ON place
BEGIN UPDATE setting SET value = CAST(CAST(CAST(value AS TEXT) AS INTEGER) + 1 AS BLOB) WHERE name = 'people-version'; END;
CREATE TRIGGER place_changed AFTER UPDATE ON place
BEGIN UPDATE setting SET value = CAST(CAST(CAST(value AS TEXT) AS INTEGER) + 1 AS BLOB) WHERE name = 'people-version'; END;
CREATE TRIGGER night_added AFTER INSERT ON night
BEGIN UPDATE setting SET value = CAST(CAST(CAST(value AS TEXT) AS INTEGER) + 1 AS BLOB) WHERE name = 'people-version'; END;
CREATE TRIGGER night_changed AFTER UPDATE ON night
BEGIN UPDATE setting SET value = CAST(CAST(CAST(value AS TEXT) AS INTEGER) + 1 AS BLOB) WHERE name = 'people-version'; END;
CREATE TRIGGER night_removed AFTER DELETE ON night
BEGIN UPDATE setting SET value = CAST(CAST(CAST(value AS TEXT) AS INTEGER) + 1 AS BLOB) WHERE name = 'people-version'; END;
CREATE TRIGGER aside_removed AFTER DELETE ON aside
BEGIN UPDATE setting SET value = CAST(CAST(CAST(value AS TEXT) AS INTEGER) + 1 AS BLOB) WHERE name = 'people-version'; END;
CREATE TRIGGER whereabouts_removed AFTER DELETE ON whereabouts
BEGIN UPDATE setting SET value = CAST(CAST(CAST(value AS TEXT) AS INTEGER) + 1 AS BLOB) WHERE name = 'people-version'; END;
CREATE TRIGGER catalogue_added AFTER INSERT ON catalogue
BEGIN UPDATE setting SET value = CAST(CAST(CAST(value AS TEXT) AS INTEGER) + 1 AS BLOB) WHERE name = 'people-version'; END;
CREATE TRIGGER token_added AFTER INSERT ON token
BEGIN UPDATE setting SET value = CAST(CAST(CAST(value AS TEXT) AS INTEGER) + 1 AS BLOB) WHERE name = 'token-version'; END;
CREATE TRIGGER token_changed AFTER UPDATE ON token
BEGIN UPDATE setting SET value = CAST(CAST(CAST(value AS TEXT) AS INTEGER) + 1 AS BLOB) WHERE name = 'token-version'; END;
