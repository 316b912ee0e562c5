#!/usr/bin/env bash
# Audit, rebuild and the list of games take as much memory for many games as for few; verify takes as much for many records as
# for one.
set -eu
. "$SOURCE_DIR/tests/support/assert.sh"

if is_sanitized "$DENDRO"; then
    skip "the memory of a sanitized program is its own"
fi
needs python3 || exit 77

# peak COMMAND...: the most memory that it had, in KiB
peak() {
    python3 -c '
import resource, subprocess, sys
code = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL).returncode
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss if code == 0 else "exit code %d" % code)' "$DENDRO" "$@"
}

few=2000
many=12000
growth=9216 # KiB, most of it caches that fill up; a program that gathers games has half as much again, or three times
"$DENDRO" simulate --game foret --seats 4 --level sheet --player random --games "$many" >"$work/games"
"$DENDRO" import --quiet --db "$work/many.db" "$work/games"
awk -v n="$few" '/^dendro 1$/ && ++count > n { exit } { print }' "$work/games" >"$work/some"
"$DENDRO" import --quiet --db "$work/few.db" "$work/some"
for command in audit rebuild "game list"; do
    note "$command"
    # shellcheck disable=SC2086 # two words
    small=$(peak $command --db "$work/few.db")
    # shellcheck disable=SC2086
    large=$(peak $command --db "$work/many.db")
    echo "$command: $small KiB for $few games, $large KiB for $many"
    ((large - small < growth)) || fail "$command takes $small KiB for $few games and $large KiB for $many"
done

# 200 MB through 128 MB of address space: what is held is one record.
note "verify"
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
finish
