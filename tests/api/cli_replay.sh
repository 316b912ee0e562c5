#!/usr/bin/env bash
# dendro replay: positions by ply, take-backs, JSON, and where a broken record stops.
set -eu
. "$SOURCE_DIR/tests/support/assert.sh"
golden=$SOURCE_DIR/replays/foret

cat >"$work/back" <<'END'
dendro 1
game foret
seat 1 Amélie
seat 2 Ferdinand
seat 3 Mana
1: abeille 0,0
3: meadow 0,0
*: back 2
1: fox 0,0
2: wolf 0,0
END

note "plies are standing moves"
run replay --json "$work/back"
expect 0
expect_has "$out" '{"game":"foret","rules":1,"variant":"standard","level":"table","ply":2,"plies":2,"over":false,"turn":[3],"state":{'
expect_has "$out" '"score":{"seats":[{"seat":1,"player":"Amélie","total":-2,"rank":null,'
expect_has "$out" '"winners":[],"finished":false}}'
run replay --json --at 0 "$work/back"
expect 0
expect_has "$out" '"ply":0,"plies":2,"over":false,"turn":[1,2,3],'
run replay --at=1 "$work/back"
expect 0
expect_has "$out" 'Ecosystem: Forest, standard, table'
expect_has "$out" 'move 1 of 2, last: 1: fox 0,0'
expect_has "$out" 'Ferdinand'
run replay --lang fr --at 1 - <"$work/back"
expect 0
expect_has "$out" 'coup 1 sur 2, dernier : 1: renard 0,0'

note "--raw lists everything as logged"
run replay --raw "$work/back"
expect 0
expect_out <<'END'
Ecosystem: Forest, standard, table
    -  1: abeille 0,0
    -  3: meadow 0,0
       *: back 2
    1  1: fox 0,0
    2  2: wolf 0,0
END

note "beyond the end"
run replay --at 3 "$work/back"
expect 2
expect_out </dev/null
expect_err <<END
dendro: $work/back: --at 3: the record has only 2 moves
END

note "a finished game ends in its sheet"
run replay "$golden/booklet-three-players.dendro"
expect 0
expect_has "$out" 'move 60 of 60, last: 1: deer 0,2'
expect_has "$out" 'total            *50         36      43'
expect_has "$out" 'winner: Amélie'
run replay --at 59 "$golden/booklet-three-players.dendro"
expect 0
if grep -q winner "$out"; then
    fail "a winner before the last move"
fi

note "one record of many"
cat "$work/back" "$golden/solo-easy.dendro" >"$work/two"
run replay --record 2 --json "$work/two"
expect 0
expect_has "$out" '"variant":"solo"'
run replay --record 3 "$work/two"
expect 2
expect_err <<END
dendro: $work/two: --record 3: the file has only 2 records
END
{
    printf 'dendro 1\nvaraint duel\n'
    cat "$golden/solo-easy.dendro"
} >"$work/two"
run replay --record 2 --json "$work/two"
expect 0
expect_err </dev/null
run replay "$work/two"
expect 1
expect_out </dev/null
expect_err <<END
$work/two:2:1: unknown keyword 'varaint'; did you mean 'variant'?
END

note "a broken record is shown up to where it breaks"
printf '3: bee 0,0\n1: wolf 3,0\n' >>"$work/back"
run replay "$work/back"
expect 1
expect_has "$out" 'move 3 of 3, last: 3: bee 0,0'
expect_has "$err" "$work/back:12:4: seat 1: wolf 3,0: "

note "colour: never into a pipe, on a terminal unless NO_COLOR"
if grep -q $'\033' "$out"; then
    fail "colour in a pipe"
fi
if needs script; then
    export TERM=xterm
    script -qec "'$DENDRO' replay '$golden/booklet-three-players.dendro'" /dev/null </dev/null >"$out"
    expect_has "$out" $'\033['
    NO_COLOR=1 script -qec "'$DENDRO' replay '$golden/booklet-three-players.dendro'" /dev/null </dev/null >"$out"
    if grep -q $'\033' "$out"; then
        fail "colour in spite of NO_COLOR"
    fi
fi

note "what does not go together"
run replay --raw --json "$work/back"
expect 2
expect_err <<'END'
dendro: '--raw' goes neither with '--at' nor with '--json'
END
run replay
expect 2
run replay "$work/back" "$work/two"
expect 2
run replay --at -1 "$work/back"
expect 2
expect_err <<'END'
dendro: option '--at': '-1' is not a whole number from 0 to 65536
END

finish
