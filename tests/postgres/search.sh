#!/usr/bin/env bash
# A search of two words among very many people, who came in the order that is worst for it: the last name first.
set -euo pipefail
. "${SOURCE_DIR:?}/tests/support/assert.sh"
[[ -n ${DENDRO_TEST_POSTGRES:-} ]] || skip "no PostgreSQL (scripts/test postgres starts one)"
. "$SOURCE_DIR/tests/support/daemon.sh"
PEOPLE=1440
slug=search-$$
db=$DENDRO_TEST_POSTGRES#$slug

# Names as long as names may be, so that a megabyte is full of them soon; twelve to a game.
awk -v people="$PEOPLE" 'BEGIN {
    for (i = 0; i < 195; i++) long = long "𐍈"
    for (first = 0; first < people; first += 12) {
        print "dendro 1\ngame pad\ntitle Long\nplayed 2026-11-13"
        for (seat = 1; seat <= 12; seat++) printf "seat %d %s%05d\n", seat, long, 99999 - first - seat
        print ""
        for (seat = 1; seat <= 12; seat++) printf "%d: total %d\n", seat, seat
        print ""
    }
}' >"$work/people.txt"

note "the best person and title of two words are found, however many people fit"
run import "$work/people.txt" --db "$db"
expect 0
start
for q in 𐍈𐍈+long 𐍈𐍈+zzz zzz+𐍈𐍈; do
    ask 200 "$URL/v1/search?q=$q"
done
ask 200 "$URL/v1/search?q=𐍈𐍈+long"
jq -c '[(.games | length), .games[0].title.en]' "$out" >"$work/found"
[[ $(cat "$work/found") == '[1,"Long"]' ]] || fail "not the games of both words: $(cat "$work/found")"
stop
run club remove "$slug" --db "$DENDRO_TEST_POSTGRES"
expect 0
finish
