#!/usr/bin/env bash
# dendro audit and rebuild: whatever is changed by hand is found and located, and what is derived can be made anew.
set -eu
. "$SOURCE_DIR/tests/support/assert.sh"
. "$SOURCE_DIR/tests/support/database.sh"
cd "$work"

# More than 256 entries, so that the tree has a stored tile; a game of each kind.
"$DENDRO" simulate --game foret --variant duel --level sheet --games 270 --seed 3 >games
"$DENDRO" import --quiet --db whole.db games "$SOURCE_DIR"/replays/foret/*.dendro 2>/dev/null
"$DENDRO" log checkpoint --db whole.db >checkpoint
size=$(entries whole.db)

note "nothing was changed"
run audit --db whole.db
expect 0
expect_err </dev/null
expect_has "$out" "$size entries, $size games (10 judged, 283 scored, 3 stated), "
expect_has "$out" ": 0 findings, 0 notes; root "
if [[ $(wc -l <"$out") != 1 ]]; then
    fail "more than a summary"
fi
root=$(sed 's/.*root //' "$out")
if [[ $(sed -n 3p checkpoint | base64 -d | od -An -tx1 | tr -d ' \n') != "$root" ]]; then
    fail "the root is not that of the checkpoint"
fi
run audit --quiet --db whole.db
expect 0
expect_out </dev/null
run audit --json --results --db whole.db
expect 0
jq -c '[.entries, .findings, .notes, .root]' "$out" >"$work/summary"
cp summary "$out"
expect_out <<END
[$size,0,0,"$root"]
END

# found SQL TEXT: after the change, an audit ends with 1 and has a line that starts with TEXT. `also` is a further one.
found() {
    note "tampered: $1"
    copy_db whole.db t.db
    tamper t.db "$1"
    run audit --db t.db
    expect 1
    also "$2"
}
also() {
    if ! grep -q "^$1" "$out"; then
        fail "no line '$1'"
        head -5 "$out"
    fi
}
# only: nothing else was found.
only() {
    if [[ $(wc -l <"$out") != 2 ]]; then
        fail "more than one finding"
        head -5 "$out"
    fi
}

total=$(sqlite3 whole.db "SELECT total FROM d_seat WHERE game = 7 AND seat = 1")
bees=$(sqlite3 whole.db "SELECT hex(substr(categories, 1, 1)) FROM d_seat WHERE game = 7 AND seat = 1")

found "UPDATE entry SET body = replace(body, 'bee', 'fox') WHERE seq = 7" "entry 7: leaf: entry 7 was changed: "
also "game 7, entry 7: the digest differs"
found "UPDATE entry SET body = substr(body, 1, 40) || char(unicode(substr(body, 41, 1)) + 1) || substr(body, 42) WHERE seq = 8" \
    "entry 8: leaf: entry 8 was changed: "
found "UPDATE entry SET at = at + 3600000 WHERE seq = 9" "entry 9: leaf: entry 9 was changed: "
also "note: entry 10: at: stored "
for column in "author = 'clj'" "kind = 'open'"; do
    found "UPDATE entry SET $column WHERE seq = 9" "entry 9: leaf: entry 9 was changed: "
    only
done
found "UPDATE entry SET leaf = zeroblob(32) WHERE seq = 10" "entry 10: leaf: "
also "entry 256: tile: stored "
also "checkpoint $size: root: stored $root, computed "
found "DELETE FROM entry WHERE seq = 100" "entry 100: is missing"
also "game 100: belongs to nothing in the log: d_game 100"
found "DELETE FROM entry WHERE seq = $size" "checkpoint $size: speaks of more entries than there are: the log has lost its end"
found "UPDATE d_seat SET total = total + 1 WHERE game = 7 AND seat = 1" \
    "game 7, seat 2, entry 7: total: stored $((total + 1)), computed $total\$"
only
found "UPDATE d_seat SET rank = 3 - rank WHERE game = 7 AND seat = 0" "game 7, seat 1, entry 7: rank: stored "
only
found "UPDATE d_seat SET categories = CAST(x'0000' || substr(categories, 3) AS BLOB) WHERE game = 7 AND seat = 1" \
    "game 7, seat 2, entry 7: bee: stored 0, computed $((16#$bees))\$"
only
found "UPDATE d_seat SET categories = CAST(substr(categories, 1, 1) || x'ff' || substr(categories, 3) AS BLOB) WHERE game = 7 AND seat = 1" \
    "game 7, seat 2, entry 7: bee: stored $((16#$bees - 256)), computed $((16#$bees))\$"
only
found "UPDATE d_seat SET person = 1 - person + 2 WHERE game = 7" "game 7, seat 1, entry 7: person: stored "
found "UPDATE d_facts SET body = CAST(substr(body, 1, 20) || x'7f' || substr(body, 22) AS BLOB) WHERE game = 7" \
    "game 7, .*entry 7: cards: stored "
only
found "UPDATE d_game SET plies = 99 WHERE id = 275" "game 275, entry 275: plies: stored 99, computed "
only
found "UPDATE d_game SET digest = zeroblob(32) WHERE id = 275" "game 275, entry 275: digest: stored 00000000"
only
found "DELETE FROM d_game WHERE id = 12" "game 12, entry 12: is missing"
found "DELETE FROM d_seat WHERE game = 12 AND seat = 1" "game 12, seat 2, entry 12: is missing"
found "INSERT INTO d_facts VALUES (9999, x'01')" "game 9999: belongs to nothing in the log: d_facts 9999"
only
found "UPDATE d_tile SET hash = zeroblob(32)" "entry 256: tile: stored 00000000"
only
found "DELETE FROM d_tile" "entry 256: tile: stored nothing, computed "
only
found "INSERT INTO d_alias VALUES (1, 2)" "people: @"
found "UPDATE checkpoint SET text = replace(text, '
$size
', '
1
')" "checkpoint $size: text: the signature is wrong"
only
found "DELETE FROM person WHERE id = 1" "game 1, entry 1: the log names '@"

found "UPDATE seen_recent SET hash = zeroblob(16) WHERE game = 7" "game 7: an import would not recognise it"
only
found "DELETE FROM seen_recent WHERE game IN (7, 12)" "game 12: an import would not recognise it"
also "game 7: an import would not recognise it"
found "INSERT INTO seen VALUES (zeroblob(16), 9999)" "game 9999: belongs to nothing in the log"
only
found "DELETE FROM setting WHERE name = 'seen-key'" "imports: the key 'seen-key' is lost or damaged"
only

note "a checkpoint of our own that is gone is a note"
copy_db whole.db t.db
tamper t.db "DELETE FROM checkpoint"
run audit --db t.db
expect 0
also "note: checkpoints: count: stored 0, computed 1"
run audit --json --db t.db
expect_has "$out" '"ply":null,"seat":null,"field":"count"'

note "a trigger that is gone"
copy_db whole.db t.db
sqlite3 t.db "DROP TRIGGER entry_no_delete"
run audit --db t.db
expect 1
also "database: the schema is not that of this version, from entry_no_delete"

note "tables that Litestream puts into a database are no damage"
copy_db whole.db t.db
sqlite3 t.db "CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER)" "CREATE TABLE _litestream_lock (id INTEGER)"
run audit --db t.db
expect 0
sqlite3 t.db "CREATE TABLE mine (id INTEGER)"
run audit --db t.db
expect 1
also "database: the schema is not that of this version"

# Who knows how leaves are made can forge one. The tile and the checkpoint still tell.
note "a forged leaf"
copy_db whole.db t.db
forged=$(python3 - t.db <<'END'
import hashlib, sqlite3, sys
row = sqlite3.connect(sys.argv[1]).execute("SELECT seq, at, author, kind, game, body FROM entry WHERE seq = 11").fetchone()
row = row[:5] + (row[5].replace("bee", "fox"),)
print(hashlib.sha256(b"\x00" + b"".join(f"{field}\n".encode() for field in row)).hexdigest())
END
)
tamper t.db "UPDATE entry SET body = replace(body, 'bee', 'fox'), leaf = x'$forged' WHERE seq = 11"
run audit --db t.db
expect 1
also "entry 256: tile: stored "
also "checkpoint $size: root: stored $root, computed "

note "one game alone"
copy_db whole.db t.db
tamper t.db "UPDATE d_seat SET total = total + 1 WHERE game = 7 AND seat = 1"
run audit --db t.db 7
expect 1
expect_out <<END
game 7, seat 2, entry 7: total: stored $((total + 1)), computed $total
1 entry, 1 game (1 scored), 3 plies: 1 finding, 0 notes
END
run audit --db t.db 8
expect 0
expect_has "$out" "1 entry, 1 game (1 scored), 3 plies: 0 findings, 0 notes"
run audit --json --db t.db 7
expect 1
expect_out <<END
{"finding":"seat","note":false,"entry":7,"game":7,"ply":null,"seat":2,"field":"total","stored":"$((total + 1))","computed":"$total","rule":null,"message":null}
{"entries":1,"games":1,"judged":0,"scored":1,"stated":0,"plies":3,"findings":1,"notes":0,"pending":0,"root":null}
END
run audit --db t.db 9999
expect 2
expect_err <<'END'
dendro: there is no game 9999
END
run audit --db t.db seven
expect 2

note "in French"
run audit --lang fr --db t.db 7
expect_out <<END
partie 7, siège 2, entrée 7 : total : enregistré $((total + 1)), calculé $total
1 entrée, 1 partie (1 comptée), 3 coups : 1 anomalie, 0 notes
END

note "contested scores are notes"
run import --quiet --db c.db "$SOURCE_DIR/replays/foret/contested/written-scores.dendro"
run audit --db c.db
expect 0
also "note: game 1, seat 2, entry 1: total: written 58, computed 62"
expect_has "$out" ": 0 findings, 5 notes; root "

note "no audit"
run audit --db nothing.db
expect 2
expect_err <<'END'
dendro: there is no database nothing.db
END
head -c 5000 whole.db >cut.db
run audit --db cut.db
if ((code == 0)); then
    fail "half a database is sound"
fi
run audit --threads 0 --db whole.db
expect 2

note "rebuild: equal tables are left as they are"
copy_db whole.db t.db
run rebuild --db t.db
expect 0
expect_out <<END
$size games, 0 differences: the tables are as they should be
END

note "rebuild: different ones are told, and put in place only when asked"
tamper t.db "UPDATE d_seat SET total = total + 1 WHERE game = 7 AND seat = 1" "DELETE FROM d_game WHERE id = 12" \
    "DELETE FROM d_tile" "INSERT INTO d_facts VALUES (9999, x'01')"
run rebuild --db t.db
expect 1
also "d_seat 7/1: total: stored $((total + 1)), rebuilt $total\$"
also "d_game 12: \*: stored absent, rebuilt present\$"
also "d_facts 9999: \*: stored present, rebuilt absent\$"
also "$size games, 4 differences: nothing was changed; --force puts the new rows in place"
run audit --db t.db
expect 1
run rebuild --json --db t.db
expect 1
expect_has "$out" "{\"table\":\"d_seat\",\"key\":\"7/1\",\"column\":\"total\",\"stored\":\"$((total + 1))\",\"rebuilt\":\"$total\"}"
expect_has "$out" "{\"games\":$size,\"differences\":4,\"swapped\":false}"
run rebuild --force --db t.db
expect 0
also "$size games, 4 differences: the new rows are in place"
run audit --db t.db
expect 0
expect_has "$out" "; root $root"

# doubles FILE: imports everything again; nothing is added.
doubles() {
    run import --db "$1" games "$SOURCE_DIR"/replays/foret/*.dendro
    expect 0
    expect_has "$err" "$size records: 0 added, $size already known, 0 refused"
}

note "rebuild: the memory of imports is made anew, so that nothing is imported twice"
copy_db whole.db t.db
tamper t.db "DELETE FROM seen" "DELETE FROM seen_recent WHERE game <= 30"
run rebuild --db t.db
expect 1
also "seen 30/[0-9a-f]*: \\*: stored absent, rebuilt present\$"
also "$size games, 30 differences: nothing was changed; --force puts the new rows in place"
run rebuild --force --db t.db
expect 0
run audit --db t.db
expect 0
doubles t.db

note "rebuild: a lost key of the memory of imports is made anew, and all of it with the key"
for damage in "DELETE FROM setting WHERE name = 'seen-key'" "UPDATE setting SET value = x'00' WHERE name = 'seen-key'"; do
    copy_db whole.db t.db
    tamper t.db "$damage"
    run import --db t.db games
    expect 2
    expect_has "$err" "the key 'seen-key' is lost or damaged"
    run rebuild --db t.db
    expect 2
    run rebuild --force --db t.db
    expect 0
    run audit --db t.db
    expect 0
    doubles t.db
done

finish
