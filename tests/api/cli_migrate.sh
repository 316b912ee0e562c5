#!/usr/bin/env bash
# A database of each released schema, with games of every kind and all that stands beside the log, comes up to date with
# nothing lost: the same exports, roots, people, tokens, catalogues and figures, and the club goes on.
set -eu
. "$SOURCE_DIR/tests/support/assert.sh"
. "$SOURCE_DIR/tests/support/older.sh"
unset DENDRO_DB
cd "$work"

# ---- a club in which everything has happened
run demo --db now.db --nights 3
expect 0
printf 'dendro 1\ngame foret\nseat 1 Ann\nseat 2 Bob\nseat 3 Eve\nplace Cave\nnight 2026-11-13\nnote salut\nid n-7\nx-table 4\n1: bee 0,0\n' >live.dendro
sed 's/^seat 1 Ann/seat 1 Robert/; s/^id .*//' live.dendro >late.dendro
"$DENDRO" simulate --game foret --seats 3 --level sheet >sheet.dendro
"$DENDRO" simulate --game foret --seats 3 --level sheet --seed 2 >other.dendro
"$DENDRO" simulate --game ecos --seats 2 >ecos.dendro
"$DENDRO" simulate --game grandbois --seats 3 >grandbois.dendro
sed 's/"id": "printed"/"id": "mine"/' "$SOURCE_DIR/catalogues/ecos/printed.json" >mine.json
"$DENDRO" simulate --game ecos --seats 2 --catalogue mine.json >mine.dendro
run catalogue add --db now.db mine.json
expect 0
run import --db now.db --json live.dendro late.dendro sheet.dendro ecos.dendro grandbois.dendro mine.dendro
expect 0
ids=$(sqlite3 now.db "SELECT seq FROM entry WHERE kind = 'import' ORDER BY seq DESC LIMIT 6" | sort -n | tr '\n' ' ')
read -r _ late sheet _ grandbois _ <<<"$ids"
run game abandon "$late" --reason "the bell rang" --db now.db
expect 0
run game correct "$sheet" other.dendro --reason "mistyped" --db now.db
expect 0
run game void "$grandbois" --reason "a test" --db now.db
expect 0
run players merge Robert Ann --db now.db
expect 0
run players rename Bob Bobby --db now.db
expect 0
run players erase Eve --db now.db
expect 0
run log checkpoint --db now.db
expect 0
cp "$out" checkpoint
run token add --db now.db --scopes record phone
expect 0
run audit --db now.db --quiet
expect 0
sqlite3 now.db "INSERT INTO answer VALUES ('t', 'k', zeroblob(32), 1, 201, 'application/json', NULL, x'7b7d');"
newest=$(sqlite3 now.db "PRAGMA user_version")

# facts <database>: everything that a migration must not change, as text.
facts() {
    local words
    for words in "export" "export --voided --format ndjson" "game list" "players list" "token list" "catalogue list" "stats leaderboard --json" \
        "stats cards --game foret --json" "stats cards --game ecos --json" "stats cards --game grandbois --json" "log export"; do
        echo "== $words"
        # shellcheck disable=SC2086 # several words
        "$DENDRO" $words --db "$1" 2>&1
    done
    for words in entry person place night aside whereabouts token catalogue checkpoint d_alias d_seat d_tile; do
        echo "== $words"
        sqlite3 "$1" "SELECT * FROM $words" | sort
    done
    echo "== seen"
    sqlite3 "$1" "SELECT hex(hash), game FROM seen UNION SELECT hex(hash), game FROM seen_recent"
    echo "== setting"
    sqlite3 "$1" "SELECT name, hex(value) FROM setting WHERE name NOT IN ('derived-stale', 'people-version', 'token-version')"
}
facts now.db >wanted
sqlite3 now.db "VACUUM INTO 'seven.db'" # as long as an older schema is filled from it
to_schema_7 seven.db

# make_old <version>: old.db with the schema of that version, made by its migrations, and what of the data it had.
make_old() {
    rm -f old.db*
    local step
    for step in "$SOURCE_DIR"/migrations/*.sql; do
        if (("10#$(basename "$step" | cut -c 1-4)" <= $1)); then
            sqlite3 old.db <"$step"
        fi
    done
    {
        echo "ATTACH '$( (($1 < 8)) && echo seven.db || echo now.db)' AS now; BEGIN; DELETE FROM setting;"
        # Settings come last: triggers count versions while people are copied.
        # Sums that an older schema did not keep apart: one of them is there, and wrong until they are made anew.
        sqlite3 old.db "SELECT 'INSERT ' || iif(name = 'd_aggregate', 'OR IGNORE', '') || ' INTO main.\"' || name || '\" SELECT ' ||
                               (SELECT group_concat(c.name) FROM pragma_table_info(t.name) AS c) || ' FROM now.\"' || name || '\"' ||
                               CASE name WHEN 'entry' THEN ' ORDER BY seq' ELSE '' END || ';'
                        FROM sqlite_schema AS t WHERE type = 'table' ORDER BY name = 'setting', name"
        echo "DELETE FROM setting WHERE (name = 'derived-stale' AND $1 < 3) OR (name LIKE '%-version' AND $1 < 2); COMMIT;"
        echo "PRAGMA application_id = $(sqlite3 now.db 'PRAGMA application_id'); PRAGMA user_version = $1; PRAGMA journal_mode = WAL;"
    } >fill.sql # whole, before anybody reads it: two programs at one database lock each other out
    sqlite3 old.db <fill.sql >/dev/null
}

stride=$((${DENDRO_TEST_SCALE:-100} < 100 ? 4 : 1)) # of a run that is scaled down, some of them: each goes through all that follow
for ((version = 1; version < newest; version += stride)); do
    note "schema $version"
    make_old "$version"
    run export --db old.db
    expect 2
    expect_has "$err" "dendro migrate"
    run migrate --db old.db
    expect 0
    test -s "old.db.v$version.bak" || fail "no copy"
    facts old.db >got
    diff wanted got >difference || fail "$(head -c 600 difference)"
    run audit --db old.db
    expect 0
    "$DENDRO" log export --db old.db >log
    "$DENDRO" log key --db old.db >key
    run log check --log log --checkpoint checkpoint --key key
    expect 0
    run import --db old.db sheet.dendro ecos.dendro grandbois.dendro mine.dendro live.dendro
    expect 0
    expect_has "$err" "0 added"
    run migrate --db old.db
    expect 0
    expect_has "$out" "nothing to do"
    run import --db old.db other.dendro
    run audit --db old.db --quiet
    expect 0
done
if ((newest < 4)); then
    fail "only $newest schemas"
fi

note "not under a program that has it open, such as a daemon of the older version"
make_old 5
mkfifo go
sqlite3 old.db "SELECT count(*) FROM entry;" ".shell echo open >ready; cat go" "SELECT count(*) FROM entry;" >/dev/null &
job=$!
eventually test -e ready || fail "nobody opened it"
for words in "migrate" "import sheet.dendro" "serve --listen 127.0.0.1:0"; do
    # shellcheck disable=SC2086 # several words
    run $words --db old.db
    expect 2
    expect_err <<'END'
dendro: old.db is open in another program, perhaps a daemon of the older version: stop it, then bring it up to date
END
done
run migrate --db old.db --lang fr
expect_err <<'END'
dendro: old.db est ouverte par un autre programme, peut-être un serveur de l'ancienne version : arrêtez-le, puis mettez-la à jour
END
[[ $(sqlite3 old.db "PRAGMA user_version") == 5 ]] || fail "it was migrated"
[[ ! -e old.db.v5.bak ]] || fail "a copy of nothing"
echo >go
wait "$job"
run migrate --db old.db
expect 0

note "but a command that only reads ends in a moment, and two that come at once both find a database that is up to date"
make_old 5
sqlite3 old.db "SELECT count(*) FROM entry;" ".shell sleep 0.5" >/dev/null &
job=$!
run migrate --db old.db
expect 0
wait "$job"
make_old 5
for name in Un Deux Trois; do
    ("$DENDRO" players add --db old.db $name >"said.$name" 2>&1 || echo "code $?" >>"said.$name") &
done
wait
for name in Un Deux Trois; do
    grep -qxE '@[a-z0-9]+' "said.$name" || fail "$name: $(cat "said.$name")"
done
run audit --db old.db --quiet
expect 0

note "the first writer"
make_old 1
run import --db old.db sheet.dendro
expect 0
facts old.db >got
diff wanted got >difference || fail "$(head -c 600 difference)"
finish
