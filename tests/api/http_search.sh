#!/usr/bin/env bash
# GET /v1/search: who and what is found by which words, in which order, and who is not; nights with their winners.
set -eu
. "$SOURCE_DIR/tests/support/assert.sh"
. "$SOURCE_DIR/tests/support/daemon.sh"
start --threads 2
auth=(-H "Authorization: Bearer $TOKEN")

# add PATH BODY: a request that is taken.
add() {
    curl -sf -m "$PATIENCE" -X POST "$URL$1" "${auth[@]}" --json "$2" >"$out" || fail "not taken: $2"
}
# game DAY TITLE 'NAME TOTAL'...: totals of one game.
game() {
    local text seat=0 totals="" line
    text=$(printf 'dendro 1\ngame pad\ntitle %s\nnight %s\n' "$2" "$1")
    shift 2
    for line in "$@"; do
        seat=$((seat + 1))
        text+=$(printf '\nseat %d %s' "$seat" "${line% *}")
        totals+=$(printf '\n%d: total %d' "$seat" "${line##* }")
    done
    curl -sf -m "$PATIENCE" -X POST "$URL/v1/games" "${auth[@]}" -H 'Content-Type: text/plain' \
        --data-binary "$text"$'\n'"$totals" >"$out" || fail "not taken: $text$totals"
}
# found QUERY FILTER: what jq makes of the answer.
found() {
    local query=$1
    shift
    said="search $query"
    curl -sf -m "$PATIENCE" -G "$URL/v1/search" --data-urlencode "q=$query" | jq -c "$@" >"$work/found" || fail "no answer"
}
# finds QUERY FILTER EXPECTED
finds() {
    found "$1" "$2"
    [[ $(cat "$work/found") == "$3" ]] || fail "'$1' $2: $(cat "$work/found"), not $3"
}

game 2026-11-13 "Les Colons" "Amélie Durand 7" "Bo 5" "Anamelia 5"
game 2026-11-13 "Les Colons" "Amélie Durand 7" "Bo 9"
game 2026-11-13 "Azul" "Amélie Durand 70" "Bo 50"
game 2026-11-20 "Azul" "Amel 40" "Bo 61" "Cy 61"
game 2025-12-31 "Azul" "Zoé 40" "Cy 61"
add /v1/nights '{"day":"2025-12-31","title":"Réveillon","place":"Café du Nord","note":"il neige"}'
add /v1/seasons '{"name":"Automne","from":"2026-09-01","to":"2026-12-31","points":"win"}'

note "people: just so, the beginning, a word of it, inside; case and accents make no difference"
finds "AMEL" '[.people[].name]' '["Amel","Amélie Durand","Anamelia"]'
finds "durand" '[.people[].name]' '["Amélie Durand"]'
finds "durand amelie" '[.people[].name]' '["Amélie Durand"]'
finds "  bo " '[.people[].name]' '["Bo"]'
finds "xyz" '[.people,.titles,.games,.cards,.nights,.seasons,.places]' '[[],[],[],[],[],[],[]]'

note "titles and their newest games"
finds "colons" '[.titles[].name.fr]' '["Les Colons"]'
finds "azul" '[.games[] | .day]' '["2026-11-20","2026-11-13","2025-12-31"]'
finds "foret" '[.titles[].id][0]' '"foret"'

note "games by number, player, two parts"
finds "cy" '[.games[] | .day]' '["2026-11-20","2025-12-31"]'
finds "amelie azul" '[.games[] | [.title.en, .day]]' '[["Azul","2026-11-13"]]'
finds "azul 2025" '[.games[] | .day]' '["2025-12-31"]'
number=$(curl -sf "$URL/v1/games?limit=1" | jq '.games[0].id')
finds "$number" "[.games[0].id]" "[$number]"
finds "#$number" "[.games[0].id]" "[$number]"
finds "99999" '.games' '[]'

note "nights, as people write days"
for day in 2026-11-13 13/11/2026 13.11 "13 novembre" "November 13, 2026" "le 13 nov 2026"; do
    finds "$day" '[.nights[].day]' '["2026-11-13"]'
    finds "$day" '[.games[] | .day] | unique' '["2026-11-13"]'
done
finds "nov" '[.nights[].day]' '["2026-11-20","2026-11-13"]'
finds "décembre" '[.nights[].day]' '["2025-12-31"]'
finds "2025" '[.nights[].day]' '["2025-12-31"]'
finds "31 novembre" '[.nights]' '[[]]'
finds "reveillon" '[.nights[] | [.day, .place]]' '[["2025-12-31","Café du Nord"]]'
finds "neige" '[.nights[].day]' '["2025-12-31"]'
finds "cafe" '[.places[].name, (.games[] | .day)]' '["Café du Nord","2025-12-31"]'

note "cards in both languages, seasons"
finds "bee" '.cards[0]' '{"game":"foret","card":"bee","name":{"en":"bee","fr":"abeille"}}'
finds "abeille" '.cards[0].card' '"bee"'
finds "auto" '[.seasons[].name]' '["Automne"]'

note "at most so many"
curl -sf "$URL/v1/search?q=o&limit=1" | jq -c '[.people, .titles, .games, .cards] | map(length) | max' >"$out"
expect_out <<<1

note "merged people by the name from before; erased ones not at all"
handle() {
    curl -sf "$URL/v1/players" | jq -r ".players[] | select(.name == \"$1\") | .id"
}
amel=$(handle Amel)
amelie=$(handle "Amélie Durand")
zoe=$(handle Zoé)
add "/v1/players/$amel/merge" "{\"into\":\"$amelie\"}"
finds "amel" '[.people[].id]' "[\"$amelie\",\"$(handle Anamelia)\"]"
ask 204 -X DELETE "$URL/v1/players/$zoe" "${auth[@]}"
finds "zoe" '[.people, .games]' '[[],[]]'
ask 204 -X DELETE "$URL/v1/players/$amelie" "${auth[@]}"
finds "amel" '[.people[].name]' '["Anamelia"]'
finds "durand" '[.people]' '[[]]'

note "the winners of a night: who won most, alone or shared"
curl -sf "$URL/v1/nights?winners=1" | jq -c '.nights[] | [.day, .games, .people, .wins, ([.winners[].player] | sort), .winners_total]' >"$out"
expect_out <<'END'
["2026-11-20",1,3,1,["Bo","Cy"],2]
["2026-11-13",3,3,2,[null],1]
["2025-12-31",1,2,1,["Cy"],1]
END
curl -sf "$URL/v1/nights?winners=1&limit=1" | jq -c '[(.nights | length), .next != null]' >"$out"
expect_out <<<'[1,true]'
curl -sf "$URL/v1/nights" | jq -c '.nights[0] | keys' >"$out"
expect_out <<<'["day","games","note","place","title"]'

note "a closed club answers nobody"
stop
start --threads 2 --private
ask 401 "$URL/v1/search?q=bo"
ask 200 "${auth[@]}" "$URL/v1/search?q=bo"
finish
