#!/usr/bin/env bash
# More of everything than the daemon takes: connections, waiting writers, followers, exports, large bodies. Whoever is too
# many is told so, or goes; the others are served meanwhile, and everybody once there is room again.
set -eu
. "$SOURCE_DIR/tests/support/assert.sh"
. "$SOURCE_DIR/tests/support/daemon.sh"
GAME='{"game": "foret", "seats": ["Ada", "Bo", "Cy"]}'

# read_things: somebody reads this and that, on one connection.
read_things() {
    curl -sf -m "$PATIENCE" -o "$out" "$URL/v1/games" -o "$out" "$URL/v1/rules" -o "$out" "$URL/healthz"
}

# others: people read, and nobody notices what goes on.
others() {
    said="read_things"
    read_things || fail "others are not served: curl ends with $?"
}

# others_soon: the same where there is one place left, and whoever had it may not quite have gone.
others_soon() {
    said="read_things"
    eventually read_things || fail "others are not served"
}

# connect: a new connection in $fd
connect() {
    exec {fd}<>"/dev/tcp/127.0.0.1/$PORT"
}

# speak FD: a request on it is answered.
speak() {
    local line
    (printf 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n' >&"$1") 2>/dev/null || return 1 # SIGPIPE ends only that
    read -r -t "$PATIENCE" line <&"$1" || return 1
    while [[ $line != *'"status"'* ]]; do
        read -r -t "$PATIENCE" line <&"$1" || return 1
    done
}

metric() {
    curl -s "$URL/metrics" | sed -n "s/^$1 //p"
}

is_metric() {
    [[ $(metric "$1") == "$2" ]]
}

# until_metric NAME VALUE
until_metric() {
    eventually is_metric "$@" || fail "$1 is $(metric "$1"), not $2"
}

# follow N: somebody follows the game, until killed; what comes goes to events.N. Sets $follower.
follow() {
    : >"$work/events.$1"
    curl -s -N -m "$PATIENCE" "$URL/v1/games/1/events" >"$work/events.$1" &
    follower=$!
}

# hears N: the stream has begun. Whoever was sent away, because somebody before had not quite gone, tries again.
hears() {
    [[ -s $work/events.$1 ]] && return
    kill -0 "$follower" 2>/dev/null || follow "$1"
    return 1
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
for ((i = 0; i < 4; i++)); do
    ((i < 3)) || others_soon
    follow "$i"
    eventually hears "$i" || fail "nobody can follow"
    followers+=("$follower")
done
ask 000 "$URL/healthz" # all four places are taken by people who are listened to: the newcomer goes
kill "${followers[3]}" # until one leaves
others_soon
kill "${followers[@]}" 2>/dev/null || true
stop

note "followers"
start --followers 2
follow 0
follow 1
until_metric dendro_followers 2
ask 503 "$URL/v1/games/1/events"
expect_has "$heads" "Retry-After: "
expect_has "$out" "http.streams"
others
ask 200 "$URL/v1/games/1/moves" -H "Authorization: Bearer $TOKEN" --json '{"ply": 0, "moves": "1: bee 0,0"}'
for i in 0 1; do
    eventually grep -q "event: moves" "$work/events.$i" || fail "follower $i does not hear of a move"
done
stop
wait "$follower" || fail "the stream of a follower breaks off when the daemon stops: $?"

note "followers of one address"
start --followers 8 --followers-per-address 1 --heartbeat 600
follow 0
until_metric dendro_followers 1
ask 503 "$URL/v1/games/1/events"
expect_has "$out" "http.streams"
kill "$follower" # who hangs up makes room at once, not with the next sign of life
until_metric dendro_followers 0
follow 0
until_metric dendro_followers 1
curl -s -N --interface 127.0.0.2 "$URL/v1/games/1/events" >/dev/null &
until_metric dendro_followers 2
stop

note "exports"
"$DENDRO" simulate --game foret --seats 4 --games 900 | "$DENDRO" import --quiet --db "$work/club.db" -
# hold: somebody asks for an export and does not read it. A small window, because kernels take
# megabytes off the daemon's hands. Sets $slow.
hold() {
    python3 -c '
import socket, sys, time
s = socket.socket()
s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
s.connect(("127.0.0.1", int(sys.argv[1])))
s.sendall(b"GET /v1/export?format=ndjson HTTP/1.1\r\nHost: x\r\n\r\n")
time.sleep(3600)' "$PORT" &
    slow=$!
}
start --streams 1 --idle-time 3600
hold
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

note "exports of one address"
start --streams 3 --streams-per-address 2 --idle-time 3600
holders=()
for ((i = 1; i <= 2; i++)); do
    hold
    holders+=("$slow")
    until_metric dendro_streams "$i"
done
ask 503 "$URL/v1/export" # for this address; there is one left for others
ask 200 --interface 127.0.0.2 "$URL/v1/export"
others
kill "${holders[@]}"
until_metric dendro_streams 0
stop

note "an export takes a while at the most"
start --idle-time 3600 --export-time 1
hold
until_metric dendro_slow_connections_total 1
until_metric dendro_streams 0
kill "$slow"
stop

note "who reads an export slowly holds nothing in the database"
start --idle-time 3600
hold
until_metric dendro_streams 1
ask 201 "$URL/v1/games" -H "Authorization: Bearer $TOKEN" --json "$GAME"
# Nobody stands in the way of bringing all of the log beside it into the database; what is asked for meanwhile is brief.
emptied() {
    [[ $(sqlite3 -cmd '.timeout 5000' "$work/club.db" 'PRAGMA wal_checkpoint(TRUNCATE)') == "0|0|0" ]]
}
eventually emptied || fail "the log beside the database cannot be emptied"
is_metric dendro_streams 1 || fail "the export is over"
kill "$slow"
stop

note "writers"
start --queue 2
coproc LOCK { sqlite3 "$work/club.db"; }
lock_in=${LOCK[1]}
lock_out=${LOCK[0]}
echo "BEGIN IMMEDIATE; SELECT 'locked';" >&"$lock_in"
read -r -t "$PATIENCE" _ <&"$lock_out"
# too_many: one more who writes, until one is told so. The first is at the lock, two wait; a lock that lasts two seconds
# sends them away, so on a slow machine it takes more than four.
n=0
writers=()
too_many() {
    if ((n < 100)); then # an address has 128 connections
        curl -s -m "$PATIENCE" -o "$work/answer.$n" -D "$work/head.$n" "$URL/v1/games" -H "Authorization: Bearer $TOKEN" --json "$GAME" &
        writers+=($!)
        n=$((n + 1))
    fi
    cat "$work"/answer.* 2>/dev/null | grep -q "http.queue"
}
eventually too_many || fail "of $n that wait nobody was told that the queue is full"
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
start --body-limit 16777216 --request-time 3600 --idle-time 3600
fds=()
for ((i = 0; i < 4; i++)); do # four who send all but the last byte of 16 MiB, and 64 MiB are held
    connect
    fds+=("$fd")
    {
        printf 'POST /v1/score HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\n' "$TOKEN"
        printf 'Content-Type: text/plain\r\nContent-Length: 16777216\r\n\r\n'
        head -c 16777215 /dev/zero
    } >&"$fd"
done
until_metric dendro_body_bytes $((4 * 16777215)) # a small one that comes before would have the last of them refused
# small_one STATUS: somebody comes with a small one.
small_one() {
    [[ $(curl -s -m "$PATIENCE" -o "$out" -w '%{http_code}' "$URL/v1/score" -H 'Content-Type: text/plain' \
        --data-binary "@$SOURCE_DIR/replays/foret/booklet-three-players.dendro") == "$1" ]]
}
eventually small_one 503 || fail "nobody is told that there is too much"
expect_has "$out" "http.budget"
others
for fd in "${fds[@]}"; do
    exec {fd}>&-
done
eventually small_one 200 || fail "there is no room again"
stop
note "bodies of strangers"
start --body-limit 16777216 --request-time 3600 --idle-time 3600
connect
{
    printf 'POST /v1/score HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 16777216\r\n\r\n'
    head -c 16777215 /dev/zero
} >&"$fd"
until_metric dendro_body_bytes 16777215
small_one 503 || fail "strangers have more than their part"
expect_has "$out" "http.budget"
ask 201 "$URL/v1/games" -H "Authorization: Bearer $TOKEN" --json "$GAME" # who has a token writes all the same
exec {fd}>&-
eventually small_one 200 || fail "there is no room again"
stop

note "an import in crumbs"
start --threads 1
python3 -c '
import socket, sys
s = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
s.sendall(b"POST /v1/import HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + sys.argv[2].encode() +
          b"\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n")
s.sendall(b"64000\r\n" + b"x" * 0x64000 + b"\r\n" + b"1\r\nx\r\n" * 80000 + b"0\r\n\r\n")
print(s.recv(4096).decode().split()[1])' "$PORT" "$TOKEN" >"$work/crumbs" &
crumbs=$!
others
wait "$crumbs"
expect_has "$work/crumbs" "200" # refused as a record, in an answer as always
stop
run audit --db "$work/club.db" --results --quiet
expect 0
finish
