#!/usr/bin/env bash
# More of everything than the daemon takes: connections, waiting writers, followers, exports, large bodies. Whoever is too
# many is told so, or goes; the others are served meanwhile, and everybody once there is room again.
set -eu
. "$SOURCE_DIR/tests/support/assert.sh"
. "$SOURCE_DIR/tests/support/daemon.sh"
GAME='{"game": "foret", "seats": ["Ada", "Bo", "Cy"]}'

# others: people read, and nobody notices what goes on.
others() {
    ask 200 "$URL/v1/games"
    ask 200 "$URL/v1/rules"
    ask 200 "$URL/healthz"
}

# connect: a new connection in $fd
connect() {
    exec {fd}<>"/dev/tcp/127.0.0.1/$PORT"
}

# speak FD: a request on it is answered.
speak() {
    local line
    (printf 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n' >&"$1") 2>/dev/null || return 1 # SIGPIPE ends only that
    read -r -t 20 line <&"$1" || return 1
    while [[ $line != *'"status"'* ]]; do
        read -r -t 20 line <&"$1" || return 1
    done
}

metric() {
    curl -s "$URL/metrics" | sed -n "s/^$1 //p"
}

# until_metric NAME VALUE
until_metric() {
    local tries
    for ((tries = 0; tries < 400; tries++)); do
        [[ $(metric "$1") == "$2" ]] && return
    done
    fail "$1 is $(metric "$1"), not $2"
}

note "connections"
start --connections 4 --threads 2 --heartbeat 1
fds=()
for ((i = 0; i < 12; i++)); do
    connect
    fds+=("$fd")
    speak "$fd" || fail "connection $i was not served"
done
others
if speak "${fds[0]}"; then
    fail "the connection that was idle longest is still there"
fi
for fd in "${fds[@]}"; do
    exec {fd}>&-
done
(($(metric dendro_crowded_connections_total) >= 8)) || fail "nobody was counted"

note "connections that are all at work"
ask 201 "$URL/v1/games" -H "Authorization: Bearer $TOKEN" --json "$GAME"
followers=()
for ((i = 0; i < 3; i++)); do
    curl -s -N -m 60 "$URL/v1/games/1/events" >"$work/events.$i" &
    followers+=($!)
done
until_metric dendro_followers 3
others
curl -s -N -m 60 "$URL/v1/games/1/events" >"$work/events.3" &
followers+=($!)
for ((i = 0; i < 400; i++)); do
    [[ -s $work/events.3 ]] && break
    sleep 0.05
done
ask 000 "$URL/healthz" # all four places are taken by people who are listened to: the newcomer goes
kill "${followers[3]}" # until one leaves
for ((i = 0; i < 400; i++)); do
    curl -s -o "$out" "$URL/healthz" && break
done
others
kill "${followers[@]}" 2>/dev/null || true
stop

note "followers"
start --followers 2
for i in 0 1; do
    curl -s -N -m 60 "$URL/v1/games/1/events" >"$work/events.$i" &
done
until_metric dendro_followers 2
ask 503 "$URL/v1/games/1/events"
expect_has "$heads" "Retry-After: "
expect_has "$out" "http.streams"
others
ask 200 "$URL/v1/games/1/moves" -H "Authorization: Bearer $TOKEN" --json '{"ply": 0, "moves": "1: bee 0,0"}'
for ((i = 0; i < 400; i++)); do
    grep -q "event: moves" "$work/events.0" && grep -q "event: moves" "$work/events.1" && break
    sleep 0.05
done
expect_has "$work/events.1" "event: moves"
stop

note "exports"
"$DENDRO" simulate --game foret --seats 4 --games 900 | "$DENDRO" import --quiet --db "$work/club.db" -
start --streams 1
curl -s -m 60 --limit-rate 1k "$URL/v1/export?format=ndjson" >"$work/slow" &
slow=$!
until_metric dendro_streams 1
ask 503 "$URL/v1/export"
expect_has "$heads" "Retry-After: "
ask 503 "$URL/v1/log"
others
ask 201 "$URL/v1/games" -H "Authorization: Bearer $TOKEN" --json "$GAME"
kill "$slow"
until_metric dendro_streams 0
ask 200 "$URL/v1/export"
stop

note "writers"
start --queue 2
coproc LOCK { sqlite3 "$work/club.db"; }
lock_in=${LOCK[1]}
lock_out=${LOCK[0]}
echo "BEGIN IMMEDIATE; SELECT 'locked';" >&"$lock_in"
read -r -t 20 _ <&"$lock_out"
refused=0
writers=()
for ((n = 0; n < 60 && refused == 0; n++)); do # one is at the lock, two wait
    curl -s -m 60 -o "$work/answer.$n" -D "$work/head.$n" "$URL/v1/games" -H "Authorization: Bearer $TOKEN" --json "$GAME" &
    writers+=($!)
    sleep 0.02
    refused=$(cat "$work"/answer.* 2>/dev/null | grep -c "http.queue" || true)
done
((refused > 0)) || fail "of $n that wait nobody was told that the queue is full"
others
echo "ROLLBACK;" >&"$lock_in"
exec {lock_in}>&-
for pid in "${writers[@]}"; do
    wait "$pid" || fail "no answer at all"
done
for ((i = 0; i < n; i++)); do
    if grep -q "http.queue" "$work/answer.$i"; then
        expect_has "$work/head.$i" "503"
        expect_has "$work/head.$i" "Retry-After: "
    elif ! grep -q '"status":"live"' "$work/answer.$i"; then
        expect_has "$work/answer.$i" "/problems/store.busy" # a machine so slow that the lock lasted two seconds
    fi
done
ask 201 "$URL/v1/games" -H "Authorization: Bearer $TOKEN" --json "$GAME"
stop

note "bodies"
start --body-limit 16777216
head -c 16000000 /dev/zero | tr '\0' x >"$work/large"
for ((i = 0; i < 6; i++)); do # 96 MB at once; 64 are held
    curl -s -m 60 --limit-rate 8M -o "$work/large.$i" "$URL/v1/score" -H 'Content-Type: text/plain' --data-binary @"$work/large" &
done
for ((i = 0; i < 600; i++)); do
    cat "$work"/large.? 2>/dev/null | grep -q "http.budget" && break
    ((i % 50 == 0)) && others
    sleep 0.05
done
cat "$work"/large.? >"$work/all"
expect_has "$work/all" "http.budget"
others
stop
run audit --db "$work/club.db" --results --quiet
expect 0
finish
