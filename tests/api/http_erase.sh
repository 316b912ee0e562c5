#!/usr/bin/env bash
# An erased name is nowhere: not in the database, not in the log beside it, not in a later backup, and not in the answers kept
# for who repeats a request; over HTTP and from the command line, with somebody reading meanwhile and without. What is
# repeated is still not done twice.
set -eu
. "$SOURCE_DIR/tests/support/assert.sh"
. "$SOURCE_DIR/tests/support/daemon.sh"
. "$SOURCE_DIR/tests/support/database.sh"
db=$work/club.db
start --threads 2 2>"$work/complaints"
auth=(-H "Authorization: Bearer $TOKEN")

# gone NAME...: none of these words is in the files of the database, however it is spelt.
gone() {
    local word file
    run backup --db "$db" "$work/later"
    expect 0
    for word in "$@"; do
        for file in "$db" "$db-wal" "$db-shm" "$work/later"; do
            if [[ -e $file ]] && LC_ALL=C grep -qai -- "$word" "$file"; then
                fail "'$word' is in $(basename "$file")"
            fi
        done
    done
    rm -f "$work/later"
}

# keyed KEY STATUS METHOD PATH BODY: with an Idempotency-Key; the body goes to "$work/KEY".
keyed() {
    ask "$2" -X "$3" "$URL$4" "${auth[@]}" -H "Idempotency-Key: $1" --json "$5"
    cp "$out" "$work/$1"
}

# again KEY STATUS METHOD PATH BODY: the same once more; nothing happens, and no name comes back.
again() {
    ask "$2" -X "$3" "$URL$4" "${auth[@]}" -H "Idempotency-Key: $1" --json "$5"
    expect_has "$heads" "Idempotency-Replayed: true"
    if grep -qiE 'zebedee|zébédée|quillon|walpurga' "$out"; then
        fail "the repeated answer has the name: $(cat "$out")"
    fi
}

# hold: somebody reads the database as it is now; let_go: they stop.
hold() {
    mkfifo "$work/hold"
    sqlite3 "$db" <"$work/hold" >"$work/held" &
    exec 4>"$work/hold"
    echo "BEGIN; SELECT count(*) FROM person;" >&4
    eventually test -s "$work/held" || fail "nobody reads"
}
let_go() {
    exec 4>&-
    rm -f "$work/hold" "$work/held"
}

log_is_empty() {
    [[ ! -s $db-wal ]] || ! LC_ALL=C grep -qai -- "$1" "$db-wal"
}

note "kept answers of every kind"
keyed make 201 POST /v1/players '{"name": "Zébédée \"Q\" Quillon"}'
id=$(jq -r .id "$work/make")
keyed taken 409 POST /v1/players '{"name": "ZEBEDEE \"q\" quillon"}'
ask 200 -X PATCH "$URL/v1/players/$id" "${auth[@]}" --json '{"name": "Walpurga"}'
keyed same 409 POST /v1/players '{"name": "walpurgA"}'
ask 200 -X PATCH "$URL/v1/players/$id" "${auth[@]}" --json '{"name": "Zebedee"}'
keyed game 201 POST /v1/games '{"game": "foret", "seats": ["zébédée", "Bo", "Cy"]}'
keyed broken 400 POST /v1/games '{"record": "dendro 1\ngame foret\nzebedee 1\n"}'
keyed night 201 POST /v1/nights '{"day": "2026-11-13", "title": "Zebedee turns 50"}'
keyed other 201 POST /v1/players '{"name": "Bea"}'
keyed where 201 POST /v1/places '{"name": "Attic"}'
ask 200 -X PATCH "$URL/v1/nights/2026-11-13" "${auth[@]}" --json '{"title": "A birthday"}'
entries_before=$(entries "$db")
people_before=$(sqlite3 "$db" "SELECT count(*) FROM person")

note "over HTTP"
ask 204 -X DELETE "$URL/v1/players/$id" "${auth[@]}"
gone zebedee zébédée quillon walpurga

note "repeated: the same status and ids, no name, nothing done"
again make 201 POST /v1/players '{"name": "Zébédée \"Q\" Quillon"}'
expect_has "$heads" "Location: /v1/players/$id"
[[ $(jq -c '[.id, .name]' "$out") == "[\"$id\",null]" ]] || fail "$(cat "$out")"
again taken 409 POST /v1/players '{"name": "ZEBEDEE \"q\" quillon"}'
[[ $(jq -c '[.status, .type, .detail == .title]' "$out") == '[409,"/problems/person.taken",true]' ]] || fail "$(cat "$out")"
again same 409 POST /v1/players '{"name": "walpurgA"}'
again game 201 POST /v1/games '{"game": "foret", "seats": ["zébédée", "Bo", "Cy"]}'
cmp -s "$out" "$work/game" || fail "the receipt of a game has changed"
again night 201 POST /v1/nights '{"day": "2026-11-13", "title": "Zebedee turns 50"}'
[[ $(jq -r .title "$out") == "@$id" ]] || fail "$(cat "$out")"
again other 201 POST /v1/players '{"name": "Bea"}'
cmp -s "$out" "$work/other" || fail "somebody else's answer has changed"
again where 201 POST /v1/places '{"name": "Attic"}'
cmp -s "$out" "$work/where" || fail "a place's answer has changed"
[[ $(entries "$db") == "$entries_before" ]] || fail "something was done twice"
[[ $(sqlite3 "$db" "SELECT count(*) FROM person") == "$people_before" ]] || fail "somebody was made twice"

note "beside somebody who reads: the answer says until when, and then it is so"
keyed second 201 POST /v1/players '{"name": "Quillon the Second"}'
id=$(jq -r .id "$out")
hold
ask 202 -X DELETE "$URL/v1/players/$id" "${auth[@]}"
[[ $(jq -r .status "$out") == waiting ]] || fail "$(cat "$out")"
until=$(jq -r .until "$out")
[[ $until > $(date -u +%FT%T) ]] || fail "until $until"
ask 200 "$URL/metrics"
expect_has "$out" "dendro_erasures_waiting 1"
let_go
eventually log_is_empty "quillon the second" || fail "it is never gone"
gone "quillon the second"
eventually grep -q "erased names are gone" "$work/complaints" || fail "nobody was told: $(cat "$work/complaints")"
ask 204 -X DELETE "$URL/v1/players/$id" "${auth[@]}"
again second 201 POST /v1/players '{"name": "Quillon the Second"}'

note "from the command line, beside the daemon"
keyed third 201 POST /v1/players '{"name": "Quillon the Third"}'
run players erase --db "$db" "quillon the third"
expect 0
expect_err </dev/null
gone "quillon the third"
again third 201 POST /v1/players '{"name": "Quillon the Third"}'

note "from the command line, beside the daemon and somebody who reads"
keyed fourth 201 POST /v1/players '{"name": "Quillon the Fourth"}'
hold
run players erase --db "$db" "quillon the fourth"
expect 0
expect_has "$err" "keeps the name until they have finished"
let_go
eventually log_is_empty "quillon the fourth" || fail "the daemon does not empty the log"
gone "quillon the fourth"

note "those merged into somebody go with them"
keyed fifth 201 POST /v1/players '{"name": "Quillon the Fifth"}'
fifth=$(jq -r .id "$out")
keyed sixth 201 POST /v1/players '{"name": "Hexa"}'
sixth=$(jq -r .id "$out")
keyed merge 200 POST "/v1/players/$fifth/merge" "{\"into\": \"$sixth\"}"
ask 204 -X DELETE "$URL/v1/players/$fifth" "${auth[@]}"
gone "quillon the fifth" hexa
again merge 200 POST "/v1/players/$fifth/merge" "{\"into\": \"$sixth\"}"
stop
gone quillon

note "from the command line, nobody else"
run players add --db "$db" "Quillon the Seventh"
run players erase --db "$db" "quillon the seventh"
expect 0
gone "quillon the seventh"

note "killed before the log was emptied: the next one who writes does it"
run players add --db "$db" "Quillon the Eighth"
hold
run players erase --db "$db" "quillon the eighth"
expect 0
cp "$db" "$work/killed.db"
cp "$db-wal" "$work/killed.db-wal"
let_go
LC_ALL=C grep -qai "quillon the eighth" "$work/killed.db" "$work/killed.db-wal" || fail "this test tests nothing"
run players add --db "$work/killed.db" Nobody
expect 0
if LC_ALL=C grep -qai "quillon the eighth" "$work/killed.db" "$work/killed.db-wal" 2>/dev/null; then
    fail "the name is still there"
fi

note "audits stay as they were"
run audit --db "$db" --quiet
expect 0

finish
