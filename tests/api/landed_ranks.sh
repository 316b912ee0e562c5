#!/usr/bin/env bash
# A club of the version before: somebody who had lost a game of solo had rank 1 there. It is brought up to date once, by whoever
# writes first, the log to the byte as it was, and then nobody finds anything.
# The fixture is what the program left that had schema 5, after `dendro import solo-loss.dendro solo-easy.dendro solo-hard.dendro`, dumped as SQL.
set -eu
. "$SOURCE_DIR/tests/support/assert.sh"
unset DENDRO_DB
cd "$work"

root=b26e3088625d90b4181e07a64c08d527ed09ec90bbd4ee831fd4ec48bce2c271
ranks() {
    sqlite3 "$1" "SELECT game, rank FROM d_seat ORDER BY game" | tr '\n' ' '
}

gunzip <"$SOURCE_DIR/tests/api/landed_solo.sql.gz" | sqlite3 landed.db
[[ $(ranks landed.db) == "1|1 2|1 3|1 " ]] || fail "the fixture: $(ranks landed.db)"

note "the first writer makes the ranks anew, and only it"
cp landed.db club.db
run import --db club.db "$SOURCE_DIR/replays/foret/unfinished-five.dendro"
expect 0
test -s club.db.v5.bak || fail "no copy"
[[ $(ranks club.db | cut -d ' ' -f 1-3) == "1|0 2|1 3|1" ]] || fail "$(ranks club.db)"
run audit --db club.db
expect 0
expect_has "$out" "0 findings, 0 notes"
run migrate --db club.db
expect 0
expect_has "$out" "nothing to do"

note "migrate does it as well; the log has the root that it had"
run migrate --db landed.db
expect 0
run audit --db landed.db
expect 0
expect_has "$out" "0 findings, 0 notes; root $root"

note "what is answered: no rank for who has lost, the first for who has won"
run export --db landed.db --format ndjson
jq -c '.outcome as $outcome | .seats[0] | [$outcome, .total, .rank]' "$out" >"$out.short"
cp "$out.short" "$out"
expect_out <<'END'
["loss",58,null]
["easy",52,1]
["hard",78,1]
END
run export --db landed.db --format csv
grep -v ',a,' "$out" | cut -d , -f 1,4,10-11 >"$out.short"
cp "$out.short" "$out"
expect_out <<'END'
id,level,total,rank
1,sheet,58,
2,sheet,52,1
3,table,78,1
END
sed 's/^variant/night 2026-11-20\nvariant/' "$SOURCE_DIR/replays/foret/solo-loss.dendro" >again.dendro
run import --db landed.db again.dendro
expect 0
run stats night 2026-11-20 --db landed.db
expect_has "$out" "58     -"
run stats night 2026-11-20 --db landed.db --csv
expect_has "$out" ",58,,"
run stats night 2026-11-20 --db landed.db --json
jq -c '[.results[].seats[].rank]' "$out" >"$out.short"
cp "$out.short" "$out"
expect_out <<'END'
[null]
END
finish
