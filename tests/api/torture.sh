#!/usr/bin/env bash
# A short torture (scripts/torture): every phase once, small, with a fixed seed. Nothing is lost, nothing is twice, the audit
# finds nothing, and the daemon neither hangs nor dies. That losses would be seen is shown first: on a disk that only says
# that it has synced, they must be.
set -eu
: "${SOURCE_DIR:?the checkout}" "${DENDRO:?the program}" "${UNPLUGGED:?the program on a disk that forgets}"
. "$SOURCE_DIR/tests/support/needs.sh"
export PYTHONDONTWRITEBYTECODE=1
said=$(mktemp)
trap 'rm -f "$said"' EXIT

# torture OPTION...: sets $code; what it says is in $said.
torture() {
    code=0
    "$SOURCE_DIR/scripts/torture" "$@" >"$said" 2>&1 || code=$?
}

# has LINE: a line of the report, as a pattern
has() {
    if ! grep -qE -- "^$1\$" "$said"; then
        echo "FAILED: no line '$1'"
        cat "$said"
        exit 1
    fi
}

python3 "$SOURCE_DIR/tests/torture/test_journal.py"

torture --seed 5 --only power --liar --games 20 --seconds 1 0
has 'lost +[1-9][0-9]*'
((code == 1)) || {
    echo "FAILED: losses, and the exit code is $code"
    exit 1
}

torture --seed 11 --crowd 1500 --clients 60 --games 150 --seconds 2.5 0
has 'lost +0'
has 'doubled +0'
has 'audit findings +0'
has 'hung +no'
has 'power cuts +[1-9][0-9]*'
has 'kills +[1-9][0-9]*'
has 'full disks +[1-9][0-9]*'
cat "$said"
if grep -q "no file system can be mounted" "$said"; then
    skip_part "no file system can be mounted: a disk that is really full (it was a limit on the length of files)"
fi
exit "$code"
