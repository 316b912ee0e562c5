#!/usr/bin/env bash
# Commands beside another writer: they wait for it, say so, and then do what they were asked for.
set -eu
. "$SOURCE_DIR/tests/support/assert.sh"
. "$SOURCE_DIR/tests/support/database.sh"
cd "$work"

"$DENDRO" simulate --game foret --variant duel --level sheet --games 3 --seed 3 >games
"$DENDRO" import --quiet --db club.db games 2>/dev/null

# until_so COMMAND...: waits for it to succeed, for as long as the whole test may take.
until_so() {
    until "$@" 2>/dev/null; do
        sleep 0.05
    done
}

# beside WORD...: the command runs while somebody else holds the lock, which is let go once the command has said that it waits.
beside() {
    note "beside a writer: dendro $*"
    mkfifo words
    sqlite3 club.db <words >/dev/null 2>&1 &
    holder=$!
    exec 9>words
    printf 'BEGIN IMMEDIATE;\n.system touch held\n' >&9
    until_so test -e held
    : >err # what the command before has said must not be taken for this one's
    "$DENDRO" "$@" >out 2>err 9>&- &
    command=$!
    until grep -q "another program is writing to the database: waiting for it" err; do
        kill -0 "$command" 2>/dev/null || break # it has ended without waiting: told below
        sleep 0.05
    done
    expect_has err "another program is writing to the database: waiting for it"
    printf 'COMMIT;\n' >&9
    exec 9>&-
    wait "$holder"
    rm words held
}

beside token add --db club.db --scopes record Anna
wait "$command" || fail "token add has failed: $(cat err)"
"$DENDRO" token list --db club.db | grep -q Anna || fail "the token is not there"

"$DENDRO" simulate --game foret --variant duel --level sheet --games 3 --seed 4 >more
beside import --db club.db more
wait "$command" || fail "import has failed: $(cat err)"
grep -q "3 added" err || fail "the import has not imported: $(cat err)"

beside players rename --db club.db "Bot 1" "Bob"
wait "$command" || fail "players rename has failed: $(cat err)"

note "a pipe that keeps an import waiting keeps nobody else waiting"
"$DENDRO" simulate --game foret --variant duel --level sheet --games 2 --seed 5 >slow
"$DENDRO" simulate --game foret --variant duel --level sheet --games 1 --seed 6 >quick
mkfifo words
"$DENDRO" import --db club.db --format record - <words >out 2>err &
command=$!
exec 9>words
cat slow >&9
has_read() {
    (($(awk '/^rchar/ { print $2 }' "/proc/$command/io") >= $(wc -c <slow)))
}
until_so has_read
: >other
"$DENDRO" import --db club.db quick 2>other
expect_has other "1 added"
if grep -q "waiting for it" other; then
    fail "it waited"
fi
kill -0 "$command" || fail "the slow one has ended"
exec 9>&-
wait "$command" || fail "the slow import has failed: $(cat err)"
expect_has err "2 added"
rm words

# A database that is to be made anew needs the lock at once when it is opened: so does the daemon.
sqlite3 club.db "UPDATE setting SET value = CAST('1' AS BLOB) WHERE name = 'derived-stale'" \
    "INSERT OR IGNORE INTO setting VALUES ('derived-stale', CAST('1' AS BLOB))"
beside serve --db club.db --listen 127.0.0.1:0
until grep -q "listening on" out; do
    kill -0 "$command" 2>/dev/null || break
    sleep 0.05
done
kill -TERM "$command"
wait "$command" || fail "serve has failed: $(cat err)"
run audit --db club.db
expect 0

finish
