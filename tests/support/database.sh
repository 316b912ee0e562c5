# shellcheck shell=bash
# Helpers for tests/api that need a database; source assert.sh first.
#
#   tamper DB SQL...       changes a database as nobody should: the triggers that forbid it are taken away and put back
#   entries DB             the number of entries in its log
#   has_entries DB         true when there is one; also while somebody makes the database
#   copy_db FROM TO        a copy of a database that nobody has open
: "${work:?source assert.sh first}"
unset DENDRO_DB
needs sqlite3 || exit 77

tamper() {
    local db=$1
    shift
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
    sqlite3 "$1" "SELECT count(*) FROM entry"
}

has_entries() {
    [[ -e $1 ]] && (($(sqlite3 -readonly "$1" "SELECT count(*) FROM entry" 2>/dev/null || echo 0) > 0))
}

copy_db() {
    rm -f "$2" "$2-wal" "$2-shm"
    cp "$1" "$2"
}
