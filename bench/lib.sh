# What the benchmarks share: measuring a command, the files they read, the peer they are held against.
# Sourced by the benchmarks in this folder; docs/benchmarks.md has the convention.
#
# bench/run sets DENDRO (the release binary), BENCH_DIR (where files are kept), BENCH_QUICK (1 or 0) and BENCH_ERRORS
# (a file for what a measured command says).
# shellcheck shell=bash
export LC_ALL=C
shopt -s inherit_errexit

bench_source=$(dirname "${BASH_SOURCE[0]}")

# fail <text>...
fail() {
    echo "bench: $*" >&2
    exit 2
}

# The last core that we may use, for every measured command; none is chosen where that cannot be had.
bench_pin=()
if command -v taskset >/dev/null; then
    bench_cores=$(taskset -cp $$)
    bench_pin=(taskset -c "${bench_cores##*[ ,-]}")
fi

# measure <command>...: runs it with its output thrown away, on one core. Sets WALL and CPU (user and system), in
# seconds. What it writes to standard error is in $BENCH_ERRORS. A command that fails ends the benchmark.
measure() {
    local TIMEFORMAT='%3R %3U %3S' spent status=0
    spent=$({ time "${bench_pin[@]}" "$@" >/dev/null 2>"$BENCH_ERRORS"; } 2>&1) || status=$?
    if ((status != 0)); then
        cat "$BENCH_ERRORS" >&2
        fail "exit code $status: $*"
    fi
    # shellcheck disable=SC2034  # WALL and CPU are for the caller
    read -r WALL CPU < <(awk '{ print $1, $2 + $3 }' <<<"$spent")
}

# rate <count> <seconds>: how many a second.
rate() {
    awk -v n="$1" -v s="$2" 'BEGIN { if (s <= 0) exit 1; printf "%.0f\n", n / s }' || fail "too short to measure"
}

# report <what> <peer> <unit> <ours> <theirs> <target>: one line of a round.
report() {
    printf '%s\t%s\t%s\t%s\t%s\t%s\n' "$@"
}

# peer <program> <package>: prints where it is. Debian keeps games outside the usual PATH.
peer() {
    PATH=$PATH:/usr/games command -v "$1" ||
        fail "$1 is not there: install the package $2, and add it to the group 'bench' of scripts/setup"
}

# foret_file <games>: prints the path of that many simulated 4-seat Forêt table records, 80 plies each. Kept from
# run to run, made again when `dendro simulate` has come to play differently.
foret_file() {
    local file=$BENCH_DIR/foret-$1.dendro plies
    local simulate=("$DENDRO" simulate --game foret --seats 4 --level table --seed 1 --games)
    if [[ ! -e $file ]] || ! "${simulate[@]}" 10 | cmp -s -n "$("${simulate[@]}" 10 | wc -c)" - "$file"; then
        echo "bench: simulating $1 games of Forêt" >&2
        "${simulate[@]}" "$1" >"$file.$$"
        plies=$(grep -c '^[1-4]: ' "$file.$$")
        ((plies == $1 * 80)) || fail "$1 games of Forêt have $plies plies"
        "$DENDRO" verify "$file.$$" || fail "dendro verify refuses what dendro simulate wrote"
        # A wrong digest in the last record must be found: the whole file is read and judged.
        if { head -n -1 "$file.$$" && printf 'digest %064d\n' 0; } | "$DENDRO" verify - >/dev/null 2>&1; then
            fail "dendro verify has not seen a wrong digest in the last record"
        fi
        mv "$file.$$" "$file"
    fi
    echo "$file"
}

# simulated_file <name> <games> <argument of simulate>...: prints the path of that many simulated records. Kept from run to run, made again
# when `dendro simulate` has come to play differently.
simulated_file() {
    local file=$BENCH_DIR/$1-$2.dendro games=$2 simulate
    shift 2
    simulate=("$DENDRO" simulate "$@" --seed 1 --games)
    if [[ ! -e $file ]] || ! "${simulate[@]}" 3 | cmp -s -n "$("${simulate[@]}" 3 | wc -c)" - "$file"; then
        echo "bench: simulating $games games: $*" >&2
        "${simulate[@]}" "$games" >"$file.$$"
        "$DENDRO" verify "$file.$$" || fail "dendro verify refuses what dendro simulate wrote"
        mv "$file.$$" "$file"
    fi
    echo "$file"
}

# plies_of <file>: how many move lines its records have.
plies_of() {
    grep -cE '^[1-6*n]: ' "$1"
}

# chess_file <plies>: prints the path of a PGN file with that many plies (bench/chess_games.c), which pgn-extract has
# read without a complaint and counted. Kept from run to run.
chess_file() {
    local file=$BENCH_DIR/chess-$1.pgn source=$bench_source/chess_games.c program=$BENCH_DIR/chess_games.$$
    local extract games plies said
    if [[ ! $file -nt $source ]]; then
        echo "bench: playing $1 plies of chess" >&2
        extract=$(peer pgn-extract pgn-extract)
        gcc -std=c17 -O2 -o "$program" "$source"
        "$program" "$1" 1 >"$file.$$"
        rm "$program"
        plies=$("$extract" -s --plycount "$file.$$" 2>/dev/null |
            awk -F'"' '/^\[PlyCount / { n += $2 } END { print n + 0 }')
        ((plies == $1)) || fail "pgn-extract counts $plies plies of chess, not $1"
        games=$(grep -c '^\[Event ' "$file.$$")
        said=$("$extract" -r "$file.$$" 2>&1 >/dev/null | tr '\r' '\n' | grep -Ev '^$|^Processing |^Games: |^Bot 1 - Bot 2 ')
        [[ $said == "$games games matched out of $games." ]] || fail "pgn-extract says of the chess games: $said"
        mv "$file.$$" "$file"
    fi
    echo "$file"
}

# measure_pgn_extract <file>: `pgn-extract -r` reads and judges every move and writes no game; -s spares it a line a
# game on the terminal. Its exit code is 0 whatever it finds, so anything it says beside its counter is a failure.
measure_pgn_extract() {
    local extract
    extract=$(peer pgn-extract pgn-extract)
    measure "$extract" -r -s "$1"
    if tr '\r' '\n' <"$BENCH_ERRORS" | grep -Ev '^$|^Games: [0-9]+$' >&2; then
        fail "pgn-extract complains about $1"
    fi
}
