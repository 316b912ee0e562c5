#!/usr/bin/env bash
# A database that cannot be opened, read or written: what is wrong with it is said, in the reader's language, and never in
# SQLite's words.
set -eu
. "$SOURCE_DIR/tests/support/assert.sh"
unset DENDRO_DB
cd "$work"
"$DENDRO" demo --db club.db --nights 1 >"$out" 2>&1
sqlite3 club.db "PRAGMA wal_checkpoint(TRUNCATE)" >"$out"

# trouble WORDS ENGLISH FRENCH: the command fails with these sentences; WORDS are split at blanks.
trouble() {
    local words
    read -r -a words <<<"$1"
    run "${words[@]}"
    ((code != 0)) || fail "it works"
    expect_err <<<"dendro: $2"
    run "${words[@]}" --lang fr
    expect_err <<<"dendro: $3"
}

note "no such place"
trouble "players list --db absent.db" "there is no database absent.db" "il n'y a pas de base absent.db"
trouble "players add X --db no/club.db" "there is no folder for no/club.db" "il n'y a pas de dossier pour no/club.db"
trouble "players add X --db club.db/x.db" "there is no folder for club.db/x.db" "il n'y a pas de dossier pour club.db/x.db"
trouble "serve --db no/club.db --listen 127.0.0.1:0" "there is no folder for no/club.db" "il n'y a pas de dossier pour no/club.db"
trouble "backup --db club.db no/copy" "there is no folder for no/copy.part" "il n'y a pas de dossier pour no/copy.part"

note "something else"
mkdir folder
for words in "players list" "players add X" "audit" "migrate" "serve --listen 127.0.0.1:0"; do
    trouble "$words --db folder" "folder is a folder, not a database" "folder est un dossier, pas une base"
done
echo "These are only words, and not a database at all, however long one reads." >text.db
trouble "players list --db text.db" "text.db is not a Dendro database" "text.db n'est pas une base Dendro"
cp club.db torn.db
printf 'torn' | dd of=torn.db bs=1 seek=8192 conv=notrunc 2>"$out"
dd if=/dev/zero of=torn.db bs=8192 seek=2 count=8 conv=notrunc 2>"$out"
trouble "players list --db torn.db" "torn.db is damaged: SQLITE_CORRUPT" "torn.db est endommagée : SQLITE_CORRUPT"

note "a file that may not grow"
cp club.db grown.db
(
    ulimit -f 1
    "$DENDRO" players add Nobody --db grown.db >"$out" 2>"$err"
) && fail "it grows"
grep -q "^dendro: grown.db may not grow any more (ulimit -f, or a limit of its disk)$" "$err" || fail "$(cat "$err")"

# Whoever is root may everything; another user is needed to see what others may not.
if ((EUID != 0)); then
    skip_part "not root: what another user may not do"
    finish
    exit
fi
if ! needs setpriv; then
    finish
    exit
fi
note "no permission"
somebody=(setpriv --reuid=65534 --regid=65534 --clear-groups)
chmod 755 "$work"
cp "$DENDRO" dendro
DENDRO=$work/asked
printf '#!/bin/sh\nexec %s %s/dendro "$@"\n' "${somebody[*]}" "$work" >asked
chmod 755 asked dendro
mkdir closed open shut
cp club.db locked.db
chmod 600 locked.db
cp club.db open/written.db
chmod 644 open/written.db
chmod 777 open
cp club.db closed/club.db
chmod 666 closed/club.db
cp club.db shut/club.db
chmod 700 shut
trouble "players list --db locked.db" "no permission to read locked.db" "pas le droit de lire locked.db"
trouble "players add X --db locked.db" "no permission to read locked.db" "pas le droit de lire locked.db"
trouble "players add X --db open/written.db" "no permission to write open/written.db" "pas le droit d'écrire open/written.db"
for words in "players list" "players add X" "serve --listen 127.0.0.1:0"; do
    trouble "$words --db closed/club.db" "no permission to write into the folder of closed/club.db" \
        "pas le droit d'écrire dans le dossier de closed/club.db"
    trouble "$words --db shut/club.db" "no permission to enter the folder of shut/club.db" \
        "pas le droit d'entrer dans le dossier de shut/club.db"
done
trouble "players add X --db closed/new.db" "no permission to write into the folder of closed/new.db" \
    "pas le droit d'écrire dans le dossier de closed/new.db"
finish
