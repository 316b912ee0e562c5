#!/usr/bin/env bash
# What one address may have of what there is for all: exports and event streams. Whoever has its share is told so, others are
# served; and an export that is not read in its time ends.
set -eu
. "$SOURCE_DIR/tests/support/assert.sh"
. "$SOURCE_DIR/tests/support/daemon.sh"

# hold ADDRESS PATH: somebody at that address asks, and does not read; until killed. A small window, because kernels take
# megabytes off the daemon's hands.
hold() {
    python3 -c '
import socket, sys, time
s = socket.socket()
s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
s.bind((sys.argv[2], 0))
s.connect(("127.0.0.1", int(sys.argv[1])))
s.sendall(b"GET " + sys.argv[3].encode() + b" HTTP/1.1\r\nHost: x\r\n\r\n")
time.sleep(3600)' "$PORT" "$1" "$2" &
    holders+=($!)
}

until_metric() {
    is_there() {
        [[ $(curl -s -m "$PATIENCE" "$URL/metrics" | sed -n "s/^$1 //p") == "$2" ]]
    }
    eventually is_there "$1" "$2" || fail "$1 does not become $2"
}

holders=()
"$DENDRO" simulate --game foret --seats 4 --games 900 | "$DENDRO" import --quiet --db "$work/club.db" -

note "exports of one address"
start --streams 8 --streams-per-address 1 --idle-time 3600 --export-time 3600
hold 127.0.0.1 '/v1/export?format=ndjson'
until_metric dendro_streams 1
ask 503 "$URL/v1/export"
expect_has "$heads" "Retry-After: "
expect_has "$out" "http.streams"
ask 200 --interface 127.0.0.2 "$URL/v1/export"
ask 200 "$URL/v1/games"
kill "${holders[@]}"
until_metric dendro_streams 0
ask 200 "$URL/v1/export"
stop

note "followers of one address"
holders=()
start --followers 8 --followers-per-address 1
hold 127.0.0.1 /v1/games/1/events
until_metric dendro_followers 1
ask 503 "$URL/v1/games/1/events"
expect_has "$out" "http.streams"
hold 127.0.0.2 /v1/games/1/events
until_metric dendro_followers 2
kill "${holders[@]}"
stop

note "an export that is not read"
holders=()
start --export-time 1 --idle-time 3600
hold 127.0.0.1 '/v1/export?format=ndjson'
has_begun() { # it may be over already
    curl -s -m "$PATIENCE" "$URL/metrics" |
        grep -qE '^dendro_streams 1$|^dendro_http_requests_total.*route="/v1/export"'
}
eventually has_begun || fail "it does not begin"
until_metric dendro_streams 0
ask 200 "$URL/v1/games"
kill "${holders[@]}"
stop
finish
