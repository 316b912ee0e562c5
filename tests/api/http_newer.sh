#!/usr/bin/env bash
# A newer program has brought the database up to date under a daemon: the daemon says so, writes nothing, and calls nothing damaged.
set -eu
. "$SOURCE_DIR/tests/support/assert.sh"
. "$SOURCE_DIR/tests/support/daemon.sh"
. "$SOURCE_DIR/tests/support/database.sh"
cd "$work"
start
json=(-H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json')
ask 201 "${json[@]}" "$URL/v1/games" -d '{"game": "foret", "seats": ["Ada", "Bo", "Cy"]}'
before=$(entries club.db)
current=$(sqlite3 club.db "PRAGMA user_version")
sqlite3 club.db "ALTER TABLE d_standing RENAME TO d_standing_of_tomorrow" "PRAGMA user_version = $((current + 1))"

note "who writes"
for words in '/v1/players {"name":"Dee"}' '/v1/games/1/moves {"ply":0,"moves":["1:bee_0,0"]}'; do
    read -r path body <<<"$words"
    ask 503 "${json[@]}" "$URL$path" -d "${body//_/ }"
    expect_has "$out" '"type":"/problems/store.moved"'
    expect_has "$out" "has been brought to schema $((current + 1)) and this program needs $current: restart it with the new program"
done
ask 503 "${json[@]}" -H 'Accept-Language: fr' "$URL/v1/players" -d '{"name": "Dee"}'
expect_has "$out" "est passée au schéma $((current + 1)) et ce programme demande $current : relancez-le avec le nouveau programme"
[[ $(entries club.db) == "$before" ]] || fail "something was written"

note "who reads what is not there any more"
ask 503 "$URL/v1/leaderboard?game=foret"
expect_has "$out" '"type":"/problems/store.moved"'
ask 200 "$URL/v1/games/1"

note "not ready"
ask 503 "$URL/readyz"

note "what is damaged is damaged"
sqlite3 club.db "PRAGMA user_version = $current"
ask 500 "$URL/v1/leaderboard?game=foret"
expect_has "$out" '"type":"/problems/store.damaged"'
finish
