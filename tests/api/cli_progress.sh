#!/usr/bin/env bash
# The progress bar, on a terminal that Python gives: each percent once and in order, the line is wiped at the end, and there is none
# with --quiet or into a file.
set -eu
. "$SOURCE_DIR/tests/support/assert.sh"
. "$SOURCE_DIR/tests/support/older.sh"
unset DENDRO_DB
cd "$work"
cat >terminal.py <<'END'
"""Runs a command with its standard error on a terminal; prints what it wrote there, and ends as it did."""
import os, pty, subprocess, sys
here, there = pty.openpty()
process = subprocess.Popen(sys.argv[1:], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=there)
os.close(there)
said = b""
while True:
    try:
        piece = os.read(here, 65536)
    except OSError:
        break
    if not piece:
        break
    said += piece
sys.stdout.buffer.write(said)
sys.exit(process.wait())
END

# on_terminal WORD...: what the program writes on a terminal goes to "$out"; sets percents, one a line
on_terminal() {
    said="dendro $*"
    code=0
    python3 terminal.py "$DENDRO" "$@" >"$out" || code=$?
    tr '\r' '\n' <"$out" | sed -nE 's/^\[(#*) *\] *([0-9]+)%.*/\2 \1/p' >percents
}

# expect_bar: there is one, its percents rise to 100, its length is theirs, and it is wiped
expect_bar() {
    expect 0
    [[ -s percents ]] || fail "no bar: $(cat "$out")"
    [[ $(tail -1 percents | cut -d' ' -f1) == 100 ]] || fail "it does not end with 100: $(cat percents)"
    cut -d' ' -f1 percents | sort -nuc 2>"$err" || fail "not once and in order: $(cut -d' ' -f1 percents | tr '\n' ' ')"
    awk '{ if (length($2) != int($1 * 40 / 100)) exit 1 }' percents || fail "its length is not its percent: $(cat percents)"
    tr '\r' '\n' <"$out" | grep '%' | grep -qvE '^\[[# ]{40}\]' && fail "its ends move: $(cat "$out")"
    [[ $(tail -c 4 "$out") == $'\r\e[K' ]] || grep -q $'\r\e\[K' "$out" || fail "it is not wiped"
    [[ $(tr '\r' '\n' <"$out" | tail -1) != *%* ]] || fail "it stays: $(tail -c 60 "$out")"
}

"$DENDRO" simulate --game foret --seats 4 --level table --games 300 >games.dendro
run import --quiet --db club.db games.dendro
expect 0
on_terminal audit --db club.db
expect_bar
on_terminal rebuild --db club.db
expect_bar
on_terminal backup --db club.db copy.db
expect_bar
for words in "migrate" "players add Zoé"; do
    cp club.db older.db
    to_schema_7 older.db
    # shellcheck disable=SC2086 # several words
    on_terminal $words --db older.db
    expect_bar
    expect_has "$out" "dendro: making the statistics anew from the log"
    on_terminal audit --quiet --db older.db
    expect 0
done
on_terminal audit --quiet --db club.db
expect 0
[[ ! -s percents ]] || fail "--quiet has a bar"
run audit --db club.db
expect 0
expect_err </dev/null
finish
