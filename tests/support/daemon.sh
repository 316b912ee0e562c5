# shellcheck shell=bash
# Helpers for tests/api that talk to a daemon with curl; source assert.sh first.
#
#   start OPTION...        starts a daemon on "$work/club.db", or on $db (database.sh); sets URL, PORT, daemon, and TOKEN on a new database
#   stop                   SIGTERM; it must end with 0
#   ask STATUS CURL...     curl's answer goes to "$out", its headers to "$heads"; fails unless it has that status
: "${work:?source assert.sh first}" "${PATIENCE:?}"
: "${out:?}"
export DENDRO_HOST=${DENDRO_HOST-*} # a test that is not about names calls the daemon what it likes
daemon=""
heads=$work/.heads
TOKEN=""
# Whatever a test has started in the background ends with it.
# shellcheck disable=SC2154 # pid
trap 'for pid in $(jobs -p); do kill "$pid" 2>/dev/null || true; done; rm -rf "$work"' EXIT
needs curl || exit 77

# shellcheck disable=SC2034 # TOKEN and PORT are for the tests
start() {
    local line
    rm -f "$work/said"
    mkfifo "$work/said"
    # Out of the environment, so that a test may say otherwise: an option is given once.
    DENDRO_DB=${db:-$work/club.db} DENDRO_LISTEN=127.0.0.1:0 "$DENDRO" serve "$@" >"$work/said" &
    daemon=$!
    exec 3<"$work/said"
    while read -r -t "$PATIENCE" line <&3; do
        case $line in
            *token*) TOKEN=${line##* } ;;
            *listening*)
                URL=${line##* }
                PORT=${URL##*:}
                return
                ;;
        esac
    done
    echo "the daemon did not start"
    exit 1
}

stop() {
    kill "$daemon"
    wait "$daemon" || fail "the daemon ended with $?"
    exec 3<&-
}

ask() {
    local wanted=$1 got
    shift
    # shellcheck disable=SC2034 # assert.sh shows it
    said="curl $*"
    got=$(curl -s -m "$PATIENCE" -o "$out" -D "$heads" -w '%{http_code}' "$@") || true
    if [[ $got != "$wanted" ]]; then
        fail "status $got, not $wanted"
        head -c 600 "$out" || true
    fi
}
