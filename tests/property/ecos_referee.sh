#!/usr/bin/env bash
# Ecos held to a second referee that shares no code with the engine (tests/support/ecos_referee.py), under rules 1 and 2: the golden records,
# simulated games of every number of players with the shipped catalogues, decks, drafts and mixed tables, catalogues made by chance whose
# boxes run out, and records with lines in short and lines that both must refuse (ecos_mess.py).
set -euo pipefail
. "$SOURCE_DIR/tests/support/needs.sh"
needs python3 || exit 77
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset DENDRO_LANG DENDRO_DB
export PYTHONPYCACHEPREFIX=$work/compiled # once, and not into the sources
scale=${DENDRO_TEST_SCALE:-100}
support=$SOURCE_DIR/tests/support
cards=$SOURCE_DIR/catalogues/ecos
shipped=("$cards"/house.json "$cards"/house-1.json "$cards"/printed.json "$cards"/printed-1.json)
simulate() { "$DENDRO" simulate --game ecos "$@"; }

# referee <every> <catalogue>...: records from standard input, legal moves at every Nth ply.
referee() {
    local every=$1
    shift
    (cd "$work" && "$ECOS_TRACE" "$every" "$@" | python3 "$support/ecos_referee.py" "$@") || {
        cp "$work/ecos_referee_failed.dendro" . 2>/dev/null || true
        exit 1
    }
}

# cases <count>: that many, scaled, at least one.
cases() { echo $((($1 * scale + 99) / 100)); }

# mess <seed> <catalogue>...: records from standard input, written badly.
mess() { python3 "$support/ecos_mess.py" "$@"; }

cat "$SOURCE_DIR"/replays/ecos/*.dendro | referee 23 "${shipped[@]}"

# Rules 1 with the first editions, rules 2 with the second.
landscapes=(standard river coast islands)
order=(full table)
for seats in 2 3 4 5 6; do
    levels=("${order[@]}")
    if ((scale < 50)); then # a quick run tells every number of players at one level
        levels=("${order[seats % 2]}")
    fi
    for level in "${levels[@]}"; do
        for rules in 1 2; do
            house=$cards/house.json
            if ((rules == 1)); then # which do not change any more: one level
                [[ $level == "${order[seats % 2]}" ]] || continue
                house=$cards/house-1.json
            fi
            simulate --rules $rules --seats "$seats" --level "$level" --seed "$((40 + seats))" --games "$(cases 1)" \
                --catalogue "$house" --option landscape "${landscapes[seats % 4]}"
            simulate --rules $rules --seats "$seats" --level "$level" --seed "$((50 + seats))" --games "$(cases 1)" \
                --catalogue "$house" --player random --option target 60
        done
    done
done | referee 23 "${shipped[@]}"
for seats in 2 4; do
    simulate --rules 2 --seats $seats --level table --seed "$seats" --games "$(cases 2)" --option target 60
done | mess 1 "${shipped[@]}" | referee 97 "${shipped[@]}"

for seats in 2 6; do
    simulate --rules 1 --seats "$seats" --level full --seed 7 --games "$(cases 1)" --catalogue "$cards/printed-1.json" --option target 60
    for level in full table; do
        simulate --rules 2 --seats "$seats" --level $level --seed 7 --games "$(cases 1)" --catalogue "$cards/printed.json" --option target 60
    done
    for rules in 1 2; do
        simulate --rules $rules --seats "$seats" --level sheet --seed 8 --games "$(cases 1)" --catalogue "$cards/house.json"
    done
done | tee "$work/printed.dendro" | referee 97 "${shipped[@]}"
mess 2 "${shipped[@]}" <"$work/printed.dendro" | referee 997 "${shipped[@]}"

for ((seed = 1; seed <= $(cases 6); seed++)); do
    python3 "$support/ecos_catalogue.py" "$seed" >"$work/chance.json"
    for level in full table; do
        for rules in 1 2; do
            simulate --rules $rules --seats $((2 + seed % 5)) --level "$level" --seed "$seed" --games $rules --player random \
                --catalogue "$work/chance.json" --option target 60
        done
    done | tee "$work/chance.dendro" | referee 5 "$work/chance.json"
    mess "$seed" "$work/chance.json" <"$work/chance.dendro" | referee 11 "$work/chance.json"
done
echo "ecos_referee: agreed"
