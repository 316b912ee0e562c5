#!/usr/bin/env bash
# Biotopes held to a second referee that shares no code with the engine (tests/support/biotopes_referee.py): that referee held to the booklet's
# examples; games that the program simulates, of every variant, number of players and level, ply by ply and by their scores; games that the referee
# plays by chance, with declared effects too, judged by the program; and records of both with one mistake each (biotopes_mess.py), where both must
# stop at the same line.
set -euo pipefail
. "$SOURCE_DIR/tests/support/needs.sh"
needs python3 || exit 77
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset DENDRO_LANG DENDRO_DB
export PYTHONDONTWRITEBYTECODE=1
scale=${DENDRO_TEST_SCALE:-100}
support=$SOURCE_DIR/tests/support
cards=$SOURCE_DIR/catalogues/biotopes
shipped=("$cards/house.json" "$cards/printed.json")
simulate() { "$DENDRO" simulate --game biotopes "$@"; }
chance() { python3 "$support/biotopes_chance.py" "$@"; }
referee() { python3 "$support/biotopes_referee.py" "$@"; }

# cases <count>: that many, scaled, at least one.
cases() { echo $((($1 * scale + 99) / 100)); }

# keep <name>: the records of a check that failed, where they can be looked at.
keep() {
    cp "$work/$1.dendro" biotopes_referee_failed.dendro
    echo "$1: the records are in biotopes_referee_failed.dendro"
    failed=1
}
failed=0

# judged <name>: the records of $work/<name>.dendro by the program and by the referee: first problem and scores.
judged() {
    echo -n "$1: "
    "$DENDRO" verify --json "$work/$1.dendro" >"$work/problems" || true
    "$DENDRO" score --json "$work/$1.dendro" >"$work/scores" 2>/dev/null || true
    referee check "$work/problems" "$work/scores" "${shipped[@]}" <"$work/$1.dendro" || keep "$1"
}

# traced <name> <every>: ply by ply, legal moves at every Nth ply.
traced() {
    echo -n "$1, ply by ply: "
    "$ECOS_TRACE" "$2" "${shipped[@]}" <"$work/$1.dendro" | (cd "$work" && referee trace "${shipped[@]}") || keep "$1"
}

# within <name> <seed>: the same, with lines between theirs that both must refuse.
within() {
    python3 "$support/biotopes_mess.py" "$2" within "${shipped[@]}" <"$work/$1.dendro" >"$work/$1-within.dendro"
    traced "$1-within" 997
}

# spoilt <name> <seed> <how many>: the records of a file with mistakes.
spoilt() {
    python3 "$support/biotopes_mess.py" "$2" "$(cases "$3")" "${shipped[@]}" <"$work/$1.dendro" >"$work/$1-spoilt.dendro"
    judged "$1-spoilt"
}

python3 "$support/test_biotopes_referee.py" "$cards"

tables=("discovery 2" "discovery 3" "discovery 4" "discovery 5" "initiate 2" "initiate 3" "initiate 4" "initiate 5" "solo 1" "solo-initiate 1")
for level in full table sheet totals; do
    seed=1
    for table in "${tables[@]}"; do
        read -r variant seats <<<"$table"
        for player in random greedy; do
            simulate --variant "$variant" --seats "$seats" --level "$level" --player "$player" --seed "$((seed++))" --games "$(cases 1)"
        done
    done >"$work/simulated-$level.dendro"
    judged "simulated-$level"
    spoilt "simulated-$level" "$seed" 6
done
for level in full table; do
    traced "simulated-$level" 41
    within "simulated-$level" 3
done

for level in full table sheet totals; do
    seed=1
    for table in "${tables[@]}"; do
        read -r variant seats <<<"$table"
        for name in house printed; do
            chance "$((seed++))" "$(cases 1)" "$variant" "$seats" "$level" "$name" "$cards/$name.json"
        done
    done >"$work/played-$level.dendro"
    judged "played-$level"
    spoilt "played-$level" "$seed" 6
done
chance 7 "$(cases 1)" initiate 2 full printed "$cards/printed.json" unknown=blank >"$work/played-blank.dendro"
judged played-blank
spoilt played-blank 7 20
for level in full table; do
    traced "played-$level" 43
    within "played-$level" 4
done
((failed == 0))
echo "biotopes_referee: agreed"
