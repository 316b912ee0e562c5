#!/usr/bin/env bash
# What an audit says about each thing that somebody may change in a database, to the byte, and what `rebuild --force` mends of it:
# a finding that is missed, or told of another row, is noticed here.
set -eu
. "$SOURCE_DIR/tests/support/assert.sh"
. "$SOURCE_DIR/tests/support/database.sh"
. "$SOURCE_DIR/tests/support/transcript.sh"
cd "$work"
make_club
"$DENDRO" players merge --db club.db Rachel Nour
"$DENDRO" players merge --db club.db Paula Jonas
sed 's/"id": "printed"/"id": "mine"/' "$SOURCE_DIR/catalogues/ecos/printed.json" >mine.json
"$DENDRO" catalogue add --db club.db mine.json >"$out"
"$DENDRO" log checkpoint --db club.db >"$out"
checks="PRAGMA ignore_check_constraints = ON"

# after SQL [OPTION]...: the audit of a copy in which that was done
after() {
    local sql=$1
    shift
    copy_db club.db changed.db
    tamper changed.db "$checks" "$sql"
    echo "# $sql" >>"$transcript"
    tell audit --db changed.db --quiet --threads 1 "$@"
}

note "the log"
after "UPDATE entry SET body = replace(body, 'seat 1', 'seat  1') WHERE seq = 12"
# The first has none before it, and none after it is of an earlier time: two entries may be of one millisecond.
after "UPDATE entry SET at = at - 1 WHERE seq = 1"
after "UPDATE entry SET author = 'me' WHERE seq = 5" --json
after "UPDATE entry SET kind = 'moves' WHERE seq = 7"
after "UPDATE entry SET kind = 'moves' WHERE seq = 7" --json
after "UPDATE entry SET game = 4 WHERE seq = 9"
after "UPDATE entry SET game = 99 WHERE seq = 9"
after "UPDATE entry SET leaf = zeroblob(32) WHERE seq = 2"
after "UPDATE entry SET leaf = x'00' WHERE seq = 1"
after "UPDATE entry SET leaf = x'00' WHERE seq = 23"
after "UPDATE entry SET leaf = x'00' WHERE seq = 24" --json
after "UPDATE entry SET body = 'merge nobody' WHERE seq = 23"
after "DELETE FROM entry WHERE seq = 24"
after "DELETE FROM entry WHERE seq = 10"
after "UPDATE entry SET at = 1 WHERE seq = 20"
after "UPDATE checkpoint SET text = replace(text, '24', '23')"
after "UPDATE checkpoint SET size = 20"
after "DELETE FROM d_tile"
after "INSERT INTO d_tile VALUES (1, 77, zeroblob(32))"
after "INSERT INTO d_tile VALUES (9, 0, x'00')"
same audit-log

note "games"
for change in "game = 'ecos'" "rules = 2" "variant = 'duel'" "level = 'full'" "seats = 5" "status = 'live'" "status = 'void'" "source = 2" "last = 3" \
    "plies = plies + 1" "played = 5" "played = NULL" "day = day + 1" "margin = 3" "verdict = 'easy'" "digest = zeroblob(32)" "digest = NULL"; do
    after "UPDATE d_game SET $change WHERE id = 12"
done
after "UPDATE d_game SET margin = margin + 1 WHERE id = 11" --json
after "UPDATE d_game SET verdict = 'loss' WHERE id = 11"
for change in "person = 1" "total = total + 1" "rank = 9" "win = 1" "win = NULL" "categories = NULL" "categories = x'0000'" "seat = 7"; do
    after "UPDATE d_seat SET $change WHERE game = 12 AND seat = 1"
done
after "DELETE FROM d_seat WHERE game = 12 AND seat = 2"
after "DELETE FROM d_game WHERE id = 13"
after "INSERT INTO d_seat VALUES (12, 9, 1, 0, 1, 1, 1, NULL)"
after "INSERT INTO d_game SELECT 99, game, rules, variant, level, seats, status, source, last, plies, played, day, margin, verdict, digest, duration FROM d_game WHERE id = 12"
after "UPDATE d_facts SET body = substr(body, 1, length(body) - 1) WHERE game = 10"
after "UPDATE d_facts SET body = CAST(body || x'00' AS BLOB) WHERE game = 10"
after "UPDATE d_facts SET body = x'' WHERE game = 10"
after "UPDATE d_facts SET body = CAST(x'010101' || substr(body, 4) AS BLOB) WHERE game = 10" --json
after "DELETE FROM d_facts WHERE game = 7"
after "DELETE FROM d_facts WHERE game = 7" --results
after "INSERT INTO d_facts VALUES (88, x'00')"
after "DELETE FROM d_alias WHERE person = (SELECT id FROM person WHERE name = 'Paula')"
after "UPDATE d_alias SET target = 1 WHERE person = (SELECT id FROM person WHERE name = 'Paula')"
after "INSERT INTO d_alias VALUES (1, 2)"
after "UPDATE seen SET game = 3 WHERE game = 4"
after "DELETE FROM seen"
after "DELETE FROM seen_recent"
after "UPDATE person SET folded = 'x' WHERE name = 'Nour'"
after "UPDATE person SET handle = 'nobody' WHERE name = 'Nour'"
after "DELETE FROM person WHERE name = 'Nour'"
after "UPDATE catalogue SET name = 'yours'"
after "UPDATE catalogue SET game = 'foret'"
after "UPDATE catalogue SET json = '{}'"
after "UPDATE d_seat SET total = 1 WHERE game = 12" 12
after "UPDATE d_seat SET total = 1 WHERE game = 13" 12
same audit-games

note "sums"
for table in d_aggregate d_standing d_pair d_evening d_record d_run d_history; do
    after "DELETE FROM $table"
    after "DELETE FROM $table WHERE game = 'grandbois'" --json
done
for change in "d_aggregate SET games = games + 1 WHERE game = 'grandbois'" "d_aggregate SET body = x'00' WHERE seats = 3" "d_aggregate SET month = 5 WHERE seats = 1" \
    "d_standing SET games = games + 1 WHERE seats = 1" "d_standing SET wins = wins + 1 WHERE seats = 2" "d_standing SET win = 7 WHERE seats = 1" \
    "d_standing SET categories = x'' WHERE seats = 1" "d_standing SET total = total - 1 WHERE seats = 1" "d_standing SET total_squares = 0 WHERE seats = 1" \
    "d_standing SET best = 99 WHERE seats = 1" "d_pair SET games = 9 WHERE game = 'ecos'" "d_pair SET a_first = 9 WHERE game = 'ecos'" \
    "d_pair SET b_first = 9 WHERE game = 'ecos'" "d_pair SET a_won = 1 WHERE game = 'ecos'" "d_pair SET b_won = 1 WHERE game = 'ecos'" \
    "d_evening SET body = x'00' WHERE seats = 1" "d_evening SET day = day + 1 WHERE seats = 1" "d_record SET body = x'00' WHERE person = 0 AND seats = 1" \
    "d_run SET games = 9 WHERE game = 'ecos'" "d_run SET best = 9 WHERE game = 'ecos'" "d_run SET tail = 9 WHERE game = 'ecos'" \
    "d_run SET first_end = 9 WHERE game = 'ecos'" "d_run SET last_game = 9 WHERE game = 'ecos'" "d_run SET month = 9 WHERE game = 'ecos'"; do
    after "UPDATE $change"
done
same audit-sums

note "mended"
for change in "DELETE FROM d_seat WHERE game = 12" "UPDATE d_standing SET games = 9" "DELETE FROM d_facts" "DELETE FROM d_tile"; do
    copy_db club.db changed.db
    tamper changed.db "$change"
    echo "# $change" >>"$transcript"
    tell rebuild --db changed.db
    tell rebuild --db changed.db --force
    tell audit --db changed.db --quiet
done
same audit-mended
finish
