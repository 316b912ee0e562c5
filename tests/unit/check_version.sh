#!/usr/bin/env bash
# The version stands in CMakeLists.txt. Whatever else names it says the same: the program, the OpenAPI document, the page on the
# command line, and the newest release in CHANGELOG.md, whose releases have dates and go back in time.
set -euo pipefail
cd "${SOURCE_DIR:-$(dirname "${BASH_SOURCE[0]}")/../..}"
version=$(sed -nE 's/^project\(dendro VERSION ([0-9]+\.[0-9]+\.[0-9]+) .*/\1/p' CMakeLists.txt)
bad=0

# says <where> <text>...: each text is the version
says() {
    local where=$1 text
    shift
    for text in "$@"; do
        if [[ $text != "$version" ]]; then
            echo "$where says '$text', CMakeLists.txt says '$version'"
            bad=1
        fi
    done
    if (($# == 0)); then
        echo "$where names no version"
        bad=1
    fi
}

mapfile -t described < <(sed -nE 's/^.*"version": "([^"]*)".*/\1/p' schema/openapi.yaml)
says schema/openapi.yaml "${described[@]}"
mapfile -t shown < <(sed -nE 's/^dendro ([0-9]+\.[0-9.]*)$/\1/p' docs/command-line.md)
says docs/command-line.md "${shown[@]}"
mapfile -t releases < <(sed -nE 's/^## ([0-9.]+) \([0-9]{4}-[0-9]{2}-[0-9]{2}\)$/\1/p' CHANGELOG.md)
says CHANGELOG.md "${releases[@]:0:1}"
if [[ -n ${DENDRO:-} ]]; then
    said=$("$DENDRO" --version)
    says "dendro --version" "${said#dendro }"
fi

if ! printf '%s\n' "${releases[@]}" | sort -rVc; then
    echo "CHANGELOG.md: the newest release comes first"
    bad=1
fi
if grep -nE '^## ' CHANGELOG.md | grep -vE '^[0-9]+:## (Unreleased|[0-9.]+ \([0-9]{4}-[0-9]{2}-[0-9]{2}\))$'; then
    echo "CHANGELOG.md: a heading is '## Unreleased' or '## 1.2.3 (2026-01-31)'"
    bad=1
fi
exit "$bad"
