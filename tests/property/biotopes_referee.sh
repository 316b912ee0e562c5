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
export PYTHONPYCACHEPREFIX=$work/compiled # once, and not into the sources
scale=${DENDRO_TEST_SCALE:-100}
first=${BIOTOPES_REFEREE_SEED:-0} # other games, for a longer search
support=$SOURCE_DIR/tests/support
cards=$SOURCE_DIR/catalogues/biotopes
shipped=("$cards/house.json" "$cards/printed.json")
simulate() { "$DENDRO" simulate --game biotopes "$@"; }
chance() { python3 "$support/biotopes_chance.py" "$1" "${shipped[@]}"; }
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

# traced <name> <seed> <every>: ply by ply, with lines between theirs that both must refuse, and legal moves at every Nth ply.
traced() {
    echo -n "$1, ply by ply: "
    python3 "$support/biotopes_mess.py" "$2" within "${shipped[@]}" <"$work/$1.dendro" >"$work/$1-within.dendro"
    "$ECOS_TRACE" "$3" "${shipped[@]}" <"$work/$1-within.dendro" | (cd "$work" && referee trace "${shipped[@]}") || keep "$1-within"
}

# spoilt <name> <seed> <how many>: the records of a file with mistakes.
spoilt() {
    python3 "$support/biotopes_mess.py" "$2" "$(cases "$3")" "${shipped[@]}" <"$work/$1.dendro" >"$work/$1-spoilt.dendro"
    judged "$1-spoilt"
}

python3 "$support/test_biotopes_referee.py" "$cards"

# tables <command> <level>: the command with a variant, seats, level and seed for every kind of table.
tables() {
    local seed=0 table variant seats
    for table in "discovery 2" "initiate 2" "discovery 3" "initiate 3" "discovery 4" "initiate 4" "discovery 5" "initiate 5" "solo 1" "solo-initiate 1"; do
        read -r variant seats <<<"$table"
        seed=$((seed + 1))
        if ((scale < 50 && (seed + ${#2}) % 3 > 0)); then # a quick run: some of them, others at another level
            continue
        fi
        "$1" "$variant" "$seats" "$2" "$seed"
    done
}
players=(random greedy)
simulated() { simulate --variant "$1" --seats "$2" --level "$3" --player "${players[$4 / 2 % 2]}" --seed "$((first + $4))" --games "$(cases 1)"; }

# The referee plays slowly: each table at two of the four levels.
names=(house printed)
played() {
    local half=0
    [[ $3 == full || $3 == totals ]] || half=1
    if (($4 / 2 % 2 == half)); then
        echo "$((first + $4)) $(cases 1) $1 $2 ${names[$4 / 4 % 2]}"
    fi
}

for level in full table sheet totals; do
    tables simulated $level >"$work/simulated-$level.dendro"
    tables played $level | chance $level >"$work/played-$level.dendro"
    for name in "simulated-$level" "played-$level"; do
        judged "$name"
        if [[ $level == full || $level == table ]]; then
            traced "$name" "$((first + 1))" 61
            spoilt "$name" "$((first + 2))" 1
        else
            spoilt "$name" "$((first + 2))" 8
        fi
    done
done
echo "7 $(cases 1) initiate 2 printed unknown=blank" | chance full >"$work/played-blank.dendro"
judged played-blank
spoilt played-blank 3 10
((failed == 0))
echo "biotopes_referee: agreed"
