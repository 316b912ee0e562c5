# shellcheck shell=bash
# For scripts that hold a page to what it shows. run_console_page PAGE runs every `console` block of the page: a line
# `$ command` is run in the current folder, and what follows it, up to the next command or the end of the block, must be
# its output (both kinds) to the byte. `$?` in a command is the exit code of the one before. Needs assert.sh; leaves the
# number of commands in $commands.

: "${work:?source assert.sh first}" "${out:?}"
commands=0
_command=""
_status=0

# Runs the command that has been gathered and compares; $work/wanted holds what the page says.
_settle_command() {
    if [[ -z $_command ]]; then
        return
    fi
    # shellcheck disable=SC2034 # read by assert.sh
    said=$_command
    commands=$((commands + 1))
    local before=$_status
    _status=0
    {
        # A shell of its own, in which $? is what it was.
        bash -c "(exit $before); $_command" >"$out" 2>&1
    } || _status=$?
    compare "$out" "the output" <"$work/wanted"
    _command=""
}

run_console_page() {
    local page=$1 inside=0 number=0 line
    while IFS= read -r line; do
        number=$((number + 1))
        if [[ $line == '```console' ]]; then
            inside=1
            _status=0
        elif [[ $line == '```' && $inside == 1 ]]; then
            _settle_command
            inside=0
        elif [[ $inside == 1 && $line == '$ '* ]]; then
            _settle_command
            note "${page##*/}:$number"
            _command=${line#'$ '}
            : >"$work/wanted"
        elif [[ $inside == 1 ]]; then
            printf '%s\n' "$line" >>"$work/wanted"
        fi
    done <"$page"
}
