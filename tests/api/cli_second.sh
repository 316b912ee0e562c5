#!/usr/bin/env bash
# Second thoughts on the command line: unvoid, unmerge, imports that are undone, warnings, --strict; and a kill on the way.
set -eu
. "$SOURCE_DIR/tests/support/assert.sh"
. "$SOURCE_DIR/tests/support/database.sh"
cd "$work"

# sheets COUNT ONE TWO THREE DAY: so many sheets of these three on that day (none: without), each another game.
sheets() {
    "$DENDRO" simulate --game foret --seats 3 --level sheet --games "$1" --seed "${6:-1}" |
        sed "s/^seat 1 .*/seat 1 $2/; s/^seat 2 .*/seat 2 $3/; s/^seat 3 .*/seat 3 $4${5:+\nplayed $5}/"
}

# sound: the audit and the rebuild of a.db find nothing.
sound() {
    run audit --quiet --db a.db
    expect 0
    run rebuild --db a.db
    expect 0
    expect_has "$out" " 0 differences"
}

# games STATUS: how many there are of it.
games() {
    sqlite3 a.db "SELECT count(*) FROM d_game WHERE status = '$1'"
}

note "an import has a number, and only one that adds something"
sheets 3 Amélie Ferdinand Mana >three
run import --db a.db three
expect 0
expect_has "$err" "3 records: 3 added, 0 already known, 0 refused; import 1"
run import --json --db a.db three
expect 0
expect_out <<<'{"records":3,"added":0,"known":3,"contested":0,"refused":0,"import":null}'
sheets 2 Amélie Ferdinand Mana "" 7 >two
sheets 1 Amélie Ferdinand Mana "" 9 >one
run import --json --db a.db two three one # several files are one import
expect 0
expect_out <<<'{"records":6,"added":3,"known":3,"contested":0,"refused":0,"import":2}'

note "unvoid: it is what it was, and says why"
run game void --db a.db 1 --reason "a test"
expect 0
run game unvoid --db a.db 1
expect 2
run game unvoid --db a.db 1 --reason "no test"
expect 0
run game show --db a.db 1
expect 0
expect_has "$out" "finished    Amélie "
expect_has "$out" "cli  unvoid: no test"
run game show --lang fr --db a.db 1
expect_has "$out" "rétablissement : no test"
run game unvoid --db a.db 1 --reason "no test"
expect 1
expect_has "$err" "only a void game can be made to count again, this one is finished"
run game unvoid --db a.db 99 --reason "no test"
expect 1
sound

note "undo: what it added and is not void yet, once"
run import --undo 2 --db a.db one
expect 2
expect_has "$err" "--undo takes no file"
run import --db a.db
expect 2
run import --undo none --db a.db
expect 2
run import --undo 9 --db a.db
expect 1
expect_has "$err" "there is no import 9"
run game void --db a.db 4 --reason "by hand"
run import --undo 2 --db a.db
expect 0
expect_err <<<"import 2: 3 games, 2 made void"
run import --undo 2 --json --db a.db
expect 0
expect_out <<<'{"import":2,"games":3,"voided":0,"restored":0,"kept":0}'
run import --lang fr --undo 2 --db a.db
expect_err <<<"import 2 : 3 parties, déjà annulées : rien à faire"
[[ $(games void) == 3 ]] || fail "not all are void"
run log export --db a.db
expect_has "$out" 'reason import 2 undone\nimport 2\n'
run import --db a.db two one
expect 0
expect_err <<<"3 records: 2 added, 1 already known, 0 refused; import 3"
[[ $(games void) == 1 ]] || fail "what was voided by hand must stay so"
sound

note "killed on the way, it goes on where it was"
sheets 400 Bea Cleo Dora "" 20 >many
run import --db a.db many
expect 0
before=$(entries a.db)
for i in 1 2 3; do
    (timeout -s KILL "0.0$i" "$DENDRO" import --undo 4 --db a.db || true) >/dev/null 2>&1
done
run import --undo 4 --db a.db
expect 0
expect_has "$err" "import 4: 400 games, "
[[ $(entries a.db) == $((before + 400)) ]] || fail "each game is made void once: $before, $(entries a.db)"
sound

note "a merge says what it would change, tells its number, and can be taken back"
sheets 2 "Amélie B." Gus Hans "" 30 >others
run import --db a.db others
expect 0
run players merge --dry-run --db a.db amelie Mana
expect 0
expect_has "$out" "together in games, so they are two people: 1, 2, 3"
run players merge --dry-run --db a.db "amelie b." amelie
expect 0
expect_has "$out" "with 2 games beside 6"
expect_has "$out" "names that would mean that person: Amélie B."
run players merge --dry-run --json --db a.db "amelie b." amelie
expect 0
jq -e '.games == 2 and .games_there == 6 and .names == ["Amélie B."] and (.refused | not)' "$out" >/dev/null || fail "$(cat "$out")"
run players merge --db a.db "amelie b." amelie
expect 0
merge=$(entries a.db)
expect_err <<<"dendro: merged by entry $merge, which 'players unmerge' takes back"
sheets 1 "Amélie B." Gus Hans "" 31 >later
run import --db a.db later
expect 0
run players unmerge --db a.db 1
expect 2
expect_has "$err" "entry 1 is not a merge of people"
run players unmerge --db a.db somebody
expect 2
run players unmerge --db a.db 99999
expect 1
run players unmerge --db a.db "$merge"
expect 0
expect_has "$out" "  2 games"
run players unmerge --db a.db "$merge"
expect 1
expect_has "$err" "has been undone already"
run players list --db a.db
expect_has "$out" "Amélie                7 games" # the later one stays with her
sound

note "a name that went over has to come back first"
run players merge --db a.db "amelie b." amelie
merge=$(entries a.db)
run players rename --db a.db amelie "Amelie b."
expect 0
run players unmerge --db a.db "$merge"
expect 1
expect_has "$err" "the name 'Amelie b.' has gone over to @"
run players rename --db a.db "amelie b." Amélie
expect 0
run players unmerge --db a.db "@$(sqlite3 a.db "SELECT handle FROM person WHERE name = 'Amelie b.'")"
expect 0
sound

note "a void game of two who are one exports, imports and unvoids in one sense"
sheets 1 Ida Inga Ivo "" 40 >pair
run import --db a.db pair
game=$(sqlite3 a.db "SELECT max(id) FROM d_game")
run game void --db a.db "$game" --reason "a test"
run players merge --db a.db Ida Inga
merge=$(entries a.db)
"$DENDRO" export --voided --player Ivo --db a.db >all
run verify all
expect 0
run import --db a.db all
expect 0
expect_has "$err" " 0 added, "
run import --db new.db all
expect 0
run game unvoid --db a.db "$game" --reason "no test"
expect 1
expect_has "$err" "'Ida' and 'Inga' have been merged"
run game unvoid --lang fr --db a.db "$game" --reason "no test"
expect_has "$err" "« Ida » et « Inga » ont été fusionnés"
run players unmerge --db a.db "$merge"
expect 0
run game unvoid --db a.db "$game" --reason "no test"
expect 0
sound

note "warnings, and --strict"
sheets 1 Amélie Ferdinand Mana 2026-11-13 50 >day
run import --db a.db day
expect 0
expect_out </dev/null
sheets 1 Mana Ferdinand Amélie 2026-11-13 51 >again
sheets 1 Amelia Ferdinand Mana "" 52 >>again
sheets 1 Amélie Ferdinand Mana 2028-02-01 53 >>again
game=$(sqlite3 a.db "SELECT max(id) FROM d_game")
run import --strict --db a.db again
expect 1
expect_out <<END
again:9:8: strict: game $game has the same day, title and people
again:21:8: strict: 'Amelia' is new here and looks like 'Amélie': write it alike, or add that person first
again:38:8: strict: 2028-02-01 has not come yet
END
expect_has "$err" "3 records: 0 added, 0 already known, 3 refused"
run players add --db a.db Amelia
expect 0
expect_has "$err" "dendro: warning: 'Amelia' is new here and looks like 'Amélie': one person, or two?"
run players alike --db a.db
expect 0
expect_has "$out" "  Amélie                @"
expect_has "$out" "  Amelia"
run players two --db a.db Amelia amelie
expect 0
run players alike --db a.db
expect 0
if grep -q Amelia "$out"; then
    fail "asked again: $(cat "$out")"
fi
run players two --db a.db Amelia nobody
expect 1
run players merge --dry-run --db a.db Amelia amelie
expect_has "$out" "somebody said that they are two people"
run import --db a.db again
expect 0
expect_out <<END
again:9:8: warning: game $game has the same day, title and people; 'game correct $game' puts this in its place
again:38:8: warning: 2028-02-01 has not come yet
END
{
    printf 'dendro 1\ngame foret\nlevel table\nseat 1 Amélie\nseat 2 Mana\nseat 3 Ferdinand\nplayed 2026-11-13\n\n1: bee 0,0\n'
} >fuller
run import --db a.db fuller
expect 0
expect_has "$out" "fuller:7:8: warning: game $game has the same day, title and people, at another level: 'game correct $game' puts this record in its place"
sound
finish
