#!/usr/bin/env bash
# dendro simulate and format: legal records, the same bytes every time; canonical text is a fixed point.
set -eu
. "$SOURCE_DIR/tests/support/assert.sh"

note "defaults: four seats, standard, table, one game of seed 1"
run simulate --game foret
expect 0
cp "$out" "$work/one"
head -10 "$work/one" >"$out"
expect_out <<'END'
dendro 1
game foret
rules 1
variant standard
level table
seat 1 Bot 1
seat 2 Bot 2
seat 3 Bot 3
seat 4 Bot 4

END
run simulate --seats 4 --game=Foret --variant standard --level table --games 1 --seed 1 --player greedy
expect 0
expect_out <"$work/one"

note "every game is independent of how many are asked for"
run simulate --game foret --games 3
expect 0
cp "$out" "$work/three"
if [[ $(grep -c '^dendro 1$' "$work/three") != 3 ]]; then
    fail "not three records"
fi
head -n "$(wc -l <"$work/one")" "$work/three" >"$out"
expect_out <"$work/one"
run simulate --game foret --games 0
expect 2
expect_out </dev/null
expect_err <<'END'
dendro: option '--games': '0' is not a whole number from 1 to 4294967295
END

note "another seed, another game"
run simulate --game foret --seed 2
if cmp -s "$out" "$work/one"; then
    fail "seed 2 is seed 1"
fi

note "all variants and levels are legal and canonical"
for seats in 1 2 3 4 5 6; do
    for level in full table sheet; do
        for player in random greedy; do
            "$DENDRO" simulate --game foret --seats "$seats" --level "$level" --player "$player" --games 3 >"$work/x"
            run verify "$work/x"
            expect 0
            expect_out </dev/null
            run format "$work/x"
            expect 0
            expect_out <"$work/x"
        done
    done
done

note "a variant brings its least number of seats"
run simulate --game foret --variant duel
expect 0
expect_has "$out" 'seat 2 Bot 2'
run simulate --game foret --variant standard
if grep -q '^seat 4' "$out"; then
    fail "more seats than needed"
fi

note "what cannot be"
run simulate
expect 2
expect_err <<'END'
dendro: option '--game' is missing: G
END
run simulate --game grandbois --option expert oui --option expert non
expect 2
expect_err <<'END'
dendro: the option expert of the game is given twice
END
run simulate --game ecos --option landscape river --option target 60 --option landscape coast
expect 2
expect_err <<'END'
dendro: the option landscape of the game is given twice
END
run simulate --game chess
expect 2
expect_err <<'END'
dendro: unknown game 'chess': 'dendro games' lists them
END
run simulate --game foret --variant dual
expect 2
expect_err <<'END'
dendro: Ecosystem: Forest has no variant 'dual'; did you mean 'duel'?
END
run simulate --game foret --variant duel --seats 3
expect 2
expect_err <<'END'
dendro: variant duel is for a table of 2, not of 3
END
run simulate --game foret --level everything
expect 2
run simulate --game foret --option moon full
expect 2
expect_err <<'END'
dendro: Ecosystem: Forest has no option 'moon'
END
run simulate --game foret --option moon
expect 2
expect_err <<'END'
dendro: option '--option' needs a value: NAME VALUE
END
run simulate --game foret --catalogue x
expect 2
run simulate --game foret --player clever
expect 2
expect_err <<'END'
dendro: option '--player': 'clever' is none of random|greedy|expert
END
run simulate --game foret --seats 7
expect 2

note "experts play the same game each time, a legal one, and another than greedy players"
run simulate --game foret --seats 3 --player expert --budget 64
expect 0
cp "$out" "$work/expert"
run simulate --game foret --seats 3 --player expert --budget 64
expect 0
cmp -s "$out" "$work/expert" || fail "the same words, another game"
run simulate --game foret --seats 3
expect 0
! cmp -s "$out" "$work/expert" || fail "experts play as greedy players do"
run verify "$work/expert"
expect 0
run simulate --game foret --player expert --budget 0
expect 2

note "format spells out what was left open, and keeps take-backs"
printf '\357\273\277dendro 1\r\ngame Forêt\r\nseat 1   Amélie \r\nseat 2 B\r\nseat 3 C\r\n# note\r\n1:  Clairière  0 , 0\r\n*: back 1\r\n1: LAPIN 0,0\r\n' >"$work/lenient"
run format "$work/lenient"
expect 0
expect_out <<'END'
dendro 1
game foret
rules 1
variant standard
level table
seat 1 Amélie
seat 2 B
seat 3 C

1: meadow 0,0
*: back 1
1: rabbit 0,0
END
{
    cat "$work/lenient"
    printf 'dendro 1\ngame foret\nseat 1 A\n1: nothing\n'
} >"$work/half"
run format - <"$work/half"
expect 1
expect_has "$out" '1: rabbit 0,0'
expect_has "$err" "-:13:4: seat 1: nothing: "

finish
