#!/usr/bin/env bash
# An audit names the row that somebody has changed and what it should be, and nothing else: rows of catalogues, merges behind an entry
# that cannot be read, merges that no entry tells of.
set -eu
. "$SOURCE_DIR/tests/support/assert.sh"
. "$SOURCE_DIR/tests/support/database.sh"
cd "$work"

note "catalogues"
sed 's/"id": "printed"/"id": "mine"/' "$SOURCE_DIR/catalogues/ecos/printed.json" >mine.json
run catalogue add --db club.db mine.json
expect 0
run audit --quiet --db club.db
expect 0
expect_out </dev/null
hash=$(sha256sum mine.json | cut -d' ' -f1)
for change in "name = 'yours'" "game = 'foret'"; do
    copy_db club.db changed.db
    tamper changed.db "UPDATE catalogue SET $change"
    run audit --quiet --db changed.db
    expect 1
    grep -qF "$hash" "$out" || grep -qF "yours" "$out" || fail "the catalogue is not named: $(cat "$out")"
    [[ $(wc -l <"$out") == 1 ]] || fail "not one finding: $(cat "$out")"
    cat "$out" >>findings
done
cp findings "$out"
expect_has "$out" "yours"
expect_has "$out" "foret"

note "a merge behind an entry that cannot be read"
run import --quiet --db merged.db "$SOURCE_DIR/replays/foret/duel-table.dendro" "$SOURCE_DIR/replays/foret/ties-four-seats.dendro"
run players merge --db merged.db Uma Nour
expect 0
run audit --quiet --db merged.db
expect 0
copy_db merged.db changed.db
tamper changed.db "PRAGMA ignore_check_constraints = ON" "UPDATE entry SET leaf = x'00' WHERE seq = 1"
run audit --quiet --db changed.db
expect 1
expect_out <<<"entry 1: damaged: changed.db is damaged: entry.leaf"

note "everybody"
run import --quiet --db people.db "$SOURCE_DIR/replays/foret/duel-table.dendro"
tamper people.db "WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 500)
    INSERT INTO person (handle, name, created) SELECT printf('%012d', i), 'P' || i, 0 FROM n" \
    "INSERT INTO d_alias SELECT id, 1 FROM person WHERE handle GLOB '00000*'"
run audit --quiet --db people.db
expect 1
seq -f '%012.0f' 500 >everybody
sed -n 's/^people: @\(0[0-9]*\): stored @.*, computed @\1$/\1/p' "$out" | sort | cmp -s - everybody ||
    fail "not everybody is named: $(wc -l <"$out")"
finish
