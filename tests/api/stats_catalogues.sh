#!/usr/bin/env bash
# Cards of two editions of a catalogue, one name and two meanings of 17: rows apart, by name, and so after a club of schema 5 is migrated.
set -eu
. "$SOURCE_DIR/tests/support/assert.sh"
. "$SOURCE_DIR/tests/support/older.sh"
unset DENDRO_DB DENDRO_LANG
cd "$work"

house=$(sed -n 's/^option catalogue house sha256://p' "$SOURCE_DIR/replays/ecos/full-2-players.dendro")
jq -c '.cards[103].name = {en: "Other volcano", fr: "Autre volcan"}' "$SOURCE_DIR/catalogues/ecos/house-1.json" >edition.json
edition=$(sha256sum edition.json | cut -d ' ' -f 1)
run import --db club.db "$SOURCE_DIR/replays/ecos/full-2-players.dendro"
expect 0
run catalogue add --db club.db edition.json
expect 0
for name in Zoé Yves; do
    sed -e "s/$house/$edition/" -e "s/^seat 1 .*/seat 1 $name/" "$SOURCE_DIR/replays/ecos/full-2-players.dendro" >other.dendro
    run import --db club.db other.dendro
    expect 0
done

# rows <words>: number, names, catalogue and how often card 104 was played, a line a catalogue.
rows() {
    "$DENDRO" stats cards --db club.db --game ecos --json "$@" |
        jq -c '.rows[] | select(.card == "104") | [.name.en, .name.fr, .catalogue.name, .catalogue.hash, .plays]'
}
both="[\"Other volcano\",\"Autre volcan\",\"house\",\"$edition\",2]
[\"Volcano\",\"Volcan\",\"house\",\"$house\",1]"
# same <what> <got> <wanted>
same() {
    [[ $2 == "$3" ]] || fail "$1: $2 instead of $3"
}

note "the catalogue with the most games first; one of them by hash, all of a name by name"
same all "$(rows)" "$both"
same name "$(rows --catalogue house)" "$both"
same hash "$(rows --catalogue "sha256:$house")" "$(tail -1 <<<"$both")"
same seats "$(rows --seats 2)" "$both"
same player "$(rows --player Yves)" "[\"Other volcano\",\"Autre volcan\",\"house\",\"$edition\",0]"

note "one card by number in every catalogue, by name in the one that calls it so"
run stats card 104 --db club.db --game ecos --json
same others "$(jq -c '[.name.en, .others[].name.en]' "$out")" '["Other volcano","Volcano"]'
run stats card "autre volcan" --db club.db --game ecos --json
same found "$(jq -c '[.card, .others]' "$out")" '["104",[]]'
run stats card 104 --db club.db --game ecos
expect 0
expect_has "$out" "104 Other volcano  house ${edition:0:8} "
expect_has "$out" "104 Volcano        house ${house:0:8} "
expect_has "$out" "house ${edition:0:8}: 104 Other volcano"
expect_has "$out" "house ${house:0:8}: 104 Volcano"
run stats cards --db club.db --game ecos --csv --lang fr
expect_has "$out" ",Autre volcan,house,$edition"

note "one without games has its names; what is no catalogue is refused"
run stats card 104 --db club.db --game ecos --catalogue printed --json
same printed "$(jq -c '[.name.fr, .catalogue.name, .games]' "$out")" '["carte 104","printed",0]'
for words in "--game ecos --catalogue nobody" "--game ecos --catalogue sha256:00" "--game foret --catalogue house"; do
    # shellcheck disable=SC2086 # several words
    run stats cards --db club.db $words
    expect 1
    expect_has "$err" "no catalogue of "
    expect_has "$err" " is called '${words##* }'"
done

note "sums that do not tell the catalogue: until they are made anew, numbers do"
unpinned="UPDATE d_facts SET body = CAST(substr(body, 1, 4) || x'06' || substr(body, 38) AS BLOB) WHERE substr(body, 5, 1) = x'0e';
          CREATE TABLE before AS SELECT game, variant, seats, level, month, max(games) AS games, body FROM d_aggregate GROUP BY 1, 2, 3, 4, 5;"
cp club.db old.db
sqlite3 old.db "$unpinned DELETE FROM d_aggregate; INSERT INTO d_aggregate SELECT game, variant, seats, level, month, x'', games, body FROM before;"
cp club.db new.db
mv old.db club.db
same stale "$(rows)" '["card 104","carte 104",null,null,2]'
same csv "$("$DENDRO" stats cards --db club.db --game ecos --csv | sed -n 's/^104,.*,card/card/p')" "card 104,,"
mv new.db club.db

note "a club of schema 5: its sums do not tell, and are made anew"
to_schema_7 club.db
sqlite3 club.db "$unpinned DROP TABLE d_aggregate;
                 CREATE TABLE d_aggregate (game TEXT NOT NULL, variant TEXT NOT NULL, seats INTEGER NOT NULL, level TEXT NOT NULL,
                     month INTEGER NOT NULL, games INTEGER NOT NULL, body BLOB NOT NULL, PRIMARY KEY (game, variant, seats, level, month)) STRICT, WITHOUT ROWID;
                 INSERT INTO d_aggregate SELECT * FROM before; DROP TABLE before; PRAGMA user_version = 5;"
run migrate --db club.db
expect 0
run audit --db club.db
expect 0
same migrated "$(rows)" "$both"
finish
