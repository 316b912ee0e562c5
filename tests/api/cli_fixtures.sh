#!/usr/bin/env bash
# Databases that released versions of the program made, kept as they were: each opens, says what it said, and goes on.
# club-8 is of schema 8, from before there were titles: a demo night, Biotopes by totals, sheets, a merge, a void game, an erased name.
# club-12 is of schema 12: pads of every variant, teams, guests, titles renamed and merged, a closed season, second thoughts, an erased name.
# club-13 is of schema 13: as club-12, an import that was undone and came back, one that was undone, a correction, a closed season.
set -eu
. "$SOURCE_DIR/tests/support/assert.sh"
unset DENDRO_DB
cd "$work"
kept=$SOURCE_DIR/tests/fixtures
# Who shares a place is told by name now, and was told by handle: their order says nothing.
season='walk(if type == "object" and has("board") then .board |= sort_by(.place, .handle) else . end)
        | .winners |= sort | (.now | select(.) | .differences) |= sort_by(.handle)'
figures='.rows |= map({player, handle, rank, rating, games, wins, win_points, mean_score, best_score}) | .rows'

# as_then FILTER FILE WORD...: what a question is answered with, through a filter of jq, is what it was.
as_then() {
    local filter=$1 file=$2
    shift 2
    run "$@" --db club.db --json
    expect 0
    jq -S "$filter" "$out" >now.json
    jq -S "$filter" "$kept/$file" >then.json
    diff now.json then.json >difference || fail "$*: $(head -c 600 difference)"
}

for version in 8 12 13; do
    club=club-$version
    note "$club is brought up to date"
    rm -f club.db*
    gunzip -c "$kept/$club.db.gz" >club.db
    run export --db club.db
    expect 2
    expect_has "$err" "dendro migrate"
    run migrate --db club.db
    expect 0
    expect_has "$out" "schema $version -> "
    run audit --db club.db
    expect 0
    expect_has "$out" ": 0 findings, "

    note "every record of $club is the one that it was, to the digest"
    run export --db club.db --voided
    expect 0
    cp "$out" now.dendro
    expect_out <"$kept/$club.dendro"
    run verify now.dendro # every digest is checked; one score of the demo is contested
    expect 1
    expect_has "$out" "seat 1: total: written 67, computed 60"
    cp "$out" problems
    (($(grep -cv warning problems) == 1)) || fail "$(cat problems)"

    note "what a member was given still proves the log of $club"
    "$DENDRO" log export --db club.db >log
    run log check --log log --checkpoint "$kept/$club.checkpoint" --key "$kept/$club.key"
    expect 0

    note "figures of $club are those of then"
    if ((version == 8)); then
        as_then "$figures" club-8.foret.json stats leaderboard --game foret
    else
        as_then "$figures" "$club.all.json" stats leaderboard
        as_then "$season" "$club.season.json" season show "$((version == 12 ? 25 : 32))"
    fi

    note "$club goes on, and it is known what is there"
    run import --db club.db "$kept/$club.dendro"
    expect_has "$err" "$((version == 13)) added" # the one whose import was undone counts again
    printf 'dendro 1\ngame pad\ntitle Catan\nseat 1 Zoé\nseat 2 ?\n1: total 10\n2: total 8.5\n' >catan
    run import --db club.db catan
    expect 0
    run audit --db club.db --quiet
    expect 0
done

note "an import of then is undone now, and comes back"
run import --db club.db --undo 3
expect 0
expect_has "$err" "import 3: 2 games, 2 made void"
run import --db club.db "$kept/club-13.dendro"
expect_has "$err" "2 added"
run audit --db club.db --quiet
expect 0
finish
