#!/usr/bin/env bash
# dendro tables and POST /v1/tables: the same proposal whatever the order of the question, by games together, then by ratings, who is
# left, and what is refused in both languages. Nothing is stored.
set -eu
. "$SOURCE_DIR/tests/support/assert.sh"
. "$SOURCE_DIR/tests/support/daemon.sh"
needs jq
unset DENDRO_DB
cd "$work"
house=$(sed -n 's/^option catalogue house //p' "$SOURCE_DIR/replays/ecos/sheet.dendro")

# sheet DAY NAME TOTAL NAME TOTAL: a finished game of two.
sheet() {
    printf 'dendro 1\ngame ecos\nrules 1\nlevel sheet\nseat 1 %s\nseat 2 %s\nnight %s\noption catalogue house %s\n\n1: total %s\n2: total %s\n\n' \
        "$2" "$4" "$1" "$house" "$3" "$5"
}
{
    sheet 2026-11-01 Ann 80 Bob 70
    sheet 2026-11-02 Cy 80 Di 70
    sheet 2026-08-08 Ann 80 Cy 70 # the 90th day before the evening, and the day before that
    sheet 2026-08-07 Ann 80 Di 71
    sheet 2026-11-06 Bob 80 Cy 70 # the evening itself
} >games
run import --quiet --db club.db games
expect 0
entries=$(sqlite3 club.db "SELECT count(*) FROM entry")

# pairs: who sits with whom, by name, sorted.
pairs() {
    jq -c '[.tables[].people | map(.player) | sort] | sort' "$out"
}

note "those sit together who have met least"
run tables --people Ann,Bob,Cy,Di --titles ecos:2-2,ecos:2-2 --day 2026-11-06 --db club.db --json
expect 0
[[ $(pairs) == '[["Ann","Di"],["Bob","Cy"]]' ]] || fail "$(cat "$out")"
jq -e '.together == 0 and .exact and .day == "2026-11-06" and .since == "2026-08-08" and .left == []' "$out" >/dev/null || fail "$(cat "$out")"
cp "$out" first.json
note "the order of the question changes nothing"
for people in "Di,Cy,Bob,Ann" "Cy, @$(sqlite3 club.db "SELECT handle FROM person WHERE name = 'Ann'"),Di,bob"; do
    run tables --people "$people" --titles ecos:2-2,ECOS:2 --day 2026-11-06 --db club.db --json
    cmp -s "$out" first.json || fail "another answer: $(cat "$out")"
done
note "a day later the evening counts, and the oldest game does not"
run tables --people Ann,Bob,Cy,Di --titles ecos:2-2,ecos:2-2 --day 2026-11-07 --db club.db --json
[[ $(pairs) == '[["Ann","Cy"],["Bob","Di"]]' || $(pairs) == '[["Ann","Di"],["Bob","Cy"]]' ]] || fail "$(cat "$out")"
jq -e '.together == 0' "$out" >/dev/null || fail "$(cat "$out")"
[[ $(pairs) == '[["Ann","Cy"],["Bob","Di"]]' ]] || fail "the evening does not count: $(cat "$out")"

note "who is left, and an empty table"
run tables --people Ann,Bob,Cy --titles "Catan:2-2" --day 2026-11-06 --db club.db --json
jq -e '(.left | length) == 1 and .tables[0].title == "Catan" and (.tables[0].people | length) == 2' "$out" >/dev/null || fail "$(cat "$out")"
run tables --people Ann,Bob --titles "go:2,chess:2" --day 2026-11-06 --db club.db
expect 0
expect_has "$out" "nothing is better; log size 5"
[[ $(sed -n 2p "$out") == chess*Ann*Bob* || $(sed -n 2p "$out") == chess*Bob*Ann* ]] || fail "the first table is not used: $(cat "$out")"
run tables --people Ann --titles ecos --db club.db --lang fr
expect 0
expect_has "$out" "pas de place pour : Ann"

note "seventeen people and more"
for ((i = 1; i <= 40; i++)); do
    "$DENDRO" players add --db club.db "P$i" >/dev/null
done
run tables --people "$(seq -s, -f P%g 1 40)" --titles foret,foret,ecos,ecos,grandbois,grandbois,go:2-8 --db club.db --json
expect 0
jq -e '.exact == false and .left == [] and ([.tables[].people | length] | add) == 40' "$out" >/dev/null || fail "$(cat "$out")"
jq -e 'all(.tables[]; (.people | length) as $n | $n == 0 or ($n >= .min and $n <= .max))' "$out" >/dev/null || fail "$(cat "$out")"
cp "$out" many.json
run tables --people "$(seq -s, -f P%g 40 -1 1)" --titles go:2-8,grandbois,foret,ecos,foret,ecos,grandbois --db club.db --json
cmp -s "$out" many.json || fail "another answer"

# refused CODE SENTENCE FRENCH WORD...
refused() {
    local wanted=$1 english=$2 french=$3
    shift 3
    run tables "$@" --db club.db
    expect "$wanted"
    expect_out </dev/null
    expect_err <<<"dendro: $english"
    run tables "$@" --db club.db --lang fr
    expect_err <<<"dendro: $french"
}
note "refusals"
refused 2 "'Ann' and 'ann' are the same person" "« Ann » et « ann » sont la même personne" --people Ann,Bob,ann --titles ecos
refused 1 "nobody here is called 'Zed'" "personne ici ne s'appelle « Zed »" --people Ann,Zed --titles ecos
refused 2 "say which player" "dites quel joueur" --people Ann,,Bob --titles ecos
refused 2 "a proposal is about 1 to 60 people, not 61" "une proposition porte sur 1 à 60 personnes, pas 61" \
    --people "$(seq -s, -f P%g 1 61)" --titles ecos
refused 2 "a proposal is about 1 to 20 tables, not 21" "une proposition porte sur 1 à 20 tables, pas 21" \
    --people Ann --titles "$(seq -s, -f t%g:2 1 21)"
refused 2 "'catan' is not known here: say for how many it is, such as 'catan:3-4'" \
    "« catan » n'est pas connu ici : dites pour combien, comme « catan:3-4 »" --people Ann --titles catan
for sizes in "" 0 13 4-3 x 2-13 2- -3 1-2-3; do
    refused 2 "'go:$sizes' has no sizes of a table behind its colon: write 'catan:3-4'" \
        "« go:$sizes » n'a pas de tailles de table après les deux-points : écrivez « catan:3-4 »" --people Ann --titles "go:$sizes"
done
refused 2 "foret is played by 2 to 6 people" "foret se joue de 2 à 6 personnes" --people Ann --titles foret:2-8
refused 2 "option '--day': 'soon' is not a date like 2026-11-13" "option « --day » : « soon » n'est pas une date comme 2026-11-13" \
    --people Ann --titles ecos --day soon

note "over HTTP"
start --threads 2
ask 200 "$URL/v1/tables" --json '{"people": ["Di", "Cy", "Bob", "Ann"], "titles": ["ecos:2", "ecos:2"], "day": "2026-11-06"}'
jq -e --slurpfile first first.json '.tables == $first[0].tables' "$out" >/dev/null || fail "the command line says otherwise"
ask 404 "$URL/v1/tables" --json '{"people": ["Zed"], "titles": ["ecos"]}'
ask 405 "$URL/v1/tables"
stop
[[ $(sqlite3 club.db "SELECT count(*) FROM entry") == "$entries" ]] || fail "something was stored"

finish
