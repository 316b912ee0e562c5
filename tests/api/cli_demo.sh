#!/usr/bin/env bash
# dendro demo: a made-up club that audits clean, the same for the same seed, and that nobody takes for a real one.
set -eu
. "$SOURCE_DIR/tests/support/assert.sh"
. "$SOURCE_DIR/tests/support/database.sh"
cd "$work"

note "a season"
run demo --db a.db
expect 0
expect_out </dev/null
expect_has "$err" "12 nights, "
run audit --db a.db
expect 0
expect_has "$out" ": 0 findings, 1 note; root "
expect_has "$out" "note: game 2, seat 1, entry 2: total: written "
run export --db a.db
expect 0
cp "$out" a.txt

note "everybody's name says that they do not exist"
if grep -q '^seat . ' a.txt && grep '^seat . ' a.txt | grep -vq '(demo)$'; then
    fail "somebody is not marked: $(grep '^seat . ' a.txt | grep -v '(demo)$' | head -1)"
fi
run log key --db a.db
expect_has "$out" "dendro/Demo+"

note "twelve consecutive Fridays, up to the day asked for"
nights() {
    sed -n 's/^night //p' "$1" | sort -u
}
nights a.txt >days
if [[ $(wc -l <days) != 12 || $(tail -1 days) != 2026-11-13 || $(date -u -d "$(head -1 days)" +%F) != $(date -u -d "2026-11-13 - 77 days" +%F) ]]; then
    fail "$(tr '\n' ' ' <days)"
fi
while read -r day; do
    [[ $(date -u -d "$day" +%u) == 5 ]] || fail "$day is no Friday"
done <days
run demo --db u.db --until 2025-01-01 --nights 3
expect 0
"$DENDRO" export --db u.db >u.txt
nights u.txt >"$out"
expect_out <<'END'
2024-12-13
2024-12-20
2024-12-27
END

note "variety: games, variants, levels, tables, a take-back"
for line in "game foret" "game grandbois" "game ecos" "variant standard" "variant duel" "variant solo" "level table" "level sheet" "level full" "*: back 1"; do
    grep -qxF "$line" a.txt || fail "no '$line'"
done
for seat in 2 3 4 5 6; do
    grep -q "^seat $seat " a.txt || fail "no table of $seat"
done

note "nobody sits at two tables of a night twice"
run verify a.txt
if ((code == 2)); then
    fail "not records"
fi

note "the same seed gives the same games, another one others"
run demo --db b.db --seed 1
run export --db b.db
expect_out <a.txt
run demo --db c.db --seed 2 --club "Les Ormes"
run export --db c.db
if cmp -s "$out" a.txt; then
    fail "the seed makes no difference"
fi
run log key --db c.db
expect_has "$out" "dendro/Les-Ormes+"
run demo --db d.db --nights 5
run export --db d.db
if [[ $(sed -n 's/^night //p' "$out" | sort -u | wc -l) != 5 ]]; then
    fail "not five nights"
fi

note "not into a club's own games"
"$DENDRO" import --quiet --db own.db "$SOURCE_DIR/replays/foret/take-back.dendro" 2>/dev/null
run demo --db own.db
expect 1
expect_has "$err" "own.db is not empty"
if [[ $(entries own.db) != 1 ]]; then
    fail "it was changed"
fi
run demo --db own.db --force
expect 0
run audit --db own.db
expect 0
run demo --db a.db --force
expect 0
expect_has "$err" " 0 games added"

note "bad words"
run demo --db x.db --nights 0
expect 2
run demo --db x.db --until tomorrow
expect 2
run demo --db x.db --club ""
expect 2
if [[ -e x.db && $(entries x.db) != 0 ]]; then
    fail "something was written"
fi

finish
