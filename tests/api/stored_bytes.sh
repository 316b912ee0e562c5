#!/usr/bin/env bash
# What is derived from a log is stored byte for byte as before: a program that writes other bytes would call every database that
# another one has written damaged. One line for each game's facts, which tells what differs, and one for each other table.
set -eu
. "$SOURCE_DIR/tests/support/assert.sh"
. "$SOURCE_DIR/tests/support/database.sh"
. "$SOURCE_DIR/tests/support/transcript.sh"
make_club
find "$SOURCE_DIR/replays" -name '*.dendro' ! -path '*/contested/*' | LC_ALL=C sort >"$work/records"
xargs -d '\n' "$DENDRO" import --db "$work/club.db" --quiet <"$work/records" >"$out" 2>"$err" || fail "no import: $(cat "$err")"
run players merge --db "$work/club.db" Uma Nour
expect 0

# digest_of SQL: of the rows, with their values as SQL writes them
digest_of() {
    sqlite3 -readonly "$work/club.db" ".mode quote" "$1" | sha256sum | cut -c 1-16
}

note "facts"
sqlite3 -readonly "$work/club.db" "SELECT game FROM d_facts ORDER BY game" >"$work/games"
while read -r game; do
    what=$(sqlite3 -readonly "$work/club.db" "SELECT game || ' ' || variant || ' ' || level || ' ' || seats FROM d_game WHERE id = $game")
    echo "d_facts $game: $what: $(digest_of "SELECT body FROM d_facts WHERE game = $game")"
done <"$work/games" >>"$transcript"

note "tables"
for table in d_game d_seat d_alias d_aggregate d_standing d_pair d_evening d_record d_run; do
    keys=$(sqlite3 -readonly "$work/club.db" "SELECT group_concat(name) FROM (SELECT name FROM pragma_table_info('$table') WHERE pk > 0 ORDER BY pk)")
    rows=$(sqlite3 -readonly "$work/club.db" "SELECT count(*) FROM $table")
    echo "$table: $rows rows: $(digest_of "SELECT * FROM $table ORDER BY $keys")"
done >>"$transcript"
same stored
run audit --quiet --db "$work/club.db"
expect 0
finish
