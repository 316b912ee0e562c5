#!/usr/bin/env bash
# dendro players and dendro game: the organiser's tools. Names change, the log does not; nothing is lost.
set -eu
. "$SOURCE_DIR/tests/support/assert.sh"
. "$SOURCE_DIR/tests/support/database.sh"
golden=$SOURCE_DIR/replays/foret
cd "$work"

"$DENDRO" import --quiet --db a.db "$golden"/*.dendro 2>/dev/null
count=$(entries a.db)

# handle NAME: the handle of somebody in a.db.
handle() {
    sqlite3 a.db "SELECT handle FROM person WHERE name = '$1'"
}

note "everybody"
run players list --db a.db
expect 0
if [[ $(wc -l <"$out") != $(sqlite3 a.db "SELECT count(*) FROM person") ]]; then
    fail "not everybody"
fi
grep "^@$(handle Mana)  Mana  *4 games\$" "$out" >found || fail "no Mana: $(head -3 "$out")"
run players list --json --db a.db
expect 0
jq -c 'select(.name == "Mana") | [.id, .games, .merged_into]' "$out" >found
cp found "$out"
expect_out <<END
["$(handle Mana)",4,null]
END

note "add"
run players --db a.db add "Zoé du Lac"
expect 0
expect_out <<END
@$(handle "Zoé du Lac")
END
run players add --db a.db "ZOE DU LAC"
expect 1
expect_has "$err" "'ZOE DU LAC' is already here"
run players add --db a.db ""
expect 2
run players add --db a.db @somebody
expect 2
run players add --db new.db Anna
expect 0
expect_has "$err" "made a new database: new.db"

note "rename: the games follow, the log does not change, the old file is still known"
"$DENDRO" log export --db a.db >log
run players rename --db a.db mana Manon
expect 0
expect_out </dev/null
expect_err </dev/null
run export --db a.db
if grep -q '^seat . Mana$' "$out"; then
    fail "the old name is exported"
fi
expect_has "$out" "seat 3 Manon"
run log export --db a.db
expect_out <log
run import --db a.db "$golden"/*.dendro
expect 0
expect_has "$err" " 0 added, "
if [[ $(entries a.db) != "$count" ]]; then
    fail "the log has grown"
fi
run players rename --db a.db Manon amelie
expect 1
expect_has "$err" "'amelie' is already here"
run players rename --db a.db nobody Somebody
expect 1
expect_has "$err" "nobody here is called 'nobody'"
run players rename --db a.db "@$(handle Manon)" "Manon la Grande"
expect 0

note "merge: one entry, one person"
run players merge --db a.db Ferdinand "Manon la Grande"
expect 1
expect_has "$err" "they sat in one game: they are two people"
run players merge --db a.db "zoé du lac" "Manon la Grande"
expect 0
if [[ $(entries a.db) != $((count + 1)) ]]; then
    fail "$(entries a.db) entries, not $((count + 1))"
fi
run players list --db a.db
expect_has "$out" "= @$(handle "Manon la Grande")"
run players merge --db a.db "zoé du lac" "Manon la Grande"
expect 2
expect_has "$err" "that is one person already"
run audit --db a.db
expect 0
run import --db a.db "$golden"/*.dendro
expect_has "$err" " 0 added, "

note "erase: the name is nowhere in the file, the log stays provable"
"$DENDRO" log checkpoint --db a.db >checkpoint
who=$(handle Ferdinand)
run players erase --db a.db ferdinand
expect 0
run players list --db a.db
expect_has "$out" "@$who  (erased)"
run export --db a.db
expect_has "$out" "seat 2 @$who"
if LC_ALL=C grep -qa Ferdinand a.db a.db-wal 2>/dev/null; then
    fail "the name is still in the file"
fi
"$DENDRO" log export --db a.db >log
run log check --log log --checkpoint checkpoint --key "$("$DENDRO" log key --db a.db)"
expect 0
run audit --db a.db
expect 0
run import --db a.db "$golden"/*.dendro
expect 0
expect_has "$err" " 0 added, "
run players erase --db a.db ferdinand
expect 1

note "after all that, what goes out comes in elsewhere, and out again the same"
run export --db a.db
cp "$out" a.txt
run import --quiet --db b.db a.txt
expect 0
run export --db b.db
expect_out <a.txt

note "and where it came from it is known"
run import --db a.db a.txt
expect 0
expect_has "$err" " 0 added, "

note "also when a file spells a name in its own way"
"$DENDRO" simulate --game foret --seed 4 --variant duel | sed 's/^seat 1 .*/seat 1 AMELIE/; s/^seat 2 .*/seat 2 Zoe/' >spelled
run import --db a.db spelled
expect 0
run export --db a.db --player zoe
expect_has "$out" "seat 1 Amélie"
cp "$out" exported
for file in spelled exported; do
    run import --db a.db "$file"
    expect_has "$err" " 0 added, "
done

note "games: a list"
run game list --db a.db --player amelie
expect 0
expect_has "$out" "     2  2026-11-13  foret standard table      finished    Amélie 50, @$who 36, Manon la Grande 43"
run game list --db a.db --player amelie --lang fr
expect_has "$out" "  foret standard table        terminée    Amélie 50, "
run game list --db a.db --since 2100-01-01
expect 0
expect_out </dev/null
run game --db a.db list --since yesterday
expect 2

note "games: one of them"
run game show --db a.db 2
expect 0
expect_has "$out" "  cli  import"
expect_has "$out" "winner: Amélie"
run game record --db a.db 2
expect 0
cp "$out" two
run verify two
expect 0
run game record --handles --db a.db 2
expect_has "$out" "seat 1 @$(handle Amélie)"
for id in 0 x -1 99999999999999999999; do
    run game show --db a.db -- "$id"
    expect 2
done
run game show --db a.db 999
expect 1
expect_has "$err" "there is no game 999"

note "correct: another record, and the old one stays in the log"
sed 's/^place .*/place Ailleurs/; s/^note .*//' two >corrected
count=$(entries a.db)
run game correct --db a.db 2 corrected
expect 2
expect_has "$err" "option '--reason' is missing"
run game correct --db a.db 2 corrected --reason "another place"
expect 0
run game record --db a.db 2
expect_has "$out" "place Ailleurs"
run game show --db a.db 2
expect_has "$out" "  cli  correct: another place"
if [[ $(entries a.db) != $((count + 1)) ]]; then
    fail "not one entry"
fi
run game record --db a.db 2
cp "$out" exported
run import --db a.db exported
expect_has "$err" "1 record: 0 added, 1 already known, 0 refused"
sed '$d' two | sed 's|: dragonfly 0,0|: dragonfly 9,9|' >broken
run game correct --db a.db 2 broken --reason "broken"
expect 1
expect_has "$err" "broken:"
run game correct --db a.db 2 missing --reason "missing"
expect 2
expect_err <<<"dendro: missing: no such file or directory"
run game correct --db a.db 999 corrected --reason "no such game"
expect 1
expect_err <<<"dendro: there is no game 999"
mkdir -p docs
cp "$SOURCE_DIR/docs/dix-fautes.dendro" docs/
run verify docs/dix-fautes.dendro
cp "$out" ten
run game correct --db a.db 2 docs/dix-fautes.dendro --reason "all ten are told"
expect 1
cmp -s "$err" ten || fail "not what verify tells: $(cat "$err")"
cat two two >both
run game correct --db a.db 2 both --reason "two"
expect 1
[[ $(wc -l <"$err") == 1 ]] || fail "more is told than that there are two: $(cat "$err")"
expect_has "$err" "both:$(($(wc -l <two) + 1)):1: only one record is expected here"
if [[ $(entries a.db) != $((count + 1)) ]]; then
    fail "a refused correction was written"
fi
run audit --db a.db
expect 0

note "verify knows who was merged"
"$DENDRO" import --quiet --db b.db two 2>/dev/null
"$DENDRO" players add --db b.db Robert >/dev/null
"$DENDRO" players add --db b.db Bob >/dev/null
"$DENDRO" players merge --db b.db Bob Robert
printf 'dendro 1\ngame foret\nseat 1 Robert\nseat 2 C\nseat 3 bob\n1: bee 0,0\n' >merged
run verify merged
expect 0
run import --db b.db merged
expect 1
run verify --db b.db merged
expect 1
expect_out <<END
merged:5:8: 'bob' and 'Robert' at seat 1 are one person here
END
sed 's/^seat 2.*/&\nsaet 4 D/' merged >unread
run verify --lang fr --db b.db unread
expect 1
expect_has "$out" "unread:6:8: « bob » et « Robert » au siège 1 sont ici une seule personne"

note "void: it does not count, and stays readable"
run game void --db a.db 2 --reason ""
expect 2
run game void --db a.db 2 --reason "entered twice"
expect 0
run game void --db a.db 2 --reason "again"
expect 1
expect_has "$err" "the game is void"
run game show --db a.db 2
expect_has "$out" "  void  "
expect_has "$out" "  cli  void: entered twice"
run export --db a.db
if grep -q "place Ailleurs" "$out"; then
    fail "a void game is exported"
fi
run export --voided --db a.db
expect_has "$out" "place Ailleurs"
run export --voided --db a.db --format ndjson
jq -c 'select(.id == 2) | [.status, .finished, (.seats | map(.total) | unique), .winners]' "$out" >found
cp found "$out"
expect_out <<'END'
["void",false,[null],[]]
END

note "abandon: only what is not over"
live=$(sqlite3 a.db "SELECT id FROM d_game WHERE status = 'live' LIMIT 1")
run game abandon --db a.db "$live"
expect 0
run game list --db a.db
grep -q "^ *$live .*  abandoned  " "$out" || fail "it is not abandoned"
run game abandon --db a.db 1
expect 1
run audit --db a.db
expect 0

finish
