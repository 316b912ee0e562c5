#!/usr/bin/env bash
# The table of filters in docs/statistics.md against the program: each cell is asked of the command line, and held against
# the parameters of the route in schema/openapi.yaml (which http_openapi holds against the daemon).
set -euo pipefail
. "$SOURCE_DIR/tests/support/needs.sh"
needs jq || exit 77
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
unset DENDRO_LANG DENDRO_DB
"$DENDRO" import --quiet "$SOURCE_DIR/replays/foret/full-draft-four.dendro" 2>/dev/null

declare -A OPERANDS=([card]=bee [year]=2026 [player]=Camille [versus]="Camille Esther" [night]=2026-11-06)
declare -A VALUES=([game]=foret [variant]=standard [level]=full [seats]=4 [place]=Cave [from]=2020-01-01 [to]=2030-01-01
    [night]=2026-11-06 [player]=Camille [catalogue]=house)
failures=0
cells=0

# complain <what>
complain() {
    echo "docs/statistics.md: $1" >&2
    failures=$((failures + 1))
}

# in_command <statistic> <filter> <cell>: an option that is not there is refused by its name, whatever else is wrong
in_command() {
    local refused=no said
    read -r -a operands <<<"${OPERANDS[$1]:-}"
    said=$("$DENDRO" stats "$1" "--$2" "${VALUES[$2]}" "${operands[@]}" 2>&1) || true
    if [[ $said == *"unknown option '--$2'"* ]]; then
        refused=yes
    fi
    if [[ $3 == no && $refused == no ]]; then
        complain "dendro stats $1 takes --$2"
    elif [[ $3 != no && $refused == yes ]]; then
        complain "dendro stats $1 refuses --$2"
    fi
}

# in_route <route> <filter> <cell>
in_route() {
    local there
    there=$(jq --arg route "$1" --arg name "$2" \
        '[.paths[$route].get.parameters[] | select(.in == "query" and .name == $name)] | length' "$SOURCE_DIR/schema/openapi.yaml")
    if [[ ($3 == yes && $there == 0) || ($3 != yes && $there != 0) ]]; then
        complain "$1 and the parameter $2: the page says $3"
    fi
}

while IFS='|' read -r _ statistic route row; do
    statistic=${statistic//[\` ]/}
    route=${route//[\` ]/}
    if [[ $statistic == statistic ]]; then
        read -r -a filters <<<"${row//|/ }"
        continue
    fi
    if [[ $route != /v1/* ]]; then
        continue
    fi
    read -r -a marks <<<"${row//|/ }"
    for i in "${!filters[@]}"; do
        in_command "$statistic" "${filters[i]}" "${marks[i]}"
        in_route "$route" "${filters[i]}" "${marks[i]}"
        cells=$((cells + 1))
    done
done <"$SOURCE_DIR/docs/statistics.md"

if ((cells < 80)); then
    complain "the table of filters has only $cells cells"
fi
((failures == 0))
