#!/usr/bin/env bash
# The role of a daemon may do what a daemon does, and no more; and an address, however odd, never says its password.
set -euo pipefail
. "${SOURCE_DIR:?}/tests/support/assert.sh"
[[ -n ${DENDRO_TEST_POSTGRES:-} ]] || skip "no PostgreSQL (scripts/test postgres starts one)"
psql=/usr/lib/postgresql/15/bin/psql
slug=roles-$$
owner="$DENDRO_TEST_POSTGRES#$slug"
daemon="$DENDRO_TEST_POSTGRES_DAEMON#$slug"
schema="\"club_$slug\""
other="\"club_other-$$\""

# by <address> <sql>
by() {
    "$psql" -X -qAt -v ON_ERROR_STOP=1 -d "$1" -c "$2" 2>&1
}

clean_up() {
    by "$DENDRO_TEST_POSTGRES" "SET client_min_messages = error; DROP SCHEMA IF EXISTS $schema CASCADE; DROP SCHEMA IF EXISTS $other CASCADE" || true
    by "$DENDRO_TEST_POSTGRES_SUPER" "ALTER DATABASE $(by "$DENDRO_TEST_POSTGRES" 'SELECT current_database()') RESET dendro.daemon" || true
    rm -rf "$work"
}
trap clean_up EXIT

# denied <sql>: to the daemon
denied() {
    note "denied: $1"
    if said=$(by "$DENDRO_TEST_POSTGRES_DAEMON" "$1"); then
        fail "the daemon's role may"
    fi
    case $said in
    *"permission denied"* | *"must be owner"*) ;;
    *) fail "refused for another reason" ;;
    esac
}

note "a club before there is a role"
"$DENDRO" players add --db "$DENDRO_TEST_POSTGRES#other-$$" Ann >/dev/null
by "$DENDRO_TEST_POSTGRES_SUPER" "ALTER DATABASE $(by "$DENDRO_TEST_POSTGRES" 'SELECT current_database()') SET dendro.daemon = 'dendro_daemon'"
note "a club with its role"
"$DENDRO" players add --db "$owner" Ann >/dev/null
"$DENDRO" players add --db "$daemon" Zoé >/dev/null
"$DENDRO" audit --db "$daemon" >/dev/null
"$DENDRO" rebuild --db "$daemon" >/dev/null

denied "UPDATE $schema.entry SET at = 0"
denied "DELETE FROM $schema.entry"
denied "TRUNCATE $schema.entry"
denied "UPDATE $schema.catalogue SET added = 0"
denied "DELETE FROM $schema.catalogue"
denied "DELETE FROM $schema.head"
denied "INSERT INTO $schema.head VALUES (true, 0, 14)"
denied "DROP TRIGGER entry_no_change ON $schema.entry"
denied "ALTER TABLE $schema.entry DISABLE TRIGGER ALL"
denied "DROP TABLE $schema.entry"
denied "CREATE TABLE $schema.mine (x integer)"
denied "SET session_replication_role = replica"
denied "SELECT * FROM $other.entry"
denied "SELECT * FROM $other.person"
denied "SELECT rolpassword FROM pg_authid"
finish
