#!/usr/bin/env bash
# dendro verify: exit codes, the line of a problem, JSON, and constant memory.
set -eu
. "$SOURCE_DIR/tests/support/assert.sh"
golden=$SOURCE_DIR/replays/foret

header() {
    printf 'dendro 1\ngame foret\nrules 1\nvariant standard\nlevel table\nseat 1 Amélie\nseat 2 Ferdinand\nseat 3 Mana\n'
}

note "all golden records in one go: silence"
run verify "$golden"/*.dendro
expect 0
expect_out </dev/null
expect_err </dev/null

note "a broken rule, by name and place"
{
    header
    printf '1: bee 0,0\n3: meadow 0,0\n2: wolf 0,0\n1: meadow 1,0\n2: wolf 3,0\n'
} >"$work/rule"
run verify "$work/rule"
expect 1
expect_err </dev/null
expect_out <<END
$work/rule:13:4: seat 2: wolf 3,0: not adjacent to any card
END
run verify --lang=fr "$work/rule"
expect 1
expect_has "$out" "$work/rule:13:4: siège 2: wolf 3,0: "
run verify --json "$work/rule"
expect 1
expect_out <<END
{"file":"$work/rule","record":1,"line":13,"column":4,"seat":2,"move":"wolf 3,0","ply":4,"rule":"foret.not-adjacent","message":"not adjacent to any card"}
END

note "behind a line that cannot be played: what no position would make right is told, what is only missing is not"
{
    header
    printf '1: bee 0,0\n2: wolf 3,0\n3: bee\n1: beee 1,0\n'
} >"$work/behind"
run verify "$work/behind"
expect 1
expect_out <<END
$work/behind:10:4: seat 2: wolf 3,0: the first card goes to 0,0
$work/behind:12:4: seat 1: beee 1,0: 'beee' is not a card; did you mean 'bee'?
END

note "a seat that was called a place"
printf 'dendro 1\njeu foret\nsiège 1 Amélie\nsiège 2 Ferdinand\nplace %s\n1: abeille 0,0\n' '3 Mana' >"$work/third"
run verify "$work/third"
expect 0
expect_has "$out" "$work/third:5:7: warning: 'place' is where it was played: did you mean 'seat 3 Mana'?"
run verify --lang=fr "$work/third"
expect_has "$out" "$work/third:5:7: attention : « place » est un lieu : vouliez-vous dire « siège 3 Mana » ?"
for command in format score verify; do
    printf 'dendro 1\njeu foret\nplace 1 A\nsiège 1 B\n' >"$work/solo"
    run "$command" --lang fr "$work/solo"
    expect 0
    expect_has <(cat "$out" "$err") "$work/solo:3:7: attention : « place » est un lieu : vouliez-vous dire « siège 1 A » ?"
    for place in "place 3 rue Colette" "lieu 1 A" "place 7 Chemins" "place 4"; do
        printf 'dendro 1\njeu foret\n%s\nsiège 1 B\n' "$place" >"$work/solo"
        run "$command" --lang fr "$work/solo"
        ! grep -q "attention" "$out" "$err" || fail "$place: $(cat "$out" "$err")"
    done
done
printf 'dendro 1\ngame foret\nplace 1 Anna\nplace 2 Bob\n' >"$work/places"
run verify "$work/places"
expect 1
expect_has "$out" "$work/places:4:1: 'place' is given twice; did you mean 'seat'?"
printf 'dendro 1\njeu foret\nsiège 1 Amélie\nsiège 2 Ferdinand\nplace %s\n1: abeille 0,0\n' '12 rue Haute' >"$work/street"
run verify "$work/street"
expect_out </dev/null

note "what is odd is a warning: said with its line, and all is well"
run verify "$SOURCE_DIR/replays/ecos/rules-2-sheet-warned.dendro"
expect 0
expect_err </dev/null
expect_has "$out" ":12:4: warning: seat 1: used 4 9: the card is used more often than it has leaves"
expect_has "$out" ":17:4: warning: nobody has reached the target"
run verify --lang=fr "$SOURCE_DIR/replays/ecos/rules-2-sheet-warned.dendro"
expect 0
expect_has "$out" ":17:4: attention : personne n'a atteint l'objectif"
run verify --json "$SOURCE_DIR/replays/ecos/rules-2-sheet-warned.dendro"
expect 0
expect_has "$out" '"rule":"ecos.used-too-often","message":"the card is used more often than it has leaves","severity":"warning"}'
run import --db "$work/warned.db" "$SOURCE_DIR/replays/ecos/rules-2-sheet-warned.dendro"
expect 0
expect_has "$out" ":17:4: warning: the lead is shared"
expect_has "$err" "1 record: 1 added, 0 already known, 0 refused"

note "standard input is called -"
run verify - <"$work/rule"
expect 1
expect_out <<'END'
-:13:4: seat 2: wolf 3,0: not adjacent to any card
END

note "written scores that differ, each with its place"
run verify "$golden/contested/written-scores.dendro"
expect 1
sed "s|^$golden/contested/||" "$out" | sort >"$work/found"
sort >"$work/wanted" <<'END'
written-scores.dendro:71:92: seat 2: wolf: written 8, computed 12
written-scores.dendro:73:30: seat 4: fox: written 9, computed 6
written-scores.dendro:73:9: seat 4: bee: written 6, computed 9
written-scores.dendro:74:6: seat 2: total: written 58, computed 62
written-scores.dendro:74:9: seat 3: total: written 69, computed 59
END
if ! diff -u "$work/wanted" "$work/found"; then
    fail "other differences than those that are there"
fi

note "all that is wrong with a header"
# header_says RECORD: what verify says of it is on standard input
header_says() {
    printf '%b' "$1" >"$work/header"
    run verify "$work/header"
    expect 1
    sed -i "s|^$work/header:||" "$out"
    expect_out
}
header_says 'dendro 1\n' <<'END'
1:1: there is no line 'seat 1'
1:1: there is no 'game' line
END
header_says 'dendro 1\ngame ecos\nseat 1 A\nseat 2 B\n' <<'END'
2:6: this game needs a 'level' line
2:6: this game needs 'option catalogue NAME sha256:HEX'
END
header_says 'dendro 1\ngame ecos\noption cible 81\n' <<'END'
1:1: there is no line 'seat 1'
2:6: this game needs a 'level' line
2:6: this game needs 'option catalogue NAME sha256:HEX'
3:8: this game has no option 'cible'
END
header_says 'dendro 1\ngame ecos\nlevel sheeet\nseat 1 A\noption catalogue maison\noption target 81\noption paysage rivierre\n' <<'END'
2:6: no variant of this game is for 1 players
3:7: unknown level 'sheeet'; did you mean 'sheet'?
5:18: this game needs 'option catalogue NAME sha256:HEX'
6:15: '81' is not a value of this option
7:16: 'rivierre' is not a value of this option; did you mean 'rivière'?
END
header_says 'dendro 1\ngame grandbois\nlevel sheet\nseat 1 A\nseat 2 B\noption expert often\n*: row\n1: reveal fox\n' <<'END'
6:15: 'often' is not a value of this option
7:7: seat *: row: a place such as 3,-1 is expected
END

note "a keyboard without œ"
"$DENDRO" simulate --game ecos --seats 2 --level table >"$work/good"
grep -q ': token egg' "$work/good" || fail "no egg in it"
for egg in oeuf OEUF œuf Œuf; do
    sed "s/: token egg/: pion $egg/" "$work/good" >"$work/egg"
    run format "$work/egg"
    expect 0
    cmp -s "$out" "$work/good" || fail "$egg is another token"
done

note "a digest that lies"
"$DENDRO" simulate --game foret >"$work/good"
sed 's/^digest .*/digest 0000000000000000000000000000000000000000000000000000000000000000/' "$work/good" >"$work/digest"
run verify "$work/digest"
expect 1
expect_has "$out" ": the digest differs: after a corrected card it is outdated, and '$(grep '^digest ' "$work/good")' replaces it ('dendro format --update' writes it)"
run format --update "$work/digest"
cmp -s "$out" "$work/good" || fail "--update does not write it"

note "a result before the end"
{
    header
    printf '1: bee 0,0\n= 1 2 3\n'
} >"$work/early"
run verify "$work/early"
expect 1
expect_out <<END
$work/early:10:3: the game is not over, yet it states a result
END

note "a misspelt keyword must not pass"
printf 'dendro 1\ngame foret\nvaraint duel\nseat 1 A\nseat 2 B\n' >"$work/keyword"
run verify "$work/keyword"
expect 1
expect_out <<END
$work/keyword:3:1: unknown keyword 'varaint'; did you mean 'variant'?
END
run verify --json "$work/keyword"
expect 1
expect_out <<END
{"file":"$work/keyword","record":1,"line":3,"column":1,"seat":null,"move":null,"ply":null,"rule":"record.keyword","message":"unknown keyword 'varaint'; did you mean 'variant'?"}
END

note "two records, one bad: both are looked at, each problem is told"
cat "$work/keyword" "$work/good" "$work/rule" >"$work/three"
run verify "$work/three"
expect 1
first=$(($(wc -l <"$work/keyword") + $(wc -l <"$work/good")))
expect_out <<END
$work/three:3:1: unknown keyword 'varaint'; did you mean 'variant'?
$work/three:$((first + 13)):4: seat 2: wolf 3,0: not adjacent to any card
END

note "all that is wrong with a record, by line, whoever found it"
{
    printf 'dendro 1\ngame foret\nlevel sheet\nseat 1 Zoé\nseat 2 ZOE\nseat 3 C\nnight 11/15/2026\n'
    printf '1: grid beee\n2: gird\n= 1 2 x\nnonsense\n'
} >"$work/many"
run verify "$work/many"
expect 1
expect_out <<END
$work/many:5:8: 'ZOE' sits at seat 1 already
$work/many:7:7: '11/15/2026': the day comes before the month, as in 15/11/2026
$work/many:8:9: seat 1: grid beee: 'beee' is not a card; did you mean 'bee'?
$work/many:9:4: seat 2: gird: this seat's sheet starts with 'grid'
$work/many:10:3: seat 3: totals are written, but the sheet of C is missing or not complete
$work/many:10:7: 'x' is not a number of points
$work/many:11:1: unknown keyword 'nonsense'
END
note "each is of its record in JSON, and other commands tell them too"
cat "$work/good" "$work/many" >"$work/later"
run verify --json "$work/later"
expect 1
if [[ $(grep -c '"record":2,' "$out") != 7 || $(wc -l <"$out") != 7 ]]; then
    fail "not seven problems of the second record"
fi
run format "$work/many"
expect 1
expect_out </dev/null
if [[ $(wc -l <"$err") != 7 ]]; then
    fail "format tells another number of problems"
fi

note "how many more there are comes behind the last that is told"
{
    printf 'dendro 1\ngame foret\nlevel sheet\nseat 1 A\nseat 2 B\nseat 3 C\n'
    for _ in $(seq 60); do echo '1: nonsense'; done
} >"$work/sixty"
run verify "$work/sixty"
expect 1
expect_has <(tail -n 1 "$out") "$work/sixty:56:4: at least 10 more like these in this record"

note "one person twice is scored all the same"
sed 's/^seat 2 .*/seat 2 BOT  1/' "$work/good" >"$work/twice"
run verify "$work/twice"
expect 1
expect_out <<END
$work/twice:$(grep -n '^seat 2' "$work/twice" | cut -d: -f1):8: 'BOT  1' sits at seat 1 already
END
line=$(grep -n '^seat 2' "$work/twice" | cut -d: -f1)
for command in score format replay; do
    run "$command" "$work/twice"
    expect 0
    expect_err <<END
$work/twice:$line:8: 'BOT  1' sits at seat 1 already
END
done

note "a corrected card: the old result, and what replaces it"
sed 's/rabbit wolf/fox wolf/' "$golden/solo-easy.dendro" >"$work/corrected"
run verify "$work/corrected"
expect 1
expect_has "$out" "'= 51 22' and 'digest "
run format "$work/corrected"
expect_has "$out" "claim 1 total 52"
"$DENDRO" format --update "$work/corrected" >"$work/updated"
grep -q '^claim' "$work/updated" && fail "a claim is left"
run verify "$work/updated"
expect 0
"$DENDRO" format "$work/corrected" | sed 's/^claim 1 total 52/& deer 18/' >"$work/claimed"
"$DENDRO" format --update "$work/claimed" >"$work/updated"
if [[ $(grep '^claim' "$work/updated") != "claim 1 deer 18" ]]; then
    fail "not the one claim that holds"
fi
run verify "$work/updated"
expect 0

note "CRLF, a byte order mark, comments and blank lines"
{
    printf '\357\273\277# a comment\r\n\r\n'
    sed 's/$/\r/' "$work/good"
} >"$work/crlf"
run verify "$work/crlf"
expect 0
expect_out </dev/null

note "columns count characters"
printf 'dendro 1\ngame foret\nseat 1 A\nseat 2 B\nseat 3 C\n1: clairière 0,0 éé\n' >"$work/column"
run verify "$work/column"
expect 1
expect_has "$out" "$work/column:6:18: "

note "the highest code wins, and the rest is still done"
run verify "$work/keyword" "$work/missing" "$work/good"
expect 2
expect_out <<END
$work/keyword:3:1: unknown keyword 'varaint'; did you mean 'variant'?
END
expect_err <<END
dendro: $work/missing: no such file or directory
END

run verify "$work/missing" "$work/keyword"
expect 2

note "no file named"
run verify
expect 2
expect_err <<'END'
dendro: an argument is missing: FILE...
END

note "--quiet keeps problems"
run verify --quiet "$work/keyword"
expect 1
expect_has "$out" "varaint"

# On a terminal there is a summary. script(1) lends us one.
note "a summary on a terminal"
if needs script; then
    script -qec "'$DENDRO' verify '$work/good'" /dev/null </dev/null | tr -d '\r' >"$out"
    expect_out <<'END'
1 record in 1 file: all is well
END
    script -qec "'$DENDRO' verify --quiet '$work/good'" /dev/null </dev/null | tr -d '\r' >"$out"
    expect_out </dev/null
fi

finish
