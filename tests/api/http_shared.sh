#!/usr/bin/env bash
# The root of many clubs sums the cards of those that agreed: what five clubs say together is what one club with all their games
# says; of four nothing is told; who leaves or is suspended is out, and what is broken does not matter.
set -eu
. "$SOURCE_DIR/tests/support/assert.sh"
. "$SOURCE_DIR/tests/support/daemon.sh"
needs jq || exit 77
cd "$work"
GAMES="foret ecos grandbois"
five="a b c d e"

# setting CLUB NAME VALUE
setting() {
    run settings set "$2" "$3" --clubs many --club "$1"
    expect 0
}

note "clubs with games, one with the games of five, and one that is none"
seed=0
for club in $five all; do
    run club add "$club" --clubs many
    expect 0
done
for club in $five; do
    for game in $GAMES biotopes; do
        [[ $game-$club != biotopes-e ]] || continue
        seed=$((seed + 1))
        "$DENDRO" simulate --game "$game" --games 1 --seats $((2 + seed % 2)) --seed "$seed" >>"$club.txt"
    done
    run import --clubs many --club "$club" "$club.txt"
    expect 0
    cat "$club.txt" >>all.txt
done
run import --clubs many --club all all.txt
expect 0
head -c 50000 /dev/urandom >many/broken.db
for club in $five; do
    setting "$club" sharing yes
done
setting a private yes # who shares has said so, whoever else may read the club

export DENDRO_CLUBS=many
# shellcheck disable=SC2119
start
any() {
    ask 200 "$URL/v1/cards?game=foret"
    [[ $(jq '.rows | length' "$out") -gt 0 ]]
}
eventually any || fail "nothing is shown"

note "of four clubs nothing is told, but how many they are"
ask 200 "$URL/v1/cards?game=biotopes"
[[ $(jq -c . "$out") == '{"game":"biotopes","clubs":4,"least":5,"rows":[]}' ]] || fail "$(head -c 300 "$out")"

note "five clubs are what one club with all their games is, but for what a card is worth"
for game in $GAMES; do
    ask 200 "$URL/v1/cards?game=$game"
    jq -S '.rows | map(select(.clubs >= 5)) | map(del(.clubs))' "$out" >ours
    jq -e '.clubs == 5 and (.rows | length > 0) and all(.rows[]; .clubs == 5 and (has("worth") or has("worth_lo") | not))' "$out" >said ||
        fail "$game: $(head -c 300 "$out")"
    jq -c '[.rows[] | [.card, .catalogue.hash]] | sort' "$out" >which
    ask 200 "$URL/c/all/v1/cards?game=$game"
    jq -S --slurpfile which which '.rows | map(select([.card, .catalogue.hash] as $c | any($which[0][]; . == $c)))
        | map(del(.worth, .worth_lo, .worth_hi))' "$out" >theirs
    cmp ours theirs || fail "$game: the sum is another"
done
ask 200 "$URL/v1/cards?game=ecos"
cp "$out" ecos
ask 200 "$URL/v1/cards?game=ecos&catalogue=house"
cmp ecos "$out" || fail "a catalogue by name"
ask 200 "$URL/v1/cards?game=ecos&catalogue=printed"
[[ $(jq -c '[.clubs, .rows]' "$out") == '[5,[]]' ]] || fail "nobody plays it"
ask 200 "$URL/v1/cards?game=for%C3%AAt"
expect_has "$out" '"game":"foret"'

note "nobody is named or counted"
for word in player handle people seat_ name\":\"S undated log_size; do
    ! grep -q -- "$word" ecos || fail "$word"
done

note "what it does not know is an error that says so"
ask 400 "$URL/v1/cards"
expect_has "$out" stats.which-game
ask 404 "$URL/v1/cards?game=chess"
expect_has "$out" stats.game
ask 404 "$URL/v1/cards?game=foret&catalogue=house"
expect_has "$out" catalogue.no-such
ask 404 "$URL/v1/cards?game=ecos&catalogue=hous"
expect_has "$out" catalogue.no-such
for name in player from seats variant night; do
    ask 400 "$URL/v1/cards?game=foret&$name=1"
    expect_has "$out" http.query-unknown
done
ask 405 -X POST "$URL/v1/cards?game=foret"
ask 404 "$URL/v1/cards/bee?game=foret"

note "who is suspended is out, with all rows that had its games"
run club suspend b --clubs many
expect 0
none() {
    ask 200 "$URL/v1/cards?game=foret"
    [[ $(jq -c .rows "$out") == "[]" ]]
}
eventually none || fail "it is still there"
stop
finish
