#!/usr/bin/env bash
# Runs every `sh` block of docs/http-api.md against a daemon, in order and in one shell; what a command prints must contain
# the text behind the `#>` that follows it. Then the Python and the JavaScript example, where there is an interpreter.
set -eu
. "$SOURCE_DIR/tests/support/assert.sh"
page=$SOURCE_DIR/docs/http-api.md

needs jq || exit 77
. "$SOURCE_DIR/tests/support/daemon.sh"
# shellcheck disable=SC2119 # with no option
start
ADMIN=$TOKEN
export ADMIN URL

# One script out of all blocks: each command with its expectations, its output in a file of its own.
awk -v folder="$work" '
    /^```sh$/ { inside = 1; next }
    /^```$/ { inside = 0; next }
    !inside { next }
    /^#> / { printf "expect_text %d <<'"'"'EOT'"'"' \"$(cat %s/out.%d)\"\n%s\nEOT\n", NR, folder, n, substr($0, 4); next }
    /\\$/ { command = command $0 "\n"; next }
    {
        command = command $0
        n++
        if (command ~ /^[A-Z]+=/)
            printf "%s\n: >%s/out.%d\n", command, folder, n
        else
            printf "{ %s; } >%s/out.%d\n", command, folder, n
        command = ""
    }' "$page" >"$work/script"

expectations=0
expect_text() {
    local wanted
    wanted=$(cat)
    expectations=$((expectations + 1))
    about="docs/http-api.md:$1"
    if [[ $2 != *"$wanted"* ]]; then
        fail "'$wanted' is not in: ${2:0:400}"
    fi
}
# shellcheck disable=SC1091
. "$work/script"
note "the page"
if ((expectations < 20)); then
    fail "only $expectations expectations found"
fi

# block <language> <mark>: the example of that language, and what it must print.
block() {
    awk -v start="\`\`\`$1" '$0 == start { inside = 1; next } /^```$/ { inside = 0 } inside' "$page" >"$work/example.$1"
    wanted=$(sed -n "s|^$2> ||p" "$work/example.$1")
}
export TOKEN
block python '#'
if needs python3; then
    note "the Python example"
    [[ $(python3 "$work/example.python") == "$wanted" ]] || fail "it does not print '$wanted'"
fi
block js '//'
if needs node; then
    note "the JavaScript example"
    cp "$work/example.js" "$work/example.mjs"
    [[ $(node "$work/example.mjs") == "$wanted" ]] || fail "it does not print '$wanted'"
fi

note "the end"
stop
finish
