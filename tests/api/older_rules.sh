#!/usr/bin/env bash
# Records that name no rules are of the newest; one that was imported when older rules were the newest is known all the same.
# And what is wrong with a record costs a line no more when there are many: a record full of nonsense is refused at once.
set -eu
. "$SOURCE_DIR/tests/support/assert.sh"
unset DENDRO_DB DENDRO_LANG
cd "$work"

for words in "grandbois --seats 3 --level sheet" "grandbois --seats 4 --level table" "ecos --seats 3 --level sheet" \
    "ecos --seats 3 --level table" "ecos --seats 2 --level full"; do
    note "$words"
    rm -f club.db*
    # shellcheck disable=SC2086 # several words
    "$DENDRO" simulate --game $words --rules 1 --games 2 --seed 21 | sed 's/^level.*/&\nplayed 2026-11-02/' >old.dendro
    grep -v '^rules\|^digest' old.dendro >new.dendro
    run import --db club.db old.dendro
    expect 0
    run import --db club.db new.dendro
    expect 0
    expect_has "$err" "2 records: 0 added, 2 already known, 0 refused"
done

note "a record that is new is of the newest rules"
"$DENDRO" simulate --game grandbois --seats 3 --level table --seed 99 | grep -v '^rules\|^digest' >another.dendro
run import --db club.db another.dendro
expect 0
run export --db club.db --game grandbois
expect_has "$out" "rules 2"

note "half a million wrong lines"
{
    printf 'dendro 1\ngame foret\n'
    yes ':' | head -n 500000
} >colons.dendro
{
    printf 'dendro 1\ngame foret\nlevel sheet\nseat 1 A\nseat 2 B\nseat 3 C\n'
    yes '1: grid abeile' | head -n 65000
} >grids.dendro
for file in colons grids; do
    run verify "$file.dendro"
    expect 1
    [[ $(wc -l <"$out") == 51 ]] || fail "$(wc -l <"$out") lines"
    expect_has <(tail -n 1 "$out") "more like these in this record"
    run import --db club.db "$file.dendro"
    expect 1
    expect_has "$err" "1 record: 0 added, 0 already known, 1 refused"
done
finish
