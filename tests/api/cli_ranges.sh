#!/usr/bin/env bash
# Ranges: one in the wrong order is refused, one in which nothing lies says so on standard error, and is no failure: a
# program that asks for what is new since yesterday gets nothing, and the exit code 0.
set -eu
. "$SOURCE_DIR/tests/support/assert.sh"
. "$SOURCE_DIR/tests/support/daemon.sh"
unset DENDRO_DB
cd "$work"
"$DENDRO" demo --db club.db --nights 3 >"$out" 2>&1
size=$(sqlite3 club.db "SELECT count(*) FROM entry")
someone=$(sqlite3 club.db "SELECT name FROM person ORDER BY id LIMIT 1")

# nothing SENTENCE FRENCH WORD...: no output, exit code 0, and the sentence
nothing() {
    local sentence=$1 french=$2
    shift 2
    note "empty: $*"
    run "$@" --db club.db
    expect 0
    expect_out </dev/null
    expect_err <<<"dendro: $sentence"
    run "$@" --db club.db --lang fr
    expect 0
    expect_err <<<"dendro: $french"
}
none="there is no such game"
aucune="il n'y a pas de telle partie"
nothing "$none" "$aucune" export --since 2030-01-01
nothing "$none" "$aucune" export --since 2030-01-01 --format ndjson
nothing "$none" "$aucune" export --game ecos --since 2030-01-01 --player "$someone"
nothing "$none" "$aucune" game list --since 2030-01-01
nothing "there is no entry from 900 on: the log ends with entry $size" \
    "il n'y a pas d'entrée à partir de la 900 : le journal finit à l'entrée $size" log export --first 900
nothing "there is no entry from $((size + 1)) on: the log ends with entry $size" \
    "il n'y a pas d'entrée à partir de la $((size + 1)) : le journal finit à l'entrée $size" \
    log export --first $((size + 1)) --last 900

note "the head of a table without rows"
run export --format csv --since 2030-01-01 --db club.db
expect 0
expect_err <<<"dendro: $none"
[[ $(wc -l <"$out") == 1 ]] || fail "$(cat "$out")"

note "statistics say it in the table's place"
for words in "leaderboard" "cards --game foret" "card bee --game foret" "player|$someone" "records" "history" "history|$someone"; do
    IFS='|' read -r command name <<<"$words"
    read -r -a words <<<"$command"
    run stats "${words[@]}" ${name:+"$name"} --from 2030-01-01 --db club.db
    expect 0
    cat "$out" "$err" >said
    grep -qE '^no (finished game|night)' said || fail "$command: $(cat said)"
done
run stats night 2030-01-01 --db club.db
expect 1
expect_err <<<"dendro: nothing is known of that night"

note "what lies partly inside is no empty range"
run log export --first "$size" --last 900 --db club.db
expect 0
expect_err </dev/null
[[ $(wc -l <"$out") == 1 ]] || fail "$(wc -l <"$out") entries"

note "a log without entries, a database without games"
"$DENDRO" players add Ada --db new.db 2>/dev/null
run log export --db new.db
expect 0
expect_err <<<"dendro: the log has no entries yet"
run export --db new.db
expect 0
expect_err <<<"dendro: $none"

note "the wrong order"
run log export --first 3 --last 2 --db club.db
expect 2
expect_has "$err" "the entries are in the wrong order: from 3 to 2"
run log prove consistency 3 2 --db club.db
expect 1
expect_out </dev/null
run stats leaderboard --from 2026-02-01 --to 2026-01-01 --db club.db
expect 2
expect_has "$err" "the days are in the wrong order"

# Over HTTP an empty list is an answer; the wrong order is none.
start --db club.db
for address in "/v1/log?first=900" "/v1/log?first=900&last=901" "/v1/export?since=2030-01-01" "/v1/export?format=ndjson&since=2030-01-01"; do
    note "GET $address"
    [[ $(curl -s -m 60 -o body -w '%{http_code}' "$URL$address") == 200 ]] || fail "$(cat body)"
    [[ ! -s body ]] || fail "$(head -c 300 body)"
done
[[ $(curl -s -m 60 "$URL/v1/games?since=2030-01-01" | jq -c .games) == "[]" ]] || fail "games"
reversed="2026-02-01 2026-01-01"
read -r from to <<<"$reversed"
for address in "/v1/log?first=3&last=2" "/v1/games?since=$from&until=$to" "/v1/export?since=$from&until=$to" \
    "/v1/leaderboard?from=$from&to=$to" "/v1/cards?game=foret&from=$from&to=$to" "/v1/cards/bee?game=foret&from=$from&to=$to" \
    "/v1/records?from=$from&to=$to" "/v1/ratings/history?from=$from&to=$to"; do
    note "GET $address"
    [[ $(curl -s -m 60 -o body -w '%{http_code}' "$URL$address") == 400 ]] || fail "$(head -c 300 body)"
done
finish
