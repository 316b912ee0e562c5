# shellcheck shell=bash
# Databases as older versions of the program left them, made from one of this version.

# to_schema_9 <database>: without titles, teams, durations, seasons, second thoughts and reviews.
to_schema_9() {
    sqlite3 "$1" "DROP INDEX d_game_title; ALTER TABLE d_game DROP COLUMN duration; ALTER TABLE d_seat DROP COLUMN team;
                  DROP TABLE d_title; DROP TABLE d_title_name; DROP TABLE d_season;
                  DROP TABLE import_run; DROP TABLE import; DROP TABLE lent_name; DROP TABLE two_people; DROP TABLE \"foreign\";
                  DROP TABLE review; DROP TABLE review_job; PRAGMA user_version = 9;"
}

# to_schema_7 <database>: win points in sixtieths, standings with their squares, facts of version 4; sums are those of nothing.
to_schema_7() {
    to_schema_9 "$1"
    sqlite3 "$1" "ALTER TABLE d_seat RENAME COLUMN win TO win60; UPDATE d_seat SET win60 = win60 / 462;
                  CREATE TABLE standing AS SELECT * FROM d_standing; DROP TABLE d_standing;
                  $(sed -n '/^CREATE TABLE d_standing/,/^) STRICT/p' "$SOURCE_DIR"/migrations/0003_*.sql)
                  INSERT INTO d_standing SELECT person, game, variant, seats, level, month, games, wins, win / 462, 0, total, total_squares, best FROM standing;
                  DROP TABLE standing; UPDATE d_facts SET body = CAST(x'04' || substr(body, 2) AS BLOB);
                  DELETE FROM setting WHERE name = 'derived-stale'; PRAGMA user_version = 7;"
}
