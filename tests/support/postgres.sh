#!/usr/bin/env bash
# A PostgreSQL 15 of a test's own: its data and its socket are in a temporary folder, nothing listens on the network, it is never run by
# root, and it ends by itself soon after the process that it is for.
#
# usage: postgres.sh start PID [OPTION]...    starts one for the process PID and prints its FOLDER
#        postgres.sh url FOLDER [ROLE]        its address for the role `owner` (may make schemas; when none is said), `daemon` (may only
#                                             use what the owner grants) or `super`
#        postgres.sh env FOLDER               lines NAME=VALUE, the environment of tests: DENDRO_TEST_POSTGRES, the owner's address,
#                                             DENDRO_TEST_POSTGRES_DAEMON and _SUPER, and _FOLDER
#        postgres.sh kill FOLDER              kill -9 of the server and all of its processes; returns when they are gone
#        postgres.sh again FOLDER             starts it on the same data
#        postgres.sh stop FOLDER              ends it and removes the folder
#        postgres.sh run [OPTION]... COMMAND...   starts one, runs a command in the environment of tests, stops it
#
#   --fsync             commits reach the disk, for what kills or measures; otherwise the server leaves that to the system
#   --under FOLDER      where its folder is made (TMPDIR, else memory, else /tmp)
#   --set NAME=VALUE    a setting of the server, more than once if need be
#
# Where there is no PostgreSQL 15 it prints "SKIPPED: reason" (needs.sh) and ends with 77. A new data folder takes two seconds to make, so
# one is kept in build/ and copied.
set -euo pipefail
export LC_ALL=C

me=$(realpath "${BASH_SOURCE[0]}")
root=$(dirname "$me")/../..
# shellcheck source=tests/support/needs.sh
. "$(dirname "$me")/needs.sh"
bin=${POSTGRES_BIN:-/usr/lib/postgresql/15/bin}
LONGEST=60 # letters of the folder above the server's: the name of a socket has 107

# refuse <text>
refuse() {
    echo "postgres.sh: $1" >&2
    exit 2
}

# --- who runs it -------------------------------------------------------------------------------------------------

# PostgreSQL refuses to be run by root: Debian's user for it does, or nobody.
runner=""
if ((EUID == 0)); then
    runner=postgres
    if ! id -u "$runner" >/dev/null 2>&1; then
        runner=nobody
    fi
fi

# as_runner <command>...
as_runner() {
    (
        cd / # whoever runs it may not be allowed to see where we are
        if [[ -n $runner ]]; then
            exec setpriv --reuid "$runner" --regid "$(id -g "$runner")" --clear-groups env -u HOME "$@"
        fi
        exec "$@"
    )
}

# give <path>...: to whoever runs it
give() {
    if [[ -n $runner ]]; then
        chown -R "$runner:$(id -g "$runner")" "$@"
    fi
}

# --- processes ---------------------------------------------------------------------------------------------------

# began <pid>: when the process began, in ticks since the system did; nothing when it has ended. A number alone may come again.
began() {
    local line fields
    line=$(cat "/proc/$1/stat" 2>/dev/null) || return 0
    read -ra fields <<<"${line##*) }"
    if [[ ${fields[0]} != Z ]]; then
        echo "${fields[19]}"
    fi
}

# postmaster <folder>: the pid of its first process; false when there is none
postmaster() {
    local pid
    pid=$(head -n 1 "$1/data/postmaster.pid" 2>/dev/null) || return 1
    if [[ ! $pid =~ ^[0-9]+$ ]] || ! tr '\0' ' ' 2>/dev/null <"/proc/$pid/cmdline" | grep -qF -- " $1/data "; then
        return 1
    fi
    echo "$pid"
}

# forget_memory <folder>: of a server that was killed, the shared memory that says whether it runs; a server removes it itself
forget_memory() {
    local id
    id=$(sed -n '7s/.* //p' "$1/data/postmaster.pid" 2>/dev/null) || return 0
    if [[ -n $id ]] && awk -v id="$id" '$2 == id && $7 == 0 { found = 1 } END { exit !found }' /proc/sysvipc/shm 2>/dev/null; then
        ipcrm -m "$id" 2>/dev/null || true
    fi
}

# kill_all <folder>: kill -9 of all its processes. Of one that nobody waits for its number may stay, and PostgreSQL would take that for a
# server that runs: its locks are removed as well.
kill_all() {
    local folder=$1 pid children="" child
    if ! pid=$(postmaster "$folder"); then
        return 0
    fi
    kill -STOP "$pid" 2>/dev/null || return 0 # so that it has no more of them
    children=$(cat "/proc/$pid/task/$pid/children" 2>/dev/null) || true
    # shellcheck disable=SC2086 # several
    kill -KILL $children "$pid" 2>/dev/null || true
    for child in $pid $children; do
        while [[ -n $(began "$child") ]]; do
            sleep 0.01
        done
    done
    forget_memory "$folder"
    rm -f "$folder/data/postmaster.pid" "$folder"/socket/.s.PGSQL.*
}

# launch <folder>: returns when the server answers
launch() {
    if ! as_runner "$bin/pg_ctl" -D "$1/data" -l "$1/data/server.log" -s -w -t 300 start >"$1/said" 2>&1; then
        cat "$1/said" "$1/data/server.log" >&2 2>/dev/null || true
        return 1
    fi
}

stop() {
    local folder=$1
    if postmaster "$folder" >/dev/null; then
        as_runner "$bin/pg_ctl" -D "$folder/data" -s -w -t 60 -m immediate stop >/dev/null 2>&1 || kill_all "$folder"
    fi
    forget_memory "$folder" # when somebody else has killed it
    rm -rf "$folder"
}

# --- a data folder -----------------------------------------------------------------------------------------------

# configure <folder> <fsync> <setting>...
configure() {
    local folder=$1 setting
    cat >>"$folder/data/postgresql.conf" <<END
listen_addresses = ''
unix_socket_directories = '$folder/socket'
max_connections = 200
synchronous_commit = on
fsync = $2
full_page_writes = on # a club is not opened without
max_wal_size = 256MB
dynamic_shared_memory_type = mmap # in the data folder: nothing is left in /dev/shm by one that is killed
log_line_prefix = '%m [%p] %u '
END
    for setting in "${@:3}"; do
        printf "%s = '%s'\n" "${setting%%=*}" "${setting#*=}"
    done >>"$folder/data/postgresql.conf"
}

# new_data <folder>: a database `dendro` and the roles, made from nothing
new_data() {
    local folder=$1
    mkdir "$folder/data"
    give "$folder/data"
    as_runner "$bin/initdb" -D "$folder/data" -N -U postgres -A trust -E UTF8 --locale=C --no-instructions >"$folder/said" 2>&1 || {
        cat "$folder/said" >&2
        return 1
    }
    cp "$folder/data/postgresql.conf" "$folder/plain.conf"
    configure "$folder" off
    launch "$folder" || return 1
    as_runner "$bin/psql" -X -q -v ON_ERROR_STOP=1 -d "postgresql:///postgres?host=$folder/socket&user=postgres" >&2 <<'END' || return 1
CREATE ROLE dendro_owner LOGIN;
CREATE ROLE dendro_daemon LOGIN;
CREATE DATABASE dendro OWNER dendro_owner;
\c dendro
-- Functions that SQLite has, for what tests ask by hand.
CREATE SCHEMA sqlite;
GRANT USAGE ON SCHEMA sqlite TO PUBLIC;
CREATE FUNCTION sqlite.hex(bytea) RETURNS text IMMUTABLE LANGUAGE sql AS $$ SELECT upper(encode($1, 'hex')) $$;
CREATE FUNCTION sqlite.zeroblob(integer) RETURNS bytea IMMUTABLE LANGUAGE sql AS $$ SELECT decode(repeat('00', $1), 'hex') $$;
CREATE FUNCTION sqlite.typeof(anyelement) RETURNS text IMMUTABLE LANGUAGE sql AS $$ SELECT CAST(pg_typeof($1) AS text) $$;
CREATE FUNCTION sqlite.gather(text, text, text) RETURNS text IMMUTABLE LANGUAGE sql AS $$ SELECT coalesce($1 || $3, '') || $2 $$;
CREATE AGGREGATE sqlite.group_concat(text, text) (SFUNC = sqlite.gather, STYPE = text);
END
    as_runner "$bin/pg_ctl" -D "$folder/data" -s -w -m fast stop
    cat "$folder/plain.conf" >"$folder/data/postgresql.conf"
    rm -f "$folder/plain.conf" "$folder/data/server.log"
}

# copied_data <folder>: the same, as it was kept; made and kept the first time
copied_data() {
    local folder=$1 kept part
    kept=$root/build/postgres-$("$bin/postgres" -V | awk '{ print $3 }')-$(cksum <"$me" | cut -d' ' -f1) # made by these two
    if [[ ! -r $kept/postgresql.conf ]]; then
        new_data "$folder" || return 1
        part=$kept.$$
        rm -rf "$root"/build/postgres-* 2>/dev/null || true
        # Whether it can be kept is no matter: the next one then takes longer.
        if mkdir -p "$root/build" 2>/dev/null && cp -a "$folder/data" "$part" 2>/dev/null && mv -T "$part" "$kept" 2>/dev/null; then
            return
        fi
        rm -rf "$part"
        return
    fi
    cp -R "$kept" "$folder/data"
    chmod 700 "$folder/data"
    give "$folder/data"
}

# --- commands ----------------------------------------------------------------------------------------------------

# usable <folder>: whether a server's folder can be in it
usable() {
    [[ $1 =~ ^/[A-Za-z0-9/._-]+$ ]] && ((${#1} <= LONGEST)) && [[ -d $1 && -w $1 ]] && as_runner test -x "$1"
}

# parent_folder: where there is room for a few hundred megabytes
parent_folder() {
    local folder
    for folder in "${TMPDIR:-}" /dev/shm; do
        if [[ -n $folder ]] && usable "$folder" && (($(df --output=avail -k "$folder" | tail -n 1) >= 1 << 20)); then
            echo "$folder"
            return
        fi
    done
    echo /tmp
}

# options <argument>...: sets fsync, under, settings, and rest to what follows them
options() {
    fsync=off
    under=""
    settings=()
    while (($# > 0)); do
        case $1 in
            --fsync) fsync=on ;;
            --under | --set)
                [[ -n ${2:-} ]] || refuse "$1 needs a value"
                if [[ $1 == --under ]]; then
                    under=$2
                else
                    settings+=("$2")
                fi
                shift
                ;;
            -*) refuse "no option $1" ;;
            *) break ;;
        esac
        shift
    done
    rest=("$@")
}

# start <pid> <option>...: sets FOLDER
start() {
    local pid=$1
    shift
    options "$@"
    if [[ ! -x $bin/postgres ]]; then
        skip "no PostgreSQL 15 (scripts/setup test)"
    fi
    [[ $pid =~ ^[0-9]+$ && -n $(began "$pid") ]] || refuse "no process $pid"
    if [[ -z $under ]]; then
        under=$(parent_folder)
    fi
    usable "$under" || refuse "$under: not a folder that ${runner:-we} can enter, or its name has more than $LONGEST letters"
    FOLDER=$(mktemp -d "$under/pg-XXXXXX")
    trap 'stop "$FOLDER"' EXIT
    chmod 711 "$FOLDER"
    mkdir -m 700 "$FOLDER/socket" # whoever may enter may connect, as any role
    give "$FOLDER/socket"
    copied_data "$FOLDER"
    configure "$FOLDER" "$fsync" "${settings[@]}"
    launch "$FOLDER"
    setsid "$me" watch "$pid" "$(began "$pid")" "$FOLDER" </dev/null >/dev/null 2>&1 &
    trap - EXIT
}

# watch <pid> <when it began> <folder>: stops the server when that process has ended, or somebody has removed its folder
watch() {
    local server="" since="" now
    while [[ -d $3 ]]; do
        if [[ -z $2 || $(began "$1") != "$2" ]]; then
            stop "$3"
            return
        fi
        if now=$(postmaster "$3") && [[ $now != "$server" ]]; then
            server=$now
            since=$(began "$server")
        fi
        sleep 1
    done
    if [[ -n $since && $(began "$server") == "$since" ]]; then
        kill -QUIT "$server" 2>/dev/null || true # at once, and its processes with it
    fi
}

# url <folder> [<role>]
url() {
    case ${2:-owner} in
        owner | daemon) echo "postgresql:///dendro?host=$1/socket&user=dendro_${2:-owner}" ;;
        super) echo "postgresql:///dendro?host=$1/socket&user=postgres" ;;
        *) refuse "no role $2" ;;
    esac
}

environment() {
    echo "DENDRO_TEST_POSTGRES=$(url "$1")"
    echo "DENDRO_TEST_POSTGRES_DAEMON=$(url "$1" daemon)"
    echo "DENDRO_TEST_POSTGRES_SUPER=$(url "$1" super)"
    echo "DENDRO_TEST_POSTGRES_FOLDER=$1"
}

# run <option>... <command>...
run() {
    local lines status=0
    start $$ "$@"
    trap 'stop "$FOLDER"' EXIT
    mapfile -t lines < <(environment "$FOLDER")
    env "${lines[@]}" "${rest[@]}" || status=$?
    return "$status"
}

command=${1:-}
shift || true
case $command in
    url | env | kill | again | stop)
        [[ -n ${1:-} && -d $1/data ]] || refuse "$command: no server in '${1:-}'"
        ;;
esac
case $command in
    start)
        start "$@"
        echo "$FOLDER"
        ;;
    url) url "$@" ;;
    env) environment "$1" ;;
    kill) kill_all "$1" ;;
    again) launch "$1" ;;
    stop) stop "$1" ;;
    watch) watch "$@" ;;
    run) run "$@" ;;
    *)
        sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//p}' "$me"
        [[ $command == -h || $command == --help ]]
        ;;
esac
