# shellcheck shell=bash
# What a test needs and may not find on this machine. scripts/test counts every line "SKIPPED: REASON" that a test prints as
# skipped, and shows it at the end: nothing is left out silently. assert.sh sources this file.
#
#   skip REASON            the whole test cannot run here: ends it with 77, which ctest counts as skipped
#   skip_part REASON       a part of it cannot; the test goes on
#   needs TOOL...          true when these programs are there; else `skip_part` with the first that is missing
#   is_sanitized PROGRAM   true when the program was built with a sanitizer
#   private_mounts         true when file systems can be mounted where no other process sees them; `private_mounts COMMAND...`
#                          becomes that command in such a place

skip_part() {
    echo "SKIPPED: $1"
}

skip() {
    skip_part "$1"
    exit 77
}

needs() {
    local tool
    for tool in "$@"; do
        if ! command -v "$tool" >/dev/null; then
            skip_part "no $tool (scripts/setup test)"
            return 1
        fi
    done
}

is_sanitized() {
    grep -qa '__[at]san_init' "$1"
}

private_mounts() {
    local words
    for words in "unshare --mount" "unshare --user --map-root-user --mount"; do
        if $words true 2>/dev/null; then
            if (($# > 0)); then
                # shellcheck disable=SC2086 # several words
                exec $words "$@"
            fi
            return
        fi
    done
    return 1
}
