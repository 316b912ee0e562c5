#!/usr/bin/env bash
# Answers of the daemon about one club, to the byte: status, headers and body, good questions and bad ones, what is written and
# what is refused, in two languages. Only what differs from run to run is left out.
set -eu
. "$SOURCE_DIR/tests/support/assert.sh"
. "$SOURCE_DIR/tests/support/database.sh"
. "$SOURCE_DIR/tests/support/transcript.sh"
. "$SOURCE_DIR/tests/support/daemon.sh"
make_club
"$DENDRO" token add --db "$db" --scopes admin test >"$out"
key=$(grep -o 'dendro_[A-Za-z0-9_-]*' "$out" | head -1)

# hear METHOD PATH CURL...: adds the answer to the transcript.
hear() {
    local method=$1 path=$2
    shift 2
    curl -s -m "$PATIENCE" -X "$method" -o "$out" -D "$heads" "$@" "$URL$path" || true
    {
        tr -d '\r' <"$heads" | grep -viE '^(date|etag|retry-after):' || true
        cat "$out"
    } >"$work/.answer"
    add_answer "$method $path" "$work/.answer"
}

# write METHOD PATH BODY CURL...: the same as whoever may do everything
write() {
    local method=$1 path=$2 body=$3
    shift 3
    hear "$method" "$path" -H "Authorization: Bearer $key" -H 'Content-Type: application/json' -d "$body" "$@"
}

# handle NAME: of somebody in the club
handle() {
    sql "$db" "SELECT handle FROM person WHERE name = '$1'"
}

start --threads 2
paula=$(handle Paula)
nour=$(handle Nour)
ines=$(handle 'Inès (demo)')
french=(-H 'Accept-Language: fr')

note "games"
hear GET '/v1/games?limit=5'
hear GET '/v1/games?order=oldest&limit=2'
hear GET '/v1/games?status=live'
hear GET '/v1/games?player=Paula&since=2026-11-13&until=2026-11-13'
hear GET '/v1/games?game=ecos&variant=standard'
for game in 1 7 11 14 15 18; do
    hear GET "/v1/games/$game"
    hear GET "/v1/games/$game/score"
    hear GET "/v1/games/$game/audit"
done
for game in 4 12 15; do
    hear GET "/v1/games/$game/state"
    hear GET "/v1/games/$game/scores"
    hear GET "/v1/games/$game/legal?limit=3"
    hear GET "/v1/games/$game/hands"
    hear GET "/v1/games/$game/moves"
done
hear GET '/v1/games/7/state?at=5' "${french[@]}"
hear GET '/v1/games/18/state?at=5'
hear GET '/v1/games/18/hands?at=5'
hear GET '/v1/games/7/hands'
hear GET '/v1/games/10/hands'
hear GET '/v1/games/14/record'
hear GET '/v1/games/15/legal?seat=2&at=4&limit=4' "${french[@]}"
same http-games

note "statistics"
for page in 'leaderboard?game=foret' 'leaderboard?game=foret&order=wins' 'leaderboard?order=win-points&seats=4' 'leaderboard?place=Cave' \
    'cards?game=foret' 'cards/bee?game=foret' 'cards/7?game=ecos' 'cards/toad?game=grandbois' 'records?game=foret' \
    'ratings/history?game=foret&from=2026-11-13&to=2026-11-14' 'nights/2026-11-13' 'nights/2026-11-13?game=foret' 'nights' \
    "players/$paula/stats" "players/$paula/stats?game=foret" "players/$ines/stats?game=foret" "players/$ines/stats" "players/$nour/vs/$paula" 'players' 'players?limit=2' "players/$paula" 'places' \
    'leaderboard?from=2026-11-13&to=2026-11-06' 'leaderboard?seats=0' 'leaderboard?level=sheet' 'leaderboard?night=2026-11-13'; do
    hear GET "/v1/$page"
done
for page in 'leaderboard?game=foret&seats=4' 'nights/2026-11-13' "players/$paula/stats" 'records?game=grandbois' 'cards?game=foret' \
    'ratings/history?game=foret&player=Paula'; do
    hear GET "/v1/$page" -H 'Accept: text/csv'
done
same http-statistics

note "the rest"
hear GET /v1/rules
hear GET '/v1/rules?game=foret' "${french[@]}"
hear GET /v1/catalogues
hear GET /v1/access -H "Authorization: Bearer $key"
hear GET '/v1/export?game=grandbois&since=2026-11-01'
hear GET '/v1/export?game=foret&since=2026-11-13&format=ndjson'
hear GET '/v1/export?player=Ferdinand&voided=true'
hear GET '/v1/export?player=Ferdinand&format=csv'
hear GET '/v1/export?player=Ferdinand&format=bgg-csv'
hear GET '/v1/export?format=xls'
hear GET '/v1/log?first=3&last=4'
hear GET '/v1/log?first=11&limit=1'
hear GET '/v1/log?last=23&first=21&limit=3'
hear POST /v1/score -H 'Content-Type: text/plain ; ; charset=utf-8;' --data-binary $'dendro 1\ngame foret\nseat 1 A\nseat 2 B\nseat 3 C\n\n1: bee 0,0\n'
for type in 'text/plain;x' 'text/plain x' 'text/plain;charset="utf-8' 'text' '/plain' 'text/plain;charset=utf-8;charset=utf-8'; do
    hear POST /v1/score -H "Content-Type: $type" --data-binary 'dendro 1'
done
for language in 'fr;q=0.5, en;q=0.4' 'en;q=0.5,fr;q=0.6' 'de' 'fr-CH, en;q=0.9' '*' 'fr;q=0' 'en;q=0.1;x=2, fr;q=0.09'; do
    hear GET /v1/nothing -H "Accept-Language: $language"
done
hear GET '/v1/log/proof/inclusion?seq=3&size=10'
hear GET '/v1/log/proof/consistency?first=5&size=22'
hear GET /v1/audit
hear GET /healthz
hear GET /readyz
hear OPTIONS /v1/games/1
hear PUT /v1/games/1
hear DELETE /v1/games
same http-rest

note "refusals"
for path in '/v1/games?limit=0' '/v1/games?limit=1001' '/v1/games?limit=x' '/v1/games?cursor=zzz' '/v1/games?colour=red' '/v1/games?status=odd' \
    '/v1/games?since=2026-02-30' '/v1/games?game=chess' '/v1/games/0' '/v1/games/99' '/v1/games/1/state?at=9999' '/v1/games/1/legal?seat=13' '/v1/games/99/bgstats' '/v1/games/15/bgstats' '/v1/export?format=xml' \
    '/v1/players/nobody' '/v1/cards' '/v1/cards/unicorn?game=foret' '/v1/nights/soon' '/v1/log?first=9&last=3' '/v1/log/proof/inclusion?seq=99' \
    '/v1/log/proof/consistency?first=9&size=3' '/v1/nothing' '/v1/games?player=%zz' '/v1/leaderboard?order=luck' \
    '/v1/games?limit=1&limit=2'; do
    hear GET "$path"
    hear GET "$path" "${french[@]}"
done
same http-refusals

note "writing"
write POST /v1/players '{"name": "Zita"}'
write POST /v1/players '{"name": "zita"}' "${french[@]}"
write POST /v1/games '{"game": "foret", "seats": ["Zita", "Nour", "Paula"], "night": "2026-11-20"}'
write POST /v1/games/23/moves '{"ply": 0, "moves": ["1: bee 0,0", "2: bear 0,0"]}'
write POST /v1/games/23/moves '{"ply": 1, "moves": ["3: bee 0,0"]}'
write POST /v1/games/23/moves '{"ply": 2, "moves": ["3: bee 1,0"]}' "${french[@]}"
write POST /v1/games/23/moves '{"moves": ["3: bee 0,0"]}' -H 'Idempotency-Key: a'
write POST /v1/games/23/moves '{"moves": ["3: bee 0,0"]}' -H 'Idempotency-Key: a'
write POST /v1/games/23/moves '{"ply": 3, "moves": ["1: wolf 5,5"]}'
write POST /v1/games/23/moves '{"ply": 3, "moves": ["1: wolf 1,0", "2: bee 9,9"]}'
write POST /v1/games/23/takeback '{"ply": 3, "count": 4}'
write POST /v1/games/23/takeback '{"ply": 3, "count": 2}'
write POST /v1/games/23/abandon '{"reason": "late"}'
write POST /v1/games/23/void '{"reason": "a test"}'
write POST /v1/nights '{"day": "2026-11-20", "title": "Autumn", "place": "Cave", "note": "cold"}'
write PATCH /v1/nights/2026-11-20 '{"title": "Late autumn"}'
write PATCH "/v1/players/$(handle Zita)" '{"name": "Zita B."}'
write POST /v1/score '{"game": "foret", "seats": ["A", "B", "C"], "moves": ["1: bee 0,0", "2: wolf 0,0"]}'
write POST /v1/places '{"name": "Attic"}'
for body in '' '[]' '{"seats": 3}' '{"game": "foret"}' '{"game": "foret", "seats": []}' '{"game": "foret", "seats": ["A"], "variant": "odd"}' \
    '{"game": "foret", "seats": ["A", "B", "C"], "level": "odd"}' '{"game": "foret", "seats": ["A", "B", "C"], "night": "soon"}' \
    '{"game": "foret", "seats": ["A", "B", "C"], "options": {"odd": "1"}}' '{"game": "ecos", "seats": ["A", "B"]}' '{"record": "dendro 2"}'; do
    write POST /v1/games "$body"
done
hear POST /v1/import -H "Authorization: Bearer $key" -H 'Content-Type: text/plain' --data-binary \
    $'dendro 1\ngame foret\nseat 1 A\nseat 2 B\nseat 3 C\n\n1: bee 0,0\n1: bee 1,0\n\ndendro 1\ngame foret\nseat 1 A\nseat 2 B\nseat 3 C\n\n1: bee 0,0\n'
hear GET /v1/games/23
hear GET /v1/games/23/moves
hear GET '/v1/games?limit=3'
hear GET '/v1/log?first=23'
same http-writing

note "metrics"
stop
start --threads 2
curl -s -o "$out" "$URL/v1/games" "$URL/v1/games" "$URL/v1/games/1" "$URL/v1/games/99" "$URL/nothing" -o "$out" -o "$out" -o "$out" -o "$out"
curl -s -o "$out" "$URL/v1/games" -H "Authorization: Bearer dendro_nobody"
for name in One Two; do
    write POST /v1/places "{\"name\": \"$name\"}"
done
write DELETE "/v1/players/$(handle 'Zita B.')" ''
curl -s "$URL/metrics" | grep -v 'dendro_connections_\(most\|open\|busy\|waiting\)' >"$out" # which only a server has
add_answer "what metrics mean" <(grep '^#' "$out")
grep -vE '^#|_seconds|_bytes|dendro_readers|_queue|_bucket| 0$' "$out" >"$work/metrics"
add_answer "metrics" "$work/metrics"
same http-metrics
stop
finish
