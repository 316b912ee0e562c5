#!/usr/bin/env bash
# A club from before there were statistics: after `dendro migrate`, and after any command that writes, they are there.
set -eu
. "$SOURCE_DIR/tests/support/assert.sh"
. "$SOURCE_DIR/tests/support/older.sh"
unset DENDRO_DB
cd "$work"

# before <database>: makes it what schema 2 was.
before() {
    to_schema_7 "$1"
    sqlite3 "$1" "DROP TRIGGER catalogue_no_update; DROP TRIGGER catalogue_no_delete; DROP TRIGGER catalogue_no_replace;
                  DROP TABLE d_aggregate; DROP TABLE d_standing; DROP TABLE d_pair; DELETE FROM d_facts;
                  DROP TABLE d_evening; DROP TABLE d_record; DROP TABLE d_run; DROP TABLE d_history;
                  DELETE FROM setting WHERE name = 'derived-stale'; PRAGMA user_version = 2;"
}

run demo --db club.db --nights 4
expect 0
run stats leaderboard --db club.db --json
cp "$out" wanted.json
run stats cards --db club.db --game foret --json
cp "$out" cards.json

run stats history --db club.db --json
cp "$out" history.json
run stats records --db club.db --json
cp "$out" records.json

note "a club of schema 7: win points in sixtieths, sums of another form"
cp club.db seven.db
to_schema_7 seven.db
run stats leaderboard --db seven.db --json
expect 2
expect_has "$err" "seven.db has schema 7"
run migrate --db seven.db
expect 0
expect_has "$out" "schema 7 -> "
run audit --db seven.db
expect 0
expect_has "$out" ": 0 findings, "
run stats leaderboard --db seven.db --json
expect_out <wanted.json
run stats cards --db seven.db --game foret --json
expect_out <cards.json
run stats records --db seven.db --json
expect_out <records.json
for table in d_seat d_standing d_pair d_aggregate d_evening d_facts; do
    [[ $(sqlite3 seven.db "SELECT * FROM $table" | md5sum) == "$(sqlite3 club.db "SELECT * FROM $table" | md5sum)" ]] || fail "$table differs"
done

note "the tree is not made anew with the rest: what contradicts the log is still there to be found"
"$DENDRO" simulate --game foret --seats 3 --level sheet --games 260 >many.dendro
run import --quiet --db many.db many.dendro
expect 0
to_schema_7 many.db
sqlite3 many.db "UPDATE d_tile SET hash = zeroblob(32)"
run players add --db many.db Zoé
expect 0
run audit --db many.db
expect 1
expect_has "$out" "entry 256: tile: stored 0000"
expect_has "$out" ": 1 finding, "
run rebuild --db many.db --force
expect 0
run audit --db many.db
expect 0

note "a club of schema 4: the tables of pages are filled, and the nights of the ratings continue by themselves"
to_schema_7 club.db
sqlite3 club.db "DROP TABLE d_evening; DROP TABLE d_record; DROP TABLE d_run; DROP TABLE d_history; DROP INDEX d_pair_b;
                 PRAGMA user_version = 4;"
run migrate --db club.db
expect 0
rm club.db.v4.bak
run audit --db club.db --quiet
expect 0
run stats records --db club.db --json
expect_out <records.json
run stats history --db club.db --json
expect_out <history.json
run rebuild --db club.db
expect 0
[[ $(sqlite3 club.db "SELECT count(*) > 0 FROM d_history") == 1 ]] || fail "a rebuild keeps no ratings of nights"
run stats history --db club.db --json
expect_out <history.json
run audit --db club.db --quiet
expect 0

note "migrate"
before club.db
run migrate --db club.db
expect 0
run audit --db club.db --quiet
expect 0
run stats leaderboard --db club.db --json
expect_out <wanted.json
run stats cards --db club.db --game foret --json
expect_out <cards.json

note "the first writer"
rm club.db.v2.bak
before club.db
run rebuild --db club.db
expect 0
run audit --db club.db --quiet
expect 0
run stats leaderboard --db club.db --json
expect_out <wanted.json

note "killed before the statistics were made: who reads is told, and migrate goes on"
# unfinished: as a migration leaves it that is killed right after its commit.
unfinished() {
    sqlite3 club.db "DELETE FROM d_aggregate; DELETE FROM d_standing; DELETE FROM d_pair;
                     INSERT OR REPLACE INTO setting VALUES ('derived-stale', CAST('1' AS BLOB));"
}
unfinished
# No figure is better than an empty one that looks like a true one.
run stats leaderboard --db club.db --json
expect 2
expect_out </dev/null
expect_err <<EOF2
dendro: statistics have still to be made from the log: run \`dendro migrate\`
dendro: there are no figures before they are made
EOF2
for statistic in "cards --game foret" "player Aliénor" records history "forecast --seats Aliénor,Lazare"; do
    # shellcheck disable=SC2086 # several words
    run stats $statistic --db club.db
    expect 2
    expect_has "$err" "there are no figures before they are made"
done
run stats leaderboard --db club.db --json --lang fr
expect_err <<EOF2
dendro: des statistiques restent à faire depuis le journal : lancez « dendro migrate »
dendro: il n'y a pas de chiffres avant qu'ils soient faits
EOF2

note "what is still to be derived is no damage: an audit tells it apart, and a backup of it can be restored"
run audit --db club.db
expect 0
expect_has "$out" "note: database: derived tables are not complete yet"
expect_has "$out" ": 0 findings, "
grep -qE ', [0-9]+ values still to be derived; root ' "$out" || fail "$(tail -1 "$out")"
if grep -q '^statistics' "$out"; then
    fail "$(grep -c '^statistics' "$out") findings"
fi
run audit --db club.db --json
[[ $(tail -1 "$out" | jq -c '[.findings, .pending > 100]') == "[0,true]" ]] || fail "$(tail -1 "$out")"
run audit 1 --db club.db --lang fr
expect 0
expect_has "$out" "note : base : des tables dérivées ne sont pas encore complètes"
run backup --db club.db half.bak
expect 0
run restore --db restored.db half.bak
expect 0
expect_err <<'END'
dendro: restored: restored.db
dendro: statistics have still to be made from the log: run `dendro migrate`
END
note "a log that has lost its end is damage, also while tables have still to be made"
cp half.bak cut.db
sqlite3 cut.db "DROP TRIGGER entry_no_delete; DELETE FROM entry WHERE seq = (SELECT max(seq) FROM entry)"
run audit --db cut.db
expect 1
expect_has "$out" "belongs to nothing in the log"
run restore --db cut-restored.db cut.db
expect 2
expect_has "$err" "cut.db is damaged"

run migrate --db restored.db
expect 0
run stats leaderboard --db restored.db --json
expect_out <wanted.json
run audit --db restored.db --quiet
expect 0
note "but damage is damage"
sqlite3 half.bak "DROP TRIGGER $(sqlite3 half.bak "SELECT name FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'entry' AND sql LIKE '%BEFORE UPDATE%'")" \
    "UPDATE entry SET at = at + 1 WHERE seq = 2"
run audit --results --db half.bak
expect 1
expect_has "$out" "entry 2: leaf"
run restore --db other.db half.bak
expect 2
expect_has "$err" "half.bak is damaged"

run migrate --db club.db
expect 0
expect_has "$out" "statistics were made from the log"
run stats leaderboard --db club.db --json
expect_out <wanted.json
expect_err </dev/null

note "and a copy from before that is there already stops nobody"
before club.db
echo "somebody's own" >club.db.v2.bak
run players add --db club.db Xavier
expect 0
[[ $(cat club.db.v2.bak) == "somebody's own" ]] || fail "somebody's file is overwritten"
[[ $(sqlite3 club.db.v2.bak.2 "PRAGMA user_version") == 2 ]] || fail "no copy"
run players erase --db club.db Xavier
expect 0
run audit --db club.db --quiet
expect 0
run stats leaderboard --db club.db --json
expect_out <wanted.json

note "facts as an older version packed them"
sqlite3 club.db "UPDATE d_facts SET body = CAST(x'03' || substr(body, 2) AS BLOB)"
run stats cards --db club.db --game foret --player "Aliénor (demo)"
expect 2
expect_has "$err" "there are no figures before they are made"
run audit --db club.db
expect 0
expect_has "$out" "note: database: derived tables are not complete yet"
expect_has "$out" "still to be derived"
run players add --db club.db Zoé
expect 0
run stats cards --db club.db --game foret --json
expect_out <cards.json
run audit --db club.db --quiet
expect 0

note "one that somebody changed is not mended behind the audit's back"
sqlite3 club.db "UPDATE d_facts SET body = CAST(x'03' || substr(body, 2) AS BLOB) WHERE game = (SELECT max(game) FROM d_facts)"
run players add --db club.db Yann
expect 0
run audit --db club.db --quiet
expect 1
finish
