#!/usr/bin/env bash
# Addresses of clubs that are odd or hostile: each is refused, nothing of it becomes SQL, and nobody is told the password.
set -euo pipefail
. "${SOURCE_DIR:?}/tests/support/assert.sh"
[[ -n ${DENDRO_TEST_POSTGRES:-} ]] || skip "no PostgreSQL (scripts/test postgres starts one)"
psql=/usr/lib/postgresql/15/bin/psql
schemas() {
    "$psql" -X -qAt -d "$DENDRO_TEST_POSTGRES" -c "SELECT nspname FROM pg_namespace WHERE nspname LIKE '%drop%' OR nspname LIKE '%x\"%'"
}
server=$DENDRO_TEST_POSTGRES
long=$(printf 'a%.0s' {1..5000})
# refused <address>
refused() {
    note "${1:0:100}"
    if said=$("$DENDRO" players add --db "$1" Ann 2>&1); then
        fail "taken"
    fi
    if [[ $said == *[sS]ECRET* || $said == *TAIL* ]]; then
        fail "says the password"
    fi
    if [[ -z $said || ${#said} -gt 600 ]]; then
        fail "does not say why, or too much"
    fi
}
for slug in '' 'x"; DROP SCHEMA public; --' "x'; drop" 'a b' 'A' 'é' 'a%00b' 'x#y' '#' '../x' "$long" "${long:0:41}" $'a\nb' '$1' '"'; do
    refused "$server#$slug"
done
refused "$server"
none=127.0.0.1:1
for password in SECRET 'SECRET%40x' 'SECRET@TAIL' 'SECRET/TAIL' 'SECRET#TAIL' 'SECRET%zzTAIL' 'SECRET%00TAIL' 'SECRET:TAIL' 'SECRET?TAIL' '12/SECRET'; do
    refused "postgresql://somebody:$password@$none/club#slug"
    refused "postgresql://$none/club?user=somebody&password=$password#slug"
done
refused "postgresql://somebody:SECRET@[::1/club#slug"
refused "postgresql://somebody:SECRET@$none/club?nonsense=TAIL#slug"
note "a good one"
"$DENDRO" players add --db "$server#good-$$" Ann >/dev/null
"$psql" -X -qAt -d "$server" -c "SET client_min_messages = error; DROP SCHEMA \"club_good-$$\" CASCADE"
[[ -z $(schemas) ]] || fail "a schema was made"

note "a schema of that name which is no club"
"$psql" -X -qAt -d "$server" -c "CREATE SCHEMA \"club_empty-$$\""
refused "$server#empty-$$"
[[ $said == *"already exists"* && $said != *damaged* ]] || fail "it says $said"
"$psql" -X -qAt -d "$server" -c "DROP SCHEMA \"club_empty-$$\""

note "several make the same club at once"
for round in 1 2 3; do
    for who in Ann Bo Cy Di Eve; do
        "$DENDRO" players add --db "$server#once-$$-$round" $who >/dev/null 2>"$work/complaints-$who" || cat "$work/complaints-$who" >>"$work/failed" &
    done
    wait
    [[ ! -e $work/failed ]] || fail "$(cat "$work/failed")"
    [[ $("$DENDRO" players list --db "$server#once-$$-$round" | wc -l) == 5 ]] || fail "not everybody is there"
    "$psql" -X -qAt -d "$server" -c "SET client_min_messages = error; DROP SCHEMA \"club_once-$$-$round\" CASCADE"
done
finish
