#!/usr/bin/env bash
# A club's own catalogue: stored once, named by records, found by every command that reads them, kept by backups.
set -eu
. "$SOURCE_DIR/tests/support/assert.sh"
unset DENDRO_DB
cd "$work"

# own <name>: the box of `printed` under that name.
own() {
    sed "s/\"id\": \"printed\"/\"id\": \"$1\"/" "$SOURCE_DIR/catalogues/ecos/printed.json"
}
own mine >mine.json
hash=$(sha256sum mine.json | cut -d' ' -f1)

note "a record that names it"
run simulate --game ecos --catalogue mine.json --seats 2 --games 2
expect 0
cp "$out" games.dendro
expect_has games.dendro "option catalogue mine sha256:$hash"

note "unknown"
for words in verify score replay format; do
    run "$words" games.dendro
    expect 1
    cat "$out" "$err" >both
    expect_has both "the catalogue 'mine' of hash sha256:$hash is not known here: 'dendro catalogue add' stores it"
done
run import --db club.db games.dendro
expect 1
cat "$out" "$err" >both
expect_has both "sha256:$hash is not known here"

note "from its file"
for words in verify score replay format; do
    run "$words" --catalogue mine.json games.dendro
    expect 0
    run "$words" --catalogue nothing.json games.dendro
    expect 2
    expect_has "$err" "nothing.json: "
    [[ ! -s $out && $(wc -l <"$err") == 1 ]] || fail "it goes on without its catalogue: $(cat "$out" "$err")"
done
echo '{"catalogue": "ecos"}' >broken.json
run verify --catalogue broken.json games.dendro
expect 1
expect_has "$err" "broken.json: catalogue.name is missing"
printf '%1048577s' "" >long.json
run catalogue check long.json
expect 1
expect_err <<<"dendro: long.json: it is longer than 1048576 bytes"

note "add"
days=$(date -u +%F)
run catalogue add --db club.db mine.json
expect 0
expect_out <<<"mine sha256:$hash  added"
days+=" $(date -u +%F)" # another one when it was midnight meanwhile
run catalogue add --db club.db mine.json "$SOURCE_DIR/catalogues/ecos/house.json"
expect 0
expect_has "$out" "mine sha256:$hash  already there"
expect_has "$out" "house sha256:$(sha256sum "$SOURCE_DIR/catalogues/ecos/house.json" | cut -d' ' -f1)  already there"
DENDRO_LANG=fr run catalogue add --db club.db - <mine.json
expect 0
expect_out <<<"mine sha256:$hash  déjà là"
run catalogue add --db club.db broken.json nothing.json
expect 2
expect_has "$err" "broken.json: catalogue.name is missing"
expect_has "$err" "nothing.json: "

note "list and show"
run catalogue list --db club.db
expect 0
sed -e 's/sha256:[0-9a-f]* /HASH/' -e "s/ \(${days/ /\\|}\)\$/ TODAY/" "$out" >list
printf '%s\n' "biotopes/house HASH shipped" "biotopes/printed HASH shipped" "ecos/house HASH shipped" "ecos/printed HASH shipped" "pad/hedgerow HASH shipped" \
    "ecos/mine HASH TODAY" | diff - list || fail "another list"
for which in biotopes/house ecos/house ecos/mine; do
    run catalogue show "$which" --db club.db
    expect 0
    grep "^$which " list >/dev/null || fail "not in the list: $which"
    expect_has "$out" "${which#*/} sha256:"
done
run catalogue show biotopes/house --db club.db
expect_has "$out" "Alpine Ibex"
run catalogue show biotopes/mine --db club.db
expect 2
run catalogue list --db club.db --json
expect_has "$out" "{\"hash\":\"$hash\",\"game\":\"ecos\",\"name\":\"mine\",\"shipped\":false,\"added\":\""
for which in mine "$hash" "sha256:$hash"; do
    run catalogue show "$which" --db club.db
    expect 0
    expect_has "$out" "mine sha256:$hash"
done
run catalogue show mine
expect 2
run catalogue show house --db club.db --card 17
expect 0

note "the first edition of a shipped one is listed where games were played with it, and its name means the latest"
run import --db old.db "$SOURCE_DIR/replays/ecos/sheet.dendro"
expect 0
run catalogue list --db old.db
sed 's/sha256:[0-9a-f]* /HASH/' "$out" >list
printf '%s\n' "biotopes/house HASH shipped" "biotopes/printed HASH shipped" "ecos/house HASH shipped" "ecos/printed HASH shipped" "pad/hedgerow HASH shipped" \
    "ecos/house HASH shipped, an older edition" | diff - list || fail "another list"
run catalogue show house --db old.db
expect_has "$out" "house sha256:$(sha256sum "$SOURCE_DIR/catalogues/ecos/house.json" | cut -d' ' -f1)"
run catalogue show "$(sha256sum "$SOURCE_DIR/catalogues/ecos/house-1.json" | cut -d' ' -f1)" --db old.db --card 35
expect 0
expect_has "$out" "Bush fire"

note "what cannot be seen, or turns the direction of writing, has no place in a new one"
jq '.name.id = "hidden" | .cards[2].name.fr = "Lo\u202eup"' "$SOURCE_DIR/catalogues/ecos/house.json" >hidden.json
for words in "check" "add --db club.db"; do
    # shellcheck disable=SC2086 # several words
    run catalogue $words hidden.json
    expect 1
    expect_out </dev/null
    expect_err <<'END'
dendro: hidden.json: catalogue.cards[2].name.fr: the character U+202E cannot be seen or changes the direction of writing: it has no place here
END
done
run catalogue add --db club.db --lang fr hidden.json
expect_has "$err" "catalogue.cards[2].name.fr : le caractère U+202E ne se voit pas"
note "but one that was stored before is read as ever, and shown without it"
cp club.db before.db
secret=$(sha256sum hidden.json | cut -d' ' -f1)
sqlite3 before.db "INSERT INTO catalogue (hash, game, name, json, added) VALUES (x'$secret', 'ecos', 'hidden', CAST(readfile('hidden.json') AS TEXT), 5)" ||
    fail "it is not stored"
run catalogue add --db before.db hidden.json
expect 0
expect_out <<<"hidden sha256:$secret  already there"
run simulate --game ecos --seats 2 --catalogue hidden.json
expect 0
cp "$out" hidden.dendro
run import --db before.db hidden.dendro
expect 0
run audit --db before.db --quiet
expect 0
for words in "catalogue show hidden" "catalogue show hidden --card 3" "stats cards --game ecos" "stats card 3 --game ecos"; do
    # shellcheck disable=SC2086 # several words
    run $words --db before.db --lang fr
    expect 0
    expect_has "$out" "Loup"
    if LC_ALL=C grep -q $'\xe2\x80\xae' "$out"; then
        fail "the character is printed"
    fi
done

note "a path that looks like GAME/NAME"
run catalogue check ecos/house
expect 0
cp "$out" shipped
mkdir ecos
own other >ecos/house
run catalogue check ecos/house
expect 0
expect_has "$out" "other sha256:"
run catalogue show ecos/house --card 1
expect 0
rm ecos/house
run catalogue check ecos/house
expect_out <shipped

note "from the database"
for words in verify score replay format; do
    run "$words" --db club.db games.dendro
    expect 0
done
run import --db club.db games.dendro
expect 0
expect_has "$err" "2 records: 2 added"
run import --db club.db games.dendro
expect_has "$err" "2 already known"
run audit --db club.db --quiet
expect 0
run rebuild --db club.db
expect 0
run game show 1 --db club.db
expect 0
for format in record ndjson csv; do
    run export --db club.db --format "$format"
    expect 0
done
run export --db club.db
expect_out <games.dendro

note "a club that does not know it"
run import --db other.db games.dendro
expect 1
run catalogue add --db other.db mine.json
run import --db other.db games.dendro
expect 0
run export --db other.db
expect_out <games.dendro

note "backup and restore"
run backup --db club.db copy.db
expect 0
run restore copy.db --db restored.db
expect 0
run audit --db restored.db --quiet
expect 0
run export --db restored.db --format ndjson
expect 0
run catalogue show mine --db restored.db
expect 0

note "tampering"
sqlite3 restored.db "DROP TRIGGER catalogue_no_update; UPDATE catalogue SET json = replace(json, 'fish', 'fisk');
    CREATE TRIGGER catalogue_no_update BEFORE UPDATE ON catalogue BEGIN SELECT RAISE(ABORT, 'catalogues are never changed'); END;"
run audit --db restored.db
expect 1
expect_has "$out" "catalogue: sha256:$hash: the catalogue stored as sha256:$hash has been changed"
run audit --db restored.db --json
expect_has "$out" "\"finding\":\"catalogue\""
run catalogue show mine --db restored.db
expect 2
finish
