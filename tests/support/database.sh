# shellcheck shell=bash
# Helpers for tests/api that need a database; source assert.sh first.
#
#   db                     its address: "$work/club.db", or a club of the server with DENDRO_TEST_ENGINE=postgres
#   address FILE           the same for any file of $work
#   on_server              true when it is a club of a server
#   sql DB SQL             the rows of a question in words that both engines know, columns with | between them
#   tamper DB SQL...       changes a database as nobody should: the triggers that forbid it are taken away and put back
#   entries DB             the number of entries in its log
#   has_entries DB         true when there is one; also while somebody makes the database
#   copy_db FROM TO        a copy of a database that nobody has open
: "${work:?source assert.sh first}"
unset DENDRO_DB
needs sqlite3 || exit 77
psql=${POSTGRES_BIN:-/usr/lib/postgresql/15/bin}/psql

on_server() {
    [[ ${DENDRO_TEST_ENGINE:-} == postgres ]]
}

# The club of a file is named after its path, which no other test has.
address() {
    if on_server; then
        echo "$DENDRO_TEST_POSTGRES#t-$(printf '%s' "$1" | sha256sum | cut -c1-16)"
    else
        echo "$1"
    fi
}

if on_server && [[ -z ${DENDRO_TEST_POSTGRES:-} ]]; then
    skip "no PostgreSQL (scripts/test postgres starts one)"
fi
db=$(address "$work/club.db")

# ask_server DB PSQL...: psql on a club's tables
ask_server() {
    local slug=${1##*#} server=$DENDRO_TEST_POSTGRES
    shift
    PGOPTIONS="-c search_path=\"club_$slug\",sqlite -c client_min_messages=error" "$psql" -X -q -A -t -v ON_ERROR_STOP=1 -d "${AS:-$server}" "$@"
}

sql() {
    if [[ $1 == postgresql:* ]]; then
        ask_server "$1" -c "$2"
    else
        sqlite3 "$1" "$2"
    fi
}

tamper() {
    local db=$1
    shift
    if [[ $db == postgresql:* ]]; then
        printf '%s;\n' "SET session_replication_role = replica" "$@" >"$work/.tamper.sql"
        AS=$DENDRO_TEST_POSTGRES_SUPER ask_server "$db" -1 -f "$work/.tamper.sql" >/dev/null || fail "cannot tamper: $*"
        return
    fi
    {
        echo "PRAGMA foreign_keys = OFF; BEGIN;"
        sqlite3 "$db" "SELECT 'DROP TRIGGER ' || name || ';' FROM sqlite_schema WHERE type = 'trigger'"
        printf '%s;\n' "$@"
        sqlite3 "$db" "SELECT sql || ';' FROM sqlite_schema WHERE type = 'trigger'"
        echo "COMMIT;"
    } >"$work/.tamper.sql"
    sqlite3 -bail "$db" <"$work/.tamper.sql" || fail "cannot tamper: $*"
}

entries() {
    sql "$1" "SELECT count(*) FROM entry"
}

has_entries() {
    [[ -e $1 ]] && (($(sqlite3 -readonly "$1" "SELECT count(*) FROM entry" 2>/dev/null || echo 0) > 0))
}

copy_db() {
    rm -f "$2" "$2-wal" "$2-shm"
    cp "$1" "$2"
}
