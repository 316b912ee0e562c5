#!/usr/bin/env bash
# A disk that is full: the daemon is not ready and says so, refuses what it cannot keep, goes on answering who reads, and is
# ready again when there is room. Needs a small file system of its own, in a namespace where this test may mount one.
set -eu
. "$SOURCE_DIR/tests/support/needs.sh"
if [[ ${1:-} != inside ]]; then
    private_mounts "$0" inside || skip "no namespace in which a file system can be mounted"
fi
. "$SOURCE_DIR/tests/support/assert.sh"
. "$SOURCE_DIR/tests/support/daemon.sh"
GAME='{"game": "foret", "seats": ["Ada", "Bo", "Cy"]}'
small=$work/small
mkdir "$small"
if ! mount -t tmpfs -o size=4m tmpfs "$small" 2>/dev/null; then
    skip "no file system can be mounted"
fi

touch "$work/acknowledged"
start --db "$small/club.db" 2>"$work/complaints"
ask 201 "$URL/v1/games" -H "Authorization: Bearer $TOKEN" --json "$GAME"
ask 200 "$URL/readyz"

note "full"
dd if=/dev/zero of="$small/filler" bs=4k 2>/dev/null || true
status=200
for ((i = 0; i < 200 && status != 503; i++)); do # the write-ahead log has some room of its own left
    status=$(curl -s -m 60 -o "$out" -D "$heads" -w '%{http_code}' "$URL/v1/places" -H "Authorization: Bearer $TOKEN" \
        --json "{\"name\": \"Place $i $(printf 'x%.0s' {1..150})\"}")
    if [[ $status == 201 ]]; then
        echo "Place $i " >>"$work/acknowledged"
    fi
done
[[ $status == 503 ]] || fail "a write to a full disk is answered with $status"
expect_has "$heads" "Retry-After: "
expect_has "$out" "store.full"
# Something small may fit where a move does not: that does not make it ready.
for ((i = 0; i < 5; i++)); do
    ask 503 "$URL/readyz"
    expect_has "$heads" "Retry-After: "
done
expect_has "$work/complaints" "dendro: writes fail: the disk of $small/club.db is full"
for ((i = 0; i < 3; i++)); do
    ask 200 "$URL/healthz"
    ask 200 "$URL/v1/games/1/record"
    ask 200 "$URL/v1/leaderboard?game=foret"
    ask 503 "$URL/v1/games/1/moves" -H "Authorization: Bearer $TOKEN" --json '{"ply": 0, "moves": "1: bee 0,0"}'
done
ask 200 "$URL/metrics"
if ! grep -q '^dendro_commits_failed_total [1-9]' "$out"; then
    fail "no failed commit is counted"
fi

note "room again"
rm "$small/filler"
eventually grep -q "dendro: writes work again" "$work/complaints" || fail "nobody said that writes work again"
ask 200 "$URL/readyz"
ask 200 "$URL/metrics"
expect_has "$out" "dendro_writes_failing 0"
[[ $(wc -l <"$work/complaints") == 2 ]] || fail "it is told again and again: $(cat "$work/complaints")"
[[ $(sqlite3 "$small/club.db" "SELECT length(value) FROM setting WHERE name = 'probe-room'") == 0 ]] || fail "the room is not given back"
ask 200 "$URL/v1/games/1/moves" -H "Authorization: Bearer $TOKEN" --json '{"ply": 0, "moves": "1: bee 0,0"}'
ask 200 "$URL/v1/places"
while read -r place; do
    expect_has "$out" "$place"
done <"$work/acknowledged"
stop
run audit --db "$small/club.db" --quiet
expect 0

note "full at the start"
dd if=/dev/zero of="$small/filler" bs=4k 2>/dev/null || true
run serve --db "$small/other.db" --listen 127.0.0.1:0
expect 2
expect_has "$err" "the disk of $small/other.db is full"
run serve --db "$small/other.db" --listen 127.0.0.1:0 --lang fr
expect 2
expect_has "$err" "le disque de $small/other.db est plein"
umount -l "$small"
finish
