#!/usr/bin/env bash
# tests/support/postgres.sh: who runs the server, who may enter, that it keeps to itself, and that nothing is left of it: after `stop`,
# when the process that it was for was killed, and when its folder was removed. And the cutting proxy as a program.
set -euo pipefail
. "${SOURCE_DIR:?}/tests/support/assert.sh"
tool=$SOURCE_DIR/tests/support/postgres.sh
psql=/usr/lib/postgresql/15/bin/psql
server=""
trap '[[ -z $server ]] || "$tool" stop "$server" || true; rm -rf "$work"' EXIT

# is <what> <wanted> <got>
is() {
    note "$1"
    said="postgres.sh"
    if [[ $2 != "$3" ]]; then
        fail "'$3', not '$2'"
    fi
}

# ask_it <sql>
ask_it() {
    "$psql" -X -qAt -d "$("$tool" url "$server")" -c "$1" 2>&1
}

# first_process: of the server
first_process() {
    head -n 1 "$server/data/postmaster.pid"
}

# is_gone <pid>
is_gone() {
    [[ ! -e /proc/$1 ]] || grep -q '^State:.Z' "/proc/$1/status"
}

server=$("$tool" start $$) || skip "${server#SKIPPED: }"
pid=$(first_process)
if ((EUID == 0)); then
    is "not root" "" "$(find "/proc/$pid" -maxdepth 0 -uid 0)"
fi
is "rights" "711 700 700" "$(stat -c %a "$server" "$server/socket" "$server/data" | paste -sd' ')"
is "no port" "" "$(ask_it 'SHOW listen_addresses')"
is "fsync" off "$(ask_it 'SHOW fsync')"
is "synchronous_commit" on "$(ask_it 'SHOW synchronous_commit')"
is "environment" 4 "$("$tool" env "$server" | grep -c '^DENDRO_TEST_POSTGRES')"

note "kill and again"
ask_it "CREATE SCHEMA club_x CREATE TABLE kept (x integer)" >/dev/null
"$tool" kill "$server"
is "killed" yes "$(is_gone "$pid" && echo yes)"
"$tool" again "$server"
is "again" 0 "$(ask_it 'SELECT count(*) FROM club_x.kept')"
segment=$(sed -n '7s/.* //p' "$server/data/postmaster.pid")
is "shared memory" 1 "$(awk -v id="$segment" '$2 == id' /proc/sysvipc/shm | wc -l)"
"$tool" kill "$server"
"$tool" stop "$server"
is "stopped after it was killed" "" "$(awk -v id="$segment" '$2 == id' /proc/sysvipc/shm; ls -d "$server" 2>/dev/null)"

note "the process that it is for is killed"
sleep 1000 &
owner=$!
server=$("$tool" start "$owner" --fsync --set work_mem=5MB)
pid=$(first_process)
is "settings" "on 5MB" "$(ask_it 'SHOW fsync') $(ask_it 'SHOW work_mem')"
kill -9 "$owner"
wait "$owner" 2>/dev/null || true
eventually is_gone "$pid" || fail "it goes on"
eventually test ! -e "$server" || fail "its folder is still there"

note "its folder is removed"
server=$("$tool" start $$)
pid=$(first_process)
sleep 2 # the watcher has seen it; without, PostgreSQL itself looks once a minute
rm -rf "$server"
eventually is_gone "$pid" || fail "it goes on"
server=""

note "run"
said="postgres.sh run"
code=0
# shellcheck disable=SC2016 # for the shell that is run
"$tool" run bash -c 'echo "$DENDRO_TEST_POSTGRES_FOLDER"; exit 5' >"$out" || code=$?
is "exit code" 5 "$code"
is "stopped" no "$([[ -e $(<"$out") ]] && echo yes || echo no)"
code=0
POSTGRES_BIN=/nowhere "$tool" start $$ >"$out" || code=$?
is "without PostgreSQL" "77 SKIPPED: no PostgreSQL 15 (scripts/setup test)" "$code $(<"$out")"

note "the proxy as a program"
server=$("$tool" start $$)
mkdir "$work/proxy"
coproc proxy { "${CUTTING_PROXY:?}" "$work/proxy/.s.PGSQL.5432" "$server/socket/.s.PGSQL.5432"; }
tell() {
    echo "$1" >&"${proxy[1]}"
    read -r -t "$PATIENCE" answer <&"${proxy[0]}"
}
read -r -t "$PATIENCE" answer <&"${proxy[0]}"
is "it listens" ok "$answer"
through="postgresql:///dendro?host=$work/proxy&user=dendro_owner"
is "it passes on" 42 "$("$psql" -X -qAt -d "$through" -c 'SELECT 42')"
tell "cut before back 1 of 2"
is "it takes a rule" ok "${answer%% *}"
if "$psql" -X -qAt -d "$through" -c 'SELECT 42' >"$out" 2>&1; then
    fail "it was not cut"
fi
tell "cut the line"
is "it refuses a line" "error:" "${answer%% *}"

finish
