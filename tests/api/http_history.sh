#!/usr/bin/env bash
# The daemon keeps the ratings of every night by itself: those of a database that has none, and of what is imported.
set -eu
. "$SOURCE_DIR/tests/support/assert.sh"
. "$SOURCE_DIR/tests/support/daemon.sh"

# nights_kept N: that many nights have their ratings (of one game, and the same of all games).
nights_kept() {
    [[ $(sqlite3 -cmd '.timeout 60000' "$work/club.db" 'SELECT count(*) FROM d_history') == "$((2 * $1))" ]]
}

# season FIRST LAST: a game a night
season() {
    for ((day = $1; day <= $2; day++)); do
        "$DENDRO" simulate --game foret --seats 3 --level sheet --games 1 --seed "$day" | sed "s/^level.*/&\nnight 2026-01-$(printf %02d "$day")/"
        echo
    done
}

note "a database without them"
season 1 12 | "$DENDRO" import --quiet --db "$work/club.db" -
sqlite3 "$work/club.db" 'DELETE FROM d_history'
start --threads 2
eventually nights_kept 12 || fail "they are not kept: $(sqlite3 "$work/club.db" 'SELECT count(*) FROM d_history') rows"

note "what is imported"
season 13 15 >"$work/games"
ask 200 "$URL/v1/import" -H "Authorization: Bearer $TOKEN" -H 'Content-Type: text/plain' --data-binary @"$work/games"
eventually nights_kept 15 || fail "they are not kept: $(sqlite3 "$work/club.db" 'SELECT count(*) FROM d_history') rows"
ask 200 "$URL/v1/ratings/history?game=foret"
stop
run audit --db "$work/club.db" --quiet
expect 0
finish
