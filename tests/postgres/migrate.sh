#!/usr/bin/env bash
# `dendro migrate --all` goes through all clubs of a server; one that fails does not stop the others. A daemon changes none: a club
# of another version is answered with a problem that says so, and the others are served.
set -euo pipefail
. "${SOURCE_DIR:?}/tests/support/assert.sh"
[[ -n ${DENDRO_TEST_POSTGRES:-} ]] || skip "no PostgreSQL (scripts/test postgres starts one)"
. "$SOURCE_DIR/tests/support/daemon.sh"
cd "$work"
psql=${POSTGRES_BIN:-/usr/lib/postgresql/15/bin}/psql
own=migrate_$$ # a database of its own: --all is all
db=${DENDRO_TEST_POSTGRES/dendro\?/$own?}

# by <address> <sql>
by() {
    "$psql" -X -qAt -v ON_ERROR_STOP=1 -d "$1" -c "SET client_min_messages = error" -c "$2"
}
by "$DENDRO_TEST_POSTGRES_SUPER" "CREATE DATABASE $own OWNER dendro_owner"
# shellcheck disable=SC2154
trap 'for pid in $(jobs -p); do kill "$pid" 2>/dev/null || true; done; wait
    by "$DENDRO_TEST_POSTGRES_SUPER" "DROP DATABASE $own WITH (FORCE)"; rm -rf "$work"' EXIT

note "nothing to do"
run migrate --all --db "$db"
expect 0
echo "0 clubs, 0 brought up to date, 0 failed" | expect_out
for club in a b c d; do
    run club add "$club" --db "$db"
    expect 0
done
run migrate --all --db "$db"
expect 0
echo "4 clubs, 0 brought up to date, 0 failed" | expect_out
run migrate --db "$db#a"
expect 0
echo "schema 15: nothing to do" | expect_out

note "statistics that a version has left empty are made, a club of a newer program fails, and the others do not"
run players add Ann --db "$db" --club c
expect 0
by "$db" "UPDATE club_c.setting SET value = '1' WHERE name = 'derived-stale'; UPDATE club_b.head SET version = 16"
[[ $(by "$db" "SELECT convert_from(value, 'UTF8') FROM club_c.setting WHERE name = 'derived-stale'") == 1 ]] ||
    by "$db" "INSERT INTO club_c.setting (name, value) VALUES ('derived-stale', '1')"
run migrate --all --json --db "$db"
expect 2
expect_out <<'END'
{"club":"c","from":15,"to":15,"filled":true,"backup":null}
{"clubs":4,"changed":1,"failed":1}
END
expect_has "$err" "dendro: b: "
expect_has "$err" "has schema 16, which is newer than 15"
run migrate --all --db "$db"
expect 2
echo "4 clubs, 0 brought up to date, 1 failed" | expect_out

note "a daemon says so of that club alone, before and after it is older"
by "$db" "UPDATE club_d.head SET version = 14"
rm -f "$work/said"
mkfifo "$work/said"
DENDRO_LISTEN=127.0.0.1:0 "$DENDRO" serve --db "$db" >"$work/said" 2>told &
daemon=$!
read -r -t "$PATIENCE" line <"$work/said"
URL=${line##* }
for club in b d; do
    ask 503 "$URL/c/$club/v1/club"
    expect_has "$out" http.club-version
    ask 503 "$URL/c/$club/v1/club"
done
ask 200 "$URL/c/a/v1/club"
[[ $(by "$db" "SELECT version FROM club_d.head") == 14 ]] || fail "the daemon has changed it"
run players add Bo --db "$db" --club d
expect 2
expect_has "$err" "has schema 14 and this program needs 15"
by "$db" "UPDATE club_b.head SET version = 15; UPDATE club_d.head SET version = 15"
ask 200 "$URL/c/b/v1/club"
ask 200 "$URL/c/d/v1/club"

note "a club that is brought to another version while it is open takes no writes"
token=$("$DENDRO" token add --db "$db" --club a --scopes record phone)
by "$db" "UPDATE club_a.head SET version = 16"
code=$(curl -s -o "$out" -w '%{http_code}' -H "Authorization: Bearer $token" -H 'Content-Type: application/json' -d '{"name":"Cy"}' "$URL/c/a/v1/players")
[[ $code == 5* ]] || fail "written: $code $(cat "$out")"
[[ $(by "$db" "SELECT count(*) FROM club_a.person") == 0 ]] || fail "written"
ask 200 "$URL/c/b/v1/club"
kill "$daemon"
wait "$daemon" || fail "the daemon ended with $?"

note "what is not there, and nothing of its password"
run migrate --db "$db&application_name=SECRET#nobody"
expect 2
! grep -q SECRET "$err" "$out" || fail "$(cat "$err")"

note "what contradicts itself"
run migrate --all --db "$db" --club a
expect 2
expect_has "$err" "--all is every club"
run migrate --all --db "$db#a"
expect 2
expect_has "$err" "--all of what?"
run migrate --all --db x.db
expect 2
run migrate --all
expect 2
expect_has "$err" "--all of what?"
finish
