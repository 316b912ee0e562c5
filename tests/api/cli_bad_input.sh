#!/usr/bin/env bash
# Whatever is thrown at the program: one clear line, the right exit code, never a crash.
set -eu
. "$SOURCE_DIR/tests/support/assert.sh"

good=$work/good
"$DENDRO" simulate --game foret >"$good"

# one_line FILE: exactly one line, and not a sanitizer's or a shell's.
one_line() {
    if [[ $(wc -l <"$1") != 1 ]]; then
        fail "not one line in $(basename "$1")"
        head -5 "$1"
    fi
}

note "files that are not there, not files, not ours to read"
: >"$work/secret"
chmod 000 "$work/secret"
other=$DENDRO # a program that may not read it: root may, so another user asks then
if ((EUID == 0)); then
    other=""
    if needs setpriv; then
        chmod 755 "$work"
        cp "$DENDRO" "$work/dendro"
        other=$work/other
        printf '#!/bin/sh\nexec setpriv --reuid=65534 --regid=65534 --clear-groups "%s" "$@"\n' "$work/dendro" >"$other"
        chmod 755 "$other"
    fi
fi
for command in score verify replay format; do
    run "$command" "$work/missing"
    expect 2
    expect_out </dev/null
    expect_err <<END
dendro: $work/missing: no such file or directory
END
    run "$command" "$work"
    expect 2
    expect_err <<END
dendro: $work: is a directory
END
    run "$command" "$good/below"
    expect 2
    expect_err <<END
dendro: $good/below: not a directory
END
    if [[ -n $other ]]; then
        DENDRO=$other run "$command" "$work/secret"
        expect 2
        expect_err <<END
dendro: $work/secret: permission denied
END
    fi
    run "$command" - <&-
    expect 2
    one_line "$err"
done

note "an empty file holds no record: a syntax error"
for bytes in '' '\n\n' '# only a comment\n' '\357\273\277'; do
    # shellcheck disable=SC2059
    printf "$bytes" >"$work/empty"
    run verify "$work/empty"
    expect 1
    expect_err </dev/null
    expect_out <<END
$work/empty:1:1: no record here: a record starts with 'dendro 1'
END
    run score "$work/empty"
    expect 1
    expect_out </dev/null
    expect_err <<END
$work/empty:1:1: no record here: a record starts with 'dendro 1'
END
done

note "bytes that are not UTF-8"
printf 'dendro 1\ngame foret\nseat 1 Am\351lie\nseat 2 B\nseat 3 C\n' >"$work/latin1"
for command in score verify replay format; do
    run "$command" "$work/latin1"
    expect 2
    expect_out </dev/null
    expect_err <<END
$work/latin1:3:10: not UTF-8
END
done
cat "$work/latin1" "$good" >"$work/both"
run score --json "$work/both"
expect 2
one_line "$err"
expect_has "$out" '"player":"Bot 1"'

note "junk"
head -c 100000 "$DENDRO" >"$work/program"
gzip -nc "$good" >"$work/junk"
head -c 100000 /dev/zero >"$work/zeros"
head -c 5000000 /dev/zero | tr '\0' 'x' >"$work/long"
for file in program junk zeros long; do
    for command in score verify replay format; do
        run "$command" "$work/$file"
        if ((code != 1 && code != 2)); then
            fail "exit code $code"
        fi
        cat "$out" "$err" >"$work/all"
        one_line "$work/all"
    done
done

note "a record over the limits is passed over, the next one is read"
{
    printf 'dendro 1\ngame foret\nseat 1 A\nseat 2 B\nseat 3 C\n'
    head -c 5000000 /dev/zero | tr '\0' '\n' | sed 's/^/# comment/'
    printf '\n'
    cat "$good"
} >"$work/over"
run verify "$work/over"
expect 1
one_line "$out"
expect_has "$out" "$work/over:1:1: a record of more than 4194304 bytes"
run score --json "$work/over"
expect 1
one_line "$out"

note "a name that is not text stays one line, and JSON stays JSON"
cp "$work/latin1" "$work/odd"$'\n'"na"$'\351'"me"
run verify "$work/odd"$'\n'"na"$'\351'"me"
expect 2
one_line "$err"
printf 'dendro 1\nvaraint x\n' >"$work/na"$'\351'"me"
run verify --json "$work/na"$'\351'"me"
expect 1
expect_has "$out" '/na�me","record":1,'

note "control characters in moves do not reach the terminal"
printf 'dendro 1\ngame foret\nseat 1 A\nseat 2 B\nseat 3 C\n1: \033]0;title\007bee 0,0\n' >"$work/escape"
run verify "$work/escape"
expect 1
if grep -q "[$(printf '\001-\010\013-\037\177')]" "$out"; then
    fail "a control character in a message"
fi

note "words that are not options"
check_usage() {
    local wanted=$1
    shift
    run "$@"
    expect 2
    expect_out </dev/null
    expect_err <<<"$wanted"
}
check_usage "dendro: unknown option '--jsno'; did you mean '--json'?" score --jsno
check_usage "dendro: unknown option '--jsno'; did you mean '--json'?" score --jsno=1
check_usage "dendro: unknown option '--colour'" score --colour
check_usage "dendro: unknown option '-x'" score -x
check_usage "dendro: option '--json' takes no value" score --json=yes
check_usage "dendro: option '--lang' needs a value: en|fr" score --lang
check_usage "dendro: option '--player' needs a value: NAME" game list --db none.db --player ''
check_usage "dendro: option '--lang': 'de' is none of en|fr" score --lang de
check_usage "dendro: option '--game' is given twice" stats leaderboard --game foret --game ecos
check_usage "dendro: option '--db' is given twice" stats --db none.db leaderboard --db none.db
check_usage "dendro: l'option « --json » est donnée deux fois" score --lang fr --json --json
check_usage "dendro: '--json' and '--csv' exclude each other" stats leaderboard --db none.db --json --csv
check_usage "dendro: unknown command 'scroe'; did you mean 'score'?" scroe
check_usage "dendro: unknown command 'frobnicate': 'dendro help' lists the commands" frobnicate
check_usage "dendro: no command is given: 'dendro help' lists the commands"
check_usage "dendro: commande « scroe » inconnue ; vouliez-vous dire « score » ?" --lang fr scroe
check_usage "dendro: option « --jsno » inconnue ; vouliez-vous dire « --json » ?" score --lang fr --jsno
check_usage "dendro: unknown game 'go': 'dendro games' lists them" games go
check_usage "dendro: too many arguments: 'b'" games foret b

note "help may be asked for again"
run score --help -h
expect 0

note "-- ends the options"
(cd "$work" && cp good ./--json && "$DENDRO" score -- --json) >"$out" 2>"$err" || fail "no file called --json"
expect_has "$out" "winner: "

note "a file that cannot be read, although it can be opened"
if [[ ! -r /proc/self/mem ]]; then
    skip_part "no /proc/self/mem: a file whose reading fails"
else
    for words in verify "import --quiet --db $work/unread.db" format; do
        # shellcheck disable=SC2086
        run $words /proc/self/mem
        expect 2
        expect_has "$err" "dendro: /proc/self/mem: the device failed"
    done
fi

note "nobody reads, or there is no room"
if [[ ! -e /dev/full ]]; then
    skip_part "no /dev/full: an output without room"
else
    for words in "score $good" "simulate --game foret" "--help" "format $good" "replay $good" "games"; do
        said="dendro $words >/dev/full"
        code=0
        # shellcheck disable=SC2086
        "$DENDRO" $words >/dev/full 2>"$err" || code=$?
        expect 2
        expect_err <<'END'
dendro: cannot write to standard output: no space left on the device
END
    done
fi
said="dendro simulate | head -1"
{
    code=0
    "$DENDRO" simulate --game foret --games 5000 --player random 2>"$err" || code=$?
    echo "$code" >"$work/code"
} | head -1 >"$out"
code=$(cat "$work/code")
expect 2
expect_err </dev/null
said="dendro score >&-"
code=0
"$DENDRO" score "$good" >&- 2>"$err" || code=$?
expect 2
one_line "$err"

finish
