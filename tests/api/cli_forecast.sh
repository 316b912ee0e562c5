#!/usr/bin/env bash
# dendro stats forecast and GET /v1/forecast: the same chances, in the order asked, and what is refused in both languages.
set -eu
. "$SOURCE_DIR/tests/support/assert.sh"
. "$SOURCE_DIR/tests/support/daemon.sh"
needs jq
unset DENDRO_DB
cd "$work"
for ((i = 1; i <= 12; i++)); do
    "$DENDRO" simulate --game foret --seats 3 --level sheet --games 1 --seed "$i" --player random
    echo
done >games
"$DENDRO" import --quiet --db club.db games 2>/dev/null
mapfile -t names < <(sqlite3 club.db "SELECT name FROM person ORDER BY id LIMIT 3")
one=${names[0]} two=${names[1]} three=${names[2]}
"$DENDRO" players add --db club.db Newt >/dev/null 2>&1 || fail "Newt could not be added"

note "chances add up, and follow the ratings"
run stats forecast --seats "$one,$two,$three" --db club.db --json
expect 0
jq -e '[.rows[].chance] | add | fabs - 1 | fabs < 0.000001' "$out" >/dev/null || fail "$(cat "$out")"
jq -e '(.rows | sort_by(.rating) | map(.player)) == (.rows | sort_by(.chance) | map(.player))' "$out" >/dev/null || fail "$(cat "$out")"
jq -e --arg one "$one" --arg three "$three" '.rows[0].player == $one and .rows[2].player == $three' "$out" >/dev/null || fail "another order"
jq -e '.game == null and .algorithm == "bt-map/2" and .approximate == false and .log_size == 12' "$out" >/dev/null || fail "$(cat "$out")"
jq -e 'all(.rows[]; .provisional == false and .rating_lo < .rating and .rating < .rating_hi)' "$out" >/dev/null || fail "$(cat "$out")"
cp "$out" first.json

note "the order of the names changes nothing but the order of the rows"
run stats forecast --seats "$three, $one,@$(sqlite3 club.db "SELECT handle FROM person WHERE name = '$two'")" --db club.db --json
jq -e --slurpfile first first.json '(.rows | sort_by(.player)) == ($first[0].rows | sort_by(.player))' "$out" >/dev/null || fail "$(cat "$out")"

note "somebody without a game"
run stats forecast --seats "Newt,$one" --db club.db --json
jq -e '.rows[0] | .rating == null and .rating_lo == null and .provisional and .chance > 0.05 and .chance < 0.95' "$out" >/dev/null || fail "$(cat "$out")"
run stats forecast --seats "Newt,$one" --game ecos --db club.db --csv
expect 0
expect_has "$out" "Newt,"
expect_has "$out" ",,,,true,0.500000"

# refused SENTENCE FRENCH SEATS
refused() {
    note "refused: $3"
    run stats forecast --seats "$3" --db club.db
    [[ $code != 0 ]] || fail "exit code 0"
    expect_err <<<"dendro: $1"
    run stats forecast --seats "$3" --db club.db --lang fr
    expect_err <<<"dendro: $2"
}
refused "a forecast is about 2 to 12 players, not 1" "une prévision porte sur 2 à 12 joueurs, pas 1" "$one"
refused "a forecast is about 2 to 12 players, not 13" "une prévision porte sur 2 à 12 joueurs, pas 13" "a,b,c,d,e,f,g,h,i,j,k,l,m"
refused "'$one' and '$one' are the same person" "« $one » et « $one » sont la même personne" "$one,$two,$one"
refused "nobody here is called 'Newtt'; did you mean 'Newt'?" "personne ici ne s'appelle « Newtt » ; vouliez-vous dire « Newt » ?" "$one,Newtt"
refused "say which player" "dites quel joueur" "$one,,$two"

note "over HTTP"
start --threads 2
ask 200 -G "$URL/v1/forecast" --data-urlencode "seats=$one,$two,$three"
jq -e --slurpfile first first.json '. == $first[0]' "$out" >/dev/null || fail "another answer: $(cat "$out")"
ask 400 -G "$URL/v1/forecast" --data-urlencode "seats=$one,$one"
ask 404 -G "$URL/v1/forecast" --data-urlencode "seats=$one,Nemo"
ask 400 "$URL/v1/forecast?seats=a,b&from=2026-01-01"
stop
finish
