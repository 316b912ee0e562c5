#!/usr/bin/env bash
# What the daemon finds out about its surroundings when it starts: too few files for its connections, a migration that was killed
# half-way, statistics that cannot be made.
set -eu
. "$SOURCE_DIR/tests/support/assert.sh"
. "$SOURCE_DIR/tests/support/daemon.sh"
. "$SOURCE_DIR/tests/support/database.sh"
db=$work/club.db

note "too few files: told, and it starts all the same"
# The limit is for the program alone: the shell around it has files of its own.
printf '#!/bin/bash\nulimit -n "$FILES"\nexec %q "$@"\n' "$DENDRO" >"$work/limited"
chmod 755 "$work/limited"
program=$DENDRO
DENDRO=$work/limited
export FILES=200
start --connections 300 --threads 2 2>"$work/complaints"
ask 200 "$URL/v1/players"
stop
grep -qE '^dendro: only 200 files may be open at once, and 300 connections need [0-9]+: raise' "$work/complaints" ||
    fail "$(cat "$work/complaints")"
[[ $(wc -l <"$work/complaints") == 1 ]] || fail "$(cat "$work/complaints")"
run serve --db "$work/no/folder.db" --listen 127.0.0.1:0 --connections 300 --threads 2 --lang fr
expect 2
expect_has "$err" "dendro: seulement 200 fichiers peuvent être ouverts à la fois, et 300 connexions"

note "enough: nothing is said"
start --connections 20 --threads 2 2>"$work/complaints"
stop
[[ ! -s $work/complaints ]] || fail "$(cat "$work/complaints")"

note "a soft limit is raised as far as it goes"
printf '#!/bin/bash\nulimit -Sn "$FILES"\nexec %q "$@"\n' "$program" >"$work/limited"
if (($(ulimit -Hn | sed 's/unlimited/999999/') <= 2000)); then
    skip_part "at most $(ulimit -Hn) files may be opened: a soft limit that is raised"
else
    start --connections 300 --threads 2 2>"$work/complaints"
    [[ $(awk '/^Max open files/ {print $4}' "/proc/$daemon/limits") -gt 200 ]] || fail "the limit stays"
    stop
    [[ ! -s $work/complaints ]] || fail "$(cat "$work/complaints")"
fi
DENDRO=$program

note "killed before statistics were made: the daemon makes them"
"$DENDRO" demo --db "$work/demo.db" --nights 2 >"$out" 2>&1
cp "$work/demo.db" "$db"
run stats leaderboard --db "$db" --json
cp "$out" "$work/wanted"
sqlite3 "$db" "DELETE FROM d_standing; INSERT OR REPLACE INTO setting VALUES ('derived-stale', CAST('1' AS BLOB))"
start --threads 2 2>"$work/complaints"
run stats leaderboard --db "$db" --json
expect_out <"$work/wanted"
expect_err </dev/null
stop
[[ ! -s $work/complaints ]] || fail "$(cat "$work/complaints")"

note "a log that cannot be played through: it starts, and says so"
tamper "$db" "UPDATE entry SET body = replace(body, 'game foret', 'game fodder') WHERE seq = 1" \
    "INSERT OR REPLACE INTO setting VALUES ('derived-stale', CAST('1' AS BLOB))"
start --threads 2 2>"$work/complaints"
ask 200 "$URL/v1/players"
stop
expect_has "$work/complaints" "dendro: statistics are missing, and cannot be made from the log"
run migrate --db "$db"
expect 2
expect_has "$err" "cannot be made from its log"
finish
