#!/usr/bin/env bash
# Out to BG Stats: the file of a club with every kind of game, held against the games as NDJSON by a second opinion in
# Python; the same bytes over HTTP and from the command line, and each time; the filters; and the link of one game.
set -eu
. "$SOURCE_DIR/tests/support/assert.sh"
. "$SOURCE_DIR/tests/support/daemon.sh"
. "$SOURCE_DIR/tests/support/database.sh"
. "$SOURCE_DIR/tests/support/bgstats_club.sh"
needs python3 jq || exit 77
check=$SOURCE_DIR/tests/support/bgstats_check.py
db=$work/club.db
make_club "$db" || fail "the club cannot be made"

# opinion FILE GAMES: what the second opinion says of the file.
opinion() {
    python3 "$check" "$1" "$2" Europe/Paris >"$out" || fail "the second opinion differs: $(cat "$out")"
}

note "every kind of game"
run export --db "$db" --format ndjson --voided
cp "$out" "$work/games"
run export --db "$db" --format bgstats
expect 0
expect_err <<<"dendro: 2 games are not finished: left out"
cp "$out" "$work/all"
opinion "$work/all" "$work/games"
expect_out <<<"31 plays, 1 deleted, 16 players"
run export --db "$db" --format bgstats --lang fr
expect_err <<<"dendro: 2 parties ne sont pas terminées : omises"

note "a second time it is the same"
cmp -s "$out" "$work/all" || fail "other bytes"

note "what a filter lets pass"
for words in "--player Dan" "--game catan" "--since 2026-11-01" "--player Cy --since 2026-12-01"; do
    # shellcheck disable=SC2086 # several words
    run export --db "$db" --format ndjson --voided $words
    cp "$out" "$work/some"
    # shellcheck disable=SC2086
    run export --db "$db" --format bgstats $words
    expect 0
    cp "$out" "$work/few"
    opinion "$work/few" "$work/some"
done
run export --db "$db" --format bgstats --game golf --since 2030-01-01
jq -c 'map_values(length)' "$out" >"$work/few"
cp "$work/few" "$out"
expect_out <<<'{"plays":0,"deletedObjects":0,"games":0,"players":0,"locations":0,"tags":0,"groups":0,"challenges":0,"userInfo":1}'

note "dates by the clock of the club, around the changes of summer time"
jq -r '.plays[0:9][].playDate' "$work/all" | sed '$d' >"$out"
expect_out <<'END'
2026-11-10 10:00:00
2026-03-28 23:30:00
2026-03-29 03:30:00
2026-10-25 02:30:00
2026-10-26 00:30:00
2026-11-11 10:00:01
2026-11-11 20:15:30
2026-11-12 10:00:00
END

note "who won against the totals, and who decided a tie, was said by hand"
jq -c '[.plays[] | select(.manualWinner) | .uuid[15:18]]' "$work/all" >"$out"
expect_out <<<'["005","006","00b","00f","012","022","023","027"]'

note "titles say how they count"
jq -r '.games[] | [.name, .bggId, .cooperative, .highestWins, .noPoints, .usesTeams] | map(tostring) | join(" ")' "$work/all" >"$out"
expect_out <<'END'
Catan 0 false true false true
Golf 0 false false false false
Loup 0 false true true false
Course 0 false true true false
L'Île perdue 0 true true false false
Hedgerow 0 false true false false
Ecosystem: Forest 271519 false true false false
GrandBois 283584 false true false false
Ecos: First Continent 279254 false true false false
Biotopes 0 false true false false
END

note "over HTTP"
start 2>"$work/complaints"
ask 200 "$URL/v1/export?format=bgstats"
expect_has "$heads" "application/json"
cmp -s "$out" "$work/all" || fail "another file than from the command line"
ask 200 "$URL/v1/export?format=bgstats&player=Dan&until=2026-10-01"
[[ $(jq '.plays | length' "$out") == 1 ]] || fail "the filter lets something else pass"
ask 400 "$URL/v1/export?format=bgstat"
expect_has "$out" "the parameter 'format' must be record, "

note "the link of each finished game"
for id in $(jq -r 'select(.status == "finished") | .id' "$work/games"); do
    ask 200 "$URL/v1/games/$id/bgstats"
    cat "$out" >>"$work/links"
done
python3 "$check" --links "$work/links" >"$out" || fail "the second opinion differs"
expect_out <<<"31 links"
run game bgstats --db "$db" 2
expect 0
expect_out < <(head -1 "$work/links" | jq -r .url)

# play ID FILTER: what jq says of the play that the link carries.
play() {
    ask 200 "$URL/v1/games/$1/bgstats"
    jq -c ".play | $2" "$out"
}
same() {
    [[ $1 == "$2" ]] || fail "$1 is not $2"
}

note "its date is the end of the play in UTC; a day alone is 10:00 by the clock of the club"
same "$(play 2 '[.playDate, .durationMin, .location]')" '["2026-11-10 09:00:00",60,"Chez Ada"]'
same "$(play 3 .playDate)" '"2026-03-28 22:30:00"'
same "$(play 4 .playDate)" '"2026-03-29 01:30:00"'
ask 201 -X POST "$URL/v1/games" -H "Authorization: Bearer $TOKEN" -H "Content-Type: text/plain" --data-binary @- <<'END'
dendro 1
game pad
title Catan
seat 1 Ada
seat 2 Bo
played 2026-07-01T21:00+02:00
duration 95
note Ünïcode & "quotes" \ 100 % 🎲

1: total 3
2: total 4
END
new=$(jq .game "$out")
same "$(play "$new" '[.playDate, .comments]')" '["2026-07-01 20:35:00","Ünïcode & \"quotes\" \\ 100 % 🎲"]'
same "$(play "$new" '.players | map([.name, .winner, .score, .rank])')" '[["Ada",false,"3",2],["Bo",true,"4",1]]'

note "ids in it are ours, and those of the file when nothing came in"
same "$(play 2 '[.sourcePlayId, .game.sourceGameId, .players[0].sourcePlayerId]')" \
    "$(jq -c '[.plays[0].uuid, .games[0].uuid, .players[0].uuid]' "$work/all")"
sqlite3 "$db" "INSERT INTO \"foreign\" (source, kind, id, ours, state, entry) VALUES ('bgstats', 'play', 'a-play', '2', NULL, 0), ('bgstats', 'title', 'a-title', 'catan', NULL, 0),
    ('bgstats', 'person', 'a-person', (SELECT handle FROM person WHERE name = 'Ada'), NULL, 0),
    ('bgstats', 'person', '#1234', (SELECT handle FROM person WHERE name = 'Bo'), NULL, 0)"
ask 200 "$URL/v1/export?format=bgstats&game=catan"
same "$(jq -c '[.plays[0].uuid, .games[0].uuid, .players[0].uuid, .players[1].uuid]' "$out")" \
    "$(jq -c '["a-play", "a-title", "a-person", .players[1].uuid]' "$work/all")"
same "$(play 2 '[.sourcePlayId, .game.sourceGameId, .players[0].sourcePlayerId]')" \
    "$(jq -c '[.plays[0].uuid, .games[0].uuid, .players[0].uuid]' "$work/all")"

note "another club has other ids"
run import --quiet --db "$work/other.db" "$work/records"
run export --db "$work/other.db" --format bgstats
jq -r '.. | .uuid? // empty' "$out" | sort >"$work/theirs"
jq -r '.. | .uuid? // empty' "$work/all" | sort >"$work/ours"
[[ -s $work/ours && -z $(comm -12 "$work/ours" "$work/theirs") ]] || fail "clubs share ids"

note "games that cannot be told"
for status in live abandoned void; do
    id=$(jq -r "select(.status == \"$status\") | .id" "$work/games" | head -1)
    ask 409 "$URL/v1/games/$id/bgstats"
    expect_has "$out" "only a finished game can be told to other programs, this one is $status"
    run game bgstats --db "$db" "$id"
    expect 1
    expect_out </dev/null
done
ask 404 "$URL/v1/games/99999/bgstats"
ask 400 "$URL/v1/games/2/bgstats?at=3"
stop

note "who may not read gets none"
start --private 2>"$work/complaints"
ask 401 "$URL/v1/games/2/bgstats"
ask 401 "$URL/v1/export?format=bgstats"
stop
finish
