#!/usr/bin/env bash
# An erased name is nowhere on a server: in no table, in no page of the data folder, in no kept answer; and what is repeated is not done
# twice. For a daemon that does not own the tables, the name is in no row, and the owner has to write the tables anew.
set -euo pipefail
. "${SOURCE_DIR:?}/tests/support/assert.sh"
. "$SOURCE_DIR/tests/support/daemon.sh"
tool=$SOURCE_DIR/tests/support/postgres.sh
bin=${POSTGRES_BIN:-/usr/lib/postgresql/15/bin}
server=$("$tool" start $$) || skip "${server#SKIPPED: }"
super=$("$tool" url "$server" super)
owner=$("$tool" url "$server")
trap '[[ -z $daemon ]] || kill "$daemon" 2>/dev/null || true; "$tool" stop "$server"; rm -rf "$work"' EXIT

# by_super SQL
by_super() {
    "$bin/psql" -X -qAt -d "$super" -c "$1"
}

# left: how many lines of a dump of the club have the name
left() {
    "$bin/pg_dump" -n "\"club_$1\"" "$super" | grep -ci 'zebedee\|quillon' || true
}

# pages: the tables and indexes whose files have it
pages() {
    local file
    by_super CHECKPOINT
    grep -rlaiE 'zebedee|quillon' "$server/data/base" | while read -r file; do
        by_super "SELECT oid::regclass FROM pg_class WHERE pg_relation_filenode(oid) = $(basename "$file" | cut -d. -f1)"
    done | paste -sd' '
}

# known SLUG: somebody with a name, games, other names, ids of other programs, and kept answers
known() {
    auth=(-H "Authorization: Bearer $TOKEN")
    ask 201 "$URL/v1/players" "${auth[@]}" -H 'Idempotency-Key: one' --json '{"name":"Zebedee Quillon"}'
    cp "$out" "$work/first"
    id=$(jq -r .id "$out")
    printf 'date,game,Zebedee Quillon,Bo\n2026-11-13,Azul,61,48\n' >"$work/plays.csv"
    ask 200 "$URL/v1/import" "${auth[@]}" -H 'Content-Type: text/csv' --data-binary "@$work/plays.csv"
    ask 200 -X PATCH "$URL/v1/players/$id" "${auth[@]}" --json '{"name":"Quillon, Z."}'
    ask 201 "$URL/v1/players" "${auth[@]}" --json '{"name":"Zebedee Q"}'
    ask 200 "$URL/v1/players/$(jq -r .id "$out")/merge" "${auth[@]}" --json "{\"into\":\"$id\"}"
}

# forget SLUG STATUS
forget() {
    ask "$2" -X DELETE "$URL/v1/players/$id" "${auth[@]}"
    ask 201 "$URL/v1/players" "${auth[@]}" -H 'Idempotency-Key: one' --json '{"name":"Zebedee Quillon"}'
    expect_has "$heads" "Idempotency-Replayed: true"
    if grep -qi 'zebedee\|quillon' "$out"; then
        fail "a kept answer has the name"
    fi
    [[ $(jq -r .id "$out") == "$id" ]] || fail "it was done twice"
    [[ $(left "$1") == 0 ]] || fail "it is in the tables"
}

note "the owner's daemon"
db="$owner#own"
start --threads 2
known
(($(left own) > 0)) || fail "it was not there before"
forget own 204
said="pages"
[[ -z $(pages) ]] || fail "it is in the pages of $(pages)"

note "somebody reads the table meanwhile"
ask 201 "$URL/v1/players" "${auth[@]}" -H 'Idempotency-Key: two' --json '{"name":"Quillon Zebedee"}'
id=$(jq -r .id "$out")
coproc reader { "$bin/psql" -X -qAt -d "$super"; }
echo 'BEGIN; SELECT count(*) > 0 FROM club_own.person;' >&"${reader[1]}"
read -r -t "$PATIENCE" _ <&"${reader[0]}"
ask 202 -X DELETE "$URL/v1/players/$id" "${auth[@]}"
[[ $(left own) == 0 ]] || fail "it is in the tables"
echo 'COMMIT;' >&"${reader[1]}"
clean() { [[ -z $(pages) ]]; }
eventually clean || fail "it stays in the pages of $(pages)"
printf '%s\n' '\q' >&"${reader[1]}"
stop
run audit --db "$db"
expect 0

note "a daemon that owns nothing"
by_super "ALTER DATABASE dendro SET dendro.daemon = 'dendro_daemon'"
run players add --db "$owner#lent" Bo
TOKEN=$("$DENDRO" token add --db "$owner#lent" --scopes admin x)
db="$("$tool" url "$server" daemon)#lent"
token=$TOKEN
start --threads 2
TOKEN=$token
known
forget lent 204
stop
"$bin/psql" -X -q -d "$super" -c 'VACUUM (FULL) club_lent.person, club_lent.answer, club_lent."foreign"'
said="pages"
[[ -z $(pages) ]] || fail "it is in the pages of $(pages) after a vacuum"
finish
