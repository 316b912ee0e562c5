#!/usr/bin/env bash
# Databases that released versions of the program made, kept as they were: each opens, says what it said, and goes on.
# club-8 is of schema 8, from before there were titles: a demo night, Biotopes by totals, sheets, a merge, a void game, an erased name.
set -eu
. "$SOURCE_DIR/tests/support/assert.sh"
unset DENDRO_DB
cd "$work"
kept=$SOURCE_DIR/tests/fixtures

note "it is brought up to date"
gunzip -c "$kept/club-8.db.gz" >club.db
run export --db club.db
expect 2
expect_has "$err" "dendro migrate"
run migrate --db club.db
expect 0
expect_has "$out" "schema 8 -> "
run audit --db club.db
expect 0
expect_has "$out" ": 0 findings, "

note "every record is the one that it was, to the digest"
run export --db club.db --voided
expect 0
cp "$out" now.dendro
expect_out <"$kept/club-8.dendro"
run verify now.dendro # every digest is checked; one score of the demo is contested
expect 1
expect_out <<'END'
now.dendro:99:9: seat 1: total: written 67, computed 60
END

note "what a member was given still proves the log"
"$DENDRO" log export --db club.db >log
run log check --log log --checkpoint "$kept/club-8.checkpoint" --key "$kept/club-8.key"
expect 0

note "figures are those of then"
run stats leaderboard --db club.db --game foret --json
expect 0
figures='.rows |= map({player, handle, rank, rating, games, wins, win_points, mean_score, best_score}) | .rows'
jq -S "$figures" "$out" >now.json
jq -S "$figures" "$kept/club-8.foret.json" >then.json
diff now.json then.json >difference || fail "$(head -c 600 difference)"

note "the club goes on, and it is known what is there"
run import --db club.db "$kept/club-8.dendro"
expect_has "$err" "0 added"
printf 'dendro 1\ngame pad\ntitle Catan\nseat 1 Zoé\nseat 2 ?\n1: total 10\n2: total 8.5\n' >catan
run import --db club.db catan
expect 0
run audit --db club.db --quiet
expect 0
finish
