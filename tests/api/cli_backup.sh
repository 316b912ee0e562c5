#!/usr/bin/env bash
# dendro backup, restore and migrate: the database as a file, also while somebody writes.
set -eu
. "$SOURCE_DIR/tests/support/assert.sh"
. "$SOURCE_DIR/tests/support/database.sh"
cd "$work"

"$DENDRO" simulate --game foret --level sheet --player random --games $((60 * ${DENDRO_TEST_SCALE:-100} + 1200)) >many
"$DENDRO" simulate --game foret --seed 9 >more
total=$(grep -c '^dendro 1$' many)

note "a backup while an import runs"
"$DENDRO" import --quiet --db a.db many 2>/dev/null &
job=$!
eventually has_entries a.db || fail "nothing was imported"
run backup --db a.db during.bak
expect 0
expect_out </dev/null
expect_err </dev/null
wait "$job" || fail "the import failed"
if [[ $(stat -c %a during.bak) != 600 ]]; then
    fail "others may read the keys: $(stat -c %a during.bak)"
fi
run audit --db during.bak
expect 0
if (($(entries during.bak) == 0)); then
    fail "an empty backup"
fi
run backup --db a.db after.bak
expect 0
run audit --results --db a.db
cp "$out" a.audit
run audit --results --db after.bak
expect_out <a.audit
expect_has "$out" "$total entries, $total games"

note "a backup is one file"
if [[ -n $(find . -name '*.bak?*') ]]; then
    fail "besides it: $(find . -name '*.bak?*')"
fi

note "it overwrites nothing"
sum=$(sha256sum <after.bak)
run backup --db a.db after.bak
expect 1
expect_err <<'END'
dendro: after.bak exists already
END
if [[ $(sha256sum <after.bak) != "$sum" ]]; then
    fail "it was changed"
fi
run backup --db a.db no/such/folder/x
expect 2
run backup --db nothing.db x.bak
expect 2
if [[ -e x.bak ]]; then
    fail "a backup of nothing"
fi

note "restore where there is nothing"
run restore --db b.db after.bak
expect 0
expect_err <<'END'
dendro: restored: b.db
END
run audit --results --db b.db
expect_out <a.audit
run import --quiet --db b.db more
expect 0
run audit --results --db b.db
expect 0

note "restore over a database only when asked"
run restore --db b.db after.bak
expect 1
expect_err <<'END'
dendro: b.db exists already
END
if [[ $(entries b.db) != $((total + 1)) ]]; then
    fail "it was replaced"
fi
run restore --force --db b.db after.bak
expect 0
run audit --results --db b.db
expect_out <a.audit

note "not while somebody has it open"
mkfifo go
sqlite3 b.db "SELECT count(*) FROM entry;" ".shell echo open >ready; cat go" "SELECT count(*) FROM entry;" >/dev/null &
job=$!
eventually test -e ready || fail "nobody opened it"
run restore --force --db b.db during.bak
expect 2
expect_has "$err" "b.db is in use by another program"
echo >go
wait "$job"
run audit --results --db b.db
expect_out <a.audit

# The write-ahead log of a database that was replaced must not be played into the new one.
note "a stale log beside it"
cp after.bak c.db
"$DENDRO" import --quiet --db c.db more &
wait $!
sqlite3 c.db "PRAGMA wal_autocheckpoint = 0" "UPDATE person SET name = 'stale' WHERE id = 1" \
    ".shell cp c.db-wal stale" >/dev/null
rm -f c.db c.db-wal c.db-shm
cp stale c.db-wal
run restore --db c.db after.bak
expect 0
if [[ -e c.db-wal ]] && cmp -s stale c.db-wal; then
    fail "the old log is still there"
fi
run audit --results --db c.db
expect_out <a.audit
if sqlite3 c.db "SELECT name FROM person" | grep -q stale; then
    fail "the old log was played"
fi

note "owner and mode are kept: who could open the old one can open the new one"
cp after.bak d.db
chmod 640 d.db
run restore --force --db d.db after.bak
expect 0
[[ $(stat -c %a d.db) == 640 ]] || fail "mode $(stat -c %a d.db)"
if ((EUID != 0)); then
    skip_part "not root: a database that belongs to another user"
elif needs setpriv; then
    somebody=(setpriv --reuid=65534 --regid=65534 --clear-groups)
    mkdir theirs
    chown 65534:65534 theirs d.db
    chmod 755 "$work"
    run restore --force --db d.db after.bak
    expect 0
    [[ $(stat -c %u:%g:%a d.db) == 65534:65534:640 ]] || fail "$(stat -c %u:%g:%a d.db)"
    chown 0:65534 d.db # only the group is another
    run restore --force --db d.db after.bak
    expect 0
    [[ $(stat -c %u:%g:%a d.db) == 0:65534:640 ]] || fail "$(stat -c %u:%g:%a d.db)"
    # What root makes in the daemon's folder is the daemon's: restored where nothing was, or new.
    run restore --db theirs/club.db after.bak
    expect 0
    run players add --db theirs/new.db Ada
    expect 0
    cp "$DENDRO" dendro
    for db in club new; do
        [[ $(stat -c %u theirs/$db.db) == 65534 ]] || fail "$db.db belongs to $(stat -c %U theirs/$db.db)"
        "${somebody[@]}" ./dendro players add --db theirs/$db.db Bo >"$out" 2>"$err" || fail "$db.db: $(cat "$err")"
    done
    # Who may replace a file but not give it to its owner leaves it alone.
    chown 0:0 theirs/new.db
    cp after.bak theirs/after.bak
    chmod 666 theirs/after.bak theirs/new.db
    "${somebody[@]}" ./dendro restore --force --db theirs/new.db theirs/after.bak >"$out" 2>"$err" && fail "it is replaced"
    expect_has "$err" "theirs/new.db belongs to somebody else"
    [[ $(stat -c %u:%a theirs/new.db) == 0:666 ]] || fail "$(stat -c %u:%a theirs/new.db)"
    [[ ! -e theirs/new.db.restore ]] || fail "something is left"
fi

note "a damaged backup is not restored, and what is there stays"
head -c $(($(stat -c %s after.bak) / 2)) after.bak >half.bak
run restore --force --db b.db half.bak
expect 2
expect_has "$err" "half.bak"
LC_ALL=C sed '0,/: grid /s//: gird /' after.bak >torn.bak # SQLite sees nothing wrong with it
run restore --force --db b.db torn.bak
expect 2
expect_has "$err" "torn.bak is damaged: "
echo "not a database at all, but a text" >text.bak
run restore --force --db b.db text.bak
expect 2
run restore --force --db b.db missing.bak
expect 2
expect_err <<'END'
dendro: there is no database missing.bak
END
run audit --results --db b.db
expect_out <a.audit
if [[ -n $(find . -name '*.restore*' -o -name '*.part*') ]]; then
    fail "left behind: $(find . -name '*.restore*' -o -name '*.part*')"
fi

note "over a file that is no database"
echo "something else" >d.db
run restore --db d.db after.bak
expect 1
run restore --force --db d.db after.bak
expect 0
run audit --results --db d.db
expect_out <a.audit

note "migrate: nothing to do"
sum=$(sha256sum <a.db)
run migrate --db a.db
expect 0
expect_out <<END
schema $(sqlite3 a.db "PRAGMA user_version"): nothing to do
END
if [[ $(sha256sum <a.db) != "$sum" ]]; then
    fail "it was changed"
fi
run migrate --db nothing.db
expect 2
expect_err <<'END'
dendro: there is no database nothing.db
END

note "migrate: a database of the first version, with a copy of what it was"
current=$(sqlite3 a.db "PRAGMA user_version")
if ((current > 1)); then
    sqlite3 old.db <"$(echo "$SOURCE_DIR"/migrations/0001_*.sql)"
    sqlite3 old.db "PRAGMA application_id = $((16#44656e64))" "PRAGMA user_version = 1"
    run audit --db old.db
    expect 2
    expect_has "$err" "old.db has schema 1 and this program needs $current: run \`dendro migrate --db old.db\`"
    run migrate --db old.db
    expect 0
    expect_out <<END
schema 1 -> $current; the database from before is in old.db.v1.bak
END
    if [[ $(sqlite3 old.db.v1.bak "PRAGMA user_version") != 1 ]]; then
        fail "the copy is not what it was"
    fi
    run import --quiet --db old.db more
    expect 0
    run audit --db old.db
    expect 0
fi

note "migrate: one of a later version"
copy_db d.db later.db
sqlite3 later.db "PRAGMA user_version = 999"
for command in "migrate" "audit" "export" "import more"; do
    # shellcheck disable=SC2086 # words
    run $command --db later.db
    expect 2
    expect_has "$err" "later.db has schema 999, which is newer than $current"
done

finish
