#!/usr/bin/env bash
# What is computed: it ends when its time is over, one address does not get everything, and SIGTERM does not wait for it.
set -eu
. "$SOURCE_DIR/tests/support/assert.sh"
. "$SOURCE_DIR/tests/support/daemon.sh"
CROWD=40
LONG=60000 # ms of an answer: enough for it under a sanitizer

# A record that takes a tenth of a second to play: its last move is taken back and made again, some 30 000 times; a quarter of
# that where the tests are scaled down, which is where a sanitizer makes each of them four times as long.
TIMES=$((${DENDRO_TEST_SCALE:-100} < 100 ? 8000 : 32000))
"$DENDRO" simulate --game ecos --seats 2 --games 1 | awk -v times="$TIMES" '
    /^[0-9n*]+: / {
        if (++plies <= 31) print
        if (plies == 31) for (i = 0; i < times; i++) print "*: back 1\n" $0
        next
    }
    plies == 0' >"$work/long.txt"

# crowd: asks for the score of it CROWD times at once; answer i goes to crowd.i, its status to statuses.
crowd() {
    local i options=()
    for ((i = 0; i < CROWD; i++)); do
        options+=("$URL/v1/score" -o "$work/crowd.$i" -H "Authorization: Bearer $TOKEN" -H 'Content-Type: text/plain' --data-binary "@$work/long.txt"
            -s -m "$PATIENCE" -w '%{http_code}\n')
        ((i == CROWD - 1)) || options+=(--next)
    done
    curl --no-progress-meter -Z --parallel-immediate --parallel-max "$CROWD" "${options[@]}" >"$work/statuses"
}

count() {
    grep -cx "$1" "$work/statuses" || true
}

metric() {
    curl -s -m "$PATIENCE" "$URL/metrics" | sed -n "s/^$1 //p"
}

note "its time is over"
start --answer-time 10 --readers 1
for lang in en fr; do
    ask 503 "$URL/v1/score" -H 'Content-Type: text/plain' -H "Accept-Language: $lang" --data-binary "@$work/long.txt"
    expect_has "$heads" "Retry-After: "
    expect_has "$out" '"/problems/deadline.over"'
    [[ $lang == en ]] || expect_has "$out" "(10 ms de processeur)"
done
ask 200 "$URL/v1/games" # and the same thread answers the next
[[ $(metric dendro_readers_interrupted_total) == 2 ]] || fail "it was not counted"
stop

note "one address"
start --readers 1 --answer-time "$LONG" --reader-queue-per-address 2
crowd || fail "curl ends with $?"
(($(count 200) > 0 && $(count 429) > 0)) || fail "$(count 200) were answered, $(count 429) refused"
(($(count 200) + $(count 429) == CROWD)) || fail "other answers: $(sort "$work/statuses" | uniq -c)"
grep -lq '"/problems/http.readers-address"' "$work"/crowd.* || fail "nobody was told why"
ask 200 "$URL/v1/games"
[[ $(metric dendro_readers_refused_total) == $(count 429) ]] || fail "they were not counted"
stop

note "the queue"
start --readers 1 --answer-time "$LONG" --reader-queue 1
crowd || fail "curl ends with $?"
(($(count 200) > 0 && $(count 503) > 0)) || fail "$(count 200) were answered, $(count 503) refused"
grep -lq '"/problems/http.readers"' "$work"/crowd.* || fail "nobody was told why"
has_room() {
    (($(metric dendro_readers_queue) == 0))
}
eventually has_room || fail "the queue stays full"
ask 200 "$URL/v1/games"
stop

note "equal questions are computed once: each language and encoding by itself"
start --readers 1 --answer-time "$LONG"
CROWD=8 crowd &
asked=$!
has_queue() {
    (($(metric dendro_readers_queue) > 2))
}
eventually has_queue || fail "nobody waits"
questions=()
for i in {1..8}; do
    lang=$( ((i & 1)) && echo en || echo fr)
    encoding=$( ((i & 2)) && echo gzip || echo identity)
    curl -s -m "$PATIENCE" -o "$work/same" -D "$work/same.$i" -H "Accept-Language: $lang" -H "Accept-Encoding: $encoding" "$URL/v1/rules" &
    questions+=($!)
done
wait "$asked" "${questions[@]}"
for i in {1..8}; do
    expect_has "$work/same.$i" "Content-Language: $( ((i & 1)) && echo en || echo fr)"
    [[ $(grep -c '^Content-Encoding: gzip' "$work/same.$i") == $((i & 2 ? 1 : 0)) ]] || fail "the encoding of another: $(cat "$work/same.$i")"
done
stop

note "SIGTERM"
rm -f "$work"/crowd.*
start --readers 1 --answer-time "$LONG"
crowd &
asked=$!
has_answer() {
    grep -qs '"seats"' "$work"/crowd.*
}
eventually has_answer || fail "nobody was answered"
stop
wait "$asked" || true
(($(count 503) > 0)) || fail "it has waited for all of them"
grep -lq '"/problems/http.stopping"' "$work"/crowd.* || fail "nobody was told why"

finish
