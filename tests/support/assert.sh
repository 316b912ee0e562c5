# shellcheck shell=bash
# Helpers for tests/api: run the program, compare what it said to the byte. Source this file.
#
#   run WORD...            runs "$DENDRO" WORD...; standard input is the caller's
#   expect CODE            the last run ended with CODE
#   expect_out, expect_err the last run wrote exactly what stands on standard input; `</dev/null` for nothing
#   expect_has FILE TEXT   "$out" or "$err" contains TEXT
#   eventually WORD...     runs a command again and again until it is true; false when it is not within $PATIENCE seconds
#   note TEXT              what the following is about, shown when it fails
#   finish                 the last line of a test
#   skip, skip_part, needs what cannot run on this machine: needs.sh
#
# $work is a directory of the test's own. A failed expectation is printed and the test goes on, to fail at `finish`.
: "${DENDRO:?the program to test}" "${SOURCE_DIR:?the checkout}"
. "$SOURCE_DIR/tests/support/needs.sh"
unset DENDRO_LANG NO_COLOR
# Tools sort and print alike wherever the tests run.
export LC_ALL=C.UTF-8 TZ=UTC
# Seconds that something may take before it counts as never: a machine with twenty tests a core, and a disk that is as busy.
PATIENCE=300
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
out=$work/.out
err=$work/.err
code=0
failures=0
about=""
said=""

note() {
    about=$1
}

eventually() {
    local end=$((SECONDS + PATIENCE))
    until "$@"; do
        if ((SECONDS > end)); then
            return 1
        fi
        sleep 0.05
    done
}

fail() {
    failures=$((failures + 1))
    printf 'FAILED: %s: %s\n    after: %s\n' "$about" "$1" "$said"
}

run() {
    said="dendro $*"
    code=0
    "$DENDRO" "$@" >"$out" 2>"$err" || code=$?
}

expect() {
    if ((code != $1)); then
        fail "exit code $code, not $1"
        head -5 "$out" "$err"
    fi
}

compare() {
    cat >"$work/.wanted"
    if ! cmp -s "$work/.wanted" "$1"; then
        fail "$2 differs (wanted is -)"
        diff -u "$work/.wanted" "$1" | head -60 || true
    fi
}

expect_out() {
    compare "$out" "standard output"
}

expect_err() {
    compare "$err" "standard error"
}

expect_has() {
    if ! grep -qF -- "$2" "$1"; then
        fail "no '$2' in $(basename "$1")"
        head -5 "$1"
    fi
}

finish() {
    if ((failures > 0)); then
        echo "$failures failures"
        exit 1
    fi
}
