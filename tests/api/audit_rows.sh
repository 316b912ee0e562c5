#!/usr/bin/env bash
# An audit names the row that somebody has changed and what it should be, and nothing else: rows of catalogues, merges behind an entry
# that cannot be read, merges that no entry tells of, ids of other programs that lead nowhere.
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

note "ids of other programs"
printf 'dendro 1\ngame pad\ntitle Catan\nseat 1 Ann\nseat 2 Bob\n1: total 10\n2: total 8\n' >catan
run import --quiet --db plays.db catan "$SOURCE_DIR/replays/foret/duel-table.dendro"
tamper plays.db "INSERT INTO \"foreign\" (source, kind, id, ours, state, entry) VALUES
    ('bgstats', 'play', 'one', '2', zeroblob(16), 2), ('bgg', 'person', 'ann', (SELECT handle FROM person WHERE name = 'Ann'), NULL, 0),
    ('bgstats', 'title', 'cat', 'catan', NULL, 0), ('bgg', 'title', '1', 'foret', NULL, 0)"
run audit --quiet --db plays.db
expect 0
expect_out </dev/null
while IFS='|' read -r change told; do
    copy_db plays.db changed.db
    tamper changed.db "UPDATE \"foreign\" SET $change"
    run audit --quiet --db changed.db
    expect 1
    expect_out <<<"other program: $told"
done <<'END'
source = 'odd' WHERE id = 'one'|odd play one program: stored odd, computed nothing
kind = 'odd' WHERE id = 'one'|bgstats odd one kind: stored odd, computed nothing
id = '' WHERE id = 'ann'|bgg person  id: stored nothing, computed an id
ours = '99' WHERE id = 'one'|bgstats play one ours: stored 99, computed nothing
ours = '1' WHERE id = 'one'|bgstats play one ours: stored 1, computed nothing
ours = 'x' WHERE id = 'one'|bgstats play one ours: stored x, computed nothing
entry = 3 WHERE id = 'one'|bgstats play one entry: stored 3, computed nothing
entry = 0 WHERE id = 'one'|bgstats play one entry: stored 0, computed nothing
state = NULL WHERE id = 'one'|bgstats play one state: stored nothing, computed a hash
ours = '@nobody' WHERE id = 'ann'|bgg person ann ours: stored @nobody, computed nothing
entry = 2 WHERE id = 'ann'|bgg person ann entry: stored 2, computed 0
state = zeroblob(16) WHERE id = 'ann'|bgg person ann state: stored a hash, computed nothing
ours = 'chess' WHERE id = 'cat'|bgstats title cat ours: stored chess, computed nothing
ours = 'pad' WHERE id = '1'|bgg title 1 ours: stored pad, computed nothing
END
run audit --quiet --lang fr --db changed.db
expect 1
expect_out <<<"autre programme : bgg title 1 chez nous : enregistré pad, calculé rien"
finish
