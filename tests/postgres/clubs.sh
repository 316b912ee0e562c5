#!/usr/bin/env bash
# Clubs of a server: made, listed, renamed, suspended and removed by command, and served below /c/ by one daemon.
set -euo pipefail
. "${SOURCE_DIR:?}/tests/support/assert.sh"
[[ -n ${DENDRO_TEST_POSTGRES:-} ]] || skip "no PostgreSQL (scripts/test postgres starts one)"
. "$SOURCE_DIR/tests/support/daemon.sh"
db=$DENDRO_TEST_POSTGRES
one=one-$$ two=two-$$ other=other-$$
cd "$work"

note "made"
run club add "$one" --db "$db"
expect 0
token=$(cat "$out")
run club add "$two" --db "$db"
expect 0
run club add "$one" --db "$db"
expect 2
expect_has "$err" "there is a club '$one' already"
run club add 'a"; DROP SCHEMA x; --' --db "$db"
expect 2
run club list --db "$db"
expect_has "$out" "$one"
expect_has "$out" "$two"

note "its size is that of its tables and no other's"
run club list --json --db "$db"
bytes=$(/usr/lib/postgresql/15/bin/psql -X -qAt -d "$db" -c "SELECT sum(pg_total_relation_size(oid)) FROM pg_class
    WHERE relkind = 'r' AND relnamespace = '\"club_$one\"'::regnamespace")
expect_has "$out" "\"slug\":\"$one\",\"name\":null,\"entries\":0,\"bytes\":$bytes,"

note "one of many"
run players add Ann --db "$db" --club "$one"
expect 0
run players list --db "$db"
expect 2
expect_has "$err" "which club?"
run players list --db "$db" --club nobody-$$
expect 2
expect_has "$err" "there is no club 'nobody-$$'"

note "made by who first writes to it, and said so: its name may be a slip of the hand"
run players add Cy --db "$db#slip-$$"
expect 0
expect_has "$err" "dendro: made a new database: "
expect_has "$err" "slip-$$"
run players add Dee --db "$db#slip-$$"
expect 0
! grep -q "made a new" "$err" || fail "it was there already"
run club remove "slip-$$" --db "$db"
expect 0

note "served"
rm -f "$work/said"
mkfifo "$work/said"
DENDRO_LISTEN=127.0.0.1:0 "$DENDRO" serve --db "$db" --db-connections 4 >"$work/said" &
daemon=$!
read -r -t "$PATIENCE" line <"$work/said"
URL=${line##* }
ask 200 "$URL/c/$one/v1/players"
expect_has "$out" Ann
ask 200 "$URL/c/$two/v1/players"
! grep -q Ann "$out" || fail "one club shows another's people"
ask 404 "$URL/c/nobody-$$/v1/players"
ask 201 -H "Authorization: Bearer $token" -H 'Content-Type: application/json' -d '{"name":"Bo"}' "$URL/c/$one/v1/players"
ask 401 -H "Authorization: Bearer $token" -H 'Content-Type: application/json' -d '{"name":"Bo"}' "$URL/c/$two/v1/players"

note "looked at twice: with a token that another program has just made, or that there is not"
ask 404 -H "Authorization: Bearer dendro_none" "$URL/c/$one/c/$two/v1/players"
ask 401 -H "Authorization: Bearer dendro_none" "$URL/c/$one/v1/players"
run token add phone --scopes record --db "$db" --club "$one"
expect 0
new=$(grep -o 'dendro_[A-Za-z0-9_-]*' "$out")
ask 201 -H "Authorization: Bearer $new" -H 'Expect: 100-continue' -H 'Content-Type: application/json' -d '{"name":"Ed"}' "$URL/c/$one/v1/players"
ask 401 -H "Authorization: Bearer $new" -H 'Content-Type: application/json' -d '{"name":"Ed"}' "$URL/c/$two/v1/players"

note "what it has of connections to the server"
ask 200 "$URL/metrics"
expect_has "$out" "dendro_connections_most 3" # one of the four says which clubs are open
expect_has "$out" "dendro_connections_waiting 0"
grep -q '^dendro_connections_open [1-4]$' "$out" || fail "it does not say how many connections it has"

note "renamed, with the daemon beside it"
run club rename "$one" "$other" --db "$db"
expect 0
run players add Cy --db "$db" --club "$other"
expect 0
listed() { [[ $(curl -s -m "$PATIENCE" "$URL/c/$other/v1/players") == *Cy* ]]; }
eventually listed || fail "the daemon does not find it under its new name"
run audit --db "$db" --club "$other"
expect 0

note "suspended"
run club suspend "$other" --db "$db"
expect 0
ask 503 "$URL/c/$other/v1/players" # the daemon has it open still, as the next is asked
ask 503 -H 'Accept: text/html' "$URL/c/$other/games"
! grep -q "$other" "$out" || fail "the page is of the club, not of none"
ask 503 "$URL/c/$other/games"
expect_has "$out" "/problems/club.suspended"
run players add Di --db "$db" --club "$other"
expect 2
run club resume "$other" --db "$db"
expect 0
kill "$daemon"
wait "$daemon" || fail "the daemon ended with $?"

note "removed, with a file of it left"
run club remove "$other" --db "$db"
expect 0
backup=$(cat "$out")
run players list --db "$backup"
expect 0
expect_has "$out" Cy
run club list --db "$db"
! grep -q "$other" "$out" || fail "it is still there"

note "a backup comes back under another name"
run restore "$backup" --db "$db" --club "$one"
expect 0
run club resume "$one" --db "$db"
expect 0
run players list --db "$db" --club "$one"
expect_has "$out" Cy

note "the environment names the server"
DENDRO_DB=$db run players list --club "$one"
expect 0
expect_has "$out" Cy
DENDRO_DB=$db run club list
expect_has "$out" "$one"
DENDRO_DB=$db run players list
expect 2
expect_has "$err" "which club?"
run club list --db "$db#$one"
expect 2
expect_has "$err" "where are the clubs?"
finish
