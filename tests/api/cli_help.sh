#!/usr/bin/env bash
# Help, version, completion: everything that is made from the table of commands.
set -eu
. "$SOURCE_DIR/tests/support/assert.sh"

note "version"
run --version
expect 0
expect_err </dev/null
expect_out < <(sed -nE 's/^project\(dendro VERSION ([0-9.]+) .*/dendro \1/p' "$SOURCE_DIR/CMakeLists.txt")

note "the list of commands"
run --help
expect 0
cp "$out" "$work/help"
mapfile -t commands < <(sed -n '/^commands:$/,/^$/s/^  \([a-z]*\) .*/\1/p' "$work/help")
if ((${#commands[@]} < 8)); then
    fail "only ${#commands[@]} commands"
fi
run help
expect 0
expect_out <"$work/help"
run -h
expect 0
expect_out <"$work/help"

[[ $(tail -1 "$work/help") == "'dendro help COMMAND' says more about a command." ]] || fail "where is more to be read?"
DENDRO_LANG=fr run help
[[ $(tail -1 "$out") == "« dendro help COMMANDE » en dit plus sur une commande." ]] || fail "et en français ?"

note "a page"
run help score
expect 0
expect_out <<'END'
usage: dendro score [--json] [--catalogue FILE] [--db PATH] [FILE|-]...

dendro score: score each record as the rules say

Reads standard input when no file is given. A record that cannot be scored is
reported on standard error and makes the exit code 1; the others are scored.

options:
  --json                    answer in JSON, one object a line
  --catalogue FILE          a catalogue that records may name (again for more)
  --db PATH                 a database whose catalogues records may name
  --clubs DIR               a folder of many clubs (or set DENDRO_CLUBS)
  --club SLUG               the club of that folder
  --lang en|fr              language of messages (or set DENDRO_LANG)
  --help                    show this page
END

for command in "${commands[@]}"; do
    note "every command explains itself, in both languages: $command"
    run "$command" --help
    expect 0
    expect_err </dev/null
    expect_has "$out" "usage: dendro $command"
    cp "$out" "$work/page"
    run help "$command"
    expect_out <"$work/page"
    run "$command" --help --lang fr
    expect 0
    expect_has "$out" "usage : dendro $command"
    if [[ $(wc -l <"$out") -lt 6 ]] || cmp -s "$out" "$work/page"; then
        fail "no French"
    fi
    for shell in bash zsh fish; do
        "$DENDRO" completion "$shell" >"$work/script"
        while read -r option; do
            grep -q -- "${option#--}" "$work/script" || fail "$shell does not complete $option"
        done < <(grep -o '^  --[a-z]*' "$work/page")
    done
done

note "completion in bash"
"$DENDRO" completion bash >"$work/completion"
bash -n "$work/completion" || fail "not bash"
# shellcheck disable=SC1091
. "$work/completion"
# offers WANTED WORD...: what is offered for the last word.
offers() {
    local wanted=$1
    shift
    COMP_WORDS=(dendro "$@")
    COMP_CWORD=$#
    COMPREPLY=()
    said="dendro $*<TAB>"
    _dendro || true # nothing to offer is no failure
    if [[ ${COMPREPLY[*]} != "$wanted" ]]; then
        fail "offers '${COMPREPLY[*]}', not '$wanted'"
    fi
}
offers "score" sc
offers "simulate" si
offers "random greedy expert" simulate --player ""
offers "foret" --lang fr simulate --game fo
offers "en fr" score --lang ""
offers "checkpoint check" log che
offers "--checkpoint" log check --check
offers "--json" score --j
offers "bash zsh fish --lang --help" completion ""
offers "" score /no/such/file
for shell in zsh fish; do
    "$DENDRO" completion "$shell" >"$work/completion"
    if needs "$shell"; then
        "$shell" -n "$work/completion" || fail "not $shell"
    fi
done
run completion tcsh
expect 2
expect_err <<'END'
dendro: unknown shell 'tcsh': bash, zsh or fish
END

note "the games"
run games
expect 0
expect_has "$out" "foret       Ecosystem: Forest, rules 1: standard 3-6, duel 2, solo 1"
run games foret
expect 0
expect_has "$out" "  dragonfly"
expect_has "$out" "  1: rabbit 1,0 swap 0,0 1,0"
run games --lang fr Forêt
expect 0
expect_has "$out" "clairière"
run games --json foret
expect 0
expect_has "$out" '[{"game":"foret","rules":1,"en":"Ecosystem: Forest","fr":"Ecosystème Forêt","variants":[{"id":"standard","en":"standard","fr":"standard","min_seats":3,"max_seats":6,"extra":[]},'
expect_has "$out" '"cards":[{"id":"bee","en":"bee","fr":"abeille"},'
expect_has "$out" '"catalogue":false}'

finish
