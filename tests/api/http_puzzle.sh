#!/usr/bin/env bash
# The puzzle of a day over HTTP and at the terminal: the same, with a tag, closed where a club is, gone with its game; and
# what a player held can be asked for, though nobody wrote a hand down.
set -eu
. "$SOURCE_DIR/tests/support/assert.sh"
. "$SOURCE_DIR/tests/support/daemon.sh"
cd "$work"

# field NAME: a number or a word of the last answer
field() { sed -n "s/.*\"$1\":\"\{0,1\}\([^,\"}]*\).*/\1/p" "$out"; }

"$DENDRO" simulate --game foret --level table --seats 2 --seed 1 >game
"$DENDRO" import --quiet --db club.db game
reader=$("$DENDRO" token add --db club.db --scopes read one | tail -n 1)
admin=$("$DENDRO" token add --db club.db --scopes admin two | tail -n 1)

note "none"
run puzzle --db club.db
expect 1
expect_has "$err" "no reviewed game has a puzzle yet"
start --threads 2
ask 404 "$URL/v1/puzzle"
expect_has "$out" puzzle.none
ask 404 "$URL/v1/puzzle" -H 'Accept-Language: fr'
expect_has "$out" "aucune partie analysée"

note "bad questions"
ask 400 "$URL/v1/puzzle?day=tomorrow"
expect_has "$out" "'day'"
ask 400 "$URL/v1/puzzle?date=2026-11-13"
expect_has "$out" "date"
ask 404 "$URL/v1/puzzle?game=nothing"
expect_has "$out" "nothing"
run puzzle --db club.db --day 13
expect 2

note "one, as its player knew it"
run review 1 --db club.db --budget 800
expect 0
ask 200 "$URL/v1/puzzle?day=2026-11-13&game=foret"
cp "$out" puzzle.json
tag=$(sed -n 's/^ETag: *\("[^"]*"\).*/\1/ip' "$heads")
[[ -n $tag ]] || fail "no tag"
best=$(sed -n 's/.*"best":"\([^"]*\)".*/\1/p' "$out")
seat=$(field seat)
ply=$(field ply)
made=$(field made_ply)
expect_has "$out" '"day":"2026-11-13"'
expect_has "$out" '"players":["Bot 1","Bot 2"]'
expect_has "$out" "\"$best\""
((ply <= made)) || fail "the position is behind the move"
ask 304 "$URL/v1/puzzle?day=2026-11-13&game=foret" -H "If-None-Match: $tag"
ask 200 "$URL/v1/puzzle?day=2026-11-14" -H "If-None-Match: $tag"
run puzzle --db club.db --day 2026-11-13 --json --answer
expect 0
cmp "$out" puzzle.json || fail "the terminal says something else"
run puzzle --db club.db --day 2026-11-13 --json
! grep -q answer "$out" || fail "the answer was told"
run puzzle --db club.db --day 2026-11-13
expect_has "$out" "Hand of $seat: "
! grep -q "Hand of $((3 - seat))" "$out" || fail "it shows what the other one held"
! grep -q Best "$out" || fail "the answer was told"
run puzzle --db club.db --day 2026-11-13 --answer
expect_has "$out" "Best: $best"

note "no move of its turn is in the position, and the hand is in the looks of that turn"
ask 200 "$URL/v1/games/1/state?at=$ply"
((ply == made / 3 * 3)) || fail "ply $ply is no beginning of the turn of $made" # two players, and the neutral one
ask 200 "$URL/v1/games/1/hands"
look=$(tr '{' '\n' <"$out" | sed -n "/\"seat\":$seat,/p" | sed -n "$((ply / 3 + 1))p")
expect_has <(printf '%s' "$look") "\"${best%% *}\""
ask 200 "$URL/v1/puzzle" # today

note "a closed club"
stop
start --threads 2 --private
ask 401 "$URL/v1/puzzle"
ask 200 "$URL/v1/puzzle" -H "Authorization: Bearer $reader"

note "gone with its game; a rebuild and an audit leave it"
run rebuild --db club.db
expect 0
run audit --db club.db --quiet --all-reviews
expect 0
ask 200 "$URL/v1/puzzle" -H "Authorization: Bearer $reader"
ask 200 -X POST "$URL/v1/games/1/void" -H "Authorization: Bearer $admin" -H 'Content-Type: application/json' -d '{"reason":"test"}'
ask 404 "$URL/v1/puzzle" -H "Authorization: Bearer $reader"
stop
finish
