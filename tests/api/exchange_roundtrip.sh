#!/usr/bin/env bash
# Out to BG Stats and in again: into the same club it changes nothing, not an entry of the log and not a row about ids; into a
# new club it brings the same titles, people, days and totals, and a second time nothing. Out as tables and in again: into the
# same club it changes nothing, and a new club reads them.
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

# tables_again DB GAMES OTHERS: our tables of that many finished games, and others, come in again and change nothing, also when
# somebody has written other points into them: a table is no authority about a game that is here.
tables_again() {
    local db=$1 games=$2 others=$3 before format file how
    before=$(entries "$db")
    for format in csv bgg-csv; do
        run export --db "$db" --format "$format"
        expect 0
        cp "$out" "$work/$format.csv"
        python3 - "$work/$format.csv" <<'END' >"$work/other-$format.csv"
import csv, sys
rows = list(csv.reader(open(sys.argv[1], newline="")))
score = rows[0].index("total" if "total" in rows[0] else "score")
for row in rows[1:]:
    row[score] = row[score] and "1"
csv.writer(sys.stdout).writerows(rows)
END
        [[ $format == csv ]] || others=0 # it has finished games alone
        for file in "$format" "other-$format"; do
            for how in --dry-run --format=csv; do
                run import --db "$db" "$how" "$work/$file.csv"
                expect $((others > 0))
                [[ $(taken) == "$((games + others)) records: 0 added, $games already known, $others refused" ]] || fail "$file: $(taken)"
                [[ $(grep -c 'this game is not finished' "$out") == "$others" ]] || fail "$file: other refusals: $(cat "$out")"
                if grep -hE 'corrected|voided|new person|new title' "$out" "$err"; then
                    fail "$file: something is taken for another thing"
                fi
            done
        done
    done
    [[ $(entries "$db") == "$before" ]] || fail "the log grew from $before to $(entries "$db") entries"
}

note "tables in again into the same club, of Forêt, GrandBois, Ecos, Biotopes and pads"
tables_again "$db" "$plays" 2 # one is live, one was abandoned
head -1 "$work/csv.csv" | grep -q ',contested,uuid,.*,points,' || fail "no category has the name of a column that is known"
run export --db "$db" --voided
cmp -s "$out" "$work/records.before" || fail "the records are others"

note "tables of games that came from BG Stats"
run import --db "$work/app.db" --quiet "$SOURCE_DIR/tests/fixtures/exchange/BGStatsExport.json"
tables_again "$work/app.db" "$(sqlite3 "$work/app.db" "SELECT count(*) FROM d_game WHERE status = 'finished'")" 0

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

note "a table into a new club: two games of one number in two clubs are two"
table=$work/table.db
run export --db "$db" --format csv
grep -v ',@[0-9a-z]\{12\},' "$out" >"$work/named.csv" # a game of somebody nameless has no other seats to stand on
"$DENDRO" players add --db "$table" Ada >"$out" 2>&1
run import --db "$table" "$work/named.csv"
[[ $(taken) =~ ^[0-9]+\ records:\ ([0-9]+)\ added,\ 0\ already\ known ]] || fail "$(taken)"
((BASH_REMATCH[1] > 15)) || fail "$(taken)"
before=$(entries "$table")
run import --db "$table" "$work/named.csv"
[[ $(taken) == *" records: 0 added, "* ]] || fail "$(taken)"
[[ $(entries "$table") == "$before" ]] || fail "the log grew"
finish
