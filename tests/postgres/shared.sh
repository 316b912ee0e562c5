#!/usr/bin/env bash
# The root of many clubs of a server sums the cards of those that share, as that of a folder does (api/http_shared.sh has the rest).
set -euo pipefail
. "${SOURCE_DIR:?}/tests/support/assert.sh"
[[ -n ${DENDRO_TEST_POSTGRES:-} ]] || skip "no PostgreSQL (scripts/test postgres starts one)"
needs jq || exit 77
. "$SOURCE_DIR/tests/support/daemon.sh"
cd "$work"
psql=${POSTGRES_BIN:-/usr/lib/postgresql/15/bin}/psql
own=shared_$$ # a database of its own: nobody else shares in it
db=${DENDRO_TEST_POSTGRES/dendro\?/$own?}
super() {
    "$psql" -X -q -v ON_ERROR_STOP=1 -d "$DENDRO_TEST_POSTGRES_SUPER" -c "$1"
}
super "CREATE DATABASE $own OWNER dendro_owner"
# shellcheck disable=SC2154
trap 'for pid in $(jobs -p); do kill "$pid" 2>/dev/null || true; done; wait
    super "DROP DATABASE $own WITH (FORCE)"; rm -rf "$work"' EXIT

note "five clubs that share, and one with all their games that does not"
seed=0
for club in a b c d e all; do
    run club add "$club" --db "$db"
    expect 0
    [[ $club == all ]] || for game in foret ecos; do
        seed=$((seed + 1))
        "$DENDRO" simulate --game "$game" --seats 3 --seed "$seed" | tee -a "$club.txt" >>all.txt
    done
    run import --db "$db" --club "$club" "$club.txt"
    expect 0
    [[ $club == all ]] || run settings set sharing yes --db "$db" --club "$club"
    expect 0
done
rm -f "$work/said"
mkfifo "$work/said"
DENDRO_LISTEN=127.0.0.1:0 "$DENDRO" serve --db "$db" >"$work/said" &
daemon=$!
read -r -t "$PATIENCE" line <"$work/said"
URL=${line##* }
any() {
    ask 200 "$URL/v1/cards?game=foret"
    [[ $(jq '.rows | length' "$out") -gt 0 ]]
}
eventually any || fail "nothing is shown"
for game in foret ecos; do
    ask 200 "$URL/v1/cards?game=$game"
    jq -S '.rows | map(del(.clubs))' "$out" >ours
    jq -c 'map([.card, .catalogue.hash])' ours >which
    ask 200 "$URL/c/all/v1/cards?game=$game"
    jq -S --slurpfile which which '.rows | map(select([.card, .catalogue.hash] as $c | any($which[0][]; . == $c)))
        | map(del(.worth, .worth_lo, .worth_hi))' "$out" >theirs
    [[ $(jq length ours) -gt 0 ]] || fail "$game: no rows"
    cmp ours theirs || fail "$game: the sum is another"
done
kill "$daemon"
wait "$daemon" || fail "the daemon ended with $?"
finish
