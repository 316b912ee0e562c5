#!/usr/bin/env bash
# A daemon on a database that somebody has damaged: an answer of 500 is not kept as that of an Idempotency-Key, and a table that is gone
# for a while is no refusal of what was sent.
set -eu
. "$SOURCE_DIR/tests/support/assert.sh"
. "$SOURCE_DIR/tests/support/daemon.sh"
. "$SOURCE_DIR/tests/support/database.sh"
GAME='{"game": "foret", "seats": ["Ada", "Bo", "Cy"]}'
MOVE='{"ply": 1, "moves": "2: bee 0,0"}'

start --threads 2
admin=(-H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json")
ask 201 "$URL/v1/games" "${admin[@]}" -d "$GAME"
ask 200 "$URL/v1/games/1/moves" "${admin[@]}" -d '{"ply": 0, "moves": "1: bee 0,0"}'
stop

note "an answer of 500 is not kept"
tamper "$work/club.db" "UPDATE entry SET kind = 'import' WHERE seq = 2"
start --threads 2
ask 500 "$URL/v1/games/1/moves" "${admin[@]}" -H "Idempotency-Key: again" -d "$MOVE"
stop
tamper "$work/club.db" "UPDATE entry SET kind = 'moves' WHERE seq = 2"
start --threads 2
ask 200 "$URL/v1/games/1/moves" "${admin[@]}" -H "Idempotency-Key: again" -d "$MOVE"
if grep -qi '^idempotency-replayed' "$heads"; then
    fail "the failure was kept"
fi
ask 200 "$URL/v1/games/1/moves" "${admin[@]}" -H "Idempotency-Key: again" -d "$MOVE"
grep -qi '^idempotency-replayed: true' "$heads" || fail "the success was not kept"

note "a game of the log that cannot be played is no fault of who moves, and no answer to keep"
stop
tamper "$work/club.db" "UPDATE entry SET body = replace(body, 'game foret', 'game forest') WHERE seq = 1"
start --threads 2
ask 500 "$URL/v1/games/1/moves" "${admin[@]}" -H "Idempotency-Key: third" -d '{"ply": 2, "moves": "3: bee 0,0"}'
grep -q 'problems/log.game' "$out" || fail "not said what is wrong: $(cat "$out")"
ask 500 "$URL/v1/games/1/state"
stop
tamper "$work/club.db" "UPDATE entry SET body = replace(body, 'game forest', 'game foret') WHERE seq = 1"
start --threads 2
ask 200 "$URL/v1/games/1/moves" "${admin[@]}" -H "Idempotency-Key: third" -d '{"ply": 2, "moves": "3: bee 0,0"}'

note "an import that fails is not a record that is refused"
# rename TABLE NAME
rename() {
    sqlite3 "$work/club.db" "PRAGMA busy_timeout = 60000; PRAGMA legacy_alter_table = ON; ALTER TABLE $1 RENAME TO $2" >"$out"
}
rename d_seat gone
ask 503 "$URL/v1/import" -H "Authorization: Bearer $TOKEN" -H 'Content-Type: text/plain' \
    --data-binary $'dendro 1\ngame foret\nseat 1 A\nseat 2 B\nseat 3 C\n\n1: bee 0,0\n'
rename gone d_seat
ask 200 "$URL/v1/games"
[[ $(grep -o '"id":[0-9]*,"game"' "$out" | wc -l) == 1 ]] || fail "not one game: $(cat "$out")"

note "the audit of one game names what was changed, and whose it is"
# change TABLE COLUMN VALUE: in the row of game 1, of its second seat
change() {
    local where="id = 1"
    [[ $1 == d_game ]] || where="game = 1 AND seat = 1"
    sqlite3 "$work/club.db" "PRAGMA busy_timeout = 60000; UPDATE $1 SET $2 = $3 WHERE $where; SELECT quote($2) FROM $1 WHERE $where" | tail -1
}
for cell in "d_game rules 9" "d_game source 9" "d_game last 9" "d_game plies 9" "d_game variant 'x'" "d_game level 'x'" "d_game status 'finished'" \
    "d_game digest zeroblob(32)" "d_seat person 1"; do
    read -r table column value <<<"$cell"
    before=$(change "$table" "$column" "$column")
    change "$table" "$column" "$value" >"$work/new"
    ask 200 "$URL/v1/games/1/audit"
    seat=$([[ $table == d_game ]] && echo null || echo 2)
    [[ $(jq -c '[.findings[] | [.finding, .field, .seat]]' "$out") == "[[\"${table#d_}\",\"$column\",$seat]]" ]] || fail "$cell: $(cat "$out")"
    change "$table" "$column" "$before" >"$work/new"
done
ask 200 "$URL/v1/games/1/audit"
[[ $(jq -c .findings "$out") == '[]' ]] || fail "not as before: $(cat "$out")"

note "an audit that cannot begin has failed, and says why"
# audited STATE: whether the last audit ended so
audited() {
    ask 200 "$URL/v1/audit" "${admin[@]}"
    grep -q "\"state\":\"$1\"" "$out"
}
mv "$work/club.db" "$work/elsewhere.db"
ask 202 "$URL/v1/audit" "${admin[@]}" -d '{}'
eventually audited failed || fail "not failed: $(cat "$out")"
grep -q '"error":"' "$out" || fail "nothing is said: $(cat "$out")"
mv "$work/elsewhere.db" "$work/club.db"
ask 202 "$URL/v1/audit" "${admin[@]}" -d '{}'
eventually audited 'done' || fail "not done: $(cat "$out")"
[[ $(jq '[.summary.entries, .summary.games]' -c "$out") == '[4,1]' ]] || fail "not all of it: $(cat "$out")"
stop 2>"$err"
finish
