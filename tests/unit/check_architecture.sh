#!/usr/bin/env bash
# Keeps ARCHITECTURE.md true: refuses
#
#   - a link to a file that is not there;
#   - a folder of src without a row in the table of rooms, or a row without a folder;
#   - a function named `like_this()` that none of the files linked in its line has;
#   - a word of the glossary that is out of order, has no file, or does not occur in its file.
#
# usage: check_architecture.sh [root]     the root of a checkout; without it, first a test of the script itself, which
#                                         breaks every rule once, then SOURCE_DIR or the checkout that the script is in
set -euo pipefail
export LC_ALL=C.UTF-8

# links <line>: the files that it links, one a line; addresses elsewhere and parts of this page are not files.
links() {
    grep -o '](\([^)]*\))' <<<"$1" | sed 's/^](//; s/)$//; s/#.*//' | grep -v -e '://' -e '^$' || true
}

refuse() {
    echo "ARCHITECTURE.md:$1: $2"
    bad=1
}

# functions <number> <line>
functions() {
    local name file found
    while read -r name; do
        found=no
        while read -r file; do
            if [[ -f $file ]] && grep -qw -F "$name" "$file"; then
                found=yes
            fi
        done < <(links "$2")
        [[ $found == yes ]] || refuse "$1" "no file of this line has $name()"
    done < <(grep -o '`[a-z0-9_]*()`' <<<"$2" | tr -d '`()' || true)
}

# glossary <number> <line>: `- **word**: what it means ([file](path))`
glossary() {
    local term word file found
    term=${2#"- **"}
    term=${term%%"**"*}
    if [[ -n $last && ! $last < $term ]]; then
        refuse "$1" "$term stands behind $last"
    fi
    last=$term
    for word in $term; do
        found=no
        while read -r file; do
            if [[ -f $file ]] && grep -qi -F "$word" "$file"; then
                found=yes
            fi
        done < <(links "$2")
        [[ $found == yes ]] || refuse "$1" "none of its files says $word"
    done
}

rooms() {
    local folder
    for folder in src/*/; do
        folder=${folder%/}
        grep -q "^| \`$folder\` |" ARCHITECTURE.md || refuse 1 "the table of rooms has no $folder"
    done
    while read -r folder; do
        [[ -d $folder ]] || refuse 1 "$folder of the table of rooms is no folder"
    done < <(grep -o '^| `src/[a-z]*` |' ARCHITECTURE.md | tr -d '|` ' || true)
}

# check <root>: prints the violations of a tree, fails when there are any.
check() {
    (
        cd "$1"
        bad=0
        last=""
        number=0
        while IFS= read -r line; do
            number=$((number + 1))
            if [[ $line == *"]("* ]]; then
                while read -r file; do
                    [[ -e $file ]] || refuse "$number" "there is no $file"
                done < <(links "$line")
            fi
            if [[ $line == *"()"* ]]; then
                functions "$number" "$line"
            fi
            if [[ $line == "- **"* ]]; then
                glossary "$number" "$line"
            fi
        done <ARCHITECTURE.md
        rooms
        exit "$bad"
    )
}

# --- the script's own test -------------------------------------------------------------------------------------

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

# expect <0 or 1> <reason or ""> <line>...: the page of a small tree with these lines passes or not.
expect() {
    local wanted=$1 reason=$2 said result=0
    shift 2
    rm -rf "${work:?}"/*
    mkdir -p "$work/src/base"
    echo 'int leaf_hash(void); /* a leaf, and an entry */' >"$work/src/base/leaf.h"
    printf '%s\n' '| `src/base` | bytes |' "$@" >"$work/ARCHITECTURE.md"
    said=$(check "$work" 2>&1) || result=$?
    if ((result != wanted)) || [[ $said != *"$reason"* ]]; then
        echo "self-test: $*: expected status $wanted and \"$reason\", got $result and \"$said\""
        failures=$((failures + 1))
    fi
}

self_test() {
    local file='[leaf.h](src/base/leaf.h)'
    expect 0 "" "see $file, [RFC](https://www.rfc-editor.org/) and [below](#glossary)"
    expect 1 "there is no src/base/root.h" "see [root.h](src/base/root.h)"
    expect 0 "" "1. $file: \`leaf_hash()\` hashes"
    expect 1 "has leaf_hush()" "1. $file: \`leaf_hush()\` hashes"
    expect 1 "has leaf_hash()" "1. \`leaf_hash()\` hashes"
    expect 0 "" "- **entry**: a row ($file)" "- **leaf**: a hash ($file)"
    expect 1 "leaf stands behind leaf" "- **leaf**: a hash ($file)" "- **leaf**: a hash ($file)"
    expect 1 "entry stands behind leaf" "- **leaf**: a hash ($file)" "- **entry**: a row ($file)"
    expect 1 "none of its files says root" "- **root**: a hash ($file)"
    expect 1 "none of its files says leaf" "- **leaf**: a hash"
    expect 1 "src/wire of the table" '| `src/wire` | JSON |'
    expect 0 "" "nothing"
    mkdir -p "$work/src/store"
    if check "$work" >/dev/null; then
        echo "self-test: a room without a row passes"
        failures=$((failures + 1))
    fi
    if ((failures > 0)); then
        echo "check_architecture: $failures of its own tests failed"
        exit 1
    fi
}

if (($# > 0)); then
    check "$1"
else
    self_test
    check "${SOURCE_DIR:-$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)}"
fi
echo "architecture: as it is written"
