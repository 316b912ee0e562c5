#!/usr/bin/env bash
# Files of other programs over HTTP: looked at, imported, refused; limits; and others who go on meanwhile.
set -eu
. "$SOURCE_DIR/tests/support/assert.sh"
. "$SOURCE_DIR/tests/support/daemon.sh"
needs jq || exit 77
cd "$work"

# Enough that others come between and somebody can hang up; a program that is slower by a sanitizer needs fewer.
many=20000
if ((${DENDRO_TEST_SCALE:-100} < 50)); then
    many=6000
fi

# table FIRST LAST: a wide table, a game a row.
table() {
    echo "date,game,Ada,Bo"
    seq "$1" "$2" | awk '{printf "%d-%02d-%02d,Azul,%d,%d\n", 1960 + $1 / 336, 1 + $1 / 28 % 12, 1 + $1 % 28, $1 + 1, $1 + 2}'
}
# import STATUS QUERY TYPE FILE [CURL...]
import() {
    local status=$1 query=$2 type=$3 file=$4
    shift 4
    ask "$status" "$URL/v1/import$query" -X POST -H "Authorization: Bearer $TOKEN" -H "Content-Type: $type" --data-binary @"$file" "$@"
}
# What a change of the database would change: the size of the log and the version of the people are in this tag.
state() {
    curl -s -m "$PATIENCE" -o /dev/null -D - "$URL/v1/players" | grep -i '^etag'
}
files() {
    find "/proc/$daemon/fd" -mindepth 1 2>/dev/null | wc -l
}
same_files() {
    (($(files) <= opened))
}
# says FILTER: true of the answer
says() {
    jq -e "$1" "$out" >/dev/null 2>&1 || fail "not true: $1: $(head -c 600 "$out")"
}

start --readers 2
ask 200 "$URL/v1/players"
opened=$(files)
table 1 3 >three.csv

note "a dry run says what would be done, and does nothing"
before=$(state)
import 200 '?dry_run=1' text/csv three.csv
says '.records == 3 and .added == 3 and .import == null and .format == "csv" and .dry_run == true'
says '.people_count == 2 and (.people | length) == 2 and .people[0].plays > 0 and .titles_count == 1 and .problems == []'
says '.corrected == 0 and .voided == 0'
[[ $(state) == "$before" ]] || fail "a dry run changed something"

note "for good, and again"
import 200 '?format=csv' application/octet-stream three.csv
says '.records == 3 and .added == 3 and .import == 1 and .dry_run == false'
before=$(state)
import 200 '' 'text/csv; charset=windows-1252' three.csv
says '.added == 0 and .known == 3 and .import == null'
import 200 '' text/plain three.csv -H 'Transfer-Encoding: chunked'
says '.known == 3'
[[ $(state) == "$before" ]] || fail "the same file changed something"

note "which imports there were"
printf 'dendro 1\ngame foret\nlevel totals\nseat 1 Ada\nseat 2 Bo\nseat 3 Cy\n1: total 5\n2: total 6\n3: total 7\n' >one.dendro
before=$(state)
import 200 '?dry_run=1' text/plain one.dendro
says '.records == 1 and .added == 1 and .import == null and .format == "record" and .dry_run == true'
says '.people_count == 3 and ([.people[] | [.name, .plays, .ours != null]] == [["Ada", 1, true], ["Bo", 1, true], ["Cy", 1, false]])'
says '.titles_count == 1 and .titles[0].ours == "foret" and .titles[0].plays == 1'
[[ $(state) == "$before" ]] || fail "a dry run of a record changed something"
import 200 '' text/plain one.dendro
says '.added == 1 and .import == 2 and (has("format") | not)'
ask 200 "$URL/v1/imports"
says '[.imports[].import] == [2, 1] and .next == null and .imports[0].entries == 1 and .imports[1].entries >= 3'
ask 200 "$URL/v1/imports?limit=1"
says '[.imports[].import] == [2]'
ask 200 "$URL/v1/imports?limit=1&cursor=$(jq -r .next "$out")"
says '[.imports[].import] == [1] and .next == null'
says '.imports[0].undone == false'
ask 200 "$URL/v1/imports/2/undo" -X POST -H "Authorization: Bearer $TOKEN"
ask 200 "$URL/v1/imports"
says '[.imports[].undone] == [true, false]'
import 200 '' text/plain one.dendro
says '.added == 1 and .import == 3'
ask 200 "$URL/v1/imports" # what it had added counts again, so there is something to undo
says '[.imports[].undone] == [false, false, false]'
ask 400 "$URL/v1/imports?limit=0"
ask 400 "$URL/v1/imports?odd=1"

note "who may"
before=$(state)
ask 401 "$URL/v1/import?format=csv" -X POST -H 'Content-Type: text/csv' --data-binary @three.csv
ask 201 "$URL/v1/tokens" -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '{"label":"guest","scopes":["read"]}'
guest=$(jq -r .token "$out")
for query in '?dry_run=1' ''; do
    ask 403 "$URL/v1/import$query" -X POST -H "Authorization: Bearer $guest" -H 'Content-Type: text/csv' --data-binary @three.csv
done

note "parameters that make no sense"
for query in format=odd format= dry_run=maybe dry_run=1\&dry_run=1 strict=maybe player=Ada player== title=A%3D title=%3DA player=A%3DB\&player=A%3DC odd=1 \
    format=record\&player=A%3DB player=%FF%3DA; do
    import 400 "?$query" text/csv three.csv
    says '.detail | length > 5'
done
import 400 '?player=A%3DB' text/plain one.dendro
says '.type == "/problems/import.mapping-record"'
import 414 "?player=$(head -c 9000 /dev/zero | tr '\0' a)%3Db" text/csv three.csv
import 415 '' image/png three.csv
import 415 '' 'application/json; charset=latin1' three.csv

note "bodies that are no file of that kind"
printf 'PK\003\004\024\000\000\000' >archive.zip
printf '{"games": [' >short.json
printf '<plays><play id="1"' >short.xml
head -c 100000 /dev/urandom | tr '\0' '\1' >noise
(printf '{"a":' && head -c 300000 /dev/zero | tr '\0' '[') >deep.json
: >nothing
for file in archive.zip short.json short.xml noise; do
    import 400 '' application/octet-stream "$file"
    says '.detail | length > 5'
    import 400 '?dry_run=1' application/octet-stream "$file"
done
import 413 '' application/json deep.json
says '.line == 1 and .column > 5'
for format in bgstats bgg; do
    import 400 "?format=$format" application/octet-stream nothing
    import 400 "?format=$format" application/octet-stream noise
done

note "a body that is said to be gigantic, and one that never comes"
ask 413 "$URL/v1/import" -X POST -H "Authorization: Bearer $TOKEN" -H 'Content-Type: text/csv' -H 'Content-Length: 99999999999999' --data-binary @three.csv
{
    printf 'POST /v1/import HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Type: text/csv\r\nContent-Length: 5000\r\n\r\ndate,game,Ada\n' "$TOKEN"
    sleep 0.3
} >"/dev/tcp/127.0.0.1/$PORT"
[[ $(state) == "$before" ]] || fail "something that was refused changed something"
eventually same_files || fail "$(files) files are open, and $opened were"

note "others go on meanwhile"
table 1 $many >many.csv
ask 201 "$URL/v1/games" -H "Authorization: Bearer $TOKEN" -H 'Content-Type: text/plain' --data-binary $'dendro 1\ngame foret\nseat 1 A\nseat 2 B\nseat 3 C\n'
game=$(jq -r .game "$out")
curl -s -m "$PATIENCE" "$URL/v1/import" -X POST -H "Authorization: Bearer $TOKEN" -H 'Content-Type: text/csv' --data-binary @many.csv >imported &
importing=$!
while kill -0 "$importing" 2>/dev/null; do
    ask 200 "$URL/v1/games/$game/moves" -H "Authorization: Bearer $TOKEN" -H 'Content-Type: text/plain' --data-binary '1: bee 0,0'
    ask 200 "$URL/v1/games/$game/takeback" -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '{"count":1}'
done
wait "$importing" || fail "the import ended with $?"
jq -e ".records == $many and .added + .known == $many and .refused == 0" imported >/dev/null || fail "$(head -c 600 imported)"
number=$(jq .import imported)
curl -s -m "$PATIENCE" "$URL/v1/log" | jq -r 'select(.kind == "import" or .kind == "moves") | .kind' | uniq >kinds
(($(grep -c import kinds) > 1)) || fail "no move lies between entries of the import: $(tr '\n' ' ' <kinds)"

note "whoever hangs up ends the import between two parts, and the same file goes on"
table $((many + 1)) $((2 * many)) >more.csv
entries() {
    curl -s -m "$PATIENCE" "$URL/v1/imports?limit=1" | jq '.imports[0] | if .import > '"$number"' then .entries else 0 end'
}
has_begun() {
    (($(entries) > 0))
}
curl -s -m "$PATIENCE" "$URL/v1/import" -X POST -H "Authorization: Bearer $TOKEN" -H 'Content-Type: text/csv' --data-binary @more.csv >cut &
hanging=$!
eventually has_begun || fail "it never began"
kill "$hanging"
wait "$hanging" 2>/dev/null || true
eventually same_files || fail "$(files) files are open, and $opened were"
kept=$(entries)
if [[ -s cut ]]; then
    skip_part "the import was over before it could be cut"
else
    ((kept < many)) || fail "all of it is there"
fi
import 200 '' text/csv more.csv
says ".records == $many and .refused == 0 and .added + .known == $many and .known > 0"
stop

note "too many at once"
start --imports 1 --readers 1
exec 5<>"/dev/tcp/127.0.0.1/$PORT"
printf 'POST /v1/import?dry_run=1 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Type: text/csv\r\nContent-Length: 5000\r\n\r\ndate,game,Ada\n' "$TOKEN" >&5
is_full() {
    local got
    got=$(curl -s -m "$PATIENCE" -o "$out" -D "$heads" -w '%{http_code}' "$URL/v1/import?format=csv" -X POST -H "Authorization: Bearer $TOKEN" -H 'Content-Type: text/csv' --data-binary @three.csv)
    [[ $got == 503 ]]
}
eventually is_full || fail "two at once"
says '.type == "/problems/http.imports"'
expect_has "$heads" "Retry-After"
import 200 '' text/plain one.dendro # records need no room
exec 5>&-
has_room() {
    ! is_full
}
eventually has_room || fail "the room is not given back"
stop

note "a token, or an address, has half of the places"
start --imports 4 --request-time 3600
ask 201 "$URL/v1/tokens" -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '{"label":"other","scopes":["record"]}'
other=$(jq -r .token "$out")
# drip DESCRIPTOR: the beginning of an import that never ends.
drip() {
    eval "exec $1<>/dev/tcp/127.0.0.1/$PORT"
    printf 'POST /v1/import?format=csv HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Type: text/csv\r\nContent-Length: 5000\r\n\r\ndate,game,Ada\n' "$TOKEN" >&"$1"
}
# try TOKEN ADDRESS: the status of an import.
try() {
    curl -s -m "$PATIENCE" -o "$out" -D "$heads" -w '%{http_code}' --interface "$2" "$URL/v1/import?format=csv&dry_run=1" -X POST -H "Authorization: Bearer $1" -H 'Content-Type: text/csv' --data-binary @three.csv
}
drip 5
drip 6
has_its_share() {
    [[ $(try "$TOKEN" 127.0.0.2) == 429 ]]
}
eventually has_its_share || fail "a token has more than half"
says '.type == "/problems/http.imports-own"'
expect_has "$heads" "Retry-After"
[[ $(try "$other" 127.0.0.1) == 429 ]] || fail "an address has more than half"
[[ $(try "$other" 127.0.0.2) == 200 ]] || fail "others find no place: $(cat "$out")"
exec 5>&- 6>&-
has_none() {
    [[ $(try "$TOKEN" 127.0.0.1) == 200 ]]
}
eventually has_none || fail "its share is not given back"
stop

note "an import that drips is ended"
start --imports 1 --request-time 1 --idle-time 3600
# On a machine that is slow enough it is over before anybody has seen it: then it begins again.
drips() {
    drip 5
    is_full
}
eventually drips || fail "it has no place"
(
    trap '' PIPE
    for ((n = 0; n < PATIENCE * 5; n++)); do
        printf '\n' >&5 || exit 0
        sleep 0.2
    done
    exit 1
) 2>dripped || fail "it may drip as long as it likes"
exec 5>&-
eventually has_room || fail "it still has its place"
stop

note "too much at once"
start --imports-bytes 1024
head -c 4000 /dev/zero | tr '\0' x >large
import 503 '?format=csv' text/csv large
says '.type == "/problems/http.imports-bytes"'
import 200 '?dry_run=1' text/csv three.csv
stop

note "its time is over"
start --imports-time 10
table 1 $((5 * many)) >long.csv
import 503 '?dry_run=1' text/csv long.csv
ask 200 "$URL/v1/players"
stop
run audit --quiet --db club.db
expect 0
finish
