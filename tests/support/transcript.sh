# shellcheck shell=bash
# Helpers for tests/api that hold everything that was said against a file in tests/api/transcripts, to the byte; source assert.sh
# first.
#
#   make_club                a database "$work/club.db" with games of every kind, always the same but for handles
#   tell WORD...             runs the program and adds the words, what it wrote and its exit code to the transcript
#   add_answer TEXT FILE     adds a file under a heading
#   same NAME                the transcript is that of tests/api/transcripts/NAME.txt; begins a new one
#
# Handles, times, hashes of entries and the folder of the test are written as words, because they are others each time. With
# DENDRO_WRITE_TRANSCRIPTS=1 the files are written instead of compared: read the difference before you commit it.
: "${work:?source assert.sh first}" "${out:?}" "${err:?}" "${code:?}" "${DENDRO:?}" "${SOURCE_DIR:?}"
transcript=$work/.transcript
names=$work/.names
: >"$transcript"
: >"$names"
unset DENDRO_DB

# make_club: a demo season, and from the golden records what a season has not: solo games, contested ones, take-backs, other levels.
make_club() {
    local foret=$SOURCE_DIR/replays/foret ecos=$SOURCE_DIR/replays/ecos grandbois=$SOURCE_DIR/replays/grandbois
    "$DENDRO" demo --db "$db" --nights 4 --seed 7 >"$out" 2>"$err" || fail "no demo: $(cat "$err")"
    sed '/^seat 1/a played 2026-11-13' "$foret/solo-easy.dendro" >"$work/solo.dendro"
    sed '/^seat 4/a played 2026-11-13\nplace Cave' "$foret/ties-four-seats.dendro" >"$work/ties.dendro"
    "$DENDRO" import --db "$db" --quiet "$work/solo.dendro" "$work/ties.dendro" "$foret/take-back.dendro" \
        "$foret/contested/written-scores.dendro" "$foret/unfinished-five.dendro" "$foret/duel-full.dendro" "$ecos/sheet.dendro" \
        "$ecos/full-3-players.dendro" "$ecos/tie-broken.dendro" "$grandbois/expert-three.dendro" "$grandbois/tie-shared.dendro" \
        "$grandbois/four-sheet.dendro" >"$out" 2>"$err" || fail "no import: $(cat "$err")"
    sql "$db" "SELECT 's/' || handle || '/(' || coalesce(name, '') || ')/g' FROM person" |
        LC_ALL=C sort >"$names"
}

# plain: what differs from run to run becomes a word.
plain() {
    sed -E -f "$names" -e "s|postgresql:///dendro[^ ]*#${db##*#}|WORK/club.db|g" -e "s#$work#WORK#g; s#$SOURCE_DIR#SOURCE#g" \
        -e 's/20[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z/TIME/g; s/[0-9a-f]{64}/HASH/g; s/\b1[0-9]{12}\b/TIME/g' \
        -e 's/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/UUID/g' \
        -e 's/[A-Za-z0-9+\/]{43}=/HASH/g; s/\b[0-9a-hjkmnp-tv-z]{12}\b/HANDLE/g'
}

tell() {
    run "$@"
    {
        echo "\$ dendro $*"
        cat "$out"
        sed 's/^/! /' "$err"
        echo "= $code"
        echo
    } | plain >>"$transcript"
}

add_answer() {
    {
        echo "\$ $1"
        cat "$2"
        echo
    } | plain >>"$transcript"
}

same() {
    local wanted=$SOURCE_DIR/tests/api/transcripts/$1.txt
    if [[ ${DENDRO_WRITE_TRANSCRIPTS:-} == 1 ]]; then
        cp "$transcript" "$wanted"
    elif ! cmp -s "$wanted" "$transcript"; then
        fail "$1.txt differs (wanted is -)"
        diff -u "$wanted" "$transcript" | cut -c 1-300 | head -60 || true
    fi
    : >"$transcript"
}
