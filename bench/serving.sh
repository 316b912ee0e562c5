# What the benchmarks of the daemon share: starting it, the games that moves are recorded in, wrk that records them or asks for pages.
# Source lib.sh first, and set work (a folder), open (how many games are played) and seconds (how long each is measured).
# shellcheck shell=bash
: "${work:?}" "${open:?}" "${seconds:?}" "${bench_source:?}"
peers=$bench_source/peers

# club <games>: prints the path of a database with that many finished games.
club() {
    local db=$BENCH_DIR/http-$1.db
    if [[ ! -e $db ]]; then
        echo "bench: importing $1 games" >&2
        rm -f "$db.part"*
        "$DENDRO" import --quiet --db "$db.part" "$(foret_file "$1")" >&2
        mv "$db.part" "$db"
    fi
    echo "$db"
}

# games_to_play <games>: one game's moves in $work/lines, and so many games to play them in as records in $work/open.
games_to_play() {
    "$DENDRO" simulate --game foret --seats 3 --level table --seed 7 --games 1 | grep -E '^[1-3]: ' >"$work/lines"
    awk -v n="$1" 'BEGIN { for (i = 0; i < n; i++) printf "dendro 1\ngame foret\nid %d\nseat 1 Ada\nseat 2 Bo\nseat 3 Cy\n\n", i }' >"$work/open"
}

pids=()
# end_servers: all that were started
end_servers() {
    local pid
    for pid in "${pids[@]}"; do
        kill "$pid" 2>/dev/null || true
    done
    wait
}

# start_daemon <database> [option]...: sets URL and PID.
start_daemon() {
    local db=$1 line
    shift
    coproc daemon { exec "$DENDRO" serve --db "$db" --listen 127.0.0.1:0 "$@" 2>&1; }
    PID=$!
    pids+=("$PID")
    while read -r line <&"${daemon[0]}"; do
        if [[ $line == *"listening on"* ]]; then
            # shellcheck disable=SC2034 # for the caller
            URL=${line##* }
            return
        fi
    done
    fail "the daemon did not start"
}

stop() {
    kill "$1"
    wait "$1" 2>/dev/null || true
}

# moves <url> <connections> <first game>: moves a second. What moves.lua takes from the environment besides is the caller's.
moves() {
    local threads=$(($2 > 1 ? 2 : 1)) said
    said=$(FIRST=$3 SPAN=${SPAN:-$((open / 4))} LINES=$work/lines wrk -t "$threads" -c "$2" -d "${seconds}s" -s "$peers/moves.lua" "$1")
    grep -q '^BAD 0$' <<<"$said" || fail "requests failed: $said"
    awk '$1 == "REFUSED" && $2 > 0.1 { exit 1 }' <<<"$said" || fail "too many moves were refused: $said"
    sed -n 's/^RATE //p' <<<"$said"
}

# pages <url>: answers a second with 32 connections.
pages() {
    wrk -t 2 -c 32 -d "${seconds}s" "$1" | awk '/^Requests\/sec:/ { print $2 } /Non-2xx/ { exit 1 }' || fail "not all of $1 was answered"
}

# mean <a> <b>
mean() {
    awk -v a="$1" -v b="$2" 'BEGIN { print (a + b) / 2 }'
}
