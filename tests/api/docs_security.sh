#!/usr/bin/env bash
# docs/security.md: every setting that is a limit has a row with its default, no row has a setting that there is not, and
# every test that the page names exists.
set -eu
. "$SOURCE_DIR/tests/support/assert.sh"
page=$SOURCE_DIR/docs/security.md
no_limits=' threads readers writers review-threads heartbeat ' # how many work, and how often followers are told that all is well

note "every limit has its row"
env -i "$DENDRO" serve --print-config >"$work/config"
rows=0
while read -r name _ value; do
    if [[ ! $value =~ ^[0-9]+$ || $no_limits == *" $name "* ]]; then
        continue
    fi
    rows=$((rows + 1))
    if ! grep -qE "^\|[^|]*\| \`$name\` \| $value \|[^|]+\| \`[^|]+\` \|\$" "$page"; then
        fail "docs/security.md has no row '| … | \`$name\` | $value | … | \`test\` |'"
    fi
done < <(grep ' = ' "$work/config")
((rows >= 12)) || fail "only $rows settings found"

note "every row has a setting that there is"
while read -r name; do
    grep -q "^$name = " "$work/config" || fail "docs/security.md: there is no setting '$name'"
done < <(sed -nE 's/^\|[^|]*\| `([a-z-]+)` \| [0-9].*/\1/p' "$page")

note "every test that is named exists"
# exists <kind/name> <part>: a C test with that function, or a script with that note.
exists() {
    local kind=${1%%/*} name=${1#*/}
    if [[ $name == *.sh ]]; then
        grep -qF "note \"$2\"" "$SOURCE_DIR/tests/$kind/$name" 2>/dev/null
    else
        grep -qE "^static void $2\(void \*\*" "$SOURCE_DIR/tests/$kind/test_$name.c" 2>/dev/null
    fi
}
tests=0
while read -r test part; do
    tests=$((tests + 1))
    exists "${test%:}" "$part" || fail "docs/security.md: there is no test '$test $part'"
done < <(grep -oE '`(unit|api|fault|property|browser)/[a-z_.]+: [^`]+`' "$page" | tr -d '`' | sort -u)
((tests >= 20)) || fail "only $tests tests found"
finish
