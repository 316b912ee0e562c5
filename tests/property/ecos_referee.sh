#!/usr/bin/env bash
# Ecos held to a second referee that shares no code with the engine (tests/support/ecos_referee.py): the golden records, simulated games of
# every number of players with both shipped catalogues, decks, drafts and mixed tables, and catalogues made by chance whose boxes run out.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset DENDRO_LANG DENDRO_DB
export PYTHONDONTWRITEBYTECODE=1
scale=${DENDRO_TEST_SCALE:-100}
support=$SOURCE_DIR/tests/support
shipped=("$SOURCE_DIR/catalogues/ecos/house.json" "$SOURCE_DIR/catalogues/ecos/printed.json")

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

cat "$SOURCE_DIR"/replays/ecos/*.dendro | referee 23 "${shipped[@]}"

landscapes=(standard river coast islands)
for seats in 2 3 4 5 6; do
    levels=(full table)
    if ((scale < 50)); then # a quick run tells every number of players at one level
        levels=("${levels[seats % 2]}")
    fi
    for level in "${levels[@]}"; do
        "$DENDRO" simulate --game ecos --seats "$seats" --level "$level" --seed "$((40 + seats))" --games "$(cases 1)" \
            --option landscape "${landscapes[seats % 4]}"
        "$DENDRO" simulate --game ecos --seats "$seats" --level "$level" --seed "$((50 + seats))" --games "$(cases 1)" \
            --player random --option target 60
    done
done | referee 23 "${shipped[@]}"
for seats in 2 6; do
    "$DENDRO" simulate --game ecos --seats "$seats" --level full --seed 7 --games "$(cases 2)" --catalogue printed --option target 60
    "$DENDRO" simulate --game ecos --seats "$seats" --level sheet --seed 8 --games "$(cases 2)"
done | referee 97 "${shipped[@]}"

for ((seed = 1; seed <= $(cases 6); seed++)); do
    python3 "$support/ecos_catalogue.py" "$seed" >"$work/chance.json"
    for level in full table; do
        "$DENDRO" simulate --game ecos --seats $((2 + seed % 5)) --level "$level" --seed "$seed" --games 2 --player random \
            --catalogue "$work/chance.json" --option target 60
    done | referee 5 "$work/chance.json"
done
echo "ecos_referee: agreed"
