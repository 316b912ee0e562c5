#!/usr/bin/env bash
# Keeps the rooms of src apart: refuses an #include, or a call of malloc, against the grain of the design.
#
#   - a quoted include names a room that the including room may use (the table ALLOWED below);
#   - a game's folder in src/rules is its own affair: nobody else includes its headers but rules/registry.c, which
#     includes rules/<game>/<game>.h;
#   - no code or text outside src/rules names a game, that is a folder of src/rules: what differs from game to game is
#     in struct game. Comments may, for an example's sake, and so may the files of the table NAMES_GAMES below;
#   - a system library belongs to the room that wraps it (the tables ONLY_IN and NOT_IN below);
#   - jansson only reads: JSON is written by wire/emit.h, and no other room has the text of it;
#   - malloc, free and their family are called in src/base/alloc.c and nowhere else;
#   - the last #include of every .c file is "base/banned.h", so that it sees everything (X-macro tables, that is
#     files not named *.h, may come later; base/alloc.c may do without).
#
# usage: check_includes.sh [root]     the root of a checkout; without it, first a test of the script itself, which
#                                     breaks every rule once, then SOURCE_DIR or the checkout that the script is in
set -euo pipefail

# The rules as one awk program over all files of src; prints a line a violation.
read -r -d '' CHECK <<'AWK' || true
function allow(room, list) { ALLOWED[room] = " " list " " }
function only_in(header, list) { ONLY_IN[header] = " " list " " }
function not_in(header, list) { NOT_IN[header] = " " list " " }

BEGIN {
    allow("base",    "base")
    allow("rules",   "rules base")
    allow("record",  "record rules base")
    allow("review",  "review record rules base")
    allow("stats",   "stats rules base")
    allow("store",   "store base")
    allow("service", "service store review record stats rules base")
    allow("wire",    "wire service review record stats rules base")
    allow("http",    "http wire service review record stats rules base")
    allow("cli",     "cli http wire service review record stats rules base")

    only_in("sqlite3.h",    "store")
    only_in("libpq-fe.h",   "store")
    only_in("jansson.h",    "wire")
    only_in("gnutls/gnutls.h", "http")
    only_in("zlib.h",       "http")
    only_in("sodium.h",     "base")

    not_in("stdio.h", "rules record review stats")
    not_in("time.h",  "rules record review stats")

    NAMES_GAMES["src/cli/demo.c"] # what a made-up club likes to play is a sample text
    gsub(/ +/, "|", games)
    game_named = "(^|[^a-z0-9_])(" games ")([^a-z0-9]|$)"
}

function refuse(line, text) {
    printf "%s:%d: %s\n", path, line, text
    bad = 1
}

function has(list, word) { return index(list, " " word " ") > 0 }

function end_of_file() {
    if (path ~ /\.c$/ && last_include != "base/banned.h" && path != "src/base/alloc.c")
        refuse(last_line ? last_line : 1, "the last #include must be \"base/banned.h\"")
}

# The code of a line: strings emptied, characters and comments gone. `in_comment` lasts over lines. `whole_code` gets it
# with its strings.
function code_of(line,    out, c, two, i, n, from) {
    out = whole_code = ""
    n = length(line)
    for (i = 1; i <= n; i++) {
        c = substr(line, i, 1)
        two = substr(line, i, 2)
        if (in_comment) {
            if (two == "*/") { in_comment = 0; i++ }
        } else if (two == "/*") {
            in_comment = 1; i++
        } else if (two == "//") {
            break
        } else if (c == "\"" || c == "'") {
            from = i
            for (i++; i <= n && substr(line, i, 1) != c; i++)
                if (substr(line, i, 1) == "\\") i++
            out = out "\"\""
            whole_code = whole_code substr(line, from, i - from + 1)
        } else {
            out = out c
            whole_code = whole_code c
        }
    }
    return out
}

function check_quoted(name,    part, count, target) {
    count = split(name, part, "/")
    if (count < 2 || part[1] == "." || part[1] == "..") {
        refuse(FNR, "\"" name "\" does not name its room")
        return
    }
    target = part[1]
    if (!has(ALLOWED[room], target)) {
        refuse(FNR, "room " room " may not use room " target)
        return
    }
    if (target == "rules" && count > 2 && !(room == "rules" && folder[3] == part[2]) &&
        !(path == "src/rules/registry.c" && count == 3 && part[3] == part[2] ".h"))
        refuse(FNR, "\"" name "\" is private to its game")
}

# `ecos`, `Ecos` and `ecos_game`, but not `decos`.
function check_games(text,    name) {
    if (games == "" || !match(text, game_named)) return
    name = substr(text, RSTART, RLENGTH)
    gsub(/[^a-z0-9]/, "", name)
    refuse(FNR, "room " room " names the game " name)
}

function check_system(name,    key) {
    key = name
    if (key ~ /^sodium\//) key = "sodium.h"
    if ((key in ONLY_IN) && !has(ONLY_IN[key], room))
        refuse(FNR, "room " room " may not use <" name ">")
    if ((key in NOT_IN) && has(NOT_IN[key], room))
        refuse(FNR, "room " room " may not use <" name ">")
    sub(/\/.*/, "", key)
    if (key in ALLOWED)
        refuse(FNR, "<" name "> is ours: write it with quotes")
}

FNR == 1 {
    if (path != "") end_of_file()
    path = FILENAME
    sub(/^\.\//, "", path)
    split(path, folder, "/")
    room = folder[2]
    last_include = ""; last_line = 0; in_comment = 0
    if (!(room in ALLOWED))
        refuse(1, "src/" room " is not a room")
}

{
    was_comment = in_comment
    code = code_of($0)
    if (room != "rules" && !(path in NAMES_GAMES))
        check_games(tolower(whole_code))
}

!was_comment && /^[ \t]*#[ \t]*include[ \t]*["<]/ {
    name = $0
    sub(/^[ \t]*#[ \t]*include[ \t]*/, "", name)
    quote = substr(name, 1, 1)
    name = substr(name, 2)
    sub(/[">].*/, "", name)
    if (quote == "\"") check_quoted(name); else check_system(name)
    if (name ~ /\.h$/) { last_include = name; last_line = FNR }
    next
}

# A call by name; a member such as a->free( is somebody's own.
path != "src/base/alloc.c" && path != "src/base/banned.h" &&
code ~ /(^|[^A-Za-z0-9_.>])(malloc|calloc|realloc|reallocarray|aligned_alloc|posix_memalign|free|strdup|strndup)[ \t]*\(/ {
    refuse(FNR, "only src/base/alloc.c calls the heap")
}

# A text such as "{\"key\":" in the source.
!was_comment && path !~ /^src\/(wire|base)\// && /[{[,][ ]*\\"[a-z_]+\\"|[a-z_]\\"[ ]*:/ {
    refuse(FNR, "JSON is written by wire/emit.h")
}

code ~ /(^|[^A-Za-z0-9_])json_(dump|pack|sprintf|vsprintf|string|integer|real|boolean|true|false|null|object_set|object_update|array_set|array_append|array_insert)[a-z_]*[ \t]*\(/ &&
code !~ /json_(string_value|string_length|integer_value|real_value|boolean_value)[ \t]*\(/ {
    refuse(FNR, "jansson only reads: JSON is written by wire/emit.h")
}

END {
    if (path != "") end_of_file()
    exit bad
}
AWK

# check <root>: prints the violations of a tree, fails when there are any.
check() {
    (
        cd "$1"
        mapfile -t files < <(find src -type f -name '*.[ch]' | LC_ALL=C sort)
        if ((${#files[@]} == 0)); then
            echo "no sources in $1/src" >&2
            exit 1
        fi
        games=$(find src -mindepth 2 -maxdepth 2 -path 'src/rules/*' -type d -printf '%f\n' | paste -sd ' ')
        LC_ALL=C awk -v games="$games" "$CHECK" "${files[@]}"
    )
}

# --- the script's own test -------------------------------------------------------------------------------------

# Every case is a file of its own in one temporary tree: the check runs once, and each file is then asked about.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cases=()   # paths under src
reasons=() # what must be said about each; empty: nothing

# add_case <reason> <path>: the file's text comes from standard input. An X in the path is replaced by a number, so
# that many cases fit in a room.
add_case() {
    local path=${2/X/x${#cases[@]}}
    mkdir -p "$work/src/${path%/*}"
    cat >"$work/src/$path"
    cases+=("$path")
    reasons+=("$1")
}

# refuses <reason> <path> <line>...: a file with these lines is refused for that reason. accepts: it is not refused.
# A .c file gets its banned.h.
refuses() {
    local reason=$1 path=$2 banned=""
    shift 2
    if [[ $path == *.c ]]; then
        banned='#include "base/banned.h"'
    fi
    add_case "$reason" "$path" <<<"$(printf '%s\n' '/* stub */' "$@" "$banned")"
}

accepts() {
    refuses "" "$@"
}

# Reads what the check said about the tree and compares it with the cases.
judge() {
    local said about i failures=0
    if said=$(check "$work"); then
        echo "self-test: a tree full of violations was accepted"
        exit 1
    fi
    for i in "${!cases[@]}"; do
        about=$(grep -F "src/${cases[i]}:" <<<"$said" || true)
        if [[ -z ${reasons[i]} && -n $about ]] || [[ $about != *"${reasons[i]}"* ]]; then
            echo "self-test: expected \"${reasons[i]:-nothing}\", not \"$about\", about:"
            cat "$work/src/${cases[i]}"
            failures=$((failures + 1))
        fi
    done
    if ((failures > 0)); then
        echo "check_includes: $failures of its own tests failed"
        exit 1
    fi
}

self_test() {
    local room other
    local -A allowed=(
        [base]="base" [rules]="rules base" [record]="record rules base" [stats]="stats rules base"
        [store]="store base" [service]="service store review record stats rules base"
        [wire]="wire service review record stats rules base" [http]="http wire service review record stats rules base"
        [cli]="cli http wire service review record stats rules base" [review]="review record rules base")
    for room in "${!allowed[@]}"; do
        for other in "${!allowed[@]}"; do
            if [[ " ${allowed[$room]} " == *" $other "* ]]; then
                accepts "$room/X.c" "#include \"$other/x.h\""
            else
                refuses "room $room may not use room $other" "$room/X.c" "#include \"$other/x.h\""
            fi
        done
    done
    refuses 'may not use room cli' base/X.h '  #  include   "cli/x.h" /* spaced out */'
    refuses 'may not use room tests' rules/X.c '#include "tests/x.h"'
    refuses 'does not name its room' base/X.c '#include "x.h"'
    refuses 'does not name its room' base/X.c '#include "../rules/x.h"'
    refuses 'write it with quotes' cli/X.c '#include <rules/game.h>'
    refuses 'is not a room' misc/X.c

    accepts rules/foret/X.c '#include "rules/foret/cards.h"'
    accepts rules/registry.c '#include "rules/foret/foret.h"' '#include "rules/ecos/ecos.h"'
    refuses 'private to its game' rules/X.c '#include "rules/foret/foret.h"'
    refuses 'private to its game' rules/ecos/X.c '#include "rules/foret/foret.h"'
    refuses 'private to its game' stats/X.c '#include "rules/foret/foret.h"'
    refuses 'private to its game' stats/X.c '#include "rules/foret/cards.h"'
    refuses 'private to its game' stats/X.c '#include "rules/foret/foret/foret.h"'
    refuses 'private to its game' record/X.c '#include "rules/foret/foret.h"'
    refuses 'private to its game' service/X.c '#include "rules/foret/cards.h"'
    refuses 'private to its game' cli/X.c '#include "rules/foret/foret.h"'

    accepts cli/demo.c 'const char *game = "foret";'
    accepts service/X.c '/* `game foret` */ int forets; int my_foret; // ecos' 'char c = x["forets"];'
    accepts rules/ecos/X.c 'const char *reserved = "foret";'
    refuses 'names the game foret' service/X.c 'if (span_is(id, "foret")) {'
    refuses 'names the game ecos' cli/X.c 'say("check catalogues of Ecos");'
    refuses 'names the game ecos' wire/X.h 'struct ecos_catalogue *block; /* of a game */'

    local header rooms
    while read -r header rooms; do
        for room in "${!allowed[@]}"; do
            if [[ " $rooms " == *" $room "* ]]; then
                accepts "$room/X.c" "#include <$header>"
            else
                refuses "room $room may not use <$header>" "$room/X.c" "#include <$header>"
            fi
        done
    done <<'TABLE'
sqlite3.h store
jansson.h wire
gnutls/gnutls.h http
zlib.h http
sodium.h base
sodium/randombytes.h base
stdio.h base store service wire http cli
time.h base store service wire http cli
TABLE

    accepts http/X.c 'strbuf_add(out, "{method=\"");' 'strbuf_add(out, "<p lang=\"fr\">");' '/* {"key": 1} */'
    accepts wire/X.c 'n = json_integer_value(v);' 'json_t *v = json_object_get(o, "x"); b = json_is_true(v);'
    refuses 'JSON is written by' http/X.c 'strbuf_add(out, "{\"key\":");'
    refuses 'JSON is written by' http/X.c 'strbuf_add(out, ",\"key\":[");'
    refuses 'JSON is written by' cli/X.c 'strbuf_add(out, "[\"a\",");'
    refuses 'jansson only reads' wire/X.c 'json_t *v = json_integer(1);'
    refuses 'jansson only reads' wire/X.c 'json_object_set_new(o, "k", v);'
    refuses 'jansson only reads' wire/X.c 'char *t = json_dumps(v, 0);'

    accepts base/alloc.c 'void *p = malloc(1);'
    accepts wire/X.c 'a->free(p); b.malloc(1); thing_free(p); /* free(p) */ say("free(p)"); // free(p)'
    accepts wire/X.c '/*' ' * free(p)' ' */'
    accepts wire/X.c 'void (*free)(void *p);'
    refuses 'calls the heap' wire/X.c 'void *p = malloc(1);'
    refuses 'calls the heap' wire/X.c '/* x */ free (p);'
    refuses 'calls the heap' http/X.h 'return calloc(1, 2);'
    refuses 'calls the heap' base/X.c 'p = realloc(p, 2);'
    refuses 'calls the heap' base/X.c "char c = '\"'; free(p); char d = '\"';"
    refuses 'calls the heap' cli/X.c 's = strdup(t);'

    add_case 'the last #include must be' base/X.c <<<'#include "base/a.h"'
    add_case 'the last #include must be' base/X.c <<<'/* no include at all */'
    add_case 'the last #include must be' base/X.c <<<'#include "base/banned.h"
#include <string.h>'
    add_case '' base/X.c <<<'#include "base/banned.h"
int a[] = {
#include "base/a.def"
};'
    judge

    # A tree of its own each: base/alloc.c without banned.h is all right, and no file at all is not.
    rm -rf "$work/src"
    add_case '' base/alloc.c <<<'void *p = malloc(1);'
    check "$work" || { echo "self-test: base/alloc.c may leave banned.h out"; exit 1; }
    rm "$work/src/base/alloc.c"
    ! check "$work" 2>/dev/null || { echo "self-test: an empty tree must be refused"; exit 1; }
}

if (($# > 0)); then
    check "$1"
else
    self_test
    check "${SOURCE_DIR:-$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)}"
fi
echo "includes: the rooms are apart"
