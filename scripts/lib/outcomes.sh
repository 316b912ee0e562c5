# shellcheck shell=bash
# How scripts/test counts: every check and test ends as one line of the file $OUTCOMES, and `closing_lines` counts and shows
# them. Source this file in the root of the checkout.
#
#   begin_outcomes FOLDER            forgets what was; FOLDER has the outcomes and the output of what failed
#   check NAME COMMAND...            one check; its output is shown when it fails, and false returned
#   beside NAME COMMAND...           the same, while others run, $JOBS at a time
#   end_beside                       waits for those, and shows them in the order in which they were begun
#   ahead ITEM...                    begins these functions, one after the other, beside all that follows: at the lowest priority, so
#                                    that they have only what the rest leaves of the cores
#   take ITEM                        does what the function does, or waits for it when it was begun ahead: what it said and found
#                                    comes here, in the order of the stages
#   ctest_tests STAGE BUILD ARG...   runs the tests of a build folder with ctest
#   browser_tests STAGE COMMAND...   runs the browser's tests with a command that takes the names of tests
#   closing_lines [strict]           what was skipped, flaky and failed, and the line "N passed, M failed, K skipped"; false when
#                                    something failed
#
# A test that fails is run once more by itself. When it passes then it is flaky: it counts as passed, unless `strict`, and the
# closing lines show it with the output of its failure. When more than $MANY fail at once, that is no chance: they have failed.
MANY=20
SHOWN=60    # lines of a failure in the closing lines
launcher=() # what ctest is started with
BESIDE=0    # checks begun by `beside`
AHEAD=0     # the process of what was begun by `ahead`

begin_outcomes() {
    OUTCOMES_FOLDER=$1
    OUTCOMES=$1/outcomes
    rm -rf "$1"
    mkdir -p "$1"
    : >"$OUTCOMES"
}

# outcome <passed|failed|flaky|skipped> <name> [<file with the output, or reason>]
outcome() {
    printf '%s\t%s\t%s\n' "$1" "$2" "${3:-}" >>"$OUTCOMES"
}

check() {
    local name=$1 log
    shift
    log=$OUTCOMES_FOLDER/${name//[^a-z0-9]/-}.log
    if "$@" >"$log" 2>&1; then
        echo "  ok      $name"
        outcome passed "$name"
    else
        cat "$log"
        echo "  FAILED  $name"
        outcome failed "$name" "$log"
        return 1
    fi
}

beside() {
    while (($(jobs -pr | wc -l) >= ${JOBS:-2})); do
        wait -n || true
    done
    BESIDE=$((BESIDE + 1))
    check "$@" >"$OUTCOMES_FOLDER/beside-$((100 + BESIDE))" 2>&1 &
}

end_beside() {
    wait
    cat "$OUTCOMES_FOLDER"/beside-*
    rm "$OUTCOMES_FOLDER"/beside-*
}

ahead() {
    local item
    for item in "$@"; do
        : >"$OUTCOMES_FOLDER/ahead-$item"
    done
    run_ahead "$@" &
    AHEAD=$!
    disown # end_beside does not wait for it
}

# run_ahead <item>...: what each says, finds and ends with is left in files for `take`
run_ahead() {
    local item said OUTCOMES status
    renice -n 19 "$BASHPID" >/dev/null || true
    for item in "$@"; do
        said=$OUTCOMES_FOLDER/ahead-$item
        OUTCOMES=$said.outcomes
        : >"$OUTCOMES"
        status=0
        "$item" >"$said" 2>&1 || status=$?
        echo "$status" >"$said.ending"
        mv "$said.ending" "$said.ended" # it is there with its content or not at all
    done
}

take() {
    local item=$1 said=$OUTCOMES_FOLDER/ahead-$1
    if [[ ! -e $said ]]; then # not begun ahead, or taken already
        "$item"
        return
    fi
    while [[ ! -e $said.ended ]] && kill -0 "$AHEAD" 2>/dev/null; do
        sleep 0.2
    done
    cat "$said"
    if [[ ! -e $said.ended ]]; then
        outcome failed "$item: it did not come to an end" "$said"
        return 1
    fi
    cat "$said.outcomes" >>"$OUTCOMES"
    rm "$said"
    return "$(<"$said.ended")"
}

# settle <stage> <failed test> <its output> <whether it may be run again> <command>...: the command runs the test again
settle() {
    local name="$1: $2" log=$3 again=$4
    shift 4
    if ((again)) && "$@" >"$log.again" 2>&1; then
        echo "  FLAKY   $name: it passes when it is run again"
        outcome flaky "$name" "$log"
    else
        outcome failed "$name" "$log"
    fi
}

# ctest_again <build> <test> <ctest argument>...: one test, by itself
ctest_again() {
    local build=$1 name=$2
    shift 2
    "${launcher[@]}" ctest --test-dir "$build" --output-on-failure --no-tests=error "$@" -R "^${name//./\\.}\$"
}

ctest_tests() {
    local stage=$1 build=$2 folder=$OUTCOMES_FOLDER/$1 status=0 kind name detail again
    shift 2
    mkdir -p "$folder"
    "${launcher[@]}" ctest --test-dir "$build" -j "${JOBS:-2}" --no-tests=error --no-label-summary \
        --test-output-size-passed 1000000 --output-junit "$(realpath "$folder")/ctest.xml" "$@" || status=$?
    python3 scripts/lib/ctest_outcomes.py "$folder/ctest.xml" "$folder" >"$folder/outcomes" || true
    if [[ ! -s $folder/outcomes ]]; then
        outcome failed "$stage: ctest ran no test"
        return
    fi
    again=$(($(grep -c '^failed' "$folder/outcomes" || true) <= MANY))
    while IFS=$'\t' read -r kind name detail; do
        if [[ $kind == failed ]]; then
            status=0
            settle "$stage" "$name" "$detail" "$again" ctest_again "$build" "$name" "$@"
        else
            outcome "$kind" "$stage: $name" "$detail"
        fi
    done <"$folder/outcomes"
    if ((status != 0)); then
        outcome failed "$stage: no test failed, but ctest ended with $status"
    fi
}

browser_tests() {
    local stage=$1 folder=$OUTCOMES_FOLDER/$1 word name log again
    shift
    mkdir -p "$folder"
    "$@" 2>&1 | tee "$folder/log" || true
    again=$(($(grep -c '^FAILED  ' "$folder/log" || true) <= MANY))
    # A test's line is `ok      NAME (SECONDS s)` or `FAILED  NAME (SECONDS s)`; what follows with spaces before it is why.
    while read -r word name; do
        name=${name% (*}
        if [[ $word == ok ]]; then
            outcome passed "$stage: $name"
            continue
        fi
        log=$folder/${name//[^A-Za-z0-9]/-}.log
        awk -v line="FAILED  $name (" 'index($0, line) == 1 { on = 1; next } /^[^ ]/ { on = 0 } on { sub(/^    /, ""); print }' "$folder/log" >"$log"
        settle "$stage" "$name" "$log" "$again" env JOBS=1 "$@" "$name"
    done < <(grep -E '^(ok    |FAILED)  .* \([0-9.]+ s\)$' "$folder/log")
    if ! grep -qE '^[0-9]+ passed, [0-9]+ failed' "$folder/log"; then
        outcome failed "$stage: the tests did not come to an end" "$folder/log"
    fi
}

# show <what> <kind>: those of that kind, each with the end of its output
show() {
    local name log
    while IFS=$'\t' read -r _ name log; do
        printf '%-8s %s\n' "$1" "$name"
        if [[ -f $log ]]; then
            tail -n "$SHOWN" "$log" | awk '{ print "    | " $0 }'
        fi
    done < <(grep -a "^$2"$'\t' "$OUTCOMES" || true)
}

closing_lines() {
    local good bad flaky left_out
    good=$(grep -ac '^passed' "$OUTCOMES" || true)
    bad=$(grep -ac '^failed' "$OUTCOMES" || true)
    flaky=$(grep -ac '^flaky' "$OUTCOMES" || true)
    left_out=$(grep -ac '^skipped' "$OUTCOMES" || true)
    awk -F'\t' '$1 == "skipped" { print "SKIPPED  " $2 ": " $3 }' "$OUTCOMES"
    show FLAKY flaky
    show FAILED failed
    if [[ ${1:-} == strict ]]; then
        bad=$((bad + flaky))
    else
        good=$((good + flaky))
    fi
    echo "$good passed, $bad failed, $left_out skipped"
    ((bad == 0))
}
