#!/usr/bin/env bash
# Keeps source files readable: refuses
#
#   - a source file of more than 600 lines (CONTRIBUTING asks for about 400; past 600 it is two files);
#   - a C file of src that does not open with the comment that says why it exists;
#   - a "to do" mark without the number of the issue that will remove it, as in TODO(#12).
#
# Vendored code, fuzzing inputs and what builds make are not ours to judge.
#
# usage: check_files.sh [root]     the root of a checkout; without it, first a test of the script itself, then
#                                  SOURCE_DIR or the checkout that the script is in
set -euo pipefail

LIMIT=600

# Written in two halves, so that this file does not break its own rule.
MARKS="TO""DO|FIX""ME"

# sources <folder>...: our source files under those folders that exist.
sources() {
    local folder
    for folder in "$@"; do
        if [[ -d $folder ]]; then
            find "$folder" \( -name node_modules -o -name vendor -o -name corpus -o -name build \) -prune -o \
                -type f \( -name '*.[ch]' -o -name '*.def' -o -name '*.inc' -o -name '*.sh' -o -name '*.js' \
                -o -name '*.mjs' -o -name '*.css' -o -name '*.html' -o -name '*.cmake' -o -name CMakeLists.txt \
                -o -name '*.sql' -o -path 'scripts/*' \) -print
        fi
    done | LC_ALL=C sort
}

# check <root>: prints the violations of a tree, fails when there are any.
check() {
    (
        cd "$1"
        mapfile -t files < <(sources src tests bench scripts cmake web schema migrations)
        if ((${#files[@]} == 0)); then
            echo "no sources in $1" >&2
            exit 1
        fi
        local file bad=0
        LC_ALL=C awk -v limit="$LIMIT" -v marks="(^|[^A-Za-z0-9_])($MARKS)([^A-Za-z0-9_]|$)" '
            function refuse(line, text) { printf "%s:%d: %s\n", path, line, text; bad = 1 }
            function end_of_file() {
                if (lines > limit && path !~ /\.sql$/)
                    refuse(lines, "more than " limit " lines: split the file")
                if (must_open && !opened)
                    refuse(1, "a file of src opens with a comment that says why it exists")
            }
            FNR == 1 {
                if (path != "") end_of_file()
                path = FILENAME
                must_open = path ~ /^src\/.*\.(c|h|def|inc)$/
                opened = 0
                first = 1
            }
            { lines = FNR }
            first && /[^ \t]/ {
                first = 0
                opened = /^(\/\*|\/\/)/
            }
            $0 ~ marks && !/#[0-9]+/ { refuse(FNR, "a mark of work left without an issue number") }
            END { if (path != "") end_of_file(); exit bad }
        ' "${files[@]}" || bad=1

        # awk never meets a file without a line.
        for file in "${files[@]}"; do
            if [[ ! -s $file ]]; then
                echo "$file:1: an empty file"
                bad=1
            fi
        done
        exit "$bad"
    )
}

# --- the script's own test -------------------------------------------------------------------------------------

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

# expect <0 or 1> <reason or ""> <path>: a tree with only this file, its text from standard input, passes or not.
expect() {
    local said result=0
    rm -rf "${work:?}"/*
    mkdir -p "$(dirname "$work/$3")"
    cat >"$work/$3"
    said=$(check "$work" 2>&1) || result=$?
    if ((result != $1)) || [[ $said != *"$2"* ]]; then
        echo "self-test: $3: expected status $1 and \"$2\", got $result and \"$said\""
        failures=$((failures + 1))
    fi
}

# text <lines>: a C file of that many lines.
text() {
    echo '/* why */'
    yes 'int x;' | head -n $(($1 - 1)) || true
}

self_test() {
    local mark
    expect 0 "" src/base/a.c < <(text 600)
    expect 1 "split the file" src/base/a.c < <(text 601)
    expect 1 "split the file" tests/unit/test_a.c < <(text 601)
    expect 1 "split the file" scripts/a < <(text 601)
    expect 1 "no sources" web/vendor/a.js < <(text 601)
    expect 0 "" src/base/a.h < <(printf '\n/* why */\n')
    expect 0 "" src/base/a.h < <(printf '// why\n')
    expect 1 "opens with a comment" src/rules/foret/a.c < <(printf '#include "base/a.h"\n/* late */\n')
    expect 1 "opens with a comment" src/base/a.h < <(printf '#pragma once\n')
    expect 1 "opens with a comment" src/base/a.h < <(printf '\n\n')
    expect 0 "" tests/unit/test_a.c < <(printf 'int x;\n')
    expect 1 "an empty file" src/base/a.c </dev/null
    for mark in ${MARKS//|/ }; do
        expect 1 "without an issue number" src/base/a.c < <(printf '/* why */\n// %s: later\n' "$mark")
        expect 1 "without an issue number" scripts/a < <(printf '# %s\n' "$mark")
        expect 0 "" src/base/a.c < <(printf '/* why */\n// %s(#12): later\n' "$mark")
        expect 0 "" src/base/a.c < <(printf '/* why */\nint %s_LIST;\n' "$mark")
    done
    if ((failures > 0)); then
        echo "check_files: $failures of its own tests failed"
        exit 1
    fi
}

if (($# > 0)); then
    check "$1"
else
    self_test
    check "${SOURCE_DIR:-$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)}"
fi
echo "files: in order"
