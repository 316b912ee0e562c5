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
expect_has "$out" "$work/rule:13:4: place 2: wolf 3,0: "
run verify --json "$work/rule"
expect 1
expect_out <<END
{"file":"$work/rule","record":1,"line":13,"column":4,"seat":2,"move":"wolf 3,0","ply":4,"rule":"foret.not-adjacent","message":"not adjacent to any card"}
END

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

note "a digest that lies"
"$DENDRO" simulate --game foret >"$work/good"
sed 's/^digest .*/digest 0000000000000000000000000000000000000000000000000000000000000000/' "$work/good" >"$work/digest"
run verify "$work/digest"
expect 1
expect_has "$out" ": the digest differs, computed $(sed -n 's/^digest //p' "$work/good")"

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
$work/keyword:3:1: unknown keyword 'varaint'
END
run verify --json "$work/keyword"
expect 1
expect_out <<END
{"file":"$work/keyword","record":1,"line":3,"column":1,"seat":null,"move":null,"ply":null,"rule":"record.keyword","message":"unknown keyword 'varaint'"}
END

note "two records, one bad: both are looked at, each problem is told"
cat "$work/keyword" "$work/good" "$work/rule" >"$work/three"
run verify "$work/three"
expect 1
first=$(($(wc -l <"$work/keyword") + $(wc -l <"$work/good")))
expect_out <<END
$work/three:3:1: unknown keyword 'varaint'
$work/three:$((first + 13)):4: seat 2: wolf 3,0: not adjacent to any card
END

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
$work/keyword:3:1: unknown keyword 'varaint'
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

# 200 MB through 128 MB of address space: what is held is one record. A sanitizer reserves terabytes, so not there.
note "constant memory"
if is_sanitized "$DENDRO"; then
    skip_part "the address space of a sanitized program is its own: constant memory"
else
    "$DENDRO" simulate --game foret --games 800 --player random >"$work/block"
    for _ in 1 2 3; do
        cat "$work/block" "$work/block" >"$work/double"
        mv "$work/double" "$work/block"
    done
    size=$(wc -c <"$work/block")
    repeat=$((200000000 * ${DENDRO_TEST_SCALE:-100} / 100 / size + 1))
    said="dendro verify - (200 MB)"
    code=0
    (
        for ((i = 0; i < repeat; i++)); do
            cat "$work/block"
        done
    ) | (
        ulimit -v 131072
        exec "$DENDRO" verify -
    ) >"$out" 2>"$err" || code=$?
    expect 0
    expect_out </dev/null
    expect_err </dev/null
fi

finish
