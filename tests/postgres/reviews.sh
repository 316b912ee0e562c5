#!/usr/bin/env bash
# Two daemons and a command on one club: each review is made once, by whoever comes first; what one that was killed had begun goes to
# the other; and what one is asked to cancel the other stops.
set -euo pipefail
. "${SOURCE_DIR:?}/tests/support/assert.sh"
[[ -n ${DENDRO_TEST_POSTGRES:-} ]] || skip "no PostgreSQL (scripts/test postgres starts one)"
export DENDRO_TEST_ENGINE=postgres DENDRO_HOST='*'
. "$SOURCE_DIR/tests/support/database.sh"
needs curl || exit 77
cd "$work"
trap 'for pid in $(jobs -p); do kill "$pid" 2>/dev/null || true; done; wait; rm -rf "$work"' EXIT
json='Content-Type: application/json'
endless=1048576
declare -A pid=() url=()

# begin NAME: a daemon
begin() {
    local line
    mkfifo "$1"
    DENDRO_DB=$db DENDRO_LISTEN=127.0.0.1:0 "$DENDRO" serve --threads 2 --readers 1 --db-connections 8 >"$1" &
    pid[$1]=$!
    read -r -t "$PATIENCE" line <"$1"
    url[$1]=${line##* }
}

# review METHOD STATUS NAME GAME [BODY]: asks that daemon
review() {
    local got
    got=$(curl -s -m "$PATIENCE" -o "$out" -w '%{http_code}' -X "$1" "${url[$3]}/v1/games/$4/review" -H "Authorization: Bearer $token" -H "$json" ${5:+-d "$5"})
    [[ $got == "$2" ]] || fail "$1 $4 at $3: $got"
}
metric() { curl -s "${url[$1]}/metrics" | sed -n "s/^$2 //p"; }
is() { [[ $(curl -s "${url[$1]}/v1/games/$2/review" | sed -n 's/.*"status":"\{0,1\}\([a-z0-9]*\).*/\1/p') == "$3" ]]; }
running() { [[ $(metric "$1" dendro_reviews_running) == "$2" ]]; }

"$DENDRO" simulate --game foret --level full --seats 3 --games 16 --seed 5 >games
"$DENDRO" import --quiet --db "$db" games 2>/dev/null
token=$("$DENDRO" token add --db "$db" --scopes record one | tail -n 1)
begin left
begin right

note "each is made once"
for ((game = 1; game <= 12; game++)); do
    review POST 202 left "$game" '{"budget":256}' &
    review POST 202 right "$game" '{"budget":256}' &
    wait $!
done
"$DENDRO" review 12 --db "$db" --budget 256 --quiet >/dev/null 2>&1 || fail "the command: $?"
none_waits() { [[ $(sql "$db" "SELECT count(*) FROM review_job") == 0 ]]; }
eventually none_waits || fail "$(sql "$db" "SELECT * FROM review_job")"
[[ $(sql "$db" "SELECT count(*) FROM review") == 12 ]] || fail "$(sql "$db" "SELECT game FROM review")"
both=$(($(metric left dendro_reviews_total) + $(metric right dendro_reviews_total)))
((both == 12 || both == 11)) || fail "made: $both" # one may be the command's

note "one is killed: the other begins again what it had begun"
review POST 202 left 13 "{\"budget\":$endless}"
at_work() { running left 1 || running right 1; }
eventually at_work
one=left other=right
running left 1 || one=right other=left
kill -9 "${pid[$one]}"
wait "${pid[$one]}" || true
is "$other" 13 running || fail "it is held for a while"
sql "$db" "UPDATE review_job SET until = 0" # a minute later
eventually running "$other" 1
[[ $(sql "$db" "SELECT tries FROM review_job") == 2 ]] || fail "$(sql "$db" "SELECT * FROM review_job")"

note "cancelled by who does not make it"
rm -f "$one"
begin "$one"
review DELETE 204 "$one" 13
is "$other" 13 404 || fail "it is still there"
eventually running "$other" 0
none_waits || fail "$(sql "$db" "SELECT * FROM review_job")"
for name in left right; do
    kill "${pid[$name]}"
    wait "${pid[$name]}" || fail "$name ended with $?"
done
run audit --db "$db" --quiet
expect 0
finish
