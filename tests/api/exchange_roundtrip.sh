#!/usr/bin/env bash
# Out to BG Stats and in again: into the same club it changes nothing, not an entry of the log and not a row about ids; into a
# new club it brings the same titles, people, days and totals, and a second time nothing.
set -eu
. "$SOURCE_DIR/tests/support/assert.sh"
. "$SOURCE_DIR/tests/support/database.sh"
. "$SOURCE_DIR/tests/support/bgstats_club.sh"
needs python3 jq || exit 77
db=$work/club.db
make_club "$db" || fail "the club cannot be made"

# taken: how the last import ended
taken() {
    grep -h '^[0-9]* records\{0,1\}: ' "$out" "$err" | tail -1
}

# same_again: it found nothing new, nothing that changed and nothing to make void
same_again() {
    [[ $(taken) == "$plays records: 0 added, $plays already known, 0 refused" ]] || fail "$(taken)"
    if grep -hE 'corrected|voided|new person|new title' "$out" "$err"; then
        fail "something is taken for another thing"
    fi
}

note "in again into the same club"
run export --db "$db" --format bgstats
expect 0
cp "$out" "$work/out.json"
plays=$(jq '.plays | length' "$work/out.json")
before=$(entries "$db")
run export --db "$db" --voided
cp "$out" "$work/records.before"
run import --db "$db" --format bgstats --dry-run "$work/out.json"
expect 0
same_again
run import --db "$db" "$work/out.json" # the format is guessed
expect 0
same_again
[[ $(entries "$db") == "$before" ]] || fail "the log grew from $before to $(entries "$db") entries"
run export --db "$db" --voided
cmp -s "$out" "$work/records.before" || fail "the records are others"
run export --db "$db" --format bgstats
cmp -s "$out" "$work/out.json" || fail "the file is another"
run audit --db "$db"
expect 0

note "a tombstone of the file makes nothing void that counts again since"
voided=$(game_of "$db" "status = 'void'")
run import --db "$db" --format bgstats "$work/out.json"
[[ $(game_of "$db" "status = 'void'") == "$voided" ]] || fail "another game is void"

# What a new club can know of it: a line a play, whatever its id. Who is nobody in particular is `?` in both. Solo games are left
# out: those of Forêt have a rival, whose total the app has no seat for, and are refused.
facts() {
    jq -r '. as $all
        | ($all.games | map({(.id | tostring): .name}) | add) as $games
        | ($all.players | map({(.id | tostring): .name}) | add) as $players
        | ($all.locations | map({(.id | tostring): .name}) | add) as $places
        | $all.plays[] | select(.playerScores | length > 1)
        | [$games[.gameRefId | tostring], .playDate, .durationMin, ($places[.locationRefId | tostring] // ""), .comments,
           ([.playerScores[] | [$players[.playerRefId | tostring], .score, .winner, .team] | tostring] | join(" "))]
        | map(tostring) | join(" | ")' "$1" | sort
}

note "into a new club"
new=$work/new.db
"$DENDRO" players add --db "$new" Ada >"$out" 2>&1 # makes it
"$DENDRO" settings set --db "$new" zone Europe/Paris
run import --db "$new" --format bgstats "$work/out.json"
expect 1
solo=$(jq '[.plays[] | select(.playerScores | length == 1)] | length' "$work/out.json")
[[ $(taken) == *" added, 0 already known, $solo refused; import "* ]] || fail "$(taken)"
[[ $(grep -c 'with these points a game of .* is not over' "$out") == "$solo" ]] || fail "it is not said why"
run export --db "$new" --format bgstats
expect 0
cp "$out" "$work/new.json"
facts "$work/out.json" >"$work/facts"
facts "$work/new.json" >"$work/facts.new"
if ! cmp -s "$work/facts" "$work/facts.new"; then
    fail "what the two clubs know differs"
    diff "$work/facts" "$work/facts.new" | head -20 || true
fi
run audit --db "$new"
expect 0

note "and there a second time"
before=$(entries "$new")
run import --db "$new" --format bgstats "$work/out.json"
[[ $(taken) == *": 0 added, "* ]] || fail "$(taken)"
[[ $(entries "$new") == "$before" ]] || fail "the log grew"
finish
