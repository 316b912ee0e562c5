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
if ! "$DENDRO" import --help | grep -q -- '--format'; then
    skip "this program does not read the files of others yet"
fi

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

# What a new club can know of it: a line a play, whatever its id. Who is nobody in particular is `?` in both.
facts() {
    jq -r '. as $all
        | ($all.games | map({(.id | tostring): .name}) | add) as $games
        | ($all.players | map({(.id | tostring): .name}) | add) as $players
        | ($all.locations | map({(.id | tostring): .name}) | add) as $places
        | $all.plays[]
        | [$games[.gameRefId | tostring], .playDate, .durationMin, ($places[.locationRefId | tostring] // ""), .comments,
           ([.playerScores[] | [$players[.playerRefId | tostring], .score, .winner, .team] | tostring] | join(" "))]
        | map(tostring) | join(" | ")' "$1" | sort
}

note "into a new club"
new=$work/new.db
"$DENDRO" players add --db "$new" Ada >"$out" 2>&1 # makes it
"$DENDRO" settings set --db "$new" zone Europe/Paris
run import --db "$new" --format bgstats "$work/out.json"
taken >"$work/said"
run export --db "$new" --format bgstats
expect 0
cp "$out" "$work/new.json"
# A solo game of Forêt has a rival, whose total the app has no seat for: the three of them are refused.
facts "$work/out.json" >"$work/facts"
facts "$work/new.json" >"$work/facts.new"
refused=$(sed -n 's/.*already known, \([0-9]*\) refused.*/\1/p' "$work/said")
lost=$(comm -23 "$work/facts" "$work/facts.new" | wc -l)
made=$(comm -13 "$work/facts" "$work/facts.new" | wc -l)
if ((made > 0 || lost != refused || refused != 3)); then
    fail "$lost plays are lost, $made are others"
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
