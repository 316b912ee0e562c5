#!/usr/bin/env bash
# A sheet with ten mistakes over HTTP: every request that takes a record tells all ten, with line and column, as verify does.
set -eu
. "$SOURCE_DIR/tests/support/assert.sh"
. "$SOURCE_DIR/tests/support/daemon.sh"
sheet=$SOURCE_DIR/docs/dix-fautes.dendro
golden=$SOURCE_DIR/replays/foret/booklet-three-players.dendro
cd "$work"
"$DENDRO" import --quiet --db "$work/club.db" "$golden"
"$DENDRO" verify --json "$sheet" | jq -c '[.line, .column, .seat, .rule, .message]' | sort >ten || true
start

# post STATUS PATH TYPE BODY...
post() {
    local status=$1 path=$2 type=$3
    shift 3
    ask "$status" "$URL$path" -H "Authorization: Bearer $TOKEN" -H "Content-Type: $type" "$@"
}

# all_ten WHAT: the answer's problems are those of verify.
all_ten() {
    jq -c '.problems[] | [.line, .column, .seat, .rule, .message]' "$out" | sort >told
    cmp -s ten told || fail "$1 tells: $(cat told)"
}

note "as text"
[[ $(wc -l <ten) == 10 ]] || fail "verify tells $(cat ten)"
post 400 /v1/games text/plain --data-binary @"$sheet"
all_ten "opening"
[[ $(jq -c '[.type, .status, .line, .column, .seat, .ply]' "$out") == '["/problems/record.keyword",400,3,1,null,null]' ]] ||
    fail "the problem itself: $(cat "$out")"
post 400 "/v1/games/1/correct?reason=x" text/plain --data-binary @"$sheet"
all_ten "correcting"
post 400 /v1/score text/plain --data-binary @"$sheet"
all_ten "scoring"
post 200 /v1/import text/plain --data-binary @"$sheet"
all_ten "importing"

note "as JSON"
jq -n --rawfile record "$sheet" '{record: $record}' >body
post 400 /v1/games application/json --data-binary @body
all_ten "opening"

note "what can be read, but not played"
sed 's/^1: grid.*/1: grid bee/; s/^seat 2 .*/seat 2 Jonas/; s/^seat 1 .*/seat 1 Jonas/' "$SOURCE_DIR/replays/foret/contested/written-scores.dendro" >broken
"$DENDRO" verify --json broken | jq -c '[.line, .column, .seat, .rule, .message]' | sort >ten || true
[[ $(wc -l <ten) -gt 1 ]] || fail "verify tells only $(cat ten)"
for path in /v1/games "/v1/games/1/correct?reason=x"; do
    curl -s "$URL$path" -H "Authorization: Bearer $TOKEN" -H "Content-Type: text/plain" --data-binary @broken >"$out"
    all_ten "$path"
done

note "a line of a megabyte: it is told, and only its beginning"
{ printf 'dendro 1\ngame foret\nseat 1 A\nseat 2 B\nseat 3 C\n1: grid '; head -c 1050000 /dev/zero | tr '\0' b; echo; } >long
post 200 /v1/import text/plain --data-binary @long
[[ $(jq -c '[.refused, (.problems | length) > 0, (.problems | map((.move // "") | length) | max) <= 240]' "$out") == "[1,true,true]" ]] ||
    fail "not told, or in full: $(head -c 300 "$out")"

note "a record that is too long, whose bytes come in pieces"
{ printf 'dendro 1\ngame foret\nseat 1 A\n'; head -c 12000000 /dev/zero | tr '\0' '#' | fold -w 1000; } >endless
post 413 /v1/import text/plain --data-binary @endless
expect_has "$out" "a record of more than 4194304 bytes"

note "two people who are one here"
"$DENDRO" players list --db "$work/club.db" >people
amelie=$(sed -n 's/^@\([^ ]*\)  Amélie .*/\1/p' people)
post 201 /v1/players application/json --data-binary '{"name":"Bob"}'
bob=$(jq -r .id "$out")
post 200 "/v1/players/$bob/merge" application/json --data-binary "{\"into\":\"$amelie\"}"
printf 'dendro 1\ngame foret\nseat 1 Bob\nseat 2 Amélie\nseat 3 Cy\n1: bee\n2: bear 0,1,\n' >merged
post 400 /v1/games text/plain --data-binary @merged
[[ $(jq -c '[.problems[].rule] | index("person.merged-twice")' "$out") != null ]] || fail "not told: $(cat "$out")"
stop
run audit --db "$work/club.db" --quiet
expect 0
finish
