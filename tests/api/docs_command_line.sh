#!/usr/bin/env bash
# Runs every `console` block of docs/command-line.md: a line `$ command` is run in an empty folder that has the checkout's
# replays and docs in it, and what follows it, up to the next command or the end of the block, must be its output (both kinds) to
# the byte. `$?` in a command is the exit code of the one before; files last to the end of the page.
set -eu
. "$SOURCE_DIR/tests/support/assert.sh"
. "$SOURCE_DIR/tests/support/console_page.sh"
page=$SOURCE_DIR/docs/command-line.md

mkdir "$work/bin"
ln -s "$DENDRO" "$work/bin/dendro"
PATH=$work/bin:$PATH
unset DENDRO_DB
mkdir "$work/folder"
ln -s "$SOURCE_DIR/replays" "$work/folder/replays"
ln -s "$SOURCE_DIR/docs" "$work/folder/docs"
cd "$work/folder"

run_console_page "$page"

note "the page"
if ((commands < 15)); then
    fail "only $commands commands found"
fi
for name in $(dendro --help | sed -n '/^commands:$/,/^$/s/^  \([a-z]*\) .*/\1/p'); do
    if [[ $name != help ]]; then
        grep -q "^## $name\$" "$page" || fail "no section about $name"
    fi
done

finish
